// The component in OpenSim itself: models from .osim files, run by Manager and by the tools.

#include "Folder.h"

#include "opensim/DEMGroundReactionAnalysis.h"

#include <simbodydem/AreaRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>

#include <OpenSim/Common/LinearFunction.h>
#include <OpenSim/Common/LogSink.h>
#include <OpenSim/Moco/MocoUtilities.h>
#include <OpenSim/Simulation/Manager/Manager.h>
#include <OpenSim/Simulation/Model/ContactHalfSpace.h>
#include <OpenSim/Simulation/Model/ExternalLoads.h>
#include <OpenSim/Simulation/Model/Model.h>
#include <OpenSim/Simulation/SimbodyEngine/FreeJoint.h>
#include <OpenSim/Simulation/StatesTrajectory.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <sstream>
#include <utility>
#include <vector>

using namespace OpenSim;
using SimTK::Real;
using SimTK::State;
using SimTK::Vec3;

namespace {

const std::filesystem::path models = SIMBODYDEM_OPENSIM_MODELS;

// Collects OpenSim's log while it exists.
struct Log {
    std::shared_ptr<StringLogSink> sink = std::make_shared<StringLogSink>();
    Log() { Logger::addSink(sink); }
    ~Log() { Logger::removeSink(sink); }
    int count(const std::string& words) const {
        int found = 0;
        for (std::size_t at = 0; (at = sink->getString().find(words, at)) != std::string::npos; ++at) ++found;
        return found;
    }
};

struct Outcome {
    State state;
    int steps;
};

Outcome run(Model& model, State state, Real end, Real accuracy = 1e-6) {
    Manager manager(model);
    manager.setIntegratorMethod(Manager::IntegratorMethod::RungeKuttaMerson);
    manager.setIntegratorAccuracy(accuracy);
    manager.initialize(state);
    state = manager.integrate(end);
    return {state, manager.getIntegrator().getNumStepsTaken()};
}

// Returns the position of a body's origin, in Ground.
Vec3 placeOf(const Model& model, const std::string& body, const State& state) {
    model.realizePosition(state);
    return model.getComponent<Body>("/bodyset/" + body).getPositionInGround(state);
}

Real energyOf(const Model& model, const DEMContactForce& force, const State& state) {
    model.realizeDynamics(state);
    return model.getMultibodySystem().calcEnergy(state) + force.getDissipatedEnergy(state);
}

} // namespace

// A ball rebounds with 0.7 of its impact speed, and loses energy only as heat.
TEST(OpenSim, BallBouncesAsAsked) {
    Model model((models / "ball.osim").string());
    State state = model.initSystem();
    const auto& force = model.getComponent<DEMContactForce>("/forceset/contact");
    const Real energy = energyOf(model, force, state);
    const Outcome end = run(model, state, 0.6, 1e-8);
    const auto& height = model.getComponent<Coordinate>("/jointset/ball_joint/ty");
    const Real rise = height.getValue(end.state) - 0.05, speed = height.getSpeedValue(end.state),
               leaving = std::sqrt(speed * speed + 2 * 9.81 * rise), coming = std::sqrt(2 * 9.81);
    report("restitution", leaving / coming, "energy off by", energyOf(model, force, end.state) - energy, "J of",
           energy);
    EXPECT_NEAR(leaving, 0.7 * coming, 5e-3 * coming); // gravity acts during the 6 ms of the impact too
    EXPECT_NEAR(energyOf(model, force, end.state), energy, 1e-6);
}

// A settled block on a slope of 17 degrees does not move for ten seconds. With HuntCrossleyForce it creeps by millimetres.
TEST(OpenSim, BlockStaysOnItsSlope) {
    Real moved[2];
    for (const bool isDEM : {false, true}) {
        Model model((models / (isDEM ? "block_on_slope.osim" : "block_on_slope_hunt_crossley.osim")).string());
        const State settled = run(model, model.initSystem(), 1, 1e-5).state;
        const Outcome end = run(model, settled, 11, 1e-5);
        moved[isDEM] = (placeOf(model, "block", end.state) - placeOf(model, "block", settled)).norm();
        report(isDEM ? "DEMContactForce" : "HuntCrossleyForce", "moved", moved[isDEM], "m in 10 s,", end.steps,
               "steps");
    }
    EXPECT_LT(moved[true], 1e-8);
    EXPECT_GT(moved[false], 1e-3);
}

