// The OpenSim component, compiled against a stand-in for the names of OpenSim: it reads XML and returns results.

#include "Folder.h"
#include "Messages.h"
#include "opensim/DEMGroundReactionAnalysis.h"
#include "opensim/RegisterTypes.h"

#include <simbodydem/AreaRecord.h>
#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/Sand.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>

#include <OpenSim/Simulation/Model/Model.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace test_component {

using namespace OpenSim;
using SimTK::MobilizedBody;
using SimTK::Real;
using SimTK::State;
using SimTK::Vec3;

namespace {

const Real mass = 2, radius = 0.05;

std::string surface(const std::string& name, const std::string& paths, const std::string& more = "") {
    return "<DEMSurface name='" + name + "'><socket_geometry>" + paths +
           "</socket_geometry><youngs_modulus>1e7</youngs_modulus><poissons_ratio>0.3</poissons_ratio>"
           "<restitution>0.6</restitution><static_friction>0.8</static_friction>" +
           more + "</DEMSurface>";
}

std::string feet(const std::string& settings = "") {
    return "<DEMContactForce name='feet'>" + settings + "<surfaces>" + surface("foot_r", "/heel_r /toe_r") +
           surface("floor", "/floor") + "</surfaces></DEMContactForce>";
}

SimTK::Body::Rigid bodyOfFoot() {
    return SimTK::Body::Rigid(SimTK::MassProperties(mass, Vec3(0), mass * SimTK::UnitInertia::brick(.1, .05, .05)));
}

SimTK::PolygonalMesh cubeMesh() { return SimTK::PolygonalMesh::createBrickMesh(Vec3(radius), 4); }

// A foot of two spheres in the plane of its length, above a floor. It can be a ball or a cube instead.
struct Foot {
    Model model;
    MobilizedBody::Planar foot{model.matter.updGround(), bodyOfFoot()};
    PhysicalFrame ground{"ground", model.matter.updGround()}, calcn{"calcn_r", foot};
    ContactGeometry heel{"heel_r", calcn, SimTK::ContactGeometry::Sphere(radius), Vec3(-.1, 0, 0)},
        toe{"toe_r", calcn, SimTK::ContactGeometry::Sphere(radius), Vec3(.1, 0, 0)},
        ball{"ball", calcn, SimTK::ContactGeometry::Sphere(radius), Vec3(0)},
        cube{"cube", calcn, SimTK::ContactGeometry::TriangleMesh(cubeMesh()), Vec3(0)},
        floor{"floor", ground, SimTK::ContactGeometry::HalfSpace(), simbodydem::HalfSpace::floor()};
    DEMContactForce force;

    explicit Foot(const std::string& xml = feet()) {
        model.components = {{"/heel_r", &heel},
                            {"/toe_r", &toe},
                            {"/ball", &ball},
                            {"/cube", &cube},
                            {"/floor", &floor},
                            {"/forceset/feet", &force},
                            {"/contactgeometryset/heel_r", &heel},
                            {"/contactgeometryset/toe_r", &toe},
                            {"/contactgeometryset/floor", &floor}};
        SimTK::Xml::Document document;
        document.readFromString(xml);
        SimTK::Xml::Element root = document.getRootElement();
        static_cast<Object&>(force).updateFromXMLNode(root, 40000);
        force._model = &model;
        for (DEMSurface& surface : force.surfaces_.values) {
            surface._model = &model;
            surface.owner = &force;
        }
    }
    State start() {
        static_cast<const Component&>(force).extendAddToSystem(model.system);
        State state = model.system.realizeTopology();
        model.system.realizeModel(state);
        foot.setQ(state, Vec3(0, 0, radius));
        return state;
    }
    State run(const State& state, Real end, Real accuracy = 1e-6) {
        SimTK::RungeKuttaMersonIntegrator integrator(model.system);
        integrator.setAccuracy(accuracy);
        integrator.initialize(state);
        while (integrator.getTime() < end) integrator.stepTo(end);
        State last = integrator.getState();
        model.system.realize(last, SimTK::Stage::Acceleration);
        return last;
    }
    const DEMSurface& surface(int i) const { return force.get_surfaces(i); }
};

// A ball with an elastic layer on a rigid floor.
std::string layered(const std::string& values, const std::string& ofSurface = "", const std::string& path = "/ball") {
    return "<DEMContactForce name='feet'><surfaces><DEMSurface name='pad'><socket_geometry>" + path +
           "</socket_geometry><elastic_layer><DEMElasticLayer>" + values + "</DEMElasticLayer></elastic_layer>" +
           ofSurface +
           "</DEMSurface><DEMSurface name='floor'><socket_geometry>/floor</socket_geometry></DEMSurface></surfaces>"
           "</DEMContactForce>";
}

// A cube with sharp edges over ground.
std::string overGround(const std::string& ofGround, const std::string& pathOfGround = "/floor") {
    return "<DEMContactForce name='feet'><surfaces><DEMSurface name='cube'><socket_geometry>/cube</socket_geometry>"
           "<rounding>0</rounding></DEMSurface><DEMSurface name='field'><socket_geometry>" +
           pathOfGround + "</socket_geometry>" + ofGround + "</DEMSurface></surfaces></DEMContactForce>";
}

std::string sandy(const std::string& values) { return "<sand><DEMSand>" + values + "</DEMSand></sand>"; }
std::string soiled(const std::string& values) { return "<soil><DEMSoil>" + values + "</DEMSoil></soil>"; }

const char* const softSand = "<density>800</density><internal_friction>0.3</internal_friction>";
const char* const softSoil = "<exponent>1.1</exponent><cohesive_modulus>2e3</cohesive_modulus>"
                             "<frictional_modulus>3e5</frictional_modulus><cohesion>500</cohesion>"
                             "<friction_angle>0.5</friction_angle><shear_length>0.01</shear_length>";

// A cube that was put down.
struct PutDown {
    Vec3 pose, force; // angle, x and y; the force on it
};

const Real sideways = 0.1, duration = 0.2, putDownAccuracy = 1e-3; // speed at the start [m/s], time [s]

// Puts a cube down on ground that is made in C++, by the same motion as putDownByXML().
template <class Ground> PutDown putDownByCpp(const Ground& ground) {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter(system);
    SimTK::GeneralForceSubsystem forces(system);
    SimTK::Force::Gravity(forces, matter, Vec3(0, -9.81, 0));
    MobilizedBody::Planar body(matter.updGround(), bodyOfFoot());
    simbodydem::ContactSurfaces surfaces(matter);
    surfaces.add(body, simbodydem::Mesh::fromPolygons(cubeMesh(), 0), SimTK::Transform(), simbodydem::SurfaceMaterial(),
                 "cube");
    surfaces.add(matter.Ground(), simbodydem::HalfSpace(), simbodydem::HalfSpace::floor(), ground, "field");
    const simbodydem::HertzMindlinForce force(forces, surfaces);
    State state = system.realizeTopology();
    body.setQ(state, Vec3(0, 0, radius));
    body.setU(state, Vec3(0, sideways, 0));
    SimTK::RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(putDownAccuracy);
    integrator.initialize(state);
    while (integrator.getTime() < duration) integrator.stepTo(duration);
    const State& end = integrator.getState();
    system.realize(end, SimTK::Stage::Dynamics);
    PutDown result{body.getQ(end), Vec3(0)};
    for (const simbodydem::AreaRecord& area : force.getAreaRecords(end))
        result.force -= area.normalForce + area.tangentialForce; // they are those on the field
    return result;
}

PutDown putDownByXML(const std::string& ground) {
    Foot world(overGround(ground));
    State state = world.start();
    world.foot.setU(state, Vec3(0, sideways, 0));
    const State end = world.run(state, duration, putDownAccuracy);
    return {world.foot.getQ(end), world.surface(0).getForce(end)};
}

std::string contentOf(const std::string& snippet) {
    std::ifstream in(SIMBODYDEM_SNIPPETS "/" + snippet);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Returns the rows of a file: their times and all other numbers.
std::vector<std::vector<double>> rowsOf(const std::string& file) {
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line) && line != "endheader") {
    }
    std::getline(in, line);
    std::vector<std::vector<double>> rows;
    while (std::getline(in, line)) {
        std::istringstream numbers(line);
        rows.emplace_back();
        for (double number; numbers >> number;) rows.back().push_back(number);
    }
    return rows;
}

