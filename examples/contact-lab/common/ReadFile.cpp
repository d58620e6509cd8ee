#include "ReadFile.h"

#include "Check.h"

#include <filesystem>
#include <fstream>

namespace lab {

std::string readFile(const std::string& file) {
    std::error_code isNotThere;
    if (std::filesystem::is_directory(file, isNotThere)) refuse("cannot read " + file + ": it is a folder");
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) refuse("cannot read " + file);
    return text;
}

} // namespace lab
