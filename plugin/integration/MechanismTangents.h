// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MECHANISM_TANGENTS_H
#define SIMBODYDEM_MECHANISM_TANGENTS_H

#include "integration/ContactForces.h"

#include "Simbody.h"

#include <Eigen/Core>

#include <vector>

namespace simbodydem {

/** The derivatives of all forces other than contacts, gyroscopic ones included: of the residual force at the present accelerations. They are
forward differences, two force evaluations for each speed of the largest tree of bodies. All trees are differentiated together, unless a
probe shows that forces couple them. */
class MechanismTangents {
public:
    MechanismTangents(const SimTK::MultibodySystem&, const ContactForces&);

    /** Holds all that outlives a step. */
    struct Memory {
        Eigen::MatrixXd bySpeed, byPosition; // nu x nu, or empty
    };
    const Memory& getMemory() const { return known; }
    void restore(const Memory& memory) { known = memory; }

    void find(const SimTK::State&);
    bool areKnown() const { return known.bySpeed.size() > 0; }
    /** Returns their part of S = M - c dtau/du - c^2 dtau/dw. */
    Eigen::MatrixXd calcContribution(SimTK::Real c) const { return c * known.bySpeed + (c * c) * known.byPosition; }
    /** Adds dtau/dw displacement + dtau/du speeds. */
    void addTo(SimTK::Vector& tau, const SimTK::Vector& displacement, const SimTK::Vector& speeds) const;

private:
    std::vector<std::vector<int>> findTrees(const SimTK::State&) const;
    /** Finds the derivatives within blocks of speeds. @returns false if there are others */
    bool findBlocks(const SimTK::State&, const std::vector<std::vector<int>>& blocks);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& contacts;
    Memory known;
};

} // namespace simbodydem

#endif
