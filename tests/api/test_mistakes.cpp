// Tests mistakes of beginners: each gets one message with the object, the value, its unit and what to change, or runs right.

#include "Heard.h"

#include <simbodydem/simbodydem.h>

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace test_mistakes {
namespace {

using namespace SimTK;
using namespace simbodydem;

// A ball of 1 kg and 0.05 m above a floor. A mistake adds surfaces and forces, and may change where it starts.
struct Beginner {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    MobilizedBody::Free ball{matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(0.05)))};
    ContactSurfaces surfaces{matter};
    std::vector<std::unique_ptr<DEMContactForce>> added;
    Real height = 0.1, duration = 0.5;
    Vec3 velocity = Vec3(0);

    Beginner() { Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0)); }

    static SurfaceMaterial good() {
        return SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.4).setRestitution(0.2).setFriction(0.8);
    }
    void addFloor(const SurfaceMaterial& material = good()) {
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
    }
    void addBall(const SurfaceMaterial& material = good(), const Shape& shape = Sphere(0.05)) {
        surfaces.add(ball, shape, Vec3(0), material, "ball");
    }
    DEMContactForce& addForce() {
        added.push_back(std::make_unique<HertzMindlinForce>(forces, surfaces));
        return *added.back();
    }
    // Returns a recorder of the ball on the floor.
    std::unique_ptr<GroundReactionRecorder> makeRecorder(const std::string& group, Real interval) {
        addFloor();
        addBall();
        const DEMContactForce& force = addForce();
        return std::make_unique<GroundReactionRecorder>(force, std::vector<SurfaceGroup>{{group, force.getSurfaces(ball)}}, interval);
    }
    void run() {
        State state = system.realizeTopology();
        ball.setQToFitTranslation(state, Vec3(0, height, 0));
        ball.setUToFitLinearVelocity(state, velocity);
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setAccuracy(1e-4);
        integrator.setMaximumStepSize(0.005);
        TimeStepper stepper(system, integrator);
        stepper.initialize(state);
        stepper.stepTo(duration);
        const State& end = stepper.getState();
        EXPECT_TRUE(std::isfinite(end.getY().norm()));
    }
};

struct Mistake {
    const char* name;
    std::function<void(Beginner&)> make;
    std::vector<std::string> parts; // of the message; none: it runs right, without a message
};

// Returns the message of an exception, or the warnings, of one run.
std::string messageOf(const Mistake& mistake) {
    const Heard heard;
    std::string message;
    {
        Beginner world;
        try {
            mistake.make(world);
            if (world.added.empty()) world.addForce();
            world.run();
        } catch (const std::exception& e) {
            message = e.what();
        }
    }
    return message + heard.text.str();
}

int countOf(const std::string& text, const std::string& part) {
    int count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
    return count;
}

using W = Beginner;
const auto good = &Beginner::good;

