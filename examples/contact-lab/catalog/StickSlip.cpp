// A block that a spring pulls over a plane.

#include "Check.h"
#include "LabExperiments.h"
#include "Stepper.h"

#include <simbodydem/MixingRules.h>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

StickSlip::StickSlip() : law(withCundall(onMaterial(1e7, 0.3, 0.5, 0.4), 1e4)) {
    law.kt = 2e3;
    law.kineticFriction = 0.25;
    law.transitionVelocity = 0.05;
    law.tangentialDampingRatio = 0.2;
}

namespace {

// Returns the overlap of a sphere under its load: on a linear spring if one is given, otherwise by Hertz.
Real calcOverlapAtRest(const StickSlip& p, Real radius) {
    const Real load = p.mass * p.gravity / 4;
    if (!isNaN(p.law.kn)) return load / p.law.kn;
    const Real modulus = mixMaterials(p.law.getMaterial(), p.law.getRigidMaterial()).effectiveYoungsModulus;
    return std::pow(load / (4. / 3. * modulus * std::sqrt(radius)), 2. / 3.);
}

} // namespace

StickSlipResult runStickSlip(const StickSlip& p, IntegratorChoice choice) {
    OneSetModel model(Vec3(0, -p.gravity, 0));
    MobilizedBody::Translation block(model.matter.updGround(),
                                     Body::Rigid(MassProperties(p.mass, Vec3(0), UnitInertia(p.mass))));
    const Real radius = 0.02, height = radius - calcOverlapAtRest(p, radius);
    MobilizedBody::Slider cart(model.matter.updGround(), Body::Massless());
    Motion::Steady(cart, p.pullSpeed);
    Force::TwoPointLinearSpring(model.forces, block, Vec3(0), cart, Vec3(1, height, 0), p.pullStiffness, 1);
    model.addGround();
    for (int i = 0; i < 4; ++i) model.addSphere(block, radius, Vec3(i & 1 ? .1 : -.1, 0, i & 2 ? .1 : -.1));
    const auto force = model.install(p.law, p.law.getRigidMaterial());

    State state = model.system.realizeTopology();
    block.setQToFitTranslation(state, Vec3(0, height, 0));
    choice.lastTime = p.time;
    Advance advance(model, choice, state, p.time, Infinity); // the pull does work
    StickSlipResult result;
    for (Real time : p.times) result.positions.push_back(block.getBodyOriginLocation(advance.to(time))[0]);
    const State& end = advance.to(p.time);
    result.position = block.getBodyOriginLocation(end)[0];
    result.speed = block.getBodyOriginVelocity(end)[0];
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

} // namespace lab