DEMGroundReactionAnalysis analysisOf(Foot& world, const std::string& file, bool replay) {
    DEMGroundReactionAnalysis analysis(&world.model);
    analysis.set_force_path("/forceset/feet");
    analysis.set_file(file);
    analysis.set_replay(replay);
    return analysis;
}

long countInLog(const std::string& text) {
    return std::count_if(OpenSim::log().begin(), OpenSim::log().end(),
                         [&](const std::string& line) { return line.find(text) != std::string::npos; });
}

} // namespace

// A body that falls onto a ball at its mass centre rebounds with the restitution in its XML. The energy that it loses is heat.
TEST(OpenSimComponent, BouncesAsAsked) {
    Foot world("<DEMContactForce name='feet'><track_dissipated_energy>true</track_dissipated_energy><surfaces>" +
               surface("ball", "/ball") + surface("floor", "/floor") + "</surfaces></DEMContactForce>");
    State state = world.start();
    world.foot.setU(state, Vec3(0, 0, -1));
    world.model.gravity.setMagnitude(state, 0);
    world.model.system.realize(state, SimTK::Stage::Dynamics);
    const Real energy = world.model.system.calcEnergy(state);
    const State end = world.run(state, 0.1);
    EXPECT_NEAR(world.foot.getU(end)[2], 0.6, 1e-4);
    EXPECT_EQ(world.force.getNumberOfContacts(end), 0);
    EXPECT_NEAR(world.model.system.calcEnergy(end) + world.force.getDissipatedEnergy(end), energy, 1e-6);
}

// At rest the foot's surface carries its weight, at its middle. The floor has the opposite force, second as in the XML.
TEST(OpenSimComponent, ReadsSurfacesInTheirOrder) {
    Foot world;
    const State end = world.run(world.start(), 2);
    const Real weight = mass * 9.81;
    EXPECT_EQ(world.force.getNumberOfContacts(end), 2);
    EXPECT_GT(world.force.getStoredEnergy(end), 0);
    EXPECT_LT((world.surface(0).getForce(end) - Vec3(0, weight, 0)).norm(), 1e-4 * weight);
    EXPECT_LT(world.surface(0).getCenterOfPressure(end).norm(), 1e-5);
    EXPECT_LT(world.surface(0).getFreeMoment(end).norm(), 1e-9);
    const Array<std::string> labels = world.force.getRecordLabels();
    const Array<double> values = world.force.getRecordValues(end);
    ASSERT_EQ(labels.size(), 12);
    ASSERT_EQ(values.size(), 12);
    EXPECT_EQ(labels[1], "feet.foot_r.force.Y");
    EXPECT_EQ(labels[11], "feet.floor.torque.Z");
    for (int i = 0; i < 6; ++i) EXPECT_EQ(values[i], -values[6 + i]) << labels[i];
}

// Two spheres of one surface that overlap have no force on each other, though they are on two bodies. Those of two surfaces have one.
TEST(OpenSimComponent, GeometryOfOneSurfaceNeverTouches) {
    const Real height = 1, overlap = radius / 5;
    const auto forceOn = [&](const std::string& surfaces, int contacts) {
        Foot world("<DEMContactForce name='feet'><surfaces>" + surfaces + surface("floor", "/floor") +
                   "</surfaces></DEMContactForce>");
        const MobilizedBody::Planar toes(world.model.matter.updGround(), bodyOfFoot());
        PhysicalFrame frame{"toes_r", toes};
        ContactGeometry tip{"tip", frame, SimTK::ContactGeometry::Sphere(radius), Vec3(0)};
        world.model.components["/tip"] = &tip;
        State state = world.start();
        world.foot.setQ(state, Vec3(0, 0, height));
        toes.setQ(state, Vec3(0, 2 * radius - overlap, height));
        world.model.system.realize(state, SimTK::Stage::Acceleration);
        EXPECT_EQ(world.force.getNumberOfContacts(state), contacts) << surfaces;
        return toes.getBodyOriginAcceleration(state)[0] * mass;
    };
    EXPECT_EQ(forceOn(surface("foot_r", "/ball /tip"), 0), 0);
    EXPECT_GT(forceOn(surface("heel_r", "/ball") + surface("toes_r", "/tip"), 1), 100);
}

