// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NORMAL_LAW_H
#define SIMBODYDEM_NORMAL_LAW_H

#include "simbodydem/Export.h"
#include "simbodydem/MixingRules.h"
#include "simbodydem/laws/LawHistory.h"
#include "simbodydem/laws/LawParameter.h"
#include "simbodydem/laws/LawTangents.h"

#include <string>
#include <vector>

namespace simbodydem {

/** The values of SurfaceMaterial that a law cannot do without. */
using RequiredValues = std::vector<MaterialValue SurfaceMaterial::*>;

/** Whether the normal force of a law may pull. Clamped is every DEM code's default; with the textbooks' damping it returns
more than the asked restitution, since the contact then ends when the force reaches zero, before the overlap does, and
something whatever the damping. Hence the one exception: a restitution of 0 that is Realized pulls. */
enum class Tension { Clamped, Allowed };

/** What the restitution of a material means to a law that makes a dashpot of it. Realized, the default: the damping with
which a free impact returns e under the law's own tension, found once per pair of materials. Textbook: the source's formula,
which returns e if tension is allowed and more if it is clamped (.55 for .5, .25 for .1, .135 for 0).

A Realized e = 0 is plastic: surfaces do not separate by themselves. The dashpot is the critical one then (beta = 1 of a
linear spring, alpha = sqrt(5) of Hertz's), and it pulls whatever the Tension, but viscously, and only while the surfaces overlap.
On the way out its impulse is 2 sqrt(2 m* U), twice the momentum that the stored energy U would give the mass; the slower
they part, the weaker it pulls. It is critical for each touch by itself: rows of balls and bodies on several touches swing
a little still. Under Tension::Clamped, and in the laws that never pull, values in (0, 0.007) are refused:
the dashpot would be more than 5.8 times the critical one, and shorten the steps of all that stands. */
enum class RestitutionMeaning { Textbook, Realized };

/** The input of a normal law: one contact at one instant. */
struct NormalInput {
    SimTK::Real overlap;         ///< delta [m], > 0 unless the law reachesBeyondTouch()
    SimTK::Real overlapRate;     ///< [m/s], > 0 approaching
    SimTK::Real effectiveRadius; ///< R* [m]
    SimTK::Real contactRadius;   ///< a = sqrt(R* delta) [m], 0 where delta <= 0
    SimTK::Real effectiveMass;   ///< m* [kg], the same from first touch to separation
    SimTK::Real curvatureA;      ///< 1/R of surface a [1/m], 0 for a plane
    SimTK::Real curvatureB;      ///< 1/R of surface b [1/m], 0 for a plane
    bool firstTouch;             ///< no history yet
    LawHistory history;          ///< as committed, zeros at first touch
};

/** The output of a normal law. */
struct NormalOutput {
    SimTK::Real force = 0;           ///< on b along normal [N], > 0 pushes the surfaces apart
    SimTK::Real frictionalLoad = 0;  ///< N [N], >= 0: the load that friction feels
    SimTK::Real stiffness = 0;       ///< tangent stiffness of the elastic part, dFe/ddelta [N/m]
    SimTK::Real storedEnergy = 0;    ///< [J], integral of the elastic part over the overlap
    SimTK::Real dissipatedPower = 0; ///< [W], (force - elastic part) overlapRate; not clamped: < 0 is gained
    bool inContact = true;           ///< false ends the contact: no force, and its history is forgotten
    LawHistory history;              ///< as it is to be committed
};

/** A force along the contact normal: how hard do two surfaces push each other apart?

To make a law of your own derive from this class in your own file. The object that you hand to DEMContactForce is a
prototype: it is cloned for every pair of materials, and each clone is given its pair once, in bind(). calcForce() is
then called for every contact at every evaluation, possibly from several threads. */
class SIMBODYDEM_API NormalLaw {
public:
    virtual ~NormalLaw() = default;

    /** A copy on the heap; the caller owns it. */
    virtual NormalLaw* clone() const = 0;

    /** The name that error messages carry. */
    virtual std::string getName() const = 0;

    /** Returns all that the law's setters take, as it was set; it tells the law from another one of its name. A saved history is
    an error if a parameter differs (DEMContactForce::readHistory()). A law that returns nothing is known by its name alone. */
    virtual LawParameters getParameters() const { return {}; }

    /** Which material values must be set on both surfaces of every pair. */
    virtual RequiredValues getRequiredValues() const { return {}; }

    /** Take what you need from the pair's materials; called once, on this pair's own clone. Throw
    std::invalid_argument, with value, unit and range, if the two make no sense together. */
    virtual void bind(const PairMaterial&) {}

    /** Returns true if the law may act on surfaces that no longer overlap (a neck, a bond). Such a law is also evaluated at
    overlaps <= 0, down to the detection margin (DEMContactForce::setDetectionMargin()), and decides when contact ends. */
    virtual bool reachesBeyondTouch() const { return false; }

    /** Where the contact point of this pair lies: 0 is midway in the overlap, +-1/2 are the surfaces of a and b. */
    virtual SimTK::Real getContactPointShift() const { return 0; }

    /** Computes the force at one contact. Must be a pure function of its input. */
    virtual NormalOutput calcForce(const NormalInput&) const = 0;

    /** Computes the derivatives of that output, at a kink those of the side on which it is. The force itself never calls it; implicit
    integration and linearization do. Unless overridden it takes central differences, twelve evaluations. */
    virtual NormalTangent calcTangent(const NormalInput&) const;
};

using NormalAnswer [[deprecated("it is called NormalOutput")]] = NormalOutput;

} // namespace simbodydem

#endif
