// SPDX-License-Identifier: Apache-2.0
#include "records/replay/Appearance.h"

#include "records/replay/ByteWriter.h"

namespace simbodydem {

using namespace SimTK;

namespace {

Vec3 scaleOf(const DecorativeGeometry& d) {
    Vec3 scale = d.getScaleFactors();
    for (int i = 0; i < 3; ++i)
        if (!(scale[i] > 0)) scale[i] = 1;
    return scale;
}

// Returns a mesh as a JavaScript object. Faces become fans of triangles.
std::string describe(const PolygonalMesh& mesh) {
    ByteWriter corners, triangles;
    for (int v = 0; v < mesh.getNumVertices(); ++v) corners.addFloats(mesh.getVertexPosition(v));
    for (int f = 0; f < mesh.getNumFaces(); ++f)
        for (int k = 2; k < mesh.getNumVerticesForFace(f); ++k)
            for (const int corner : {0, k - 1, k}) triangles.addInt32(mesh.getFaceVertex(f, corner));
    return "{corners:\"" + toBase64(corners.str()) + "\",triangles:\"" + toBase64(triangles.str()) + "\"}";
}

} // namespace

void Appearance::add(const DecorativeGeometry& d, const std::string& shape, const Vec3& size, const Transform& X_DS,
                     const std::string& more) {
    if (d.getRepresentation() == DecorativeGeometry::Hide) return;
    std::string look = "shape:\"" + shape + "\",body:" + std::to_string(d.getBodyId());
    if (d.getColor()[0] >= 0) look += ",color:" + toScriptList(d.getColor());
    if (d.getOpacity() >= 0 && d.getOpacity() < 1) look += ",opacity:" + toScriptNumber(d.getOpacity());
    if (d.getRepresentation() == DecorativeGeometry::DrawWireframe) look += ",as:\"wires\"";
    if (d.getRepresentation() == DecorativeGeometry::DrawPoints) look += ",as:\"points\"";
    drawn.push_back({d.getBodyId(), shape, "{" + look + more + "}", d.getTransform() * X_DS, size});
}

void Appearance::implementPointGeometry(const DecorativePoint& d) {
    add(d, "point", 0.05 * scaleOf(d), d.getPoint()); // as large as in the Visualizer [m]
}

void Appearance::implementLineGeometry(const DecorativeLine& d) {
    add(d, "line", d.getPoint2() - d.getPoint1(), d.getPoint1());
}

void Appearance::implementBrickGeometry(const DecorativeBrick& d) {
    add(d, "brick", scaleOf(d).elementwiseMultiply(d.getHalfLengths()));
}

void Appearance::implementCylinderGeometry(const DecorativeCylinder& d) {
    add(d, "cylinder", scaleOf(d).elementwiseMultiply(Vec3(d.getRadius(), d.getHalfHeight(), d.getRadius())));
}

void Appearance::implementCircleGeometry(const DecorativeCircle& d) { add(d, "circle", d.getRadius() * scaleOf(d)); }

void Appearance::implementSphereGeometry(const DecorativeSphere& d) { add(d, "sphere", d.getRadius() * scaleOf(d)); }

void Appearance::implementEllipsoidGeometry(const DecorativeEllipsoid& d) {
    add(d, "sphere", scaleOf(d).elementwiseMultiply(d.getRadii()));
}

void Appearance::implementFrameGeometry(const DecorativeFrame& d) { add(d, "frame", d.getAxisLength() * scaleOf(d)); }

void Appearance::implementTextGeometry(const DecorativeText& d) {
    add(d, "text", scaleOf(d), Transform(),
        ",text:" + toScriptString(d.getText()) + (d.getIsScreenText() ? ",onScreen:true" : ""));
}

void Appearance::implementMeshGeometry(const DecorativeMesh& d) { addMesh(d, d.getMesh()); }

void Appearance::implementMeshFileGeometry(const DecorativeMeshFile& d) { addMesh(d, d.getMesh()); }

void Appearance::addMesh(const DecorativeGeometry& d, const PolygonalMesh& mesh) {
    auto known = seen.find(&mesh.getImpl());
    if (known == seen.end()) {
        const std::string description = describe(mesh);
        const auto number = numbers.emplace(description, int(numbers.size()));
        if (number.second) newMeshes.push_back(description);
        known = seen.emplace(&mesh.getImpl(), Seen{mesh, number.first->second}).first;
    }
    add(d, "mesh " + std::to_string(known->second.number), scaleOf(d));
}

void Appearance::implementArrowGeometry(const DecorativeArrow& d) {
    const Vec3 way = d.getEndPoint() - d.getStartPoint();
    if (!(way.norm() > 0)) return;
    const Real tip = std::min(d.getTipLength(), way.norm());
    const Vec3 neck = d.getEndPoint() - tip * way.normalize();
    add(d, "line", neck - d.getStartPoint(), d.getStartPoint());
    add(d, "cone", Vec3(tip / 3, tip, tip / 3), Transform(Rotation(UnitVec3(way), YAxis), neck));
}

void Appearance::implementTorusGeometry(const DecorativeTorus& d) {
    add(d, "torus", d.getTorusRadius() * scaleOf(d), Transform(),
        ",tube:" + toScriptNumber(d.getTubeRadius() / d.getTorusRadius()));
}

void Appearance::implementConeGeometry(const DecorativeCone& d) {
    const Vec3 size(d.getBaseRadius(), d.getHeight(), d.getBaseRadius());
    add(d, "cone", scaleOf(d).elementwiseMultiply(size), Transform(Rotation(d.getDirection(), YAxis), d.getOrigin()));
}

} // namespace simbodydem
