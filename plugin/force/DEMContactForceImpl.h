// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_DEM_CONTACT_FORCE_IMPL_H
#define SIMBODYDEM_DEM_CONTACT_FORCE_IMPL_H

#include "contact/ContactKinematics.h"
#include "contact/EffectiveMass.h"
#include "contact/SlidingCheck.h"
#include "laws/PairTable.h"
#include "simbodydem/DEMContactForce.h"
#include "state/StateStamp.h"
#include "touches/CompiledSurfaces.h"
#include "touches/ContactSource.h"

#include "Simbody.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simbodydem {

struct Answer;
struct BodyMotion;
struct ContactTangent;
struct Follow;
struct HiddenCorner;
struct HistoryModel;
struct PairInQuestion;
struct Workspace;

/** The force element behind the handle: one loop over the contacts of the set. Members that are not mutable are what the
user handed over; mutable ones are written by realizeTopology() alone, so one System serves many States in many threads. */
class DEMContactForceImpl : public SimTK::Force::Custom::Implementation {
public:
    /** @throws std::invalid_argument as the functions of DEMContactForce do that set what is in the model */
    DEMContactForceImpl(SimTK::GeneralForceSubsystem&, std::unique_ptr<ContactSource>, const ContactModel&);

    /** The functions of DEMContactForce of these names. */
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

    /** To be called once, with the index that Simbody has given the force. */
    void standInWhileDisabled(SimTK::GeneralForceSubsystem&, SimTK::ForceIndex);
    /** @throws std::logic_error unless the State is one of the System's present topology, or of a System of equal structure */
    void checkTopology(const char* caller, const SimTK::State&) const;
    /** Whether the State was made by this force's realizeTopology(), or by that of a force of equal structure. */
    bool isStamped(const SimTK::State&) const;
    /** @throws std::invalid_argument unless the set has this surface */
    void checkSurface(const std::string& caller, SimTK::ContactSurfaceIndex) const;
    /** @throws std::invalid_argument unless the matter has this body */
    void checkBody(const std::string& caller, SimTK::MobilizedBodyIndex) const;
    const SimTK::MobilizedBody& getBody(SimTK::ContactSurfaceIndex s) const {
        return getMatter().getMobilizedBody(source->getBody(s));
    }
    std::string getSurfaceName(int surface) const { return source->getName(surface); }
    int getNumSurfaces() const { return source->getNumSurfaces(); }
    const SimTK::SimbodyMatterSubsystem& getMatter() const;

    void calcForce(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces, SimTK::Vector_<SimTK::Vec3>&,
                   SimTK::Vector&) const override;
    SimTK::Real calcPotentialEnergy(const SimTK::State&) const override;
    void realizeTopology(SimTK::State&) const override;
    void realizeAcceleration(const SimTK::State&) const override;
    /** What Simbody is to realize in place of a disabled force. */
    void realizeDisabled(const SimTK::State&) const;

    const std::vector<ContactRecord>& getContactRecords(const SimTK::State&) const;
    /** Of every contact, for a State that is realized to Stage::Dynamics. */
    void calcTangents(const SimTK::State&, std::vector<ContactTangent>&) const;
    ContactLinearization calcLinearization(const SimTK::State&) const;
    /** What it does to bodies, by MobilizedBodyIndex, in a State that is realized to Stage::Dynamics. */
    void addForces(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces) const;
    int getBodyIndex(int slot) const { return compiled.bodyIndices[slot]; }
    /** Calls visit(key, isSliding, isLoose) for every contact of a State that is realized to Stage::Dynamics. */
    void forEachContact(const SimTK::State&,
                        const std::function<void(const TouchKey&, bool isSliding, bool isLoose)>& visit) const;
    /** Of a State that is realized to Stage::Acceleration. */
    const SlidingContacts& getSlidingNow(const SimTK::State&) const;
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest) const;
    DissipatedEnergy getDissipatedEnergyByCause(const SimTK::State&) const;
    void clearHistory(SimTK::State&) const;
    void commitHistory(SimTK::State&) const;
    /** Whether a contact is deeper than it can have become since the last commit: the step has flown into it. */
    bool isFlownInto(const SimTK::State& state) const { return getNextHistory(state).atFirstSight.found.exists(); }
    /** How far a body has turned since the commit at a contact of surfaces other than spheres and planes, as a share of what a step
    resolves; 0 where it is less. */
    SimTK::Real getFarTurn(const SimTK::State& state) const {
        const NotedContact& turned = getNextHistory(state).farTurned.found;
        return turned.exists() ? turned.size / farthestTurn : 0;
    }
    SimTK::Real getCommitTime(const SimTK::State& state) const { return getHistory(state).time; }
    void copyHistory(const SimTK::State& from, SimTK::State& to) const;
    /** The contacts are taken out by hand. */
    void endHistory(SimTK::State&) const;
    void setFrictionFactor(SimTK::State&, int surface, SimTK::Real factor) const;
    SimTK::Real getFrictionFactor(const SimTK::State&, int surface) const;
    void writeHistory(const SimTK::State&, std::ostream&) const;
    void readHistory(SimTK::State&, std::istream&) const;

    /** The contacts that there are, and that there may be, for advice on them. */
    std::vector<PairInQuestion> findPairs(const SimTK::State&) const;
    MaterialAssignment getAllMaterials() const; // with those that the source has
    /** Warns that error control at this accuracy lets a nearly elastic ball gain or lose energy with each bounce, if a surface is as
    elastic as that. @returns whether it is */
    bool warnOfElasticImpacts(Real accuracy) const;

    ContactModel model; // its laws stay the same

