// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NO_FRICTION_H
#define SIMBODYDEM_NO_FRICTION_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/TangentialLaw.h"

namespace simbodydem {

/** Computes no tangential force: the contact is perfectly smooth. */
class SIMBODYDEM_API NoFriction final : public TangentialLaw {
public:
    NoFriction* clone() const override { return new NoFriction(*this); }
    std::string getName() const override { return "NoFriction"; }
    TangentialOutput calcForce(const TangentialInput&) const override { return {}; }
    TangentialTangent calcTangent(const TangentialInput&, const NormalTangent&) const override { return {}; }
};

} // namespace simbodydem

#endif
