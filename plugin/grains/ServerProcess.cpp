// SPDX-License-Identifier: Apache-2.0
#include "grains/ServerProcess.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace simbodydem::grains {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int patience = 60; // s

std::string reason() { return std::strerror(errno); }

bool isProgram(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::string makeFolder() {
    const char* const tmp = std::getenv("TMPDIR");
    std::string path = std::string(tmp && *tmp ? tmp : "/tmp") + "/simbodydem-grains-XXXXXX";
    if (path.size() > 90) path = "/tmp/simbodydem-grains-XXXXXX"; // the path of a socket has at most 107 characters
    if (!::mkdtemp(path.data())) throw std::runtime_error("GrainBed: cannot make the folder " + path + ": " + reason());
    return path;
}

std::string folderOfLibrary() {
    Dl_info info{};
    if (!::dladdr(reinterpret_cast<void*>(&findServer), &info) || !info.dli_fname) return ".";
    const std::string path = info.dli_fname;
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash);
}

} // namespace

std::string findServer() {
    const std::string name = "simbodydem-grains";
    if (const char* const given = std::getenv("SIMBODYDEM_GRAINS_SERVER")) {
        if (isProgram(given)) return given;
        throw std::runtime_error("GrainBed: SIMBODYDEM_GRAINS_SERVER = " + std::string(given) + " is not a program");
    }
    const std::string library = folderOfLibrary();
    for (const char* const place : {"/server/", "/../bin/", "/../../bin/"})
        if (isProgram(library + place + name)) return library + place + name;
    std::istringstream folders(std::getenv("PATH") ? std::getenv("PATH") : "");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (isProgram(folder + "/" + name)) return folder + "/" + name;
    throw std::runtime_error(
        "GrainBed: there is no program " + name + " in " + library +
        "/server, in ../bin beside it, or in PATH. It is built where CMake finds LAMMPS and MPI (the "
        "Debian packages liblammps-dev and libopenmpi-dev). Or set SIMBODYDEM_GRAINS_SERVER to its "
        "path");
}

ServerProcess::ServerProcess(const std::vector<std::string>& command) : folder(makeFolder()), owner(::getpid()) {
    try {
        start(command);
        acceptServer();
    } catch (...) {
        end();
        throw;
    }
}

ServerProcess::~ServerProcess() { end(); }

void ServerProcess::start(const std::vector<std::string>& command) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string socketPath = folder + "/socket", outputPath = folder + "/output";
    std::memcpy(address.sun_path, socketPath.c_str(), socketPath.size());
    listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener, 1) != 0)
        throw std::runtime_error("GrainBed: cannot make the socket " + socketPath + ": " + reason());

    std::vector<std::string> all = command;
    all.insert(all.end(), {"--socket", socketPath});
    std::vector<char*> arguments;
    for (std::string& argument : all) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    process = ::fork();
    if (process < 0) throw std::runtime_error("GrainBed: cannot start a process: " + reason());
    if (process > 0) return;
    // In the new process, where only calls of the system are safe.
    ::setpgid(0, 0); // signals to the mechanism's program, such as Ctrl-C, end the server by the closed socket
    const int input = ::open("/dev/null", O_RDONLY);
    const int output = ::open(outputPath.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(input, 0);
    ::dup2(output, 1);
    ::dup2(output, 2);
    ::execvp(arguments[0], arguments.data());
    const char* const text = "cannot start ";
    (void)!::write(2, text, std::strlen(text));
    (void)!::write(2, arguments[0], std::strlen(arguments[0]));
    ::_exit(127);
}

void ServerProcess::acceptServer() {
    const Clock::time_point until = Clock::now() + std::chrono::seconds(patience);
    for (;;) {
        pollfd waiting{listener, POLLIN, 0};
        if (::poll(&waiting, 1, 50) > 0) break;
        if (hasEnded()) throwEnded("starting");
        if (Clock::now() > until) {
            end();
            throw std::runtime_error("GrainBed: its server has not connected within " + std::to_string(patience) +
                                     " s. It said: " + said);
        }
    }
    const int connected = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connected < 0) throw std::runtime_error("GrainBed: its server cannot connect: " + reason());
    channel = std::make_unique<Channel>(connected);
    ::close(listener); // one server only
    listener = -1;
}

std::string ServerProcess::exchange(Command command, const std::string& bytes) {
    if (!channel) throwEnded("working");
    Envelope answer;
    try {
        channel->send({std::uint32_t(command), bytes});
        answer = channel->receive();
    } catch (const std::runtime_error&) {
        channel.reset();
        throwEnded("working");
    }
    if (Answer(answer.kind) == Answer::Done) return std::move(answer.bytes);
    const Failure failure = fromMessage<Failure>(answer.bytes);
    if (failure.isInput) throw std::invalid_argument("GrainBed: " + failure.reason);
    throw std::runtime_error("GrainBed: " + failure.reason);
}

bool ServerProcess::hasEnded() {
    if (process < 0) return true;
    int status = 0;
    const pid_t waited = ::waitpid(process, &status, WNOHANG);
    if (waited < 0 && errno == ECHILD) { // the program ignores SIGCHLD, so nobody keeps the exit code
        if (::kill(process, 0) == 0) return false;
        ending = "with an unknown exit code";
    } else if (waited != process)
        return false;
    else
        ending = WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                                     : "with exit code " + std::to_string(WEXITSTATUS(status));
    ::kill(-process, SIGKILL); // what is left of its group
    process = -1;
    return true;
}

void ServerProcess::throwEnded(const std::string& doing) {
    const Clock::time_point until = Clock::now() + std::chrono::seconds(5);
    while (!hasEnded() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    end();
    if (said.find("Lost atoms") != std::string::npos)
        said +=
            ". Lost atoms are grains that have left the box; a body that pushes grains through its walls does that too";
    throw std::runtime_error("GrainBed: its server has ended while " + doing + ", " + ending + ". " +
                             (said.empty() ? "It said nothing" : "It said: " + said));
}

// Returns the errors that the processes have reported, or else the end of their output.
std::string ServerProcess::readOutput() const {
    std::ifstream file(folder + "/output");
    std::string errors, last;
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("ERROR", 0) == 0) errors += (errors.empty() ? "" : "; ") + line.substr(line.find(": ") + 2);
        if (line.empty() || line.find_first_not_of("-* ") == std::string::npos) continue;
        last += (last.empty() ? "" : " ") + line.substr(line.find_first_not_of(' '));
        if (last.size() > 1000) last = "..." + last.substr(last.size() - 900);
    }
    return errors.empty() ? last : errors;
}

void ServerProcess::end() {
    if (::getpid() != owner) { // a copy of the program, made by fork(), leaves the server to the program
        channel.reset();
        return;
    }
    if (channel) {
        try {
            channel->send({std::uint32_t(Command::Quit), {}});
        } catch (const ChannelClosed&) {
        }
        channel.reset();
    }
    if (listener >= 0) ::close(listener);
    listener = -1;
    for (const int signal : {0, SIGTERM, SIGKILL}) {
        if (process < 0) break;
        if (signal != 0) ::kill(-process, signal);
        const Clock::time_point until = Clock::now() + std::chrono::seconds(3);
        while (!hasEnded() && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (folder.empty()) return;
    said = readOutput();
    for (const char* const name : {"/socket", "/output"}) ::unlink((folder + name).c_str());
    ::rmdir(folder.c_str());
    folder.clear();
}

} // namespace simbodydem::grains
