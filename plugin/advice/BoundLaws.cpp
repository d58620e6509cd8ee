// SPDX-License-Identifier: Apache-2.0
#include "advice/CandidatePair.h"
#include "advice/RungeKutta.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

using namespace SimTK;

namespace {

const int halvings = 200;
const int pointsOfWork = 40; // of Simpson's rule

// Returns the argument between 0 and `high` at which a growing function passes a value.
template <class Function> Real solve(const Function& f, Real value, Real high) {
    Real low = 0;
    for (int i = 0; i < halvings && high - low > 1e-14 * high; ++i) {
        const Real middle = 0.5 * (low + high);
        (f(middle) < value ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace

BoundLaws::BoundLaws(const ContactModel& model, const MaterialAssignment& materials, const CandidatePair& pair)
    : materialA(materials.get(pair.a, pair.b)),
      materialB(materials.get(pair.b, pair.a)),
      pair(pair),
      normal(model.normal->clone()),
      tangential(model.tangential->clone()),
      rolling(model.rolling->clone()) {
    const PairMaterial material = mixMaterials(materialA, materialB, model.mixing);
    normal->bind(material);
    tangential->bind(material);
    rolling->bind(material);
}

NormalInput BoundLaws::inputOf(Real overlap, Real rate) const {
    return {overlap,
            rate,
            pair.effectiveRadius,
            std::sqrt(pair.effectiveRadius * std::max(overlap, Real(0))),
            pair.effectiveMass,
            pair.curvatureA,
            pair.curvatureB,
            true,
            LawHistory()};
}

NormalOutput BoundLaws::press(Real overlap, Real rate) const { return normal->calcForce(inputOf(overlap, rate)); }

Real BoundLaws::findOverlap(Real load) const {
    const auto force = [this](Real overlap) { return press(overlap, 0).force; };
    if (!(force(pair.effectiveRadius) >= load) || !(force(0) < load)) return NaN;
    return solve(force, load, pair.effectiveRadius);
}

BoundLaws::Shear BoundLaws::shear(Real overlap) const {
    const NormalInput contact = inputOf(overlap, 0);
    const NormalOutput pressed = normal->calcForce(contact);
    const auto push = [&](Real slip, Real speed) {
        const TangentialInput input{
            contact, pressed, Vec3(0), Vec3(slip, 0, 0), Vec3(speed, 0, 0), pair.effectiveMass, LawHistory()};
        return tangential->calcForce(input).force.norm();
    };
    const Real tiny = 1e-9 * contact.contactRadius, limit = push(contact.contactRadius, 1e-3);
    return {push(tiny, 0) / tiny, pressed.frictionalLoad > 0 ? limit / pressed.frictionalLoad : 0, limit};
}

Real BoundLaws::calcTorque(Real overlap, const Vec3& axis, Real angle, Real rate) const {
    const NormalInput contact = inputOf(overlap, 0);
    const NormalOutput pressed = normal->calcForce(contact);
    const RollingInput input{contact, pressed, Vec3(0, 1, 0), Vec3(0), angle * axis, rate * axis, LawHistory()};
    return rolling->calcTorque(input).torque.norm();
}

BoundLaws::Turn BoundLaws::turn(Real overlap, Real speed) const {
    const Real tiny = 1e-9 * std::sqrt(overlap / pair.effectiveRadius); // the displacement of shear() over R*
    const auto stiffness = [&](const Vec3& axis) { return calcTorque(overlap, axis, tiny, 0) / tiny; };
    return {stiffness(Vec3(1, 0, 0)), stiffness(Vec3(0, 1, 0)),
            calcTorque(overlap, Vec3(1, 0, 0), 1, speed / pair.effectiveRadius)};
}

BoundLaws::Impact BoundLaws::strike(Real speed) const {
    const Real energy = 0.5 * pair.movedMass * square(speed);
    // Returns the work from first contact on, which is not the stored energy. Adhesion releases energy at first contact that the motion does
    // not get, and plastic flow keeps some. The work is below zero on the way to the overlap at which adhesion carries no load.
    const auto work = [this](Real overlap) {
        Real sum = 0; // by Simpson's rule in the root of the overlap, in which first contact is smooth
        for (int i = 1; i <= pointsOfWork; ++i) {
            const Real root = Real(i) / pointsOfWork, weight = i == pointsOfWork ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * press(overlap * square(root), 0).force * 2 * overlap * root;
        }
        return sum / (3 * pointsOfWork);
    };
    if (!(work(pair.effectiveRadius) >= energy)) return {NaN, NaN, NaN, false};
    const Real deepest = solve(work, energy, pair.effectiveRadius);
    const Real gained = adheres() ? std::max(-work(findOverlap(0)), Real(0)) : 0;
    const Real fastest = std::sqrt(square(speed) + 2 * gained / pair.movedMass);
    const Real h = 3.2 * deepest / fastest / stepsOfImpact; // 2.94 with Hertz's law, 3.14 with a linear spring
    const Real apart = -getReach();
    Real overlap = 0, rate = speed, reached = 0, time = 0;
    bool isFirst = true;
    LawHistory history;
    const auto ask = [&](Real d, Real v) {
        NormalInput input = inputOf(d, v);
        input.firstTouch = isFirst;
        input.history = history;
        return normal->calcForce(input);
    };
    const auto acceleration = [&](Real d, Real v) { return -ask(std::max(d, apart), v).force / pair.movedMass; };
    for (int i = 0; i < 20 * stepsOfImpact; ++i) {
        takeRungeKuttaStep(acceleration, h, overlap, rate);
        time += h;
        reached = std::max(reached, overlap);
        const NormalOutput answer = ask(overlap, rate);
        history = answer.history;
        isFirst = false;
        if (overlap > apart && answer.inContact) continue;
        const bool isTornAtMargin = normal->reachesBeyondTouch() && overlap <= apart && ask(apart, rate).force < 0;
        return {time, std::max(-rate, Real(0)) / speed, reached, isTornAtMargin};
    }
    return {NaN, 0, reached, false};
}

} // namespace simbodydem