// The models of the OpenSim page and their analysis are read. The foot and the heels stand on their floor with their weight.
TEST(OpenSimComponent, ReadsTheModelOfThePage) {
    Foot world(contentOf("feet.xml"));
    const State end = world.run(world.start(), 1);
    EXPECT_NEAR(world.surface(0).getForce(end)[1], 9.81 * mass, 1e-3);
    for (const char* snippet : {"heel_pad.xml", "heel_in_sand.xml", "heel_on_soil.xml"}) {
        Foot heel(contentOf(snippet));
        heel.model.components["/contactgeometryset/heel_r"] = &heel.ball;
        const State still = heel.run(heel.start(), 1);
        EXPECT_NEAR(heel.surface(0).getForce(still)[1], 9.81 * mass, 1e-3 * 9.81 * mass) << snippet; // still settling
    }
    DEMGroundReactionAnalysis analysis(&world.model);
    SimTK::Xml::Document document;
    document.readFromString(contentOf("ground_reaction.xml"));
    SimTK::Xml::Element root = document.getRootElement();
    static_cast<Object&>(analysis).updateFromXMLNode(root, 40000);
    EXPECT_EQ(analysis.get_file(), "results/grf");
}

// A foot that is pushed aside by less than friction stays without creep, held by its history.
TEST(OpenSimComponent, DoesNotCreep) {
    Foot world;
    SimTK::Force::ConstantForce(world.model.forces, world.foot, Vec3(0), Vec3(0.7 * mass * 9.81, 0, 0));
    const State early = world.run(world.start(), 2), late = world.run(early, 4);
    EXPECT_NEAR(world.foot.getQ(late)[1], world.foot.getQ(early)[1], 1e-9);
    EXPECT_NEAR(world.surface(0).getForce(late)[0], -0.7 * mass * 9.81, 1e-3);
}

// Every mistake is an error where it is read or when the System is made, with the names in the XML.
TEST(OpenSimComponent, RefusesWhatItDoesNotKnow) {
    const auto wrapped = [](const std::string& surfaces, const std::string& settings = "") {
        return "<DEMContactForce name='feet'>" + settings + "<surfaces>" + surfaces + "</surfaces></DEMContactForce>";
    };
    const std::string floor = surface("floor", "/floor");
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
        {feet("<lawe>Cundall</lawe>"), {"DEMContactForce \"feet\"", "<lawe>"}},
        {wrapped(floor + surface("a", "/heel_r", "<static_frction>1</static_frction>")),
         {"DEMSurface \"a\"", "<static_frction>", "static_friction"}},
        {feet("<law>Hertzian</law>"), {"'Hertzian'", "hertz-mindlin", "<normal_law>"}},
        {feet("<law>Cundall</law><normal_law>hertz</normal_law>"),
         {"give either <law>, or <normal_law> and <tangential_law>"}},
        {feet("<normal_law>hertz</normal_law>"), {"give both <normal_law> and <tangential_law>"}},
        {feet("<normal_law>hertz damping</normal_law><tangential_law>mindlin-secant</tangential_law>"),
         {"'damping' is not a parameter"}},
        {feet("<normal_law>linear stiffness=-1</normal_law><tangential_law>cundall</tangential_law>"),
         {"stiffness", "-1", "N/m"}},
        {feet("<effective_mass>Two Body</effective_mass>"), {"'Two Body'", "[kg]"}},
        {feet("<effective_mass>-1</effective_mass>"), {"'-1'", "[kg]"}},
        {feet("<exclude>foot_r</exclude>"), {"<exclude>", "pairs"}},
        {wrapped(floor + surface("a", "/toes")), {"/toes"}},
        {wrapped(floor + surface("a", "")), {"DEMSurface \"a\" has no geometry"}},
        {wrapped(floor + surface("a", "/heel_r", "<rounding>.1</rounding>")), {"<rounding>", "a/heel_r"}},
        {wrapped(floor + "<DEMSurface name='a'><socket_geometry>/heel_r</socket_geometry></DEMSurface>"),
         {"a/heel_r", "youngsModulus"}},
    };
    for (const auto& [xml, words] : cases) expectMessage<std::exception>([&xml = xml] { Foot(xml).start(); }, words);
}

// The surface's outputs are those of a sphere on a rigid plane: force pi R d^2 k, area 2 pi R d, and pressures up to k d. The columns
// behind those of force and torque have the same values.
TEST(OpenSimComponent, ReportsThePressureOfALayer) {
    const Real k = 1e8, depth = 1e-3;
    Foot world(layered("<normal_stiffness>1e8</normal_stiffness><shear_stiffness>5e7</shear_stiffness>"
                       "<static_friction>0.5</static_friction><element_size>2e-4</element_size>"));
    State state = world.start();
    world.foot.setQ(state, Vec3(0, 0.2, radius - depth));
    world.model.system.realize(state, SimTK::Stage::Dynamics);
    const DEMSurface &pad = world.surface(0), &floor = world.surface(1);
    const Real force = SimTK::Pi * radius * depth * depth * k, area = 2 * SimTK::Pi * radius * depth;
    // An element of 0.2 mm beside a contact radius of 10 mm. The error of the area falls in proportion to the element size.
    EXPECT_NEAR(pad.getForce(state)[1], force, 2e-3 * force);
    EXPECT_NEAR(pad.output_contact_area(state), area, 0.02 * area);
    EXPECT_NEAR(pad.output_mean_pressure(state) * pad.output_contact_area(state), force,
                0.02 * force); // normals fan out
    EXPECT_NEAR(pad.output_peak_pressure(state), k * depth, 1e-3 * k * depth);
    EXPECT_NEAR(pad.output_pressure_center(state)[0], 0.2, 1e-5);
    EXPECT_EQ(pad.output_slipping_share(state), 0); // no slip yet
    EXPECT_EQ(floor.output_peak_pressure(state), pad.output_peak_pressure(state));
    const Array<std::string> labels = world.force.getRecordLabels();
    const Array<double> values = world.force.getRecordValues(state);
    ASSERT_EQ(labels.size(), 12 + 7);
    ASSERT_EQ(values.size(), 12 + 7);
    EXPECT_EQ(labels[12], "feet.pad.pressure_center.X");
    EXPECT_EQ(values[12], pad.output_pressure_center(state)[0]);
    EXPECT_EQ(labels[16], "feet.pad.mean_pressure");
    EXPECT_EQ(values[16], pad.output_mean_pressure(state));
    EXPECT_EQ(labels[18], "feet.pad.slipping_share");
}