// A foot lands and does not move for ten seconds, and its surface carries the weight.
TEST(OpenSim, FootStaysWhereItLands) {
    Model model((models / "foot.osim").string());
    const State settled = run(model, model.initSystem(), 3).state;
    const Outcome end = run(model, settled, 13);
    const Real moved = (placeOf(model, "calcn", end.state) - placeOf(model, "calcn", settled)).norm();
    report("foot moved", moved, "m in 10 s,", end.steps, "steps");
    EXPECT_LT(moved, 1e-8);
    const auto& surface = model.getComponent<DEMSurface>("/forceset/feet/foot_r");
    model.realizeDynamics(end.state);
    const Vec3 weight = -70.3 * model.getGravity();
    EXPECT_LT((surface.getForce(end.state) - weight).norm(), 1e-3 * weight.norm());
}

// A heel pad, which is an elastic layer, lands and does not slip for ten seconds. Its pressure carries the weight, on an area whose
// depth below the heel is that of the closed form.
TEST(OpenSim, HeelPadStaysWhereItLands) {
    Model model((models / "heel_pad.osim").string());
    const State settled = run(model, model.initSystem(), 12).state; // its sideways motion decays with exp(-1.5 t)
    const Outcome end = run(model, settled, 22);
    const Vec3 place = placeOf(model, "calcn", end.state), off = place - placeOf(model, "calcn", settled);
    const Real moved = std::hypot(off[0], off[2]);
    const auto& pad = model.getComponent<DEMSurface>("/forceset/contact/heel");
    model.realizeDynamics(end.state);
    const Real depth = 0.025 - place[1];
    report("heel pad moved", moved, "m sideways in 10 s,", end.steps, "steps, depth", 1e3 * depth, "mm, area",
           1e4 * pad.getContactArea(end.state), "cm^2, mean pressure", pad.getMeanPressure(end.state), "Pa, peak",
           pad.getPeakPressure(end.state), "Pa");
    EXPECT_LT(moved, 1e-8);
    EXPECT_LT(std::abs(off[1]), 1e-7); // the integrator's error at accuracy 1e-6 goes up and down
    const Vec3 weight = -35 * model.getGravity();
    EXPECT_LT((pad.getForce(end.state) - weight).norm(), 1e-3 * weight.norm());
    // N = pi R d^2 K/h, where R is the geometric mean of both radii, 0.04^2/0.025 and 0.03^2/0.025. The next terms are of the order d/b.
    const Real stiffness = pad.get_elastic_layer().makeLayer("heel").getNormalStiffness(), radius = 0.04 * 0.03 / 0.025,
               load = SimTK::Pi * radius * depth * depth * stiffness;
    EXPECT_NEAR(load, weight[1], 2 * depth / 0.025 * weight[1]);
    EXPECT_NEAR(pad.getPeakPressure(end.state), stiffness * depth, 0.01 * stiffness * depth);
    EXPECT_LT(pad.getSlippingShare(end.state), 1);
}

// The heel pad carries a person of 70 kg on one foot within the depth of its law, with the stiffness that was measured there.
TEST(OpenSim, HeelPadCarriesAPerson) {
    Model model((models / "heel_pad.osim").string());
    model.updComponent<Body>("/bodyset/calcn").setMass(70);
    const State end = run(model, model.initSystem(), 8).state;
    const auto& pad = model.getComponent<DEMSurface>("/forceset/contact/heel");
    model.realizeDynamics(end);
    const Real depth = 0.025 - placeOf(model, "calcn", end)[1];
    const Real stiffness = 2 * 70 * 9.81 / depth; // of a force that grows with the square of the depth
    report("heel pad under 70 kg: depth", 1e3 * depth, "mm, stiffness", stiffness, "N/m, mean pressure",
           pad.getMeanPressure(end), "Pa");
    EXPECT_LT(depth, 0.8 * 0.018 / 2);          // the law ends at half of the thickness
    EXPECT_NEAR(stiffness, 212e3, 0.1 * 212e3); // Wearing et al. (2014); people differ by 125e3
}

