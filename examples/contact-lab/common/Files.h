#ifndef CONTACT_LAB_FILES_H
#define CONTACT_LAB_FILES_H

#include <string>

namespace lab {

/** Returns the content of a file. @throws std::invalid_argument if it cannot be read */
std::string readFile(const std::string& file);

/** Writes a file, and makes its folder. @throws std::runtime_error if it cannot be written */
void writeFile(const std::string& file, const std::string& text);

/** Writes a file all at once or not at all, whatever interrupts it. It first writes FILE.unfinished. */
void replaceFile(const std::string& file, const std::string& text);

} // namespace lab

#endif