// A layer that touches nothing has no area and no pressures, and its centre of pressure is not defined.
TEST(OpenSimComponent, ALayerAboveTheFloorHasNoPressure) {
    Foot world(layered("<normal_stiffness>1e8</normal_stiffness><shear_stiffness>5e7</shear_stiffness>"));
    State state = world.start();
    world.foot.setQ(state, Vec3(0, 0, 2 * radius));
    world.model.system.realize(state, SimTK::Stage::Dynamics);
    const DEMSurface& pad = world.surface(0);
    for (const Real value : {pad.output_contact_area(state), pad.output_mean_pressure(state),
                             pad.output_peak_pressure(state), pad.output_slipping_share(state)})
        EXPECT_EQ(value, 0);
    EXPECT_TRUE(pad.output_pressure_center(state).isNaN());
}

// A layer slides as a whole if it is moved far beyond the limit of its shear, which is mu p h/G = 0.5 mm at most here.
TEST(OpenSimComponent, ReportsTheSlippingShare) {
    Foot world(layered("<normal_stiffness>1e8</normal_stiffness><shear_stiffness>1e8</shear_stiffness>"
                       "<static_friction>0.5</static_friction>"));
    State state = world.start();
    world.foot.setQ(state, Vec3(0, 0, radius - 1e-3));
    world.foot.setU(state, Vec3(0, 1, 0));
    const State end = world.run(state, 5e-3);
    EXPECT_EQ(world.surface(0).output_slipping_share(end), 1);
}

// Every value of the XML arrives in the layer.
TEST(OpenSimComponent, ReadsEveryValueOfALayer) {
    const auto layerOf = [](const std::string& values) {
        const Foot world(layered(values));
        return world.surface(0).get_elastic_layer().makeLayer("pad");
    };
    const simbodydem::ElasticLayer byMaterial =
        layerOf("<thickness>0.01</thickness><youngs_modulus>1e6</youngs_modulus><poissons_ratio>0.4</poissons_ratio>"
                "<static_friction>0.8</static_friction><kinetic_friction>0.6</kinetic_friction>"
                "<transition_velocity>0.02</transition_velocity><restitution>0.3</restitution>"
                "<shear_damping>0.004</shear_damping><element_size>0.005</element_size>");
    auto expected = simbodydem::ElasticLayer(0.01, 1e6, 0.4)
                        .setFriction(0.8, 0.6)
                        .setTransitionVelocity(0.02)
                        .setRestitution(0.3)
                        .setShearDamping(0.004)
                        .setElementSize(0.005);
    EXPECT_EQ(byMaterial.describe(), expected.describe());
    EXPECT_EQ(byMaterial.getMaterial().staticFriction, 0.8);
    EXPECT_EQ(byMaterial.getMaterial().kineticFriction, 0.6);
    EXPECT_EQ(byMaterial.getMaterial().restitution, 0.3);
    const simbodydem::ElasticLayer byStiffness =
        layerOf("<normal_stiffness>1e8</normal_stiffness><shear_stiffness>3e7</shear_stiffness>"
                "<static_friction>0.8</static_friction><dissipation>2</dissipation>");
    EXPECT_EQ(byStiffness.describe(), simbodydem::ElasticLayer::fromStiffness(1e8, 3e7).describe());
    EXPECT_EQ(byStiffness.getMaterial().kineticFriction, 0.8); // that of static friction
    EXPECT_EQ(byStiffness.getMaterial().dissipation, 2);
}

