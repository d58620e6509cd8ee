#include "simbodydem/ContactDecorations.h"

#include "Checks.h"

namespace simbodydem {

using namespace SimTK;

namespace {

const std::string owner = "ContactDecorations";

Real checkedScale(Real bodyWeight, Real arrowLength) {
    checkPositive(owner, "bodyWeight", bodyWeight, "N");
    checkPositive(owner, "arrowLength", arrowLength, "m");
    return arrowLength / bodyWeight;
}

} // namespace

ContactDecorations::ContactDecorations(const DEMContactForce& force, Real bodyWeight, Real arrowLength)
    : force(force), arrowScale(checkedScale(bodyWeight, arrowLength)), pointRadius(arrowLength / 50) {}

ContactDecorations& ContactDecorations::setShowPoints(bool show) {
    showPoints = show;
    return *this;
}

ContactDecorations& ContactDecorations::setShowForces(bool show) {
    showForces = show;
    return *this;
}

ContactDecorations& ContactDecorations::setPointRadius(Real radius) {
    checkPositive(owner, "pointRadius", radius, "m");
    pointRadius = radius;
    return *this;
}

ContactDecorations& ContactDecorations::setColors(const Vec3& sticking, const Vec3& sliding) {
    for (Real part : {min(sticking), min(sliding), max(sticking), max(sliding)})
        checkParameter(part >= 0 && part <= 1, owner, "color", part, "-", "in [0, 1]");
    stickingColor = sticking;
    slidingColor = sliding;
    return *this;
}

void ContactDecorations::generateDecorations(const State& state, Array_<DecorativeGeometry>& geometry) {
    force.getForceSubsystem().getMultibodySystem().realize(state, Stage::Dynamics);
    for (const ContactRecord& r : force.getContactRecords(state)) {
        const Vec3& color = r.sliding ? slidingColor : stickingColor;
        if (showPoints) geometry.push_back(DecorativeSphere(pointRadius).setTransform(r.point).setColor(color));
        const Vec3 onB = r.normalForce + r.tangentialForce;
        const Vec3 arrow = (force.getBody(r.b).isGround() ? -arrowScale : arrowScale) * onB;
        if (showForces && arrow.norm() > 0)
            geometry.push_back(DecorativeArrow(r.point, r.point + arrow, arrow.norm() / 5).setColor(color));
    }
}

} // namespace simbodydem
