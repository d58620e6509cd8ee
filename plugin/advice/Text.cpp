// SPDX-License-Identifier: Apache-2.0
// Advice as people read it.

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

// The least of what speaks of it, and what none was found for.
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
        line(out, "load", pair.load, "N", "N, that the contact bears");
        line(out, "effective_radius", pair.effectiveRadius, "m", "R*");
        line(out, "effective_mass", pair.effectiveMass, "kg", "m*");
        if (pair.movedMass != pair.effectiveMass)
            line(out, "moved_mass", pair.movedMass, "kg", "that an impact moves, whatever the dashpots were given");
        line(out, "overlap", pair.overlap, "m", "at rest under N");
        line(out, "overlap_share", pair.overlapShare, "-", "of R*");
        line(out, "contact_radius", pair.contactRadius, "m", "sqrt(R* delta)");
        line(out, "stiffness", pair.stiffness, "N/m", "there, normal");
        line(out, "tangential_stiffness", pair.tangentialStiffness, "N/m", "there, of the spring");
        line(out, "friction", pair.friction, "-", "mu, greatest tangential force over the load it feels");
        line(out, "sliding_length", pair.slidingLength, "m", "that force over kt, by which it yields before it slides");
        if (pair.rollingStiffness > 0) line(out, "rolling_stiffness", pair.rollingStiffness, "Nm/rad", "of its spring");
        if (pair.twistingStiffness > 0)
            line(out, "twisting_stiffness", pair.twistingStiffness, "Nm/rad", "of its spring");
        if (pair.rollingResistance > 0)
            line(out, "rolling_resistance", pair.rollingResistance, "Nm", "against rolling at that speed");
        line(out, "swing_time", pair.swingTime, "s", "period of what stands on it");
        line(out, "longest_step", pair.longestStep, "s", "of an explicit integrator");
        line(out, "contact_time", pair.contactTime, "s", "of a free impact at the speed asked about");
        line(out, "restitution", pair.restitution, "-", "that such an impact shows");
        line(out, "impact_overlap", pair.impactOverlap, "m", "its greatest");
        for (const std::string& warning : pair.warnings) out << "  ! " << warning << "\n";
    }
    if (advice.integrators.empty()) return out;
    out << "\nThe largest accuracy with which an integrator is right:\n";
    char text[160];
    std::snprintf(text, sizeof text, "  %-28s %8s   %8s %8s %8s %8s %12s %16s\n", "", "all", "impact", "holding",
                  "rolling", "sliding", "steps/s", "realizations/s");
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
    out << "The largest accuracy with which an integrator is right, in " << number(advice.repeatableTime) << " s:\n";
    char text[160];
    std::snprintf(text, sizeof text, "  %-28s %8s %12s %16s\n", "", "accuracy", "steps/s", "realizations/s");
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
