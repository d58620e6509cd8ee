// SPDX-License-Identifier: Apache-2.0
#include "GrainScenes.h"

#include "protocol/Channel.h"
#include "protocol/Commands.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/Messages.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/DMTNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/HollarsFriction.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/shapes/Sphere.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dirent.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

namespace test_grain_errors {

using namespace grain_scenes;
using testing::AllOf;
using testing::HasSubstr;

namespace {

// Returns the processes of the server that this process has started, directly or not.
std::vector<pid_t> serversOf(pid_t ancestor) {
    std::vector<pid_t> found;
    DIR* const folder = opendir("/proc");
    while (const dirent* entry = readdir(folder)) {
        const pid_t process = std::atoi(entry->d_name);
        if (process <= 0) continue;
        std::ifstream comm("/proc/" + std::to_string(process) + "/comm");
        std::string name;
        std::getline(comm, name);
        if (name.rfind("simbodydem-grai", 0) != 0) continue;
        for (pid_t at = process; at > 1;) {
            std::ifstream stat("/proc/" + std::to_string(at) + "/stat");
            std::string text((std::istreambuf_iterator<char>(stat)), {});
            const std::size_t end = text.rfind(')');
            if (end == std::string::npos) break;
            at = std::atoi(text.c_str() + end + 4);
            if (at == ancestor) found.push_back(process);
        }
    }
    closedir(folder);
    return found;
}

// A heavy ball over one grain in a small box.
struct OneGrain {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    MobilizedBody::Free ball{matter.Ground(), ballOf(1)};
    std::unique_ptr<GrainBed> bed;
    std::unique_ptr<RungeKuttaMersonIntegrator> integrator;

    explicit OneGrain(const GrainBedOptions& options =
                          GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)).setTimeStep(1e-5)) {
        bed = std::make_unique<GrainBed>(system, options);
        bed->setLaw(hertzMindlin(), soft());
    }
    void begin(const Vec3& place, const Vec3& velocity = Vec3(0)) {
        bed->addSurface(ball, Sphere(radius), Transform(), soft(), "ball");
        State state = system.realizeTopology();
        ball.setQToFitTransform(state, place);
        ball.setUToFitVelocity(state, SpatialVec(Vec3(0), velocity));
        integrator = std::make_unique<RungeKuttaMersonIntegrator>(system);
        integrator->initialize(state);
    }
};

} // namespace

// Values out of their range are errors with value, unit and range.
TEST(GrainBedErrors, BadInputIsAnError) {
    GrainBedOptions options;
    EXPECT_THAT(messageOf([&] { options.setRanks(0); }), AllOf(HasSubstr("ranks = 0"), HasSubstr("from 1")));
    EXPECT_THAT(messageOf([&] { options.setBox(Vec3(0), Vec3(1, 0, 1)); }),
                AllOf(HasSubstr("high y = 0 m"), HasSubstr("> 0 m")));
    EXPECT_THAT(messageOf([&] { options.setBox(Vec3(0), Vec3(1, NaN, 1)); }), HasSubstr("high y = nan m"));
    EXPECT_THAT(messageOf([&] { options.setDensity(-1); }), HasSubstr("density = -1 kg/m^3"));
    EXPECT_THAT(messageOf([&] { options.setTimeStep(Infinity); }), HasSubstr("time step = inf s"));
    EXPECT_THAT(messageOf([&] { options.setInterval(0); }), HasSubstr("interval = 0 steps"));
    EXPECT_THAT(messageOf([&] { options.setGravity(Vec3(0, 0, NaN)); }), HasSubstr("gravity z = nan m/s^2"));
    EXPECT_THAT(messageOf([] { GrainRadii(.01, .001); }), HasSubstr("greatest radius = 0.001 m"));
    EXPECT_THAT(messageOf([] { GrainRadii(.001, .02); }), HasSubstr("10 times"));
    EXPECT_THAT(messageOf([] { Pouring(.01).upTo(0); }), HasSubstr("height = 0 m"));
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    EXPECT_THAT(messageOf([&] { GrainBed(system, options); }), HasSubstr("no volume"));
    options.setBox(Vec3(-.05), Vec3(.05));
    GrainBed bed(system, options);
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0), .01}}); }), HasSubstr("no law"));
    EXPECT_THAT(messageOf([&] {
                    bed.measure();
                    bed.describeLaw();
                }),
                HasSubstr("no grains"));
    bed.setLaw(hertzMindlin(), soft());
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0), .01}}); }), HasSubstr("no gravity"));
    EXPECT_THAT(messageOf([&] { bed.fill(Pouring(.01)); }), HasSubstr("upTo()"));
    EXPECT_THAT(messageOf([&] {
                    bed.add({{Vec3(.2, 0, 0), .01}});
                }),
                AllOf(HasSubstr("grain 0"), HasSubstr("position x = 0.2 m")));
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0), 0}}); }), HasSubstr("radius = 0 m"));
    EXPECT_THAT(messageOf([&] { bed.getNumContacts(SurfaceIndex(3)); }), HasSubstr("no surface 3"));
}

