// A knee with cartilage. Two condyles stand in the two hollows of a tibial plateau and carry a body. The knee bends from 0 to 60 degrees.
// The layers determine the share of each side, the centre of pressure and the pressure. Position, varus and axial rotation of the femur are
// free, so the forces of both sides balance the load.
//
// usage: ExampleKnee [--replay FILE.html]

#include <Simbody.h>

#include <simbodydem/ContactIntegrator.h>
#include <simbodydem/ContactRecord.h>
#include <simbodydem/ContactStepper.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/shapes/Ellipsoid.h>
#include <simbodydem/shapes/Terrain.h>

#include <cstdio>
#include <string>

using namespace SimTK;
using namespace simbodydem;

const Real load = 750, medial = 0.0044;   // weight [N], and its distance from the middle of the knee [m]
const Real halfWidth = 0.022;             // of the knee, to the middle of a condyle [m]
const Real rate = 30 * Pi / 180;          // of flexion [rad/s]
const Vec3 semiAxes(0.026, 0.018, 0.022); // of a condyle [m]; it becomes rounder as the knee bends

// The height of the plateau: two hollows with a ridge between them. The medial one is deeper.
Real plateau(Real x, Real y) {
    const Real across = std::abs(y) - halfWidth;
    return x * x / (2 * (y < 0 ? 0.08 : 0.2)) + across * across / (2 * 0.025);
}

// The plateau as it is drawn.
PolygonalMesh drawPlateau() {
    PolygonalMesh mesh;
    const int n = 24, m = 36;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; j <= m; ++j) {
            const Real x = 0.06 * i / n - 0.03, y = 0.09 * j / m - 0.045;
            mesh.addVertex(Vec3(x, y, plateau(x, y)));
        }
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j) {
            const int at = i * (m + 1) + j;
            mesh.addFace(Array_<int>{at, at + m + 1, at + m + 2, at + 1});
        }
    return mesh;
}

