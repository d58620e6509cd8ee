// Tests hollows of flat facets: pipes, holes and sockets that stand for smooth ones.

#include "Heard.h"
#include "Meshes.h"
#include "Scene.h"

#include <simbodydem/shapes/Capsule.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Wheel.h>

#include <utility>

namespace test_hollow {
namespace {

using namespace SimTK;
using namespace simbodydem;

constexpr Real pipeRadius = 0.054; // to the middles of the facets [m]

// Returns an open pipe about z whose lowest facet is horizontal. It has two triangles for each facet.
Mesh pipe(int facets, Real halfLength = 0.5) {
    std::vector<Vec3> vertices;
    Triangles triangles;
    for (int i = 0; i < facets; ++i) {
        const Real angle = 2 * Pi * (i + 0.5) / facets, corner = pipeRadius / std::cos(Pi / facets);
        for (const Real z : {-0.8 * halfLength, halfLength})
            vertices.emplace_back(corner * std::sin(angle), -corner * std::cos(angle), z);
    }
    for (int i = 0; i < facets; ++i) {
        const int p = 2 * i, q = 2 * ((i + 1) % facets);
        triangles.push_back({p, p + 1, q}); // counter-clockwise seen from inside
        triangles.push_back({q, p + 1, q + 1});
    }
    return Mesh(vertices, triangles, 0);
}

// Returns complete elliptic integrals of k^2, of the first and the second kind.
std::pair<Real, Real> ellipticIntegrals(Real k2) {
    Real a = 1, b = std::sqrt(1 - k2), sum = 0.5 * k2, power = 1;
    for (int i = 0; i < 40; ++i) {
        const Real c = 0.5 * (a - b), mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
        sum += power * c * c;
        power *= 2;
    }
    return {Pi / (2 * a), Pi / (2 * a) * (1 - sum)};
}

// Returns R* of two curvatures by Johnson's formulas (1985, 4.26-4.32), by bisection.
Real hertzRadius(Real along, Real across) {
    const Real flat = 1 / std::min(along, across), round = 1 / std::max(along, across);
    if (flat < round * (1 + 1e-9)) return round;
    Real low = 1e-9, high = 1 - 1e-12, F2 = 0;
    for (int i = 0; i < 200; ++i) {
        const Real k = 0.5 * (low + high), e2 = 1 - k * k;
        const auto [K, E] = ellipticIntegrals(e2);
        (((E / (k * k) - K) / (K - E) > flat / round) ? low : high) = k;
        F2 = 8 * K * K * K * std::pow(k, 1.5) /
             (Pi * Pi * Pi * 4 / (Pi * e2) * std::pow(k, 1.5) * std::sqrt((E / (k * k) - K) * (K - E)));
    }
    return std::sqrt(flat * round) / F2;
}

// Holds a body in a fixed hollow.
struct Hollow : Scene {
    MobilizedBody::Free body;
    std::unique_ptr<HertzMindlinForce> force;
    State state;
    Rotation turn;

