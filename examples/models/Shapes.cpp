#include "RunAdviceOptions.h"
#include "Shapes.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Terrain.h>

namespace lab {

using namespace SimTK;

namespace {

const Real g = 9.81;

// Holds a model whose contacts are a contact set, so that HuntCrossleyForce can have the same contacts.
struct Scene : OneSetModel {
    std::unique_ptr<simbodydem::DEMContactForce> ours;

    explicit Scene(const Vec3& floorHalf) : OneSetModel(Vec3(0, -g, 0)) {
        matter.setShowDefaultGeometry(false);
        if (floorHalf.norm() > 0) {
            addGround();
            matter.Ground().addBodyDecoration(Vec3(0, -floorHalf[1], 0), DecorativeBrick(floorHalf).setColor(Vec3(.8)));
        }
    }
    MobilizedBody::Free add(const MassProperties& mass, const ContactGeometry& geometry,
                            const DecorativeGeometry& looks) {
        MobilizedBody::Free body(matter.updGround(), Body::Rigid(mass));
        contacts.addBody(set, body, geometry, Vec3(0));
        body.addBodyDecoration(Vec3(0), looks);
        return body;
    }
    MobilizedBody::Free addBrick(Real mass, const Vec3& half, const Vec3& color) {
        return add(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(half)), ContactGeometry::Brick(half),
                   DecorativeBrick(half).setColor(color));
    }
    State install(const LawChoice& law) {
        ours = installForce(set, law, law.getMaterial());
        if (ours) ours->setTrackDissipatedEnergy(true);
        return system.realizeTopology();
    }
};

// Makes stairs that go down along x from the origin, with a landing before and after. They have a base, since a TriangleMesh
// of Simbody is closed.
PolygonalMesh makeStairs(int count, Real tread, Real rise, Real halfWidth) {
    PolygonalMesh mesh;
    struct Line { // across the stairs
        int back, front;
    };
    const auto makeLine = [&](Real x, Real y) {
        return Line{mesh.addVertex(Vec3(x, y, -halfWidth)), mesh.addVertex(Vec3(x, y, halfWidth))};
    };
    const Real floor = -(count + 1) * rise, base = floor - rise, left = -2 * tread, right = (count + 5) * tread;
    const Line leftBase = makeLine(left, base), leftTop = makeLine(left, 0), rightTop = makeLine(right, floor),
               rightBase = makeLine(right, base);
    std::vector<Line> outline{leftBase, leftTop}, upper, lower, below; // of each rise
    for (int i = 0; i <= count; ++i) {
        upper.push_back(makeLine(i * tread, -i * rise));
        lower.push_back(makeLine(i * tread, -(i + 1) * rise));
        below.push_back(makeLine(i * tread, base));
        outline.insert(outline.end(), {upper[i], lower[i]});
    }
    outline.insert(outline.end(), {rightTop, rightBase});
    outline.insert(outline.end(), below.rbegin(), below.rend());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Line &p = outline[i], &q = outline[(i + 1) % outline.size()];
        mesh.addFace(Array_<int>{p.back, p.front, q.front, q.back});
    }
    const auto addSides = [&](const std::vector<Line>& column) { // counter-clockwise, seen from the front
        Array_<int> front, back;
        for (const Line& line : column) {
            front.push_back(line.front);
            back.insert(back.begin(), line.back);
        }
        mesh.addFace(front);
        mesh.addFace(back);
    };
    addSides({leftBase, below[0], lower[0], upper[0], leftTop});
    for (int i = 1; i <= count; ++i) addSides({below[i - 1], below[i], lower[i], upper[i], lower[i - 1]});
    addSides({below[count], rightBase, rightTop, lower[count]});
    return mesh;
}

// Makes a torus about y.
PolygonalMesh makeRing(Real radius, Real tube, int rings, int sides) {
    PolygonalMesh mesh;
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j) {
            const Real u = 2 * Pi * i / rings, v = 2 * Pi * j / sides, r = radius + tube * std::cos(v);
            mesh.addVertex(Vec3(r * std::cos(u), tube * std::sin(v), -r * std::sin(u)));
        }
    const auto at = [=](int i, int j) { return (i % rings) * sides + j % sides; };
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < sides; ++j) {
            mesh.addFace(Array_<int>{at(i, j), at(i + 1, j), at(i + 1, j + 1)});
            mesh.addFace(Array_<int>{at(i, j), at(i + 1, j + 1), at(i, j + 1)});
        }
    return mesh;
}

} // namespace

