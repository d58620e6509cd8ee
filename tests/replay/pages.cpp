// Writes pages for a browser to check: replay_pages scene|apart|lost|layer|soil|terrain|balls FILE, or many FILE BODIES ROWS STRIDE.

#include <Simbody.h>

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/ReplayRecorder.h>
#include <simbodydem/Soil.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Brick.h>
#include <simbodydem/shapes/Cylinder.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>
#include <simbodydem/shapes/Terrain.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace SimTK;
using namespace simbodydem;

namespace {

Body::Rigid makeBall(Real radius) { return Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::sphere(radius))); }

// Writes each kind of decoration on its own body, 1 m apart, and a ball that falls on a floor, slides and comes to
// rest. The positions are known: body k is at x = k - 1, except the last one, which is at x = t.
void writeScene(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const SurfaceMaterial material{1e6, 0.3, 0.5, 0.5};
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), material, "floor");
    matter.Ground().addBodyDecoration(Vec3(4, -0.05, 0), DecorativeBrick(Vec3(6, 0.05, 2)).setColor(Vec3(.8)));

    PolygonalMesh tent;
    for (Vec3 corner : {Vec3(-.3, 0, -.3), Vec3(.3, 0, -.3), Vec3(.3, 0, .3), Vec3(-.3, 0, .3), Vec3(0, .5, 0)})
        tent.addVertex(corner);
    for (int i = 0; i < 4; ++i) tent.addFace(Array_<int>{(i + 1) % 4, i, 4});
    Array_<DecorativeGeometry> decorations;
    decorations.push_back(DecorativeSphere(.3).setColor(Red));
    decorations.push_back(DecorativeBrick(Vec3(.3)).setColor(Green));
    decorations.push_back(DecorativeCylinder(.3, .3).setColor(Blue));
    decorations.push_back(DecorativeEllipsoid(Vec3(.4, .2, .3)).setColor(Orange));
    decorations.push_back(DecorativeMesh(tent).setColor(Purple));
    decorations.push_back(DecorativeCircle(.3).setColor(Cyan));
    decorations.push_back(DecorativeCone(Vec3(0, -.3, 0), UnitVec3(YAxis), .6, .3).setColor(Magenta));
    decorations.push_back(DecorativeTorus(.3, .1).setColor(Yellow));
    decorations.push_back(
        DecorativeBrick(Vec3(.3)).setColor(Black).setRepresentation(DecorativeGeometry::DrawWireframe));
    decorations.push_back(DecorativeArrow(Vec3(0, -.3, 0), Vec3(0, .3, 0), .2).setColor(Red));
    decorations.push_back(DecorativeFrame(.4));
    decorations.push_back(DecorativeLine(Vec3(-.3, 0, 0), Vec3(.3, .3, 0)).setColor(Black));
    decorations.push_back(DecorativePoint(Vec3(0)).setScaleFactors(Vec3(4)));
    decorations.push_back(DecorativeText("a label").setColor(Black));
    for (unsigned k = 0; k < decorations.size(); ++k) {
        MobilizedBody::Weld body(matter.Ground(), Vec3(int(k), .6, -1), makeBall(.3), Vec3(0));
        body.addBodyDecoration(Vec3(0), decorations[k]);
    }
    MobilizedBody::Free ball(matter.Ground(), makeBall(.3));
    ball.addBodyDecoration(Vec3(0), DecorativeSphere(.3).setColor(Vec3(.9, .5, .1)).setOpacity(0.5));
    surfaces.add(ball, Sphere(.3), Vec3(0), material, "ball");
    MobilizedBody::Slider slider(matter.Ground(), Vec3(0, 2, 0), makeBall(.3), Vec3(0));
    slider.addBodyDecoration(Vec3(0), DecorativeBrick(Vec3(.2)).setColor(Vec3(.1, .4, .7)));
    Motion::Steady(slider, 1);

    HertzMindlinForce force(forces, surfaces);
    force.setTrackDissipatedEnergy(true);
    auto* replay = new ReplayRecorder(system, file, 0.01);
    replay->showContacts(force).follow(slider);
    system.addEventReporter(replay);
    State state = system.realizeTopology();
    ball.setQToFitTranslation(state, Vec3(1, .6, 1));
    ball.setUToFitLinearVelocity(state, Vec3(2, 0, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setMaximumStepSize(0.005);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(3);
}

// Writes balls on a square; in each row one ball of every STRIDE jumps. Rows are 1 ms apart.
void writeMany(const std::string& file, int bodies, int rows, int stride) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    const int side = int(std::ceil(std::sqrt(bodies)));
    std::vector<MobilizedBody::Translation> balls;
    State state;
    for (int i = 0; i < bodies; ++i) {
        balls.emplace_back(matter.Ground(), Vec3(i % side, 0.5, i / side), makeBall(.45), Vec3(0));
        balls.back().addBodyDecoration(Vec3(0),
                                       DecorativeSphere(.45).setColor(Vec3(Real(i % 7) / 7, .4, Real(i % 5) / 5)));
    }
    const ReplayRecorder recorder(system, file, Infinity);
    state = system.realizeTopology();
    for (int row = 0; row < rows; ++row) {
        state.setTime(1e-3 * row);
        for (int i = row % stride; i < bodies; i += stride)
            balls[i].setTranslation(state, Vec3(0, std::abs(std::sin(0.003 * row + i)), 0));
        recorder.record(state);
    }
}

