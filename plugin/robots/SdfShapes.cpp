// SPDX-License-Identifier: Apache-2.0
#include "robots/SdfShapes.h"

#include "robots/MjcfCompiler.h"
#include "robots/Numbers.h"

#include <algorithm>
#include <filesystem>

namespace simbodydem {

using namespace SimTK;

namespace {

// A shape that is not read: why, for a message; or the shape with its pose in the frame of its element.
struct Shape {
    RobotGeometry geometry;
    Transform X_EG;
    std::string whyNot;
    bool isEmpty = false;
};

// A relative path is one beside the file that it is in, which may be an included one.
std::string nameOfMesh(const sdf::Mesh& mesh) {
    const std::string uri = mesh.Uri(), file = includedFileOf(mesh.Element());
    if (file.empty() || uri.find("://") != std::string::npos || std::filesystem::path(uri).is_absolute()) return uri;
    return (std::filesystem::path(file).parent_path() / uri).lexically_normal().string();
}

class ShapeReader {
public:
    ShapeReader(RobotLink& link, bool isFixed, MeshCache& meshes, SdfFindings& findings)
        : link(link), isFixed(isFixed), meshes(meshes), findings(findings), owner("link " + nameInQuotes(link.name)) {}

    void read(const sdf::Collision& from) {
        const std::string what = owner + ": <collision> " + nameInQuotes(from.Name());
        Shape shape = toShape(*from.Geom());
        if (shape.isEmpty) return;
        if (!shape.whyNot.empty()) {
            findings.refuse(from.Element(), what + " has " + shape.whyNot);
            return;
        }
        const Transform X_LG = poseOf(from.SemanticPose(), from.Element()) * shape.X_EG;
        link.collisions.push_back({from.Name(), SdfFindings::lineOf(from.Element()), X_LG, shape.geometry});
    }

    void read(const sdf::Visual& from) {
        Shape shape = toShape(*from.Geom());
        if (shape.isEmpty) return;
        if (!shape.whyNot.empty() || shape.geometry.kind == RobotGeometry::Kind::Plane) { // a program draws its floor
            findings.ignore(from.Element(), "visual", owner);
            return;
        }
        const Transform X_LG = poseOf(from.SemanticPose(), from.Element()) * shape.X_EG;
        link.visuals.push_back(
            {from.Name(), SdfFindings::lineOf(from.Element()), X_LG, shape.geometry, materialOf(from)});
    }

private:
    Transform poseOf(const sdf::SemanticPose& pose, const sdf::ElementPtr& element) const {
        ignition::math::Pose3d resolved;
        for (const sdf::Error& error : pose.Resolve(resolved)) findings.error(element, owner + ": " + error.Message());
        return toTransform(resolved);
    }

    static std::optional<RobotMaterial> materialOf(const sdf::Visual& visual) {
        const sdf::Material* from = visual.Material();
        const bool hasColor = from && from->Element() && from->Element()->HasElement("diffuse");
        const Real opacity = 1 - std::clamp(Real(visual.Transparency()), 0., 1.);
        if (!hasColor && opacity == 1) return {};
        RobotMaterial material;
        const ignition::math::Color color = hasColor ? from->Diffuse() : ignition::math::Color(0.7f, 0.7f, 0.7f, 1);
        const auto part = [](float value) { return std::clamp(Real(value), 0., 1.); };
        material.color = Vec4(part(color.R()), part(color.G()), part(color.B()), part(color.A()) * opacity);
        return material;
    }

    Shape toShape(const sdf::Geometry& from) {
        using Kind = RobotGeometry::Kind;
        using sdf::GeometryType;
        Shape shape;
        RobotGeometry& geometry = shape.geometry;
        geometry.line = SdfFindings::lineOf(from.Element());
        switch (from.Type()) {
        case GeometryType::EMPTY: shape.isEmpty = true; break;
        case GeometryType::BOX:
            geometry.kind = Kind::Box;
            geometry.size = toVec3(from.BoxShape()->Size());
            break;
        case GeometryType::SPHERE:
            geometry.kind = Kind::Sphere;
            geometry.radius = from.SphereShape()->Radius();
            break;
        case GeometryType::CYLINDER:
            geometry.kind = Kind::Cylinder;
            geometry.radius = from.CylinderShape()->Radius();
            geometry.length = from.CylinderShape()->Length();
            break;
        case GeometryType::CAPSULE:
            geometry.kind = Kind::Capsule;
            geometry.radius = from.CapsuleShape()->Radius();
            geometry.length = from.CapsuleShape()->Length();
            break;
        case GeometryType::ELLIPSOID:
            geometry.kind = Kind::Ellipsoid;
            geometry.size = 2 * toVec3(from.EllipsoidShape()->Radii());
            break;
        case GeometryType::PLANE:
            geometry.kind = Kind::Plane;
            shape.X_EG = Transform(rotationFromZ(toVec3(from.PlaneShape()->Normal())));
            if (!isFixed) shape.whyNot = "a <plane>, which only a link that is fixed to the world may have";
            break;
        case GeometryType::MESH: readMesh(*from.MeshShape(), shape); break;
        default: shape.whyNot = from.Type() == GeometryType::HEIGHTMAP ? "a <heightmap>, which is not read; add a terrain as a surface of Ground" : "a shape that is not read";
        }
        return shape;
    }

    void readMesh(const sdf::Mesh& mesh, Shape& shape) {
        RobotGeometry& geometry = shape.geometry;
        geometry.kind = RobotGeometry::Kind::Mesh;
        geometry.meshScale = toVec3(mesh.Scale());
        if (!mesh.Submesh().empty()) {
            shape.whyNot = "a <mesh> with the <submesh> " + nameInQuotes(mesh.Submesh()) +
                           ", which is not read; save the part as a file of its own";
            return;
        }
        for (int i = 0; i < 3; ++i)
            if (geometry.meshScale[i] == 0) {
                findings.error(mesh.Element(), owner + ": <scale> of <mesh> has a 0; each number must be other than 0");
                return;
            }
        geometry.meshName = nameOfMesh(mesh);
        geometry.meshFile = meshes.find(geometry.meshName, geometry.line, owner);
    }

    RobotLink& link;
    const bool isFixed;
    MeshCache& meshes;
    SdfFindings& findings;
    const std::string owner;
};

} // namespace

Vec3 toVec3(const ignition::math::Vector3d& v) { return Vec3(v.X(), v.Y(), v.Z()); }

Transform toTransform(const ignition::math::Pose3d& pose) {
    const ignition::math::Quaterniond& q = pose.Rot();
    return Transform(Rotation(Quaternion(Vec4(q.W(), q.X(), q.Y(), q.Z()).normalize())), toVec3(pose.Pos()));
}

void readShapes(const sdf::Link& from, bool isFixed, RobotLink& link, MeshCache& meshes, SdfFindings& findings) {
    ShapeReader reader(link, isFixed, meshes, findings);
    for (uint64_t i = 0; i < from.CollisionCount(); ++i) reader.read(*from.CollisionByIndex(i));
    for (uint64_t i = 0; i < from.VisualCount(); ++i) reader.read(*from.VisualByIndex(i));
}

} // namespace simbodydem
