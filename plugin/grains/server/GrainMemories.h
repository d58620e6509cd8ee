// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_GRAIN_MEMORIES_H
#define SIMBODYDEM_GRAINS_SERVER_GRAIN_MEMORIES_H

#include "server/GrainContact.h"

#include <cstddef>
#include <vector>

namespace simbodydem::grains {

/** Holds what a grain in contact with surfaces keeps. */
struct GrainMemory {
    std::vector<GrainContact> contacts; // on all surfaces
    Vector velocity = Vector::Zero(), angularVelocity = Vector::Zero(); // at the start of the step
    bool hasVelocity = false;
};

/** Keeps the memories of those grains of a rank that have contacts. Grains have the indices of LAMMPS. */
class GrainMemories {
public:
    /** Makes room for this number of grains. */
    void resize(int count) { slots.resize(std::size_t(count), -1); }
    /** Returns the memory of a grain, or nullptr if it has none. */
    GrainMemory* find(int grain) { return slots[grain] < 0 ? nullptr : &memories[slots[grain]]; }
    const GrainMemory* find(int grain) const { return slots[grain] < 0 ? nullptr : &memories[slots[grain]]; }
    /** Returns the memory of a grain, a new one if it has none. */
    GrainMemory& get(int grain);
    void release(int grain);
    /** Takes the memory of one grain to another, which loses its own. */
    void move(int from, int to);

    /** Returns how many numbers a grain with this number of contacts is packed into. */
    static int packedSize(std::size_t contacts);
    /** Writes the memory of a grain. @returns how many numbers that are */
    int pack(int grain, double* buffer) const;
    /** Reads what pack() has written. @returns how many numbers that are */
    int unpack(int grain, const double* buffer);
    std::size_t countBytes() const { return slots.size() * sizeof(int) + memories.size() * sizeof(GrainMemory); }

private:
    std::vector<int> slots; // by grain: number of its memory, or -1
    std::vector<GrainMemory> memories;
    std::vector<int> freeSlots;
};

} // namespace simbodydem::grains

#endif