// Writes two balls that meet in the air. Nothing touches Ground.
void writeApart(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    const SurfaceMaterial material{3e3, 0.3, 0.5, 0.5}; // soft, so that many rows have the contact
    ContactSurfaces surfaces(matter);
    std::vector<MobilizedBody::Translation> balls;
    for (const Real x : {-.4, .4}) {
        balls.emplace_back(matter.Ground(), Vec3(x, 1, 0), makeBall(.3), Vec3(0));
        balls.back().addBodyDecoration(Vec3(0), DecorativeSphere(.3));
        surfaces.add(balls.back(), Sphere(.3), Vec3(0), material, x < 0 ? "left" : "right");
    }
    HertzMindlinForce force(forces, surfaces);
    auto* replay = new ReplayRecorder(system, file, 0.01);
    replay->showContacts(force);
    system.addEventReporter(replay);
    State state = system.realizeTopology();
    balls[0].setVelocity(state, Vec3(1, 0, .2));
    balls[1].setVelocity(state, Vec3(-1, 0, 0));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setMaximumStepSize(0.005);
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    stepper.stepTo(3);
}

// Writes two balls; the position of the second is NaN from the sixth of ten rows on. Height is z.
void writeLost(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    system.setUpDirection(ZAxis);
    std::vector<MobilizedBody::Translation> balls;
    for (const Real x : {0., 1.}) {
        balls.emplace_back(matter.Ground(), Vec3(x, 0, 1), makeBall(.45), Vec3(0));
        balls.back().addBodyDecoration(Vec3(0), DecorativeSphere(.45).setColor(Vec3(.1, .4, .7)));
    }
    const ReplayRecorder recorder(system, file, Infinity);
    State state = system.realizeTopology();
    for (int row = 0; row < 10; ++row) {
        state.setTime(0.1 * row);
        if (row == 5) balls[1].setTranslation(state, Vec3(NaN));
        recorder.record(state);
    }
}

