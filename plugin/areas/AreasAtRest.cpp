// SPDX-License-Identifier: Apache-2.0
#include "areas/AreasAtRest.h"

#include <algorithm>
#include <atomic>

namespace simbodydem {

using SimTK::Real;

namespace {

// Speeds that change no digit of a force [m/s, rad/s]: those that rounding leaves to bodies at rest are some 1e-25.
constexpr Real noSpeed = 1e-20;

std::uint64_t newVersion() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

// Returns the slots of the bodies of all areas, ascending.
std::vector<int> slotsOf(const AreaInput& in) {
    std::vector<int> slots;
    const auto add = [&](int surface) { slots.push_back(in.surfaces.surfaces[surface].body); };
    for (const LayerPair& pair : in.model.pairs) {
        add(pair.layer);
        add(pair.opposite);
    }
    for (const CompiledSoil& soil : in.model.soils) {
        add(soil.surface);
        for (const SoilPair& pair : soil.pairs) add(pair.surface);
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
    return slots;
}

// Returns true if a body is where it was at the commit and has no speed.
bool isAtRest(const AreaInput& in, int slot) {
    const BodyMotion& body = in.fetchBody(slot);
    const BodyPose& then = in.committed.poses[slot];
    const auto rests = [](const Vector3& v) { return v.cwiseAbs().maxCoeff() <= noSpeed; };
    return rests(body.velocity) && rests(body.angularVelocity) && rests(then.velocity) && rests(then.angularVelocity) &&
           then.origin == body.origin && then.rotation == asEigen(in.getTransform(slot).R());
}

} // namespace

AreasAtRest::Sizes::Sizes(const AreaOutput& to)
    : tangents(to.tangents ? to.tangents->size() : 0), records(to.records ? to.records->size() : 0) {}

void AreasAtRest::takeRows(const AreaOutput& to, const Sizes& before) {
    tangents.takeFrom(to.tangents, before.tangents);
    records.takeFrom(to.records, before.records);
}

bool AreasAtRest::isHere(const AreaInput& in) const {
    return model == in.model.id && version > 0 && in.committed.layers.version == version && in.timeSinceCommit >= 0 &&
           !in.committed.poses.empty() && frictionFactors == in.frictionFactors &&
           std::all_of(poses.begin(), poses.end(), [&](const SlotPose& pose) {
               return isAtRest(in, pose.slot) && in.committed.poses[pose.slot].origin == pose.origin &&
                      in.committed.poses[pose.slot].rotation == pose.rotation;
           });
}

bool AreasAtRest::recall(const AreaInput& in, const AreaOutput& to) const {
    if (!model || to.elements || to.forces || !tangents.serves(to.tangents) || !records.serves(to.records) ||
        !isHere(in))
        return false;
    for (const AppliedWrench& wrench : wrenches) wrench.apply(in.fetchBody(wrench.slotL), in.fetchBody(wrench.slotO));
    if (to.flow) *to.flow = flow;
    tangents.giveTo(to.tangents);
    records.giveTo(to.records);
    if (to.next) {
        to.next->layers = in.committed.layers;
        to.next->groundPace = pace;
        to.next->fastInSand.found = to.next->behindLayer.found = to.next->tooDeepForLayer.found = NotedContact();
    }
    return true;
}

void AreasAtRest::remember(const AreaInput& in, const AreaOutput& to, std::vector<AppliedWrench> applied, const EnergyFlow& ofAreas,
                          const Sizes& before) {
    if (!to.next) {
        if (model && isHere(in)) takeRows(to, before);
        return;
    }
    const ContactHistory& next = *to.next;
    const std::vector<int> slots = slotsOf(in);
    const bool hasCommit = in.timeSinceCommit > 0 && !in.committed.poses.empty();
    const bool isSame = hasCommit && std::all_of(slots.begin(), slots.end(), [&](int slot) { return isAtRest(in, slot); }) &&
                        !next.fastInSand.found.exists() && !next.behindLayer.found.exists() && !next.tooDeepForLayer.found.exists() &&
                        haveSameMemory(in.committed.layers, next.layers);
    const bool isKnown = model && isHere(in); // rows of other outputs then stay
    model = 0;
    to.next->layers.version = isSame && in.committed.layers.version > 0 ? in.committed.layers.version : newVersion();
    if (!isSame) return;
    model = in.model.id;
    version = to.next->layers.version;
    poses.clear();
    for (const int slot : slots) poses.push_back({slot, in.committed.poses[slot].rotation, in.committed.poses[slot].origin});
    frictionFactors = in.frictionFactors;
    wrenches = std::move(applied);
    flow = ofAreas;
    pace = next.groundPace;
    if (!isKnown) tangents.isKnown = records.isKnown = false;
    takeRows(to, before);
}

} // namespace simbodydem