namespace {

// A second initSystem(), a clone, and a model that was printed and read again.
void expectCopiesRunAlike(const std::string& file) {
    Model first(file);
    const State expected = run(first, first.initSystem(), 0.3).state;
    first.print("printed.osim");
    Model printed("printed.osim");
    const std::unique_ptr<Model> clone(first.clone());
    first.initSystem();
    for (Model* model : {&first, &printed, clone.get()}) {
        const State end = run(*model, model->initSystem(), 0.3).state;
        EXPECT_EQ((end.getY() - expected.getY()).norm(), 0) << file;
    }
}

} // namespace

// Copies of a model give the same run to the last bit, of points and of a layer.
TEST(OpenSim, CopiesRunAlike) {
    const Folder folder;
    for (const char* file : {"foot.osim", "heel_pad.osim"}) expectCopiesRunAlike((models / file).string());
}

// An unknown element in the file is an error with its name.
TEST(OpenSim, RefusesMisspeltElements) {
    const Folder folder;
    std::ifstream in(models / "ball.osim");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text.replace(text.find("<static_friction>"), 17, "<static_frction>");
    text.replace(text.find("</static_friction>"), 18, "</static_frction>");
    std::ofstream("misspelt.osim") << text;
    try {
        Model model("misspelt.osim");
        FAIL() << "it was read";
    } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find("<static_frction>"), std::string::npos) << e.what();
    }
}

// A value of a layer that is out of its range is an error with the names of the surface and the element.
TEST(OpenSim, NamesAWrongValueOfALayer) {
    Model model((models / "heel_pad.osim").string());
    model.updComponent<DEMSurface>("/forceset/contact/heel").upd_elastic_layer().set_restitution(0.01);
    try {
        model.initSystem();
        FAIL() << "it was taken";
    } catch (const std::exception& e) {
        for (const char* part : {"DEMSurface \"heel\"", "<restitution>"})
            EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
    }
}

// If every coordinate is prescribed, a contact has no mass for its dashpots, and OpenSim's log has the remedy.
TEST(OpenSim, TellsOfAContactWithoutMass) {
    Model model((models / "ball.osim").string());
    for (Coordinate& coordinate : model.updComponentList<Coordinate>()) {
        const bool isHeight = coordinate.getName() == "ty";
        coordinate.setPrescribedFunction(LinearFunction(isHeight ? -1 : 0, isHeight ? 0.1 : 0));
        coordinate.setDefaultIsPrescribed(true);
    }
    const Log log;
    EXPECT_THROW(run(model, model.initSystem(), 0.1), std::exception);
    EXPECT_EQ(log.count("EffectiveMass::TwoBody"), 1) << log.sink->getString();
    model.updComponent<DEMContactForce>("/forceset/contact").set_effective_mass("TwoBody");
    run(model, model.initSystem(), 0.06);
}

namespace {

// A sphere of 1 kg with a radius of 0.5 m on a stiff floor is pulled aside. It rolls at 2.14286 m/s after 6 s.
std::unique_ptr<Model> makePulledSphere() {
    auto model = std::make_unique<Model>();
    model->setGravity(Vec3(0.5, -9.81, 0));
    auto* body = new Body("sphere", 1, Vec3(0), SimTK::Inertia::sphere(0.5));
    model->addBody(body);
    auto* joint = new FreeJoint("joint", model->getGround(), *body);
    model->addJoint(joint);
    joint->updCoordinate(FreeJoint::Coord::TranslationY).setDefaultValue(0.5);
    auto* sphere = new ContactSphere(0.5, Vec3(0), *body, "ball");
    auto* floor = new ContactHalfSpace(Vec3(0), Vec3(0, 0, -SimTK::Pi / 2), model->getGround(), "floor");
    model->addContactGeometry(sphere);
    model->addContactGeometry(floor);
    auto* force = new DEMContactForce();
    force->setName("contact");
    for (ContactGeometry* geometry : {static_cast<ContactGeometry*>(sphere), static_cast<ContactGeometry*>(floor)}) {
        DEMSurface surface;
        surface.setName(geometry->getName());
        surface.set_youngs_modulus(1e9);
        surface.set_poissons_ratio(0.3);
        surface.set_restitution(0);
        surface.set_static_friction(0.8);
        surface.updSocket("geometry").appendConnecteePath("/contactgeometryset/" + geometry->getName());
        force->append_surfaces(surface);
    }
    model->addForce(force);
    return model;
}

} // namespace

