// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_AREA_EVALUATION_H
#define SIMBODYDEM_AREAS_AREA_EVALUATION_H

#include "areas/LayerModel.h"
#include "contact/ContactHistory.h"
#include "contact/ContactTangent.h"
#include "contact/ContactTransport.h"
#include "simbodydem/ContactRecord.h"

#include <functional>
#include <vector>

// The input and the output of one evaluation of all contacts over areas.

namespace simbodydem {

/** Holds the input of an evaluation. */
struct AreaInput {
    const CompiledSurfaces& surfaces;
    const LayerModel& model;
    const ContactHistory& committed;
    SimTK::Real timeSinceCommit;                     // NaN before the first commit
    const std::vector<SimTK::Real>& frictionFactors; // by surface; empty: all are 1
    std::function<BodyMotion&(int slot)> fetchBody;  // the motion of a body, which gets the forces
    std::function<const SimTK::Transform&(int slot)> getTransform;

    /** Returns the product of the friction factors of two surfaces. */
    SimTK::Real frictionFactorOf(int one, int other) const {
        return frictionFactors.empty() ? 1 : frictionFactors[one] * frictionFactors[other];
    }
};

/** Holds the force and the moment of an area on its two bodies. Vectors are in Ground. */
struct AppliedWrench {
    int slotL, slotO;
    Vector3 force, moment, at; // on L, about a point

    void apply(BodyMotion& bodyL, BodyMotion& bodyO) const {
        bodyL.apply(force, at);
        bodyL.torque += moment;
        bodyO.apply(-force, at);
        bodyO.torque -= moment;
    }
};

/** Holds the output of an evaluation. A null pointer stands for an output that is not needed. */
struct AreaOutput {
    ContactHistory* next = nullptr;
    EnergyFlow* flow = nullptr;
    bool isTracking = false; // energy
    std::vector<ContactRecord>* records = nullptr; // one for each area
    std::vector<ContactTangent>* tangents = nullptr;
    std::vector<ElementRecord>* elements = nullptr; // of one surface
    int surfaceOfElements = -1;
    const std::function<void(int a, int b, const Vector3& onB)>* forces = nullptr; // gets the force of each area
    std::vector<AppliedWrench>* applied = nullptr; // what the bodies get
};

} // namespace simbodydem

#endif