const std::vector<Mistake>& mistakes() {
    static const std::vector<Mistake> all = {
        {"none", [](W& w) { w.addFloor(); w.addBall(); }, {}},
        // Units.
        {"modulus in MPa",
         [](W& w) { w.addFloor(good().setYoungsModulus(10)); w.addBall(good().setYoungsModulus(10)); },
         {"overlap exceeds half of R*", "floor and ball", "R* = 0.05 m", "Young's modulus to about", "Pa"}},
        {"modulus in GPa",
         [](W& w) { w.addFloor(good().setYoungsModulus(0.01)); w.addBall(good().setYoungsModulus(0.01)); },
         {"overlap exceeds half of R*", "Young's modulus to about"}},
        {"modulus of 0", [](W& w) { w.addFloor(); w.addBall(good().setYoungsModulus(0)); }, {"youngsModulus = 0 Pa", "> 0"}},
        {"negative modulus",
         [](W& w) { w.addFloor(); w.addBall(good().setYoungsModulus(-1e7)); },
         {"ball", "youngsModulus = -1e+07 Pa", "> 0"}},
        {"modulus NaN", [](W& w) { w.addFloor(); w.addBall(good().setYoungsModulus(NaN)); }, {"youngsModulus", "nan", "Pa"}},
        {"radius in mm, 20 mm",
         [](W& w) { w.addFloor(); w.addBall(good(), Sphere(20)); },
         {"contacts throw a body at the start", "floor and ball overlap by 19.9 m", "Move them apart"}},
        {"radius in mm, beside the floor",
         [](W& w) { w.addFloor(); w.addBall(good(), Sphere(50)); w.height = 49; w.duration = 0.01; },
         {"contacts throw a body at the start", "floor and ball", "overlap by 1 m", "N on a mass of 1 kg", "Move them apart"}},
        {"friction in degrees",
         [](W& w) { w.addFloor(); w.addBall(good().setFriction(45)); },
         {"friction is above 10", "ball", "staticFriction = 45", "tangent"}},
        {"friction in percent", [](W& w) { w.addFloor(good().setFriction(80)); w.addBall(); }, {"floor", "staticFriction = 80"}},
        {"negative friction", [](W& w) { w.addFloor(); w.addBall(good().setFriction(-0.8)); }, {"staticFriction = -0.8", ">= 0"}},
        {"restitution in percent",
         [](W& w) { w.addFloor(); w.addBall(good().setRestitution(30)); },
         {"restitution = 30", "[0, 1]"}},
        {"restitution of 0.001",
         [](W& w) { w.addFloor(good().setRestitution(0.001)); w.addBall(good().setRestitution(0.001)); },
         {"restitution = 0.001", "0 (plastic)"}},
        {"Poisson's ratio in percent",
         [](W& w) { w.addFloor(); w.addBall(good().setPoissonsRatio(40)); },
         {"poissonsRatio = 40", "(-1, 0.5]"}},
        {"layer in mm",
         [](W& w) {
             w.addFloor();
             w.surfaces.add(w.ball, Sphere(0.05), Vec3(0), ElasticLayer(18, 3e5, 0.45).setFriction(0.8).setRestitution(0.3), "pad");
         },
         {"layer is thicker than its shape", "pad", "thickness = 18 m", "< 0.1 m", "metres"}},
        {"layer that cannot be compressed",
         [](W& w) {
             w.surfaces.add(w.ball, Sphere(0.05), Vec3(0), ElasticLayer(0.018, 3e5, 0.5), "pad");
         },
         {"Poisson's ratio = 0.5"}},
        {"layer of thickness 0",
         [](W& w) { w.surfaces.add(w.ball, Sphere(0.05), Vec3(0), ElasticLayer(0, 3e5, 0.45), "pad"); },
         {"thickness", "0 m", "> 0"}},
        // Shapes.
        {"negative radius", [](W& w) { w.addBall(good(), Sphere(-0.05)); }, {"Sphere", "radius = -0.05 m", "> 0"}},
        {"radius of 0", [](W& w) { w.addBall(good(), Sphere(0)); }, {"Sphere", "radius = 0 m"}},
        {"radius NaN", [](W& w) { w.addBall(good(), Sphere(NaN)); }, {"Sphere", "radius = nan m"}},
        {"brick without rounding",
         [](W& w) { w.addBall(good(), Brick(Vec3(.12, .03, .05), 0)); },
         {"Brick", "rounding = 0 m", "> 0"}},
        {"brick with too much rounding",
         [](W& w) { w.addBall(good(), Brick(Vec3(.12, .03, .05), 0.04)); },
         {"Brick", "rounding = 0.04 m", "least half length"}},
        {"brick of full lengths instead of half lengths",
         [](W& w) { w.addFloor(); w.addBall(good(), Brick(Vec3(.2, .18, .2), 0.02)); w.duration = 0.01; },
         {"floor and ball", "overlap", "Move them apart"}},
        {"capsule of length 0", [](W& w) { w.addBall(good(), Capsule(0.05, 0)); }, {"Capsule", "half length = 0 m"}},
        {"capsule of negative length", [](W& w) { w.addBall(good(), Capsule(0.05, -0.1)); }, {"Capsule", "half length = -0.1 m"}},
        {"ellipsoid with a semiaxis of 0",
         [](W& w) { w.addBall(good(), Ellipsoid(Vec3(.05, 0, .05))); }, {"Ellipsoid", "0 m", "> 0"}},
        {"cylinder with too much rounding",
         [](W& w) { w.addBall(good(), Cylinder(0.05, 0.02, 0.03)); }, {"Cylinder", "rounding = 0.03 m"}},
        {"hull of points in a plane",
         [](W& w) { w.addFloor(); w.addBall(good(), ConvexHull({Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0)}, 0.01)); },
         {"ConvexHull", "enclose a volume"}},
        {"mesh whose file does not exist",
         [](W& w) { w.addBall(good(), Mesh::fromFile("no_such_file.obj", 0.001)); }, {"no_such_file.obj"}},
        {"triangle of a vertex that does not exist",
         [](W& w) { w.addBall(good(), Mesh({Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{{0, 1, 3}}}, 0.01)); }, {"Mesh", "3"}},
        // Poses.
        {"half space that is not turned",
         [](W& w) { w.surfaces.add(w.matter.Ground(), HalfSpace(), Vec3(0), good(), "floor"); w.addBall(); },
         {"floor and ball begin with an overlap of 0.05 m", "If floor should face another way, turn it", "HalfSpace::floor()"}},
        {"ball behind a half space",
         [](W& w) { w.addFloor(); w.addBall(); w.height = -0.3; },
         {"one wholly inside the other", "If floor should face another way, turn it"}},
        {"ball 20 mm deep",
         [](W& w) { w.addFloor(); w.addBall(); w.height = 0.03; },
         {"contacts throw a body at the start", "overlap by 0.02 m", "times its weight", "J lifts it by", "Move them apart"}},
        {"ball 10 mm deep",
         [](W& w) { w.addFloor(); w.addBall(); w.height = 0.04; }, {"contacts throw a body at the start", "overlap by 0.01 m"}},
        {"ball 40 mm deep",
         [](W& w) { w.addFloor(); w.addBall(); w.height = 0.01; }, {"contacts throw a body at the start", "overlap by 0.04 m"}},
        {"ball 60 mm deep", [](W& w) { w.addFloor(); w.addBall(); w.height = -0.01; }, {"centre inside the other surface"}},
        {"ball that rests", [](W& w) { w.addFloor(); w.addBall(); w.height = 0.0497; }, {}},
        {"height NaN", [](W& w) { w.addFloor(); w.addBall(); w.height = NaN; }, {"finite"}},
        {"speed of 1000 m/s",
         [](W& w) { w.addFloor(); w.addBall(); w.velocity = Vec3(0, -1000, 0); w.duration = 0.001; }, {"overlap exceeds half of R*"}},
        // Sets of surfaces and forces.
        {"two forces on one list",
         [](W& w) { w.addFloor(); w.addBall(); w.addForce(); w.addForce(); },
         {"two forces act on one pair of surfaces", "floor and ball", "twice as stiff", "Remove or disable"}},
        {"no floor", [](W& w) { w.addBall(); }, {"there is only one surface"}},
        {"no surface", [](W&) {}, {"is empty", "ContactSurfaces::add()"}},
        {"floor on the ball's own body",
         [](W& w) { w.surfaces.add(w.ball, HalfSpace(), HalfSpace::floor(), good(), "floor"); w.addBall(); },
         {"they are all on one body"}},
        {"two floors and no ball",
         [](W& w) { w.addFloor(); w.surfaces.add(w.ball, HalfSpace(), HalfSpace::floor(), good(), "table"); },
         {"they are all half spaces"}},
        {"material without restitution",
         [](W& w) {
             const SurfaceMaterial m = SurfaceMaterial().setYoungsModulus(1e7).setPoissonsRatio(0.4).setFriction(0.8);
             w.addFloor(m);
             w.addBall(m);
         },
         {"material values are missing", "floor: restitution", "ball: restitution"}},
        {"material without anything",
         [](W& w) { w.addFloor(); w.addBall(SurfaceMaterial()); }, {"ball: youngsModulus [Pa]", "poissonsRatio"}},
        {"material of one surface only", [](W& w) { w.addFloor(SurfaceMaterial()); w.addBall(); }, {"floor: youngsModulus [Pa]"}},
        {"two surfaces of one name",
         [](W& w) { w.addFloor(); w.surfaces.add(w.ball, Sphere(0.05), Vec3(0), good(), "floor"); }, {"floor", "already"}},
        {"unknown name", [](W& w) { w.addFloor(); w.addBall(); w.surfaces.find("heel"); }, {"no surface is called \"heel\""}},
        {"two rigid surfaces",
         [](W& w) { w.addFloor(good().setYoungsModulus(Infinity)); w.addBall(good().setYoungsModulus(Infinity)); },
         {"floor and ball", "both surfaces are rigid"}},
        {"pair of a surface with itself",
         [](W& w) { w.addFloor(); w.addBall(); w.addForce().excludePair(ContactSurfaceIndex(1), ContactSurfaceIndex(1)); },
         {"a pair needs two"}},
        {"surface that does not exist",
         [](W& w) { w.addFloor(); w.addBall(); w.addForce().setMaterial(ContactSurfaceIndex(5), good()); }, {"surface 5", "[0, 2)"}},
        {"static below kinetic friction",
         [](W& w) { w.addFloor(); w.addBall(good().setStaticFriction(0.2).setKineticFriction(0.4)); },
         {"kineticFriction = 0.4 is above staticFriction = 0.2"}},
        {"all pairs excluded",
         [](W& w) { w.addFloor(); w.addBall(); w.addForce().excludePair(ContactSurfaceIndex(0), ContactSurfaceIndex(1)); },
         {"every pair that could touch is excluded"}},
        {"effective mass of 0", [](W& w) { w.addFloor(); w.addBall(); w.addForce().setEffectiveMass(0.0); }, {"mass = 0 kg"}},
        // Recorders.
        {"recorder with an interval longer than the run",
         [](W& w) {
             auto recorder = w.makeRecorder("r", 10);
             recorder->write("mistakes.mot");
             w.system.addEventReporter(recorder.release());
         },
         {"file has only one row: mistakes.mot", "interval = 10 s", "Set a shorter interval"}},
        {"recorder with an interval of 0", [](W& w) { w.makeRecorder("r", 0); }, {"interval = 0 s"}},
        {"recorder of a body without surfaces",
         [](W& w) {
             w.addFloor();
             w.addBall();
             w.addForce().getSurfaces(MobilizedBody::Free(w.matter.Ground(), MassProperties(1, Vec3(0), Inertia(1))));
         },
         {"no surface"}},
        {"recorder that writes a text", [](W& w) { w.makeRecorder("r", 0.01)->write("grf.txt"); }, {"grf.txt", ".sto", ".mot"}},
        {"recorder into a folder that does not exist",
         [](W& w) { w.makeRecorder("r", 0.01)->write("no_such_folder/grf.mot"); },
         {"no_such_folder/grf.mot", "cannot be written"}},
        {"group name with a space", [](W& w) { w.makeRecorder("right foot", 0.01); }, {"right foot", "cannot name a column"}},
    };
    return all;
}