// CPodes loses slip if it does not return every step, and OpenSim's log has a warning.
TEST(OpenSim, TellsOfStepsThatAreNotReturned) {
    const std::unique_ptr<Model> model = makePulledSphere();
    const State state = model->initSystem();
    const Log log;
    Manager manager(*model);
    manager.setIntegratorMethod(Manager::IntegratorMethod::CPodes);
    manager.setIntegratorAccuracy(1e-5);
    manager.setWriteToStorage(false);
    manager.setPerformAnalyses(false);
    manager.initialize(state);
    manager.integrate(6);
    EXPECT_EQ(log.count("without committing the contacts' history"), 1) << log.sink->getString();
}

// A table of states has no history. If a run continues from one, OpenSim's log has the number of contacts without history.
TEST(OpenSim, TellsOfStatesWithoutAHistory) {
    Model model((models / "block_on_slope.osim").string());
    const State start = model.initSystem();
    Manager manager(model);
    manager.initialize(start);
    manager.integrate(0.5);
    const TimeSeriesTable table = manager.getStatesTable();
    const State fromTable = StatesTrajectory::createFromStatesTable(model, table).back();
    const Log log;
    run(model, fromTable, 0.6);
    EXPECT_EQ(log.count("contacts are loaded but have no history: 4 of them"), 1) << log.sink->getString();
}

// The external loads that a run has written give the same accelerations as its contacts.
TEST(OpenSim, ExternalLoadsDoWhatTheContactsDid) {
    const Folder folder;
    Model model((models / "foot.osim").string());
    auto* analysis = new DEMGroundReactionAnalysis();
    analysis->set_force_path("/forceset/feet");
    analysis->set_file("foot");
    model.addAnalysis(analysis);
    const State start = model.initSystem();
    Manager manager(model);
    manager.setIntegratorAccuracy(1e-6);
    manager.setRecordStatesTrajectory(true);
    manager.initialize(start);
    manager.integrate(0.5);

    Model loaded((models / "foot.osim").string());
    loaded.updComponent<DEMContactForce>("/forceset/feet").set_appliesForce(false);
    loaded.addModelComponent(new ExternalLoads("foot_external_loads.xml", true));
    State state = loaded.initSystem();
    Real off = 0, largest = 0;
    int count = 0;
    for (const State& row : manager.getStatesTrajectory()) {
        state.setTime(row.getTime());
        state.updQ() = row.getQ();
        state.updU() = row.getU();
        model.realizeAcceleration(row);
        loaded.realizeAcceleration(state);
        off = std::max(off, (state.getUDot() - row.getUDot()).normInf());
        largest = std::max(largest, row.getUDot().normInf());
        ++count;
    }
    report("accelerations differ by up to", off, "of up to", largest, "m/s^2, in", count, "rows");
    EXPECT_GT(count, 100);
    EXPECT_LT(off, 1e-8 * largest);
}

// OpenSim's own helper takes the first surface of a force for the foot and the second for the floor. It finds the ground
// reaction that the surface itself returns.
TEST(OpenSim, TableForGaitHasTheGroundReaction) {
    Model model((models / "foot.osim").string());
    const State start = model.initSystem();
    Manager manager(model);
    manager.setRecordStatesTrajectory(true);
    manager.initialize(start);
    manager.integrate(0.3);
    const StatesTrajectory& states = manager.getStatesTrajectory();
    const TimeSeriesTable table = createExternalLoadsTableForGait(model, states, {"/forceset/feet"}, {});
    const auto& foot = model.getComponent<DEMSurface>("/forceset/feet/foot_r");
    for (std::size_t i = 0; i < states.getSize(); ++i) {
        model.realizeDynamics(states[i]);
        const Vec3 force = foot.getForce(states[i]), moment = foot.getFreeMoment(states[i]);
        if (force.norm() == 0) continue;                // the moment is not defined
        const double bound = 1e-9 * (1 + force.norm()); // rounding of sums
        for (int k = 0; k < 3; ++k) {
            const std::string axis(1, "xyz"[k]);
            EXPECT_NEAR(table.getDependentColumn("ground_force_r_v" + axis)[int(i)], force[k], bound);
            EXPECT_NEAR(table.getDependentColumn("ground_torque_r_" + axis)[int(i)], moment[k], bound);
        }
    }
}