// A law that LAMMPS has not is an error that says what to take instead.
TEST(GrainBedErrors, UnsupportedLawsAreErrors) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)));
    const auto refusal = [&](const ContactModel& model, const SurfaceMaterial& material = soft()) {
        return messageOf([&] { bed.setLaw(model, material); });
    };
    EXPECT_THAT(refusal({DMTNormal().setWorkOfAdhesion(1), NoFriction()}), HasSubstr("DMTNormal"));
    EXPECT_THAT(
        refusal({HertzNormal().setDamping(HertzNormal::Damping::KuwabaraKono).setDampingCoefficient(1), NoFriction()}),
        HasSubstr("KuwabaraKono"));
    EXPECT_THAT(refusal({LinearNormal(), NoFriction()}), HasSubstr("setStiffness()"));
    EXPECT_THAT(refusal({HertzNormal(), CundallSlider()}), HasSubstr("MindlinIncremental"));
    EXPECT_THAT(refusal({HertzNormal(), CundallSlider().setStiffness(1e4)}), HasSubstr("LinearNormal needs CundallSlider"));
    EXPECT_THAT(refusal({HertzNormal().setDamping(HertzNormal::Damping::LeeHerrmann).setDampingCoefficient(1),
                         MindlinIncremental().setTangentialDampingRatio(0.1)}),
                HasSubstr("setTangentialDampingRatio(0)"));
    EXPECT_THAT(refusal({HertzNormal(), HollarsFriction()}), HasSubstr("HollarsFriction"));
    EXPECT_THAT(refusal({HertzNormal(), MindlinSecant()}), HasSubstr("setKelvinVoigt(false)"));
    EXPECT_EQ(refusal({HertzNormal(), MindlinSecant().setTangentialDampingRatio(0)}), "no error");
    EXPECT_THAT(refusal({HertzNormal(), MindlinIncremental(), EPSDRolling()}), HasSubstr("EPSDRolling"));
    EXPECT_THAT(refusal({HertzNormal(), MindlinIncremental(), EPSDRolling().setStiffness(1e-3).setKelvinVoigt()}),
                HasSubstr("setKelvinVoigt(false)"));
    EXPECT_THAT(refusal(hertzMindlin(), soft().setKineticFriction(.2)), HasSubstr("kinetic friction 0.2"));
    EXPECT_THAT(refusal(hertzMindlin(), SurfaceMaterial().setYoungsModulus(1e7)), HasSubstr("poissonsRatio"));
}

