// SPDX-License-Identifier: Apache-2.0
// Prints advice as text.

#include "base/Checks.h"
#include "simbodydem/ContactAdvice.h"
#include "simbodydem/RunAdvice.h"

#include <cmath>
#include <cstdio>
#include <ostream>

namespace simbodydem {

using SimTK::Real;

namespace {

std::string number(Real value) {
    if (std::isnan(value)) return "-";
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

void line(std::ostream& out, const char* name, Real value, const char* unit, const char* meaning) {
    char text[160];
    std::snprintf(text, sizeof text, "  %-22s %10s %-4s %s\n", name, number(value).c_str(), unit, meaning);
    out << text;
}

// Returns an accuracy as text: "any" if no trial limits it, "none" if none is tight enough.
std::string accuracy(Real value) {
    if (std::isinf(value)) return "any";
    return std::isnan(value) ? "none" : number(value);
}

} // namespace

std::ostream& operator<<(std::ostream& out, const ContactAdvice& advice) {
    for (const PairAdvice& pair : advice.pairs) {
        out << pair.nameA << " and " << pair.nameB;
        if (pair.numAlike > 1) out << ", and " << pair.numAlike - 1 << " like them";
        out << (pair.isTouching ? "\n" : ", which do not touch now\n");
        line(out, "load", pair.load, "N", "N, the load on the contact");
        line(out, "effective_radius", pair.effectiveRadius, "m", "R*");
        line(out, "effective_mass", pair.effectiveMass, "kg", "m*");
        if (pair.movedMass != pair.effectiveMass)
            line(out, "moved_mass", pair.movedMass, "kg",
                 "mass that an impact moves, whatever mass was set for the dashpots");
        line(out, "overlap", pair.overlap, "m", "delta at rest under N");
        line(out, "overlap_fraction", pair.overlapFraction, "-", "delta/R*");
        line(out, "contact_radius", pair.contactRadius, "m", "sqrt(R* delta)");
        line(out, "stiffness", pair.stiffness, "N/m", "normal stiffness at this overlap");
        line(out, "tangential_stiffness", pair.tangentialStiffness, "N/m",
             "kt, of the tangential spring at this overlap");
        line(out, "friction", pair.friction, "-", "mu, largest tangential force over the load that friction feels");
        line(out, "sliding_length", pair.slidingLength, "m",
             "that force over kt: the elastic displacement before sliding");
        if (pair.rollingStiffness > 0)
            line(out, "rolling_stiffness", pair.rollingStiffness, "Nm/rad", "of the rolling spring");
        if (pair.twistingStiffness > 0)
            line(out, "twisting_stiffness", pair.twistingStiffness, "Nm/rad", "of the twisting spring");
        if (pair.rollingResistance > 0)
            line(out, "rolling_resistance", pair.rollingResistance, "Nm",
                 "torque against rolling at the speed of impacts");
        line(out, "swing_time", pair.swingTime, "s", "natural period of the mass that stands on it");
        line(out, "longest_step", pair.longestStep, "s", "of an explicit integrator");
        line(out, "contact_time", pair.contactTime, "s", "of a free impact at the speed of impacts");
        line(out, "restitution", pair.restitution, "-", "of this impact");
        line(out, "impact_overlap", pair.impactOverlap, "m", "largest overlap of this impact");
        for (const std::string& warning : pair.warnings) out << "  ! " << warning << "\n";
    }
    for (const LayerAdvice& pair : advice.layers) {
        out << pair.nameA << " and " << pair.nameB << ", with a layer\n";
        line(out, "load", pair.load, "N", "N, the load on the contact");
        line(out, "moved_mass", pair.movedMass, "kg", "mass that an impact moves");
        line(out, "depth", pair.depth, "m", "d at the deepest element under N");
        if (pair.depthFraction.isSet()) line(out, "depth_fraction", pair.depthFraction, "-", "d over the thickness");
        line(out, "area", pair.area, "m^2", "A");
        line(out, "mean_pressure", pair.meanPressure, "Pa", "N/A");
        line(out, "stiffness", pair.stiffness, "N/m", "normal stiffness, A K/h");
        line(out, "tangential_stiffness", pair.tangentialStiffness, "N/m", "kt = A G/h");
        line(out, "friction", pair.friction, "-", "mu");
        line(out, "sliding_length", pair.slidingLength, "m", "mu N/kt: the elastic displacement before sliding");
        line(out, "swing_time", pair.swingTime, "s", "natural period of the mass that stands on it");
        line(out, "longest_step", pair.longestStep, "s", "of an explicit integrator");
        line(out, "contact_time", pair.contactTime, "s", "of a free impact at the speed of impacts");
        line(out, "restitution", pair.restitution, "-", "of this impact");
        line(out, "impact_depth", pair.impactDepth, "m", "largest depth of this impact");
        line(out, "elements_across", pair.elementsAcross, "-", "square root of the number that touch");
        for (const std::string& warning : pair.warnings) out << "  ! " << warning << "\n";
    }
    if (advice.integrators.empty()) return out;
    out << "\nThe loosest accuracy at which each integrator is right:\n";
    char text[160];
    std::snprintf(text, sizeof text, "  %-28s %8s   %8s %8s %8s %8s %12s %16s\n", "", "all", "impact", "holding",
                  "rolling", "sliding", "steps/s", "evaluations/s");
    out << text;
    for (const IntegratorAdvice& one : advice.integrators) {
        std::snprintf(text, sizeof text, "  %-28s %8s   %8s %8s %8s %8s %12s %16s\n", one.integrator.c_str(),
                      accuracy(one.accuracy).c_str(), accuracy(one.impactAccuracy).c_str(),
                      accuracy(one.holdingAccuracy).c_str(), accuracy(one.rollingAccuracy).c_str(),
                      accuracy(one.slidingAccuracy).c_str(), number(one.stepsPerSecond).c_str(),
                      number(one.costPerSecond).c_str());
        out << text;
    }
    return out;
}

std::ostream& operator<<(std::ostream& out, const RunAdvice& advice) {
    for (const std::string& warning : advice.warnings) out << "! " << warning << "\n";
    if (advice.integrators.empty()) return out;
    out << "The loosest accuracy at which each integrator is right, in " << number(advice.repeatableTime) << " s:\n";
    char text[160];
    std::snprintf(text, sizeof text, "  %-28s %8s %12s %16s\n", "", "accuracy", "steps/s", "evaluations/s");
    out << text;
    for (const RunTrial& one : advice.integrators) {
        std::snprintf(text, sizeof text, "  %-28s %8s %12s %16s\n", one.integrator.c_str(),
                      accuracy(one.accuracy).c_str(), number(one.stepsPerSecond).c_str(),
                      number(one.costPerSecond).c_str());
        out << text;
    }
    return out;
}

} // namespace simbodydem
