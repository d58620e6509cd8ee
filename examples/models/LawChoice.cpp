#include "LawChoice.h"

#include <simbodydem/SurfaceMaterial.h>

#include <cmath>
#include <stdexcept>

namespace lab {

simbodydem::SurfaceMaterial LawChoice::getMaterial() const {
    // No option accepts NaN. So NaN means that an option was not given.
    const auto ifGiven = [](Real value) {
        return std::isnan(value) ? simbodydem::MaterialValue() : simbodydem::MaterialValue(value);
    };
    simbodydem::SurfaceMaterial material{youngsModulus, poissonsRatio, restitution, staticFriction};
    material.kineticFriction = ifGiven(kineticFriction);
    material.dissipation = std::isnan(dissipation) ? typicalDissipation : dissipation;
    material.rollingFriction = std::isnan(rollingFriction) ? 0.05 : rollingFriction;
    material.twistingFriction = ifGiven(twistingFriction);
    return material;
}

simbodydem::SurfaceMaterial LawChoice::getRigidMaterial() const {
    simbodydem::SurfaceMaterial material = getMaterial();
    material.youngsModulus = SimTK::Infinity;
    return material;
}

const std::vector<LawNumber>& lawNumbers() {
    using Of = LawNumber::Of;
    using Names = std::vector<std::string>;
    const auto number = [](const char* option, Real LawChoice::*value, const char* unit, Of of, const Names& parameters,
                           const char* help, Real ifNeeded = SimTK::NaN) {
        return LawNumber{option, value, unit, help, of, parameters, ifNeeded};
    };
    static const std::vector<LawNumber> numbers = {
        number("--transition-velocity", &LawChoice::transitionVelocity, "m/s", Of::Tangential, {"transitionVelocity"},
               "transition velocity of HuntCrossleyForce, 0.01 if not given; of other laws the slip speed at which "
               "friction is half way from mu_s to mu_k, > 0"),
        number("--kn", &LawChoice::kn, "N/m", Of::Normal, {"stiffness", "loadingStiffness"},
               "normal stiffness of a linear law, loading stiffness of elastoplastic, > 0; if not given from E "
               "(elastoplastic: 1e5), or on the slope the stiffness that sinks in as deep as Hertz under the weight of "
               "the block",
               1e5),
        number("--kt", &LawChoice::kt, "N/m", Of::Tangential, {"stiffness"},
               "tangential stiffness, > 0; a fraction of kn if not given"),
        number("--damping-ratio", &LawChoice::dampingRatio, "-", Of::Normal, {"dampingRatio"},
               "of --damping critical-ratio and of the linear laws, >= 0; from the restitution if not given"),
        number("--damping-coefficient", &LawChoice::dampingCoefficient, "SI", Of::Normal, {"dampingCoefficient"},
               "needed by --damping kk (eta [N s m^-3/2]), lh (gamma [1/s]) and linear on hertz (c [N s/m]), >= 0"),
        number("--tangential-damping", &LawChoice::tangentialDamping, "N s/m", Of::Tangential, {"tangentialDamping"},
               "eta of a tangential dashpot, > 0"),
        number("--tangential-damping-ratio", &LawChoice::tangentialDampingRatio, "-", Of::Tangential,
               {"tangentialDampingRatio"}, "tangential dashpot over critical, >= 0; from the restitution if not given"),
        number("--dissipation", &LawChoice::dissipation, "s/m", Of::Material, {},
               "c of Hunt and Crossley, >= 0; if not given, that of HuntCrossleyForce is fitted to the restitution at "
               "the impact speed, or 0.2 on the slope and the rolling plane; that of hunt-crossley follows from the "
               "restitution"),
        number("--minimum-impact-speed", &LawChoice::minimumImpactSpeed, "m/s", Of::Normal, {"minimumImpactSpeed"},
               "of laws that store the impact speed, > 0; 1e-3 if not given", 1e-3),
        number("--work-of-adhesion", &LawChoice::workOfAdhesion, "J/m^2", Of::Normal, {"workOfAdhesion"},
               "of dmt and jkr, > 0; 0.1 if not given", 0.1),
        number("--rolling-friction", &LawChoice::rollingFriction, "-", Of::Material, {},
               "mu_r of a rolling law, >= 0; 0.05 if not given"),
        number("--twisting-friction", &LawChoice::twistingFriction, "-", Of::Material, {},
               "mu_tw of a rolling law, >= 0; no twisting resistance if not given"),
        number("--rolling-stiffness", &LawChoice::rollingStiffness, "N m/rad", Of::Rolling, {"stiffness"},
               "k_r of --rolling epsd, > 0; from the normal stiffness if not given"),
        number("--twisting-stiffness", &LawChoice::twistingStiffness, "N m/rad", Of::Rolling, {"twistingStiffness"},
               "k_tw of --rolling epsd, > 0; from the normal stiffness if not given"),
    };
    return numbers;
}

LawChoice onMaterial(Real youngsModulus, Real poissonsRatio, Real restitution, Real staticFriction) {
    LawChoice law;
    law.youngsModulus = youngsModulus;
    law.poissonsRatio = poissonsRatio;
    law.restitution = restitution;
    law.staticFriction = staticFriction;
    return law;
}

LawChoice withLaws(LawChoice law, const std::string& normal, const std::string& tangential) {
    law.law = "";
    law.normal = normal;
    law.tangential = tangential;
    return law;
}

LawChoice withCundall(LawChoice law, Real kn) {
    law.law = "cundall";
    law.kn = kn;
    return law;
}

Real dissipationForRestitution(Real restitution, Real speed) {
    if (restitution >= 1) return 0;
    if (!(restitution > 0))
        throw std::invalid_argument("--law hunt-crossley cannot have restitution 0; give --dissipation [s/m]");
    // ln((1+d)/(1-d e)) - d(1+e) is negative just above d = 0 and grows to +infinity at d = 1/e.
    Real low = 0, high = 1 / restitution;
    for (int i = 0; i < 200; ++i) {
        const Real d = 0.5 * (low + high);
        (std::log((1 + d) / (1 - d * restitution)) < d * (1 + restitution) ? low : high) = d;
    }
    return low / (1.5 * speed);
}

} // namespace lab
