// SPDX-License-Identifier: Apache-2.0
#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "base/Fingerprint.h"
#include "collision/shapes/CollisionShape.h"
#include "simbodydem/shapes/Brick.h"
#include "simbodydem/shapes/Capsule.h"
#include "simbodydem/shapes/ConvexHull.h"
#include "simbodydem/shapes/Cylinder.h"
#include "simbodydem/shapes/Ellipsoid.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"
#include "simbodydem/shapes/Wheel.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace simbodydem {

using kernels::ShapeData;

namespace {

std::string pointText(const SimTK::Vec3& v) {
    std::ostringstream text;
    text << v;
    return text.str();
}

} // namespace

CollisionShape collisionShapeOf(const Shape& shape) {
    CollisionShape made;
    kernels::makeCollisionShape(made, shape.getData()); // constructors have refused what has a fault
    return made;
}

Sphere::Sphere(SimTK::Real radius) : radius(radius) { checkPositive("Sphere", "radius", radius, "m"); }

std::string Sphere::describe() const { return "sphere " + toDigits(radius) + " m"; }

ShapeData Sphere::getData() const { return ShapeData(ShapeData::Kind::Sphere, {radius}); }

Ellipsoid::Ellipsoid(const SimTK::Vec3& semiAxes) : semiAxes(semiAxes) {
    const char* const names[] = {"semi-axis a", "semi-axis b", "semi-axis c"};
    for (int i = 0; i < 3; ++i) checkPositive("Ellipsoid", names[i], semiAxes[i], "m");
}

std::string Ellipsoid::describe() const {
    return "ellipsoid " + toDigits(semiAxes[0]) + " " + toDigits(semiAxes[1]) + " " + toDigits(semiAxes[2]) + " m";
}

ShapeData Ellipsoid::getData() const {
    return ShapeData(ShapeData::Kind::Ellipsoid, {semiAxes[0], semiAxes[1], semiAxes[2]});
}

Capsule::Capsule(SimTK::Real radius, SimTK::Real halfLength) : radius(radius), halfLength(halfLength) {
    checkPositive("Capsule", "radius", radius, "m");
    checkPositive("Capsule", "half length", halfLength, "m");
}

std::string Capsule::describe() const {
    return "capsule " + toDigits(radius) + " m, half length " + toDigits(halfLength) + " m";
}

ShapeData Capsule::getData() const { return ShapeData(ShapeData::Kind::Capsule, {radius, halfLength}); }

Brick::Brick(const SimTK::Vec3& halfLengths, SimTK::Real rounding) : halfLengths(halfLengths), rounding(rounding) {
    const char* const names[] = {"half length in x", "half length in y", "half length in z"};
    for (int i = 0; i < 3; ++i) checkPositive("Brick", names[i], halfLengths[i], "m");
    const SimTK::Real least = std::min({halfLengths[0], halfLengths[1], halfLengths[2]});
    checkParameter(rounding > 0 && rounding < least, "Brick", "rounding", rounding, "m",
                   "> 0 and < its least half length, " + toText(least) + " m");
}

std::string Brick::describe() const {
    return "brick " + toDigits(halfLengths[0]) + " " + toDigits(halfLengths[1]) + " " + toDigits(halfLengths[2]) +
           " m, rounding " + toDigits(rounding) + " m";
}

ShapeData Brick::getData() const {
    return ShapeData(ShapeData::Kind::Brick, {halfLengths[0], halfLengths[1], halfLengths[2]}, rounding);
}

Wheel::Wheel(SimTK::Real radius, SimTK::Real rounding) : radius(radius), rounding(rounding) {
    checkPositive("Wheel", "radius", radius, "m");
    checkParameter(rounding > 0 && rounding < radius, "Wheel", "rounding", rounding, "m",
                   "> 0 and < its radius, " + toText(radius) + " m");
}

std::string Wheel::describe() const {
    return "wheel " + toDigits(radius) + " m, rounding " + toDigits(rounding) + " m";
}

ShapeData Wheel::getData() const { return ShapeData(ShapeData::Kind::Wheel, {radius}, rounding); }

Cylinder::Cylinder(SimTK::Real radius, SimTK::Real halfLength)
    : Cylinder(radius, halfLength, std::min(radius, halfLength) / 20) {}

Cylinder::Cylinder(SimTK::Real radius, SimTK::Real halfLength, SimTK::Real rounding)
    : radius(radius), halfLength(halfLength), rounding(rounding) {
    checkPositive("Cylinder", "radius", radius, "m");
    checkPositive("Cylinder", "half length", halfLength, "m");
    const SimTK::Real least = std::min(radius, halfLength);
    checkParameter(rounding > 0 && rounding <= least, "Cylinder", "rounding", rounding, "m",
                   "> 0 and <= the smaller one of its radius and half length, " + toText(least) + " m");
}

std::string Cylinder::describe() const {
    return "cylinder " + toDigits(radius) + " m, half length " + toDigits(halfLength) + " m, rounding " +
           toDigits(rounding) + " m";
}

ShapeData Cylinder::getData() const { return ShapeData(ShapeData::Kind::Cylinder, {radius, halfLength}, rounding); }

ConvexHull::ConvexHull(const std::vector<SimTK::Vec3>& points, SimTK::Real rounding)
    : points(points), rounding(rounding) {
    for (std::size_t i = 0; i < points.size(); ++i)
        checkFinite("ConvexHull", "point " + std::to_string(i), points[i], "m");
    checkPositive("ConvexHull", "rounding", rounding, "m");
    CollisionShape made;
    const kernels::MeshFault fault = kernels::makeCollisionShape(made, ConvexHull::getData());
    checkParameter(!fault.isRounding, "ConvexHull", "rounding", rounding, "m",
                   "> 0 and < the least distance of a face from the corners' mean, " + toText(fault.most) + " m");
    if (fault.exists()) throw std::invalid_argument("ConvexHull: " + fault.text);
}

std::string ConvexHull::describe() const {
    std::string coordinates;
    for (const SimTK::Vec3& point : points)
        for (int i = 0; i < 3; ++i) coordinates += toDigits(point[i]) + " ";
    return "convex hull of " + std::to_string(points.size()) + " points, fingerprint " +
           std::to_string(fingerprintOf(coordinates)) + ", rounding " + toDigits(rounding) + " m";
}

ShapeData ConvexHull::getData() const {
    ShapeData data(ShapeData::Kind::ConvexHull, {}, rounding);
    data.points = numbersOf(points);
    return data;
}

SimTK::Transform HalfSpace::floor(SimTK::Real height) {
    checkParameter(std::isfinite(height), "HalfSpace::floor()", "height", height, "m", "finite");
    return {SimTK::Rotation(-SimTK::Pi / 2, SimTK::ZAxis), SimTK::Vec3(0, height, 0)};
}

SimTK::Transform HalfSpace::facing(const SimTK::Vec3& direction, const SimTK::Vec3& point) {
    const std::string owner = "HalfSpace::facing()";
    const SimTK::Real largest = max(direction.abs());
    if (!direction.isFinite() || largest == 0)
        throw std::invalid_argument(owner + ": direction = " + pointText(direction) + "; it must be finite and not zero");
    checkFinite(owner, "point", point, "m");
    return {SimTK::Rotation(SimTK::UnitVec3(-direction / largest), SimTK::XAxis), point};
}

std::string HalfSpace::describe() const { return "half-space"; }

ShapeData HalfSpace::getData() const { return ShapeData(ShapeData::Kind::HalfSpace); }

} // namespace simbodydem