// Each mistake gets a message with the object, its value and the cure. It is printed once. What is no mistake gets none.
TEST(Mistakes, CauseOneMessageEach) {
    for (const Mistake& mistake : mistakes()) {
        const std::string message = messageOf(mistake);
        for (const std::string& part : mistake.parts)
            EXPECT_NE(message.find(part), std::string::npos) << mistake.name << ": " << part << " is not in: " << message;
        if (mistake.parts.empty()) {
            EXPECT_EQ(message, "") << mistake.name;
        }
        for (const char* kind : {"contacts throw a body", "overlap exceeds", "friction is above", "two forces act", "layer is thicker", "only one row"})
            EXPECT_LE(countOf(message, kind), 1) << mistake.name << ": " << message;
    }
    std::filesystem::remove("mistakes.mot");
}

// HuntCrossleyForce beside a force of this library on one contact set gives a warning.
TEST(Mistakes, IncludeHuntCrossleyForceOnTheSameSet) {
    Beginner world;
    GeneralContactSubsystem contacts(world.system);
    const ContactSetIndex set = contacts.createContactSet();
    contacts.addBody(set, world.matter.Ground(), ContactGeometry::HalfSpace(), HalfSpace::floor());
    contacts.addBody(set, world.ball, ContactGeometry::Sphere(0.05), Vec3(0));
    HertzMindlinForce force(world.forces, contacts, set);
    force.setMaterialForAll(Beginner::good());
    HuntCrossleyForce theirs(world.forces, contacts, set);
    for (const ContactSurfaceIndex s : {ContactSurfaceIndex(0), ContactSurfaceIndex(1)})
        theirs.setBodyParameters(s, 1e7, 0.1, .8, .8, 0);
    const Heard heard;
    world.run();
    EXPECT_EQ(heard.warnings(), 1) << heard.text.str();
    EXPECT_NE(heard.text.str().find("HuntCrossleyForce acts on contact set 0 too"), std::string::npos) << heard.text.str();
}

