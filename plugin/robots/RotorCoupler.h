// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_ROBOTS_ROTOR_COUPLER_H
#define SIMBODYDEM_ROBOTS_ROTOR_COUPLER_H

#include "Simbody.h"

#include <utility>
#include <vector>

namespace simbodydem {

/** Equates the speeds of pairs of mobilizers that have one speed each. One constraint for all pairs takes a fraction of the CPU time of a
SpeedCoupler each: for each of its equations Simbody visits all constraints of the System. */
class RotorCoupler : public SimTK::Constraint::Custom::Implementation {
public:
    using Pair = std::pair<SimTK::MobilizedBodyIndex, SimTK::MobilizedBodyIndex>;
    RotorCoupler(SimTK::SimbodyMatterSubsystem&, const std::vector<Pair>&);
    RotorCoupler* clone() const override { return new RotorCoupler(*this); }

    void calcVelocityErrors(const SimTK::State&, const SimTK::Array_<SimTK::SpatialVec, SimTK::ConstrainedBodyIndex>&,
                            const SimTK::Array_<SimTK::Real, SimTK::ConstrainedUIndex>& u,
                            SimTK::Array_<SimTK::Real>& errors) const override;
    void calcVelocityDotErrors(const SimTK::State&, const SimTK::Array_<SimTK::SpatialVec, SimTK::ConstrainedBodyIndex>&,
                               const SimTK::Array_<SimTK::Real, SimTK::ConstrainedUIndex>& udot,
                               SimTK::Array_<SimTK::Real>& errors) const override;
    void addInVelocityConstraintForces(const SimTK::State&, const SimTK::Array_<SimTK::Real>& multipliers,
                                       SimTK::Array_<SimTK::SpatialVec, SimTK::ConstrainedBodyIndex>&,
                                       SimTK::Array_<SimTK::Real, SimTK::ConstrainedUIndex>& forces) const override;
};

} // namespace simbodydem

#endif
