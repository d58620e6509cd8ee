// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Simbody.h>

#include <simbodydem/simbodydem.h>

#include <nanobind/nanobind.h>

#include <exception>

namespace simbodydem::python {

/** Makes the laws of a World: each is a name with parameters, or an object of Python with the methods of a law. */
ContactModel makeLaws(const nanobind::object& normal, const nanobind::object& tangential, const nanobind::object& rolling);

/** Returns true if one of the laws is an object of Python. */
bool isWrittenInPython(const ContactModel&);

/** Takes the exception of Python that a law of this thread has raised since the last call; null if there is none. The library may catch what a
law throws, as a step that is too long, so the exception itself waits here. */
std::exception_ptr takeLawError() noexcept;

/** Throws if a law of this thread has raised an exception. The call of Python then raises that exception. */
void throwIfLawFailed();

} // namespace simbodydem::python
