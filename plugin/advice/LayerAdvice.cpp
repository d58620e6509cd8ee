// SPDX-License-Identifier: Apache-2.0
#include "advice/LayerAdvice.h"

#include "advice/RungeKutta.h"
#include "base/Checks.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const Real fewestAcross = 10; // elements; the force is then right to about a percent

// The force N = N0 (d/d0)^n of an area whose depth changes.
struct PowerLaw {
    Real load, depth, exponent;

    Real forceAt(Real d) const { return d > 0 ? load * std::pow(d / depth, exponent) : 0; }
    Real depthUnder(Real N) const { return depth * std::pow(N / load, 1 / exponent); }
    // Returns the depth at which the elastic force has done this work.
    Real depthOf(Real work) const {
        return depth * std::pow((exponent + 1) * work / (load * depth), 1 / (exponent + 1));
    }
};

struct LayerImpact {
    Real time, restitution, depth;
};

// Integrates m d'' = -N(d) (1 + c d') from first touch on.
LayerImpact strike(const PowerLaw& law, Real mass, Real c, Real speed) {
    const Real deepest = law.depthOf(0.5 * mass * square(speed)), h = 3 * deepest / speed / stepsOfImpact;
    const auto acceleration = [&](Real d, Real v) { return -law.forceAt(d) * std::max(1 + c * v, Real(0)) / mass; };
    LayerImpact impact{0, 0, 0};
    Real d = 0, v = speed;
    while (true) {
        const Real before = d;
        takeRungeKuttaStep(acceleration, h, d, v);
        if (d <= 0) { // the surfaces part within this step
            impact.time += h * before / (before - d);
            impact.restitution = -v / speed;
            return impact;
        }
        impact.time += h;
        impact.depth = std::max(impact.depth, d);
    }
}

// The prediction for the area of a layer.
struct AreaPrediction {
    const CandidateArea* present;
    PowerLaw law;
    Real load{}, depth{}, stiffness{}, area{}, tangentialStiffness{}, swingTime{}, longestStep{}; // under the load
    LayerImpact impact{};
    int elementsAcross{};
};

AreaPrediction predict(const CandidateArea& area, const AdviceOptions& options) {
    const LayerPair& layer = area.constants;
    // The stiffness of a power law is n N/d.
    const PowerLaw law{area.load, area.record.depth,
                       layer.normalStiffness * area.record.area * area.record.depth / area.load};
    AreaPrediction contact{&area, law};
    contact.load = options.load.isSet() ? Real(options.load) : area.load;
    contact.depth = law.depthUnder(contact.load);
    contact.stiffness = law.exponent * contact.load / contact.depth;
    contact.area = contact.stiffness / layer.normalStiffness;
    contact.tangentialStiffness = layer.shearStiffness * contact.area;
    const Real stiffest = std::max(contact.stiffness, 3.5 * contact.tangentialStiffness);
    contact.longestStep = swingPerStep * std::sqrt(area.movedMass / stiffest);
    contact.swingTime = 2 * Pi / swingPerStep * contact.longestStep;
    contact.impact = strike(law, area.movedMass, layer.dissipationOf(options.speed), options.speed);
    const Real sides = layer.weight < 1 ? 2 : 1; // both surfaces have elements
    const Real areaFraction = contact.area / area.record.area;
    contact.elementsAcross = int(std::sqrt(areaFraction * area.record.numElements / sides));
    return contact;
}

void write(ContactAdvice& advice, const AreaPrediction& contact, const DEMContactForce& force,
           const AdviceOptions& options) {
    const LayerPair& layer = contact.present->constants;
    const std::string subject = nameSubject(advice, force, contact.present->record.a, contact.present->record.b);
    const auto add = [&](const char* quantity, Real value, const char* unit, const char* remark) {
        advice.add({subject, quantity, value, unit, remark});
    };
    const Real friction = layer.friction.staticFriction, depthFraction = contact.depth / layer.thickness;
    add("touching", 1, "-", "over an area, with a layer");
    add("load", contact.load, "N", "N, the load on the contact");
    add("moved_mass", contact.present->movedMass, "kg", "mass that an impact moves");
    add("depth", contact.depth, "m", "d at the deepest element under N");
    if (layer.thickness < Infinity) add("depth_fraction", depthFraction, "-", "d over the thickness");
    add("area", contact.area, "m^2", "A");
    add("mean_pressure", contact.load / contact.area, "Pa", "N/A");
    add("stiffness", contact.stiffness, "N/m", "normal stiffness, A K/h");
    add("tangential_stiffness", contact.tangentialStiffness, "N/m", "kt = A G/h");
    add("friction", friction, "-", "mu");
    add("sliding_length", friction > 0 ? friction * contact.load / contact.tangentialStiffness : 0, "m",
        "mu N/kt: the elastic displacement before sliding");
    add("swing_time", contact.swingTime, "s", "natural period of the mass that stands on it");
    add("longest_step", contact.longestStep, "s", "of an explicit integrator");
    add("impact_speed", options.speed, "m/s", "of a free impact");
    add("contact_time", contact.impact.time, "s", "of this impact");
    add("restitution", contact.impact.restitution, "-", "of this impact");
    add("impact_depth", contact.impact.depth, "m", "largest depth of this impact");
    add("elements_across", contact.elementsAcross, "-", "square root of the number that touch");

    const Real deepest = layer.deepest();
    const auto stiffer = [&](Real depth) {
        return "a layer " + toText(std::pow(depth / deepest, contact.law.exponent)) + " times as stiff stays above it";
    };
    if (contact.depth > deepest)
        advice.warn(subject, "under " + toText(contact.load) + " N the depth is " + toText(100 * depthFraction) +
                                 " % of the thickness, and the law is valid up to 50 %; " + stiffer(contact.depth));
    else if (contact.impact.depth > deepest)
        advice.warn(subject, "an impact at " + toText(options.speed) + " m/s is " + toText(contact.impact.depth) +
                                 " m deep, more than half of the thickness; " + stiffer(contact.impact.depth));
    if (contact.elementsAcross < fewestAcross)
        advice.warn(subject, "only " + toText(contact.elementsAcross) +
                                 " elements cross the contact; divide setElementSize() by " +
                                 toText(std::ceil(fewestAcross / std::max(contact.elementsAcross, 1))));
    if (!layer.dissipation.isSet() && layer.kappa == 0)
        advice.warn(subject,
                    "the layer has no damping, and a body on it vibrates; set a restitution or a dissipation");
}

} // namespace

void adviseOnAreas(ContactAdvice& advice, const std::vector<CandidateArea>& areas, const DEMContactForce& force,
                   const AdviceOptions& options) {
    std::vector<AreaPrediction> contacts;
    for (const CandidateArea& area : areas) contacts.push_back(predict(area, options));
    std::stable_sort(contacts.begin(), contacts.end(), [](const AreaPrediction& one, const AreaPrediction& other) {
        return one.swingTime < other.swingTime; // the shortest natural period first
    });
    for (const AreaPrediction& contact : contacts) write(advice, contact, force, options);
}

} // namespace simbodydem
