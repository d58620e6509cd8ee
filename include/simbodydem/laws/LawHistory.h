// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_HISTORY_H
#define SIMBODYDEM_LAW_HISTORY_H

#include "SimTKcommon.h"
#include "simbodydem/Export.h"

#include <array>
#include <cstring>
#include <type_traits>

namespace simbodydem {

/** Stores the memory of one law at one contact between accepted steps, in addition to the tangential displacement that every contact has. A law
defines a small struct of at most three Reals, reads it with get() and writes it with set(). At first contact all values are zero. The values
must not depend on the frame, so a law cannot store vectors. They must be finite, since a saved history contains them as numbers.

A value that a law stores must enter the same evaluation exactly as it is stored. Another evaluation with the committed history must give the
same force. */
class SIMBODYDEM_API LawHistory {
public:
    /** Returns the stored values as a struct T of at most three Reals. */
    template <class T> T get() const {
        check<T>();
        T value;
        std::memcpy(&value, values.data(), sizeof(T));
        return value;
    }

    /** Stores a struct T of at most three Reals. */
    template <class T> void set(const T& value) {
        check<T>();
        std::memcpy(values.data(), &value, sizeof(T));
    }

private:
    template <class T> static constexpr void check() {
        static_assert(std::is_trivially_copyable<T>::value, "a law's history must be plain numbers");
        static_assert(sizeof(T) <= 3 * sizeof(SimTK::Real), "a law's history holds at most three Reals");
    }

    std::array<SimTK::Real, 3> values{};
};

} // namespace simbodydem

#endif
