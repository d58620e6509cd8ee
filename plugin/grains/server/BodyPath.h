// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_BODY_PATH_H
#define SIMBODYDEM_GRAINS_SERVER_BODY_PATH_H

#include "math/RotationVector.h"
#include "math/Vector3.h"
#include "protocol/Commands.h"

#include <vector>

namespace simbodydem::grains {

using kernels::Matrix;
using kernels::Vector;

/** Holds the pose and the velocity of a body. */
struct BodyPose {
    Matrix rotation = Matrix::Identity();
    Vector origin = Vector::Zero(), velocity = Vector::Zero(), angularVelocity = Vector::Zero();

    Vector velocityAt(const Vector& point) const { return velocity + angularVelocity.cross(point - origin); }
};

/** Interpolates the motion of a body between the instants at which it is known. Positions and rotation vectors are cubic polynomials with
the velocities of both instants, so poses are exact to the fourth order of the time between them. */
class BodyPath {
public:
    BodyPath() = default;
    explicit BodyPath(const std::vector<MotionKnot>&);

    /** Returns the motion at a time of the interval [s]. */
    BodyPose at(double time) const;

private:
    struct Knot {
        double time;
        BodyPose pose;
    };
    std::vector<Knot> knots;
};

} // namespace simbodydem::grains

#endif
