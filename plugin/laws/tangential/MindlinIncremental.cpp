// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/tangential/MindlinIncremental.h"

#include "Checks.h"
#include "kernels/MindlinIncremental.h"
#include "laws/Parameter.h"
#include "laws/tangential/SliderGlue.h"

namespace simbodydem {

namespace {

struct Memory {
    SimTK::Real stiffness; // kt at the commit, 0 before
};

} // namespace

MindlinIncremental& MindlinIncremental::setRescaleOnUnloading(bool on) {
    rescaleOnUnloading = on;
    return *this;
}

MindlinIncremental& MindlinIncremental::setTangentialDampingRatio(SimTK::Real ratio) {
    dampingRatio = checked(*this, "tangentialDampingRatio", ratio);
    return *this;
}

MindlinIncremental& MindlinIncremental::setTransitionVelocity(SimTK::Real speed) {
    transitionVelocity = checked(*this, "transitionVelocity", speed);
    return *this;
}

LawParameters MindlinIncremental::getParameters() const {
    return {choice("rescaleOnUnloading", rescaleOnUnloading),
            number("tangentialDampingRatio", dampingRatio, "-", notNegative, "", "from the restitution"),
            number("transitionVelocity", transitionVelocity, "m/s", positive, "", "from limit, mass and stiffness")};
}

RequiredValues MindlinIncremental::getRequiredValues() const { return moduliFrictionAndDamping(dampingRatio); }

void MindlinIncremental::bind(const PairMaterial& pair) {
    checkDeformable(getName(), pair);
    effectiveShearModulus = pair.effectiveShearModulus;
    staticFriction = pair.staticFriction;
    kineticFriction = pair.kineticFriction;
    beta = dampingRatioOf(dampingRatio, pair);
}

TangentialAnswer MindlinIncremental::calcForce(const TangentialInput& in) const {
    const kernels::FrictionConstants friction{staticFriction, kineticFriction, transitionVelocity};
    const kernels::MindlinIncrementalConstants law{beta, rescaleOnUnloading};
    const SimTK::Real stiffness = kernels::mindlinStiffness(effectiveShearModulus, in.contact.contactRadius);
    const SimTK::Real growth = // of the stiffness, relative [1/s]
        in.contact.overlap > 0 ? in.contact.overlapRate / (2 * in.contact.overlap) : 0;
    TangentialAnswer out = toAnswer(kernels::mindlinIncremental<SimTK::Real>(
        friction, law, stiffness, stiffness * growth, in.history.get<Memory>().stiffness, toKernel(in)));
    out.history.set(Memory{stiffness});
    return out;
}

StepHeat MindlinIncremental::calcHeat(const TangentialInput& in, const TangentialAnswer& now,
                                      const TangentialAnswer& before) const {
    if (rescaleOnUnloading) return TangentialLaw::calcHeat(in, now, before); // which only ever loses
    const SimTK::Real gained = kernels::gainAtKeptForce<SimTK::Real>(toEigen(before.displacement), before.storedEnergy,
                                                                     toEigen(now.displacement), now.storedEnergy);
    return calcHeatBeside(gained, *this, in, now, before);
}

} // namespace simbodydem
