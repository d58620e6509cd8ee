// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_AREAS_AREA_WRENCH_H
#define SIMBODYDEM_AREAS_AREA_WRENCH_H

#include "areas/AreaEvaluation.h"
#include "laws/Element.h"

// Sums the forces of the elements of a contact over an area, and hands them to bodies and records.

namespace simbodydem {

/** Holds the motion of one surface's shape L relative to another one's shape O, in the frame of O. */
struct RelativePose {
    Matrix3 R;                         // R_OL
    Vector3 p;                         // of L's origin
    Vector3 velocity, angularVelocity; // of L past O, at O's origin

    Vector3 toOther(const Vector3& inLayer) const { return R * inLayer + p; }
    Vector3 velocityAt(const Vector3& point) const { return velocity + angularVelocity.cross(point); }
};

struct BodyKinematics {
    Matrix3 R;
    Vector3 origin, velocity, angularVelocity;
};

RelativePose relativePose(const BodyKinematics& bodyL, const SurfaceGeometry& shapeL, const BodyKinematics& bodyO,
                          const SurfaceGeometry& shapeO);
BodyKinematics kinematicsOf(const BodyPose&);
BodyKinematics kinematicsOf(const BodyMotion&, const SimTK::Transform& X_GB);

/** Sums all elements of two surfaces. Forces are those on b. Vectors are in Ground. */
struct AreaSum {
    int numElements = 0;
    Vector3 reference = Vector3::Zero(); // about which moments are summed
    Vector3 normalForce = reference, shearForce = reference, moment = reference;
    Vector3 weightedPoint = reference;        // sum p A (x - reference)
    Vector3 weightedDisplacement = reference; // sum p A xi, of b past a
    Vector3 normal = reference;               // sum p A n, from a to b
    Real load = 0, area = 0, slippingArea = 0, peakPressure = 0, depth = 0, storedEnergy = 0, dissipatedPower = 0;

    // Elements of a body that rests in sand, or leaves it, may have no force, and so no area.
    bool isSliding() const { return area > 0 && !(slippingArea < area); }
    Vector3 center() const { return reference + (load > 0 ? Vector3(weightedPoint / load) : Vector3(Vector3::Zero())); }
    Vector3 momentAboutCenter() const { return moment - (center() - reference).cross(normalForce + shearForce); }
};

ContactRecord recordOf(const AreaSum&, int a, int b, const AreaInput&);

/** Sums the elements of surface L that touch surface O. Vectors are in the frame of O's shape. */
class AreaWrench {
public:
    AreaWrench(const AreaInput&, int surfaceL, int surfaceO);

    void applyToBodies(const AreaOutput& to) {
        const AppliedWrench wrench{slotL, slotO, R_GO * force(), R_GO * moment, originO};
        wrench.apply(bodyL, bodyO);
        if (to.applied) to.applied->push_back(wrench);
    }
    void addTo(AreaSum&) const;
    /** Returns how fast the surfaces move past each other: in lengths of their contact along it, or turning about its normal [1/s]. */
    Real findPace() const;
    void addTangent(ContactTangent&) const;

protected:
    Vector3 force() const { return normalForce + shearForce; }
    /** Adds an element: its force, its part of the energy account, its derivatives. */
    void add(const kernels::ElementResult&, const AreaOutput&);
    /** Adds the record of an element. @param shear  on the surface that touches the element [Pa] */
    void addRecord(const AreaOutput&, std::int64_t number, int opposite, const Vector3& point, const Vector3& normal,
                   const Vector3& shear, Real area, const kernels::ElementResult&) const;
    static kernels::ElementNeeds needsOf(const AreaOutput& to) {
        return {to.flow || to.records, to.flow && to.isTracking, to.tangents != nullptr};
    }

    const int surfaceL, surfaceO, slotL, slotO;
    const SurfaceGeometry &shapeL, &shapeO;
    BodyMotion &bodyL, &bodyO;
    RelativePose now, before, committed; // before: the committed one, or the present one if no time has passed
    bool hasCommit = false;
    Matrix3 R_GO;
    Vector3 originO; // of O's frame, in Ground

    // Sums of all elements: the force and the moment about O's origin on L, and their derivatives by the motion and the velocity of L past O.
    int numElements = 0;
    Vector3 normalForce = Vector3::Zero(), shearForce = normalForce, moment = normalForce;
    Eigen::Matrix<SimTK::Real, 6, 6> byPose = Eigen::Matrix<SimTK::Real, 6, 6>::Zero(), byVelocity = byPose;
    Vector3 weightedPoint = normalForce, weightedDisplacement = normalForce, weightedNormal = normalForce;
    SimTK::Real load = 0, area = 0, shearedArea = 0, slippingArea = 0, peakPressure = 0, deepest = 0, storedEnergy = 0,
                dissipatedPower = 0;
};

} // namespace simbodydem

#endif