StackResult runStack(const StackOptions& options) {
    Scene scene(Vec3(.3, .005, .2));
    const Vec3 half(.05, .02, .03);
    std::vector<MobilizedBody::Free> bricks;
    for (int i = 0; i < options.bricks; ++i)
        bricks.push_back(scene.addBrick(.3, half,
                                        i + 1 == options.pulled ? Vec3(.12, .44, .71)
                                                                : Vec3(.85, .5, .2) + (i % 2) * Vec3(.1, .15, .15)));
    const Real height = (2 * options.pulled - 1) * half[1];
    Force::TwoPointLinearSpring pull(scene.forces, scene.matter.Ground(), Vec3(.5, height, 0),
                                     bricks[options.pulled - 1], Vec3(0), 100, 0);
    pull.setDisabledByDefault(true);
    State state = scene.install(options.law);
    scene.system.realizeModel(state);
    for (int i = 0; i < options.bricks; ++i) bricks[i].setQToFitTransform(state, Vec3(0, (2 * i + 1) * half[1], 0));
    const auto top = [&](const State& s) { return bricks.back().getBodyOriginLocation(s); };

    StackResult result;
    RunOptions silent = options;
    silent.show = {}; // nothing moves in this minute
    Run standing(scene, silent, state);
    const Vec3 before = top(standing.advanceTo(options.settling));
    State pulled = standing.advanceTo(options.settling + options.standing);
    scene.system.realize(pulled, Stage::Position);
    result.moved = (top(pulled) - before).norm();
    result.standing.add(scene.system, pulled);
    result.standingCost = standing.finish();

    pull.enable(pulled);
    RunOptions pulling = options;
    pulling.integrator = {"rkm", 1e-4};
    pulling.integrator.maxStep = 1e-3;
    Run falling(scene, pulling, pulled);
    falling.show.addForces(scene.ours.get());
    const int instants = 100;
    for (int i = 0; i < instants; ++i) falling.advanceTo(options.settling + options.standing + Real(i) / instants);
    const State& end = falling.advanceTo(options.settling + options.standing + 1);
    result.fallen = before[1] - top(end)[1];
    result.pulled.add(scene.system, end);
    return result;
}

RattlebackResult runRattleback(const RattlebackOptions& options) {
    Scene scene(Vec3(.25, .003, .1));
    const Vec3 axes(.2, .02, .03);
    const Inertia heavy(2e-4, 1.7e-3, 1.6e-3); // about axes that are turned by 0.05 rad
    MobilizedBody::Free stone =
        scene.add(MassProperties(1, Vec3(0), heavy.reexpress(~Rotation(.05, YAxis))), ContactGeometry::Ellipsoid(axes),
                  DecorativeEllipsoid(axes).setColor(Vec3(.85, .5, .2)));
    State state = scene.install(options.law);
    scene.system.realizeModel(state);
    stone.setQToFitTransform(state, Vec3(0, axes[1] - 2e-6, 0));
    stone.setUToFitVelocity(state, SpatialVec(Vec3(.01, options.spin, .01), Vec3(0)));
    RunAdviceOptions question;
    question.duration = options.duration;
    question.observe = [&](const State& s) { return Vector(1, stone.getBodyAngularVelocity(s)[1] / options.spin); };
    tryFirst(scene, options.integrator, state, question);
    Run run(scene, options, state);
    run.show.addForces(scene.ours.get());
    RattlebackResult result;
    const Real interval = 0.02;
    for (int i = 0; i <= countSamples(options.duration, interval); ++i) {
        const State& now = run.advanceTo(i * interval);
        result.samples.push_back({i * interval, stone.getBodyAngularVelocity(now)[1]});
        if (i == 0) result.picture.add(scene.system, now);
    }
    result.cost = run.finish();
    return result;
}

