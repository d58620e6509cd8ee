// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_COMPILED_MODEL_H
#define SIMBODYDEM_FORCE_COMPILED_MODEL_H

#include "areas/LayerModel.h"
#include "collision/CompiledSurfaces.h"
#include "contact/EffectiveMass.h"
#include "contact/PairTable.h"
#include "simbodydem/ContactModel.h"

#include <algorithm>
#include <string>
#include <vector>

namespace simbodydem {

class ContactSource;

/** Stores a force's model for evaluations: surfaces, laws bound to pairs of materials, and the connections of bodies. realizeTopology()
makes it. Nothing changes it until the next realizeTopology(), so one System serves many States in many threads. */
struct CompiledModel : CompiledSurfaces {
    CompiledModel() = default;
    /** Compiles a model with the surfaces of its source.
    @throws std::invalid_argument if there are no surfaces, if two surfaces that the user named can never touch, or if material values are
    missing */
    CompiledModel(const ContactModel&, const ContactSource&, const SimTK::SimbodyMatterSubsystem&);

    std::string owner; // the first words of messages
    const SimTK::SimbodyMatterSubsystem* matter = nullptr;
    const ContactSource* source = nullptr;
    MaterialAssignment materials; // with those that surfaces brought along
    Exclusions exclusions;        // with those of the source
    EffectiveMassChoice effectiveMass;
    bool hasRolling = false, reachesBeyondTouch = false, isTrackingEnergy = false;
    PairTable pairs;
    LayerModel layers;
    std::vector<bool> isFreeBody; // by MobilizedBodyIndex

    /** Returns true if rows of the history are full. */
    bool hasFullRows() const { return hasRolling || isTrackingEnergy; }
    const std::string& nameOf(int surface) const { return names[surface]; }
    BodyStation getStation(const CompiledSurface&) const;
    /** Returns half of the width of the thinner surface [m]. */
    SimTK::Real getHalfWidth(const ContactPoint& contact) const {
        return std::min(geometries[contact.key.a].halfWidth, geometries[contact.key.b].halfWidth);
    }
    /** Returns the overlap from which on the cores of two rounded bodies meet [m]. */
    SimTK::Real getDeepestValid(const ContactPoint&) const;
    /** Returns true if a contact may be deeper than half of the thinner surface. For spheres and planes R* is the bound, since it is no
    more than that half. */
    bool isBeyondItsShape(const ContactPoint& contact, SimTK::Real effectiveRadius) const {
        return contact.overlap >= (areAllSimple ? effectiveRadius : getHalfWidth(contact));
    }

private:
    void checkCanTouch(const std::string& caller, int a, int b) const;
    void checkSurfaces(const ContactModel&) const;
    void checkPairs() const;
};

} // namespace simbodydem

#endif
