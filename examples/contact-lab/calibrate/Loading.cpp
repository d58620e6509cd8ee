// Force against overlap of a sphere that is pressed onto a plane and taken off again.

#include "Check.h"
#include "Measurements.h"
#include "Model.h"

#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

const int stepsPerDatum = 8; // of the path, which is straight between two data

std::vector<std::vector<Real>> predictLoading(const MeasurementSetup& setup, const LawChoice& law) {
    const Real R = setup.settings.at("radius"), rate = setup.settings.at("rate");
    const Real margin = law.needsMargin() ? 0.05 * R : 0; // for necks
    OneSetModel model;
    MobilizedBody::Translation sphere(model.matter.updGround(),
                                      makeBall(massOfBall(R, setup.settings.at("density")), R));
    model.addGround();
    model.addSphere(sphere, R + margin);
    const auto target = setup.target == "rigid-plane" ? law.getRigidMaterial() : law.getMaterial();
    const auto ours = model.installForce(model.set, law, target);
    if (margin > 0)
        for (ContactSurfaceIndex s(1); s < model.contacts.getNumBodies(model.set); ++s)
            ours->setDetectionMargin(s, margin);
    const Force& force = model.forces.getForce(ForceIndex(0)); // ours or HuntCrossleyForce

    State state = model.system.realizeTopology();
    Real overlap = std::fmin(0, setup.abscissae.front()), time = 0;
    std::vector<Real> forces;
    for (const Real next : setup.abscissae) {
        check(next < R, "overlap", next, "m", fmt::format("below the radius = {:g} m", R));
        const Real from = overlap, speed = rate * sign(next - from);
        for (int i = 1; i <= stepsPerDatum; ++i) {
            overlap = i == stepsPerDatum ? next : from + (next - from) * i / stepsPerDatum;
            state.setTime(time + std::abs(overlap - from) / rate);
            sphere.setQToFitTranslation(state, Vec3(0, R - overlap, 0));
            sphere.setUToFitLinearVelocity(state, Vec3(0, -speed, 0));
            model.system.realize(state, Stage::Dynamics); // not on: the motion is given, no force is to account for it
            if (i == stepsPerDatum) forces.push_back(forceOn(sphere, force, state)[1][1]);
            state.autoUpdateDiscreteVariables(); // what an integrator does after an accepted step
        }
        time = state.getTime();
    }
    return {forces};
}

} // namespace

MeasurementKind loading() {
    std::vector<Setting> settings = ballSettings();
    settings.push_back({{"rate", "m/s"}, 1e-3, positiveSetting, "at which the overlap changes"});
    return {"loading",
            "force on a sphere that is pressed onto a plane and taken off again, against the overlap, in the order in "
            "which it was measured; it begins at first touch",
            {"overlap", "m"},
            {-Infinity, Infinity, false, false},
            {{"force", "N"}},
            settings,
            {"rigid-plane", "plane"},
            [] { return LawChoice(); },
            predictLoading};
}

} // namespace lab
