// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_STAGE_JACOBIAN_H
#define SIMBODYDEM_STAGE_JACOBIAN_H

#include "integration/ContactForces.h"
#include "integration/MechanismTangents.h"
#include "integration/NewtonMatrix.h"

#include "Simbody.h"

#include <optional>
#include <vector>

namespace simbodydem {

/** The derivatives of the forces that a stage's equation uses, and the factored matrix that they make. Derivatives outlive the stage in which
they were found; the caller decides how long they serve. */
class StageJacobian {
public:
    StageJacobian(const SimTK::MultibodySystem&, const ContactForces&);

    /** Holds all that outlives a step. */
    struct Memory {
        MechanismTangents::Memory mechanism;
        ForceTangents tangents;
        std::vector<ContactStatus> contacts;
        SimTK::Vector mode;
        int numTangents = 0, exactMatricesLeft = 0;
        std::optional<NewtonMatrix::Memory> matrix; // that the next step may keep
        SimTK::Real weight = 0;
        int age = 0;
    };
    Memory save() const;
    void restore(const Memory&);

    /** Marks the matrix and the derivatives of other forces as those of an earlier step.
    @param keepsMatrix  it may serve this step as well */
    void beginStep(const SimTK::State&, bool keepsMatrix);
    /** Finds the derivatives of contact forces. */
    void findContactTangents(const SimTK::State&);
    /** Finds the derivatives of all other forces. */
    void findMechanismTangents(const SimTK::State&);
    /** Factors the matrix for stages of this weight, unless that is done already. */
    void factor(const SimTK::State&, SimTK::Real c);
    /** Factors a matrix for so long a time that elastic forces alone count, and no mass; without the contacts' damping. @param c [s] */
    void factorElastic(const SimTK::State&, SimTK::Real c);

    const NewtonMatrix& getMatrix() const { return matrix; }
    /** See NewtonMatrix::solve(). */
    bool solve(const SimTK::Vector& r, const SimTK::Vector& missing, SimTK::Vector& x) {
        return matrix.solve(r, missing, x);
    }
    /** Computes tau = dtau/dw displacement + dtau/du speeds. */
    void multiply(const SimTK::Vector& displacement, const SimTK::Vector& speeds, SimTK::Vector& tau) const;

    /** Returns the contacts, and on which side of its limits each was, where the derivatives of contact forces were found. */
    const std::vector<ContactStatus>& getContacts() const { return contacts; }
    /** Returns true if these are the same contacts, whatever each of them does. */
    bool isOfContacts(const std::vector<ContactStatus>&) const;
    /** Returns true if there are contacts, and none slid. */
    bool areAllSticking() const;
    bool isMatrixOfThisStep() const { return isOfThisStep; }
    bool isMechanismKnown() const { return mechanism.areKnown(); }
    bool isMechanismOfThisStep() const { return isMechanismFoundInStep; }
    /** Returns how many matrices have been factored. A change says that corrections by an earlier one tell nothing of this one. */
    int getNumFactorizations() const { return numFactorizations; }
    /** Returns how often derivatives of contact forces were found. */
    int getNumTangents() const { return numTangents; }

    /** Returns the highest natural frequency of the contacts [rad/s], to some per cent. */
    SimTK::Real calcHighestFrequency(const SimTK::State&);

private:
    const SimTK::SimbodyMatterSubsystem& matter;
    const ContactForces& forces;
    NewtonMatrix matrix;
    MechanismTangents mechanism;
    ForceTangents tangents;
    std::vector<ContactStatus> contacts;
    Eigen::MatrixXd mechanismContribution; // workspace
    SimTK::Vector mode;                    // of the highest frequency, as found last
    bool isOfThisStep = false, isMechanismFoundInStep = false;
    bool isKept = false;    // the matrix may serve several steps
    bool isCurrent = false; // the matrix is that of the derivatives found last
    SimTK::Real weight = 0; // of the stages for which it was factored [s]
    int age = 0;            // in steps
    int numTangents = 0, numFactorizations = 0;
};

} // namespace simbodydem

#endif
