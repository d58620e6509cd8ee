// A tyre on a test rig. A wheel with an elastic layer is pressed on a road, steered and rolled. Beside its side force and its aligning moment
// stand those of the brush tyre in closed form. Also given is the distance that the wheel needs until it has its side force.
//
// usage: ExampleTyre [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>

#include <cmath>
#include <cstdio>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real radius = 0.3, width = 0.15; // of the wheel [m]
const Real stiffness = 5.5e7, mu = 1;  // K/h = G/h [Pa/m], friction [-]: the numbers of a car's tyre with tread and air
const Real load = 4000, speed = 1;     // [N], [m/s]
const Real toRad = Pi / 180;

// The rig: a carriage along x, a lift that carries the load, a steering axis, and a wheel that rolls freely.
struct Rig {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    const Body::Rigid part{MassProperties(5, Vec3(0), Inertia(0.2))};
    MobilizedBody::Slider carriage{matter.Ground(), Transform(), part, Transform()};
    MobilizedBody::Slider lift{carriage, Rotation(Pi / 2, ZAxis), part, Rotation(Pi / 2, ZAxis)};
    MobilizedBody::Pin steering{lift, Rotation(-Pi / 2, XAxis), part, Rotation(-Pi / 2, XAxis)};
    MobilizedBody::Pin wheel{steering, Transform(), Body::Rigid(MassProperties(20, Vec3(0), Inertia(0.5, 0.5, 0.9))),
                             Transform()};
    ContactSurfaces surfaces{matter};
    SurfaceIndex road = surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "road");
    SurfaceIndex tread =
        surfaces.add(wheel, Cylinder(radius, width / 2, /*rounding*/ 1e-3), Vec3(0),
                     ElasticLayer::fromStiffness(stiffness, stiffness).setFriction(mu).setElementSize(3e-3), "tread");
    HertzMindlinForce contact{forces, surfaces};
    Force::MobilityConstantForce weight{forces, lift, 0, -load};
    Force::MobilityLinearDamper shock{forces, lift, MobilizerUIndex(0), 5000};
};

struct Forces {
    Real side = 0, aligning = 0, load = 0; // to the side it is steered to [N], against the steering [N m], vertical [N]
};

Forces read(const Rig& rig, const State& state) {
    rig.system.realize(state, Stage::Dynamics);
    const AreaRecord& area = rig.contact.getAreaRecords(state)[0]; // forces on the wheel
    const Vec3 arm = area.center - rig.steering.getBodyOriginLocation(state);
    const Real moment = (area.moment + arm % (area.normalForce + area.tangentialForce))[1];
    return {-dot(area.tangentialForce, rig.steering.getBodyRotation(state).z()), -moment, area.normalForce[1]};
}

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && argv[1] == std::string("--replay");
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: ExampleTyre [--replay FILE.html]\n");
        return 2;
    }
    Rig rig;
    if (isRecorded) {
        rig.matter.setShowDefaultGeometry(false);
        rig.wheel.addBodyDecoration(Rotation(Pi / 2, XAxis),
                                    DecorativeCylinder(radius, width / 2).setColor(Gray).setOpacity(0.5));
        rig.wheel.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(radius, 0.02, width / 2)).setColor(Orange));
        auto* replay = new ReplayRecorder(rig.system, argv[2], 0.02);
        replay->showContacts(rig.contact).follow(rig.wheel);
        rig.system.addEventReporter(replay);
    }
    // The wheel stands on the road, as deep as the load presses it.
    const Real depth = std::pow(load / (4. / 3 * width * std::sqrt(2 * radius) * stiffness), 2. / 3);
    const Real a = std::sqrt(2 * radius * depth); // half the length of the contact [m]
    State state = rig.system.realizeTopology();
    rig.lift.setQ(state, radius - depth);
    rig.carriage.lockAt(state, 0, Motion::Velocity);
    rig.steering.lockAt(state, 0, Motion::Velocity);
    ContactIntegrator integrator(rig.system, rig.contact);
    integrator.setMaximumStepSize(a / 10 / speed); // 20 steps in the contact
    ContactStepper stepper(integrator);
    stepper.initialize(state);

    const auto steerTo = [&](Real angle, Real duration) {
        State turning = stepper.getState();
        rig.steering.lockAt(turning, (angle - rig.steering.getAngle(turning)) / duration, Motion::Velocity);
        stepper.initialize(turning); // the memory of the contact is in the State
        stepper.stepTo(stepper.getTime() + duration);
        State turned = stepper.getState();
        rig.steering.lockAt(turned, 0, Motion::Velocity);
        stepper.initialize(turned);
    };
    // Rolls on. Returns the means over the last part of the distance.
    const auto roll = [&](Real distance, Real part) {
        const int numSamples = 20;
        stepper.stepTo(stepper.getTime() + (distance - part) / speed);
        Forces mean;
        for (int i = 0; i < numSamples; ++i) {
            stepper.stepTo(stepper.getTime() + part / numSamples / speed);
            const Forces now = read(rig, stepper.getState());
            mean.side += now.side / numSamples;
            mean.aligning += now.aligning / numSamples;
            mean.load += now.load / numSamples;
        }
        return mean;
    };

    // A step of the steering angle: steered while it stands, then rolled.
    const Real step = 0.1 * toRad;
    steerTo(step, 0.1);
    State rolling = stepper.getState();
    rig.carriage.lockAt(rolling, speed, Motion::Velocity);
    rig.wheel.setRate(rolling, -speed * std::cos(step) / (radius - depth / 3));
    stepper.initialize(rolling);
    const Real whole = 2 * stiffness * width * a * a * std::tan(step);
    std::printf("steered by %.1f degrees at rest, then rolled; the contact is 2 a = %.1f mm long\n", step / toRad,
                2e3 * a);
    std::printf("x/(2 a)  side force [N]  closed form [N]\n");
    Real relaxation = 0, before = 0;
    for (int i = 1; i <= 60; ++i) {
        const Real x = i * a / 20;
        stepper.stepTo(stepper.getTime() + a / 20 / speed);
        const Real force = read(rig, stepper.getState()).side, aim = (1 - std::exp(-1.)) * whole;
        if (i % 10 == 0) std::printf("%7.2f %15.1f %16.1f\n", x / (2 * a), force, whole * std::min(x / (2 * a), 1.));
        if (before < aim && force >= aim) relaxation = x - a / 20 * (force - aim) / (force - before);
        before = force;
    }
    std::printf("63 %% of it after %.2f a, closed form %.2f a\n\n", relaxation / a, 2 * (1 - std::exp(-1.)));

    std::printf("slip angle  s     side force [N]          aligning moment [N m]   load\n"
                "[deg]      [-]   rolled  closed form      rolled  closed form      [N]\n");
    for (const Real angle : {0., 1., 2., 3., 4., 5., 6., 8., 10., 12.}) {
        steerTo(angle * toRad, 0.1);
        const Forces f = roll(4 * a, 2 * a);
        const Real s = std::min(radius * std::tan(angle * toRad) / (mu * a), 1.); // G/K = 1
        std::printf("%5.0f %8.2f %8.1f %12.1f %12.2f %12.2f %8.0f\n", angle, s, f.side,
                    mu * load * (3 * s - 3 * s * s + s * s * s), f.aligning, mu * load * a * s * std::pow(1 - s, 3),
                    f.load);
    }
}
