// SPDX-License-Identifier: Apache-2.0
#include "integration/PrescribedCoordinates.h"

#include "base/Checks.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

PrescribedCoordinates::PrescribedCoordinates(const MultibodySystem& system)
    : system(system), matter(system.getMatterSubsystem()) {}

void PrescribedCoordinates::find(const State& state) {
    all.clear();
    hasOthers = false;
    if (int(matter.getFreeUIndex(state).size()) == state.getNU()) return;
    system.realize(state, Stage::Position);
    std::vector<char> isFree(state.getNQ(), false);
    for (const QIndex q : matter.getFreeQIndex(state)) isFree[q] = true;
    Vector speeds(state.getNU()), qdot;
    for (int u = 0; u < speeds.size(); ++u) speeds[u] = 1 + 0.1 * u;
    matter.multiplyByN(state, false, speeds, qdot);
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        const int count = body.getNumU(state), q = body.getFirstQIndex(state), u = body.getFirstUIndex(state);
        if (count != body.getNumQ(state)) continue;
        for (int i = 0; i < count; ++i)
            if (!isFree[q + i] && qdot[q + i] == speeds[u + i]) all.push_back({q + i, u + i, NaN, NaN});
    }
    hasOthers = state.getNU() - int(matter.getFreeUIndex(state).size()) > int(all.size());
}

void PrescribedCoordinates::prescribe(State& state, Real time) {
    if (all.empty()) return;
    state.updTime() = time;
    system.prescribe(state);
    for (Coordinate& one : all) {
        one.value = state.getQ()[one.q];
        one.speed = state.getU()[one.u];
        if (!isFinite(one.value) || !isFinite(one.speed))
            throw std::runtime_error("a Motion prescribes the coordinate q" + std::to_string(one.q) + " = " +
                                     toText(one.value) + " and the speed u" + std::to_string(one.u) + " = " +
                                     toText(one.speed) + " at t = " + toText(time) + " s; both must be finite");
    }
}

void PrescribedCoordinates::follow(State& state, const Vector& from, const Vector& rates, Real c) const {
    for (const Coordinate& one : all) {
        state.updU()[one.u] = one.speed;
        state.updQ()[one.q] = from[one.q] + rates[one.q] + c * one.speed;
    }
}

Vector PrescribedCoordinates::aheadOf(const Vector& speeds) const {
    Vector ahead(speeds.size(), Real(0));
    for (const Coordinate& one : all) ahead[one.u] = one.speed - speeds[one.u];
    return ahead;
}

Vector PrescribedCoordinates::aheadOf(const State& state) const {
    Vector ahead(state.getNU(), Real(0));
    for (const Coordinate& one : all) ahead[one.u] = one.value - state.getQ()[one.q];
    return ahead;
}

void PrescribedCoordinates::correct(Vector& q) const {
    for (const Coordinate& one : all) q[one.q] = one.value;
}

} // namespace simbodydem
