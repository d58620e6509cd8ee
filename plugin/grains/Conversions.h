// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_CONVERSIONS_H
#define SIMBODYDEM_GRAINS_CONVERSIONS_H

#include "grains/GrainForce.h"
#include "protocol/Commands.h"

#include <vector>

// Converts between the types of Simbody and those of messages.

namespace simbodydem::grains {

inline Triple toTriple(const SimTK::Vec3& v) { return {v[0], v[1], v[2]}; }
inline SimTK::Vec3 toVec3(const Triple& v) { return {v[0], v[1], v[2]}; }

inline std::array<double, 9> rowsOf(const SimTK::Rotation& R) {
    std::array<double, 9> rows;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rows[std::size_t(3 * i + j)] = R.asMat33()(i, j);
    return rows;
}

inline MotionKnot knotAt(SimTK::Real since, const SimTK::Transform& X, const SimTK::SpatialVec& V) {
    return {since, rowsOf(X.R()), toTriple(X.p()), toTriple(V[1]), toTriple(V[0])};
}

// Returns the motion of the bodies while there is only Ground.
inline Motion motionOfGround() {
    Motion motion;
    motion.bodies = {{knotAt(0, SimTK::Transform(), SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0)))}};
    return motion;
}

inline GrainForce::Wrenches zeros(std::size_t count) {
    return GrainForce::Wrenches(int(count), SimTK::SpatialVec(SimTK::Vec3(0), SimTK::Vec3(0)));
}

inline std::vector<double> numbersOf(const SimTK::Vector& v) {
    return v.size() ? std::vector<double>(&v[0], &v[0] + v.size()) : std::vector<double>();
}

inline std::vector<Triple> triplesOf(const GrainForce::Wrenches& wrenches) {
    std::vector<Triple> all;
    for (int k = 0; k < wrenches.size(); ++k)
        all.insert(all.end(), {toTriple(wrenches[k][0]), toTriple(wrenches[k][1])});
    return all;
}

inline GrainForce::Wrenches wrenchesOf(const std::vector<Triple>& triples) {
    GrainForce::Wrenches all = zeros(triples.size() / 2);
    for (int k = 0; k < all.size(); ++k)
        for (int part = 0; part < 2; ++part) all[k][part] = toVec3(triples[std::size_t(2 * k + part)]);
    return all;
}

inline SimTK::Vec3 vectorAt(const std::vector<double>& numbers, std::size_t k) {
    return {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
}

} // namespace simbodydem::grains

#endif
