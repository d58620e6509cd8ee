#ifndef CONTACT_LAB_REPORT_H
#define CONTACT_LAB_REPORT_H

#include "Section.h"

namespace lab {

/** The tables, as text. */
void print(const Section&);

/** Every plot (SVG) and the numbers of every run (CSV). @throws std::runtime_error if a file cannot be written */
void writeFiles(const Section&, const std::string& folder);

/** A section as JSON, from which the page is made: all at once or not at all, whatever interrupts it.
@param seconds  of the processor @throws std::runtime_error if it cannot be written */
void writePart(const std::string& file, const std::string& name, const Section&, double seconds);

/** An older one, and why there was none. */
void removePart(const std::string& file);
/** Instead of a part: why there is none. */
void writeError(const std::string& partFile, const std::string& error);

/** Write one self-contained page from the parts of these experiments, and each of its plots beside it.
@returns the names of those that have no part: their sections say why @throws std::runtime_error if it cannot be written */
std::vector<std::string> writePage(const std::string& folder, const std::string& partsFolder,
                                   const std::vector<std::string>& names);

} // namespace lab

#endif
