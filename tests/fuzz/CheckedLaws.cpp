#include "CheckedLaws.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

#include <algorithm>

namespace fuzz {

namespace {

const Real rounding = 1e-12; // of the sums in a law

// Returns the tension of a spring. It exceeds any limit if a dashpot opposes it.
Real tensionOf(Real storedEnergy, const Vec3& displacement) {
    return storedEnergy > 0 ? 2 * storedEnergy / displacement.norm() : 0;
}

// Returns the trial force of a spring and its increment before the limit reduces it; the rounding is proportional to it.
Real trialOf(Real storedEnergy, const Vec3& after, const Vec3& before, const Vec3& increment) {
    return storedEnergy > 0 ? 2 * storedEnergy / after.normSqr() * (before.norm() + increment.norm()) : 0;
}

// Returns the time in which a spring grows by a millionth.
Real timeForRate(const Vec3& displacement, Real speed) { return 1e-6 * displacement.norm() / speed; }

// Returns true if a spring causes the force, not the rounding of a dashpot far above the limit.
bool isSprung(Real spring, Real limit) { return spring > 0.1 * limit && spring <= limit; }

template <class Law> class Checked : public Law {
public:
    Checked(DrawnLaw<Law> law, Witness& witness)
        : inner(std::move(law.law)), promises(law.promises), witness(witness) {}
    Checked(const Checked& other)
        : Law(other), inner(other.inner->clone()), promises(other.promises), witness(other.witness), pair(other.pair) {}
    std::string getName() const override { return inner->getName(); }
    RequiredValues getRequiredValues() const override { return inner->getRequiredValues(); }
    void bind(const PairMaterial& material) override {
        pair = material;
        inner->bind(material);
    }

protected:
    const std::unique_ptr<Law> inner;
    const bool promises;
    Witness& witness;
    PairMaterial pair{};
};

class CheckedNormal final : public Checked<NormalLaw> {
public:
    using Checked::Checked;
    CheckedNormal* clone() const override { return new CheckedNormal(*this); }
    bool reachesBeyondTouch() const override { return inner->reachesBeyondTouch(); }
    Real getContactPointShift() const override { return inner->getContactPointShift(); }

    NormalOutput calcForce(const NormalInput& in) const override {
        const NormalOutput out = inner->calcForce(in);
        const auto demand = [&](bool ok, const char* what) {
            witness.demand(ok, getName(), ": ", what, "; overlap ", in.overlap, " m, rate ", in.overlapRate,
                           " m/s, R* ", in.effectiveRadius, " m, m* ", in.effectiveMass, " kg, first touch ",
                           Real(in.firstTouch), ": force ", out.force, " N, load ", out.frictionalLoad,
                           " N, stiffness ", out.stiffness, " N/m, energy ", out.storedEnergy, " J, power ",
                           out.dissipatedPower, " W");
        };
        demand(isFinite(in.overlap) && isFinite(in.overlapRate) && in.effectiveRadius > 0, "geometry");
        demand(in.effectiveMass > 0 && isFinite(in.effectiveMass), "mass");
        demand(isFinite(out.force) && isFinite(out.stiffness) && isFinite(out.storedEnergy), "not finite");
        demand(out.frictionalLoad >= 0 && isFinite(out.frictionalLoad), "load");
        demand(!promises || out.force >= 0, "pulls");
        demand(out.dissipatedPower >= -rounding * std::abs(out.force * in.overlapRate), "power");
        if (!out.inContact) return out;
        NormalInput again = in;
        again.history = out.history;
        again.firstTouch = false;
        const NormalOutput second = inner->calcForce(again);
        demand(second.inContact && std::abs(second.force - out.force) <= rounding * scaleOf(in, out),
               "not the same again");
        NormalInput later = again;
        later.overlap += 1e-8 * std::abs(in.overlap) * (in.overlapRate < 0 ? -1 : 1);
        later.contactRadius = std::sqrt(in.effectiveRadius * std::max(later.overlap, 0.));
        const NormalOutput third = inner->calcForce(later);
        const Real input = out.force * (later.overlap - in.overlap), stored = third.storedEnergy - out.storedEnergy;
        demand(!third.inContact || input - stored >= -1e-3 * (std::abs(input) + std::abs(stored)) -
                                                         1e-14 * std::abs(out.storedEnergy) -
                                                         std::abs(out.stiffness) * square(later.overlap - in.overlap),
               "energy from nowhere");
        witness.stiffest = std::max({witness.stiffest, out.stiffness, stiffnessScale(in)});
        witness.heaviest = std::max(witness.heaviest, in.effectiveMass);
        return out;
    }

private:
    Real stiffnessScale(const NormalInput& in) const { // of the tangential springs too
        return 8 * pair.effectiveYoungsModulus * std::sqrt(in.effectiveRadius * std::abs(in.overlap));
    }
    Real scaleOf(const NormalInput& in, const NormalOutput& out) const {
        return std::abs(out.force) + out.frictionalLoad +
               (std::abs(out.stiffness) + stiffnessScale(in)) * std::abs(in.overlap);
    }
};

class CheckedTangential final : public Checked<TangentialLaw> {
public:
    using Checked::Checked;
    CheckedTangential* clone() const override { return new CheckedTangential(*this); }

