// Feeds the reader of height maps, which are PGM images.

#include "Reader.h"

#include "collision/shapes/GreyImage.h"

#include "simbodydem/shapes/Terrain.h"

namespace fuzz {

namespace {

using simbodydem::Terrain;

void readHeightMap(std::string_view bytes) {
    const std::string path = inFile("fuzz.pgm", bytes);
    simbodydem::GreyImage image;
    if (!isRead("fuzz.pgm", [&] { image = simbodydem::readGreyImage(path, "Terrain"); })) return;
    expect(image.width > 0 && image.height > 0 &&
               image.pixels.size() == std::size_t(image.width) * std::size_t(image.height),
           "the image has more or fewer pixels than its size");
    for (const double pixel : image.pixels) expect(pixel >= 0 && pixel <= 1, "a pixel is out of [0, 1]");
    if (image.pixels.size() > 64) return;
    for (const Terrain::Surface surface : {Terrain::Surface::Faceted, Terrain::Surface::Smooth})
        isRead("Terrain", [&] { // an image may be too small for a terrain
            const Terrain terrain = Terrain::fromImage(path, SimTK::Vec2(2, 1), 0.5, surface);
            expect(terrain.getX().size() == image.width && terrain.getY().size() == image.height,
                   "the terrain has another size");
        });
}

const AddReader heightMap({"height_map", readHeightMap, {"P2", "P5", "255", "65535", "32768", "#", "\r\n", " ", "+"}});

} // namespace

} // namespace fuzz