// Every mistake in a layer is an error with the names of the surface and of the element.
TEST(OpenSimComponent, RefusesLayersThatAreNotClear) {
    const std::string stiffness = "<normal_stiffness>1e8</normal_stiffness><shear_stiffness>3e7</shear_stiffness>",
                      material = "<thickness>0.01</thickness><youngs_modulus>1e6</youngs_modulus>",
                      pad = "DEMSurface \"pad\"";
    std::string foreign = layered("");
    for (std::size_t at; (at = foreign.find("DEMElasticLayer")) != std::string::npos;)
        foreign.replace(at, std::string("DEMElasticLayer").size(), "Layer");
    const std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
        {layered(""), {pad, "no stiffness", "<normal_stiffness> and <shear_stiffness>"}},
        {layered(stiffness + "<thickness>0.01</thickness>"), {pad, "<thickness> and also <normal_stiffness>"}},
        {layered(material), {pad, "no <poissons_ratio>"}},
        {layered("<shear_stiffness>3e7</shear_stiffness>"), {pad, "no <normal_stiffness>"}},
        {layered("<normal_stiffness>1e8</normal_stiffness>"), {pad, "no <shear_stiffness>"}},
        {layered(material + "<poissons_ratio>0.5</poissons_ratio>"), {pad, "<poissons_ratio>", "0.5"}},
        {layered("<normal_stiffness>-1</normal_stiffness><shear_stiffness>0</shear_stiffness>"),
         {pad, "<normal_stiffness>", "-1"}},
        {layered(stiffness + "<kinetic_friction>0.3</kinetic_friction>"), {pad, "<kinetic_friction>"}},
        {layered(stiffness + "<static_friction>0.3</static_friction><kinetic_friction>0.4</kinetic_friction>"),
         {pad, "<kinetic_friction>", "0.4"}},
        {layered(stiffness + "<transition_velocity>0</transition_velocity>"), {pad, "<transition_velocity>", "m/s"}},
        {layered(stiffness + "<restitution>0.01</restitution>"), {pad, "<restitution>", "0.01"}},
        {layered(stiffness + "<restitution>0.3</restitution><dissipation>1</dissipation>"), {pad, "<dissipation>"}},
        {layered(stiffness + "<dissipation>-1</dissipation>"), {pad, "<dissipation>", "-1"}},
        {layered(stiffness + "<shear_damping>-1</shear_damping>"), {pad, "<shear_damping>", "-1"}},
        {layered(stiffness + "<element_size>0</element_size>"), {pad, "<element_size>"}},
        {layered(stiffness + "<thicknes>1</thicknes>"), {pad, "<elastic_layer>", "<thicknes>", "thickness"}},
        {layered(stiffness, "<youngs_modulus>1e6</youngs_modulus>"), {pad, "<elastic_layer>", "<youngs_modulus>"}},
        {layered(stiffness, "<stiffness_ratio>1</stiffness_ratio>"), {pad, "<elastic_layer>", "<stiffness_ratio>"}},
        {layered(stiffness, "<rounding>0</rounding>"), {"<rounding>", "pad/ball"}},
        {layered(stiffness, "<elastic_layer/>"), {pad, "<elastic_layer> is there twice"}},
        {foreign, {pad, "one <DEMElasticLayer>"}}};
    for (const auto& [xml, words] : cases) expectMessage<std::exception>([&xml = xml] { Foot(xml).start(); }, words);
}

// A mesh with a layer has no rounding unless it is given: the whole face of a cube carries. With a rounding of 1 mm the face is 1 mm
// smaller on each side, since rounded edges have no elements.
TEST(OpenSimComponent, AMeshWithALayerHasNoRounding) {
    const std::string stiffness = "<normal_stiffness>1e8</normal_stiffness><shear_stiffness>3e7</shear_stiffness>";
    const auto forceAt = [&](Real height, const std::string& rounding) {
        Foot world(layered(stiffness, rounding, "/cube"));
        State state = world.start();
        world.foot.setQ(state, Vec3(0, 0, height));
        world.model.system.realize(state, SimTK::Stage::Dynamics);
        return world.surface(0).getForce(state)[1];
    };
    const Real depth = 1e-3, face = 4 * radius * radius, expected = 1e8 * face * depth;
    EXPECT_NEAR(forceAt(radius - depth, ""), expected, 1e-9 * expected); // rounding of sums
    const Real rounded = expected * SimTK::square((radius - 1e-3) / radius);
    EXPECT_NEAR(forceAt(radius - depth, "<rounding>0.001</rounding>"), rounded, 1e-9 * expected);
}

// A cube that is put down on sand or soil of the XML ends where it does on that of the C++ API, with the same force. Both runs take the
// same steps, so 1e-9 allows for rounding only.
TEST(OpenSimComponent, SandAndSoilAreThoseOfTheLibrary) {
    const auto expectEqual = [](const PutDown& xml, const PutDown& cpp) {
        EXPECT_GT(cpp.force[1], 0.5 * mass * 9.81); // it stands, or nearly
        EXPECT_LT(cpp.pose[2], radius - 1e-3);      // it has sunk in
        EXPECT_LT((xml.pose - cpp.pose).norm(), 1e-9 * radius);
        EXPECT_LT((xml.force - cpp.force).norm(), 1e-9 * mass * 9.81);
    };
    expectEqual(putDownByXML(sandy(softSand)), putDownByCpp(simbodydem::Sand(800, 0.3)));
    expectEqual(putDownByXML(soiled(softSoil)), putDownByCpp(simbodydem::Soil(1.1, 2e3, 3e5, 500, 0.5, 0.01)));
}

// The cube in sand or soil and the ground below have outputs of the area, which are those of its record. On soil the area is that of a
// face, and its pressure is the whole force. The ground's surface has columns behind those of force and torque.
TEST(OpenSimComponent, ReportsThePressureOfSandAndSoil) {
    const Real face = 4 * radius * radius, weight = mass * 9.81;
    for (const std::string& ground : {sandy(softSand), soiled(softSoil)}) {
        Foot world(overGround(ground));
        const State end = world.run(world.start(), 0.5, putDownAccuracy);
        const std::vector<simbodydem::AreaRecord>& areas = world.force.getDEMForce().getAreaRecords(end);
        ASSERT_EQ(areas.size(), 1u) << ground;
        for (const int i : {0, 1}) {
            const DEMSurface& surface = world.surface(i);
            EXPECT_EQ(surface.output_contact_area(end), areas[0].area) << ground;
            EXPECT_NEAR(surface.output_mean_pressure(end), areas[0].meanPressure, 1e-12 * areas[0].meanPressure);
            EXPECT_EQ(surface.output_peak_pressure(end), areas[0].peakPressure) << ground;
            EXPECT_LT((surface.output_pressure_center(end) - areas[0].center).norm(), 1e-12) << ground;
            EXPECT_EQ(surface.output_slipping_share(end), areas[0].slippingArea / areas[0].area) << ground;
        }
        const Real upward = world.surface(0).getForce(end)[1];
        EXPECT_GT(upward, 0.5 * weight) << ground;
        if (ground == soiled(softSoil)) { // the sides of the cube touch sand too
            EXPECT_NEAR(areas[0].area, face, 1e-3 * face);
            EXPECT_NEAR(areas[0].meanPressure * areas[0].area, upward, 1e-9 * weight); // rounding of sums
        }
        const Array<std::string> labels = world.force.getRecordLabels();
        const Array<double> values = world.force.getRecordValues(end);
        ASSERT_EQ(labels.size(), 12 + 7);
        ASSERT_EQ(values.size(), 12 + 7);
        EXPECT_EQ(labels[15], "feet.field.contact_area");
        EXPECT_EQ(values[15], areas[0].area) << ground;
        EXPECT_EQ(values[7], -values[1]) << ground; // the force on the field
    }
}

