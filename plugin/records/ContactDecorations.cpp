// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ContactDecorations.h"

#include "base/Checks.h"
#include "force/GivenForces.h"

namespace simbodydem {

using namespace SimTK;

namespace {

const std::string decorator = "ContactDecorations";

Real checkedScale(Real bodyWeight, Real arrowLength) {
    checkPositive(decorator, "bodyWeight", bodyWeight, "N");
    checkPositive(decorator, "arrowLength", arrowLength, "m");
    return arrowLength / bodyWeight;
}

// Returns a cone with radius 1 at y = 0, its tip at y = 1, and a flat bottom.
PolygonalMesh makeCone() {
    PolygonalMesh cone;
    const int sides = 16;
    for (int i = 0; i < sides; ++i)
        cone.addVertex(Vec3(std::cos(2 * Pi * i / sides), 0, -std::sin(2 * Pi * i / sides)));
    const int tip = cone.addVertex(Vec3(0, 1, 0));
    Array_<int> bottom;
    for (int i = 0; i < sides; ++i) {
        cone.addFace(Array_<int>{i, (i + 1) % sides, tip});
        bottom.push_back(sides - 1 - i);
    }
    cone.addFace(bottom);
    return cone;
}

} // namespace

ContactDecorations::ContactDecorations(const DEMContactForce& force, Real bodyWeight, Real arrowLength)
    : force(force),
      arrowScale(checkedScale(bodyWeight, arrowLength)),
      pointRadius(arrowLength / 50),
      cone(makeCone()) {}

ContactDecorations& ContactDecorations::setShowPoints(bool show) {
    showPoints = show;
    return *this;
}

ContactDecorations& ContactDecorations::setShowForces(bool show) {
    showForces = show;
    return *this;
}

ContactDecorations& ContactDecorations::setPointRadius(Real radius) {
    checkPositive(decorator, "pointRadius", radius, "m");
    pointRadius = radius;
    return *this;
}

ContactDecorations& ContactDecorations::setColors(const Vec3& sticking, const Vec3& sliding) {
    for (const Vec3& color : {sticking, sliding})
        for (int i = 0; i < 3; ++i)
            checkParameter(color[i] >= 0 && color[i] <= 1, decorator, "color", color[i], "-", "in [0, 1]");
    stickingColor = sticking;
    slidingColor = sliding;
    return *this;
}

void ContactDecorations::generateDecorations(const State& state, Array_<DecorativeGeometry>& geometry) {
    checkStateOf(force, state, decorator);
    force.getForceSubsystem().getMultibodySystem().realize(state, Stage::Dynamics);
    for (const ContactRecord& r : force.getContactRecords(state)) {
        const Vec3& color = r.sliding ? slidingColor : stickingColor;
        if (showPoints) geometry.push_back(DecorativeSphere(pointRadius).setTransform(r.point).setColor(color));
        const Vec3 onB = r.normalForce + r.tangentialForce;
        const Vec3 arrow = (force.getBody(r.b).isGround() ? -arrowScale : arrowScale) * onB;
        if (showForces && arrow.norm() > 0) addArrow(r.point, arrow, color, geometry);
    }
}

// Adds an arrow, whose head is a fifth of its length.
void ContactDecorations::addArrow(const Vec3& from, const Vec3& arrow, const Vec3& color,
                                  Array_<DecorativeGeometry>& geometry) const {
    const Rotation alongArrow(UnitVec3(arrow), YAxis);
    const Real length = arrow.norm();
    geometry.push_back(DecorativeCylinder(pointRadius / 2, 0.4 * length)
                           .setTransform(Transform(alongArrow, from + 0.4 * arrow))
                           .setColor(color));
    geometry.push_back(DecorativeMesh(cone)
                           .setTransform(Transform(alongArrow, from + 0.8 * arrow))
                           .setScaleFactors(Vec3(1.5 * pointRadius, 0.2 * length, 1.5 * pointRadius))
                           .setColor(color));
}

} // namespace simbodydem
