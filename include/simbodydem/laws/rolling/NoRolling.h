// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NO_ROLLING_H
#define SIMBODYDEM_NO_ROLLING_H

#include "simbodydem/Export.h"
#include "simbodydem/laws/RollingLaw.h"

namespace simbodydem {

/** Resists neither rolling nor twisting. */
class SIMBODYDEM_API NoRolling final : public RollingLaw {
public:
    NoRolling* clone() const override { return new NoRolling(*this); }
    std::string getName() const override { return "NoRolling"; }
    RollingOutput calcTorque(const RollingInput&) const override { return {}; }
    RollingTangent calcTangent(const RollingInput&, const NormalTangent&) const override { return {}; }
};

} // namespace simbodydem

#endif
