// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_MJCF_MASS_H
#define SIMBODYDEM_ROBOTS_MJCF_MASS_H

#include "simbodydem/robots/RobotGeometry.h"

#include "SimTKcommon.h"

namespace simbodydem {

/** Volume, center and inertia of a solid shape of unit density, in the frame of the shape. */
struct SolidShape {
    SimTK::Real volume = 0;                       // [m^3]
    SimTK::Vec3 center = SimTK::Vec3(0);          // [m]
    SimTK::SymMat33 inertia = SimTK::SymMat33(0); // about the center [m^5]
};

/** Computes a shape. A plane has no volume.
@param hasExactMeshes  a mesh is the sum of the tetrahedra behind its triangles, which may have negative volumes. Otherwise all volumes are
positive, as in MuJoCo's mode "legacy", which is its default
@throws std::invalid_argument if a mesh cannot be read */
SolidShape findSolid(const RobotGeometry&, bool hasExactMeshes);

/** The sum of shapes, in the frame of a link. */
class ShapeSum {
public:
    void add(const SolidShape&, SimTK::Real mass, const SimTK::Transform& X_LG);
    SimTK::Real getMass() const { return mass; }
    SimTK::Vec3 getCenter() const { return firstMoment / mass; }
    /** Returns the inertia about the center [kg m^2]. */
    SimTK::SymMat33 getInertia() const;

private:
    SimTK::Real mass = 0;
    SimTK::Vec3 firstMoment = SimTK::Vec3(0);
    SimTK::SymMat33 inertia = SimTK::SymMat33(0); // about the link's origin
};

} // namespace simbodydem

#endif
