// SPDX-License-Identifier: Apache-2.0
#include "shapes/GreyImage.h"

#include <fstream>
#include <limits>
#include <stdexcept>

namespace simbodydem {

namespace {

// The next number of the header, or of a plain file's pixels, past white space and comments; -1 if there is none.
long readNumber(std::istream& in) {
    while (in >> std::ws && in.peek() == '#') in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    long number;
    return in >> number ? number : -1;
}

} // namespace

GreyImage readGreyImage(const std::string& path, const std::string& owner) {
    const auto fail = [&](const std::string& why) {
        throw std::invalid_argument(owner + ": the image '" + path + "' " + why);
    };
    std::ifstream in(path, std::ios::binary);
    if (!in) fail("cannot be read");
    char magic[2] = {};
    in.read(magic, 2);
    const bool isRaw = magic[1] == '5';
    if (magic[0] != 'P' || (!isRaw && magic[1] != '2'))
        fail("is no PGM file, which begins with P2 or P5; convert picture.png -depth 16 picture.pgm makes one");
    const long width = readNumber(in), height = readNumber(in), white = readNumber(in);
    const auto isIn = [](long value, long most) { return value >= 1 && value <= most; };
    if (!isIn(width, 1 << 15) || !isIn(height, 1 << 15)) fail("must be of 1 to 32768 by 1 to 32768 pixels");
    if (!isIn(white, 65535)) fail("must have a white from 1 to 65535");
    if (isRaw) in.get(); // one white space ends the header

    GreyImage image;
    image.width = int(width);
    image.height = int(height);
    for (long i = 0; i < width * height; ++i) {
        long value;
        if (isRaw) {
            value = in.get();
            if (white > 255) value = value * 256 + in.get();
        } else
            value = readNumber(in);
        if (!in || value < 0)
            fail("ends after " + std::to_string(i) + " of " + std::to_string(width * height) + " pixels");
        if (value > white)
            fail("has a pixel of " + std::to_string(value) + ", which is whiter than its white, " +
                 std::to_string(white));
        image.pixels.push_back(double(value) / double(white));
    }
    return image;
}

} // namespace simbodydem
