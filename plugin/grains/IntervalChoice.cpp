// SPDX-License-Identifier: Apache-2.0
#include "grains/IntervalChoice.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::grains {

using namespace SimTK;

namespace {

constexpr Real heavy = 4000;          // mass over that of a grain, from which on a late hit gains less than 1e-3 of the energy
constexpr Real perContact = 30;       // intervals in the contact time of a hit
constexpr Real leastPerContact = 20;  // steps in it; elastic hits keep their energy to 8e-4 then
constexpr Real hitLength = 2;         // contact times that a hit counts as one; damped ones last longer than elastic ones
constexpr Real longestAngle = 0.3;    // frequency times interval, tried with rollers, plates and chains
constexpr Real longestStepAngle = 0.8; // where the step itself must be divided
constexpr Real mostDecay = 0.3;        // rate of the dashpots times interval
constexpr Real mostStepDecay = 0.5;
constexpr Real leastStepsAhead = 10;  // so that a surface above grains is not looked after in every step
constexpr int mostParts = 32;
constexpr int longestUseful = 25; // steps; an exchange costs an eighth of a step, so longer intervals save less than 1 % more

// Returns the time in which a gap closes that closes with a speed and an acceleration.
Real timeOf(Real gap, Real speed, Real acceleration) {
    const Real root = std::sqrt(square(speed) + 2 * acceleration * gap);
    return speed + root > 0 ? 2 * gap / (speed + root) : Infinity;
}

} // namespace

void IntervalChoice::begin(const State& state, double ahead) {
    touches.assign(surfaces.size(), Touch());
    modes = {};
    const BodyResponse response(system, state);
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        BedSurface& surface = surfaces[k];
        touches[k].hadContact = surface.report.contacts > 0;
        const Vec3 force = toVec3(surface.report.force);
        if (surface.isMoving() && touches[k].hadContact && force.norm() > 0)
            surface.bodyMass = response.effectiveMass(system.getMatterSubsystem().getMobilizedBody(surface.body),
                                                      toVec3(surface.report.point), UnitVec3(force));
        if (surface.report.next.isKnown) takeNext(response, k, state.getTime(), ahead);
    }
}

void IntervalChoice::lookAgain() {
    for (Touch& touch : touches) touch.freeUntil = Touch().freeUntil;
}

void IntervalChoice::restore(const std::vector<Touch>& saved, const std::array<Vector, 2>& savedModes) {
    touches = saved;
    modes = savedModes;
}

void IntervalChoice::lookAhead(const State& state, const std::vector<int>& sent, double step, int longest,
                               Motion& motion) const {
    motion.ahead = std::max(Real(longest), leastStepsAhead) * step;
    const SimbodyMatterSubsystem& matter = system.getMatterSubsystem();
    for (const int k : sent) {
        const BedSurface& surface = surfaces[std::size_t(k)];
        SurfaceUpdate update;
        update.bodyMass = surface.bodyMass;
        const bool hadContact = touches.empty() || touches[std::size_t(k)].hadContact;
        update.looksAhead =
            surface.isMoving() &&
            (touches.empty() || (!hadContact && touches[std::size_t(k)].freeUntil < state.getTime() + longest * step));
        if (update.looksAhead) {
            system.realize(state, Stage::Acceleration);
            const SpatialVec& A = matter.getMobilizedBody(surface.body).getBodyAcceleration(state);
            update.acceleration = A[1].norm();
            update.angularAcceleration = A[0].norm();
        }
        motion.surfaces.push_back(update);
    }
}

// Returns the contact time of a grain, the next one, with a body of this mass: that of Hertz, or of a linear spring.
double IntervalChoice::contactTimeOf(const BedSurface& surface, double bodyMass) const {
    const NextGrain& next = surface.report.next;
    const Real reduced = std::isinf(bodyMass) ? next.mass : next.mass * bodyMass / (next.mass + bodyMass);
    const ContactTerms& terms = surface.terms[std::size_t(next.material)];
    if (terms.normal == ContactTerms::Normal::Linear) return Pi * std::sqrt(reduced / terms.stiffness);
    return 2.87 * std::pow(square(reduced / terms.stiffness) / (next.radius * std::max(next.speed, TinyReal)), 0.2);
}

void IntervalChoice::takeNext(const BodyResponse& response, std::size_t k, double now, double ahead) {
    BedSurface& surface = surfaces[k];
    const NextGrain& next = surface.report.next;
    Touch& touch = touches[k];
    if (!std::isfinite(next.gap)) {
        touch.freeUntil = now + ahead;
        return;
    }
    touch.freeUntil = now + std::min(Real(ahead), timeOf(next.gap, next.speed, next.acceleration));
    const MobilizedBody& body = system.getMatterSubsystem().getMobilizedBody(surface.body);
    const UnitVec3 normal(toVec3(next.normal));
    const Vec3 point = toVec3(next.point);
    surface.bodyMass = response.effectiveMass(body, point, normal);
    Real least = surface.bodyMass; // friction may meet a smaller one
    for (const UnitVec3& tangent : {normal.perp(), UnitVec3(normal % normal.perp())})
        least = std::min(least, response.effectiveMass(body, point, tangent));
    touch.contactTime = least < heavy * next.mass ? contactTimeOf(surface, least) : Infinity;
}

