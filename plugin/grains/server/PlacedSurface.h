// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_PLACED_SURFACE_H
#define SIMBODYDEM_GRAINS_SERVER_PLACED_SURFACE_H

#include "server/BodyPath.h"
#include "server/GrainContact.h"
#include "server/SphereOnShape.h"

#include <vector>

namespace simbodydem::grains {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/** Holds the last force of one contact. */
struct TouchingGrain {
    int grain; // local number
    double overlap;
    Vector point, normal, force; // force on the grain
};

/** Holds one surface of a mechanism as a rank sees it, and sums up what this rank's grains do to it. */
struct PlacedSurface {
    explicit PlacedSurface(const SurfaceOnBody& given);

    bool isOnMovingBody() const { return given.body > 0; }
    /** Sets the pose of its body at the end of a step, and in its middle. */
    void setPose(const BodyPose& atEnd, const BodyPose& mean);
    /** Places the shape by the pose of its body. */
    void placeShape() { shape.setPose(bodyPose.rotation * R_BS, bodyPose.origin + bodyPose.rotation * p_BS); }
    /** Clears the sums over the contacts of a step. */
    void clear();
    /** Adds a contact. @param centre, radius  of the grain. @param point  of contact */
    void add(const SphereContact&, const ContactTerms&, const Vector& centre, double radius, const Vector& point,
             const ContactLoad&);
    /** Adds the impulses of a step, by the forces at its start and at its end. @param step  [s]; 0 before the first step */
    void addImpulses(double step);
    /** Sets the wrench at the end of the last step. */
    void setForces(const Triple& force, const Triple& moment);
    SurfaceReport getReport() const;

    SurfaceOnBody given;
    SphereOnShape shape;
    BodyPose bodyPose, meanPose; // of the body at the end of the step, and in its middle
    Vector middleAtSearch = Vector::Zero();
    Matrix rotationAtSearch = Matrix::Identity();
    Matrix R_BS = Matrix::Identity();
    SurfaceReport report;                // of this rank's grains, without stiffness and damping
    std::vector<TouchingGrain> touching; // likewise

private:
    Vector p_BS = Vector::Zero();
    Matrix6 stiffness = Matrix6::Zero(), damping = Matrix6::Zero(); // as in SurfaceReport
    Vector forceBefore = Vector::Zero(), momentBefore = Vector::Zero();
};

} // namespace simbodydem::grains

#endif
