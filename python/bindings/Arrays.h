// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Simbody.h>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

namespace simbodydem::python {

namespace nb = nanobind;

using Array = nb::ndarray<const double, nb::c_contig, nb::device::cpu>;
using Array3 = nb::ndarray<const double, nb::shape<3>, nb::c_contig, nb::device::cpu>;
using Array33 = nb::ndarray<const double, nb::shape<3, 3>, nb::c_contig, nb::device::cpu>;
using Array44 = nb::ndarray<const double, nb::shape<4, 4>, nb::c_contig, nb::device::cpu>;
using ArrayN3 = nb::ndarray<const double, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using ArrayNN = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Triangles = nb::ndarray<const int, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
template <class T>
using Numpy = nb::ndarray<nb::numpy, const T>; // read-only in Python

// Lists and tuples of Python become arrays.
template <class A>
A toArrayOf(const nb::object& numbers, const char* type) {
    return nb::cast<A>(nb::module_::import_("numpy").attr("ascontiguousarray")(numbers, type));
}

using Numbers3 = std::array<double, 3>;
inline SimTK::Vec3 toVec3(const Numbers3& a) { return SimTK::Vec3(a[0], a[1], a[2]); }
inline SimTK::Vec3 toVec3(const Array3& a) { return SimTK::Vec3(a.data()[0], a.data()[1], a.data()[2]); }

inline SimTK::Transform toTransform(const Array44& a) {
    const double* m = a.data();
    SimTK::Mat33 R;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) R(i, j) = m[4 * i + j];
    if (!((~R * R - SimTK::Mat33(1)).norm() < 1e-6) || SimTK::det(R) < 0 || m[12] != 0 || m[13] != 0 || m[14] != 0 || m[15] != 1)
        throw std::invalid_argument("a pose must be a rotation and a position: 3 by 3 numbers of a right-handed rotation, and 0 0 0 1 below");
    // A matrix that is orthogonal to rounding keeps its bits, and another one becomes orthogonal.
    const bool isOrthogonal = (~R * R - SimTK::Mat33(1)).norm() < 1e-15;
    return SimTK::Transform(isOrthogonal ? SimTK::Rotation(R, true) : SimTK::Rotation(R), SimTK::Vec3(m[3], m[7], m[11]));
}

// Returns a new array of Python with these numbers.
template <class T>
Numpy<T> makeArray(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    static const T none{};
    return Numpy<T>(kept->empty() ? &none : kept->data(), shape, owner);
}

inline Numpy<double> toArray(const SimTK::Transform& X) {
    std::vector<double> m(16, 0.0);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) m[std::size_t(4 * i + j)] = X.R()[i][j];
        m[std::size_t(4 * i + 3)] = X.p()[i];
    }
    m[15] = 1;
    return makeArray(std::move(m), {4, 4});
}

// Returns rows as bytes, which Python views as a structured array.
template <class Row>
Numpy<unsigned char> toBytes(std::vector<Row> rows) {
    std::vector<unsigned char> bytes(rows.size() * sizeof(Row));
    if (!rows.empty()) std::memcpy(bytes.data(), rows.data(), bytes.size());
    const std::size_t size = bytes.size();
    return makeArray(std::move(bytes), {size});
}

// Returns a view of a vector of the simulation, which lives as long as the array. Its length stays.
inline Numpy<double> viewOf(nb::handle owner, const std::vector<double>& values) {
    static const double none = 0;
    return Numpy<double>(values.empty() ? &none : values.data(), {values.size()}, owner);
}

/** Returns a new array of two dimensions. */
inline Numpy<double> toArray(const SimTK::Matrix& M) {
    std::vector<double> values;
    for (int i = 0; i < M.nrow(); ++i)
        for (int j = 0; j < M.ncol(); ++j) values.push_back(M(i, j));
    return makeArray(std::move(values), {std::size_t(M.nrow()), std::size_t(M.ncol())});
}

inline std::vector<double> toNumbers(const Array& a) { return {a.data(), a.data() + a.size()}; }

} // namespace simbodydem::python
