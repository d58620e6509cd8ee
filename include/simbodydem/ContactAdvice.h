// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_ADVICE_H
#define SIMBODYDEM_CONTACT_ADVICE_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace SimTK {
class MultibodySystem;
}

namespace simbodydem {

/** One number of advice, or one warning. */
struct AdviceRow {
    std::string subject;           ///< what the row is about: two surfaces by their names, "floor and ball"
    std::string quantity;          ///< the name of the number, "overlap"; "warning" for a warning
    SimTK::Real value = SimTK::NaN; ///< NaN: there is none
    std::string unit = "-";        ///< "-" for a plain number
    std::string remark{};          ///< the meaning of the number; one sentence or more of a warning
};

/** The result of advise(): a table that prints and that a program reads. */
class SIMBODYDEM_API ContactAdvice {
public:
    /** Adds a row after the other rows of its subject, or at the end if the subject is new.
        @param row  with a quantity that its subject does not have yet, or a further warning
        @returns this table */
    ContactAdvice& add(const AdviceRow& row);
    /** Adds a warning.
        @param subject  what the warning is about
        @param text     one sentence or more
        @returns this table */
    ContactAdvice& warn(const std::string& subject, const std::string& text);

    /** Returns all rows. Those of a subject follow each other. */
    const std::vector<AdviceRow>& getRows() const { return rows; }
    /** Returns the rows of one subject.
        @param subject  one of getSubjects()
        @throws std::invalid_argument with the subjects of the table if there is no such subject */
    std::vector<AdviceRow> getRows(const std::string& subject) const;
    /** Returns the subjects in the order of the table. */
    std::vector<std::string> getSubjects() const;
    /** Returns true if there is such a row.
        @param subject, quantity  as in AdviceRow */
    bool has(const std::string& subject, const std::string& quantity) const;
    /** Returns a value, in the unit of its row.
        @param subject   one of getSubjects()
        @param quantity  as in AdviceRow
        @throws std::invalid_argument with the names that the table has if there is no such subject, or it has no such quantity */
    SimTK::Real get(const std::string& subject, const std::string& quantity) const;
    /** Returns the warnings about a subject, one sentence or more each; empty if there are none.
        @param subject  one of getSubjects()
        @throws std::invalid_argument with the subjects of the table if there is no such subject */
    std::vector<std::string> getWarnings(const std::string& subject) const;

private:
    std::vector<AdviceRow> rows;
};

/** Prints advice as a table with units. A warning is a line that begins with "!". */
SIMBODYDEM_API std::ostream& operator<<(std::ostream&, const ContactAdvice&);

/** The options of advise(). */
struct AdviceOptions {
    OptionalReal load{};   ///< on each contact [N], > 0; not set: its present load, or the weight of the bodies on it
    SimTK::Real speed = 1; ///< of impacts [m/s], > 0
    SimTK::Real motionTime = 0.1; ///< within which the motion of interest changes [s], > 0
};

/** Predicts the contacts of a force in a State.

A subject of the table is a pair of surfaces: "floor and ball". Pairs with equal materials, radii, mass and load are alike and listed once. If
two surfaces have several contacts, the advice is on the contact with the largest load. Pairs come first, then layers, each with the
shortest natural period first. If the names of two pairs read alike, the second one has the indices of its surfaces too.

| quantity | unit | of a pair of surfaces |
|-|-|-|
| surface_a, surface_b | - | ContactSurfaceIndex of each surface |
| alike | - | number of pairs that are alike, this one included |
| touching | - | 1 if they touch in this State, else 0 |
| load | N | N; < 0 pulls, which only adhesion can carry |
| effective_radius | m | R* |
| effective_mass | kg | m*, that the dashpots feel |
| moved_mass | kg | that an impact or an oscillation moves along the normal; m* unless you have set another mass for the dashpots |
| overlap | m | delta at rest under N; NaN: no overlap of up to R* carries N, and all numbers at this overlap are NaN |
| overlap_fraction | - | delta/R* |
| contact_radius | m | a = sqrt(R* delta) |
| stiffness | N/m | k = dN/ddelta at this overlap |
| tangential_stiffness | N/m | kt at this overlap; 0: the law has no spring |
| friction | - | mu: the largest tangential force over the load that friction feels. That load is N, except with adhesion |
| sliding_length | m | largest tangential force over kt: the elastic displacement before sliding |
| rolling_stiffness, twisting_stiffness | Nm/rad | of the springs of the rolling law at this overlap; 0: it has none |
| rolling_resistance | Nm | torque of that law against rolling at AdviceOptions::speed, under N |
| swing_time | s | natural period 2 pi sqrt(m/max(k, 7/2 kt)) of the moved mass m, rolling included |
| longest_step | s | of an explicit integrator: 1.5/omega = 0.24 swing_time |
| impact_speed | m/s | AdviceOptions::speed |
| contact_time | s | of a free impact at this speed; NaN if the surfaces do not separate, or if the overlap exceeds R* |
| restitution | - | of this impact |
| impact_overlap | m | largest overlap of this impact |

With the springs of a rolling law swing_time is the shortest of the four periods of a ball. A pair of which at least one surface has an
ElasticLayer has the quantities above, except for those of rolling, R*, m* and overlap, and these:

| quantity | unit | of two surfaces that touch over an area |
|-|-|-|
| load | N | N, without the part of the dashpots |
| depth | m | d at the deepest element under N |
| depth_fraction | - | d over the thickness of the layers; there is none with ElasticLayer::fromStiffness() |
| area | m^2 | A |
| mean_pressure | Pa | N/A |
| stiffness, tangential_stiffness | N/m | k = A K/h, kt = A G/h |
| sliding_length | m | mu N/kt: the elastic displacement before all of a flat contact slides; 0 without friction |
| impact_depth | m | largest depth of the impact |
| elements_across | - | square root of the number of elements that touch |

Depth and area under another load than the present one follow from a power law, N ~ d^n with the n of the present depth. It is exact for a
flat face (n = 1), a lying cylinder (3/2) and a sphere (2).

Overlap, stiffness and times come from the laws themselves:
- The overlap is the one at which the normal law carries the load at rest.
- The tangential stiffness is the force of a small slip there over that slip. The rolling stiffness follows from a small rotation.
- The impact is integrated: m d2(delta)/dt2 = -F(m*), from first contact until the law ends the contact. A law of adhesion ends it at a
  distance. The impact also ends where the surfaces are further apart than their detection margins.

Advice covers pairs that have a contact and pairs that may have one. The surfaces of such a pair are not excluded from contact, and
their bodies can move relative to each other. Layers are advised on where they touch in this State, sand and soil are not.
@returns the numbers of each pair, with warnings
@throws std::invalid_argument if an option is out of its range, or the force is of another System
@throws std::logic_error if the State is of another System */
SIMBODYDEM_API ContactAdvice advise(const SimTK::MultibodySystem&, const SimTK::State&, const DEMContactForce&,
                                    const AdviceOptions& = AdviceOptions());

} // namespace simbodydem

#endif
