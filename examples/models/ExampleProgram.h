#ifndef MODELS_EXAMPLE_PROGRAM_H
#define MODELS_EXAMPLE_PROGRAM_H

#include "ExampleLaw.h"
#include "Show.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

struct Plot;

/** What was asked, who came how close, and ours over HuntCrossleyForce's price. */
struct ExampleSummary {
    std::string asked, ours, huntCrossley, price;
};

/** What the examples with several laws share: `--law NAME --out DIR --visualize --frames DIR --help`, files and errors. */
class ExampleProgram {
public:
    ExampleProgram(const std::string& program, const std::string& description, const std::vector<ExampleLaw>& laws);

    /** Parse, then call `run` with the law that was asked for, or all of them.
    @returns the exit code: 2 for bad input, which is one line on stderr, 1 for any other error */
    int main(int argc, char** argv, const std::function<void(const std::vector<ExampleLaw>&)>& run);

    /** Write a file into the folder of --out; nothing without it. */
    void write(const std::string& file, const std::string& text) const;
    void draw(const std::string& name, const Plot&) const; ///< as name.svg
    void summarize(
        const std::vector<ExampleSummary>&) const; ///< as summary.json, for the page of `contact-lab compare`
    bool wantsFiles() const { return !folder.empty(); }
    ShowChoice getShow(const ExampleLaw& law) const { return show.named(law.name); }

private:
    std::string program, description, folder;
    std::vector<ExampleLaw> laws;
    ShowChoice show;
};

} // namespace lab

#endif
