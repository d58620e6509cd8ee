#include "Files.h"

#include "Check.h"

#include <filesystem>
#include <fstream>

namespace lab {

namespace fs = std::filesystem;

std::string readFile(const std::string& file) {
    std::error_code isNotThere;
    if (fs::is_directory(file, isNotThere)) refuse("cannot read " + file + ": it is a folder");
    std::ifstream in(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) refuse("cannot read " + file);
    return text;
}

void writeFile(const std::string& file, const std::string& text) {
    if (const fs::path folder = fs::path(file).parent_path(); !folder.empty()) fs::create_directories(folder);
    std::ofstream out(file);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + file);
}

void replaceFile(const std::string& file, const std::string& text) {
    writeFile(file + ".unfinished", text);
    fs::rename(file + ".unfinished", file);
}

} // namespace lab
