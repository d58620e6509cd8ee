// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/laws/normal/HertzNormal.h"

#include "base/Checks.h"
#include "laws/NormalKernelAdapter.h"
#include "laws/Parameter.h"
#include "laws/Restitution.h"
#include "laws/hertz/Hertz.h"

#include <cmath>
#include <stdexcept>

namespace simbodydem {

using SimTK::Real;

namespace {

const char* const coefficientUnits = "N s m^(-3/2), 1/s or N s/m"; // by the damping

kernels::HertzDashpot dashpotOf(HertzNormal::Damping damping) {
    switch (damping) {
    case HertzNormal::Damping::None: break;
    case HertzNormal::Damping::TsujiTanakaIshida:
    case HertzNormal::Damping::CriticalRatio: return kernels::HertzDashpot::QuarterPower;
    case HertzNormal::Damping::KuwabaraKono: return kernels::HertzDashpot::HalfPower;
    case HertzNormal::Damping::LeeHerrmann: return kernels::HertzDashpot::Mass;
    case HertzNormal::Damping::Linear: return kernels::HertzDashpot::Constant;
    }
    return kernels::HertzDashpot::None;
}

} // namespace

static NameList namesOf(HertzNormal::TTIConstants) { return {"Exact", "DEMLab"}; }

ParameterTable HertzNormal::listParameters() {
    const bool isTTI = damping == Damping::TsujiTanakaIshida, isRatio = damping == Damping::CriticalRatio;
    return {choice("damping", damping),
            choice("TTIConstants", constants, isTTI),
            number("dampingRatio", dampingRatio, "-", notNegative, "xi_c", "from the restitution", isRatio),
            number("dampingCoefficient", dampingCoefficient, coefficientUnits, notNegative, "", "needed",
                   !isTTI && !isRatio && damping != Damping::None),
            choice("tension", tension),
            choice("restitutionMeaning", restitutionMeaning, isTTI || (isRatio && std::isnan(dampingRatio)))};
}

RequiredValues HertzNormal::getRequiredValues() const {
    RequiredValues values{&SurfaceMaterial::youngsModulus, &SurfaceMaterial::poissonsRatio};
    const bool ratioIsOpen = damping == Damping::CriticalRatio && std::isnan(dampingRatio);
    if (damping == Damping::TsujiTanakaIshida || ratioIsOpen) values.push_back(&SurfaceMaterial::restitution);
    return values;
}

void HertzNormal::prepare() {
    checkDeformable(getName(), pair);
    mayPull = tension == Tension::Allowed;
    const auto takeFromRestitution = [&] {
        boundDamping = std::sqrt(5.) * dampingRatioFor(getName(), pair.restitution, restitutionMeaning, tension);
        mayPull = mayPull || isPlastic(pair.restitution, restitutionMeaning);
    };
    switch (damping) {
    case Damping::None: boundDamping = 0; break;
    case Damping::TsujiTanakaIshida:
        if (constants == TTIConstants::Exact)
            takeFromRestitution();
        else
            boundDamping = 2.2664 * textbookDampingRatio(pair.restitution, 10.1354);
        break;
    case Damping::CriticalRatio:
        if (!std::isnan(dampingRatio))
            boundDamping = std::sqrt(6.) * dampingRatio;
        else if (restitutionMeaning == RestitutionMeaning::Textbook)
            boundDamping = std::sqrt(6.) * textbookDampingRatio(pair.restitution);
        else
            takeFromRestitution();
        break;
    case Damping::KuwabaraKono:
    case Damping::LeeHerrmann:
    case Damping::Linear:
        if (std::isnan(dampingCoefficient))
            throw std::invalid_argument(getName() + ": this damping needs setDampingCoefficient(): eta [N s m^(-3/2)] "
                                                    "for KuwabaraKono, gamma [1/s] for LeeHerrmann, c [N s/m] for "
                                                    "Linear");
        boundDamping = dampingCoefficient;
        break;
    }
}

// In the unit of length L = (m v^2/K)^(2/5) and the unit of time t = L/v a coefficient is a number: eta L^(1/2) t/m or c t/m.
Real HertzNormal::calcDampingCoefficient(Real restitution, const HertzImpact& impact) const {
    const std::string owner = getName() + "::calcDampingCoefficient()";
    const bool isHalf = damping == Damping::KuwabaraKono;
    if (!isHalf && damping != Damping::LeeHerrmann && damping != Damping::Linear)
        throw std::invalid_argument(owner + ": the damping is " + nameOf(damping) +
                                    "; it must be KuwabaraKono, LeeHerrmann or Linear. The others use the material's "
                                    "restitution and need no coefficient");
    checkParameter(restitution >= leastRestitution && restitution <= 1, owner, "restitution", restitution, "-",
                   "in [" + toText(leastRestitution) + ", 1]. For 0 (plastic) use TsujiTanakaIshida");
    checkPositive(owner, "speed", impact.speed, "m/s");
    checkPositive(owner, "effectiveMass", impact.effectiveMass, "kg");
    checkPositive(owner, "effectiveRadius", impact.effectiveRadius, "m");
    checkPositive(owner, "effectiveYoungsModulus", impact.effectiveYoungsModulus, "Pa");
    const Real K = 4. / 3. * impact.effectiveYoungsModulus * std::sqrt(impact.effectiveRadius);
    const Real length = std::pow(impact.effectiveMass * impact.speed * impact.speed / K, 0.4);
    const Real perTime =
        hertzDampingFor(restitution, isHalf ? DashpotPower::Half : DashpotPower::Zero, tension) * impact.speed / length;
    if (damping == Damping::LeeHerrmann) return perTime;
    return perTime * impact.effectiveMass / (isHalf ? std::sqrt(length) : 1);
}

template <class Args> auto HertzNormal::evaluate(const Args& args) const {
    const kernels::HertzConstants law{pair.effectiveYoungsModulus, dashpotOf(damping), boundDamping, mayPull};
    return resultOf(kernels::hertz(law, args.kernel));
}

NormalOutput HertzNormal::calcForce(const NormalInput& in) const { return toOutput(evaluate(numbersOf(in)), in); }

NormalTangent HertzNormal::calcTangent(const NormalInput& in) const {
    return toTangent(evaluate(dualsOf(in)), *this, in);
}

} // namespace simbodydem
