// The subcommand `study` runs an experiment or a program over many values of its parameters.

#include "Check.h"
#include "CommandLine.h"
#include "Design.h"
#include "ResultFile.h"
#include "Sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include <unistd.h>

namespace lab {

namespace {

std::string toTime(double seconds) {
    if (!(seconds < 1e8)) return "?";
    const long s = std::lround(seconds);
    return s < 180    ? fmt::format("{} s", s)
           : s < 7200 ? fmt::format("{} min", (s + 30) / 60)
                      : fmt::format("{} h", (s + 1800) / 3600);
}

// Prints on stderr how far a study is: one line that changes on a terminal, otherwise a line from time to time.
class Progress {
public:
    Progress(std::size_t done, std::size_t all)
        : before(done), all(all), done(done), isTerminal(isatty(STDERR_FILENO)) {}

    void count() { ++done; }
    // Prints the progress if it is time.
    void tell() {
        if (Clock::now() - last < std::chrono::milliseconds(isTerminal ? 500 : 10000)) return;
        last = Clock::now();
        write();
    }
    void tellEnd() const {
        if (done == before) return;
        write();
        if (isTerminal) fmt::print(stderr, "\n");
    }

private:
    using Clock = std::chrono::steady_clock;

    void write() const {
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        const double perSecond = double(done - before) / seconds;
        fmt::print(stderr, "{}{} of {} samples, {:.3g} per second, {} left{}", isTerminal ? "\r" : "", done, all,
                   perSecond, toTime(double(all - done) / perSecond), isTerminal ? "   " : "\n");
        std::fflush(stderr);
    }

