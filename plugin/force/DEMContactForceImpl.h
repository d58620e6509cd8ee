// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_DEM_CONTACT_FORCE_IMPL_H
#define SIMBODYDEM_FORCE_DEM_CONTACT_FORCE_IMPL_H

#include "contact/ContactTangent.h"
#include "force/CheckedContactModel.h"
#include "force/CompiledModel.h"
#include "force/ContactStateVariables.h"
#include "force/WatchedGroups.h"
#include "simbodydem/DEMContactForce.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

struct PipelineInput;
struct Workspace;

/** Adapts contacts to Simbody's force elements: their State, stages and cache. ContactPipeline.h evaluates the contacts. */
class DEMContactForceImpl : public SimTK::Force::Custom::Implementation {
public:
    DEMContactForceImpl(SimTK::GeneralForceSubsystem&, std::unique_ptr<ContactSource>, const ContactModel&);
    /** Adds a measure that replaces the force while it is disabled. Must be called once, with the index that Simbody has given the
    force. */
    void standInWhileDisabled(SimTK::ForceIndex);

    const CheckedContactModel& getModel() const { return model; }
    CheckedContactModel& updModel() { return model; }
    /** Returns the model that the last realizeTopology() has compiled. */
    const CompiledModel& getCompiled() const { return compiled; }
    const ContactStateVariables& getVariables() const { return variables; }

    /** Throws std::logic_error unless the State belongs to the System's present topology, or to a System of equal structure. */
    void checkTopology(const char* caller, const SimTK::State&) const;
    bool isDisabled(const SimTK::State& state) const { return model.updForces().isForceDisabled(state, index); }

    void realizeTopology(SimTK::State&) const override;
    void calcForce(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override;
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override;
    void realizeAcceleration(const SimTK::State&) const override;
    /** Realizes a disabled force, which Simbody itself does not. */
    void realizeDisabled(const SimTK::State&) const;

    /** Realizes the State to Stage::Dynamics.
    @returns the history to commit */
    const ContactHistory& getNextHistory(const SimTK::State&) const;
    /** Returns one record per contact of a State that is realized to Stage::Dynamics. */
    const std::vector<ContactRecord>& getContactRecords(const SimTK::State&) const;
    /** Returns one record per contact of a layer, likewise. */
    const std::vector<AreaRecord>& getAreaRecords(const SimTK::State&) const;
    std::vector<ElementRecord> calcElementRecords(const SimTK::State&, int surface) const;
    void calcTangents(const SimTK::State&, TangentUse, std::vector<ContactTangent>&) const;
    /** Adds the forces on bodies, by MobilizedBodyIndex. */
    void addForces(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces) const;
    /** Returns the sliding contacts of a State that is realized to Stage::Acceleration. */
    const SlidingContacts& getSlidingNow(const SimTK::State&) const;

    DissipatedEnergy getDissipatedEnergyByCause(const SimTK::State&) const;
    void commitHistory(SimTK::State&) const;
    void clearHistory(SimTK::State&) const;
    /** Ends the contacts as if they were removed by hand. */
    void endHistory(SimTK::State&) const;
    void setFrictionFactor(SimTK::State&, int surface, SimTK::Real factor) const;
    /** Keeps the largest force on this group in the history from now on, until its window is closed. */
    void watch(const WatchedGroup& group) const { watched.add(group, compiled); }

private:
    PipelineInput inputOf(const SimTK::State&) const;
    const RecordsInState& getRecords(const SimTK::State&) const;
    /** Evaluates the contacts into the next history. */
    void calcNextHistory(const SimTK::State&) const;
    void countPresentStep(SimTK::State&) const;
    /** Prints the warnings of a start, once. @param work  of the evaluation of this State @param next  notes a body that is thrown */
    void checkStart(const SimTK::State&, Workspace& work, ContactHistory& next) const;

    CheckedContactModel model; // as the user has set it
    SimTK::ForceIndex index;
    // Only realizeTopology() writes these two, so one System serves many States in many threads.
    mutable CompiledModel compiled;
    mutable ContactStateVariables variables;
    mutable WatchedGroups watched; // by recorders; no force depends on it
};

/** Returns the element behind a handle. */
const DEMContactForceImpl& implOf(const DEMContactForce&);
DEMContactForceImpl& implOf(DEMContactForce&);

} // namespace simbodydem

#endif
