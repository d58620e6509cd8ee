// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BODY_RESPONSE_H
#define SIMBODYDEM_GRAINS_BODY_RESPONSE_H

#include "Simbody.h"

#include <array>
#include <vector>

namespace simbodydem::grains {

/** Computes what forces of grains do to a mechanism, through all joints and constraints: M^-1 J^T and the projection P onto the
velocities that the constraints allow. Coordinates that are locked or prescribed do not move. All functions need Stage::Velocity. */
class BodyResponse {
public:
    /** Holds the stiffness or the damping of the contacts of one body. */
    struct Coefficients {
        SimTK::MobilizedBodyIndex body;
        std::array<double, 21> upperHalf; // as in SurfaceReport
    };

    BodyResponse(const SimTK::MultibodySystem& system, const SimTK::State& state);

    /** Returns the changes of the velocities of all bodies by impulses on them.
    @param impulses  by body: of the moment about Ground's origin, and of the force
    @returns         angular velocity, and velocity of the body's origin */
    SimTK::Vector_<SimTK::SpatialVec> velocitiesBy(SimTK::Vector_<SimTK::SpatialVec> impulses) const;
    /** Returns the change of the velocity of a point of a body by an impulse on it alone. */
    SimTK::Vec3 velocityBy(const SimTK::MobilizedBody&, const SimTK::Vec3& point,
                           const SimTK::SpatialVec& impulse) const;
    /** Returns the mass that a force on a body at a point meets along its direction [kg]: 1/m = n . J P M^-1 J^T n; infinite where the point
    cannot move. */
    SimTK::Real effectiveMass(const SimTK::MobilizedBody&, const SimTK::Vec3& point,
                              const SimTK::UnitVec3& direction) const;
    /** Returns the largest eigenvalue of P M^-1 sum J^T k J: with stiffness the square of the mechanism's largest frequency on the springs of
    its contacts with grains that do not move [1/s^2], with damping the largest rate of its dashpots [1/s].
    @param mode  speeds of this motion; where they are those of an instant before, fewer iterations are needed */
    SimTK::Real largestEigenvalue(const std::vector<Coefficients>&, SimTK::Vector& mode) const;

private:
    SimTK::Vector speedsBy(SimTK::Vector& generalizedImpulses) const;

    const SimTK::SimbodyMatterSubsystem& matter;
    const SimTK::State& state;
};

} // namespace simbodydem::grains

#endif
