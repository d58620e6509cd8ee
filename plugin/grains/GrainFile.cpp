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
    GrainFile read = text[first] == '<' ? grains::readVtkPoints(text, path) : grains::readLammpsData(text, path);
    for (std::size_t k = 0; k < read.grains.size(); ++k) {
        const Grain& grain = read.grains[k];
        if (!grain.position.isFinite() || !SimTK::isFinite(grain.radius) || !grain.velocity.isFinite() ||
            !grain.angularVelocity.isFinite())
            throw std::invalid_argument(path + ": grain " + std::to_string(k) + " has a number that is not finite");
    }
    return read;
}

} // namespace simbodydem
