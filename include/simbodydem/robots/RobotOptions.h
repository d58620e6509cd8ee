// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROBOT_OPTIONS_H
#define SIMBODYDEM_ROBOTS_ROBOT_OPTIONS_H

#include "simbodydem/SurfaceMaterial.h"
#include "simbodydem/robots/Export.h"

#include "SimTKcommon.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace SimTK {
class MobilizedBody;
class SimbodyMatterSubsystem;
} // namespace SimTK

namespace simbodydem {

/** The mobility of a robot's root link. */
enum class Base {
    Fixed,   ///< welded to Ground, or to the body of RobotOptions::setBase(body)
    Floating ///< free in space, as that of a legged robot
};

/** The shape that a collision mesh becomes. */
enum class Meshes {
    ConvexHulls, ///< a ConvexHull of its vertices; of at most 64 of them, spread over all directions
    AsTheyAre    ///< a Mesh of all its triangles
};

/** The options of a Robot. Patterns are regular expressions (std::regex) that match the whole name of a link or joint, "hip_.*" for
instance. A pattern that matches nothing is an error. */
class SIMBODYDEM_ROBOTS_API RobotOptions {
public:
    /** Sets whether the base is fixed to Ground, which is the default, or floating. The root of an MJCF file with a free joint floats by
        default. */
    RobotOptions& setBase(Base base) {
        kind = base;
        hasOwnBase = true;
        baseMatter = nullptr;
        baseBody = 0;
        return *this;
    }
    /** Welds the root link to a body of the same matter: an arm on a vehicle, or a gripper on the flange of another robot. The two have no
        contact with each other.

            Robot gripper(matter, forces, gripperFile, RobotOptions().setBase(arm.getLink("flange"), arm.getLinkFrame("flange")));

        @param body  the Robot must be of its matter
        @param X_BL  pose of the root link's frame on the body; setBasePose() replaces it
        @throws std::invalid_argument if the body is in no matter */
    RobotOptions& setBase(const SimTK::MobilizedBody& body, const SimTK::Transform& X_BL = SimTK::Transform());
    /** Sets the default pose of the root link's frame in Ground; with setBase(body) its pose on that body. It is that of
        RobotFile::getRootPose() at first. */
    RobotOptions& setBasePose(const SimTK::Transform& X_GL) {
        basePose = X_GL;
        hasOwnBasePose = true;
        return *this;
    }
    /** Sets whether each link of a fixed joint is a body of its own on a Weld. By default such links are one body with those that they
        are fixed to. */
    RobotOptions& setKeepFixedJoints(bool keep = true) {
        keepFixedJoints = keep;
        return *this;
    }
    /** Sets the material of the collision surfaces of some links. A later call replaces the values of an earlier one that both set.
        Values that no call sets are those of the contact force. */
    RobotOptions& setMaterial(const std::string& linkPattern, const SurfaceMaterial& material) {
        materials.emplace_back(linkPattern, material);
        return *this;
    }
    /** Sets the shape of all collision meshes. The default is Meshes::ConvexHulls. */
    RobotOptions& setMeshes(Meshes shape) {
        meshes = shape;
        return *this;
    }
    /** Keeps the collision meshes of some links as meshes of triangles. */
    RobotOptions& setMeshesAsIs(const std::string& linkPattern) {
        meshesAsIs.push_back(linkPattern);
        return *this;
    }
    /** Sets the radius of the edges and corners of all boxes. The default is a twentieth of the least edge of each box.
        @param rounding  [m], > 0 and less than half of the least edge of each box */
    RobotOptions& setBoxRounding(SimTK::Real rounding);
    /** Sets the radius of the edges and corners of all collision meshes. The default is a twentieth of the least extent of each mesh; it
        is halved as often as needed until the shape takes it.
        @param rounding  [m], > 0 */
    RobotOptions& setMeshRounding(SimTK::Real rounding);
    /** Sets whether `<visual>` elements become decorations. The default is true. A link without any is drawn by its `<collision>`. */
    RobotOptions& setDrawVisuals(bool draw) {
        drawVisuals = draw;
        return *this;
    }