StairsResult runStairs(const StairsOptions& options) {
    Scene scene(Vec3(0));
    const int steps = 6, instants = 20;
    const PolygonalMesh stairs = makeStairs(steps, .15, .1, .5);
    scene.contacts.addBody(scene.set, scene.matter.Ground(), ContactGeometry::TriangleMesh(stairs), Vec3(0));
    scene.matter.Ground().addBodyDecoration(Vec3(0), DecorativeMesh(stairs).setColor(Vec3(.8)));
    MobilizedBody::Free brick = scene.addBrick(.5, Vec3(.06, .03, .04), Vec3(.85, .5, .2));
    State state = scene.install(options.law);
    scene.system.realizeModel(state);
    brick.setQToFitTransform(state, Transform(Rotation(.3, ZAxis), Vec3(-.1, .08, .02)));
    brick.setUToFitVelocity(state, SpatialVec(Vec3(0, 0, -8), Vec3(1.2, 0, .05))); // turned more, it may fall off the side
    RunAdviceOptions question;
    question.duration = options.duration;
    tryFirst(scene, options.integrator, state, question);
    Run run(scene, options, state);
    run.show.addForces(scene.ours.get());
    StairsResult result;
    Real before = 0;
    for (int i = 0; i <= instants; ++i) {
        const int rows = 6; // of a replay per instant
        for (int k = 1; k < rows && i > 0; ++k) run.advanceTo((i - 1 + Real(k) / rows) * options.duration / instants);
        const State& now = run.advanceTo(i * options.duration / instants);
        const Real energy = scene.system.calcEnergy(now);
        if (i == 0) before = energy;
        if (brick.getBodyOriginLocation(now)[1] > -1) result.picture.add(scene.system, now);
        if (i < instants) continue;
        result.isOnStairs = brick.getBodyOriginLocation(now)[1] > -(steps + 1) * .1;
        result.fallen = before - energy;
        if (scene.ours) result.missing = result.fallen - scene.ours->getDissipatedEnergy(now);
    }
    result.cost = run.finish();
    return result;
}

RingResult runRing(const RingOptions& options) {
    using simbodydem::Terrain;
    Model model(Vec3(0, -g, 0));
    model.matter.setShowDefaultGeometry(false);
    const int cells = 20;
    const auto height = [](Real x, Real y) { return 2 * (x * x + y * y); };
    const Terrain bowl =
        Terrain::fromFunction(height, Vec2(-.3), Vec2(.3), cells, cells, Terrain::Surface::Faceted, 1e-3);
    const PolygonalMesh tube = makeRing(.05, .02, options.rings, options.sides);
    simbodydem::SurfaceMaterial material = onMaterial(1e7, 0.3, 0.2, 0.5).getMaterial();
    const Rotation zUp(-Pi / 2, XAxis); // of the terrain
    const Real mass = 0.3;
    MobilizedBody::Free ring(model.matter.Ground(),
                             Body::Rigid(MassProperties(mass, Vec3(0), mass * UnitInertia(1.6e-3, 2.8e-3, 1.6e-3))));
    simbodydem::ContactSurfaces surfaces(model.matter);
    surfaces.add(model.matter.Ground(), bowl, zUp, material, "bowl");
    surfaces.add(ring, simbodydem::Mesh::fromPolygons(tube, 1e-3), Transform(), material, "ring");
    simbodydem::HertzMindlinForce force(model.forces, surfaces);
    force.setTrackDissipatedEnergy(true);

    PolygonalMesh looks;
    for (int i = 0; i <= cells; ++i)
        for (int j = 0; j <= cells; ++j) looks.addVertex(Vec3(bowl.getX()[i], bowl.getY()[j], bowl.getHeights()(i, j)));
    for (int i = 0; i < cells; ++i)
        for (int j = 0; j < cells; ++j) {
            const int at = i * (cells + 1) + j;
            looks.addFace(Array_<int>{at, at + cells + 1, at + cells + 2, at + 1});
        }
    model.matter.Ground().addBodyDecoration(Transform(zUp), DecorativeMesh(looks).setColor(Vec3(.8)));
    ring.addBodyDecoration(Vec3(0), DecorativeMesh(tube).setColor(Vec3(.85, .5, .2)));

    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    ring.setQToFitTransform(state, Transform(Rotation(0.3, UnitVec3(1, 0, 1)), Vec3(0.03, 0.12, 0.02)));
    RunOptions runOptions;
    runOptions.integrator = options.integrator;
    runOptions.integrator.maxStep = 1e-3;
    Run run(model, runOptions, state);
    RingResult result;
    result.triangles = tube.getNumFaces();
    const Real before = model.system.calcEnergy(run.advanceTo(0));
    const State& end = run.advanceTo(options.duration);
    result.speed = ring.getBodyOriginVelocity(end).norm();
    result.spin = ring.getBodyAngularVelocity(end).norm();
    result.fallen = before - model.system.calcEnergy(end);
    result.missing = result.fallen - force.getDissipatedEnergy(end);
    result.picture.add(model.system, end);
    result.cost = run.finish();
    return result;
}

} // namespace lab
