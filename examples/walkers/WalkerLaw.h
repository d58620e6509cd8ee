#ifndef WALKERS_WALKER_LAW_H
#define WALKERS_WALKER_LAW_H

#include "LawChoice.h"
#include "Show.h"

#include <functional>
#include <string>
#include <vector>

namespace lab {

/** A contact law that an example knows by name, with its material. */
struct WalkerLaw {
    std::string name;         ///< after --law
    std::string label, color; ///< in tables and plots
    LawChoice law;
};

struct Plot;

/** What the two examples share: `--law NAME --out DIR --visualize --frames DIR --help`, files and errors. */
class WalkerExample {
public:
    WalkerExample(const std::string& program, const std::string& description, const std::vector<WalkerLaw>& laws);

    /** Parse, then call `run` with the law that was asked for, or all of them.
    @returns the exit code: 2 for bad input, which is one line on stderr, 1 for any other error */
    int main(int argc, char** argv, const std::function<void(const std::vector<WalkerLaw>&)>& run);

    /** Write a file into the folder of --out; nothing without it. */
    void write(const std::string& file, const std::string& text) const;
    void draw(const std::string& name, const Plot&) const; ///< as name.svg
    bool wantsFiles() const { return !folder.empty(); }
    ShowChoice getShow(const WalkerLaw& law) const { return show.named(law.name); }

private:
    std::string program, description, folder;
    std::vector<WalkerLaw> laws;
    ShowChoice show;
};

} // namespace lab

#endif