    TangentialOutput calcForce(const TangentialInput& in) const override {
        const TangentialOutput out = inner->calcForce(in);
        const Real load = in.normal.frictionalLoad, limit = pair.staticFriction * load;
        const auto demand = [&](bool ok, const char* what) {
            witness.demand(ok, getName(), ": ", what, "; displacement ", in.displacement, " m, increment ",
                           in.slipIncrement, " m, velocity ", in.slipVelocity, " m/s, load ", load, " N, mu_s ",
                           pair.staticFriction, ", m* ", in.effectiveMass, " kg: force ", out.force,
                           " N, displacement ", out.displacement, " m, energy ", out.storedEnergy, " J, power ",
                           out.dissipatedPower, " W");
        };
        demand(in.displacement.isFinite() && in.slipIncrement.isFinite() && in.slipVelocity.isFinite(), "kinematics");
        demand(in.effectiveMass > 0 && isFinite(in.effectiveMass), "mass");
        demand(out.force.isFinite() && out.displacement.isFinite(), "not finite");
        demand(isFinite(out.storedEnergy) && out.storedEnergy >= 0, "energy");
        demand(!promises || out.force.norm() <= (1 + rounding) * limit, "outside Coulomb's cone");
        demand(out.storedEnergy > 0 || out.dissipatedPower >= -rounding * out.force.norm() * in.slipVelocity.norm(),
               "power"); // a spring may return energy
        const Real slip = in.slipVelocity.norm();
        const TangentialOutput second = inner->calcForce(
            {in.contact, in.normal, out.displacement, Vec3(0), in.slipVelocity, in.effectiveMass, out.history});
        const Real spring = tensionOf(out.storedEnergy, out.displacement);
        demand((second.force - out.force).norm() <= rounding * (out.force.norm() + limit + spring),
               "not the same again");
        const Real time = timeForRate(out.displacement, slip);
        const TangentialOutput later =
            inner->calcForce({in.contact, in.normal, out.displacement, time * in.slipVelocity, in.slipVelocity,
                              in.effectiveMass, out.history});
        const Real input = -dot(out.force, in.slipVelocity), stored = (later.storedEnergy - out.storedEnergy) / time;
        const bool mayGain = isSprung(spring, limit) && slip > 0 && (!out.sliding || input < 0);
        demand(!mayGain || input - stored >= -1e-5 * (out.force.norm() + spring) * slip, "energy from nowhere");
        return out;
    }
};

class CheckedRolling final : public Checked<RollingLaw> {
public:
    using Checked::Checked;
    CheckedRolling* clone() const override { return new CheckedRolling(*this); }

