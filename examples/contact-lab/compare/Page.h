#ifndef CONTACT_LAB_PAGE_H
#define CONTACT_LAB_PAGE_H

#include "Plot.h"

#include <string>
#include <vector>

namespace lab {

struct Table {
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

struct Figure {
    Plot plot;
    std::string caption;  ///< what to see
    std::string svg = ""; ///< takes the place of plot: drawn already
};

/** A line of the summary on top of the page. */
struct Summary {
    std::string asked, ours, huntCrossley; ///< what was asked, and how close who came
    std::string price;                     ///< ours over HuntCrossleyForce's
};

/** One experiment: what was done, what to see, the numbers, and the command that does it again. Texts are HTML. */
struct Section {
    std::string title, text;
    std::vector<Figure> figures;
    Table table;
    std::string command;
    std::vector<Summary> summary;
    std::string output = ""; ///< of a program, shown as it is
};

/** A section under the name of its experiment, or why there is none. */
struct Chapter {
    std::string name;
    Section section;
    double seconds = 0; ///< of the processor
    std::string error = "";
};

/** Write one self-contained page, and each of its plots as a file of its own beside it. @param footer where the numbers
come from @throws std::runtime_error if it cannot be written */
void writePage(const std::string& file, const std::string& title, const std::string& introduction,
               const std::vector<Chapter>&, const std::string& footer);

} // namespace lab

#endif