namespace {

// Writes a closed box of squares, half lengths 0.1, 0.02 and 0.1 m, as an OBJ file.
void writeBox(const std::string& file) {
    const Vec3 half(0.1, 0.02, 0.1);
    const int n = 8;
    std::map<std::array<int, 3>, int> numbers; // of vertices on a grid
    std::ostringstream vertices, faces;
    const auto numberOf = [&](const std::array<int, 3>& at) {
        const auto [found, isNew] = numbers.insert({at, int(numbers.size()) + 1});
        if (isNew) {
            vertices << 'v';
            for (int k = 0; k < 3; ++k) vertices << ' ' << (2.0 * at[k] / n - 1) * half[k];
            vertices << '\n';
        }
        return found->second;
    };
    for (int axis = 0; axis < 3; ++axis)
        for (const int side : {0, n})
            for (int i = 0; i < n; ++i)
                for (int k = 0; k < n; ++k) {
                    std::vector<std::array<int, 2>> corners = {{i, k}, {i + 1, k}, {i + 1, k + 1}, {i, k + 1}};
                    if (side == 0) std::reverse(corners.begin(), corners.end()); // counter-clockwise from outside
                    faces << 'f';
                    for (const auto& corner : corners) {
                        std::array<int, 3> at{};
                        at[axis] = side;
                        at[(axis + 1) % 3] = corner[0];
                        at[(axis + 2) % 3] = corner[1];
                        faces << ' ' << numberOf(at);
                    }
                    faces << '\n';
                }
    std::ofstream(file) << vertices.str() << faces.str();
}

// Returns the model of the ball with other text for a part of it: from the first words up to the second ones.
std::string ballModel(const std::vector<std::array<std::string, 3>>& changes) {
    std::ifstream in(models / "ball.osim");
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const auto& [from, to, now] : changes) {
        const std::size_t begin = text.find(from), end = text.find(to, begin);
        text.replace(begin, end - begin, now);
    }
    return text;
}

// Writes a model of a box of 10 kg that stands on this ground, with sharp edges.
void writeBoxOn(const std::string& ground, const std::string& file) {
    writeBox("box.obj");
    std::ofstream(file) << ballModel(
        {{"<mass>", "<mass_center>", "<mass>10</mass>"},
         {"<inertia>", "</Body>", "<inertia>0.03 0.06 0.03 0 0 0</inertia>"},
         {"<default_value>1.05", "</Coordinate>", "<default_value>0.02</default_value>"},
         {"<ContactSphere", "</objects>",
          "<ContactMesh "
          "name='box'><socket_frame>/bodyset/ball</socket_frame><filename>box.obj</filename></ContactMesh>"},
         {"<DEMContactForce", "</objects>",
          "<DEMContactForce name='contact'><surfaces><DEMSurface name='box'>"
          "<socket_geometry>/contactgeometryset/box</socket_geometry><rounding>0</rounding></DEMSurface>"
          "<DEMSurface name='field'><socket_geometry>/contactgeometryset/floor</socket_geometry>" +
              ground + "</DEMSurface></surfaces></DEMContactForce>"}});
}

const char* const softSand =
    "<sand><DEMSand><density>1500</density><internal_friction>0.3</internal_friction></DEMSand></sand>";
const char* const softSoil =
    "<soil><DEMSoil><exponent>1.1</exponent><cohesive_modulus>2e3</cohesive_modulus><frictional_modulus>3e5"
    "</frictional_modulus><cohesion>500</cohesion><friction_angle>0.5</friction_angle><shear_length>0.01"
    "</shear_length><cell_size>0.01</cell_size></DEMSoil></soil>";

