// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_LINEARIZATION_H
#define SIMBODYDEM_CONTACT_LINEARIZATION_H

#include "simbodydem/Export.h"

#include "simbody/internal/common.h"

#include <utility>
#include <vector>

namespace SimTK {
class SimbodyMatterSubsystem;
}

namespace simbodydem {

/** Holds the derivatives of all contacts between two bodies with respect to their poses and velocities:

    dF = -stiffness dX - damping dV

| vector | components | units |
|-|-|-|
| F | moment, force on a; moment, force on b; moments about the origins of the body frames | N m, N |
| X | rotation, displacement of a; rotation, displacement of b | rad, m |
| V | angular velocity, velocity of a; angular velocity, velocity of b | rad/s, m/s |

All vectors are in Ground. Neither matrix is symmetric if a contact slides. The columns of a body that is Ground are zero. */
struct BodyPairTangent {
    SimTK::MobilizedBodyIndex a, b;
    SimTK::Mat<12, 12> stiffness, damping;
};

/** Stores stiffness and damping of all contacts at one instant: the derivatives of their forces with respect to coordinates and speeds. The
committed history and the time since the commit are constant. A contact that sticks has the derivatives of sticking, a contact that slides
those of sliding.

DEMContactForce::calcLinearization() computes it. It stores one stiffness and one damping matrix per pair of bodies, whatever the number of
contacts. The matrix J maps generalized speeds to the velocities of the bodies. It comes from Simbody:

    -dtau/du = J^T damping J
    -dtau/dw = J^T stiffness J + terms of the change of J

Here w moves as u does, dq = N(q) dw. The last terms are the change of J itself, and of the velocities of the bodies with J. Functions that
take a State expect the State that the derivatives were computed for, realized to Stage::Velocity. A State of another System, or of the wrong
size, throws std::logic_error. */
class SIMBODYDEM_API ContactLinearization {
public:
    /** Makes a linearization of its parts.
        @param bodyForces  forces of all contacts, by MobilizedBodyIndex, Ground included; empty means no forces
        @throws std::invalid_argument if there is not one for every body */
    ContactLinearization(const SimTK::SimbodyMatterSubsystem&, std::vector<BodyPairTangent>,
                         const SimTK::Vector_<SimTK::SpatialVec>& bodyForces);

    /** Returns the stiffness and damping matrices, one of each for every pair of bodies in contact. */
    const std::vector<BodyPairTangent>& getPairs() const { return pairs; }

    /** Computes -dtau/du, nu x nu [N s/m, by the units of u]. */
    SimTK::Matrix calcDamping(const SimTK::State&) const;

    /** Computes -dtau/dw, nu x nu [N/m, by the units of u], with constant speeds u. The terms of the change of J are found by differences. They
    realize a copy of the State to Stage::Velocity 2 nu times.
    @param isWithGeometry  false leaves out these terms, which are of the order of force over lever instead of stiffness, and their cost */
    SimTK::Matrix calcStiffness(const SimTK::State&, bool isWithGeometry = true) const;

    /** Computes -dtau/dq, nu x nq, with respect to the coordinates themselves: calcStiffness() times N(q)^+. */
    SimTK::Matrix calcStiffnessByQ(const SimTK::State&) const;

    /** Stores one entry of a sparse matrix. */
    struct Entry {
        int row, column;
        SimTK::Real value;
    };
    /** Computes the entries of calcDamping() that are not zero, for systems of many bodies. Entries of the same row and column add up. */
    std::vector<Entry> calcSparseDamping(const SimTK::State&) const;
    /** Computes the entries of calcStiffness(state, false) that are not zero. Entries of the same row and column add up. */
    std::vector<Entry> calcSparseStiffness(const SimTK::State&) const;

private:
    const SimTK::SimbodyMatterSubsystem& matter;
    std::vector<BodyPairTangent> pairs;
    SimTK::Vector_<SimTK::SpatialVec> bodyForces; // of all contacts
};

} // namespace simbodydem

#endif