// Every value of the XML arrives in the sand.
TEST(OpenSimComponent, ReadsEveryValueOfSand) {
    using simbodydem::Sand;
    const auto read = [](const std::string& values) {
        const Foot world(overGround(sandy(values)));
        return world.surface(1).get_sand().makeSand("field").describe();
    };
    Sand all(1400, 0.5);
    all.setSurfaceFriction(0.3)
        .setElasticDepth(0.02)
        .setDamping(0.7)
        .setGravity(Vec3(0, -1.62, 0.1))
        .setElementSize(0.004);
    EXPECT_EQ(read("<density>1400</density><internal_friction>0.5</internal_friction>"
                   "<surface_friction>0.3</surface_friction><elastic_depth>0.02</elastic_depth><damping>0.7</damping>"
                   "<gravity>0 -1.62 0.1</gravity><element_size>0.004</element_size>"),
              all.describe());
    EXPECT_EQ(read("<plate_resistance>3e5</plate_resistance>"), Sand::fromPlate(3e5).describe());
    EXPECT_EQ(read("<preset>drySand</preset>"), Sand::drySand().describe());
    EXPECT_EQ(read("<preset> glassBeads </preset>"), Sand::glassBeads().describe());
    EXPECT_EQ(read("<preset>poppySeedLoose</preset>"), Sand::poppySeedLoose().describe());
    EXPECT_EQ(read("<preset>poppy-seed-close</preset><surface_friction>0.2</surface_friction>"),
              Sand::poppySeedClose().setSurfaceFriction(0.2).describe());
}

// Every value of the XML arrives in the soil.
TEST(OpenSimComponent, ReadsEveryValueOfSoil) {
    using simbodydem::Soil;
    const auto read = [](const std::string& values) {
        const Foot world(overGround(soiled(values)));
        return world.surface(1).get_soil().makeSoil("field").describe();
    };
    Soil all(1.1, 2e3, 3e5, 500, 0.5, 0.01);
    all.setUnloadingStiffness(4e7, 1e8).setPlateWidth(0.2).setDamping(3e4).setCellSize(0.006);
    EXPECT_EQ(read(std::string(softSoil) +
                   "<unloading_stiffness>4e7</unloading_stiffness>"
                   "<unloading_stiffness_per_sinkage>1e8</unloading_stiffness_per_sinkage>"
                   "<plate_width>0.2</plate_width><damping>3e4</damping><cell_size>0.006</cell_size>"),
              all.describe());
    EXPECT_EQ(read("<preset>drySand</preset>"), Soil::drySand().describe());
    EXPECT_EQ(read("<preset>sandyLoam</preset>"), Soil::sandyLoam().describe());
    EXPECT_EQ(read("<preset>clayeySoil</preset>"), Soil::clayeySoil().describe());
    EXPECT_EQ(read("<preset>snow</preset><unloading_stiffness>4e7</unloading_stiffness>"),
              Soil::snow().setUnloadingStiffness(4e7).describe());
}

// Every mistake in sand or soil is an error with the names of the surface and of the element.
TEST(OpenSimComponent, RefusesSandAndSoilThatAreNotClear) {
    const std::string field = "DEMSurface \"field\"", loam = "<preset>sandyLoam</preset>",
                      beach = "<preset>drySand</preset>";
    const auto without = [](const std::string& element) { // softSoil
        std::string text = softSoil;
        const std::size_t begin = text.find("<" + element), end = text.find("</" + element) + element.size() + 3;
        return text.erase(begin, end - begin);
    };
    const auto negative = [&](const std::string& element) {
        return without(element) + "<" + element + ">-1</" + element + ">";
    };
    std::vector<std::pair<std::string, std::vector<std::string>>> cases = {
        {sandy(""), {field, "<sand> has no strength", "<preset>, or <density> and <internal_friction>, or"}},
        {sandy("<damping>1</damping>"), {field, "<sand> has no strength"}},
        {sandy(beach + "<density>1500</density>"), {field, "<sand> has <preset> and also <density>"}},
        {sandy(beach + "<plate_resistance>3e5</plate_resistance>"), {field, "<preset> and also <plate_resistance>"}},
        {sandy("<density>1500</density>"), {field, "<sand> has no <internal_friction>"}},
        {sandy("<internal_friction>0.4</internal_friction>"), {field, "<sand> has no <density>"}},
        {sandy("<preset>wetSand</preset>"), {field, "<sand>: <preset> is 'wetSand'", "poppySeedLoose"}},
        {sandy("<preset/>"), {field, "<sand>: <preset> is ''"}},
        {sandy("<density>-1</density><internal_friction>0.4</internal_friction>"), {field, "<density>", "-1"}},
        {sandy("<plate_resistance>0</plate_resistance>"), {field, "<plate_resistance>", "Pa/m"}},
        {sandy(beach + "<surface_friction>-1</surface_friction>"), {field, "<surface_friction>", "-1"}},
        {sandy(beach + "<elastic_depth>2</elastic_depth>"), {field, "<elastic_depth>", "2"}},
        {sandy(beach + "<damping>-1</damping>"), {field, "<damping>", "-1"}},
        {sandy(beach + "<gravity>0 0 0</gravity>"), {field, "<gravity>", "m/s^2"}},
        {sandy(beach + "<element_size>0</element_size>"), {field, "<element_size>"}},
        {sandy(beach + "<densty>1</densty>"), {field, "<sand>", "<densty>", "density"}},
        {sandy(beach) + sandy(beach), {field, "<sand> is there twice"}},
        {"<sand><Sand/></sand>", {field, "<sand> must contain one <DEMSand>"}},
        {sandy(beach) + "<static_friction>0.5</static_friction>", {field, "<sand> and also <static_friction>"}},
        {soiled(""), {field, "<soil> has no parameters", "<preset>, or <exponent>, <cohesive_modulus>"}},
        {soiled(loam + "<cohesion>1</cohesion>"), {field, "<soil> has <preset> and also <cohesion>"}},
        {soiled("<preset>loam</preset>"), {field, "<soil>: <preset> is 'loam'", "sandyLoam"}},
        {soiled(without("frictional_modulus") + "<frictional_modulus>-1</frictional_modulus>"),
         {field, "<frictional_modulus>", "-1"}},
        {soiled(without("cohesive_modulus") + "<cohesive_modulus>NaN</cohesive_modulus>"), {field, "k_c"}},
        {soiled(loam + "<unloading_stiffness_per_sinkage>1</unloading_stiffness_per_sinkage>"),
         {field, "<unloading_stiffness_per_sinkage> without <unloading_stiffness>"}},
        {soiled(loam + "<unloading_stiffness>0</unloading_stiffness>"), {field, "<unloading_stiffness>", "Pa/m"}},
        {soiled(loam + "<plate_width>0</plate_width>"), {field, "<plate_width>"}},
        {soiled(loam + "<damping>-1</damping>"), {field, "<damping>", "-1"}},
        {soiled(loam + "<cell_size>0</cell_size>"), {field, "<cell_size>"}},
        {soiled(loam + "<cel_size>1</cel_size>"), {field, "<soil>", "<cel_size>", "cell_size"}},
        {soiled(loam) + soiled(loam), {field, "<soil> is there twice"}},
        {"<soil><DEMSand/></soil>", {field, "<soil> must contain one <DEMSoil>"}},
        {soiled(loam) + "<restitution>0.5</restitution>", {field, "<soil> and also <restitution>"}},
        {soiled(loam) + "<rounding>0</rounding>", {field, "<rounding>", "field/floor"}},
        {sandy(beach) + soiled(loam), {field, "<sand> and also <soil>", "at most one"}},
        {sandy(beach) + "<elastic_layer><DEMElasticLayer/></elastic_layer>",
         {field, "<elastic_layer> and also <sand>", "at most one"}}};
    for (const char* element :
         {"exponent", "cohesive_modulus", "frictional_modulus", "cohesion", "friction_angle", "shear_length"})
        cases.push_back({soiled(without(element)), {field, "<soil> has no <" + std::string(element) + ">"}});
    for (const char* element : {"exponent", "cohesion", "friction_angle", "shear_length"})
        cases.push_back({soiled(negative(element)), {field, "<" + std::string(element) + ">", "-1"}});
    for (const auto& [ground, words] : cases)
        expectMessage<std::exception>([&ground = ground] { Foot(overGround(ground)).start(); }, words);
}

