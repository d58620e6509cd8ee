#include "LawChoice.h"

#include <cmath>
#include <stdexcept>

namespace lab {

simbodydem::SurfaceMaterial LawChoice::getMaterial() const {
    simbodydem::SurfaceMaterial material;
    material.youngsModulus = youngsModulus;
    material.poissonsRatio = poissonsRatio;
    material.restitution = restitution;
    material.staticFriction = staticFriction;
    material.kineticFriction = kineticFriction;
    material.dissipation = std::isnan(dissipation) ? typicalDissipation : dissipation;
    material.rollingFriction = std::isnan(rollingFriction) ? 0.05 : rollingFriction;
    material.twistingFriction = twistingFriction;
    return material;
}

simbodydem::SurfaceMaterial LawChoice::getRigidMaterial() const {
    simbodydem::SurfaceMaterial material = getMaterial();
    material.youngsModulus = SimTK::Infinity;
    return material;
}

const std::vector<LawNumber>& lawNumbers() {
    using Of = LawNumber::Of;
    static const std::vector<LawNumber> numbers = {
        {"--transition-velocity",
         &LawChoice::transitionVelocity,
         "m/s",
         "HuntCrossleyForce's transition velocity (0.01 if not given); ours: slip speed at which friction is half way "
         "from mu_s to mu_k, > 0",
         Of::Tangential,
         {"transitionVelocity"}},
        {"--kn",
         &LawChoice::kn,
         "N/m",
         "normal stiffness of a linear law, loading stiffness of elastoplastic, > 0; if not given from E "
         "(elastoplastic: 1e5), or on the slope what sinks in as deep as Hertz under the block's weight",
         Of::Normal,
         {"stiffness", "loadingStiffness"},
         1e5},
        {"--kt",
         &LawChoice::kt,
         "N/m",
         "tangential stiffness, > 0; a fraction of kn if not given",
         Of::Tangential,
         {"stiffness"}},
        {"--damping-ratio",
         &LawChoice::dampingRatio,
         "-",
         "of --damping critical-ratio and of the linear laws, >= 0; from the restitution if not given",
         Of::Normal,
         {"dampingRatio"}},
        {"--damping-coefficient",
         &LawChoice::dampingCoefficient,
         "SI",
         "needed by --damping kk (eta [N s m^-3/2]), lh (gamma [1/s]) and linear on hertz (c [N s/m]), >= 0",
         Of::Normal,
         {"dampingCoefficient"}},
        {"--tangential-damping",
         &LawChoice::tangentialDamping,
         "N s/m",
         "eta of a tangential dashpot, > 0",
         Of::Tangential,
         {"tangentialDamping"}},
        {"--tangential-damping-ratio",
         &LawChoice::tangentialDampingRatio,
         "-",
         "tangential dashpot over critical, >= 0; from the restitution if not given",
         Of::Tangential,
         {"tangentialDampingRatio"}},
        {"--dissipation", &LawChoice::dissipation, "s/m",
         "Hunt-Crossley's c, >= 0; if not given, HuntCrossleyForce's is fitted to the restitution at the "
         "impact's "
         "speed, or 0.2 on the slope and the rolling plane; ours follows the restitution",
         Of::Material},
        {"--minimum-impact-speed",
         &LawChoice::minimumImpactSpeed,
         "m/s",
         "for laws that latch the impact speed, > 0; 1e-3 if not given",
         Of::Normal,
         {"minimumImpactSpeed"},
         1e-3},
        {"--work-of-adhesion",
         &LawChoice::workOfAdhesion,
         "J/m^2",
         "of dmt and jkr, > 0; 0.1 if not given",
         Of::Normal,
         {"workOfAdhesion"},
         0.1},
        {"--rolling-friction", &LawChoice::rollingFriction, "-", "mu_r of a rolling law, >= 0; 0.05 if not given",
         Of::Material},
        {"--twisting-friction", &LawChoice::twistingFriction, "-",
         "mu_tw of a rolling law, >= 0; no twisting resistance if not given", Of::Material},
        {"--rolling-stiffness",
         &LawChoice::rollingStiffness,
         "N m/rad",
         "k_r of --rolling epsd, > 0; from the normal stiffness if not given",
         Of::Rolling,
         {"stiffness"}},
        {"--twisting-stiffness",
         &LawChoice::twistingStiffness,
         "N m/rad",
         "k_tw of --rolling epsd, > 0; from the normal stiffness if not given",
         Of::Rolling,
         {"twistingStiffness"}},
    };
    return numbers;
}

Real dissipationForRestitution(Real restitution, Real speed) {
    if (restitution >= 1) return 0;
    if (!(restitution > 0))
        throw std::invalid_argument("hunt-crossley cannot return restitution 0; give --dissipation [s/m]");
    // ln((1+d)/(1-d e)) - d(1+e) is negative just above d = 0 and grows to +infinity at d = 1/e.
    Real low = 0, high = 1 / restitution;
    for (int i = 0; i < 200; ++i) {
        const Real d = 0.5 * (low + high);
        (std::log((1 + d) / (1 - d * restitution)) < d * (1 + restitution) ? low : high) = d;
    }
    return low / (1.5 * speed);
}

} // namespace lab
