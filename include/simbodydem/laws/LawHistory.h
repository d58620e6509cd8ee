// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_LAW_HISTORY_H
#define SIMBODYDEM_LAW_HISTORY_H

#include "SimTKcommon.h"
#include "simbodydem/Export.h"

#include <array>
#include <cstring>
#include <type_traits>

namespace simbodydem {

/** What a law of its own remembers of one contact between accepted steps, beyond the tangential displacement, which
every contact has. A law defines a small struct of at most three Reals, reads it with get() and writes it with set();
at first touch it is all zeros. The values must not depend on the frame: vectors belong to the contact. They must be
finite: a saved history has them as numbers.

Whatever a law latches must enter the evaluation that latches it exactly as it will be stored: evaluating again with the
committed history must give the same force. */
class SIMBODYDEM_API LawHistory {
public:
    template <class T> T get() const {
        check<T>();
        T value;
        std::memcpy(&value, values.data(), sizeof(T));
        return value;
    }

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
