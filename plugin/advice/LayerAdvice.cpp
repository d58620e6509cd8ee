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

std::vector<std::string> warn(const LayerAdvice& advice, const CandidateArea& area, const PowerLaw& law,
                              const AdviceOptions& options) {
    std::vector<std::string> all;
    const Real deepest = area.constants.deepest();
    const auto stiffer = [&](Real depth) {
        return "a layer " + toText(std::pow(depth / deepest, law.exponent)) + " times as stiff stays above it";
    };
    if (advice.depth > deepest)
        all.push_back("under " + toText(advice.load) + " N the depth is " + toText(100 * advice.depthFraction) +
                      " % of the thickness, and the law is valid up to 50 %; " + stiffer(advice.depth));
    else if (advice.impactDepth > deepest)
        all.push_back("an impact at " + toText(options.speed) + " m/s is " + toText(advice.impactDepth) +
                      " m deep, more than half of the thickness; " + stiffer(advice.impactDepth));
    if (advice.elementsAcross < fewestAcross)
        all.push_back("only " + toText(advice.elementsAcross) +
                      " elements cross the contact; divide setElementSize() by " +
                      toText(std::ceil(fewestAcross / std::max(advice.elementsAcross, 1))));
    if (!area.constants.dissipation.isSet() && area.constants.kappa == 0)
        all.push_back("the layer has no damping, and a body on it vibrates; set a restitution or a dissipation");
    return all;
}

} // namespace

LayerAdvice describeArea(const CandidateArea& area, const DEMContactForce& force, const AdviceOptions& options) {
    // The stiffness of a power law is n N/d.
    const LayerPair& layer = area.constants;
    const PowerLaw law{area.load, area.record.depth,
                       layer.normalStiffness * area.record.area * area.record.depth / area.load};
    LayerAdvice advice;
    advice.a = area.record.a;
    advice.b = area.record.b;
    advice.nameA = force.getSurfaceName(advice.a);
    advice.nameB = force.getSurfaceName(advice.b);
    advice.load = options.load.isSet() ? Real(options.load) : area.load;
    advice.movedMass = area.movedMass;
    advice.depth = law.depthUnder(advice.load);
    if (layer.thickness < Infinity) advice.depthFraction = advice.depth / layer.thickness;
    advice.stiffness = law.exponent * advice.load / advice.depth;
    advice.area = advice.stiffness / layer.normalStiffness;
    advice.meanPressure = advice.load / advice.area;
    advice.tangentialStiffness = layer.shearStiffness * advice.area;
    advice.friction = layer.friction.staticFriction;
    advice.slidingLength = advice.friction > 0 ? advice.friction * advice.load / advice.tangentialStiffness : 0;
    const Real stiffest = std::max(advice.stiffness, 3.5 * advice.tangentialStiffness);
    advice.longestStep = swingPerStep * std::sqrt(area.movedMass / stiffest);
    advice.swingTime = 2 * Pi / swingPerStep * advice.longestStep;
    const LayerImpact impact = strike(law, area.movedMass, layer.dissipationOf(options.speed), options.speed);
    advice.contactTime = impact.time;
    advice.restitution = impact.restitution;
    advice.impactDepth = impact.depth;
    const Real sides = layer.weight < 1 ? 2 : 1; // both surfaces have elements
    const Real areaFraction = advice.area / area.record.area;
    advice.elementsAcross = int(std::sqrt(areaFraction * area.record.numElements / sides));
    advice.warnings = warn(advice, area, law, options);
    return advice;
}

} // namespace simbodydem