// Sand and soil are half spaces on Ground. The error has the name of the geometry.
TEST(OpenSimComponent, SandAndSoilAreHalfSpacesOnGround) {
    const auto start = [](const std::string& ofGround, const SimTK::ContactGeometry& shape, bool isOnGround) {
        Foot world(overGround(ofGround, "/other"));
        const ContactGeometry other("other", isOnGround ? world.ground : world.calcn, shape, Vec3(0));
        world.model.components["/other"] = &other;
        world.start();
    };
    for (const std::string kind : {"sand", "soil"}) {
        const std::string ofGround =
            kind == "sand" ? sandy("<preset>drySand</preset>") : soiled("<preset>snow</preset>");
        for (const SimTK::ContactGeometry& shape :
             {SimTK::ContactGeometry(SimTK::ContactGeometry::Sphere(radius)),
              SimTK::ContactGeometry(SimTK::ContactGeometry::TriangleMesh(cubeMesh())),
              SimTK::ContactGeometry(SimTK::ContactGeometry::Cylinder(radius))})
            expectMessage([&] { start(ofGround, shape, true); },
                          {"field/other: " + kind + " must be a HalfSpace or a Terrain"});
        expectMessage([&] { start(ofGround, SimTK::ContactGeometry::HalfSpace(), false); },
                      {"field/other: " + kind + " must be on Ground"});
    }
}

// Laws are set by the name of a pair or one by one, with parameters. Masses are set by name or number, with spaces around them.
TEST(OpenSimComponent, TakesAnyLawOfTheCatalog) {
    const std::string own = "<normal_law>linear stiffness=1e5</normal_law><tangential_law>cundall</tangential_law>";
    for (const std::string& settings :
         {std::string("<law>Cundall</law>"), std::string("<law> pfc-hysteretic </law>"), own,
          own + "<rolling_law>epsd</rolling_law><effective_mass> TwoBody </effective_mass>",
          std::string("<effective_mass>2.5</effective_mass>"),
          std::string("<exclude_adjacent_bodies>true</exclude_adjacent_bodies>")}) {
        const std::string friction = "<rolling_friction>0.1</rolling_friction>";
        Foot world("<DEMContactForce name='feet'>" + settings + "<surfaces>" + surface("foot_r", "/heel_r", friction) +
                   surface("floor", "/floor", friction) + "</surfaces></DEMContactForce>");
        State state = world.start();
        world.foot.setQ(state, Vec3(0, 0, radius - 1e-4));
        world.model.system.realize(state, SimTK::Stage::Dynamics);
        EXPECT_GT(world.surface(0).getForce(state)[1], 0) << settings;
    }
    Foot excluded(feet("<exclude>floor foot_r</exclude>"));
    expectMessage([&] { excluded.start(); }, {"can ever touch", "excluded"});
}

// The types are registered for OpenSim's files once the library is loaded, however often. Warnings go to OpenSim's log.
TEST(OpenSimComponent, RegistersItself) {
    for (int i = 0; i < 2; ++i) {
        for (const char* type :
             {"DEMContactForce", "DEMSurface", "DEMElasticLayer", "DEMSand", "DEMSoil", "DEMGroundReactionAnalysis"}) {
            const auto& types = Object::registered();
            ASSERT_EQ(types.count(type), 1u) << type;
            std::unique_ptr<Object> copy(types.at(type)->clone());
            EXPECT_EQ(copy->getConcreteClassName(), type);
        }
        RegisterTypes_osimSimbodyDEM();
    }
    Foot world;
    State state = world.start();
    world.foot.setQ(state, Vec3(0, 0, -0.5 * radius)); // the centres below the floor
    const long before = countInLog("warning: SimbodyDEM: ");
    world.run(state, 1e-6);
    EXPECT_EQ(countInLog("warning: SimbodyDEM: "), before + 1);
}

