#ifndef SIMBODYDEM_TESTS_FUZZ_DICE_H
#define SIMBODYDEM_TESTS_FUZZ_DICE_H

#include "SimTKcommon.h"

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace fuzz {

using namespace SimTK;

/** Draws random numbers that are equal on each machine and independent of other draws: a key names each stream. */
class Dice {
public:
    Dice(std::uint64_t seed, std::initializer_list<std::uint64_t> key) {
        for (const std::uint64_t k : key) seed = (seed ^ k) * 0x9e3779b97f4a7c15u + 0x7f4a7c15u;
        engine.seed(seed);
    }
    Real between(Real low, Real high) { return low + (high - low) * std::ldexp(Real(engine() >> 11), -53); }
    Real logBetween(Real low, Real high) { return std::exp(between(std::log(low), std::log(high))); }
    int below(int count) { return int(between(0, count)); }
    bool chance(Real probability) { return between(0, 1) < probability; }
    template <class T> T oneOf(std::initializer_list<T> values) { return values.begin()[below(int(values.size()))]; }
    Vec3 inCube(Real half) {
        const Real x = between(-half, half), y = between(-half, half), z = between(-half, half);
        return {x, y, z};
    }
    UnitVec3 direction() {
        const Real z = between(-1, 1), angle = between(-Pi, Pi), r = std::sqrt(1 - z * z);
        return UnitVec3(r * std::cos(angle), r * std::sin(angle), z);
    }
    Rotation rotation() {
        const Real angle = between(-Pi, Pi);
        return Rotation(angle, direction());
    }
    Transform transform(Real half) {
        const Rotation R = rotation();
        return Transform(R, inCube(half));
    }
    std::vector<int> permutation(int count) {
        std::vector<int> order(count);
        for (int i = 0; i < count; ++i) {
            order[i] = i;
            std::swap(order[i], order[below(i + 1)]);
        }
        return order;
    }

private:
    std::mt19937_64 engine;
};

} // namespace fuzz

#endif