// Writes 500 rows of a tilted pad with a layer, of which 2000 elements touch a floor, and slip in part. It is in the air in the first
// row. A second pad, whose elements are too many for a row, touches in the last rows.
void writeLayer(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "floor");
    const Vec3 half(0.046, 0.01, 0.046); // with a face of 90 mm
    std::vector<MobilizedBody::Free> pads;
    for (const Real elementSize : {2e-3, 1e-3}) {
        pads.emplace_back(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::brick(half))));
        pads.back().addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Vec3(.8)));
        surfaces.add(pads.back(), Brick(half, 1e-3), Vec3(0),
                     ElasticLayer(5e-3, 5e6, 0.3).setFriction(0.5).setElementSize(elementSize),
                     "pad " + std::to_string(pads.size()));
    }
    HertzMindlinForce force(forces, surfaces);
    ReplayRecorder recorder(system, file, Infinity);
    recorder.showContacts(force);
    State state = system.realizeTopology();
    const int rows = 500;
    for (int row = 0; row < rows; ++row) {
        state.setTime(0.01 * row);
        const Real depth = 3e-4 + 1e-4 * std::sin(0.05 * row), x = 5e-4 * std::sin(0.02 * row);
        pads[0].setQToFitTransform(state,
                                   Transform(Rotation(3e-3, ZAxis), Vec3(x, half[1] - (row ? depth : -0.01), 0)));
        pads[1].setQToFitTranslation(state, Vec3(0.1, half[1] + (row < rows - 10 ? 0.01 : -1e-4), 0));
        system.realize(state, Stage::Dynamics);
        force.commitHistory(state);
        recorder.record(state);
    }
}

// Writes 500 rows of a wheel that rolls on soil, sinks in and out, and is above it in the last rows. It presses 20 000 cells. A grey slab
// of Ground ends at the surface. Adds the sinkages that the force returns, in every tenth row: their sum, and those along the middle of the rut.
void writeSoil(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const Real radius = 0.25, halfWidth = 0.1, cell = 5e-3;
    ContactSurfaces surfaces(matter);
    const SurfaceIndex field =
        surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::sandyLoam().setCellSize(cell), "field");
    matter.Ground().addBodyDecoration(Vec3(1.25, -0.1, 0), DecorativeBrick(Vec3(3, 0.1, 1)).setColor(Vec3(.5)));
    MobilizedBody::Free wheel(matter.Ground(),
                              Body::Rigid(MassProperties(1, Vec3(0), UnitInertia::cylinderAlongZ(radius, halfWidth))));
    wheel.addBodyDecoration(Rotation(Pi / 2, XAxis), DecorativeCylinder(radius, halfWidth).setColor(Vec3(.3, .4, .6)));
    surfaces.add(wheel, Cylinder(radius, halfWidth, 1e-3), Transform(), SurfaceMaterial{1e7, 0.3, 0.5, 0.5}, "wheel");
    HertzMindlinForce force(forces, surfaces);
    std::string expected;
    {
        ReplayRecorder recorder(system, file, Infinity);
        recorder.showContacts(force);
        State state = system.realizeTopology();
        const int rows = 500;
        for (int row = 0; row < rows; ++row) {
            state.setTime(0.01 * row);
            const Real x = 5.2e-3 * row, depth = row < rows - 20 ? 0.02 + 0.01 * std::sin(0.1 * row) : -0.01;
            wheel.setQToFitTransform(state, Transform(Rotation(-x / radius, ZAxis), Vec3(x, radius - depth, 0)));
            system.realize(state, Stage::Dynamics);
            force.commitHistory(state);
            recorder.record(state);
            if (row % 10) continue;
            Real sum = 0;
            std::string middle;
            const auto at = [&](int i, int j) { return Vec3((i + 0.5) * cell, 0, (j + 0.5) * cell); };
            for (int i = -60; i < 600; ++i) {
                for (int j = -25; j < 25; ++j) sum += force.getSinkage(state, field, at(i, j));
                const Real sinkage = force.getSinkage(state, field, at(i, 0));
                middle += (middle.empty() ? "" : ",") + std::to_string(sinkage); // to 1 um
            }
            expected += "{row:" + std::to_string(row) + ",sum:" + std::to_string(sum) + ",middle:[" + middle + "]},";
        }
    }
    if (std::FILE* page = std::fopen(file.c_str(), "a")) {
        std::fprintf(page, "<script>window.expected = [%s];</script>\n", expected.c_str());
        std::fclose(page);
    }
}

