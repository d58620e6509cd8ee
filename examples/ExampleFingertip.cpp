// A fingertip that feels a grip fail before it does. Two soft fingertips squeeze a plate, whose load grows. The rim of each contact slips
// first. The share of the area that slips tells how far the load is from the limit.
//
// usage: ExampleFingertip [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Sphere.h>

#include <iomanip>
#include <iostream>
#include <string>

using namespace SimTK;
using namespace simbodydem;

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && argv[1] == std::string("--replay");
    if (argc > 1 && !isRecorded) {
        std::cerr << "usage: ExampleFingertip [--replay FILE.html]\n";
        return 2;
    }
    const Real grip = 5, mu = 0.8, radius = 0.012, thickness = 0.003; // [N], [-], [m], [m]
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false); // no frames

    const Vec3 halfPlate(0.03, 0.002, 0.02);
    MobilizedBody::Slider plate(matter.Ground(), Transform(), // along x
                                Body::Rigid(MassProperties(0.1, Vec3(0), 0.1 * UnitInertia::brick(halfPlate))),
                                Transform());
    plate.addBodyDecoration(Vec3(0), DecorativeBrick(halfPlate).setColor(Vec3(0.6, 0.7, 0.8)).setOpacity(0.3));
    ContactSurfaces surfaces(matter);
    surfaces.add(plate, Brick(halfPlate, 5e-4), Vec3(0), SurfaceMaterial().setFriction(mu), "plate");
    const ElasticLayer skin =
        ElasticLayer(thickness, 3e5, 0.4).setFriction(mu).setRestitution(0.1).setElementSize(3e-4);
    SurfaceIndex tip;
    for (const Real side : {-1., 1.}) {
        MobilizedBody::Slider finger(matter.Ground(), Transform(Rotation(side * Pi / 2, ZAxis), Vec3(0)), // along y
                                     Body::Rigid(MassProperties(0.05, Vec3(0), Inertia(1e-5))), Transform());
        finger.addBodyDecoration(Vec3(0), DecorativeSphere(radius).setColor(Vec3(0.9, 0.7, 0.6)).setOpacity(0.3));
        finger.setDefaultQ(halfPlate[1] + radius);
        Force::MobilityConstantForce(forces, finger, 0, -grip);
        tip = surfaces.add(finger, Sphere(radius), Vec3(0), skin, side < 0 ? "left_tip" : "right_tip");
    }
    HertzMindlinForce contact(forces, surfaces);
    Force::MobilityDiscreteForce pull(forces, plate, MobilizerUIndex(0), 0);
    if (isRecorded) {
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    ContactIntegrator integrator(system, contact);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(0.5); // the fingers close
    std::cout << "  load  of the limit  slipping area  peak pressure   the plate has moved\n"
              << "   [N]           [%]            [%]          [kPa]                  [um]\n"
              << std::fixed;
    const Real limit = 2 * mu * grip, start = plate.getQ(stepper.getState());
    bool isWarned = false;
    for (int i = 0; i <= 110; ++i) {
        const Real load = 0.01 * i * limit;
        State loaded = stepper.getState();
        pull.setMobilityForce(loaded, load);
        stepper.initialize(loaded); // the memory of the contacts is in the State
        stepper.stepTo(stepper.getTime() + 0.1);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        Real slipping = 0, peak = 0;
        for (const AreaRecord& area : contact.getAreaRecords(now)) {
            slipping = std::max(slipping, area.slippingArea / area.area);
            peak = std::max(peak, area.peakPressure);
        }
        if (i % 5 == 0)
            std::cout << std::setprecision(2) << std::setw(6) << load << std::setprecision(0) << std::setw(14)
                      << 100 * load / limit << std::setw(15) << 100 * slipping << std::setprecision(1) << std::setw(15)
                      << peak / 1000 << std::setprecision(2) << std::setw(22) << 1e6 * (plate.getQ(now) - start)
                      << "\n";
        if (!isWarned && slipping > 0.5) {
            std::cout << "half of the area slips: squeeze harder now\n";
            isWarned = true;
        }
        if (!(slipping < 1)) break;
    }
    std::cout << "the plate is lost at " << std::setprecision(2) << pull.getMobilityForce(stepper.getState())
              << " N\n";
}
