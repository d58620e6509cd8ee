#include "Sample.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <list>
#include <set>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lab {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) { throw std::runtime_error(std::string(what) + ": " + std::strerror(errno)); }

// Holds a file without a name for the output of a process.
class Heard {
public:
    Heard() : file(std::tmpfile()) {
        if (!file) fail("cannot store the output of a sample");
        fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
    }
    Heard(const Heard&) = delete;
    ~Heard() { std::fclose(file); }

    void becomes(int descriptor) const { dup2(fileno(file), descriptor); }

    /** Returns the end of the output, of which only the last line is needed. */
    std::string read() const {
        const long most = 1 << 20, size = lseek(fileno(file), 0, SEEK_END), begin = std::max(0L, size - most);
        std::string text(std::size_t(size - begin), '\0');
        const ssize_t got = pread(fileno(file), text.data(), text.size(), begin);
        text.resize(std::size_t(std::max<ssize_t>(0, got)));
        return text;
    }

private:
    std::FILE* file;
};

struct Running {
    std::size_t index;
    pid_t pid;
    Clock::time_point start;
    bool isTooLong = false;
    Heard out, err;
};

// Blocks these signals during its lifetime; wait() returns them. Signals that are ignored, for example by nohup, stay ignored.
class SignalsWait {
public:
    SignalsWait() {
        std::signal(SIGCHLD, SIG_DFL); // some launchers ignore it, and then no process can be waited for
        sigemptyset(&signals);
        for (int one : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) {
            struct sigaction action;
            sigaction(one, nullptr, &action);
            if (one == SIGCHLD || action.sa_handler != SIG_IGN) sigaddset(&signals, one);
        }
        sigprocmask(SIG_BLOCK, &signals, &before);
    }
    ~SignalsWait() { restore(); }

    /** Waits for a signal. @returns the signal, or 0 */
    int wait(double seconds) const {
        const timespec time{time_t(seconds), long((seconds - std::floor(seconds)) * 1e9)};
        return std::max(0, sigtimedwait(&signals, nullptr, &time));
    }
    void restore() const { sigprocmask(SIG_SETMASK, &before, nullptr); }

private:
    sigset_t signals, before;
};

// Runs a sample in the new process. The process has a group of its own, so that Ctrl-C goes to the study, and its children end
// with it. It ends when the study ends.
[[noreturn]] void become(const Running& self, pid_t study, const SignalsWait& wait,
                         const std::function<void(std::size_t)>& inChild) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != study) _exit(1);
    wait.restore();
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
    self.out.becomes(STDOUT_FILENO);
    self.err.becomes(STDERR_FILENO);
    inChild(self.index);
    std::fflush(nullptr);
    _exit(0);
}

void start(std::list<Running>& running, std::size_t index, const SignalsWait& wait,
           const std::function<void(std::size_t)>& inChild) {
    running.emplace_back();
    Running& one = running.back();
    one.index = index;
    one.start = Clock::now();
    std::fflush(nullptr); // otherwise the output would appear twice
    const pid_t study = getpid();
    one.pid = fork();
    if (one.pid < 0) {
        running.pop_back();
        fail("cannot start a process");
    }
    if (one.pid == 0) become(one, study, wait, inChild);
    setpgid(one.pid, one.pid); // parent or child, whichever is first
}

Ended toEnded(const Running& one, int status, const rusage& used) {
    const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
    return {one.index,
            one.out.read(),
            one.err.read(),
            WIFEXITED(status) ? WEXITSTATUS(status) : 0,
            WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            seconds(used.ru_utime) + seconds(used.ru_stime),
            one.isTooLong};
}

bool isKilledByOthers(const Ended& ended) {
    const std::set<int> theirs = {SIGKILL, SIGTERM, SIGINT, SIGHUP};
    return !ended.isTooLong && theirs.count(ended.signal);
}

void killAll(const std::list<Running>& running) {
    for (const Running& one : running) kill(-one.pid, SIGKILL);
    for (const Running& one : running) waitpid(one.pid, nullptr, 0);
}

// Returns the processes that have ended.
std::vector<Ended> reap(std::list<Running>& running, double timeLimit) {
    std::vector<Ended> all;
    for (auto one = running.begin(); one != running.end();) {
        if (std::chrono::duration<double>(Clock::now() - one->start).count() > timeLimit && !one->isTooLong) {
            one->isTooLong = true;
            kill(-one->pid, SIGKILL);
        }
        siginfo_t info = {};
        waitid(P_PID, id_t(one->pid), &info, WEXITED | WNOHANG | WNOWAIT);
        if (info.si_pid != one->pid) {
            ++one;
            continue;
        }
        kill(-one->pid, SIGKILL); // the children that it has left behind
        int status = 0;
        rusage used;
        wait4(one->pid, &status, 0, &used);
        all.push_back(toEnded(*one, status, used));
        one = running.erase(one);
    }
    return all;
}

} // namespace

int runProcesses(const std::vector<std::size_t>& indices, int jobs, double timeLimit,
                 const std::function<void(std::size_t)>& inChild, const std::function<void(const Ended&)>& whenEnded,
                 const std::function<void()>& now) {
    const SignalsWait wait;
    std::list<Running> running;
    std::set<std::size_t> triedAgain;
    std::size_t next = 0;
    try {
        while (next < indices.size() || !running.empty()) {
            while (next < indices.size() && running.size() < std::size_t(jobs))
                start(running, indices[next++], wait, inChild);
            const int signal = wait.wait(std::min(0.2, timeLimit));
            if (signal != 0 && signal != SIGCHLD) {
                killAll(running);
                return signal;
            }
            for (const Ended& ended : reap(running, timeLimit))
                if (isKilledByOthers(ended) && triedAgain.insert(ended.index).second)
                    start(running, ended.index, wait, inChild);
                else
                    whenEnded(ended);
            now();
        }
    } catch (...) {
        killAll(running);
        throw;
    }
    return 0;
}

int countCores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
    return int(std::max(1u, std::thread::hardware_concurrency()));
}

} // namespace lab
