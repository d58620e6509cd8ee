// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_CHECKED_CONTACT_MODEL_H
#define SIMBODYDEM_FORCE_CHECKED_CONTACT_MODEL_H

#include "collision/ContactSource.h"
#include "simbodydem/ContactModel.h"

#include "Simbody.h"

#include <memory>
#include <string>

namespace simbodydem {

/** Stores the settings of a force. Each function has the name of the function of DEMContactForce that calls it. It checks its
arguments, stores them, and invalidates the System's topology. */
class CheckedContactModel {
public:
    /** Stores all settings of the model.
    @throws std::invalid_argument if one of the functions below throws it */
    CheckedContactModel(SimTK::GeneralForceSubsystem&, std::unique_ptr<ContactSource>, const ContactModel&);

    void setMaterial(SimTK::ContactSurfaceIndex, const SurfaceMaterial&);
    void setMaterialForAll(const SurfaceMaterial&);
    void setPairMaterial(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, const SurfaceMaterial&);
    void setMixingRules(const MixingRules&);
    void setDetectionMargin(SimTK::ContactSurfaceIndex, SimTK::Real margin);
    void setDetectionMarginForAll(SimTK::Real margin);
    void setEffectiveMass(EffectiveMass);
    void setEffectiveMass(SimTK::Real mass);
    void setPairEffectiveMass(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex, SimTK::Real mass);
    void setTrackDissipatedEnergy(bool);
    void excludePair(SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex);
    void excludeBodies(SimTK::MobilizedBodyIndex, SimTK::MobilizedBodyIndex);
    void excludeAdjacentBodies();

    const ContactModel& get() const { return model; }
    std::string getOwner() const { return model.getName(); }
    const ContactSource& getSource() const { return *source; }
    SimTK::GeneralForceSubsystem& updForces() const { return forces; }
    const SimTK::SimbodyMatterSubsystem& getMatter() const;
    const SimTK::MobilizedBody& getBody(int surface) const;

    /** Throws std::invalid_argument unless the source has this surface. */
    void checkSurface(const std::string& caller, SimTK::ContactSurfaceIndex) const;
    /** Throws std::invalid_argument unless the matter has this body. */
    void checkBody(const std::string& caller, SimTK::MobilizedBodyIndex) const;

private:
    void set(const ContactModel&);
    /** Checks that both surfaces exist and differ. Returns the first words of a message about the pair. */
    std::string checkPair(const std::string& caller, SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex) const;
    void invalidateTopology() { forces.invalidateSubsystemTopologyCache(); }

    ContactModel model; // its laws never change
    SimTK::GeneralForceSubsystem& forces;
    const std::unique_ptr<ContactSource> source;
};

} // namespace simbodydem

#endif
