#include "Picture.h"

#include "Plot.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace lab {

using namespace SimTK;

namespace {

// Halves of a face, and of these, until none is longer than this: gnuplot draws the far ones first, each by its middle.
void addPieces(const std::vector<Vec3>& face, Real longest, std::vector<std::vector<Vec3>>& pieces) {
    const std::size_t n = face.size();
    std::size_t edge = 0;
    const auto way = [&](std::size_t k) -> Vec3 { return face[(k + 1) % n] - face[k]; };
    for (std::size_t k = 1; k < n; ++k)
        if (way(k).norm() > way(edge).norm()) edge = k;
    if (way(edge).norm() <= longest || n > 4) {
        pieces.push_back(face);
        return;
    }
    const auto corner = [&](std::size_t k) { return face[(edge + k) % n]; };
    const Vec3 middle = 0.5 * (corner(0) + corner(1));
    if (n == 3) {
        addPieces({corner(0), middle, corner(2)}, longest, pieces);
        addPieces({middle, corner(1), corner(2)}, longest, pieces);
    } else {
        const Vec3 other = 0.5 * (corner(2) + corner(3));
        addPieces({corner(0), middle, other, corner(3)}, longest, pieces);
        addPieces({middle, corner(1), corner(2), other}, longest, pieces);
    }
}

// Every decoration that has a surface, as polygons in Ground.
class Polygons : public DecorativeGeometryImplementation {
public:
    explicit Polygons(const std::vector<Transform>& bodies) : bodies(bodies) {}
    std::vector<Picture::Thing> things;

    void implementBrickGeometry(const DecorativeBrick& d) override {
        add(d, PolygonalMesh::createBrickMesh(d.getHalfLengths(), 1), Vec3(1));
    }
    void implementSphereGeometry(const DecorativeSphere& d) override {
        add(d, PolygonalMesh::createSphereMesh(1, 1), Vec3(d.getRadius()));
    }
    void implementEllipsoidGeometry(const DecorativeEllipsoid& d) override {
        add(d, PolygonalMesh::createSphereMesh(1, 2), d.getRadii());
    }
    void implementCylinderGeometry(const DecorativeCylinder& d) override {
        add(d, PolygonalMesh::createCylinderMesh(YAxis, d.getRadius(), d.getHalfHeight(), 2), Vec3(1));
    }
    void implementMeshGeometry(const DecorativeMesh& d) override { add(d, d.getMesh(), Vec3(1)); }

    void implementPointGeometry(const DecorativePoint&) override {}
    void implementLineGeometry(const DecorativeLine&) override {}
    void implementCircleGeometry(const DecorativeCircle&) override {}
    void implementFrameGeometry(const DecorativeFrame&) override {}
    void implementTextGeometry(const DecorativeText&) override {}
    void implementMeshFileGeometry(const DecorativeMeshFile&) override {}
    void implementArrowGeometry(const DecorativeArrow&) override {}
    void implementTorusGeometry(const DecorativeTorus&) override {}
    void implementConeGeometry(const DecorativeCone&) override {}

private:
    const std::vector<Transform>& bodies;

    void add(const DecorativeGeometry& d, const PolygonalMesh& mesh, const Vec3& size) {
        if (d.getRepresentation() == DecorativeGeometry::DrawWireframe) return;
        const Vec3 scale = d.getScaleFactors()[0] > 0 ? d.getScaleFactors().elementwiseMultiply(size) : size;
        const Transform X_GD = bodies[d.getBodyId()] * d.getTransform();
        Picture::Thing thing{d.getColor()[0] >= 0 ? d.getColor() : Vec3(Gray), {}};
        if (d.getBodyId() == 0) thing.layersBehind = things.empty() ? 2 : 1;
        for (int f = 0; f < mesh.getNumFaces(); ++f) {
            thing.faces.emplace_back();
            for (int k = 0; k < mesh.getNumVerticesForFace(f); ++k)
                thing.faces.back().push_back(
                    X_GD * mesh.getVertexPosition(mesh.getFaceVertex(f, k)).elementwiseMultiply(scale));
        }
        things.push_back(thing);
    }
};

} // namespace