// A pinched body, however deep, is not thrown: its net contact force is small. So there is no warning of a start.
TEST(Mistakes, DoNotIncludeAPinchedBody) {
    Beginner world;
    const SurfaceMaterial m = Beginner::good();
    world.surfaces.add(world.matter.Ground(), HalfSpace(), Vec3(0.0495, 0, 0), m, "right");
    world.surfaces.add(world.matter.Ground(), HalfSpace(), Transform(Rotation(Pi, ZAxis), Vec3(-0.0495, 0, 0)), m, "left");
    world.addBall();
    world.addForce();
    const Heard heard;
    world.run();
    EXPECT_EQ(heard.text.str(), "");
}

// A model that is evaluated at many depths before its run, as to find where it rests, gets no warning of a start.
TEST(Mistakes, DoNotIncludeASearchForRest) {
    Beginner world;
    world.addFloor();
    world.addBall();
    world.addForce();
    State state = world.system.realizeTopology();
    const Heard heard;
    for (const Real depth : {0.04, 0.02, 0.01, 0.001}) {
        world.ball.setQToFitTranslation(state, Vec3(0, 0.05 - depth, 0));
        world.system.realize(state, Stage::Acceleration);
    }
    EXPECT_EQ(heard.text.str(), "");
}

} // namespace
} // namespace test_mistakes
