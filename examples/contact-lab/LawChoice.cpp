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
    return material;
}

simbodydem::SurfaceMaterial LawChoice::getRigidMaterial() const {
    simbodydem::SurfaceMaterial material = getMaterial();
    material.youngsModulus = SimTK::Infinity;
    return material;
}

const std::vector<LawNumber>& lawNumbers() {
    static const std::vector<LawNumber> numbers = {
        {"--transition-velocity", &LawChoice::transitionVelocity,
         "HuntCrossleyForce's transition velocity (0.01 if not given); ours: slip speed at which friction is half way "
         "from mu_s to mu_k [m/s], > 0"},
        {"--kn", &LawChoice::kn,
         "normal stiffness of a linear law [N/m], > 0; if not given from E, or on the slope what sinks in as deep as "
         "Hertz under the block's weight"},
        {"--kt", &LawChoice::kt, "tangential stiffness [N/m], > 0; 0.2 kn if not given"},
        {"--tangential-damping", &LawChoice::tangentialDamping, "eta of a tangential dashpot [N s/m], > 0"},
        {"--tangential-damping-ratio", &LawChoice::tangentialDampingRatio,
         "tangential dashpot over critical [-], >= 0; from the restitution if not given"},
        {"--dissipation", &LawChoice::dissipation,
         "Hunt-Crossley's c [s/m], >= 0; if not given, fitted to the restitution at the impact's speed, or 0.2 on the "
         "slope and the rolling plane"},
    };
    return numbers;
}

Real dissipationForRestitution(Real restitution, Real speed) {
    if (restitution >= 1) return 0;
    if (!(restitution > 0))
        throw std::invalid_argument("hunt-crossley cannot return restitution 0 -; give --dissipation [s/m]");
    // ln((1+d)/(1-d e)) - d(1+e) is negative just above d = 0 and grows to +infinity at d = 1/e.
    Real low = 0, high = 1 / restitution;
    for (int i = 0; i < 200; ++i) {
        const Real d = 0.5 * (low + high);
        (std::log((1 + d) / (1 - d * restitution)) < d * (1 + restitution) ? low : high) = d;
    }
    return low / (1.5 * speed);
}

} // namespace lab
