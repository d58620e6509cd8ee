// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_PRESCRIBED_COORDINATES_H
#define SIMBODYDEM_PRESCRIBED_COORDINATES_H

#include "Simbody.h"

#include <vector>

namespace simbodydem {

/** Coordinates that are prescribed or locked, and whose rates are speeds.

A prescribed coordinate follows q(t) exactly, a body that sticks to it the integrator's approximation. The O(h^3) difference would appear as
slip in a stiff contact. So within a step these coordinates follow the approximation too, and are corrected at its end. */
class PrescribedCoordinates {
public:
    explicit PrescribedCoordinates(const SimTK::MultibodySystem& system);

    /** Finds these coordinates. Realizes the State to Stage::Position. */
    void find(const SimTK::State&);
    bool areNone() const { return all.empty(); }
    /** Returns true if more is prescribed than these. */
    bool areThereOthers() const { return hasOthers; }

    /** Computes coordinates and speeds at this time. Leaves the State there.
    @throws std::runtime_error if one is not finite, and what Motions throw */
    void prescribe(SimTK::State&, SimTK::Real time);
    /** Moves the State's coordinates by their speeds in a stage: q = from + rates + c u. */
    void follow(SimTK::State&, const SimTK::Vector& from, const SimTK::Vector& rates, SimTK::Real c) const;

    /** Returns by how much prescribed speeds exceed these; 0 for others. */
    SimTK::Vector aheadOf(const SimTK::Vector& speeds) const;
    /** Returns the displacement from the State's coordinates to the prescribed ones; 0 for others. */
    SimTK::Vector aheadOf(const SimTK::State&) const;
    /** Sets the coordinates to the prescribed ones. */
    void correct(SimTK::Vector& q) const;

private:
    struct Coordinate {
        int q, u;
        SimTK::Real value, speed; // at the time of prescribe()
    };
    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    std::vector<Coordinate> all;
    bool hasOthers = false;
};

} // namespace simbodydem

#endif
