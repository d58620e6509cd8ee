// Two fingers grip an object on a table, lift it, shake it and hold it for a minute. It does not slip, since friction has a
// memory. ExampleGripper --visualize shows the run in a window, --replay FILE records it as a page.

#include <simbodydem/simbodydem.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

// Prescribes the carriage. It rises by 10 cm from 1 to 2 s. From 4 to 56 s it shakes by 3 mm, four times per second.
class LiftAndShake : public Motion::Custom::Implementation {
public:
    explicit LiftAndShake(Real height) : height(height) {}
    Motion::Level getLevel(const State&) const override { return Motion::Position; }
    void calcPrescribedPosition(const State& s, int, Real* q) const override { *q = calc(s.getTime(), 0); }
    void calcPrescribedPositionDot(const State& s, int, Real* u) const override { *u = calc(s.getTime(), 1); }
    void calcPrescribedPositionDotDot(const State& s, int, Real* udot) const override { *udot = calc(s.getTime(), 2); }

private:
    // Returns a smooth step from 0 to 1 within a second, or a derivative of it.
    static Real step(Real time, int derivative) {
        const Real x = clamp(0., time, 1.);
        return derivative == 0 ? stepUp(x) : derivative == 1 ? dstepUp(x) : d2stepUp(x);
    }
    Real calc(Real time, int derivative) const {
        const auto envelope = [&](int d) { return step(time - 4, d) - step(time - 55, d); };
        const Real w = 2 * Pi * 4, sine = std::sin(w * time), cosine = std::cos(w * time);
        const Real shake[] = {envelope(0) * sine, envelope(1) * sine + envelope(0) * w * cosine,
                              envelope(2) * sine + 2 * envelope(1) * w * cosine - envelope(0) * w * w * sine};
        return (derivative == 0 ? height : 0) + 0.1 * step(time - 1, derivative) + 0.003 * shake[derivative];
    }
    const Real height;
};

int main(int argc, char** argv) {
    const Real objectMass = 0.3, halfWidth = 0.03, halfHeight = 0.04;            // [kg], [m]
    const Real fingerMass = 0.1, fingerLength = 0.1, pad = 0.02, gripForce = 20; // [kg], [m], [m], [N]
    const Real servoStiffness = 20, servoDamping = 0.1;                          // [N m/rad], [N m s/rad]
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false); // hides frames and centres of mass
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Slider carriage(matter.Ground(), Rotation(Pi / 2, ZAxis),
                                   Body::Rigid(MassProperties(1, Vec3(0), Inertia(1))), Rotation(Pi / 2, ZAxis));
    Motion::Custom(carriage, new LiftAndShake(halfHeight + fingerLength));
    MobilizedBody::Free object(
        matter.Ground(),
        Body::Rigid(MassProperties(objectMass, Vec3(0),
                                   objectMass * UnitInertia::brick(Vec3(halfWidth, halfHeight, halfWidth)))));
    object.addBodyDecoration(Vec3(0),
                             DecorativeBrick(Vec3(halfWidth, halfHeight, halfWidth)).setColor(Orange).setOpacity(0.6));

    // The object stands on four feet. The pad of each finger holds it at two points.
    SurfaceMaterial rubber =
        SurfaceMaterial().setYoungsModulus(5e6).setPoissonsRatio(0.45).setRestitution(0.3).setFriction(0.8);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber, "table");
    for (Real x : {-0.015, 0.015})
        for (Real z : {-0.03, 0.03}) surfaces.add(object, Sphere(0.005), Vec3(x, 0.005 - halfHeight, z), rubber);
    std::vector<MobilizedBody::Pin> fingers;
    for (Real side : {-1, 1}) {
        const Vec3 com(0, -fingerLength / 2, 0);
        const Inertia central = fingerMass * UnitInertia::brick(Vec3(0.01, fingerLength / 2, 0.01));
        MobilizedBody::Pin finger(
            carriage, Vec3(side * (halfWidth + pad), 0, 0),
            Body::Rigid(MassProperties(fingerMass, com, central.shiftFromMassCenter(com, fingerMass))), Vec3(0));
        finger.addBodyDecoration(com, DecorativeBrick(Vec3(0.005, fingerLength / 2, 0.02)).setColor(Blue));
        // A servo closes the finger. The neutral angle of its spring makes the pad press with the grip force.
        Force::MobilityLinearSpring(forces, finger, 0, servoStiffness,
                                    -side * gripForce * fingerLength / servoStiffness);
        Force::MobilityLinearDamper(forces, finger, 0, servoDamping);
        // The outward normal of a half space is its -x axis. Here it points to the object.
        surfaces.add(finger, HalfSpace(), Transform(Rotation(side < 0 ? Pi : 0, ZAxis), Vec3(-side * pad, 0, 0)),
                     rubber);
        for (Real z : {-0.01, 0.01}) surfaces.add(object, Sphere(0.02), Vec3(side * (halfWidth - 0.02), 0, z), rubber);
        fingers.push_back(finger);
    }
    HertzMindlinForce force(forces, surfaces);

    const std::string option = argc > 1 ? argv[1] : "";
    std::unique_ptr<Visualizer> visualizer; // there is no TimeStepper, so the loop below calls both
    std::unique_ptr<ReplayRecorder> replay;
    if (argc == 2 && option == "--visualize") {
        setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", false); // the program's name in Debian
        visualizer = std::make_unique<Visualizer>(system);
        visualizer->addDecorationGenerator(new ContactDecorations(force, gripForce, 0.1));
    } else if (argc == 3 && option == "--replay") {
        replay = std::make_unique<ReplayRecorder>(system, argv[2], Infinity);
        replay->showContacts(force);
    } else if (argc > 1) {
        std::fprintf(stderr, "usage: %s [--visualize | --replay FILE]\n", argv[0]);
        return 2;
    }

    State state = system.realizeTopology();
    object.setQToFitTranslation(state, Vec3(0, halfHeight, 0));
    CPodesIntegrator integrator(system);
    integrator.setAccuracy(1e-4);
    prepareIntegrator(integrator); // so that each step commits the history of the contacts
    integrator.initialize(state);

    // The slip is the displacement of the object in the left finger since it hung at rest.
    std::printf("time [s]   height of the object [mm]   slipped [um]   steps\n");
    Vec3 atRest(0);
    Real due = 0; // time of the next frame [s]
    for (Real time : {0., 1., 2., 4., 5., 10., 30., 50., 56., 60.}) {
        while (integrator.getTime() < time) {
            integrator.stepTo(time);
            if (integrator.getTime() < due) continue;
            due += 0.02;
            if (visualizer) visualizer->report(integrator.getState());
            if (replay) replay->record(integrator.getState());
        }
        const State& now = integrator.getState();
        system.realize(now, Stage::Position);
        const Vec3 place = fingers[0].findStationAtGroundPoint(now, object.getBodyOriginLocation(now));
        if (time <= 4) atRest = place;
        std::printf("%8.1f %27.3f %14.3f %7d\n", time, 1e3 * object.getBodyOriginLocation(now)[1],
                    1e6 * (place - atRest).norm(), integrator.getNumStepsTaken());
    }
}