// Surfaces of another System, those that come after the start, and grains of other sizes than the first ones are errors.
TEST(GrainBedErrors, SurfacesAreChecked) {
    OneGrain scene;
    MultibodySystem other;
    SimbodyMatterSubsystem foreign(other);
    EXPECT_THAT(messageOf([&] { scene.bed->addSurface(foreign.Ground(), Sphere(.01), Transform(), soft(), "alien"); }),
                AllOf(HasSubstr("alien"), HasSubstr("another System")));
    EXPECT_THAT(messageOf([&] { scene.bed->addSurface(scene.ball, Sphere(.01), Vec3(NaN), soft(), "ball"); }),
                HasSubstr("not finite"));
    EXPECT_THAT(
        messageOf([&] { scene.bed->addSurface(scene.ball, Sphere(.01), Transform(), SurfaceMaterial(), "ball"); }),
        AllOf(HasSubstr("ball"), HasSubstr("youngsModulus")));
    scene.bed->add({{Vec3(0), radius}});
    const std::string range = "m; it must be from 0.005 to 0.005 m, as those of the first grains";
    EXPECT_THAT(messageOf([&] { scene.bed->add({{Vec3(.02), .004}}); }), HasSubstr("grain 0: radius = 0.004 " + range));
    EXPECT_THAT(messageOf([&] { scene.bed->fill(Pouring(.006).setCount(1)); }), HasSubstr("radius = 0.006 " + range));
    scene.begin(Vec3(0, 0, .04));
    GrainStepper stepper(*scene.bed, *scene.integrator);
    stepper.stepTo(1e-4);
    EXPECT_THAT(messageOf([&] { scene.bed->addSurface(scene.ball, Sphere(.01), Transform(), soft()); }),
                HasSubstr("begun"));
    EXPECT_THAT(messageOf([&] { scene.bed->fill(Pouring(radius).setCount(1)); }), HasSubstr("once the mechanism has moved"));
    EXPECT_THAT(messageOf([&] { stepper.stepTo(5e-5); }), HasSubstr("time = 5e-05 s"));
    EXPECT_THAT(messageOf([&] { stepper.stepTo(NaN); }), HasSubstr("time = nan s"));
    stepper.stepTo(1e-4); // no step
    EXPECT_EQ(stepper.getNumSteps(), 10);
    State earlier = scene.integrator->getAdvancedState();
    earlier.setTime(0);
    scene.integrator->initialize(earlier);
    EXPECT_THAT(messageOf([&] { stepper.stepTo(2e-4); }), HasSubstr("Grains cannot go back"));
}

// An integrator without a State, a State that is older than a surface, and an index that was not set are errors that say what to do.
TEST(GrainBedErrors, StatesAreChecked) {
    OneGrain scene;
    GrainBed& bed = *scene.bed;
    bed.add({{Vec3(0), radius}});
    RungeKuttaMersonIntegrator empty(scene.system);
    EXPECT_THAT(messageOf([&] { GrainStepper(bed, empty).stepTo(1e-4); }), HasSubstr("call its initialize()"));
    scene.begin(Vec3(0, 0, .04));
    bed.addSurface(scene.ball, Sphere(.02), Transform(), soft(), "late");
    EXPECT_THAT(messageOf([&] { GrainStepper(bed, *scene.integrator).stepTo(1e-4); }),
                HasSubstr("as addSurface() does"));
    scene.system.realizeTopology();
    EXPECT_THAT(messageOf([&] { GrainStepper(bed, *scene.integrator).stepTo(1e-4); }),
                HasSubstr("as addSurface() does"));
    EXPECT_THAT(messageOf([&] { bed.getNumContacts(SurfaceIndex()); }), HasSubstr("not set"));
}

// A surface that begins deep in a grain, and grains that begin in each other, are errors with the depth.
TEST(GrainBedErrors, OverlapsAtTheStartAreErrors) {
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}});
    scene.begin(Vec3(0, 0, 1.5 * radius));
    EXPECT_THAT(messageOf([&] { GrainStepper(*scene.bed, *scene.integrator).stepTo(1e-4); }),
                AllOf(HasSubstr("ball overlaps grains at the start"), HasSubstr("50 %")));
    OneGrain two;
    EXPECT_THAT(messageOf([&] {
                    two.bed->add({{Vec3(0), radius}, {Vec3(radius, 0, 0), radius}});
                }),
                HasSubstr("100 %"));
}

// Grains that begin deep in a wall or in a surface of Ground are errors. After an error the bed is as before, and takes others.
TEST(GrainBedErrors, RejectedGrainsAreNotAdded) {
    OneGrain scene(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)));
    GrainBed& bed = *scene.bed;
    bed.addSurface(scene.matter.Ground(), Sphere(.01), Vec3(0, 0, -.03), soft(), "rock");
    EXPECT_THAT(messageOf([&] {
                    bed.add({{Vec3(0, 0, -.0495), radius}});
                }),
                AllOf(HasSubstr("wall"), HasSubstr("90 %")));
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0, 0, -.02), radius}}); }), HasSubstr("overlaps rock"));
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0), 1e-5}, {Vec3(1), radius}}); }), HasSubstr("grain 1"));
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(0, 0, .05), radius}}); }), HasSubstr("to below 0.05 m"));
    EXPECT_THAT(messageOf([&] { bed.getTimeStep(); }), HasSubstr("no grains")); // the small one was not taken
    bed.add({{Vec3(0), radius, Vec3(1, 2, 3)}});
    EXPECT_THAT(messageOf([&] { bed.add({{Vec3(.003, 0, 0), radius}}); }), HasSubstr("two grains overlap"));
    EXPECT_EQ(bed.getNumGrains(), 1);
    bed.add({{Vec3(.02, 0, 0), radius}});
    EXPECT_EQ(bed.getNumGrains(), 2);
    EXPECT_EQ(bed.getGrains().at(0).velocity, Vec3(1, 2, 3));
}

