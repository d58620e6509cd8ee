// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_SERVER_PROCESS_H
#define SIMBODYDEM_GRAINS_SERVER_PROCESS_H

#include "protocol/Channel.h"
#include "protocol/Commands.h"

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace simbodydem::grains {

/** Runs the server in processes of its own, and speaks with it. Its end, for whatever reason, is an exception of the next call, with what
the server has said last. The destructor ends all processes. */
class ServerProcess {
public:
    /** Starts the server and waits until it has connected.
    @param command  with all arguments but the socket
    @throws std::runtime_error with the output of the command, if the server does not connect within a minute */
    explicit ServerProcess(const std::vector<std::string>& command);
    ~ServerProcess();
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    /** Sends a command and returns the answer.
    @throws std::invalid_argument if the server refuses the command, std::runtime_error if it fails or has ended */
    template <class Output, class Input> Output ask(Command command, const Input& input) {
        return fromMessage<Output>(exchange(command, toMessage(input)));
    }
    template <class Output> Output ask(Command command) { return fromMessage<Output>(exchange(command, {})); }
    template <class Input> void tell(Command command, const Input& input) { exchange(command, toMessage(input)); }

private:
    std::string exchange(Command, const std::string& bytes);
    [[noreturn]] void throwEnded(const std::string& doing);
    void start(const std::vector<std::string>& command);
    void acceptServer();
    bool hasEnded();
    void end();
    std::string readOutput() const;

    std::string folder;        // for the socket and the output
    pid_t process = -1, owner; // the server, and the process that has started it
    int listener = -1;
    std::string ending, said; // how the process has ended, and its last words
    std::unique_ptr<Channel> channel;
};

/** Returns the path of simbodydem-grains: the environment variable SIMBODYDEM_GRAINS_SERVER, or a file beside the library, or one in PATH.
@throws std::runtime_error with the places, if there is none */
std::string findServer();

} // namespace simbodydem::grains

#endif