// A clone is not in a System until it is added to one.
TEST(OpenSimComponent, CloneIsInNoSystem) {
    Foot world;
    world.start();
    EXPECT_EQ(world.force.countSystems(), 1);
    const std::unique_ptr<DEMContactForce> copy(world.force.clone());
    expectMessage([&] { copy->getDEMForce(); }, {"call Model::initSystem()"});
}

// Contacts that are loaded but have no history give one warning. A foot that has just landed fast, or has a history, gives none.
TEST(OpenSimComponent, TellsOfAHistoryThatIsNotThere) {
    Foot world;
    const Component& force = world.force;
    const State end = world.run(world.start(), 2);
    State landing = world.start(), fromTable = landing;
    world.foot.setQ(landing, Vec3(0, 0, radius - 1e-4));
    world.foot.setU(landing, Vec3(0, 0, -1));
    fromTable.setTime(end.getTime());
    fromTable.setY(end.getY());
    for (const State& state : {landing, world.run(fromTable, 2.1)}) {
        world.model.system.realize(state, SimTK::Stage::Acceleration);
        force.extendRealizeAcceleration(state);
    }
    EXPECT_EQ(countInLog("have no history"), 0);
    world.model.system.realize(fromTable, SimTK::Stage::Acceleration);
    for (int i = 0; i < 2; ++i) force.extendRealizeAcceleration(fromTable);
    EXPECT_EQ(countInLog("contacts are loaded but have no history: 2 of them"), 1);
}

// All begin() of a run write one file. A new file begins if time goes back or there is another System.
TEST(GroundReactionAnalysis, GoesOnWithItsFile) {
    const Folder folder;
    Foot world;
    DEMGroundReactionAnalysis analysis = analysisOf(world, "grf", false);
    State state = world.start();
    const auto rowsAfter = [&](Real from) {
        for (int i = 0; i < 3; ++i) {
            state.setTime(from + 0.1 * i);
            world.model.system.realize(state, SimTK::Stage::Velocity);
            i == 0 ? analysis.begin(state) : i == 1 ? analysis.step(state, i) : analysis.end(state);
        }
        return rowsOf("grf.mot").size();
    };
    EXPECT_EQ(rowsAfter(0), 3u);
    EXPECT_EQ(rowsAfter(0.2), 5u); // begins with the row that is there
    EXPECT_EQ(rowsAfter(0.1), 3u);
    state = world.start();
    EXPECT_EQ(rowsAfter(1), 3u);
    analysis.isOn = false;
    EXPECT_EQ(rowsAfter(2), 3u);
}

// The files by surface and by body both have the foot's weight at rest. The external loads act on the body.
TEST(GroundReactionAnalysis, WritesLoadsByBody) {
    const Folder folder;
    Foot world;
    const State end = world.run(world.start(), 2);
    DEMGroundReactionAnalysis analysis = analysisOf(world, "grf", false);
    analysis.set_write_contacts(true);
    analysis.begin(end);
    for (const char* file : {"grf.mot", "grf_bodies.mot"}) {
        const auto rows = rowsOf(file);
        ASSERT_EQ(rows.size(), 1u) << file;
        ASSERT_EQ(rows[0].size(), 10u) << file;
        EXPECT_NEAR(rows[0][2], mass * 9.81, 1e-3) << file;
    }
    SimTK::Xml::Document loads("grf_external_loads.xml");
    SimTK::Xml::Element of = loads.getRootElement().getRequiredElement("ExternalLoads");
    EXPECT_EQ(of.getRequiredElementValue("datafile"), "grf_bodies.mot");
    SimTK::Xml::Element external = of.getRequiredElement("objects").getRequiredElement("ExternalForce");
    EXPECT_EQ(external.getRequiredElementValue("applied_to_body"), "calcn_r");
    EXPECT_TRUE(std::filesystem::exists("grf_contacts.csv"));
}

// Rows 1 ms apart have the friction of the run that made them, within a thousandth of the weight, without integration. One State
// takes all rows, as in AnalyzeTool. Without replay the rows have no friction.
TEST(GroundReactionAnalysis, ReplaysRows) {
    const Folder folder;
    Foot world;
    SimTK::Force::ConstantForce(world.model.forces, world.foot, Vec3(0), Vec3(0.5 * mass * 9.81, 0, 0));
    const State blank = world.start();
    State row = blank;
    DEMGroundReactionAnalysis analysis = analysisOf(world, "grf", true);
    SimTK::RungeKuttaMersonIntegrator integrator(world.model.system);
    integrator.setAccuracy(1e-6);
    integrator.initialize(blank);
    const auto frictionIn = [&](const State& state) {
        world.model.system.realize(state, SimTK::Stage::Dynamics);
        return world.surface(0).getForce(state)[0];
    };
    Real error = 0, without = 0;
    const int count = 1000;
    for (int i = 0; i <= count; ++i) {
        while (integrator.getTime() < 1e-3 * i) integrator.stepTo(1e-3 * i);
        State alone = blank;
        for (State* state : {&row, &alone}) {
            state->setTime(integrator.getTime());
            state->setY(integrator.getState().getY());
        }
        world.model.system.realize(row, SimTK::Stage::Velocity);
        i == 0 ? analysis.begin(row) : i == count ? analysis.end(row) : analysis.step(row, i);
        error += SimTK::square(frictionIn(row) - frictionIn(integrator.getState()));
        without += SimTK::square(frictionIn(alone) - frictionIn(integrator.getState()));
    }
    EXPECT_LT(std::sqrt(error / count), 1e-3 * mass * 9.81);
    EXPECT_GT(std::sqrt(without / count), 0.1 * mass * 9.81);
    EXPECT_EQ(rowsOf("grf.mot").size(), std::size_t(count + 1));
}

} // namespace test_component