// A pouring that does not fit is an error, after which another one works, with other radii.
TEST(GrainBedErrors, FailedPouringLeavesTheBedEmpty) {
    OneGrain scene(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0, 0, -9.81)));
    EXPECT_THAT(messageOf([&] { scene.bed->fill(Pouring(.001).upTo(.2)); }), HasSubstr("height = 0.2 m"));
    scene.bed->fill(Pouring(.005).setCount(10));
    EXPECT_EQ(scene.bed->getNumGrains(), 10);
}

// A bed at rest settles, however short the time.
TEST(GrainBedErrors, BedAtRestSettles) {
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}});
    scene.bed->settle(1e-6);
}

// A State that goes back or leaps, a second handler, a body that is too fast and a bed that is gone are errors.
TEST(GrainBedErrors, TimeAndMotionAreChecked) {
    OneGrain scene;
    GrainBed& bed = *scene.bed;
    bed.add({{Vec3(0), radius}});
    bed.addSurface(scene.ball, Sphere(radius), Transform(), soft(), "ball");
    scene.system.addEventHandler(new GrainEventHandler(bed));
    State state = scene.system.realizeTopology();
    scene.ball.setQToFitTranslation(state, Vec3(0, 0, .04));
    RungeKuttaMersonIntegrator integrator(scene.system);
    const auto runFrom = [&](Real start, Real end) {
        state.setTime(start);
        TimeStepper stepper(scene.system, integrator);
        stepper.initialize(state);
        stepper.stepTo(end);
    };
    runFrom(0, 1.05e-4);
    EXPECT_THAT(messageOf([&] { runFrom(0, 1e-3); }), HasSubstr("Grains cannot go back"));
    EXPECT_THAT(messageOf([&] { runFrom(5, 5.1); }), HasSubstr("Grains cannot go back"));

    OneGrain fast;
    fast.bed->add({{Vec3(0), radius}});
    fast.begin(Vec3(0, 0, .04), Vec3(0, 1e4, 0));
    EXPECT_THAT(messageOf([&] { GrainStepper(*fast.bed, *fast.integrator).stepTo(1e-4); }),
                HasSubstr("m in a step of the bed, more than the radius"));
    fast.bed.reset();
    EXPECT_THAT(messageOf([&] { fast.system.realize(fast.integrator->getState(), Stage::Acceleration); }),
                HasSubstr("the bed is gone"));

    OneGrain other(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0, 0, -1))), third;
    other.bed->add({{Vec3(0), radius}});
    EXPECT_THAT(messageOf([&] { other.bed->fill(Pouring(.005).upTo(.002)); }), HasSubstr("diameter"));
    EXPECT_THAT(messageOf([&] { other.bed->settle(NaN); }), HasSubstr("time = nan s"));
    OneGrain slow(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)).setTimeStep(1));
    EXPECT_THAT(messageOf([&] { slow.bed->add({{Vec3(0), radius}}); }), HasSubstr("time step = 1 s"));
    EXPECT_THAT(messageOf([&] { third.bed->add({{Vec3(0), 1e-5}, {Vec3(.02), .01}}); }), HasSubstr("10 times"));
}

// A grain that leaves the box is an error with its number, place, time and speed. The program continues.
TEST(GrainBedErrors, LostGrainsAreReported) {
    OneGrain scene(GrainBedOptions()
                       .setBox(Vec3(-.05), Vec3(.05))
                       .setGravity(Vec3(0))
                       .setTimeStep(1e-5)
                       .setWalls(false)
                       .setInterval(100));
    scene.bed->add({{Vec3(-.02, 0, 0), radius}, {Vec3(0), radius, Vec3(0, 0, 30)}});
    scene.begin(Vec3(.04, 0, 0));
    GrainStepper stepper(*scene.bed, *scene.integrator);
    EXPECT_THAT(messageOf([&] { stepper.stepTo(.01); }),
                AllOf(HasSubstr("grain 1 has left the box at (0, 0, 0.05"), HasSubstr("30 m/s, by t = 0.002"),
                      HasSubstr("setGrainsMayLeave()")));
    EXPECT_THAT(messageOf([&] { stepper.stepTo(.02); }), HasSubstr("ended before"));
    OneGrain another; // a new bed works
    another.bed->add({{Vec3(0), radius}});
    EXPECT_EQ(another.bed->getNumGrains(), 1);
}

