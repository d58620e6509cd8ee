// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_FORCES_H
#define SIMBODYDEM_CONTACT_FORCES_H

#include "contact/ContactTangent.h"
#include "simbodydem/DEMContactForce.h"

#include <string>
#include <vector>

namespace simbodydem {

/** The derivatives of what two bodies, by MobilizedBodyIndex, do to each other; see ContactTangent. */
struct PairTangent {
    int a, b;
    Matrix12 byPose, byVelocity;
};

/** On which side of its kinks a contact is. */
struct ContactStatus {
    int force;
    ContactKey key;
    bool isSliding;
    bool isUnloaded; // no force presses it: it parts
    friend bool operator==(const ContactStatus& x, const ContactStatus& y) {
        return x.force == y.force && x.key == y.key && x.isSliding == y.isSliding;
    }
};

/** A contact that slid when the step began, and its slip [m/s] now and then along what it was then. */
struct Slip {
    int force;
    ContactKey key;
    SimTK::Vec3 direction;      // of b past a
    SimTK::Real speed, braking; // braking [m/s^2]: what the speed loses
};

/** How fast a contact's surfaces come closer, and how deep they are in each other. */
struct Closing {
    int force;
    ContactKey key;
    SimTK::Real rate, overlap; // [m/s], < 0: they part; [m]
};

/** A time and a pose at which an integrator found a contact that was not there when its step began. */
struct Sighting {
    SimTK::Real time;
    SimTK::Vector q;
};

/** Whether two of these, of whatever kind, are of the same contact. */
template <class A, class B> bool areOfOneContact(const A& a, const B& b) {
    return a.force == b.force && a.key == b.key;
}

/** What an integrator needs to know of several forces' contacts. */
class ContactForces {
public:
    ContactForces(const SimTK::MultibodySystem&, const std::vector<const DEMContactForce*>&);

    /** @throws std::logic_error if the State has other forces' variables */
    void checkState(const SimTK::State&, const char* caller) const;
    /** See ContactDiagnostics.h; of the first force that has reason to. */
    bool warnOfElasticImpacts(const SimTK::State&, SimTK::Real accuracy) const;
    void findTangents(const SimTK::State&, std::vector<PairTangent>&) const;
    void findStatus(const SimTK::State&, std::vector<ContactStatus>&) const;
    /** Makes findStatus() record new contacts from now on: every iterate of a stage, since fixed steps take it as it is.
    @param known  contacts that are not new */
    void startWatch(const std::vector<ContactStatus>& known) const;
    /** Ends the record. @returns the first sighting of each new contact */
    std::vector<Sighting> endWatch() const;
    /** The contacts that slide, of a State realized to Stage::Acceleration. */
    void findSlips(const SimTK::State&, std::vector<Slip>&) const;
    /** All contacts of a State realized to Stage::Dynamics. */
    void findClosing(const SimTK::State&, std::vector<Closing>&) const;
    /** Whether any contact of a State realized to Stage::Dynamics is deeper than it can have become since the last commit. */
    bool areFlownInto(const SimTK::State&) const;
    /** Returns the largest turn since the commit at a contact of surfaces other than spheres and planes, as a share of what a step
    resolves; 0 where it is less. */
    SimTK::Real findFarTurn(const SimTK::State&) const;
    /** Returns what all contacts have stored [J], of a State realized to Stage::Dynamics. */
    SimTK::Real calcElasticEnergy(const SimTK::State&) const;
    /** Returns the fastest angular velocity of one of two touching bodies relative to the other [rad/s].
    @param name  that contact's surfaces */
    SimTK::Real findFastestTurn(const SimTK::State&, std::string& name) const;
    /** From forces on bodies. */
    void subtractFrom(const SimTK::State&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces) const;
    SimTK::Real calcStepBound(const SimTK::State&, SimTK::Real longest) const;
    std::string nameOf(const ContactStatus&) const;

private:
    std::vector<const DEMContactForce*> forces;
    mutable std::vector<ContactTangent> room;
    mutable bool isWatching = false;
    mutable std::vector<ContactStatus> known; // while it watches
    mutable std::vector<Sighting> sightings;
};

} // namespace simbodydem

#endif