private:
    /** Find the touches, forget the last evaluation. */
    void startEvaluation(const SimTK::State&, Workspace&, const ContactHistory& committed, ContactHistory* next) const;
    /** The way of the data, forward only. Leaves forces and energies in the workspace; fills `next`, `records` and `tangents`
    where given. */
    void evaluate(const SimTK::State&, Workspace&, ContactHistory* next, std::vector<ContactRecord>* records,
                  std::vector<ContactTangent>* tangents = nullptr) const;
    void addBodyForces(const Workspace&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces) const; // by MobilizedBodyIndex
    BodyMotion& fetchBody(Workspace&, const ContactHistory& committed, ContactHistory* next, int slot) const;
    /** One contact's share of the ledger. @returns what is to be committed of it */
    ContactEnergy book(EnergyFlow&, const Follow&, const Answer&, const Vector3& force, const BodyMotion& bodyA,
                       const BodyMotion& bodyB) const;
    SimTK::Real getDeepestValid(const Touch&) const;
    /** Whether a touch that had no contact at the commit has come through a one-sided surface from behind, and has no force. It has if
    its centre was behind at the commit, and as long as its corner overlaps the surface since. */
    bool isFromBehind(const Touch&, const ContactHistory& committed, SimTK::Real timeSinceCommit,
                      const BodyMotion& bodyA, const BodyMotion& bodyB, ContactHistory* next) const;
    BodyStation getStation(const Surface&) const;
    /** The mass that an impact of these two surfaces moves along the normal [kg], whatever mass their dashpots were given.
    @param all  contacts of the two */
    SimTK::Real calcMovedMass(const SimTK::State&, const ContactRecord&,
                              const std::vector<const ContactRecord*>& all) const;
    /** What a new contact's dashpots feel; its speeds that are rounding are set to rest. An integrator takes an error within
    a step for a step too long, and would approach the touch for ever. So where a contact has no mass it waits, without a
    force, for a first hair's breadth of overlap, until the integrator has got there and is told at the next evaluation; and
    beyond touch it just has none. */
    std::optional<ContactMass> beginContact(const SimTK::State&, const ContactHistory& committed, Workspace&,
                                            const Touch&, const BodyMotion& bodyA, const BodyMotion& bodyB,
                                            const Vector3& slipVelocity, NormalInput&) const;
    std::string getOwner() const { return model.getName(); }
    void set(const ContactModel&);
    /** What a message says of a pair of surfaces that exist. */
    std::string checkPair(const std::string& caller, SimTK::ContactSurfaceIndex, SimTK::ContactSurfaceIndex) const;
    void invalidateTopology() { forces.invalidateSubsystemTopologyCache(); }
    Exclusions getAllExclusions() const;
    /** @throws std::invalid_argument if the set is empty, or two surfaces that the user named can never touch */
    void checkSurfaces(const SimTK::SimbodyMatterSubsystem&) const;
    /** @throws std::invalid_argument if a mesh without rounding could only fall through a flat surface */
    void checkPairs() const;
    void checkCanTouch(const std::string& caller, int a, int b) const;
    /** How the other System differs, as far as its State says so. */
    std::string whyOfAnother(const SimTK::State&) const;
    SimTK::Real getHalfWidth(const Touch&) const; // of the surface that is thinner
    /** Whether a contact may be deeper than half of the thinner surface. Spheres and planes, whose R* is no more than that, need
    not be looked at again. */
    bool isBeyondItsShape(const Touch& touch, SimTK::Real effectiveRadius) const {
        return touch.overlap >= (compiled.areAllSimple ? effectiveRadius : getHalfWidth(touch));
    }
    /** Judges such a depth at the start of a run, and wherever the speeds since the commit do not explain it: a body was put
    there. Warns once of a run that begins with a surface's centre inside the other one.
    @param row  null: there was no contact at the commit
    @returns whether a body was put there in a run
    @throws std::runtime_error if one surface is wholly inside the other at the start */
    bool checkDepth(const Touch&, const Follow&, const ContactRow* row, const BodyPose* poseA, const BodyPose* poseB,
                    const ContactHistory& committed, SimTK::Real timeSinceCommit, Workspace&) const;
    /** @returns whether there was a spring to warn of */
    bool warnOfMissingCommits(SimTK::Real commitTime, const ContactHistory& next) const;
    void warnBeyondShape(const ContactHistory& committed) const;
    void warnOfDepth(const ContactHistory& committed) const;
    void warnOfTurn(const ContactHistory& committed) const;
    void keepPassing(const ContactHistory& committed, const std::vector<HiddenCorner>& hidden,
                     ContactHistory& next) const;
    void noteOneSided(const Touch&, bool isPassing, ContactHistory& next) const;
    void warnOneSided(const ContactHistory& committed) const;
    /** An integrator takes the error for a step too long, and says in the end that it could not go on, not why. */
    void warnOfNoMass(const std::string& error, SimTK::Real time, Workspace&) const;
    bool isDisabled(const SimTK::State& state) const { return forces.isForceDisabled(state, index); }
    EnergyTotals getTotals(const SimTK::State&) const;
    void setTotals(SimTK::State&, const EnergyTotals&) const;
    void writeEnergyRates(const SimTK::State&) const; // as zdot
    void findSliding(const SimTK::State&, SlidingContacts&) const;
    /** All that an integrator understands: any exception is a step too long, and CPodes renews its stiffness with it. */
    [[noreturn]] void refuseStep(const SlidingContact&) const;
    HistoryModel describeForce() const; // what must be the same where a history is read
    const std::vector<SimTK::Real>& getFrictionFactors(const SimTK::State&) const;
    const ContactHistory& getHistory(const SimTK::State&) const;
    const ContactHistory& getNextHistory(const SimTK::State&) const; // as it is to be committed; realizes the State
    /** Evaluates the contacts into the next history. */
    void calcNextHistory(const SimTK::State&) const;
    /** State::autoUpdateDiscreteVariables() called by hand takes the next history away and leaves the stage valid: it is
    made again. */
    void restoreNextHistory(const SimTK::State&) const;
    ContactHistory& updNextHistory(const SimTK::State&) const;
    Workspace& updWorkspace(const SimTK::State&) const;

    static constexpr SimTK::Real farthestTurn = 1; // in a step, of other shapes than spheres and planes [rad]

    SimTK::GeneralForceSubsystem& forces;
    const SimTK::SubsystemIndex subsystem; // of the forces; owns our variables in the State
    SimTK::ForceIndex index;
    const std::unique_ptr<ContactSource> source;
    const bool hasRolling, reachesBeyondTouch;

    mutable CompiledSurfaces compiled;
    mutable std::vector<bool> isBodyAlone; // by MobilizedBodyIndex
    mutable PairTable pairs;
    mutable SimTK::DiscreteVariableIndex historyIndex, slidingIndex, frictionFactorsIndex;
    mutable StateStamp stamp; // of the States of this System's topology
    mutable SimTK::DiscreteVariableIndex stampIndex;
    mutable SimTK::CacheEntryIndex workspaceIndex, recordsIndex;
    mutable SimTK::ZIndex energyIndex; // of four, EnergyTotals
    mutable bool isTracking = false;
};

} // namespace simbodydem

#endif
