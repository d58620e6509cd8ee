// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

namespace simbodydem::python {

/** Handles signals of Python at most every 20 ms, from within a run that holds no lock of the interpreter. */
class SignalCheck {
public:
    /** @throws nanobind::python_error for a signal whose handler raises, such as Ctrl-C */
    void operator()() {
        const auto now = std::chrono::steady_clock::now();
        if (now < next) return;
        next = now + std::chrono::milliseconds(20);
        const nanobind::gil_scoped_acquire lock;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

private:
    std::chrono::steady_clock::time_point next = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
};

} // namespace simbodydem::python