// Writes a ball that presses on a smooth terrain of soil in rows 1 to 5 of 10, and then leaves. Ground has grey triangles of the same heights.
void writeTerrain(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    matter.setShowDefaultGeometry(false);
    Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
    const auto height = [](Real x, Real y) { return 0.05 * std::sin(4 * x) + 0.04 * std::cos(5 * y); };
    const Terrain terrain = Terrain::fromFunction(height, Vec2(-1), Vec2(1), 20, 20);
    const Rotation up(-Pi / 2, XAxis); // z of the terrain is y of Ground
    PolygonalMesh triangles;
    for (int i = 0; i <= 20; ++i)
        for (int j = 0; j <= 20; ++j)
            triangles.addVertex(Vec3(terrain.getX()[i], terrain.getY()[j], terrain.getHeights()(i, j)));
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 20; ++j) {
            const int a = 21 * i + j;
            triangles.addFace(Array_<int>{a, a + 21, a + 22, a + 1});
        }
    matter.Ground().addBodyDecoration(up, DecorativeMesh(triangles).setColor(Vec3(.5)));
    ContactSurfaces surfaces(matter);
    surfaces.add(matter.Ground(), terrain, up, Soil::sandyLoam().setCellSize(5e-3), "hills");
    MobilizedBody::Free ball(matter.Ground(), makeBall(.1));
    ball.addBodyDecoration(Vec3(0), DecorativeSphere(.1).setColor(Vec3(.1, .4, .7)));
    surfaces.add(ball, Sphere(.1), Vec3(0), SurfaceMaterial{1e7, 0.3, 0.5, 0.5}, "ball");
    HertzMindlinForce force(forces, surfaces);
    ReplayRecorder recorder(system, file, Infinity);
    recorder.showContacts(force);
    State state = system.realizeTopology();
    for (int row = 0; row < 10; ++row) {
        state.setTime(0.1 * row);
        const Real above = row >= 1 && row <= 5 ? 0.1 - 0.01 * row : 0.5;
        ball.setQToFitTranslation(state, Vec3(0.2, height(0.2, -0.1) + above, 0.1));
        system.realize(state, Stage::Dynamics);
        force.commitHistory(state);
        recorder.record(state);
    }
}

// Writes 50 rows of 100 000 balls: ball k is at x = 0.02 (k mod 100), and in layers of 100 times 100. Those of the top layer move along z at
// 0.1 m/s, from row 1 on. The others rest.
void writeBalls(const std::string& file) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    matter.setShowDefaultGeometry(false);
    MobilizedBody::Weld plate(matter.Ground(), Vec3(-.3, .1, 1), makeBall(.1), Vec3(0));
    plate.addBodyDecoration(Vec3(0), DecorativeSphere(.1).setColor(Red));
    std::vector<ReplayBall> balls(100000);
    ReplayRecorder recorder(system, file, Infinity);
    recorder.showBalls([&](const State&) { return balls; });
    State state = system.realizeTopology();
    for (int row = 0; row < 50; ++row) {
        state.setTime(0.01 * row);
        for (int k = 0; k < int(balls.size()); ++k) {
            const int layer = k / 10000;
            const bool moves = layer == 9 && row > 0;
            balls[k] = {Vec3(.02 * (k % 100), .02 * layer, .02 * (k / 100 % 100) + (moves ? .001 * row : 0)), .01,
                        moves ? .1 : 0};
        }
        recorder.record(state);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 3 && argv[1] == std::string("scene"))
        writeScene(argv[2]);
    else if (argc == 6 && argv[1] == std::string("many"))
        writeMany(argv[2], std::atoi(argv[3]), std::atoi(argv[4]), std::atoi(argv[5]));
    else if (argc == 3 && argv[1] == std::string("apart"))
        writeApart(argv[2]);
    else if (argc == 3 && argv[1] == std::string("lost"))
        writeLost(argv[2]);
    else if (argc == 3 && argv[1] == std::string("layer"))
        writeLayer(argv[2]);
    else if (argc == 3 && argv[1] == std::string("soil"))
        writeSoil(argv[2]);
    else if (argc == 3 && argv[1] == std::string("terrain"))
        writeTerrain(argv[2]);
    else if (argc == 3 && argv[1] == std::string("balls"))
        writeBalls(argv[2]);
    else {
        std::fprintf(stderr, "usage: %s scene|apart|lost|layer|soil|terrain|balls FILE, or many FILE BODIES ROWS STRIDE\n",
                     argv[0]);
        return 2;
    }
}
