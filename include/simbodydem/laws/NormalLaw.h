// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NORMAL_LAW_H
#define SIMBODYDEM_NORMAL_LAW_H

#include "simbodydem/laws/Law.h"

namespace simbodydem {

/** Selects whether the normal force of a law may pull. Clamped is the default of every DEM code. A clamped contact ends when the force is
zero, which is before the overlap is zero. With the damping of textbooks it therefore returns more than the restitution that you set, and it
returns something with any damping. For this reason there is one exception: a Realized restitution of 0 pulls. */
enum class Tension { Clamped, Allowed };

/** Selects how a law makes a dashpot of the restitution e of a material.
- Realized, the default: the damping with which a free impact returns e under the law's own tension. It is found once per pair of materials.
- Textbook: the formula of the source. It returns e if tension is allowed, and more if it is clamped:

| e that you set | 0.5 | 0.1 | 0 |
|-|-|-|-|
| e that a clamped textbook impact returns | 0.55 | 0.25 | 0.135 |

@par Plastic contacts
A Realized e = 0 is plastic: surfaces do not separate by themselves. The dashpot is the critical one (beta = 1 for a
linear spring, alpha = sqrt(5) for Hertz's spring). It pulls with either Tension, but viscously and only while the surfaces overlap. As the
surfaces part, its impulse is 2 sqrt(2 m* U), twice the momentum that the stored energy U would give the mass. The slower they part, the
weaker it pulls. It is critical for each contact by itself. Rows of balls, and bodies with several contacts, still oscillate a little.

@par Little restitution
Values in (0, 0.007) are an error under Tension::Clamped and in laws that never pull. The dashpot would be more than
5.8 times the critical one, and would shorten the steps of everything that stands. */
enum class RestitutionMeaning { Textbook, Realized };

/** Names PFC's dashpot modes M_d. Each law uses its part of the mode.

| mode | M_d | normal dashpot | shear dashpot |
|-|-|-|-|
| Full | 0 | may make the contact pull | always on |
| NoTension | 1 | never makes the contact pull | always on |
| CutShearWhenSlipping | 2 | may make the contact pull | off while the shear spring slips |
| NoTensionAndCutShear | 3 | never makes the contact pull | off while the shear spring slips | */
enum class DashpotMode { Full, NoTension, CutShearWhenSlipping, NoTensionAndCutShear };

/** Holds the input of a normal law: one contact at one instant. */
struct NormalInput {
    SimTK::Real overlap;         ///< delta [m], > 0 unless the law reachesBeyondTouch()
    SimTK::Real overlapRate;     ///< [m/s], > 0 approaching
    SimTK::Real effectiveRadius; ///< R* [m]
    SimTK::Real contactRadius;   ///< a = sqrt(R* delta) [m], 0 where delta <= 0
    SimTK::Real effectiveMass;   ///< m* [kg], constant from first contact to separation
    SimTK::Real curvatureA;      ///< 1/R of surface a [1/m], 0 for a plane
    SimTK::Real curvatureB;      ///< 1/R of surface b [1/m], 0 for a plane
    bool firstTouch;             ///< true at first contact, when there is no history
    LawHistory history;          ///< as committed, zeros at first contact
};

/** Holds the output of a normal law. */
struct NormalOutput {
    SimTK::Real force = 0;           ///< on b along normal [N], > 0 pushes the surfaces apart
    SimTK::Real frictionalLoad = 0;  ///< N [N], >= 0: the load that friction feels
    SimTK::Real stiffness = 0;       ///< tangent stiffness of the elastic part, dFe/ddelta [N/m]
    SimTK::Real storedEnergy = 0;    ///< [J], integral of the elastic part over the overlap
    SimTK::Real dissipatedPower = 0; ///< [W], (force - elastic part) overlapRate; not clamped: < 0 is gained
    bool inContact = true;           ///< false ends the contact: no force, and its history is cleared
    LawHistory history;              ///< to be committed
};

/** Holds the derivatives of the output of a normal law. */
struct NormalTangent {
    ContactPartials<SimTK::Real> force;          ///< of NormalOutput::force [N]
    ContactPartials<SimTK::Real> frictionalLoad; ///< of NormalOutput::frictionalLoad [N]
    ContactPartials<SimTK::Real> stiffness;      ///< of NormalOutput::stiffness [N/m]
};

/** Computes the force along the contact normal, with which two surfaces push each other apart.

To write a law of your own, derive from NormalLawOf<YourLaw> in your own file. The object that you hand to DEMContactForce is a prototype. The
library clones it for every pair of materials, and gives each clone its pair once, in bind(). It calls calcForce() for every contact at every
force evaluation, possibly from several threads. */
class SIMBODYDEM_API NormalLaw : public ContactLaw {
public:
    /** Returns a copy on the heap; the caller owns it. */
    virtual NormalLaw* clone() const = 0;

    /** Returns true if the law may act at a distance, on surfaces that no longer overlap (a neck, a bond). Such a law is also evaluated at
    overlaps <= 0, down to the detection margin (DEMContactForce::setDetectionMargin()), and decides when the contact ends. */
    virtual bool reachesBeyondTouch() const { return false; }

    /** Returns the shift of the contact point of this pair along the normal, as a fraction of the overlap. 0 is midway in the overlap, and
    +-1/2 are the surfaces of a and b. */
    virtual SimTK::Real getContactPointShift() const { return 0; }

    /** Computes the force at one contact. It must be a pure function of its input. */
    virtual NormalOutput calcForce(const NormalInput&) const = 0;

    /** Computes the derivatives of the output of calcForce(). At a kink they are those of the side on which the input lies. Implicit
    integration and linearization call it, the force itself does not. Unless you override it, it takes central differences with eleven calls
    of calcForce(). */
    virtual NormalTangent calcTangent(const NormalInput&) const;
};

/** Is the base class of a normal law: NormalLawOf<Foam> of Foam. See LawOf. */
template <class Law> using NormalLawOf = LawOf<NormalLaw, Law>;

} // namespace simbodydem

#endif
