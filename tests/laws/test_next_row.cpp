// Tests the derivative of the elastic displacement that a contact commits next, by dual numbers through the kernels as they are: by the committed row,
// slip, velocity, load and stiffness.

#include "laws/SpringSlider.h"

#include <gtest/gtest.h>
#include <unsupported/Eigen/AutoDiff>

#include <array>
#include <cmath>
#include <functional>

namespace test_next_row {
namespace {

using namespace simbodydem::kernels;

// Inputs of a step in this order: displacement, dashpot, limit and damping time of the commit; increment, velocity, slip at the present velocity; load,
// stiffness, and the factor of friction.
constexpr int displacement = 0, dashpotThen = 3, limitThen = 6, timeThen = 7, increment = 8, velocity = 11, atPresent = 14, load = 17, stiffness = 18,
              friction = 19, numInputs = 20;
using Inputs = Eigen::Matrix<double, numInputs, 1>;
using Dual = Eigen::AutoDiffScalar<Inputs>;

struct Law {
    FrictionConstants friction;
    double damping;
};

// Returns the displacement that the next row has.
template <class T> Vector3<T> nextOf(const Law& law, const std::array<T, numInputs>& x) {
    const auto vector = [&](int first) { return Vector3<T>(x[first], x[first + 1], x[first + 2]); };
    TangentialInput<T> in;
    in.displacement = vector(displacement);
    in.dashpotAtCommit = vector(dashpotThen);
    in.limitLengthAtCommit = x[limitThen];
    in.dampingTimeAtCommit = x[timeThen];
    in.slipIncrement = vector(increment);
    in.slipVelocity = vector(velocity);
    in.slipAtPresentVelocity = vector(atPresent);
    in.frictionalLoad = x[load] * x[friction]; // which the coefficients multiply alone
    in.effectiveMass = T(1);
    in.time = 1e-3;
    return springSlider<T>(law.friction, x[stiffness], T(law.damping), in).displacement;
}

using Rows = Eigen::Matrix<double, 3, numInputs>;

Rows byDuals(const Law& law, const Inputs& at) {
    std::array<Dual, numInputs> x;
    for (int i = 0; i < numInputs; ++i) x[i] = Dual(at[i], numInputs, i);
    const Vector3<Dual> next = nextOf<Dual>(law, x);
    Rows rows;
    for (int k = 0; k < 3; ++k) rows.row(k) = next[k].derivatives().transpose();
    return rows;
}

// Central differences with a step of this part of each input's size.
Rows byDifferences(const Law& law, const Inputs& at, const Inputs& size) {
    Rows rows;
    for (int i = 0; i < numInputs; ++i) {
        const auto moved = [&](double by) {
            std::array<double, numInputs> x;
            for (int k = 0; k < numInputs; ++k) x[k] = at[k] + (k == i ? by : 0);
            return nextOf<double>(law, x);
        };
        const double step = 1e-5 * size[i];
        rows.col(i) = (moved(step) - moved(-step)) / (2 * step);
    }
    return rows;
}

// A step in the plane z = 0 in which a spring of a committed length slides on: its limit is 1e-5 m.
Inputs slidingStep(double dampingTime) {
    Inputs x = Inputs::Zero();
    x.segment<3>(velocity) << 0.05, 0.02, 0;
    x.segment<3>(displacement) << 0.9e-5, 0.2e-5, 0;
    x.segment<3>(dashpotThen) << 0.04 * dampingTime, 0.02 * dampingTime, 0;
    x.segment<3>(increment) << 4.5e-5, 2e-5, 0;
    x.segment<3>(atPresent) = 1e-3 * x.segment<3>(velocity);
    x[limitThen] = 0.95e-5;
    x[timeThen] = dampingTime;
    x[load] = 2;
    x[stiffness] = 1e5;
    x[friction] = 1;
    return x;
}

Inputs sizes() {
    Inputs size = Inputs::Constant(1e-5);
    size.segment<3>(velocity).setConstant(0.05);
    size[timeThen] = 1e-4, size[load] = 2, size[stiffness] = 1e5, size[friction] = 1;
    return size;
}

// On a straight path without a dashpot the limited spring has the derivative of radial return, which is ds = (mu N/(k |s|)) (I - t t^T) ds_trial + t mu dN/k:
// s is the trial, t its direction. A limit that grows does so while it slides, and a softer spring is longer.
TEST(NextRow, OfAStraightSlipIsThatOfRadialReturn) {
    const Law law{{0.5, 0.5, std::nan("")}, 0};
    Inputs x = Inputs::Zero();
    const Eigen::Vector3d t(0.8, 0.6, 0);
    const double limit = 0.5 * 2 / 1e5, slip = 3 * limit;
    x.segment<3>(increment) = slip * t; // of a new contact
    x[load] = 2, x[stiffness] = 1e5, x[friction] = 1;
    const Rows found = byDuals(law, x);
    const Eigen::Matrix3d across = limit / slip * (Eigen::Matrix3d::Identity() - t * t.transpose());
    EXPECT_LT((found.middleCols<3>(increment) - across).norm(), 1e-15); // rounding
    EXPECT_LT((found.middleCols<3>(displacement) - across).norm(), 1e-15);
    EXPECT_LT((found.col(load) - t * 0.5 / 1e5).norm(), 1e-20);
    EXPECT_LT((found.col(friction) - t * limit).norm(), 1e-20);
    EXPECT_LT((found.col(stiffness) + t * limit / 1e5).norm(), 1e-25);
}

// A slip that turns drags the spring, a dashpot relaxes or takes its part of the limit, and friction falls with the speed: dual numbers have the
// derivatives that differences have.
TEST(NextRow, OfDraggedSpringsIsThatOfDifferences) {
    const FrictionConstants constant{0.5, 0.5, std::nan("")}, falling{0.5, 0.3, 0.04};
    FrictionConstants relaxing = constant;
    relaxing.isKelvinVoigt = true;
    for (const Law& law : {Law{constant, 0}, Law{constant, 10}, Law{falling, 0}, Law{falling, 10}, Law{relaxing, 10}}) {
        const Inputs at = slidingStep(law.damping / 1e5), size = sizes();
        const Rows found = byDuals(law, at), right = byDifferences(law, at, size);
        for (int i = 0; i < numInputs; ++i) // relative to the spring's length over the size of the input
            EXPECT_LT((found.col(i) - right.col(i)).norm() * size[i], 1e-8 * 1e-5) << i << " of damping " << law.damping << " " << law.friction.kineticFriction;
    }
}

} // namespace
} // namespace test_next_row
