// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTROL_RUN_COORDINATES_H
#define SIMBODYDEM_CONTROL_RUN_COORDINATES_H

#include "contact/ContactHistory.h"
#include "control/LayerMemories.h"
#include "integration/ContactForces.h"
#include "integration/CoordinateUpdate.h"

#include "Simbody.h"

#include <string>
#include <utility>
#include <vector>

namespace simbodydem {

/** A System and its forces, as an integrator has them. */
struct RunModel {
    const SimTK::MultibodySystem& system;
    const ContactForces& forces;
};

/** Commits what contacts and joints of a State remember. */
void commit(const SimTK::MultibodySystem&, SimTK::State&);

/** Holds coordinates x of a run between two steps, as deviations from a committed State: displacements along the speeds, speeds, auxiliary variables, and
the numbers that contacts and joints remember.

A number belongs to the coordinates if it can be changed by itself. The elastic displacement of friction at its limit can change along the limit alone.
So makeState() lengthens it, and the force cuts it to the limit at the commit. A number that each commit finds anew, such as the deepest overlap of a
contact that yields, is none. */
class RunCoordinates {
public:
    /** @param committed  the State from which deviations count @param period  time that follows [s] */
    RunCoordinates(const RunModel&, SimTK::State committed, SimTK::Real period);

    int size() const { return numBeforeLayers() + numOfLayers; }
    const SimTK::State& getOrigin() const { return origin; }
    /** Returns the greatest perturbation of a coordinate, in its unit. */
    SimTK::Real getPerturbation(int i) const;
    std::string getName(int i) const;
    /** Returns a number that coordinates of one kind and unit share. */
    int getKind(int i) const;

    /** Computes the deviation of a State of this System or an equal one. @throws std::runtime_error if a contact is missing */
    SimTK::Vector calcDeviation(const RunModel&, const SimTK::State&) const;
    /** Makes a State with this deviation.
    @param base    of the model's System: all that is no coordinate
    @param margin  by which friction at its limit exceeds it before the commit [-] */
    SimTK::State makeState(const RunModel&, const SimTK::State& base, const SimTK::Vector& deviation, SimTK::Real margin) const;

private:
    enum class Kind { Slip, Roll, NormalMass, TangentialMass, NormalNumber, TangentialNumber, RollingNumber, Joint };
    struct Memory {
        Kind kind;
        int force;
        ContactKey key; // of a joint its number
        int index;      // axis or number
        SimTK::Vec3 direction;
        SimTK::Real reference, perturbation;
    };
    /** Holds what a contact does not remember by itself. */
    struct Bound {
        int force;
        ContactKey key;
        bool isSlipping = false, isRolling = false, isTwisting = false; // at their limits
        std::vector<std::pair<Kind, int>> numbers;                      // that a commit finds anew
    };

    /** The memory of the layers of one force. */
    struct Layers {
        int force, first; // first of its coordinates
        LayerMemories memories;
        SimTK::Vector reference;
    };

    void addContacts(const RunModel&, int force);
    void addLayers(const RunModel&, int force);
    void addJoints(const RunModel&, int force);
    /** Returns the layers that have a coordinate, and its number in their list; null if none has it. */
    std::pair<const Layers*, int> findLayers(int i) const;
    SimTK::Real read(const Memory&, const ContactRow&) const;
    /** Writes the memories of this contact. @param poses  at the commit */
    void write(ContactRow&, int force, const SimTK::Vector& deviation, const BodyPose& a, const BodyPose& b, SimTK::Real margin) const;
    int numBeforeMemories() const { return 2 * origin.getNU() + origin.getNZ(); }
    int numBeforeLayers() const { return numBeforeMemories() + int(memories.size()); }

    const SimTK::MultibodySystem& system;
    SimTK::State origin;
    CoordinateUpdate coordinates;
    std::vector<Memory> memories;
    std::vector<Bound> bounds;
    std::vector<JointNumber> boundJoints;
    std::vector<Layers> layers;
    int numOfLayers = 0; // coordinates
    std::vector<std::string> names;
    SimTK::Real displacement = 1e-4, speed = 1e-3; // greatest perturbations [m, rad], [m/s, rad/s]
};

} // namespace simbodydem

#endif
