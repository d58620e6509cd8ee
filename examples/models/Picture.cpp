#include "Picture.h"

namespace lab {

using namespace SimTK;

namespace {

// Converts every decoration that has a surface to polygons in Ground.
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

} // namespace lab
