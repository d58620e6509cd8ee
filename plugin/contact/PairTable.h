// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_PAIR_TABLE_H
#define SIMBODYDEM_CONTACT_PAIR_TABLE_H

#include "collision/CompiledSurface.h"
#include "simbodydem/ContactModel.h"

#include "SimTKmath.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

struct CompiledSurfaces;

/** Holds the laws of one pair of materials, bound to it. */
struct PairLaws {
    std::unique_ptr<NormalLaw> normal;
    std::unique_ptr<TangentialLaw> tangential;
    std::unique_ptr<RollingLaw> rolling;
    SimTK::Real pointShift = 0; // of the contact point, see NormalLaw::getContactPointShift()
};

/** Holds the laws of every pair of surfaces that can meet, made once. Surfaces of equal material share a row. A surface that
is part of a pair override has its own row. The laws of a pair are then one entry of a square table. */
class PairTable {
public:
    /** Sorts surfaces into classes (sets their materialClass) and binds the laws.
        @throws std::invalid_argument if no two surfaces can meet, or if surfaces lack values that a law requires (the
        text names all of them)
    @param materials  of the model, and those that the surfaces brought along
    @param mayBeEmpty  true if it is no error that no two surfaces can meet */
    void build(CompiledSurfaces&, const ContactModel&, const MaterialAssignment& materials, bool mayBeEmpty);

    const PairLaws& get(const CompiledSurface& a, const CompiledSurface& b) const {
        return table[std::size_t(a.materialClass) * numClasses + b.materialClass];
    }

private:
    std::size_t numClasses = 0;
    std::vector<PairLaws> table;
};

} // namespace simbodydem

#endif
