// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/LammpsTerms.h"

#include "protocol/TermLimits.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace simbodydem::grains {

namespace {

// The polynomial of LAMMPS's pair style granular, damping tsuji.
double alphaOfTsuji(double e) {
    return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

// Since this release, of the end of 2022, damping tsuji refuses laws that stick.
constexpr int refusesStickingDashpot = 20221222;

} // namespace

std::string toText(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", x);
    return text;
}

std::string toReadable(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return text;
}

double argumentOfTsuji(double alpha) {
    double low = 0, high = 1.0001; // the polynomial falls between them, to below zero
    while (alphaOfTsuji(high) > 0) high += 1e-4;
    if (alpha >= alphaOfTsuji(low)) low = 30, high = 1.3; // and rises between these, from 0.1 to 3e9
    if (!(alpha >= 0 && alpha < alphaOfTsuji(low)))
        throw std::invalid_argument("LAMMPS has no damping with alpha = " + toReadable(alpha));
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (alphaOfTsuji(middle) > alpha ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

int placeOfRolling(const ContactTerms& terms) {
    if (terms.tangential == ContactTerms::Tangential::MindlinForceRescaled) return 4;
    return terms.tangential == ContactTerms::Tangential::None && terms.normal != ContactTerms::Normal::JKR ? 0 : 3;
}

std::string toLammps(const BedSetUp& bed, const ContactTerms& terms, int release) {
    using Terms = ContactTerms;
    const std::string fault = findFault(terms);
    if (!fault.empty()) throw std::invalid_argument(fault);
    const bool isHertz = terms.normal != Terms::Normal::Linear; // or JKR, which is based on it
    const double perRadius = isHertz ? 4. / 3. * terms.stiffness : terms.stiffness; // of F_e/delta
    std::string text = (isHertz ? "hertz " : "hooke ") + toText(perRadius) + " ", damping;
    // LAMMPS mixes a modulus with itself, E/2 for a Poisson's ratio of 0, and takes the surface energy of one ball.
    if (terms.normal == Terms::Normal::JKR) text = "jkr " + toText(2 * terms.stiffness) + " ";
    const bool isByRestitution = terms.dashpot == Terms::Dashpot::Ratio, sticks = terms.normal == Terms::Normal::JKR;
    if (isByRestitution && sticks && release >= refusesStickingDashpot && terms.damping > 0)
        throw std::invalid_argument("this LAMMPS, of " + std::to_string(release) +
                                    ", has no dashpot by restitution for grains that stick; call JKRNormal::setDamping(HertzNormal::Damping::None), or "
                                    "take the LAMMPS of January 2022, which Debian 12 has");
    if (isByRestitution && !(sticks && release >= refusesStickingDashpot)) {
        text += toText(argumentOfTsuji(terms.damping));
        damping = " damping tsuji";
    } else if (terms.dashpot == Terms::Dashpot::PerMass) {
        text += toText(terms.damping);
        damping = " damping mass_velocity";
    } else {
        text += toText(terms.dashpot == Terms::Dashpot::Constant ? terms.damping : 0);
        damping = " damping velocity";
    }
    if (terms.normal == Terms::Normal::JKR) text += " 0 " + toText(0.5 * terms.workOfAdhesion);
    const bool isLinear = terms.tangential == Terms::Tangential::Linear;
    if (terms.tangential == Terms::Tangential::None) // LAMMPS cannot remember that grains stick without a history of something
        text += terms.normal == Terms::Normal::JKR ? " tangential linear_history 0 0 0" : " tangential linear_nohistory 0 0";
    else {
        const double stiffness = isLinear ? terms.tangentialStiffness : 8 * terms.tangentialStiffness;
        const double ratio = terms.tangentialDampingRatio > 0
                                 ? 2 * terms.tangentialDampingRatio * std::sqrt(stiffness / perRadius) / terms.damping
                                 : 0;
        const char* const names[] = {"", "linear_history", "mindlin", "mindlin/force", "mindlin_rescale/force"};
        text += std::string(" tangential ") + names[int(terms.tangential)] + " " + toText(stiffness) + " " +
                toText(ratio) + " " + toText(terms.friction);
    }
    if (terms.rolling == Terms::Rolling::SpringSlider) {
        // LAMMPS's spring acts on a displacement R* theta, that of EPSDRolling on theta.
        const double square = bed.rollingRadius * bed.rollingRadius, perTurn = terms.rollingStiffness / square;
        const double dashpot = 2 * terms.rollingDampingRatio * std::sqrt(1.4 * bed.rollingMass * perTurn);
        text += " rolling sds " + toText(perTurn) + " " + toText(dashpot) + " " + toText(terms.rollingFriction);
    }
    return text + damping + (terms.mayPull ? "" : " limit_damping");
}

} // namespace simbodydem::grains