int main(int argc, char** argv) {
    const bool isRecorded = argc == 3 && argv[1] == std::string("--replay");
    if (argc > 1 && !isRecorded) {
        std::fprintf(stderr, "usage: ExampleKnee [--replay FILE.html]\n");
        return 2;
    }
    // A left knee: x points forward, y to the left, which is lateral, and z up. The tibia is fixed.
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    const Body::Rigid part(MassProperties(1, Vec3(0), Inertia(1e-3))), thigh(MassProperties(5, Vec3(0), Inertia(0.01)));
    MobilizedBody::Translation place(matter.Ground(), part);
    MobilizedBody::Pin varus(place, Rotation(Pi / 2, YAxis), part, Rotation(Pi / 2, YAxis));
    MobilizedBody::Pin axial(varus, part);
    MobilizedBody::Pin femur(axial, Rotation(Pi / 2, XAxis), thigh, Rotation(Pi / 2, XAxis));

    const ElasticLayer cartilage = ElasticLayer(/*thickness [m]*/ 0.003, /*E [Pa]*/ 5e6, /*nu*/ 0.45)
                                       .setFriction(0.01)
                                       .setDissipation(0.5)
                                       .setElementSize(7e-4);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), Terrain::fromFunction(plateau, Vec2(-0.03, -0.045), Vec2(0.03, 0.045), 40, 60),
                 Vec3(0), cartilage, "plateau");
    const SurfaceIndex sides[] = {
        surfaces.add(femur, Ellipsoid(semiAxes), Vec3(0, -halfWidth, 0), cartilage, "medial_condyle"),
        surfaces.add(femur, Ellipsoid(semiAxes), Vec3(0, halfWidth, 0), cartilage, "lateral_condyle")};
    HertzMindlinForce contact(forces, surfaces);

    Force::ConstantForce(forces, axial, Vec3(0, -medial, 0), Vec3(0, 0, -load));
    for (int i = 0; i < 2; ++i) Force::MobilityLinearDamper(forces, place, MobilizerUIndex(i), 500); // soft tissue
    for (const MobilizedBody& joint : {varus, axial})
        Force::MobilityLinearDamper(forces, joint, MobilizerUIndex(0), 0.5);
    if (isRecorded) {
        system.setUpDirection(ZAxis);
        system.setUseUniformBackground(true);
        matter.setShowDefaultGeometry(false);
        for (const Real side : {-1., 1.})
            femur.addBodyDecoration(Vec3(0, side * halfWidth, 0),
                                    DecorativeEllipsoid(semiAxes).setColor(Orange).setOpacity(0.5));
        femur.addBodyDecoration(Transform(Rotation(Pi / 2, XAxis), Vec3(0, 0, 0.06)),
                                DecorativeCylinder(0.012, 0.06).setColor(Orange));
        matter.updGround().addBodyDecoration(Vec3(0), DecorativeMesh(drawPlateau()).setColor(Cyan).setOpacity(0.5));
        auto* replay = new ReplayRecorder(system, argv[2], 0.02);
        replay->showContacts(contact);
        system.addEventReporter(replay);
    }

    State state = system.realizeTopology();
    place.setQ(state, Vec3(0, 0, semiAxes[2]));
    femur.lockAt(state, 0, Motion::Velocity);
    ContactIntegrator integrator(system, contact);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(1); // the load is put on
    State bending = stepper.getState();
    femur.lockAt(bending, rate, Motion::Velocity);
    stepper.initialize(bending); // the memory of the contacts is in the State

    std::printf(
        "       --------- medial ---------------   --------- lateral --------------   both, and what is applied\n"
        "angle  force  area  mean  peak   centre   force  area  mean  peak   centre    force       moment\n"
        "[deg]    [N] [mm^2] [MPa] [MPa] forward     [N] [mm^2] [MPa] [MPa] forward     [N]  [N]   [N m]  [N m]\n"
        "                                   [mm]                               [mm]\n");
    const Real start = stepper.getTime();
    for (int angle = 0; angle <= 60; angle += 10) {
        stepper.stepTo(start + angle * Pi / 180 / rate);
        const State& now = stepper.getState();
        system.realize(now, Stage::Dynamics);
        std::printf("%5.0f", femur.getAngle(now) * 180 / Pi);
        const Vec3 middle = place.getBodyOriginLocation(now);
        Real carried = 0, moment = 0; // along z, and about x through the middle of the knee
        for (const SurfaceIndex side : sides)
            for (const AreaRecord& area : contact.getAreaRecords(now)) {
                if (area.b != side) continue; // forces on the femur
                const Vec3 force = area.normalForce + area.tangentialForce;
                std::printf("  %6.1f %5.0f %6.2f %5.2f %7.1f", force[2], 1e6 * area.area, 1e-6 * area.meanPressure,
                            1e-6 * area.peakPressure, 1e3 * area.center[0]);
                carried += force[2];
                moment += (area.moment + (area.center - middle) % force)[0];
            }
        const Vec3 at = axial.findStationLocationInGround(now, Vec3(0, -medial, 0)) - middle;
        std::printf("   %6.1f %5.0f %7.3f %6.3f\n", carried, load, moment, -(at % Vec3(0, 0, -load))[0]);
    }
    // Two curved surfaces with layers: N = pi sqrt(R1 R2) d^2 K/h, with the relative radii of curvature, for d << R.
    const Real R1 = 1 / (semiAxes[2] / square(semiAxes[0]) - 1 / 0.08),
               R2 = 1 / (semiAxes[2] / square(semiAxes[1]) - 1 / 0.025), stiffness = cartilage.getNormalStiffness() / 2;
    const Real force = load * (halfWidth + medial) / (2 * halfWidth);
    const Real peak = std::sqrt(force * stiffness / (Pi * std::sqrt(R1 * R2)));
    std::printf("closed form, medial at 0 degrees: %.1f N on %.0f mm^2, mean %.2f MPa, peak %.2f MPa\n", force,
                1e6 * 2 * force / peak, 1e-6 * peak / 2, 1e-6 * peak);
}
