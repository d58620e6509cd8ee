// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainStepper.h"

#include "grains/BedExchange.h"
#include "grains/InputChecks.h"

#include "Simbody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

struct GrainEventHandler::Interval {
    bool hasBegun = false;
    Real start = 0, end = 0;
    long long steps = 0;
    grains::BedExchange::Knots knots; // the motion at its start
    grains::BedExchange::Load applied;
};

GrainEventHandler::GrainEventHandler(GrainBed& bed) : bed(bed), interval(std::make_unique<Interval>()) {}
GrainEventHandler::~GrainEventHandler() = default;

Real GrainEventHandler::getNextEventTime(const State& state, bool includeCurrentTime) const {
    const Real now = state.getTime();
    // A State that was set to another time gets an event at once, whose handler reports it.
    if (!interval->hasBegun || now < interval->start || now > interval->end) return includeCurrentTime ? now : Infinity;
    return interval->end > now || (includeCurrentTime && interval->end == now) ? interval->end : Infinity;
}

void GrainEventHandler::handleEvent(State& state, Real, bool&) const {
    grains::BedExchange& exchange = grains::exchangeOf(bed);
    exchange.getSystem().realize(state, Stage::Velocity);
    const Real step = exchange.getTimeStep();
    if (interval->hasBegun) {
        if (std::abs(state.getTime() - interval->end) > 1e-9 * std::max(1., std::abs(interval->end)))
            throw std::runtime_error("GrainEventHandler: the State is at t = " + grains::toText(state.getTime()) +
                                     " s, while the bed goes from t = " + grains::toText(interval->start) + " s to " +
                                     grains::toText(interval->end) +
                                     " s. Grains cannot go back or leap, and a State has none of them");
        exchange.addKnots(state, interval->start, interval->knots);
        exchange.advance(state, interval->knots, state.getTime(), interval->steps,
                         (state.getTime() - interval->start) / Real(interval->steps), interval->applied);
    } else
        exchange.begin(state);
    interval->hasBegun = true;
    const grains::IntervalChoice::Interval chosen = exchange.chooseInterval(state);
    interval->steps = chosen.steps;
    interval->start = state.getTime();
    interval->end = interval->start + Real(interval->steps) * step / chosen.parts;
    interval->knots.clear();
    exchange.addKnots(state, interval->start, interval->knots);
    interval->applied = exchange.predict(interval->start, interval->end - interval->start);
    exchange.getForce().setLoad(state, interval->applied);
}

} // namespace simbodydem
