// Tests the contact points of ellipsoids and their stiffness there.

#include "geometry/Ellipsoid.h"
#include "laws/hertz/EllipticHertz.h"

#include "Draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace test_ellipsoid {

using namespace simbodydem::kernels;

namespace {

// Returns the radius by Johnson's 4.26-4.32 as printed, by bisection. This is slow, and inaccurate near a circle.
double radiusByJohnson(double along, double across) {
    const long double pi = std::acos(-1.0L), ratio = std::max(along / across, across / along);
    long double low = 1e-6, high = 1;
    const auto eccentricity = [](long double k) { return std::sqrt((1 - k) * (1 + k)); };
    for (int i = 0; i < 100; ++i) {
        const long double k = std::sqrt(low * high), e = eccentricity(k);
        const long double K = std::comp_ellint_1(e), E = std::comp_ellint_2(e);
        ((E / (k * k) - K) / (K - E) > ratio ? low : high) = k;
    }
    const long double k = low, e = eccentricity(k), K = std::comp_ellint_1(e), E = std::comp_ellint_2(e);
    const long double F1 = std::cbrt(4 / (pi * e * e) * std::pow(k, 1.5L) * std::sqrt((E / (k * k) - K) * (K - E)));
    const long double F2 = 2 / pi * std::sqrt(k) / F1 * K;
    return double(1 / std::sqrt((long double)along * across) / (F2 * F2 * F2));
}

// Returns a randomly rotated ellipsoid with semi-axes from 1 to `most`.
EllipsoidSize solid(Draw& draw, double most) {
    const Vector axes(std::pow(most, draw.between(0, 1)), std::pow(most, draw.between(0, 1)),
                      std::pow(most, draw.between(0, 1)));
    return EllipsoidBody{axes, draw.rotation(), Vector::Zero()}.size();
}

} // namespace

// The radius that makes F = K delta^(3/2) exact equals the integrals in extended precision. 1e-9 is required; rounding is reached.
TEST(EllipticHertz, EqualsTheIntegralsOfJohnson) {
    for (double ratio : {1.01, 1.5, 2., 5., 10., 100., 1e3, 1e4})
        for (double scale : {1., 20.}) {
            const double expected = radiusByJohnson(scale, scale / ratio);
            EXPECT_NEAR(equivalentRadius(scale, scale / ratio), expected, 1e-12 * expected) << ratio;
            EXPECT_EQ(equivalentRadius(scale, scale / ratio), equivalentRadius(scale / ratio, scale));
        }
}

// A circle gives its radius exactly, and an ellipse near a circle nearly: R = R_e (1 + O(ln^2 ratio)).
TEST(EllipticHertz, ApproachesTheCircle) {
    EXPECT_EQ(equivalentRadius(4, 4), 0.25);
    for (double excess : {1e-15, 1e-12, 1e-9, 1e-6, 1e-3})
        EXPECT_NEAR(equivalentRadius(1 + excess, 1), 1 / std::sqrt(1 + excess), excess * excess + 1e-15) << excess;
}

// The radii of curvature at the pole b are a^2/b and c^2/b.
TEST(Ellipsoid, HasTheCurvatureOfItsPoles) {
    const EllipsoidSize S{Vector(.05 * .05, .02 * .02, .04 * .04).asDiagonal()};
    const SupportPoint pole = S.support(Vector::UnitY());
    EXPECT_NEAR(pole.height, .02, 1e-17);
    EXPECT_NEAR(pole.radii(0, 0), .125, 1e-16);
    EXPECT_NEAR(pole.radii(2, 2), .08, 1e-16);
    EXPECT_LT((pole.radii * Vector::UnitY()).norm(), 1e-17);
}

// Two ellipsoids that are placed with a known common normal give it again. They are apart, or overlap by up to a tenth of their
// smallest radius of curvature.
TEST(Ellipsoid, CommonNormalIsFound) {
    Draw draw(1);
    for (double most : {1.5, 5., 30.})
        for (int i = 0; i < 3000; ++i) {
            const EllipsoidSize Sa = solid(draw, most), Sb = solid(draw, most);
            const Vector n = draw.direction();
            const SupportPoint a = Sa.support(n), b = Sb.support(-n);
            const double gap =
                (i % 2 ? 1 : -1) * std::pow(10, -1 - i % 8) / most; // the smallest radius of curvature is 1/most
            const Vector line = a.point - b.point + gap * n;
            const CommonNormal found = findCommonNormal(line, Sa, Sb);
            ASSERT_TRUE(found.isFound) << most << " " << i;
            EXPECT_NEAR(found.gap, gap, 1e-14 * line.norm() * most) << most << " " << i;          // rounding
            EXPECT_LT((found.normal - n).norm(), 1e-13 * line.norm() * most) << most << " " << i; // over the radii
        }
}

// Two ellipsoids with equal axes give the common normal of two spheres.
TEST(Ellipsoid, CommonNormalWithEqualAxesIsThatOfSpheres) {
    Draw draw(1);
    for (int i = 0; i < 100; ++i) {
        const Vector line = 1.6 * draw.direction();
        const CommonNormal found = findCommonNormal(line, {Matrix::Identity()}, {0.49 * Matrix::Identity()});
        EXPECT_NEAR(found.gap, -0.1, 1e-15);
        EXPECT_LT((found.normal - line / 1.6).norm(), 1e-15);
        EXPECT_NEAR(found.a.radii.trace(), 2, 1e-14);
    }
}

// If the centres coincide, no normal is right; the result is some normal and finite numbers.
TEST(Ellipsoid, WithACommonCentreHasFiniteResults) {
    Draw draw(1);
    const CommonNormal found = findCommonNormal(Vector::Zero(), solid(draw, 3), solid(draw, 3));
    EXPECT_TRUE(found.normal.allFinite());
    EXPECT_LT(found.gap, -2);
}

} // namespace test_ellipsoid
