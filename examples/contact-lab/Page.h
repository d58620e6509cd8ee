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
    std::string caption; ///< what to see
};

/** One experiment: what was done, what to see, the numbers, and the command that does it again. Texts are HTML. */
struct Section {
    std::string title, text;
    std::vector<Figure> figures;
    Table table;
    std::string command;
};

/** Write one self-contained page, and each of its plots as a file of its own beside it. @throws std::runtime_error if it cannot be written */
void writePage(const std::string& file, const std::string& title, const std::string& introduction,
               const std::vector<Section>&);

} // namespace lab

#endif