void Picture::add(const MultibodySystem& system, const State& state) {
    system.realize(state, Stage::Position);
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    std::vector<Transform> bodies;
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b)
        bodies.push_back(matter.getMobilizedBody(b).getBodyTransform(state));
    Polygons polygons(bodies);
    const bool isFirst = things.empty();
    for (const Stage stage : {Stage::Topology, Stage::Position}) {
        Array_<DecorativeGeometry> geometry;
        system.calcDecorativeGeometryAndAppend(state, stage, geometry);
        for (const DecorativeGeometry& d : geometry)
            if (isFirst || d.getBodyId() != 0) d.implementGeometry(polygons);
    }
    things.insert(things.end(), polygons.things.begin(), polygons.things.end());
}

// Ground's y is up, gnuplot's is z; its x is to the right, and its z towards us.
std::string renderSvg(const Picture& picture) {
    Vec3 low(Infinity), high(-Infinity);
    for (const Picture::Thing& thing : picture.things)
        for (const std::vector<Vec3>& face : thing.faces)
            for (const Vec3& p : face)
                for (int k = 0; k < 3; ++k) {
                    low[k] = std::min(low[k], p[k]);
                    high[k] = std::max(high[k], p[k]);
                }
    const Real longest = (high - low).norm() / 25;
    const Real tilt = picture.tilt * Pi / 180, turn = picture.turn * Pi / 180;
    const Vec3 toViewer(std::sin(tilt) * std::sin(turn), std::cos(tilt), std::sin(tilt) * std::cos(turn));
    const UnitVec3 toLight(toViewer + Vec3(-0.3, 1.2, 0));
    std::map<std::string, std::vector<std::vector<Vec3>>> pieces; // by their colour
    for (const Picture::Thing& thing : picture.things)
        for (const std::vector<Vec3>& face : thing.faces) {
            const Vec3 normal = (face[1] - face[0]) % (face[2] - face[0]);
            if (!(dot(normal, toViewer) > 0)) continue; // behind the thing, or without area
            const Real light = 0.45 + 0.55 * std::max(dot(normal, toLight) / normal.norm(), Real(0));
            const Vec3 color = std::round(16 * light) / 16 * thing.color;
            const auto byteOf = [&](int i) { return int(std::lround(255 * std::min(color[i], Real(1)))); };
            // Along the view it looks the same, and is drawn before what stands on it.
            std::vector<Vec3> drawn = face;
            for (Vec3& p : drawn) p -= thing.layersBehind * longest / toViewer.norm() * toViewer;
            addPieces(drawn, longest, pieces[fmt::format("#{:02x}{:02x}{:02x}", byteOf(0), byteOf(1), byteOf(2))]);
        }
    std::string data, things;
    for (const auto& [color, faces] : pieces) {
        const std::string name = "$color" + color.substr(1);
        data += name + " << EOD\n";
        for (const std::vector<Vec3>& face : faces) {
            for (std::size_t k = 0; k <= face.size(); ++k) {
                const Vec3& p = face[k % face.size()];
                data += fmt::format("{:.5g} {:.5g} {:.5g}\n", p[0], -p[2], p[1]);
            }
            data += "\n\n";
        }
        data += "EOD\n";
        things += fmt::format("{} {} with polygons fc rgb '{}'", things.empty() ? "splot" : ",", name, color);
    }
    return drawPixels(picture.title, fileNameOf(picture.title),
                      fmt::format("unset border\nunset tics\nunset key\nunset colorbox\nset style fill solid 1\n"
                                  "set lmargin 0\nset rmargin 0\nset tmargin 0\nset bmargin 0\nset xyplane relative 0\n"
                                  "set view {:g},{:g},{:g}\nset view equal xyz\nset pm3d depthorder base\n{}{}\n",
                                  picture.tilt, picture.turn, picture.zoom, data, things));
}

} // namespace lab