    const std::size_t before, all;
    std::size_t done;
    const bool isTerminal;
    const Clock::time_point start = Clock::now();
    Clock::time_point last = start;
};

struct StudyOptions {
    std::string spec, file, shard, page;
    int jobs = countCores();
    bool isCollected = false, isRetried = false;
};

// Returns the samples in which a parameter is smallest, greatest, or one of its words.
std::vector<std::size_t> findExtremes(const StudySpec& spec, const Design& design) {
    const std::size_t k = spec.parameters.size();
    std::vector<std::map<Value, std::size_t>> ends(k);
    for (std::size_t index = 0; index < design.getSize(); ++index) {
        const std::vector<Value> values = design.at(index);
        for (std::size_t p = 0; p < k; ++p) {
            auto& seen = ends[p];
            seen.emplace(values[p], index);
            // Numbers come before words. The middle numbers are removed.
            auto last = seen.begin();
            for (auto one = seen.begin(); one != seen.end() && one->first.index() == 0; ++one) last = one;
            while (seen.begin() != last && std::next(seen.begin()) != last && last->first.index() == 0)
                seen.erase(std::next(seen.begin()));
        }
    }
    std::set<std::size_t> indices;
    for (const auto& seen : ends)
        for (const auto& [value, index] : seen) indices.insert(index);
    return {indices.begin(), indices.end()};
}

// Ends the process by the signal, as a process that waits for it expects.
[[noreturn]] void dieOf(int signal) {
    std::signal(signal, SIG_DFL);
    raise(signal);
    _exit(128 + signal);
}

// Finds bad input before the first row is written. It tries the ends of each parameter, where a number is out of range if any
// is.
void tryExtremes(const StudySpec& spec, const Design& design, int jobs) {
    if (!spec.program.empty()) return checkProgram(spec);
    std::map<std::size_t, std::string> refused;
    const int signal = runProcesses(
        findExtremes(spec, design), jobs, spec.timeLimit, [&](std::size_t index) { trySample(spec, design.at(index)); },
        [&](const Ended& ended) {
            if (ended.exitCode == 2) refused[ended.index] = toOutcome(spec, ended).error;
        },
        [] {});
    if (signal != 0) dieOf(signal);
    if (!refused.empty()) refuse("sample {}: {}", refused.begin()->first, refused.begin()->second);
}

// Runs the samples that are not in the file yet.
void runMissing(const StudySpec& spec, const Design& design, const Shard& shard, const std::string& file, int jobs,
                ResultFile& results) {
    std::vector<std::size_t> missing;
    std::size_t all = 0;
    for (std::size_t index = shard.index; index < design.getSize(); index += shard.count, ++all)
        if (!results.getRows().count(index)) missing.push_back(index);
    Progress progress(all - missing.size(), all);
    if (!missing.empty() && missing.size() < all)
        fmt::print(stderr, "{} has {} of {} samples; the others follow\n", file, all - missing.size(), all);
    const int signal = runProcesses(
        missing, jobs, spec.timeLimit, [&](std::size_t index) { runSample(spec, design.at(index)); },
        [&](const Ended& ended) {
            const Outcome outcome = toOutcome(spec, ended);
            results.append(ended.index, writeRow(spec, ended.index, design.at(ended.index), outcome, ended.seconds));
            progress.count();
        },
        [&] { progress.tell(); });
    progress.tellEnd();
    if (signal == 0) return;
    fmt::print(stderr, "stopped; the same command continues {}\n", file);
    dieOf(signal);
}

// Reports the samples with an error.
void tellErrors(const std::string& file, const Rows& rows) {
    const auto isBad = [](const auto& row) { return hasError(row.second); };
    const auto first = std::find_if(rows.begin(), rows.end(), isBad);
    if (first == rows.end()) return;
    throw std::runtime_error(fmt::format("{} of {} samples in {} have an error; the first one is sample {}: {}",
                                         std::count_if(rows.begin(), rows.end(), isBad), rows.size(), file,
                                         first->first, splitRow(first->second).back()));
}

Rows withoutErrors(Rows rows) {
    for (auto one = rows.begin(); one != rows.end();) one = hasError(one->second) ? rows.erase(one) : std::next(one);
    return rows;
}

Rows run(const StudyOptions& options, const StudySpec& spec, const Design& design, const Shard& shard,
         const std::string& file, const std::string& header) {
    tryExtremes(spec, design, options.jobs);
    const auto open = [&] { return std::make_unique<ResultFile>(file, header, design.getSize()); };
    auto results = open();
    if (options.isRetried) {
        writeSorted(file, header, withoutErrors(results->getRows()));
        results = nullptr; // closes the old file
        results = open();
    }
    runMissing(spec, design, shard, file, options.jobs, *results);
    writeSorted(file, header, results->getRows());
    return results->getRows();
}

void runStudy(const StudyOptions& options) {
    if (options.jobs < 1 || options.jobs > 10000) refuse("--jobs = {}; it must be in [1, 10000]", options.jobs);
    if (options.isCollected && (options.shard != "" || options.isRetried))
        refuse("--collect does not go with --shard or --retry");
    if (options.page != "" && options.shard != "") refuse("--page does not go with --shard; use it with --collect");
    const StudySpec spec = readStudy(options.spec);
    const Design design(spec);
    const std::string header = writeHeader(spec, design.getSize());
    const std::string whole =
        options.file != "" ? options.file : std::filesystem::path(options.spec).stem().string() + ".csv";
    const Shard shard = options.shard == "" ? Shard() : parseShard(options.shard);
    const std::string file = options.shard == "" ? whole : nameShard(whole, shard);
    Rows rows;
    if (options.isCollected) {
        rows = gatherRows(file, header, design.getSize());
        checkComplete(rows, design.getSize());
        writeSorted(file, header, rows);
    } else
        rows = run(options, spec, design, shard, file, header);
    fmt::print("{}\n", file);
    if (options.page != "") fmt::print("{}\n", writeStudyPage(options.page, spec, rows));
    tellErrors(file, rows);
}

} // namespace

void addStudy(CLI::App& app) {
    const auto options = std::make_shared<StudyOptions>();
    CLI::App* sub =
        app.add_subcommand("study", "runs an experiment or your own program over grids or samples of its parameters; "
                                    "one file has a row each, and the same command continues an interrupted run");
    sub->add_option("SPEC", options->spec, "what to vary and how (JSON); docs/studies.md has all keys")->required();
    sub->add_option("--out", options->file, "file of the rows (CSV); the name of SPEC with .csv, here, if not given");
    sub->add_option("--jobs", options->jobs, "samples at once; as many as there are cores if not given");
    sub->add_option("--shard", options->shard,
                    "i/n: only every n-th sample from the i-th on, i from 0, into a file of its own, .i-of-n.csv; "
                    "auto: from the environment of a Slurm job array or an MPI launcher");
    sub->add_flag("--collect", options->isCollected,
                  "merges the shards that are beside the file into it, sorted, if no sample is missing");
    sub->add_option("--page", options->page,
                    "folder of a page (index.html) with plots along each parameter, and Sobol indices");
    sub->add_flag("--retry", options->isRetried, "repeats the samples that have ended with an error");
    sub->callback([options] { runStudy(*options); });
}

} // namespace lab
