// Lets a foot with a soft sole stand on the floor, and reads the pressure under it.

#include <simbodydem/simbodydem.h>

#include <cstdio>

using namespace SimTK;
using namespace simbodydem;

int main() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity(forces, matter, Vec3(1, -9.81, 0)); // [m/s^2], a slope of 6 degrees
    const Vec3 half(0.12, 0.03, 0.05);                        // half of the foot's length, height and width [m]
    MobilizedBody::Free foot(matter.Ground(), Body::Rigid(MassProperties(30, Vec3(0), 30 * UnitInertia::brick(half))));
    // layer begins
    const ElasticLayer sole = ElasticLayer(/*thickness [m]*/ 0.01, /*E [Pa]*/ 1e6, /*nu*/ 0.4)
                                  .setFriction(0.8)
                                  .setRestitution(0.2)
                                  .setElementSize(0.005); // [m]
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "floor"); // rigid
    const SurfaceIndex soleOfFoot = surfaces.add(foot, Brick(half, /*rounding [m]*/ 0.005), Vec3(0), sole, "sole");
    HertzMindlinForce force(forces, surfaces);
    // layer ends
    // record begins
    auto* recorder = new GroundReactionRecorder(force, {}, 0.01); // a row every 10 ms
    recorder->writeAreas("areas.csv").writeElements("elements.csv", soleOfFoot);
    recorder->writeElementSeries("sole.pvd", soleOfFoot); // for ParaView
    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it
    // record ends

    State state = system.realizeTopology();
    foot.setQToFitTranslation(state, Vec3(0, half[1] + 1e-3, 0));
    ContactIntegrator integrator(system, force);
    ContactStepper stepper(integrator);
    stepper.initialize(state);
    stepper.stepTo(2);

    // read begins
    const State& end = stepper.getState();
    system.realize(end, Stage::Dynamics);
    for (const AreaRecord& area : force.getAreaRecords(end))
        std::printf("%.0f N on %.1f cm^2 of %d elements, at most %.0f Pa, %.0f %% of the area slips\n",
                    area.normalForce.norm(), 1e4 * area.area, area.numElements, area.peakPressure,
                    100 * area.slippingArea / area.area);
    for (const ElementRecord& element : force.getElementRecords(end, soleOfFoot))
        if (element.sliding) std::printf("element %lld slides\n", static_cast<long long>(element.element));
    // read ends
    // advice begins
    const ContactAdvice advice = advise(system, end, force);
    std::printf("an explicit step is at most %g s\n", advice.get("floor and sole", "longest_step"));
    for (const std::string& subject : advice.getSubjects())
        for (const std::string& warning : advice.getWarnings(subject))
            std::printf("%s: %s\n", subject.c_str(), warning.c_str());
    // advice ends
}
