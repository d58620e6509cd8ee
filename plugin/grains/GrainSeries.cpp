// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainFiles.h"

#include "grains/InputChecks.h"
#include "grains/Zlib.h"

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;
using SimTK::Vec3;

namespace {

constexpr std::size_t blockSize = 1 << 18; // bytes that are compressed together

void append(std::string& bytes, std::uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Writes points with arrays of numbers as a .vtp file. The numbers follow the XML, each array after its size in bytes, or after the sizes of
// its compressed blocks.
class VtpWriter {
public:
    VtpWriter(std::size_t count, bool isCompressed) : count(count), isCompressed(isCompressed) {}

    void addPoints(const std::vector<double>& values) { points = element("Float64", "points", 3, values); }
    void add(const std::string& name, const std::vector<double>& values) { data += element("Float64", name, 1, values); }
    void addVectors(const std::string& name, const std::vector<double>& values) {
        data += element("Float64", name, 3, values);
    }
    void add(const std::string& name, const std::vector<std::int32_t>& values) { data += element("Int32", name, 1, values); }

    std::string getText() const {
        return std::string("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
                           "byte_order=\"LittleEndian\" header_type=\"UInt64\"") +
               (isCompressed ? " compressor=\"vtkZLibDataCompressor\"" : "") +
               ">\n<PolyData>\n<Piece NumberOfPoints=\"" + std::to_string(count) + "\">\n<Points>\n" + points +
               "</Points>\n<PointData>\n" + data +
               "</PointData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_" + bytes +
               "\n</AppendedData>\n</VTKFile>\n";
    }

private:
    template <class Number>
    std::string element(const std::string& type, const std::string& name, std::size_t components,
                        const std::vector<Number>& values) {
        const std::string text = "<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
                                 std::to_string(components) + "\" format=\"appended\" offset=\"" +
                                 std::to_string(bytes.size()) + "\"/>\n";
        const std::string own(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Number));
        if (!isCompressed) {
            append(bytes, own.size());
            bytes += own;
            return text;
        }
        std::vector<std::string> blocks;
        for (std::size_t at = 0; at < own.size(); at += blockSize)
            blocks.push_back(grains::compress(own.substr(at, blockSize)));
        append(bytes, blocks.size());
        append(bytes, blockSize);
        append(bytes, own.size() % blockSize); // of the last block, if it is not a whole one
        for (const std::string& block : blocks) append(bytes, block.size());
        for (const std::string& block : blocks) bytes += block;
        return text;
    }

    std::size_t count;
    bool isCompressed;
    std::string points, data, bytes;
};

void append(std::vector<double>& numbers, const Vec3& v) { numbers.insert(numbers.end(), &v[0], &v[0] + 3); }

void writeFile(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error("GrainSeries: cannot write " + path);
}

std::string toVtp(const std::vector<Grain>& grains, bool isCompressed) {
    std::vector<double> points, radii, velocities, spins;
    std::vector<std::int32_t> materials;
    for (const Grain& grain : grains) {
        materials.push_back(grain.material);
        radii.push_back(grain.radius);
        append(points, grain.position);
        append(velocities, grain.velocity);
        append(spins, grain.angularVelocity);
    }
    VtpWriter vtp(grains.size(), isCompressed);
    vtp.addPoints(points);
    vtp.add("radius", radii);
    vtp.addVectors("velocity", velocities);
    vtp.addVectors("angularVelocity", spins);
    vtp.add("material", materials);
    return vtp.getText();
}

// Holds the arrays of contacts, one after the other.
struct ContactArrays {
    std::vector<double> points, normals, overlaps, normalForces, tangentialForces;
    std::vector<std::int32_t> first, second, surfaces;

    /** @param force  on what the normal points to */
    void add(const Vec3& point, const Vec3& normal, Real overlap, const Vec3& force) {
        const Real along = SimTK::dot(force, normal);
        append(points, point);
        append(normals, normal);
        overlaps.push_back(overlap);
        normalForces.push_back(along);
        append(tangentialForces, force - along * normal);
    }
};

std::string contactsToVtp(const GrainBed& bed, bool isCompressed) {
    ContactArrays all;
    for (const GrainPair& pair : bed.getPairs()) {
        all.first.push_back(pair.first);
        all.second.push_back(pair.second);
        all.surfaces.push_back(-1);
        all.add(pair.point, pair.normal, pair.overlap, pair.force);
    }
    for (int k = 0; k < bed.getNumSurfaces(); ++k)
        for (const GrainContact& contact : bed.getContacts(SurfaceIndex(k))) {
            all.first.push_back(-1);
            all.second.push_back(contact.grain);
            all.surfaces.push_back(k);
            all.add(contact.point, contact.normal, contact.overlap, -contact.force);
        }
    VtpWriter vtp(all.overlaps.size(), isCompressed);
    vtp.addPoints(all.points);
    vtp.add("first", all.first);
    vtp.add("second", all.second);
    vtp.add("surface", all.surfaces);
    vtp.addVectors("normal", all.normals);
    vtp.add("overlap", all.overlaps);
    vtp.add("normalForce", all.normalForces);
    vtp.addVectors("tangentialForce", all.tangentialForces);
    return vtp.getText();
}

std::string numberOf(std::size_t k) {
    char text[32];
    std::snprintf(text, sizeof text, "_%05d.vtp", int(k));
    return text;
}

// Writes the list of the files of a series.
void writeList(const std::string& stem, const std::vector<Real>& times) {
    std::string name; // within the XML
    for (const char c : stem.substr(stem.rfind('/') + 1))
        name += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
    std::string list = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (std::size_t k = 0; k < times.size(); ++k)
        list +=
            "<DataSet timestep=\"" + grains::toText(times[k]) + "\" part=\"0\" file=\"" + name + numberOf(k) + "\"/>\n";
    writeFile(stem + ".pvd", list + "</Collection>\n</VTKFile>\n");
}

} // namespace

GrainSeries::GrainSeries(const std::string& path, const GrainSeriesOptions& options) : path(path), options(options) {
    if (path.size() < 5 || path.substr(path.size() - 4) != ".pvd")
        throw std::invalid_argument("GrainSeries: path = \"" + path + "\"; it must end with .pvd");
    if (options.isCompressed() && !grains::hasZlib())
        throw std::invalid_argument("GrainSeries: " + path +
                                    " cannot be compressed, since SimbodyDEM was built without zlib (the Debian package "
                                    "zlib1g-dev); call setCompressed(false)");
}

void GrainSeries::write(const GrainBed& bed) {
    const std::string stem = path.substr(0, path.size() - 4), ofContacts = stem + "_contacts";
    writeFile(stem + numberOf(times.size()), toVtp(bed.getGrains(), options.isCompressed()));
    if (options.hasContacts())
        writeFile(ofContacts + numberOf(times.size()), contactsToVtp(bed, options.isCompressed()));
    times.push_back(bed.getTime());
    writeList(stem, times);
    if (options.hasContacts()) writeList(ofContacts, times);
}

} // namespace simbodydem
