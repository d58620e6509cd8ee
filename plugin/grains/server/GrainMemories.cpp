// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/GrainMemories.h"

#include <cstring>
#include <utility>

namespace simbodydem::grains {

namespace {

constexpr int numbersPerContact = int(sizeof(GrainContact) / sizeof(double));
static_assert(sizeof(GrainContact) % sizeof(double) == 0, "a contact is sent as numbers");
constexpr int numbersPerGrain = 8; // number of contacts, velocities and their flag

} // namespace

GrainMemory& GrainMemories::get(int grain) {
    if (slots[grain] >= 0) return memories[slots[grain]];
    if (freeSlots.empty()) {
        slots[grain] = int(memories.size());
        memories.emplace_back();
    } else {
        slots[grain] = freeSlots.back();
        freeSlots.pop_back();
    }
    return memories[slots[grain]];
}

void GrainMemories::release(int grain) {
    if (slots[grain] < 0) return;
    memories[slots[grain]] = GrainMemory();
    freeSlots.push_back(slots[grain]);
    slots[grain] = -1;
}

void GrainMemories::move(int from, int to) {
    if (from == to) return;
    release(to);
    std::swap(slots[from], slots[to]);
}

int GrainMemories::packedSize(std::size_t contacts) { return numbersPerGrain + int(contacts) * numbersPerContact; }

int GrainMemories::pack(int grain, double* buffer) const {
    const GrainMemory* const memory = find(grain);
    const std::size_t count = memory ? memory->contacts.size() : 0;
    buffer[0] = double(count);
    buffer[1] = memory && memory->hasVelocity;
    for (int axis = 0; axis < 3; ++axis) {
        buffer[2 + axis] = memory ? memory->velocity[axis] : 0;
        buffer[5 + axis] = memory ? memory->angularVelocity[axis] : 0;
    }
    if (count > 0) std::memcpy(buffer + numbersPerGrain, memory->contacts.data(), count * sizeof(GrainContact));
    return packedSize(count);
}

int GrainMemories::unpack(int grain, const double* buffer) {
    release(grain);
    const std::size_t count = std::size_t(buffer[0]);
    if (count > 0) {
        GrainMemory& memory = get(grain);
        memory.hasVelocity = buffer[1] != 0;
        memory.velocity = Eigen::Map<const Vector>(buffer + 2);
        memory.angularVelocity = Eigen::Map<const Vector>(buffer + 5);
        memory.contacts.resize(count);
        std::memcpy(static_cast<void*>(memory.contacts.data()), buffer + numbersPerGrain, count * sizeof(GrainContact));
    }
    return packedSize(count);
}

} // namespace simbodydem::grains
