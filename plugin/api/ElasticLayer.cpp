// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/ElasticLayer.h"

#include "base/Checks.h"

namespace simbodydem {

using namespace SimTK;

ElasticLayer::ElasticLayer(Real h, Real youngsModulus, Real poissonsRatio) : thickness(h) {
    const std::string owner = "ElasticLayer";
    checkPositive(owner, "thickness", h, "m");
    checkPositive(owner, "Young's modulus", youngsModulus, "Pa");
    checkParameter(poissonsRatio > -1 && poissonsRatio < 0.5, owner, "Poisson's ratio", poissonsRatio, "-",
                   "in (-1, 0.5), since a column that cannot bulge must be compressible");
    normalStiffness = (1 - poissonsRatio) * youngsModulus / ((1 + poissonsRatio) * (1 - 2 * poissonsRatio)) / h;
    shearStiffness = 0.5 * youngsModulus / (1 + poissonsRatio) / h;
}

ElasticLayer ElasticLayer::fromStiffness(Real normal, Real shear) {
    checkPositive("ElasticLayer::fromStiffness()", "normal stiffness", normal, "Pa/m");
    checkNotNegative("ElasticLayer::fromStiffness()", "shear stiffness", shear, "Pa/m");
    return ElasticLayer(normal, shear);
}

ElasticLayer& ElasticLayer::setFriction(Real mu) { return setFriction(mu, mu); }

ElasticLayer& ElasticLayer::setFriction(Real mu_s, Real mu_k) {
    const std::string owner = "ElasticLayer::setFriction()";
    checkNotNegative(owner, "static friction", mu_s, "-");
    checkParameter(mu_k >= 0 && mu_k <= mu_s, owner, "kinetic friction", mu_k, "-",
                   "in [0, " + toText(mu_s) + "], up to the static one");
    material.setStaticFriction(mu_s).setKineticFriction(mu_k);
    return *this;
}

ElasticLayer& ElasticLayer::setTransitionVelocity(Real v_s) {
    checkPositive("ElasticLayer::setTransitionVelocity()", "transition velocity", v_s, "m/s");
    transitionVelocity = v_s;
    return *this;
}

ElasticLayer& ElasticLayer::setRestitution(Real e) {
    checkParameter(e >= 0.05 && e <= 1, "ElasticLayer::setRestitution()", "restitution", e, "-", "in [0.05, 1]");
    material.setRestitution(e);
    return *this;
}

ElasticLayer& ElasticLayer::setDissipation(Real c) {
    checkNotNegative("ElasticLayer::setDissipation()", "dissipation", c, "s/m");
    material.setDissipation(c);
    return *this;
}

ElasticLayer& ElasticLayer::setShearDamping(Real T) {
    checkNotNegative("ElasticLayer::setShearDamping()", "shear damping", T, "s");
    shearDamping = T;
    return *this;
}

ElasticLayer& ElasticLayer::setElementSize(Real size) {
    checkPositive("ElasticLayer::setElementSize()", "element size", size, "m");
    elementSize = size;
    return *this;
}

ElasticLayer& ElasticLayer::setElementsAreTriangles(bool on) {
    elementsAreTriangles = on;
    return *this;
}

std::vector<std::string> ElasticLayer::describe() const {
    std::vector<std::string> lines = {"normal stiffness " + toDigits(normalStiffness) + " Pa/m",
                                      "shear stiffness " + toDigits(shearStiffness) + " Pa/m",
                                      "transition velocity " + toDigits(transitionVelocity) + " m/s"};
    const auto add = [&](const char* name, const OptionalReal& value, const char* unit) {
        if (value.isSet()) lines.push_back(name + (" " + toDigits(value)) + " " + unit);
    };
    add("thickness", thickness, "m");
    add("shear damping", shearDamping, "s");
    add("element size", elementSize, "m");
    if (elementsAreTriangles) lines.push_back("elements are triangles");
    return lines;
}

} // namespace simbodydem