// The height of a box and the force on it.
struct Sunk {
    Real height;
    Vec3 force;
};

// Puts the same box down in a System without OpenSim.
template <class Ground> Sunk putDownInLibrary(const Ground& ground, Real end, Real accuracy) {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter(system);
    SimTK::GeneralForceSubsystem forces(system);
    SimTK::Force::Gravity(forces, matter, Vec3(0, -9.81, 0));
    SimTK::MobilizedBody::Free body(
        matter.updGround(), SimTK::Body::Rigid(SimTK::MassProperties(10, Vec3(0), SimTK::Inertia(0.03, 0.06, 0.03))));
    SimTK::PolygonalMesh polygons;
    polygons.loadObjFile("box.obj");
    simbodydem::ContactSurfaces surfaces(matter);
    surfaces.add(body, simbodydem::Mesh::fromPolygons(polygons, 0), SimTK::Transform(), simbodydem::SurfaceMaterial(),
                 "box");
    surfaces.add(matter.Ground(), simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), ground, "field");
    const simbodydem::HertzMindlinForce force(forces, surfaces);
    State state = system.realizeTopology();
    body.setQToFitTranslation(state, Vec3(0, 0.02, 0));
    SimTK::RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(accuracy);
    integrator.initialize(state);
    while (integrator.getTime() < end) integrator.stepTo(end);
    const State& last = integrator.getState();
    system.realize(last, SimTK::Stage::Dynamics);
    Sunk result{body.getBodyOriginLocation(last)[1], Vec3(0)};
    for (const simbodydem::AreaRecord& area : force.getAreaRecords(last))
        result.force -= area.normalForce + area.tangentialForce; // they are those on the field
    return result;
}

Sunk putDown(Model& model, Real end, Real accuracy) {
    const State last = run(model, model.initSystem(), end, accuracy).state;
    model.realizeDynamics(last);
    return {placeOf(model, "ball", last)[1], model.getComponent<DEMSurface>("/forceset/contact/box").getForce(last)};
}

} // namespace

// A box that Manager puts down on sand or soil sinks as deep as without OpenSim, with the same force. The coordinates differ, so 1e-4
// allows for the integrators' errors at accuracy 1e-5.
TEST(OpenSim, BoxSinksAsInTheLibrary) {
    const Folder folder;
    const Real end = 0.5, accuracy = 1e-5, weight = 10 * 9.81;
    for (const char* ground : {softSand, softSoil}) {
        writeBoxOn(ground, "box.osim");
        Model model("box.osim");
        const Sunk found = putDown(model, end, accuracy);
        const Sunk expected =
            ground == softSand
                ? putDownInLibrary(simbodydem::Sand(1500, 0.3), end, accuracy)
                : putDownInLibrary(simbodydem::Soil(1.1, 2e3, 3e5, 500, 0.5, 0.01).setCellSize(0.01), end, accuracy);
        const Real depth = 0.02 - expected.height;
        report("box sunk by", 1e3 * (0.02 - found.height), "mm, without OpenSim", 1e3 * depth, "mm; forces",
               found.force[1], expected.force[1], "N");
        EXPECT_GT(depth, 5e-3);
        EXPECT_NEAR(found.height, expected.height, 1e-4 * depth);
        EXPECT_GT(expected.force[1], 0.5 * weight);
        EXPECT_LT((found.force - expected.force).norm(), 1e-3 * weight); // it still settles
    }
}

// Copies of a model with sand or soil give the same run to the last bit.
TEST(OpenSim, CopiesOnSandAndSoilRunAlike) {
    const Folder folder;
    for (const char* ground : {softSand, softSoil}) {
        writeBoxOn(ground, "box.osim");
        expectCopiesRunAlike("box.osim");
    }
}

