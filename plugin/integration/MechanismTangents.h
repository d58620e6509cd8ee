// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MECHANISM_TANGENTS_H
#define SIMBODYDEM_MECHANISM_TANGENTS_H

#include "integration/ContactForces.h"

#include "Simbody.h"

#include <Eigen/Core>

#include <vector>

namespace simbodydem {

/** The derivatives of all that is no contact: other forces, gyroscopic ones among them, by what they leave missing at the present
accelerations. By forward differences, two force evaluations for each speed of the largest tree of bodies: trees are differentiated at
once, and one by one only if a probe shows that forces couple them. */
class MechanismTangents {
public:
    MechanismTangents(const SimTK::MultibodySystem&, const ContactForces&);

    void find(const SimTK::State&);
    bool areKnown() const { return bySpeed.size() > 0; }
    /** What they add to M - c dtau/du - c^2 dtau/dw. */
    Eigen::MatrixXd calcShare(SimTK::Real c) const { return c * bySpeed + (c * c) * byPosition; }
    /** Add dtau/dw displacement + dtau/du speeds. */
    void addTo(SimTK::Vector& tau, const SimTK::Vector& displacement, const SimTK::Vector& speeds) const;

private:
    std::vector<std::vector<int>> findTrees(const SimTK::State&) const;
    /** Finds the derivatives within blocks of speeds. @returns whether there are no others */
    bool findBlocks(const SimTK::State&, const std::vector<std::vector<int>>& blocks);

    const SimTK::MultibodySystem& system;
    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& contacts;
    Eigen::MatrixXd bySpeed, byPosition;
};

} // namespace simbodydem

#endif
