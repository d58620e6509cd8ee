// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_FORCES_H
#define SIMBODYDEM_CONTACT_FORCES_H

#include "contact/ContactTangent.h"
#include "joints/JointForcesImpl.h"
#include "simbodydem/DEMContactForce.h"

#include <cstddef>
#include <string>
#include <vector>

namespace simbodydem {

/** The derivatives of the contact forces between two bodies, by MobilizedBodyIndex; see ContactTangent. */
struct PairTangent {
    int a, b;
    Matrix12 byPose, byVelocity;
};

/** The derivatives of the forces that an integrator takes implicitly. */
struct ForceTangents {
    std::vector<PairTangent> pairs;
    std::vector<JointTangent> joints;

    bool empty() const { return pairs.empty() && joints.empty(); }
};

/** A contact, and on which side of the kinks of its force it is. The friction of a joint counts as one, and so does a stop. */
struct ContactStatus {
    int force; // contact forces first, then joint forces
    ContactKey key;
    bool isSliding;
    bool isUnloaded; // no force presses it: it parts
    friend bool operator==(const ContactStatus& x, const ContactStatus& y) {
        return x.force == y.force && x.key == y.key && x.isSliding == y.isSliding;
    }
};

/** A contact that slides. */
struct Slip {
    int force;
    ContactKey key;
    SimTK::Vec3 direction;      // of the slip of b on a
    SimTK::Real speed, braking; // [m/s], and its rate of decrease [m/s^2]
};

/** The overlap of a contact and its rate. */
struct Closing {
    int force;
    ContactKey key;
    SimTK::Real rate, overlap; // [m/s], < 0: they part; [m]
};

/** A time and coordinates at which a step has found a contact that was not there at its start. */
struct Sighting {
    SimTK::Real time;
    SimTK::Vector q;
};

/** Returns true if both belong to the same contact. */
template <class A, class B> bool areOfOneContact(const A& a, const B& b) {
    return a.force == b.force && a.key == b.key;
}

/** The contacts of all contact forces of an integrator. */
class ContactForces {
public:
    ContactForces(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);
    /** @throws std::invalid_argument if the forces are of another System */
    void addJoints(const SimTK::MultibodySystem&, const JointForces&);

    const std::vector<const DEMContactForce*>& getContacts() const { return forces; }
    const std::vector<JointForces>& getJoints() const { return joints; }
    std::size_t getNumContactForces() const { return forces.size(); }
    std::size_t getNumJointForces() const { return joints.size(); }
    /** @throws std::logic_error if the State has other forces' variables */
    void checkState(const SimTK::State&, const char* caller) const;
    /** Warns for the first force that has reason to; see ContactDiagnostics.h. */
    bool warnOfElasticImpacts(const SimTK::State&, SimTK::Real accuracy) const;
    void findTangents(const SimTK::State&, ForceTangents&) const;
    /** Tells the contact forces that the next accelerations need no check of slip that reverses: a step of a fixed length resolves what it
    resolves, and a refusal would only cut it. */
    void leaveSlipUnchecked(const SimTK::State&) const;
    void findStatus(const SimTK::State&, std::vector<ContactStatus>&) const;
    /** Makes findStatus() tell where most elements of a layer or of a body in sand slide. Only runs that are differentiated need that. */
    void setFindsSlidingAreas(bool on) const { findsSlidingAreas = on; }
    /** Appends servos, which slide at their limit. Their kinks count for derivatives alone. */
    void addServos(const SimTK::State&, std::vector<ContactStatus>&) const;
    /** Makes findStatus() record new contacts from now on, in every iterate, since a fixed step takes the last one as it is.
    @param known  contacts that are not new */
    void startWatch(const std::vector<ContactStatus>& known) const;
    /** Ends the record. @returns the first sighting of each new contact */
    std::vector<Sighting> endWatch() const;
    /** Returns the contacts that the last watch knew or saw. */
    const std::vector<ContactStatus>& getWatched() const { return known; }
    /** Finds the contacts that slide, in a State realized to Stage::Acceleration. */
    void findSlips(const SimTK::State&, std::vector<Slip>&) const;
    /** Finds the overlaps of all contacts, in a State realized to Stage::Dynamics. */
    void findClosing(const SimTK::State&, std::vector<Closing>&) const;
    /** Returns a number that is 0 at the limit of a contact, joint or servo within its limit, and else more than 0; NaN at the limit. The State is
    realized to Stage::Dynamics. */
    SimTK::Real findSlipMargin(const SimTK::State&, const ContactStatus&) const;
    /** Returns the normal force of a contact or the force of a stop [N, N m]; NaN if it is cut to 0. The State is realized to Stage::Dynamics. */
    SimTK::Real findLoad(const SimTK::State&, const ContactStatus&) const;
    /** Returns true if a contact of a State realized to Stage::Dynamics is deeper than it can have become since the last commit. */
    bool areFlownInto(const SimTK::State&) const;
    /** Returns the largest turn since the commit at a contact of surfaces other than spheres and planes, as a fraction of what a step
    resolves; 0 where it is less. */
    SimTK::Real findFarTurn(const SimTK::State&) const;
    /** Returns the elastic energy of all contacts [J], of a State realized to Stage::Dynamics. */
    SimTK::Real calcElasticEnergy(const SimTK::State&) const;
    /** Returns the power that servos without their damping give [W], of a State realized to Stage::Dynamics. The power that they take
    counts as 0, since steps need not resolve it. */
    SimTK::Real calcServoPower(const SimTK::State&) const;
    /** Returns the fastest angular velocity of one of two touching bodies relative to the other [rad/s].
    @param name  gets the names of that contact's surfaces */
    SimTK::Real findFastestTurn(const SimTK::State&, std::string& name) const;
    /** Subtracts these forces from those on bodies and on speeds. */
    void subtractFrom(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces,
                      SimTK::Vector& mobilityForces) const;
    /** Returns true if surfaces touch, in a list by findStatus(). */
    bool haveSurfaces(const std::vector<ContactStatus>&) const;
    /** Returns the longest step before surfaces that are apart may meet, or a joint its stop. The State is realized to Stage::Acceleration. */
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest) const;
    /** Returns the same with these accelerations. @param state  realized to Stage::Velocity */
    SimTK::Real calcStepBound(const SimTK::State& state, const SimTK::Vector& udot, SimTK::Real longest) const;
    /** Returns the fastest pace of a body in soil or sand, see ContactHistory [1/s]. */
    SimTK::Real findGroundPace(const SimTK::State&) const;
    std::string nameOf(const ContactStatus&) const;
    /** Returns the name, the state and the overlap of a contact. */
    std::string describe(const SimTK::State&, const ContactStatus&) const;
    /** Returns what to change if one of these contacts is deeper than its law holds; empty if none is. */
    std::string findCureOfDepth(const SimTK::State&) const;

private:
    /** @param contact  of a joint */
    JointOutput evaluateJoint(const SimTK::State&, const ContactStatus& contact) const;

    std::vector<const DEMContactForce*> forces;
    std::vector<JointForces> joints;
    mutable std::vector<ContactTangent> workspace;
    mutable bool isWatching = false, findsSlidingAreas = false;
    mutable std::vector<ContactStatus> known; // while it watches
    mutable std::vector<Sighting> sightings;
};

} // namespace simbodydem

#endif