// Every value of sand and soil is written into a file of the model and read again.
TEST(OpenSim, FilesKeepEveryValueOfSandAndSoil) {
    const Folder folder;
    DEMSand sand;
    sand.set_density(1400);
    sand.set_internal_friction(0.5);
    sand.set_surface_friction(0.3);
    sand.set_elastic_depth(0.02);
    sand.set_damping(0.7);
    sand.set_gravity(Vec3(0, -1.62, 0.1));
    sand.set_element_size(0.004);
    DEMSand plate, beads;
    plate.set_plate_resistance(3e5);
    beads.set_preset("glassBeads");
    DEMSoil soil, snow;
    soil.set_exponent(1.1);
    soil.set_cohesive_modulus(2e3);
    soil.set_frictional_modulus(3e5);
    soil.set_cohesion(500);
    soil.set_friction_angle(0.5);
    soil.set_shear_length(0.01);
    soil.set_unloading_stiffness(4e7);
    soil.set_unloading_stiffness_per_sinkage(1e8);
    soil.set_plate_width(0.2);
    soil.set_damping(3e4);
    soil.set_cell_size(0.006);
    snow.set_preset("snow");
    const auto readAgain = [](const auto& change) {
        Model model((models / "heel_pad.osim").string());
        change(model.updComponent<DEMSurface>("/forceset/contact/floor"));
        model.finalizeConnections();
        model.print("printed.osim");
        const Model printed("printed.osim");
        return DEMSurface(printed.getComponent<DEMSurface>("/forceset/contact/floor"));
    };
    for (const DEMSand* given : {&sand, &plate, &beads}) {
        const DEMSurface floor = readAgain([&](DEMSurface& surface) { surface.set_sand(*given); });
        EXPECT_EQ(floor.get_sand().makeSand("").describe(), given->makeSand("").describe());
        EXPECT_TRUE(floor.get_sand() == *given);
        EXPECT_TRUE(floor.getProperty_soil().empty());
    }
    for (const DEMSoil* given : {&soil, &snow}) {
        const DEMSurface floor = readAgain([&](DEMSurface& surface) { surface.set_soil(*given); });
        EXPECT_EQ(floor.get_soil().makeSoil("").describe(), given->makeSoil("").describe());
        EXPECT_TRUE(floor.get_soil() == *given);
        EXPECT_TRUE(floor.getProperty_sand().empty());
    }
}

// Wrong sand and soil is an error with the names of the surface and the element: in the file, and when the System is made.
TEST(OpenSim, RefusesWrongSandAndSoil) {
    const Folder folder;
    const auto messageOf = [](const std::string& ground) -> std::string {
        writeBoxOn(ground, "box.osim");
        try {
            Model model("box.osim");
            model.initSystem();
        } catch (const std::exception& e) {
            return e.what();
        }
        return "nothing was thrown";
    };
    const std::pair<std::string, std::string> cases[] = {
        {"<sand><DEMSand><preset>drySand</preset><densty>1</densty></DEMSand></sand>", "<densty>"},
        {"<sand><Sand><preset>drySand</preset></Sand></sand>", "<sand> must contain one <DEMSand>"},
        {"<sand><DEMSand/></sand>", "<sand> has no strength"},
        {"<soil><DEMSoil><preset>loam</preset></DEMSoil></soil>", "<soil>: <preset> is 'loam'"},
        {"<soil><DEMSoil><preset>snow</preset><cell_size>-1</cell_size></DEMSoil></soil>", "<cell_size>"},
        {std::string(softSand) + softSoil, "<sand> and also <soil>"}};
    for (const auto& [ground, words] : cases)
        for (const std::string& part : {std::string("DEMSurface \"field\""), words})
            EXPECT_NE(messageOf(ground).find(part), std::string::npos) << part << " is not in: " << messageOf(ground);
    Model model((models / "heel_pad.osim").string());
    auto& heel = model.updComponent<DEMSurface>("/forceset/contact/heel");
    heel.updProperty_elastic_layer().clear();
    DEMSoil snow;
    snow.set_preset("snow");
    heel.set_soil(snow);
    try {
        model.initSystem();
        FAIL() << "it was taken";
    } catch (const std::exception& e) {
        EXPECT_NE(std::string(e.what()).find("heel/heel: soil must be a HalfSpace or a Terrain"), std::string::npos)
            << e.what();
    }
}