    RollingOutput calcTorque(const RollingInput& in) const override {
        const RollingOutput out = inner->calcTorque(in);
        const Real reach = in.contact.effectiveRadius * in.normal.frictionalLoad;
        const Vec3 twisting = dot(out.torque, in.normalDirection) * in.normalDirection, rolling = out.torque - twisting;
        const Real limit = reach * (pair.rollingFriction + pair.twistingFriction);
        const Real spring = tensionOf(out.storedEnergy, out.rotation),
                   trial = trialOf(out.storedEnergy, out.rotation, in.rotation, in.rotationIncrement);
        const auto demand = [&](bool ok, const char* what) {
            witness.demand(ok, getName(), ": ", what, "; rotation ", in.rotation, ", increment ", in.rotationIncrement,
                           ", angular velocity ", in.angularVelocity, " rad/s, R* N ", reach, " N m: torque ",
                           out.torque, " N m, rotation ", out.rotation, ", energy ", out.storedEnergy, " J, power ",
                           out.dissipatedPower, " W");
        };
        demand(in.rotation.isFinite() && in.rotationIncrement.isFinite() && in.angularVelocity.isFinite(),
               "kinematics");
        demand(out.torque.isFinite() && out.rotation.isFinite(), "not finite");
        demand(isFinite(out.storedEnergy) && out.storedEnergy >= 0, "energy");
        demand(!promises ||
                   rolling.norm() <= (1 + rounding) * pair.rollingFriction * reach + rounding * (limit + trial),
               "rolls beyond its limit");
        demand(!promises ||
                   twisting.norm() <= (1 + rounding) * pair.twistingFriction * reach + rounding * (limit + trial),
               "twists beyond its limit");
        demand(out.storedEnergy > 0 || out.dissipatedPower >= -rounding * out.torque.norm() * in.angularVelocity.norm(),
               "power");
        const RollingOutput second = inner->calcTorque(
            {in.contact, in.normal, in.normalDirection, out.rotation, Vec3(0), in.angularVelocity, out.history});
        demand((second.torque - out.torque).norm() <= 1e3 * rounding * (out.torque.norm() + limit + spring),
               "not the same again");
        const Real speed = in.angularVelocity.norm(), time = timeForRate(out.rotation, speed);
        const RollingOutput later = inner->calcTorque({in.contact, in.normal, in.normalDirection, out.rotation,
                                                       time * in.angularVelocity, in.angularVelocity, out.history});
        const Real input = -dot(out.torque, in.angularVelocity),
                   stored = (later.storedEnergy - out.storedEnergy) / time;
        const bool holds = rolling.norm() < 0.99 * pair.rollingFriction * reach &&
                           twisting.norm() < 0.99 * pair.twistingFriction * reach;
        const bool mayGain = isSprung(spring, limit) && speed > 0 && (holds || input < 0);
        demand(!mayGain || input - stored >= -1e-5 * (out.torque.norm() + spring) * speed, "energy from nowhere");
        return out;
    }
};

} // namespace

std::unique_ptr<NormalLaw> makeChecked(DrawnLaw<NormalLaw> law, Witness& witness) {
    return std::make_unique<CheckedNormal>(std::move(law), witness);
}
std::unique_ptr<TangentialLaw> makeChecked(DrawnLaw<TangentialLaw> law, Witness& witness) {
    return std::make_unique<CheckedTangential>(std::move(law), witness);
}
std::unique_ptr<RollingLaw> makeChecked(DrawnLaw<RollingLaw> law, Witness& witness) {
    if (dynamic_cast<const NoRolling*>(law.law.get())) return std::move(law.law); // the force recognizes it by its type
    return std::make_unique<CheckedRolling>(std::move(law), witness);
}

} // namespace fuzz
