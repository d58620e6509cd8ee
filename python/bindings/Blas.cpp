// SPDX-License-Identifier: Apache-2.0
// Reports wrong arguments of BLAS and LAPACK as exceptions. The functions of the libraries themselves would print and end the process, and
// those of Debian's libblas.a are not position-independent.
#include <cstddef>
#include <stdexcept>
#include <string>

extern "C" {

[[noreturn]] void xerbla_(const char* routine, const int* argument, std::size_t length) {
    throw std::runtime_error("argument " + std::to_string(*argument) + " of " + std::string(routine, length) + " is wrong");
}

[[noreturn]] void cblas_xerbla(int argument, const char* routine, const char*, ...) {
    throw std::runtime_error("argument " + std::to_string(argument) + " of " + routine + " is wrong");
}
}
