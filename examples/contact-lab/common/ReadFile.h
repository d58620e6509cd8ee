#ifndef CONTACT_LAB_READ_FILE_H
#define CONTACT_LAB_READ_FILE_H

#include <string>

namespace lab {

/** All that is in a file. @throws std::invalid_argument if it cannot be read */
std::string readFile(const std::string& file);

} // namespace lab

#endif
