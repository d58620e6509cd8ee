#include "Jobs.h"

#include "Progress.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lab {

namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

volatile std::sig_atomic_t signalThatCame = 0;
void remember(int signal) { signalThatCame = signal; }

// While this lives, SIGINT and SIGTERM are remembered instead of ending the process.
class SignalsRemembered {
public:
    SignalsRemembered() {
        signalThatCame = 0;
        struct sigaction action = {};
        action.sa_handler = remember;
        for (int i = 0; i < 2; ++i) sigaction(signals[i], &action, &before[i]);
    }
    ~SignalsRemembered() {
        for (int i = 0; i < 2; ++i) sigaction(signals[i], &before[i], nullptr);
    }

private:
    const int signals[2] = {SIGINT, SIGTERM};
    struct sigaction before[2];
};

struct Child {
    const Job* job;
    pid_t pid;
    int pipe;
    Clock::time_point start = Clock::now(), lastTick = start;
    double share = 0;
    std::string received = "", error = "";
};

// A line per tick, or one with an exclamation mark in front that says what went wrong. If the parent is gone, so is the
// pipe's other end, and SIGPIPE ends the child.
void say(int pipe, std::string line) {
    std::replace(line.begin(), line.end(), '\n', ' ');
    line += '\n';
    if (write(pipe, line.data(), line.size()) < 0) _exit(1);
}

[[noreturn]] void beChild(const Job& job, int pipe) {
    for (int signal : {SIGINT, SIGTERM, SIGPIPE}) std::signal(signal, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); // a parent that is killed leaves nobody writing
    try {
        Ticker ticker([pipe](double share) { say(pipe, fmt::format("{}", share)); });
        job.work(ticker);
    } catch (const std::exception& e) {
        say(pipe, fmt::format("!{}", e.what()));
        _exit(1);
    }
    std::fflush(nullptr);
    _exit(0); // the parent's destructors are not ours
}

class Pool {
public:
    Pool(std::vector<Job> jobs, int atOnce) : jobs(std::move(jobs)), atOnce(atOnce) {
        std::stable_sort(this->jobs.begin(), this->jobs.end(),
                         [](const Job& a, const Job& b) { return a.expectedDuration > b.expectedDuration; });
    }

    std::map<std::string, std::string> run() {
        while (next < jobs.size() || !running.empty()) {
            while (next < jobs.size() && running.size() < std::size_t(atOnce)) start(jobs[next++]);
            listen();
            if (signalThatCame) end();
            showProgress();
        }
        return errors;
    }

private:
    void start(const Job& job) {
        int ends[2];
        if (pipe(ends)) throw std::runtime_error(std::string("no pipe: ") + std::strerror(errno));
        std::fflush(nullptr); // or the child would print it again
        const pid_t pid = fork();
        if (pid < 0) throw std::runtime_error(std::string("no process: ") + std::strerror(errno));
        if (pid == 0) {
            close(ends[0]);
            for (const Child& sibling : running) close(sibling.pipe);
            beChild(job, ends[1]);
        }
        close(ends[1]);
        running.push_back({&job, pid, ends[0]});
    }

    // Whatever has come within a quarter of a second.
    void listen() {
        std::vector<pollfd> pipes;
        for (const Child& child : running) pipes.push_back({child.pipe, POLLIN, 0});
        if (poll(pipes.data(), pipes.size(), 250) <= 0) return; // nothing, or a signal
        for (std::size_t i = pipes.size(); i-- > 0;)
            if (pipes[i].revents && !hear(running[i])) {
                finish(running[i]);
                running.erase(running.begin() + i);
            }
    }

    // False at the end.
    bool hear(Child& child) {
        char buffer[4096];
        const ssize_t count = read(child.pipe, buffer, sizeof(buffer));
        if (count < 0 && errno == EINTR) return true;
        if (count <= 0) return false;
        child.received.append(buffer, count);
        for (std::size_t end; (end = child.received.find('\n')) != std::string::npos;) {
            if (child.received[0] == '!')
                child.error = child.received.substr(1, end - 1);
            else {
                child.share = std::stod(child.received);
                child.lastTick = Clock::now();
            }
            child.received.erase(0, end + 1);
        }
        return true;
    }

    void finish(Child& child) {
        int status = 0;
        while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
        }
        close(child.pipe);
        finishedWork += child.job->expectedDuration;
        finishedSeconds += secondsSince(child.start);
        if (WIFSIGNALED(status))
            child.error = fmt::format("ended by signal {}, {}", WTERMSIG(status), strsignal(WTERMSIG(status)));
        else if (WEXITSTATUS(status) != 0 && child.error == "")
            child.error = fmt::format("ended with exit code {}", WEXITSTATUS(status));
        if (child.error == "")
            progress.line(child.job->name, fmt::format("done in {:.1f} s", secondsSince(child.start)));
        else if (!signalThatCame) {
            errors[child.job->name] = child.error;
            progress.line(child.job->name, "failed: " + child.error);
        }
    }

    [[noreturn]] void end() {
        for (const Child& child : running) kill(child.pid, SIGTERM);
        for (const Child& child : running) waitpid(child.pid, nullptr, 0);
        throw Interrupted{signalThatCame};
    }

    // What is left takes as long as all of it shared by the processes, but not less than its longest job. The speed is
    // known from the ticks; from a job's last one on, its remaining time counts down.
    void showProgress() {
        double total = 0, done = finishedWork, seconds = finishedSeconds;
        for (const Job& job : jobs) total += job.expectedDuration;
        for (const Child& child : running) {
            done += child.share * child.job->expectedDuration;
            seconds += std::chrono::duration<double>(child.lastTick - child.start).count();
        }
        const double speed = done / seconds;
        double left = 0, longest = 0;
        std::string names;
        for (const Child& child : running) {
            const double rest = (1 - child.share) * child.job->expectedDuration / speed - secondsSince(child.lastTick);
            left += std::max(rest, 0.);
            longest = std::max(longest, rest);
            names += (names == "" ? "" : ", ") + child.job->name;
        }
        for (std::size_t i = next; i < jobs.size(); ++i) left += jobs[i].expectedDuration / speed;
        if (next < jobs.size()) longest = std::max(longest, jobs[next].expectedDuration / speed);
        progress.show(done / total, done > 0 ? std::max(left / atOnce, longest) : -1, names);
    }

    std::vector<Job> jobs;
    const int atOnce;
    std::size_t next = 0;
    std::vector<Child> running;
    std::map<std::string, std::string> errors;
    double finishedWork = 0, finishedSeconds = 0;
    Progress progress;
};

} // namespace

std::map<std::string, std::string> runJobs(std::vector<Job> jobs, int atOnce) {
    const SignalsRemembered remembered;
    return Pool(std::move(jobs), atOnce).run();
}

} // namespace lab
