// SPDX-License-Identifier: Apache-2.0
// Tests the laws of one element of a layer and of a body in sand: pressure, limit, drag along a circle, energy of a step.

#include "laws/LayerLaw.h"
#include "laws/SandLaw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace test_layer_law {
namespace {

using namespace simbodydem::kernels;

const double kn = 1e9, kt = 4e8, mu = 0.3, pi = std::acos(-1.);

LayerConstants layer(double dissipation = 0) { return {kn, kt, {mu, mu, 0.01}, dissipation}; }

// An element at rest on a plane whose normal is z.
ElementState pressed(double depth, double area) {
    ElementState e;
    for (Vector* v : {&e.point, &e.centre, &e.turning, &e.velocity, &e.angularVelocity, &e.slipVelocity, &e.slipVelocityThen,
                      &e.held, &e.slip})
        v->setZero();
    e.normal = Vector::UnitZ();
    e.outward = e.outwardThen = -Vector::UnitZ();
    e.depth = depth;
    e.area = area;
    return e;
}

// The pressure is K/h d (1 + c d'), and never below 0.
TEST(LayerLaw, PressureIsThatOfDepthAndRate) {
    ElementState e = pressed(1e-4, 1e-6);
    for (const double rate : {-1., 0., 0.1}) {
        e.velocity = -rate * e.normal;
        const double right = std::max(kn * 1e-4 * (1 + 2 * rate), 0.);
        const ElementResult out = evaluateLayer(layer(2), e, {}).element;
        EXPECT_NEAR(out.pressure, right, 1e-12 * kn * 1e-4);
        EXPECT_NEAR(out.normalForce[2], 1e-6 * right, 1e-18 * kn);
    }
}

// An element whose depth is measured along its own normal, against a face inclined by 60 degrees, presses with the gradient of K/h A d^2/2:
// the part along its normal is K/h A d.
TEST(LayerLaw, InclinedFaceHasTheGradient) {
    ElementState e = pressed(1e-4, 1e-6);
    e.normal = Vector(std::sin(pi / 3), 0, std::cos(pi / 3));
    e.gain = 1 / std::cos(pi / 3);
    const Vector F = evaluateLayer(layer(), e, {}).element.normalForce;
    EXPECT_NEAR(F[2], kn * 1e-6 * 1e-4, 1e-12);
    EXPECT_NEAR(F[0], kn * 1e-6 * 1e-4 * std::tan(pi / 3), 1e-12);
}

// A bristle that is dragged along a circle of the radius r lags by the angle arcsin(l/r), with steps of 0.05 rad to their second order.
TEST(LayerLaw, DraggedBristleLagsOnACircle) {
    const double depth = 1e-4, limit = mu * kn * depth / kt, step = 0.05;
    for (const double radius : {1.5 * limit, 10 * limit, 1000 * limit}) {
        const auto placeAt = [&](double angle) { return Vector(radius * std::cos(angle), radius * std::sin(angle), -depth); };
        Vector anchor = placeAt(0);
        Bristle bristle;
        for (int i = 1; i <= 400; ++i) {
            const double angle = step * i;
            ElementState e = pressed(depth, 1e-6);
            e.centre = placeAt(angle);
            e.time = 1;
            e.slipVelocity = radius * step * Vector(-std::sin(angle), std::cos(angle), 0);
            e.slipVelocityThen = radius * step * Vector(-std::sin(angle - step), std::cos(angle - step), 0);
            e.held = e.centre - anchor;
            e.slip = e.centre - placeAt(angle - step);
            e.hasMemory = true;
            e.memory = {i == 1 ? limit : bristle.memory.limitLength, 0};
            bristle = evaluateLayer(layer(), e, {}).bristle;
            anchor = e.centre - bristle.displacement + depth * e.normal;
        }
        const double end = 400 * step;
        const Vector way(-std::sin(end), std::cos(end), 0), out(std::cos(end), std::sin(end), 0);
        EXPECT_NEAR(bristle.displacement.norm(), limit, 1e-9 * limit);
        EXPECT_NEAR(std::atan2(-bristle.displacement.dot(out), bristle.displacement.dot(way)) , -std::asin(limit / radius), step * step)
            << radius / limit;
    }
}

// A dashpot that alone exceeds the limit leaves the spring no length, and the shear follows the velocity.
TEST(LayerLaw, DashpotAloneFollowsTheVelocity) {
    ElementState e = pressed(1e-4, 1e-6);
    e.slipVelocity = e.slipVelocityThen = Vector(0, 10, 0);
    e.held = e.slip = Vector(1e-5, 0, 0);
    e.time = 1e-6;
    e.hasMemory = true;
    LayerConstants law = layer();
    law.shearDampingTime = 1;
    e.memory = {mu * kn * 1e-4 / kt, 1};
    const auto [element, bristle] = evaluateLayer(law, e, {});
    EXPECT_TRUE(bristle.isDashpotAlone);
    EXPECT_NEAR(element.shear[1], -mu * kn * 1e-4, 1e-3 * mu * kn * 1e-4);
    EXPECT_LT(bristle.displacement.norm(), 1e-3 * e.memory.limitLength);
}

// An element in sand that has moved on by much more than its elastic length has alpha times the depth.
TEST(SandLawOfElements, SteadyTractionIsAlphaTimesDepth) {
    const SandConstants sand{1e6, INFINITY, 0.01, 0.5, 9.81};
    const Vector up = Vector::UnitZ(), way = Vector(1, 0, -1).normalized();
    ElementState e = pressed(0.05, 1e-4);
    e.slip = e.held = 0.1 * way;
    e.slipVelocity = e.slipVelocityThen = e.velocity = 1e-3 * way;
    e.time = 100;
    e.hasMemory = true;
    e.memory = {0.01 * 0.05, 0};
    const ElementResult out = evaluateSand(sand, up, e, {}).element;
    const Vector right = 1e-4 * 0.05 * sandTraction(sand, e.outward, way, up);
    EXPECT_LT((out.normalForce + out.shearForce - right).norm(), 1e-9 * right.norm());
}

// Moves elements of one body slowly along a closed way of straight legs. Returns the energy that they have given back, over the largest that
// they have stored. Where they hardly store any it is over a twentieth of that of straight loading.
double returnedShare(const std::vector<Vector>& normals, const std::vector<Vector>& way, double depth) {
    const SandConstants sand{2e6, 0.4, 0.01, 0.5, 9.81};
    const Vector up = Vector::UnitZ();
    const double limit = sand.elasticDepth * depth;
    constexpr int steps = 100; // for one element half of the bound is left, with 40 steps none
    struct Past {
        Vector held = Vector::Zero(), force = Vector::Zero();
        BristleMemory memory;
    };
    std::vector<Past> past(normals.size());
    for (Past& p : past) p.memory.limitLength = limit;
    Vector at = way.front();
    double work = 0, stored = 0, most = 0;
    for (const Vector& normal : normals)
        most -= 0.05 * 0.5 * depth * limit * sandTraction(sand, normal, normal, up).dot(normal);
    ElementNeeds needs;
    needs.energy = true;
    for (std::size_t leg = 1; leg < way.size(); ++leg)
        for (int i = 0; i < steps; ++i) {
            const Vector step = (way[leg] - way[leg - 1]) / steps;
            at += step;
            stored = 0;
            for (std::size_t k = 0; k < normals.size(); ++k) {
                ElementState e = pressed(depth - at[2], 1);
                e.point = e.centre = at;
                e.outward = e.outwardThen = normals[k];
                e.slip = step;
                e.held = past[k].held + step;
                e.time = 1e9; // so that the dashpot has no part
                e.velocity = e.slipVelocity = e.slipVelocityThen = step / e.time;
                e.hasMemory = true;
                e.memory = past[k].memory;
                const auto [out, bristle] = evaluateSand(sand, up, e, needs);
                const Vector force = out.normalForce + out.shearForce;
                work += 0.5 * (force + past[k].force).dot(step);
                stored += out.stored;
                past[k] = {bristle.displacement, force, bristle.memory};
            }
            most = std::max(most, stored);
        }
    return (work + stored) / most;
}

// A slow closed loop gives back at most a twentieth of the largest stored energy: an element that does not yield, and a body with elements of any
// direction that yield or not. The traction of the theory alone, also below yield, gives back up to 1.2 and 0.29.
TEST(SandLawOfElements, ClosedLoopsReturnLittleEnergy) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform;
    const auto direction = [&] { return Vector(Vector(normal(random), normal(random), normal(random)).normalized()); };
    const double depth = 0.02, limit = 0.01 * depth;
    const auto closedWay = [&](double length) {
        std::vector<Vector> way{Vector::Zero()};
        for (int leg = 0, legs = 3 + int(4 * uniform(random)); leg < legs; ++leg)
            way.push_back(length * limit * std::cbrt(uniform(random)) * direction());
        way.push_back(Vector::Zero());
        return way;
    };
    for (int i = 0; i < 1000; ++i) EXPECT_LT(returnedShare({direction()}, closedWay(uniform(random)), depth), 0.05) << i;
    std::vector<Vector> body;
    for (int k = 0; k < 100; ++k) body.push_back(direction());
    for (const double length : {0.5, 1.5, 3.})
        for (int i = 0; i < 20; ++i) EXPECT_LT(returnedShare(body, closedWay(length), depth), 0.05) << length << " " << i;
}

} // namespace
} // namespace test_layer_law