// Grains that may leave are removed and counted, on one rank and on two. New ones can be added and old ones removed while a body moves, and
// the body meets a new one as one that was there at the start.
TEST(GrainBedErrors, GrainsMayLeaveAndCome) {
    for (const int ranks : {1, 2}) {
        OneGrain scene(GrainBedOptions()
                           .setBox(Vec3(-.05), Vec3(.05))
                           .setGravity(Vec3(0))
                           .setTimeStep(1e-5)
                           .setWalls(false)
                           .setRanks(ranks)
                           .setGrainsMayLeave(true)
                           .setInterval(100));
        GrainBed& bed = *scene.bed;
        bed.add({{Vec3(-.02, 0, 0), radius}, {Vec3(0), radius, Vec3(0, 0, 30)}, {Vec3(-.03, .03, 0), radius}});
        scene.begin(Vec3(.02, 0, 0), Vec3(1, 0, 0));
        GrainStepper stepper(bed, *scene.integrator);
        stepper.stepTo(.005);
        EXPECT_EQ(bed.getNumLost(), 1);
        EXPECT_EQ(bed.getNumGrains(), 2);
        EXPECT_THAT(messageOf([&] { bed.add({{Vec3(.029, 0, 0), radius}}); }), HasSubstr("overlaps ball"));
        EXPECT_EQ(bed.getNumGrains(), 2);
        bed.add({{Vec3(.036, 0, 0), radius}}); // before the ball, which is at 0.025 m
        EXPECT_EQ(bed.getNumGrains(), 3);
        EXPECT_EQ(bed.remove([](const Grain& g) { return g.position[1] > .02; }), 1);
        EXPECT_EQ(bed.getNumGrains(), 2);
        EXPECT_THAT(messageOf([&] { bed.settle(1); }), HasSubstr("once the mechanism has moved"));
        stepper.stepTo(.01);
        const std::vector<Grain> grains = bed.getGrains();
        ASSERT_EQ(grains.size(), 2u);
        EXPECT_EQ(grains[0].position, Vec3(-.02, 0, 0));
        EXPECT_NEAR(grains[1].velocity[0], 1.6, .01); // restitution 0.6, of a heavy ball
    }
}

// A time step above three times the default is a warning, one above six times an error; a grain that is lost then names the step.
TEST(GrainBedErrors, LongTimeStepsAreReported) {
    const auto bedWith = [](Real step) {
        return std::make_unique<OneGrain>(
            GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)).setWalls(false).setTimeStep(step));
    };
    const auto normal = bedWith(1e-6);
    std::vector<std::string> warnings;
    const WarningHandler before = setWarningHandler([&](const std::string& text) { warnings.push_back(text); });
    Real standard = 0;
    {
        OneGrain scene(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)));
        scene.bed->add({{Vec3(0), radius}});
        standard = scene.bed->getTimeStep();
    }
    const auto good = bedWith(2.9 * standard);
    good->bed->add({{Vec3(0), radius}});
    EXPECT_TRUE(warnings.empty());
    const auto coarse = bedWith(3.1 * standard);
    coarse->bed->add({{Vec3(0), radius, Vec3(0, 0, 10)}});
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_THAT(warnings[0], HasSubstr("is 3.1 times the default"));
    coarse->begin(Vec3(.04, 0, 0));
    EXPECT_THAT(messageOf([&] { GrainStepper(*coarse->bed, *coarse->integrator).stepTo(.02); }),
                AllOf(HasSubstr("grain 0 has left the box"), HasSubstr("The time step is 3.1 times the default")));
    EXPECT_EQ(warnings.size(), 1u);
    const auto wrong = bedWith(6.1 * standard);
    EXPECT_THAT(messageOf([&] { wrong->bed->add({{Vec3(0), radius}}); }), HasSubstr("6 times the default"));
    setWarningHandler(before);
}

