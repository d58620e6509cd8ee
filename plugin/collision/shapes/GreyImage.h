// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_COLLISION_SHAPES_GREY_IMAGE_H
#define SIMBODYDEM_COLLISION_SHAPES_GREY_IMAGE_H

#include <cstddef>
#include <string>
#include <vector>

namespace simbodydem {

/** Stores an image of grey pixels, from black 0 to white 1. */
struct GreyImage {
    int width = 0, height = 0;
    std::vector<double> pixels; // row by row, from the top

    double at(int column, int row) const { return pixels[std::size_t(row) * std::size_t(width) + std::size_t(column)]; }
};

/** Reads a grey image.
@param path   of a PGM file (netpbm's P2 or P5)
@param owner  beginning of messages
@throws std::invalid_argument if it is not a PGM file, or if it is damaged */
GreyImage readGreyImage(const std::string& path, const std::string& owner);

} // namespace simbodydem

#endif
