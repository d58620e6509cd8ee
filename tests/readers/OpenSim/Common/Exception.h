#ifndef SIMBODYDEM_TESTS_READERS_OPENSIM_EXCEPTION_H
#define SIMBODYDEM_TESTS_READERS_OPENSIM_EXCEPTION_H

#include <exception>
#include <string>

namespace OpenSim {

/** Takes the place of the exception of OpenSim, with the part of its interface that readers of values use. */
class Exception : public std::exception {
public:
    explicit Exception(const std::string& message) : message(message) {}
    const std::string& getMessage() const { return message; }
    const char* what() const noexcept override { return message.c_str(); }

private:
    std::string message;
};

} // namespace OpenSim

#endif
