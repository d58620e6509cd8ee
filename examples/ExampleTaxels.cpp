// A tactile sensor that feels which part of it slips. Two fingers with flat pads hold a plate. One pad is divided into 6 x 6 taxels, which
// measure the force on them. The grip presses the upper half harder, and the plate hangs off the centre, so that it also turns.
// The taxels with little pressure and much motion slip first.
//
// usage: ExampleTaxels [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Brick.h>

#include <cstdio>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

const Real grip = 10, mu = 0.8;                               // [N], [-]
const Vec3 halfPad(0.0095, 0.0095, 0.003);                    // [m]
const Real rounding = 5e-4, halfGrid = halfPad[0] - rounding; // the taxels cover the flat face [m]
const Vec3 halfPlate(0.04, 0.04, 0.002);                      // [m]
const Real above = 0.001, beside = 0.002; // places of the grip and of the load, from the middle of the pads [m]
const int n = 6;                          // taxels in a row

struct Taxel {
    Real normal = 0, area = 0, slippingArea = 0; // [N], [m^2]
    Vec3 shear{0};                               // on the pad [N]
    bool slips() const { return slippingArea > 0.5 * area; }
};

// The map of a pad: forces in the frame of its body, summed over the elements whose centre lies in a taxel. Those on the rounded rim belong to
// the taxel beside them.
std::vector<Taxel> feel(const DEMContactForce& contact, const State& state, SurfaceIndex pad) {
    std::vector<Taxel> taxels(n * n);
    const MobilizedBody& finger = contact.getBody(pad);
    const auto cellOf = [](Real place) {
        return std::min(std::max(int((place + halfGrid) / (2 * halfGrid) * n), 0), n - 1);
    };
    for (const ElementRecord& element : contact.getElementRecords(state, pad)) {
        const Vec3 at = finger.findStationAtGroundPoint(state, element.center);
        Taxel& taxel = taxels[cellOf(at[1]) * n + cellOf(at[0])];
        taxel.normal += element.pressure * element.area;
        taxel.shear -= finger.expressGroundVectorInBodyFrame(state, element.area * element.shear);
        taxel.area += element.area;
        if (element.sliding) taxel.slippingArea += element.area;
    }
    return taxels;
}

void print(const std::vector<Taxel>& taxels) {
    std::printf("%-40sshear force [mN], * slips\n", "normal force [mN]");
    for (int row = n - 1; row >= 0; --row) {
        for (int i = 0; i < n; ++i) std::printf("%5.0f ", 1e3 * taxels[row * n + i].normal);
        std::printf("    ");
        for (int i = 0; i < n; ++i) {
            const Taxel& taxel = taxels[row * n + i];
            std::printf("%5.0f%c", 1e3 * taxel.shear.norm(), taxel.slips() ? '*' : ' ');
        }
        std::printf("\n");
    }
}

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && argv[1] == std::string("--replay");
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: ExampleTaxels [--replay FILE.html]\n");
        return 2;
    }
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    // The plate moves in the x-y plane, y up. The fingers move along z, and tilt about x.
    MobilizedBody::Planar plate(matter.Ground(),
                                Body::Rigid(MassProperties(0.1, Vec3(0), 0.1 * UnitInertia::brick(halfPlate))));
    plate.addBodyDecoration(Vec3(0), DecorativeBrick(halfPlate).setColor(Orange).setOpacity(0.6));
    ContactSurfaces surfaces(matter);
    surfaces.add(plate, Brick(halfPlate, rounding), Vec3(0), SurfaceMaterial(), "plate");
    const ElasticLayer rubber = ElasticLayer(/*thickness [m]*/ 0.002, /*E [Pa]*/ 3e5, /*nu*/ 0.4)
                                    .setFriction(mu)
                                    .setRestitution(0.1)
                                    .setElementSize(6e-4);
    const Body::Rigid part(MassProperties(0.05, Vec3(0), Inertia(1e-5)));
    const Rotation alongZ(-Pi / 2, YAxis), aboutX(Pi / 2, YAxis);
    SurfaceIndex pad;
    for (const Real side : {-1., 1.}) {
        MobilizedBody::Slider slide(matter.Ground(), alongZ, part, alongZ);
        slide.setDefaultQ(side * halfPlate[2]);
        MobilizedBody::Pin finger(slide, aboutX, part, aboutX); // about the middle of the face
        finger.addBodyDecoration(Vec3(0, 0, side * halfPad[2]),
                                 DecorativeBrick(halfPad).setColor(Blue).setOpacity(0.3));
        Force::ConstantForce(forces, finger, Vec3(0, above, 0), Vec3(0, 0, -side * grip));
        pad = surfaces.add(finger, Brick(halfPad, rounding), Vec3(0, 0, side * halfPad[2]), rubber,
                           side < 0 ? "left_pad" : "right_pad");
    }
    HertzMindlinForce contact(forces, surfaces);
    Force::MobilityDiscreteForce down(forces, plate, MobilizerUIndex(2), 0), turn(forces, plate, MobilizerUIndex(0), 0);
    if (isRecorded) {
        matter.setShowDefaultGeometry(false);
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    ContactIntegrator integrator(system, contact);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(0.5); // the fingers close
    Real worst = 0;           // difference between a sum over the taxels and the force of the contact [N]
    unsigned nextToPrint = 0;
    const std::vector<int> toPrint = {0, 1, n * n / 4, n * n / 2, n * n}; // numbers of taxels that slip
    for (int i = 0; i <= 110 && nextToPrint < toPrint.size(); ++i) {
        const Real load = 0.01 * i * 2 * mu * grip;
        State loaded = stepper.getState();
        down.setMobilityForce(loaded, -load);
        turn.setMobilityForce(loaded, -load * beside);
        stepper.initialize(loaded); // the memory of the contacts is in the State
        stepper.stepTo(stepper.getTime() + 0.1);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        const std::vector<Taxel> taxels = feel(contact, now, pad);
        Real normal = 0;
        Vec3 shear(0);
        int slipping = 0;
        for (const Taxel& taxel : taxels) {
            normal += taxel.normal;
            shear += taxel.shear;
            slipping += taxel.slips();
        }
        for (const AreaRecord& area : contact.getAreaRecords(now)) {
            if (area.b != pad) continue;
            const Vec3 onPad = contact.getBody(pad).expressGroundVectorInBodyFrame(now, area.tangentialForce);
            worst = std::max({worst, std::abs(normal - area.normalForce.norm()), (shear - onPad).norm()});
        }
        if (slipping < toPrint[nextToPrint]) continue;
        while (nextToPrint < toPrint.size() && slipping >= toPrint[nextToPrint]) ++nextToPrint;
        std::printf("load %.2f N: this pad carries %.2f N and presses with %.2f N; %d of %d taxels slip\n", load,
                    shear.norm(), normal, slipping, n * n);
        print(taxels);
    }
    std::printf("greatest difference of the sums over the taxels from the force of the contact: %.0e N\n", worst);
}