// A body without a pose, and one that the State puts into grains between two intervals, are errors with the name of the body or its surface.
TEST(GrainBedErrors, BodiesOutOfPlaceAreReported) {
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}});
    scene.begin(Vec3(0, 0, .04));
    GrainStepper stepper(*scene.bed, *scene.integrator);
    stepper.stepTo(1e-3);
    State& state = scene.integrator->updAdvancedState();
    scene.ball.setQToFitTranslation(state, Vec3(0, 0, 1.5 * radius));
    scene.integrator->reinitialize(Stage::Position, false);
    EXPECT_THAT(messageOf([&] { stepper.stepTo(2e-3); }),
                AllOf(HasSubstr("ball overlaps grains after the State was changed at t = 0.001 s"), HasSubstr("50 %")));
    OneGrain early;
    early.bed->add({{Vec3(0), radius}});
    early.begin(Vec3(0, 0, .04));
    GrainStepper first(*early.bed, *early.integrator);
    early.ball.setQToFitTranslation(early.integrator->updAdvancedState(), Vec3(0, 0, 1.5 * radius));
    early.integrator->reinitialize(Stage::Position, false);
    EXPECT_THAT(messageOf([&] { first.stepTo(1e-3); }), HasSubstr("ball overlaps grains"));
    OneGrain other;
    other.bed->add({{Vec3(0), radius}});
    other.begin(Vec3(0, 0, .04));
    GrainStepper second(*other.bed, *other.integrator);
    second.stepTo(1e-3);
    other.ball.setUToFitLinearVelocity(other.integrator->updAdvancedState(), Vec3(NaN));
    EXPECT_THAT(messageOf([&] { second.stepTo(2e-3); }),
                AllOf(HasSubstr("body 1, of ball,"), HasSubstr("not a number at t = 0.001 s")));
}

// Gravity that is changed in the State moves the grains too.
TEST(GrainBedErrors, GravityFollowsTheState) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(0, 0, -10));
    GrainBed bed(system, GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setTimeStep(1e-5).setInterval(10));
    bed.setLaw(hertzMindlin(), soft());
    bed.add({{Vec3(0), radius}});
    State state = system.realizeTopology();
    RungeKuttaMersonIntegrator integrator(system);
    integrator.initialize(state);
    GrainStepper stepper(bed, integrator);
    stepper.stepTo(.01);
    gravity.setGravityVector(integrator.updAdvancedState(), Vec3(4, 0, 0));
    stepper.stepTo(.02);
    EXPECT_NEAR(bed.getGrains()[0].velocity[0], .04, 1e-3); // begins within an interval
    EXPECT_NEAR(bed.getGrains()[0].velocity[2], -.1, 2e-3);
}

// A rank that is killed is an exception within seconds, and no process stays.
TEST(GrainBedErrors, KilledRankIsReported) {
    OneGrain scene(GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0)).setTimeStep(1e-5).setRanks(2));
    scene.bed->add({{Vec3(0), radius}});
    scene.begin(Vec3(0, 0, .04));
    GrainStepper stepper(*scene.bed, *scene.integrator);
    stepper.stepTo(1e-4);
    const std::vector<pid_t> ranks = serversOf(getpid());
    ASSERT_EQ(ranks.size(), 2u);
    kill(ranks.back(), SIGKILL);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THAT(messageOf([&] { stepper.stepTo(1); }), HasSubstr("its server has ended"));
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
    for (int k = 0; k < 100 && !serversOf(getpid()).empty(); ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_TRUE(serversOf(getpid()).empty());
}

// The server ends with its bed.
TEST(GrainBedErrors, ServerEndsWithItsBed) {
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}});
    EXPECT_EQ(serversOf(getpid()).size(), 1u);
    scene.bed.reset();
    EXPECT_TRUE(serversOf(getpid()).empty());
}

// A server that is not there, does not start, or is another program, is an exception with the reason.
TEST(GrainBedErrors, MissingServerIsReported) {
    const GrainBedOptions options = GrainBedOptions().setBox(Vec3(-.05), Vec3(.05)).setGravity(Vec3(0));
    const auto reason = [&](const GrainBedOptions& given) {
        OneGrain scene(given);
        return messageOf([&] { scene.bed->add({{Vec3(0), radius}}); });
    };
    EXPECT_THAT(reason(GrainBedOptions(options).setLauncher({"no-such-launcher"})), HasSubstr("no-such-launcher"));
    EXPECT_THAT(reason(GrainBedOptions(options).setLauncher({"sh", "-c", "echo ERROR: no licence; exit 3"})),
                AllOf(HasSubstr("exit code 3"), HasSubstr("no licence")));
    EXPECT_THAT(reason(GrainBedOptions(options).setRanks(2).setLauncher({"env"})), // starts the server by itself
                AllOf(HasSubstr("started 1 ranks for 2"), HasSubstr("LAMMPS of ")));
    const char* const before = std::getenv("SIMBODYDEM_GRAINS_SERVER"); // which the tests after this one use
    const std::string server = before ? before : "";
    setenv("SIMBODYDEM_GRAINS_SERVER", "/nowhere/grains", 1);
    EXPECT_THAT(reason(options), HasSubstr("SIMBODYDEM_GRAINS_SERVER = /nowhere/grains"));
    if (server.empty())
        unsetenv("SIMBODYDEM_GRAINS_SERVER");
    else
        setenv("SIMBODYDEM_GRAINS_SERVER", server.c_str(), 1);
}