    /** Sets the longest step with which the stops of joints are resolved. Their stiffness is at least that of a natural period of ten
        steps. The default is 2 ms.
        @param step  [s], > 0 */
    RobotOptions& setFastestStep(SimTK::Real step);
    /** Sets how far a stop is compressed at most by the effort of its joint. The defaults are 0.01 rad and 0.001 m.
        @param angle, length  [rad], [m], > 0 */
    RobotOptions& setStopCompression(SimTK::Real angle, SimTK::Real length);
    /** Sets the elastic displacement of a joint at which its dry friction slides. The defaults are 0.001 rad and 0.0001 m.
        @param angle, length  [rad], [m], > 0 */
    RobotOptions& setFrictionDisplacement(SimTK::Real angle, SimTK::Real length);

    /** Sets the least distance of default positions from the ends of their ranges. The default position of a joint is 0, or the nearest end of its
        range. A joint whose range begins or ends at 0 then starts at its stop. With this option it starts this far inside. Coordinates
        keep their meaning.
        @param fraction  of the range [-], in [0, 0.5]; 0.5 is the middle */
    RobotOptions& setDefaultPoseAwayFromStops(SimTK::Real fraction = 0.05);
    /** Sets the inertia of the rotors behind the gears of some joints, as MuJoCo's `armature`. It adds 1/2 I u^2 to the kinetic energy, so I to
        the diagonal of the mass matrix, however the parent moves. Behind a gear of ratio n a rotor of inertia J has I = n^2 J. A later call
        replaces an earlier one. It costs CPU time, see docs/robots.md.
        @param jointPattern  a regular expression; a planar joint has the names "glide/0" and "glide/1"
        @param inertia       I [kg m^2]; of a prismatic joint a mass [kg]; >= 0, and 0 means none */
    RobotOptions& setArmature(const std::string& jointPattern, SimTK::Real inertia);

    Base getBase() const { return kind; }
    /** Returns the matter of the body of setBase(body); null without one. */
    const SimTK::SimbodyMatterSubsystem* getBaseMatter() const { return baseMatter; }
    /** Returns the MobilizedBodyIndex of the body that a fixed base is welded to; 0 is Ground. */
    int getBaseBody() const { return baseBody; }
    /** Returns whether setBase() was called, and whether setBasePose() was. */
    bool hasBase() const { return hasOwnBase; }
    bool hasBasePose() const { return hasOwnBasePose; }
    const SimTK::Transform& getBasePose() const { return basePose; }
    bool getKeepFixedJoints() const { return keepFixedJoints; }
    const std::vector<std::pair<std::string, SurfaceMaterial>>& getMaterials() const { return materials; }
    Meshes getMeshes() const { return meshes; }
    const std::vector<std::string>& getMeshesAsIs() const { return meshesAsIs; }
    std::optional<SimTK::Real> getBoxRounding() const { return boxRounding; }
    std::optional<SimTK::Real> getMeshRounding() const { return meshRounding; }
    bool getDrawVisuals() const { return drawVisuals; }
    SimTK::Real getDefaultPoseAwayFromStops() const { return fractionFromStops; }
    const std::vector<std::pair<std::string, SimTK::Real>>& getArmatures() const { return armatures; }
    SimTK::Real getFastestStep() const { return fastestStep; }
    /** Returns the compression of stops of rotations [rad], then of translations [m]. */
    const SimTK::Vec2& getStopCompression() const { return stopCompression; }
    /** Returns the displacement of friction of rotations [rad], then of translations [m]. */
    const SimTK::Vec2& getFrictionDisplacement() const { return frictionDisplacement; }

private:
    Base kind = Base::Fixed;
    SimTK::Transform basePose;
    bool hasOwnBase = false, hasOwnBasePose = false;
    bool keepFixedJoints = false, drawVisuals = true;
    std::vector<std::pair<std::string, SurfaceMaterial>> materials;
    Meshes meshes = Meshes::ConvexHulls;
    std::vector<std::string> meshesAsIs;
    std::optional<SimTK::Real> boxRounding, meshRounding;
    const SimTK::SimbodyMatterSubsystem* baseMatter = nullptr;
    int baseBody = 0;
    SimTK::Real fractionFromStops = 0;
    std::vector<std::pair<std::string, SimTK::Real>> armatures;
    SimTK::Real fastestStep = 0.002;
    SimTK::Vec2 stopCompression{0.01, 0.001}, frictionDisplacement{0.001, 0.0001};
};

} // namespace simbodydem

#endif
