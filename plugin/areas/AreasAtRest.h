// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_AREAS_AT_REST_H
#define SIMBODYDEM_AREAS_AREAS_AT_REST_H

#include "areas/AreaEvaluation.h"

#include <vector>

namespace simbodydem {

/** Remembers the result of an evaluation of all areas in which nothing moved and nothing slid. While poses and memory stay the same, to the last
bit, its result is given again instead of a new evaluation. The two differ by what speeds of 1e-20 m/s do to a dashpot, which is below the last bit of
the force of anything that stands. So bodies at rest cost hardly more than on hard ground. */
class AreasAtRest {
public:
    /** Gives the remembered result, if it is that of this input.
        @returns false if it is not, and nothing is done */
    bool recall(const AreaInput&, const AreaOutput&) const;

    /** Holds how many rows the outputs of an evaluation had before it. */
    struct Sizes {
        explicit Sizes(const AreaOutput&);
        std::size_t tangents, records;
    };
    /** Remembers the result of an evaluation, if nothing moved and nothing slid in it, and numbers the memory that it leaves.
        @param applied  the forces that it gave to bodies
        @param flow     its part of the energy account */
    void remember(const AreaInput&, const AreaOutput&, std::vector<AppliedWrench> applied, const EnergyFlow& flow, const Sizes& before);

private:
    struct SlotPose {
        int slot;
        Matrix3 rotation;
        Vector3 origin;
    };
    // Rows of an output that not every evaluation asks for.
    template <class T> struct Rows {
        bool isKnown = false;
        std::vector<T> rows;

        bool serves(const std::vector<T>* output) const { return !output || isKnown; }
        void giveTo(std::vector<T>* output) const {
            if (output) output->insert(output->end(), rows.begin(), rows.end());
        }
        void takeFrom(const std::vector<T>* output, std::size_t before) {
            if (!output) return;
            isKnown = true;
            rows.assign(output->begin() + std::ptrdiff_t(before), output->end());
        }
    };
    bool isHere(const AreaInput&) const;
    void takeRows(const AreaOutput&, const Sizes& before);

    std::uint64_t model = 0;           // its id; 0: nothing is remembered
    std::uint64_t version = 0;         // of the committed memory
    std::vector<SlotPose> poses;         // of the bodies
    std::vector<SimTK::Real> frictionFactors;
    std::vector<AppliedWrench> wrenches;
    EnergyFlow flow;
    SimTK::Real pace = 0;
    Rows<ContactTangent> tangents;
    Rows<ContactRecord> records;
};

} // namespace simbodydem

#endif