// The words of the file beside a server start it, since each MPI has options of its own.
TEST(GrainBedErrors, ServerIsStartedByTheFileBesideIt) {
    const std::string server = testing::TempDir() + "server_" + std::to_string(getpid()), file = server + ".launcher";
    std::ofstream(file) << "sh\n-c\necho ERROR: started $0; exit 1\n{ranks}\n";
    OneGrain scene(GrainBedOptions()
                       .setBox(Vec3(-.05), Vec3(.05))
                       .setGravity(Vec3(0))
                       .setRanks(3)
                       .setServer(server));
    EXPECT_THAT(messageOf([&] { scene.bed->add({{Vec3(0), radius}}); }), HasSubstr("started 3"));
    std::remove(file.c_str());
}

// A server of another version is an error. The server here is this test.
TEST(GrainBedErrors, ServerOfAnotherVersionIsAnError) {
    using namespace grains;
    const std::string note = testing::TempDir() + "socket_" + std::to_string(getpid());
    OneGrain scene(
        GrainBedOptions()
            .setBox(Vec3(-.05), Vec3(.05))
            .setGravity(Vec3(0))
            .setLauncher({"sh", "-c", "echo $2 > " + note + ".part; mv " + note + ".part " + note + "; sleep 60"}));
    std::thread server([&] {
        std::string path;
        while (!std::getline(std::ifstream(note), path)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        Channel channel(connectTo(path));
        channel.receive();
        channel.send({std::uint32_t(Answer::Done), toMessage(Hello{protocolVersion + 1, 1, "LAMMPS"})});
    });
    EXPECT_THAT(messageOf([&] { scene.bed->add({{Vec3(0), radius}}); }), HasSubstr("is of another build"));
    server.join();
    std::remove(note.c_str());
}

// The server answers a library of another version with an error.
TEST(GrainBedErrors, LibraryOfAnotherVersionIsAnError) {
    using namespace grains;
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}}); // starts a server, whose path is wanted
    char program[4096] = {};
    ASSERT_GT(readlink(("/proc/" + std::to_string(serversOf(getpid()).at(0)) + "/exe").c_str(), program, 4095), 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = testing::TempDir() + "grains_" + std::to_string(getpid());
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(listener, 1), 0);
    const pid_t child = fork();
    if (child == 0) {
        execl(program, program, "--socket", path.c_str(), nullptr);
        _exit(127);
    }
    {
        Channel channel(accept(listener, nullptr, nullptr));
        channel.send({std::uint32_t(Command::Hello), toMessage(Hello{protocolVersion + 1, 0, ""})});
        const Envelope answer = channel.receive();
        EXPECT_EQ(Answer(answer.kind), Answer::Failed);
        EXPECT_THAT(fromMessage<Failure>(answer.bytes).reason, HasSubstr("both must be of one build"));
    } // and the server ends
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    close(listener);
    std::remove(path.c_str());
}

// A second client finds no socket: a server has one client.
TEST(GrainBedErrors, SecondClientIsAnError) {
    OneGrain scene;
    scene.bed->add({{Vec3(0), radius}});
    std::ifstream file("/proc/" + std::to_string(serversOf(getpid()).at(0)) + "/cmdline");
    std::string line((std::istreambuf_iterator<char>(file)), {});
    const std::string path = line.substr(line.find("--socket") + 9).c_str();
    EXPECT_THAT(messageOf([&] { grains::connectTo(path); }), HasSubstr(path));
    EXPECT_EQ(scene.bed->getNumGrains(), 1);
    EXPECT_EQ(scene.bed->measure().grains, 1); // the first one is still served
}

} // namespace test_grain_errors