void IntervalChoice::learn(const State& state, double ahead) {
    const BodyResponse response(system, state);
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const SurfaceReport& report = surfaces[k].report;
        Touch& touch = touches[k];
        if (!surfaces[k].isMoving()) continue;
        const bool hasContact = report.contacts > 0;
        if (hasContact && !touch.hadContact) touch.hitUntil = state.getTime() + hitLength * touch.contactTime;
        if (hasContact) touch.freeUntil = -1e300;
        touch.hadContact = hasContact;
        if (report.next.isKnown) takeNext(response, k, state.getTime(), ahead);
    }
}

IntervalChoice::Interval IntervalChoice::choose(const State& state, double step, double longest) {
    const Real now = state.getTime(), most = std::max(longest, 1.) * step;
    Real accurate = most, stable = step; // intervals; the second one where a step is to be divided
    std::vector<BodyResponse::Coefficients> springs, dashpots;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        const Touch& touch = touches[k];
        const SurfaceReport& report = surfaces[k].report;
        if (!surfaces[k].isMoving()) continue;
        if (report.contacts > 0) {
            springs.push_back({surfaces[k].body, report.stiffness});
            dashpots.push_back({surfaces[k].body, report.damping});
        }
        const bool mayTouch = report.contacts == 0 && touch.freeUntil < now + step;
        if (mayTouch || (report.contacts > 0 && touch.hitUntil > now)) {
            accurate = std::min(accurate, touch.contactTime / perContact);
            if (touch.contactTime > 0) shortestHit = std::min(shortestHit, touch.contactTime);
            if (touch.contactTime > 0) stable = std::min(stable, touch.contactTime / leastPerContact);
        } else if (report.contacts == 0 && std::isfinite(touch.contactTime))
            accurate = std::min(accurate, touch.freeUntil - now);
    }
    if (!springs.empty()) {
        const BodyResponse response(system, state);
        const Real frequency = std::sqrt(response.largestEigenvalue(springs, modes[0])) + TinyReal,
                   rate = response.largestEigenvalue(dashpots, modes[1]) + TinyReal;
        largestFrequency = std::max(largestFrequency, frequency);
        largestRate = std::max(largestRate, rate);
        accurate = std::min({accurate, longestAngle / frequency, mostDecay / rate});
        stable = std::min({stable, longestStepAngle / frequency, mostStepDecay / rate});
    }
    Interval interval;
    interval.steps = std::max(1ll, (long long)(std::floor(accurate / step * (1 + 1e-9))));
    if (stable < step) interval.parts = int(std::min(Real(mostParts), std::ceil(step / stable)));
    if (interval.parts > 1) interval.steps = 1;
    interval.isShortened = accurate < most * (1 - 1e-9) || interval.parts > 1;
    return interval;
}

GrainIntervalAdvice IntervalChoice::advise(double step) const {
    GrainIntervalAdvice advice;
    advice.timeStep = step;
    advice.frequency = largestFrequency;
    advice.dampingRate = largestRate;
    if (std::isfinite(shortestHit)) advice.hitInterval = shortestHit / perContact;
    using Reason = GrainIntervalAdvice::Reason;
    const Real byFrequency = largestFrequency > 0 ? longestAngle / largestFrequency : Infinity,
               byRate = largestRate > 0 ? mostDecay / largestRate : Infinity,
               longest = std::min(byFrequency, byRate);
    advice.reason = !(largestFrequency > 0)             ? Reason::NoContact
                    : longest >= longestUseful * step ? Reason::Exchange
                    : byFrequency <= byRate           ? Reason::Frequency
                                                      : Reason::Damping;
    advice.interval = int(std::max(1., std::floor(std::min(longest / step, Real(longestUseful)) * (1 + 1e-9))));
    const std::string steps = toText(std::round(100 * longest / step) / 100) + " steps of " + toText(step) + " s";
    advice.text = "GrainBed: an interval of " + std::to_string(advice.interval) + " steps: ";
    switch (advice.reason) {
    case Reason::NoContact: advice.text += "no body has touched a grain yet, and longer ones save less than 1 %"; break;
    case Reason::Exchange: advice.text += "the bodies allow " + steps + ", and more save less than 1 %"; break;
    case Reason::Frequency:
        advice.text += "the largest frequency of the mechanism on its contacts was " + toText(largestFrequency) +
                       " rad/s, and " + toText(longestAngle) + " over it is " + steps;
        break;
    case Reason::Damping:
        advice.text += "the largest rate of the dashpots on the mechanism was " + toText(largestRate) + " 1/s, and " +
                       toText(mostDecay) + " over it is " + steps;
        break;
    }
    if (advice.hitInterval > 0)
        advice.text += "; hits on light bodies took " + toText(advice.hitInterval) + " s, whatever the interval is";
    return advice;
}

} // namespace simbodydem::grains
