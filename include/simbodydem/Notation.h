// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_NOTATION_H
#define SIMBODYDEM_NOTATION_H

/** @file
Defines the words and symbols of SimbodyDEM. It has no declarations.

Units are SI or any other consistent set, since the code contains no absolute tolerance. Vectors are expressed in the Ground frame G unless a
suffix says otherwise (Simbody's monogram notation: X_GB, p_GS, v_GS).

A contact is between two surfaces **a < b**, ordered by ContactSurfaceIndex. `normal` is the unit vector from a to b. The contact point lies
midway in the overlap. Every reported force and torque acts **on b**, and a gets the opposite at the same point. Relative motion is that of b
past a.

| word                     | symbol | unit  | meaning                                                              |
|--------------------------|--------|-------|----------------------------------------------------------------------|
| overlap                  | delta  | m     | depth of interpenetration, > 0 in contact, < 0 apart                 |
| overlapRate              | ddelta | m/s   | its rate, > 0 approaching                                            |
| slipVelocity             | v_t    | m/s   | velocity of b past a at the contact point, in the tangent plane      |
| slipIncrement            | s      | m     | displacement of b past a since the last commit, in the tangent plane |
| tangentialDisplacement   | xi     | m     | the elastic part of the tangential displacement of b past a          |
| effectiveRadius          | R*     | m     | 1/R* = 1/R_a + 1/R_b; a plane has 1/R = 0                            |
| effectiveMass            | m*     | kg    | the mass that the contact's dashpots feel                            |
| effectiveYoungsModulus   | E*     | Pa    | 1/E* = (1 - nu_a^2)/E_a + (1 - nu_b^2)/E_b                           |
| effectiveShearModulus    | G*     | Pa    | 1/G* = (2 - nu_a)/G_a + (2 - nu_b)/G_b, G = E/(2 (1 + nu))           |
| contactRadius            | a      | m     | sqrt(R* delta)                                                       |
| stiffness                | k      | N/m   | of the elastic part                                                  |
| damping                  | c      | N s/m | of a dashpot                                                         |
| dampingRatio             | beta   | -     | of a dashpot, c = 2 beta sqrt(m* k)                                  |
| restitution              | e      | -     | speed after over speed before, along the normal                      |
| staticFriction           | mu_s   | -     | limit of the friction force of a contact that does not slip          |
| kineticFriction          | mu_k   | -     | this limit at slip speeds far above transitionVelocity, mu_k <= mu_s |
| rollingFriction          | mu_r   | -     | limit of the torque against rolling, over R* N                       |
| twistingFriction         | mu_tw  | -     | limit of the torque against twisting, over R* N                      |
| workOfAdhesion           | W      | J/m^2 | work that parts one square metre of two surfaces in contact          |
| transitionVelocity       | v_s    | m/s   | slip speed at which friction has fallen half way from mu_s to mu_k   |
| frictionalLoad           | N      | N     | the normal force that friction feels; the Coulomb limit is mu N      |
| storedEnergy             | U      | J     | elastic energy that the contact would give back                      |
| dissipatedPower          | P      | W     | power turned into heat by dashpots and sliding                       |

The **history** of a contact is the data that it remembers from one accepted integrator step to the next. A **commit** is the moment when
Simbody swaps the history in, at the start of the next step. A contact is **sliding** when its tangential force is at the Coulomb limit, and it
is **sticking** below it. docs/glossary.md defines all other terms. */

#endif
