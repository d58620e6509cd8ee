// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_COMPILER_H
#define SIMBODYDEM_ROBOTS_MJCF_COMPILER_H

#include "robots/MjcfFindings.h"
#include "robots/XmlElement.h"

#include "SimTKcommon.h"

#include <optional>
#include <string>

namespace simbodydem {

/** The settings of <compiler>, and the poses and numbers that depend on them. Later elements replace earlier ones. */
class MjcfCompiler {
public:
    MjcfCompiler(const XmlElement& mujoco, MjcfFindings&);

    enum class Inertias { FromGeomsWhereMissing, FromGeoms, FromFile };

    /** Returns the pose of an element by its pos and one of quat, axisangle, xyaxes, zaxis and euler. */
    SimTK::Transform readPose(const XmlElement&) const;
    /** Returns an angle in rad. */
    SimTK::Real toRadians(SimTK::Real angle) const { return angle * angleUnit; }
    /** Returns whether limits apply. @param range, limited  names of attributes */
    bool isLimited(const XmlElement&, const char* range, const char* limited) const;

    bool isInDegrees() const { return angleUnit != 1; }

    std::string meshFolder; // of all meshes; it may be empty
    bool stripsPaths = false, balancesInertias = false, hasAutolimits = true, hasExactMeshes = false;
    Inertias inertias = Inertias::FromGeomsWhereMissing;
    SimTK::Real leastMass = 0, leastInertia = 0; // [kg], [kg m^2]
    std::optional<SimTK::Real> totalMass;        // [kg]
    SimTK::Vec2 inertiaGroups{0, 5};             // geoms of these groups have mass

private:
    MjcfFindings& findings;
    SimTK::Real angleUnit = SimTK::Pi / 180; // [rad]
    std::string eulerSequence = "xyz";
};

/** Returns the number of an attribute, or a default value. The schema has checked it. */
SimTK::Real numberOf(const XmlElement&, const char* attribute, SimTK::Real otherwise);
/** Returns three numbers of an attribute, or a default value. */
SimTK::Vec3 vectorOf(const XmlElement&, const char* attribute, const SimTK::Vec3& otherwise);
/** Returns a number that must not be negative; otherwise it adds an error. */
SimTK::Real notNegativeOf(const XmlElement&, const char* attribute, SimTK::Real otherwise, MjcfFindings&);
/** Returns the smallest rotation that takes the z axis to a direction. */
SimTK::Rotation rotationFromZ(const SimTK::Vec3& direction);

} // namespace simbodydem

#endif
