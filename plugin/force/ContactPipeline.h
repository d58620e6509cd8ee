// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_CONTACT_PIPELINE_H
#define SIMBODYDEM_FORCE_CONTACT_PIPELINE_H

#include "contact/ContactHistory.h"
#include "contact/ContactTangent.h"
#include "contact/SlidingCheck.h"
#include "force/CompiledModel.h"
#include "simbodydem/ContactRecord.h"

#include <vector>

// The one loop over contacts, from poses and the committed history to forces and the next history. Data flow forward only.

namespace simbodydem {

class GroupResultants;
struct Workspace;

/** Holds the input of an evaluation. */
struct PipelineInput {
    const CompiledModel& model;
    const SimTK::State& state; // poses and velocities of the bodies, and the time
    const ContactHistory& committed;
    const std::vector<SimTK::Real>& frictionFactors; // by surface; empty: all are 1
};

/** Holds the output of an evaluation beside the workspace. A null pointer stands for an output that is not needed. */
struct PipelineOutput {
    ContactHistory* next = nullptr;
    std::vector<ContactRecord>* records = nullptr;
    std::vector<ContactTangent>* tangents = nullptr;
    TangentUse useOfTangents = TangentUse::Linearization;
    std::vector<ElementRecord>* elements = nullptr; // of one surface
    int surfaceOfElements = -1;
    GroupResultants* resultants = nullptr; // gets the force of each contact
};

/** Evaluates all contacts. Leaves forces on bodies and energies in the workspace.

The laws of a contact are evaluated as soon as its kinematics are found, and contacts are not stored in between. One contact has some
700 bytes, and passing it through memory costs a fifth of the time per contact.
@throws std::runtime_error if one surface is wholly inside the other at the start, or if neither surface of a contact can move */
void evaluateContacts(const PipelineInput&, Workspace&, const PipelineOutput&);

/** Adds the forces of the last evaluation, by MobilizedBodyIndex. */
void addBodyForces(const CompiledModel&, const Workspace&, SimTK::Vector_<SimTK::SpatialVec>& bodyForces);

/** Finds the sliding contacts of a State that is realized to Stage::Acceleration.
@param next  of the last evaluation, like the workspace */
void findSliding(const CompiledModel&, const SimTK::State&, const ContactHistory& next, const Workspace&,
                 SlidingContacts&);

} // namespace simbodydem

#endif
