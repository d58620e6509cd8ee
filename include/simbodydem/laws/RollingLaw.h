#ifndef SIMBODYDEM_ROLLING_LAW_H
#define SIMBODYDEM_ROLLING_LAW_H

#include "simbodydem/laws/NormalLaw.h"

namespace simbodydem {

/** What a rolling law is asked about. Vectors are in Ground. */
struct RollingInput {
    const NormalInput& contact;  ///< the geometry, as the normal law saw it; its history is the normal law's
    const NormalAnswer& normal;  ///< what the normal law answered
    SimTK::Vec3 normalDirection; ///< unit vector from a to b
    SimTK::Vec3
        angularVelocity; ///< of b relative to a [rad/s]; the part along the normal is twisting, the rest rolling
};

/** What a rolling law answers. */
struct RollingAnswer {
    SimTK::Vec3 torque = SimTK::Vec3(0); ///< on b [N m]; a gets the opposite
    SimTK::Real dissipatedPower = 0;     ///< [W], >= 0
};

/** A torque against rolling and twisting. The same rules as for a NormalLaw hold. */
class RollingLaw {
public:
    virtual ~RollingLaw() = default;
    virtual RollingLaw* clone() const = 0;
    virtual std::string getName() const = 0;
    virtual RequiredValues getRequiredValues() const { return {}; }
    virtual void bind(const PairMaterial&) {}
    virtual RollingAnswer calcTorque(const RollingInput&) const = 0;
};

} // namespace simbodydem

#endif
