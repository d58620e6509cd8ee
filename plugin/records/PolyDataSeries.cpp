// SPDX-License-Identifier: Apache-2.0
#include "records/PolyDataSeries.h"

#include "base/Checks.h"
#include "force/LayerOutlines.h"

#include "Simbody.h"

#include <charconv>
#include <filesystem>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Builds the text of one array.
class DataArray {
public:
    DataArray(const std::string& type, const std::string& name, int components = 1)
        : text("<DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
               std::to_string(components) + "\" format=\"ascii\">\n") {}
    DataArray& add(Real value) { // seven digits, as many as a Float32 has
        char digits[32];
        value += 0; // no minus before a zero
        text.append(digits, std::to_chars(digits, digits + sizeof digits, float(value)).ptr) += ' ';
        return *this;
    }
    DataArray& add(const Vec3& v) { return add(v[0]).add(v[1]).add(v[2]).endLine(); }
    DataArray& addInteger(std::int64_t value) {
        (text += std::to_string(value)) += ' ';
        return *this;
    }
    DataArray& addExact(Real value) {
        (text += toDigits(value)) += ' ';
        return *this;
    }
    DataArray& endLine() {
        text.back() = '\n';
        return *this;
    }
    std::string str() const { return text + "</DataArray>\n"; }

private:
    std::string text;
};

std::string asXml(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

} // namespace

std::string makePolyData(const DEMContactForce& force, const State& state, ContactSurfaceIndex surface,
                         const std::vector<ElementRecord>& elements) {
    const Transform& X_GB = force.getBody(surface).getBodyTransform(state);
    DataArray time("Float64", "TimeValue"), points("Float32", "Points", 3), connectivity("Int64", "connectivity"),
        offsets("Int64", "offsets");
    DataArray pressure("Float32", "pressure"), shear("Float32", "shear", 3), depth("Float32", "depth"),
        area("Float32", "area"), sliding("UInt8", "sliding"), opposite("Int32", "opposite"), number("Int64", "element");
    std::int64_t corners = 0;
    time.addExact(state.getTime());
    for (const ElementRecord& e : elements) {
        for (const Vec3& corner : calcOutline(force, surface, e.element, e.depth)) {
            points.add(X_GB * corner);
            connectivity.addInteger(corners++);
        }
        connectivity.endLine();
        offsets.addInteger(corners);
        pressure.add(e.pressure);
        shear.add(e.shear);
        depth.add(e.depth);
        area.add(e.area);
        sliding.addInteger(e.sliding);
        opposite.addInteger(e.opposite);
        number.addInteger(e.element);
    }
    return "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" "
           "byte_order=\"LittleEndian\">\n<PolyData>\n"
           "<FieldData>\n" +
           time.str() + "</FieldData>\n<Piece NumberOfPoints=\"" + std::to_string(corners) +
           "\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"" +
           std::to_string(elements.size()) + "\">\n<CellData Scalars=\"pressure\" Vectors=\"shear\">\n" +
           pressure.str() + shear.str() + sliding.str() + depth.str() + area.str() + opposite.str() + number.str() +
           "</CellData>\n<Points>\n" + points.str() + "</Points>\n<Polys>\n" + connectivity.str() + offsets.str() +
           "</Polys>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

RowFile startPolyDataSeries(const std::string& path) {
    return RowFile::text(path, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
                         "</Collection>\n</VTKFile>\n");
}

void addToPolyDataSeries(RowFile& list, long number, Real time, const std::string& polyData) {
    std::string digits = std::to_string(number);
    digits.insert(0, digits.size() < 6 ? 6 - digits.size() : 0, '0');
    const std::string name = list.getAbsolutePath().stem().string() + "_" + digits + ".vtp";
    const std::string path = (list.getAbsolutePath().parent_path() / name).string();
    RowFile::text(path, polyData); // before its place in the list, so that the list names complete files only
    list.append("<DataSet timestep=\"" + toDigits(time) + "\" part=\"0\" file=\"" + asXml(name) + "\"/>\n");
}

} // namespace simbodydem