    Hollow(const Mesh& hollow, const Shape& inside, Real mass = 1, const Rotation& turn = Rotation())
        : body(matter.updGround(), Body::Rigid(ballOf(mass, 0.02))), turn(turn) {
        material.youngsModulus = 1e8;
        material.staticFriction = material.kineticFriction = 0.5;
        addGround(hollow, Transform());
        add(body, inside, turn);
        force = std::make_unique<HertzMindlinForce>(forces, surfaces);
        state = start();
    }
    const std::vector<ContactRecord>& recordsAt(const Vec3& place) {
        body.setQToFitTranslation(state, place);
        system.realize(state, Stage::Dynamics);
        return force->getContactRecords(state);
    }
    Vec3 forceAt(const Vec3& place) {
        Vec3 sum(0);
        for (const ContactRecord& r : recordsAt(place)) sum += r.normalForce;
        return sum;
    }
    // Returns the force on a body that has just its own curvature and that of the hollow. @param contacts  number of equal ones
    Real hertz(Real along, Real across, Real overlap) const {
        const Real modulus = material.youngsModulus / (2 * (1 - square(material.poissonsRatio)));
        return 4. / 3 * modulus * std::sqrt(hertzRadius(along, across)) * std::pow(overlap, 1.5);
    }
};

// Returns a place in the pipe, this far from its axis.
Vec3 inPipe(Real angle, Real fromAxis) { return {fromAxis * std::sin(angle), -fromAxis * std::cos(angle), 0.0123}; }

// Returns the distance from the axis at which a ball touches the facets at an angle.
Real wallAt(int facets, Real angle, Real radius) {
    const Real width = 2 * Pi / facets;
    return (pipeRadius - radius) / std::cos(angle - std::round(angle / width) * width);
}

const Real fits[] = {0.1, 0.3, 0.5, 0.65, 0.8, 0.93, 0.99};
const int facetNumbers[] = {8, 12, 18, 20, 24, 48, 96, 384};

// Returns the largest jump of force between places 1e-6 of the radius apart, over the force, along facets and grooves.
Real largestJump(Hollow& hollow, int facets, Real radius, Real overlap) {
    Real most = 0;
    const int steps = facets > 100 ? 60 : 300;
    for (int i = 0; i <= steps; ++i) {
        const Real angle = 2 * Pi / facets * (-0.13 + 1.3 * i / steps), step = 1e-6 * radius;
        const Vec3 place = inPipe(angle, wallAt(facets, angle, radius) + overlap);
        const Vec3 force = hollow.forceAt(place);
        const Vec3 along(std::cos(angle), std::sin(angle), 0);
        EXPECT_GT(force.norm(), 0) << facets << " " << angle;
        most = std::max(most, (hollow.forceAt(place + step * along) - force).norm() / force.norm());
    }
    return most;
}

// A ball in a faceted pipe touches at the wall, to 0.0075 of its radius, however narrow the pipe is.
TEST(Hollow, ContactBeginsAtTheWall) {
    for (const Real fit : fits)
        for (const int facets : facetNumbers) {
            const Real radius = fit * pipeRadius;
            Hollow hollow(pipe(facets), Sphere(radius));
            for (int i = 0; i <= 6; ++i) {
                const Real angle = Pi / facets * (i / 6. + 1e-9), wall = wallAt(facets, angle, radius);
                EXPECT_TRUE(hollow.recordsAt(inPipe(angle, wall - 0.0075 * radius)).empty()) << fit << " " << facets;
                EXPECT_FALSE(hollow.recordsAt(inPipe(angle, wall + 1e-6 * radius)).empty()) << fit << " " << facets;
            }
        }
}

// The force has no jumps: places 1e-6 of the radius apart differ by less than 1 % of the force.
TEST(Hollow, ForceDoesNotJump) {
    for (const Real fit : fits)
        for (const int facets : facetNumbers) {
            const Real radius = fit * pipeRadius;
            Hollow hollow(pipe(facets), Sphere(radius));
            EXPECT_LT(largestJump(hollow, facets, radius, 0.002 * radius), 0.01) << fit << " " << facets;
        }
}

// In the middle of a facet the force is that on the smooth pipe: within 5 % from 24 facets on, within twice from six on.
TEST(Hollow, IsAsStiffAsTheSmoothPipe) {
    for (const Real fit : fits)
        for (const int facets : facetNumbers) {
            const Real radius = fit * pipeRadius, overlap = 0.002 * radius;
            Hollow hollow(pipe(facets), Sphere(radius));
            const Real smooth = hollow.hertz(1 / radius, 1 / radius - 1 / pipeRadius, overlap);
            const Real ratio = hollow.forceAt(inPipe(0, pipeRadius - radius + overlap)).norm() / smooth;
            EXPECT_NEAR(ratio, 1, facets >= 24 ? 0.05 : 0.5) << fit << " " << facets;
        }
}

// Facets that meet at 0.2 to 0.35 rad are each as deep as they are, on both sides of their groove.
TEST(Hollow, IsEqualOnBothSidesOfAGroove) {
    for (const int facets : {18, 20, 24, 30}) {
        const Real radius = 0.0213, overlap = 0.002 * radius, width = 2 * Pi / facets;
        Hollow hollow(pipe(facets), Sphere(radius));
        for (int i = 1; i < 40; ++i) {
            const Real off = 0.5 * width * i / 40;
            const Real there = wallAt(facets, 0.5 * width - off, radius) + overlap;
            const Real before = hollow.forceAt(inPipe(0.5 * width - off, there)).norm();
            const Real after = hollow.forceAt(inPipe(0.5 * width + off, there)).norm();
            EXPECT_NEAR(before, after, 1e-6 * before) << facets << " " << off;
        }
    }
}

// A capsule along the pipe, an ellipsoid and a wheel across it have the force of the smooth pipe too, and no jumps.
TEST(Hollow, HasTheForceOfTheSmoothPipeForEveryShape) {
    for (const Real fit : {0.3, 0.8, 0.95})
        for (const int facets : {24, 48, 96}) {
            const Real radius = fit * pipeRadius, overlap = 0.002 * radius;
            const auto expect = [&](const Shape& shape, Real axial, int contacts, const char* name) {
                Hollow hollow(pipe(facets), shape);
                const Real smooth = contacts * hollow.hertz(1 / axial, 1 / radius - 1 / pipeRadius, overlap);
                EXPECT_NEAR(hollow.forceAt(inPipe(0, pipeRadius - radius + overlap)).norm() / smooth, 1, 0.05)
                    << name << " " << fit << " " << facets;
                EXPECT_LT(largestJump(hollow, facets, radius, overlap), 0.01) << name << " " << fit << " " << facets;
            };
            expect(Capsule(radius, 0.1), radius, 2, "capsule");
            expect(Ellipsoid(Vec3(radius, radius, 0.6 * radius)), 0.36 * radius, 1, "ellipsoid");
            expect(Wheel(radius, 0.2 * radius), 0.2 * radius, 1, "wheel");
        }
}

// A ball rolls round in pipes of 18 to 48 facets, and stays in them, under every integrator.
TEST(Hollow, BallRollsRoundInPipes) {
    for (const int facets : {18, 24, 48})
        for (const Real fit : {0.4, 0.8}) {
            const Real radius = fit * pipeRadius, room = pipeRadius - radius;
            const auto run = [&](const std::function<State(Hollow&, const State&)>& advance, const char* name) {
                Hollow hollow(pipe(facets), Sphere(radius), 0.05);
                Force::UniformGravity(hollow.forces, hollow.matter, Vec3(0, -9.81, 0));
                State state = hollow.start(hollow.body, inPipe(1, room));
                const Real energy = 0.05 * 9.81 * room * (1 - std::cos(1.));
                hollow.system.realize(state, Stage::Dynamics);
                const Heard silence; // a pipe is open
                const State end = advance(hollow, state);
                hollow.system.realize(end, Stage::Dynamics);
                const Vec3 place = hollow.body.getBodyOriginLocation(end);
                const Real fromAxis = std::hypot(place[0], place[1]);
                EXPECT_LT(fromAxis, room / std::cos(Pi / facets) + 0.01 * radius) << name << facets << " " << fit;
                EXPECT_LT(hollow.system.calcEnergy(end), hollow.system.calcEnergy(state) + 0.02 * energy)
                    << name << facets << " " << fit;
            };
            const Real duration = 0.15;
            run([&](Hollow& hollow, const State& state) {
                ContactIntegrator integrator(hollow.system, *hollow.force);
                integrator.initialize(state);
                integrator.stepTo(duration);
                return integrator.getState();
            }, "ContactIntegrator ");
            run([&](Hollow& hollow, const State& state) {
                ContactIntegrator integrator(hollow.system, *hollow.force);
                integrator.setFixedStepSize(1e-3);
                integrator.initialize(state);
                integrator.stepTo(duration);
                return integrator.getState();
            }, "fixed steps ");
            const auto simbody = [&](Integrator& integrator, const State& state) {
                integrator.setAccuracy(1e-4);
                integrator.setMaximumStepSize(2e-3);
                integrator.initialize(state);
                while (integrator.getTime() < duration) integrator.stepTo(duration);
                return integrator.getState();
            };
            run([&](Hollow& hollow, const State& state) {
                RungeKuttaMersonIntegrator integrator(hollow.system);
                return simbody(integrator, state);
            }, "RungeKuttaMerson ");
            run([&](Hollow& hollow, const State& state) {
                SemiExplicitEuler2Integrator integrator(hollow.system);
                return simbody(integrator, state);
            }, "SemiExplicitEuler2 ");
        }
}

// A peg in a hole that is 1 % wider touches nothing in the middle. Pushed aside it is pressed back, and has no jumps of force.
TEST(Hollow, CentresAPeg) {
    const Real radius = 0.99 * pipeRadius;
    for (const int facets : {24, 96}) {
        Hollow hollow(pipe(facets), Cylinder(radius, 0.05, 0.002));
        EXPECT_TRUE(hollow.recordsAt(Vec3(0)).empty());
        for (int i = 0; i < 20; ++i) {
            const Real angle = 0.05 * i;
            const Vec3 place = inPipe(angle, wallAt(facets, angle, radius) + 0.001 * radius);
            const Vec3 outwards(std::sin(angle), -std::cos(angle), 0), force = hollow.forceAt(place);
            EXPECT_GT(-dot(force, outwards), 0.97 * force.norm()) << facets << " " << angle;
            const Vec3 beside = place + 1e-6 * radius * Vec3(std::cos(angle), std::sin(angle), 0);
            EXPECT_LT((hollow.forceAt(beside) - force).norm(), 0.01 * force.norm()) << facets << " " << angle;
        }
    }
}

// A piston, a capsule that leaves 1 % free, slides through the pipe without friction and does not tilt or stick.
TEST(Hollow, GuidesAPiston) {
    const Real radius = 0.99 * pipeRadius;
    Hollow hollow(pipe(48, 1), Capsule(radius, 0.08), 0.5);
    for (int i = 0; i < 50; ++i) {
        const Vec3 place = inPipe(0.01 * i, pipeRadius - radius + 0.0005 * radius) + Vec3(0, 0, 0.002 * i);
        const Vec3 force = hollow.forceAt(place);
        EXPECT_GT(force.norm(), 0);
        EXPECT_NEAR(force[2], 0, 1e-9 * force.norm()) << i;
    }
}

// A ball in a socket, a sphere of facets that is 3 % wider, touches at its wall in every direction and has no jumps of force.
TEST(Hollow, HoldsABallInASocket) {
    const Real socket = 0.05, radius = 0.97 * socket;
    std::vector<Vec3> vertices{Vec3(0, 0, -socket)};
    Triangles triangles;
    const int rings = 24, sides = 48; // the upper half is open
    for (int i = 1; i <= rings / 2; ++i)
        for (int j = 0; j < sides; ++j) {
            const Real up = Pi * i / rings, round = 2 * Pi * j / sides;
            vertices.push_back(socket * Vec3(std::sin(up) * std::cos(round), std::sin(up) * std::sin(round), -std::cos(up)));
        }
    const auto at = [&](int i, int j) { return i == 0 ? 0 : 1 + (i - 1) * sides + j % sides; };
    for (int i = 0; i < rings / 2; ++i)
        for (int j = 0; j < sides; ++j) {
            triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            if (i > 0) triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    Hollow hollow(Mesh(vertices, triangles, 0), Sphere(radius));
    const Real sag = 0.5 * socket * square(Pi / rings); // of the facets, more than that
    for (int i = 0; i < 40; ++i) {
        const Real up = 0.03 * i, round = 0.7 * i;
        const UnitVec3 way(std::sin(up) * std::cos(round), std::sin(up) * std::sin(round), -std::cos(up));
        EXPECT_TRUE(hollow.recordsAt((socket - radius - sag - 0.0075 * radius) * way).empty()) << i;
        const Vec3 place = (socket - radius + 0.002 * radius) * way, force = hollow.forceAt(place);
        EXPECT_GT(-dot(force, way), 0.97 * force.norm()) << i;
        const UnitVec3 side = way.perp();
        EXPECT_LT((hollow.forceAt(place + 1e-6 * radius * side) - force).norm(), 0.01 * force.norm()) << i;
    }
}

} // namespace
} // namespace test_hollow
