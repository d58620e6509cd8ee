// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_PAIR_TABLE_H
#define SIMBODYDEM_CONTACT_PAIR_TABLE_H

#include "collision/Surface.h"
#include "simbodydem/ContactModel.h"

#include "SimTKmath.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

struct CompiledSurfaces;

/** The laws of one pair of materials, bound to it. */
struct PairLaws {
    std::unique_ptr<NormalLaw> normal;
    std::unique_ptr<TangentialLaw> tangential;
    std::unique_ptr<RollingLaw> rolling;
    SimTK::Real pointShift = 0; // where the contact point lies, see NormalLaw::getContactPointShift()
};

/** The laws of every pair of surfaces that can meet, made once. Surfaces of equal material share a row; a surface that
is part of a pair override has a row of its own, so that finding a pair's laws is one look into a square table. */
class PairTable {
public:
    /** Sort surfaces into classes (sets their materialClass) and bind the laws.
        @throws std::invalid_argument if no two surfaces can meet, or naming every one that lacks a value that a law
        requires
    @param materials the model's, and what the surfaces brought along */
    void build(CompiledSurfaces&, const ContactModel&, const MaterialAssignment& materials);

    const PairLaws& get(const Surface& a, const Surface& b) const {
        return table[std::size_t(a.materialClass) * numClasses + b.materialClass];
    }

private:
    std::size_t numClasses = 0;
    std::vector<PairLaws> table;
};

} // namespace simbodydem

#endif
