// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTROL_SPRING_SLIPS_H
#define SIMBODYDEM_CONTROL_SPRING_SLIPS_H

#include "integration/ContactForces.h"

#include "Simbody.h"

#include <string>
#include <vector>

namespace simbodydem {

/** Reads and writes the elastic displacements xi of all springs of friction as numbers, along directions of one State. These are the
tangential and rolling springs of contacts and the dry friction of joints. Springs that a law does not have are left out. */
class SpringSlips {
public:
    /** @param state  the reference, as committed at its time and realized to Stage::Dynamics */
    SpringSlips(const SimTK::MultibodySystem&, const ContactForces&, const SimTK::State& state);

    int size() const { return int(springs.size()); }
    std::string getName(int i) const;
    /** Returns the greatest step of differences at a spring [m, rad], infinite if it has none. */
    SimTK::Real getGreatestStep(int i) const { return springs[i].greatestStep; }
    /** Returns the slips s = G w - (xi - xi0) of a State that is realized to Stage::Dynamics. Contacts that are not there have none.
    @param displacements  w of the State from the reference */
    SimTK::Vector calcSlips(const SimTK::State&, const SimTK::Vector& displacements) const;
    /** Computes G w, by how much displacements w stretch springs that do not slip. */
    SimTK::Vector stretch(const SimTK::Vector& displacements) const;
    /** Sets xi - xi0 in the committed history. Contacts that are not there are left out. */
    void write(SimTK::State&, const SimTK::Vector&) const;

private:
    enum class Kind { Tangential, Rolling, Joint };
    struct Spring {
        Kind kind;
        int force;                     // among the contact forces or the joint forces
        ContactKey key;                // of a contact; key.a: number of a joint
        int axis;                      // 0, 1: in the tangent plane; 2: the normal
        SimTK::Vec3 direction;         // in Ground
        SimTK::Vector perDisplacement; // row of G
        SimTK::Real reference = 0;     // xi0 along the direction
        SimTK::Real greatestStep = SimTK::Infinity;
    };
    void addContacts(const SimTK::State&, int force);
    void addJoints(const SimTK::State&, int force);
    void leaveOutWhatRemembersNothing(const SimTK::State&);
    /** Returns xi along the directions; NaN for contacts that are not there. */
    SimTK::Vector readAll(const SimTK::State&) const;

    const SimTK::MultibodySystem& system;
    const ContactForces& forces;
    std::vector<Spring> springs;
};

} // namespace simbodydem

#endif
