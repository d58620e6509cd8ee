// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainFiles.h"

#include "grains/InputChecks.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

// Collects arrays of numbers that follow the XML of a .vtp file, each after its size in bytes.
class AppendedArrays {
public:
    /** Adds an array. @returns its element */
    std::string add(const std::string& name, int components, const std::vector<double>& values) {
        const std::string element = "<DataArray type=\"Float64\" Name=\"" + name + "\" NumberOfComponents=\"" +
                                    std::to_string(components) + "\" format=\"appended\" offset=\"" +
                                    std::to_string(bytes.size()) + "\"/>\n";
        const std::uint64_t size = values.size() * sizeof(double);
        bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
        bytes.append(reinterpret_cast<const char*>(values.data()), size);
        return element;
    }
    const std::string& getBytes() const { return bytes; }

private:
    std::string bytes;
};

void writeFile(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error("GrainSeries: cannot write " + path);
}

std::string toVtp(const std::vector<Grain>& grains) {
    std::vector<double> points, radii, velocities, spins;
    for (const Grain& grain : grains) {
        radii.push_back(grain.radius);
        for (int axis = 0; axis < 3; ++axis) {
            points.push_back(grain.position[axis]);
            velocities.push_back(grain.velocity[axis]);
            spins.push_back(grain.angularVelocity[axis]);
        }
    }
    AppendedArrays arrays;
    std::string text =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"" +
        std::to_string(grains.size()) + "\">\n<Points>\n" + arrays.add("points", 3, points) +
        "</Points>\n<PointData Scalars=\"radius\" Vectors=\"velocity\">\n";
    text += arrays.add("radius", 1, radii);
    text += arrays.add("velocity", 3, velocities);
    text += arrays.add("angularVelocity", 3, spins);
    return text + "</PointData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_" + arrays.getBytes() +
           "\n</AppendedData>\n</VTKFile>\n";
}

} // namespace

GrainSeries::GrainSeries(const std::string& path) : path(path) {
    if (path.size() < 5 || path.substr(path.size() - 4) != ".pvd")
        throw std::invalid_argument("GrainSeries: path = \"" + path + "\"; it must end with .pvd");
}

void GrainSeries::write(const GrainBed& bed) {
    const std::string stem = path.substr(0, path.size() - 4);
    std::string name; // within the XML
    for (const char c : stem.substr(stem.rfind('/') + 1))
        name += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
    const auto numberOf = [](std::size_t k) {
        char text[32];
        std::snprintf(text, sizeof text, "_%05d.vtp", int(k));
        return std::string(text);
    };
    writeFile(stem + numberOf(times.size()), toVtp(bed.getGrains()));
    times.push_back(bed.getTime());
    std::string list = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (std::size_t k = 0; k < times.size(); ++k)
        list +=
            "<DataSet timestep=\"" + grains::toText(times[k]) + "\" part=\"0\" file=\"" + name + numberOf(k) + "\"/>\n";
    writeFile(path, list + "</Collection>\n</VTKFile>\n");
}

} // namespace simbodydem
