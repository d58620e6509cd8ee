// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainFile.h"

#include "grains/LammpsData.h"
#include "grains/VtkPoints.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace simbodydem {

GrainFile readGrainFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    if (!file) throw std::runtime_error(path + " cannot be read");
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF"); // a mark of UTF-8 too
    if (first == std::string::npos) throw std::invalid_argument(path + " is empty");
    return text[first] == '<' ? grains::readVtkPoints(text.substr(first), path) : grains::readLammpsData(text, path);
}

} // namespace simbodydem
