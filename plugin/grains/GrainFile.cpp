// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainFiles.h"

#include "grains/LammpsData.h"
#include "grains/VtkPoints.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace simbodydem {

GrainFile readGrainFile(const std::string& path) {
    std::string text;
    try {
        std::ifstream file(path, std::ios::binary);
        text.assign(std::istreambuf_iterator<char>(file), {});
        if (!file) throw std::runtime_error(path + " cannot be read");
    } catch (const std::ios_base::failure&) { // a folder
        throw std::runtime_error(path + " cannot be read as a file");
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"); // a mark of UTF-8 too
    if (first == std::string::npos) throw std::invalid_argument(path + " is empty");
    return text[first] == '<' ? grains::readVtkPoints(text, path) : grains::readLammpsData(text, path);
}

} // namespace simbodydem
