// SPDX-License-Identifier: Apache-2.0
#include "robots/RotorCoupler.h"

namespace simbodydem {

using namespace SimTK;

namespace {

using Bodies = Array_<SpatialVec, ConstrainedBodyIndex>;
using Speeds = Array_<Real, ConstrainedUIndex>;

// Simbody numbers constrained speeds in the order of addConstrainedMobilizer(): first and second of each pair. A request by mobilizer would take
// most of the CPU time of the constraint.
ConstrainedUIndex firstOf(unsigned pair) { return ConstrainedUIndex(int(2 * pair)); }
ConstrainedUIndex secondOf(unsigned pair) { return ConstrainedUIndex(int(2 * pair + 1)); }

void subtract(const Speeds& of, Array_<Real>& differences) {
    for (unsigned i = 0; i < differences.size(); ++i) differences[i] = of[firstOf(i)] - of[secondOf(i)];
}

} // namespace

RotorCoupler::RotorCoupler(SimbodyMatterSubsystem& matter, const std::vector<Pair>& pairs)
    : Implementation(matter, 0, int(pairs.size()), 0) {
    for (const auto& [first, second] : pairs) {
        addConstrainedMobilizer(matter.getMobilizedBody(first));
        addConstrainedMobilizer(matter.getMobilizedBody(second));
    }
}

void RotorCoupler::calcVelocityErrors(const State&, const Bodies&, const Speeds& u, Array_<Real>& errors) const {
    subtract(u, errors);
}

void RotorCoupler::calcVelocityDotErrors(const State&, const Bodies&, const Speeds& udot, Array_<Real>& errors) const {
    subtract(udot, errors);
}

void RotorCoupler::addInVelocityConstraintForces(const State&, const Array_<Real>& multipliers, Bodies&,
                                                 Speeds& forces) const {
    for (unsigned i = 0; i < multipliers.size(); ++i) {
        forces[firstOf(i)] += multipliers[i];
        forces[secondOf(i)] -= multipliers[i];
    }
}

} // namespace simbodydem
