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

/** How the contacts of two bodies, taken together, change with where these are and how they move:

    dF = -stiffness dX - damping dV

with F = (moment, force on a; moment, force on b) about the origins of the bodies' frames, X = (rotation, displacement of a; the same of b)
and V = (angular velocity, velocity of a; the same of b), all in Ground [N, N m; m, rad; s]. Neither is symmetric where something slides.
Columns of a body that is Ground are zero. */
struct BodyPairTangent {
    SimTK::MobilizedBodyIndex a, b;
    SimTK::Mat<12, 12> stiffness, damping;
};

/** Stiffness and damping of all contacts at one instant: the derivatives of their forces with respect to coordinates and speeds, with the
committed history and the time since then held. A contact that sticks has the derivatives of sticking, one that slides those of
sliding.

DEMContactForce::calcLinearization() computes it. It stores one stiffness and one damping matrix per pair of bodies, however many
contacts they have. The rest is J, the bodies' velocities by generalized speeds, from Simbody:

    -dtau/du = J^T damping J
    -dtau/dw = J^T stiffness J + what is of J: its own change, and that of the bodies' velocities with it

where w moves as u does, dq = N(q) dw. Functions that take a State expect the one that the derivatives were made for, realized to
Stage::Velocity; one of another System, or of the wrong size, is a std::logic_error. */
class SIMBODYDEM_API ContactLinearization {
public:
    /** @param bodyForces  of all contacts, by MobilizedBodyIndex; none if it is empty
        @throws std::invalid_argument if there is not one for every body */
    ContactLinearization(const SimTK::SimbodyMatterSubsystem&, std::vector<BodyPairTangent>,
                         const SimTK::Vector_<SimTK::SpatialVec>& bodyForces);

    /** The factors, one for each pair of bodies in contact. */
    const std::vector<BodyPairTangent>& getPairs() const { return pairs; }

    /** -dtau/du, nu x nu [N s/m, by the units of u]. */
    SimTK::Matrix calcDamping(const SimTK::State&) const;

    /** -dtau/dw, nu x nu, the speeds u held. What is of J is found by differences of Simbody's operators, 2 nu realizations of
    a copy to Stage::Velocity; without it, a part of the order of force over lever in place of stiffness, it costs none.
    @param isWithGeometry whether it is to be there */
    SimTK::Matrix calcStiffness(const SimTK::State&, bool isWithGeometry = true) const;

    /** -dtau/dq, nu x nq, by the coordinates themselves: calcStiffness() times N(q)^+. */
    SimTK::Matrix calcStiffnessByQ(const SimTK::State&) const;

    /** The same as calcDamping() and calcStiffness(state, false) for many bodies: row, column and value of what is not zero. Entries
    of the same place add up. */
    struct Entry {
        int row, column;
        SimTK::Real value;
    };
    std::vector<Entry> calcSparseDamping(const SimTK::State&) const;
    std::vector<Entry> calcSparseStiffness(const SimTK::State&) const;

private:
    const SimTK::SimbodyMatterSubsystem& matter;
    std::vector<BodyPairTangent> pairs;
    SimTK::Vector_<SimTK::SpatialVec> bodyForces; // of all contacts
};

using ContactJacobian [[deprecated("it is called ContactLinearization")]] = ContactLinearization;

} // namespace simbodydem

#endif
