// Feeds the readers of grains: data files of LAMMPS, points of VTK, and beds that GrainBed::save() has written.

#include "Reader.h"

#include "grains/LammpsData.h"
#include "grains/SavedBed.h"
#include "grains/VtkPoints.h"

#include "simbodydem/grains/GrainFiles.h"

#include <cmath>
#include <cstdint>

namespace fuzz {

namespace {

using namespace simbodydem;

void readGrains(std::string_view bytes) {
    const std::string path = inFile("fuzz.grains", bytes);
    GrainFile file;
    if (!isRead("fuzz.grains", [&] { file = readGrainFile(path); })) return;
    expect(!file.grains.empty(), "a file without grains is read");
    expect(!file.density.isSet() || (file.density > 0 && std::isfinite(file.density)),
           "the density is not > 0 and finite");
    for (const Grain& grain : file.grains) {
        expect(grain.radius > 0 && std::isfinite(grain.radius), "a radius is not > 0 and finite");
        expect(grain.position.isFinite() && grain.velocity.isFinite() && grain.angularVelocity.isFinite(),
               "a number of a grain is not finite");
    }
}

std::string bedOf(const std::string& message) {
    std::uint64_t sum = 14695981039346656037ull; // FNV-1a, as writeBed() computes it
    for (const unsigned char byte : message) sum = (sum ^ byte) * 1099511628211ull;
    return "SimbodyDEM bed of grains " + std::to_string(grains::protocolVersion) + " " + std::to_string(sum) + "\n" +
           message;
}

// Reads a bed with a valid first line, so that its numbers are reached. A bed that is read has these bytes when it is written.
void readSavedBed(std::string_view bytes) {
    isRead("fuzz.bed", [&] { grains::readBed(inFile("fuzz.bed", bytes)); });
    const std::string message(bytes);
    const std::string path = inFile("fuzz.bed", bedOf(message));
    grains::SavedBed bed;
    if (!isRead("fuzz.bed", [&] { bed = grains::readBed(path); })) return;
    expect(grains::toMessage(bed) == message, "a bed has other bytes when it is written again");
    expect(bed.order.size() == bed.surfaces.size(), "a bed has surfaces without a number");
    for (const std::int32_t k : bed.order)
        expect(k >= 0 && k < int(bed.surfaces.size()), "a bed has a surface that does not exist");
    expect(bed.pendingImpulses.size() == 2 * bed.surfaces.size() && bed.touches.size() == bed.surfaces.size(),
           "a bed has more or fewer forces than surfaces");
}

std::vector<std::string> makeBeds() {
    grains::SavedBed bed;
    const std::string empty = grains::toMessage(bed);
    bed.surfaces.resize(1);
    bed.surfaces[0].name = "plate";
    bed.surfaces[0].shape.sizes = {0.1, 0.2, 0.3};
    bed.surfaces[0].shape.triangles = {0, 1, 2};
    bed.order = {0};
    bed.q = {1, 2};
    bed.u = {3};
    bed.pendingImpulses.resize(2);
    bed.touches.resize(1);
    bed.state.grains = {1, 2, 3};
    bed.state.forces.resize(2);
    const std::string plate = grains::toMessage(bed);
    bed.order = {7}; // of one surface
    return {empty, plate, grains::toMessage(bed)};
}

const std::vector<std::string> words = {"atoms",
                                        "atom types",
                                        "xlo xhi",
                                        "Atoms # sphere",
                                        "Velocities",
                                        "Masses",
                                        "units = si",
                                        "+-1",
                                        "1e308",
                                        "nan",
                                        "<VTKFile type=\"PolyData\"",
                                        "byte_order=\"LittleEndian\"",
                                        "header_type=\"UInt64\"",
                                        "<Piece NumberOfPoints=\"1\">",
                                        "<Points>",
                                        "<PointData>",
                                        "<DataArray type=\"Float64\" Name=\"radius\"",
                                        "format=\"binary\"",
                                        "format=\"ascii\"",
                                        "format=\"appended\"",
                                        "offset=\"0\"",
                                        "<AppendedData encoding=\"raw\">",
                                        "_",
                                        "</DataArray>",
                                        "<!--",
                                        "-->",
                                        "/>"};
const AddReader lammps({"grains", readGrains, words});
const AddReader bed({"bed", readSavedBed, {}, makeBeds});

} // namespace

} // namespace fuzz
