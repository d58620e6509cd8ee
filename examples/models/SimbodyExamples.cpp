#include "SimbodyExamples.h"

#include "Check.h"
#include "RunAdviceOptions.h"
#include "Strandbeest.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>

namespace lab {

using namespace SimTK;

namespace {

PolygonalMesh ballMesh(Real radius, int resolution) { return PolygonalMesh::createSphereMesh(radius, resolution); }

void show(Body& body, const PolygonalMesh& mesh, const Vec3& color) {
    body.addDecoration(Transform(), DecorativeMesh(mesh).setColor(color));
}

// Adds a box with half lengths of 3 x 4 x 5 m and 1 kg/m^3. It falls 2 m on a box with a half length of 200 m. It slides only as
// far as friction lets it.
MobilizedBody addTwoBoxes(Model& model) {
    Force::Gravity(model.forces, model.matter, UnitVec3(2, -10, 0), 1);
    const ContactMaterial material(1e8, 0.1, 0.3, 0.3, 0.01);
    const auto makeBox = [&](const Vec3& half, int resolution, const Vec3& color) {
        const Real mass = 8 * half[0] * half[1] * half[2];
        Body::Rigid body(MassProperties(mass, Vec3(0), mass * UnitInertia::brick(half)));
        const PolygonalMesh mesh = PolygonalMesh::createBrickMesh(half, resolution);
        body.addContactSurface(Transform(), ContactSurface(ContactGeometry::TriangleMesh(mesh), material, 0.5));
        body.addDecoration(Transform(), DecorativeBrick(half[0] > 20 ? Vec3(20, half[1], 20) : half).setColor(color));
        return body;
    };
    MobilizedBody::Free box(model.matter.Ground(), makeBox(Vec3(3, 4, 5), 2, Orange));
    MobilizedBody::Weld(model.matter.Ground(), makeBox(Vec3(200, 4, 200), 20, Vec3(.8)));
    box.setDefaultTransform(Vec3(0, 10, 0));
    return box;
}

// Adds a ball of triangles, 200 kg, on the floor. A double pendulum of spheres and a heavy pendulum of triangles move about it.
MobilizedBody addPlayground(Model& model) {
    Force::Gravity(model.forces, model.matter, -YAxis, 9.81);
    SimbodyMatterSubsystem& matter = model.matter;
    const auto material = [](Real stiffness, Real share = 1) {
        return ContactMaterial(stiffness, 0.09, 0.8 * share, 0.7 * share, 0.1 * share);
    };
    const ContactCliqueId ofFloor = ContactSurface::createNewContactClique(),
                          ofPendulums = ContactSurface::createNewContactClique(),
                          ofWall = ContactSurface::createNewContactClique();
    Body& ground = matter.updGround().updBody();
    ground.addContactSurface(Vec3(.25, 0, 0),
                             ContactSurface(ContactGeometry::HalfSpace(), material(1e6)).joinClique(ofWall));
    ground.addContactSurface(simbodydem::HalfSpace::floor(-3),
                             ContactSurface(ContactGeometry::HalfSpace(), material(1e7)).joinClique(ofFloor));
    ground.addDecoration(Vec3(-1.5, -3.05, 0), DecorativeBrick(Vec3(2.5, .05, 2)).setColor(Vec3(.8)));

    const Real r = 0.4;
    const auto makeBob = [&](ContactCliqueId clique) {
        Body::Rigid bob(MassProperties(1, Vec3(0), Inertia(1)));
        bob.addContactSurface(Transform(),
                              ContactSurface(ContactGeometry::Sphere(r), material(1e6)).joinClique(clique));
        show(bob, ballMesh(r, 2), Green);
        return bob;
    };
    MobilizedBody::Pin upper(matter.Ground(), Vec3(0), makeBob(ofPendulums), Vec3(0, 1, 0));
    MobilizedBody::Pin lower(upper, Vec3(0), makeBob(ofFloor), Vec3(0, 1, 0));
    Force::MobilityLinearSpring(model.forces, lower, MobilizerUIndex(0), 10, 0);
    upper.setDefaultAngle(-Pi / 12);

    Body::Rigid heavy(MassProperties(100, Vec3(0), Inertia(100)));
    heavy.addContactSurface(
        Transform(),
        ContactSurface(ContactGeometry::TriangleMesh(ballMesh(r, 2)), material(1e7), r / 2).joinClique(ofPendulums));
    show(heavy, ballMesh(r, 2), Vec3(.3, .4, .9));
    MobilizedBody::Pin pendulum(matter.Ground(), Vec3(-2, 0, 0), heavy, Vec3(0, 2, 0));
    pendulum.setDefaultAngle(-Pi / 4);

    Body::Rigid ball(MassProperties(200, Vec3(0), 200 * UnitInertia::sphere(1)));
    ball.addContactSurface(Transform(),
                           ContactSurface(ContactGeometry::TriangleMesh(ballMesh(1, 4)), material(1e7, 0.1), 0.5));
    show(ball, ballMesh(1, 4), Orange);
    MobilizedBody::Free free(matter.Ground(), Vec3(-2, 0, 0), ball, Vec3(0));
    free.setDefaultTransform(Transform(Rotation(Pi / 2, XAxis), Vec3(0, -1.8, 0)));
    return free;
}

// Puts one of three forces on the surfaces of the bodies. The first one is the force for which the examples were written.
struct Contact {
    std::unique_ptr<ContactTrackerSubsystem> tracker;
    std::unique_ptr<CompliantContactSubsystem> compliant;
    std::unique_ptr<HuntCrossleyForce> huntCrossley;
    std::unique_ptr<simbodydem::DEMContactForce> ours;

    Contact(Model& model, const std::string& name) {
        const Real transitionVelocity = 1e-3; // as the examples have it
        if (name == "compliant") {
            tracker = std::make_unique<ContactTrackerSubsystem>(model.system);
            compliant = std::make_unique<CompliantContactSubsystem>(model.system, *tracker);
            compliant->setTransitionVelocity(transitionVelocity);
            compliant->setTrackDissipatedEnergy(true);
        } else if (name == "hunt-crossley") {
            const ContactSetIndex set = model.contacts.createContactSet();
            huntCrossley = std::make_unique<HuntCrossleyForce>(model.forces, model.contacts, set);
            huntCrossley->setTransitionVelocity(transitionVelocity);
            for (MobilizedBodyIndex b(0); b < model.matter.getNumBodies(); ++b) {
                MobilizedBody& body = model.matter.updMobilizedBody(b);
                for (int i = 0; i < body.getBody().getNumContactSurfaces(); ++i) {
                    const ContactSurface& surface = body.getBody().getContactSurface(i);
                    const ContactMaterial& m = surface.getMaterial();
                    const ContactSurfaceIndex index(model.contacts.getNumBodies(set));
                    model.contacts.addBody(set, body, surface.getShape(), body.getBody().getContactSurfaceTransform(i));
                    huntCrossley->setBodyParameters(index, m.getStiffness(), m.getDissipation(), m.getStaticFriction(),
                                                    m.getDynamicFriction(), m.getViscousFriction());
                }
            }
        } else if (name == "hertz-mindlin") {
            ours = std::make_unique<simbodydem::HertzMindlinForce>(
                model.forces, simbodydem::ContactSurfaces::fromBodies(model.matter));
            simbodydem::SurfaceMaterial rest; // the one value that the materials of the bodies lack
            rest.restitution = 0.1;
            ours->setMaterialForAll(rest);
            ours->setTrackDissipatedEnergy(true);
            model.ours.push_back(ours.get());
        } else
            refuse("contact " + name + " is unknown; choose from hertz-mindlin, compliant, hunt-crossley");
    }
    Real calcDissipated(const State& state) const {
        return ours ? ours->getDissipatedEnergy(state) : compliant ? compliant->getDissipatedEnergy(state) : NaN;
    }
};

// Advances the run, and records the rows of the replay that are due in between.
const State& advance(Run& run, const ShowChoice& show, Real from, Real to) {
    if (show.isWanted())
        for (int i = 1; i < countSamples(to - from, show.interval); ++i) run.advanceTo(from + i * show.interval);
    return run.advanceTo(to);
}

} // namespace

PortedOptions::PortedOptions(const std::string& example)
    : example(example), integrator{"cpodes", 1e-4}, settling(40), duration(5) {
    integrator.maxStep = 0.02;
    if (example != "strandbeest") return;
    integrator.name = "rkm";
    integrator.accuracy = 1e-3;
    settling = 2;
    duration = 10;
}

PortedResult runPorted(const PortedOptions& options) {
    Model model;
    model.matter.setShowDefaultGeometry(false);
    std::unique_ptr<Strandbeest> beest;
    MobilizedBody body;
    if (options.example == "strandbeest") {
        beest = std::make_unique<Strandbeest>(model, 2); // [rad/s], towards -x
        body = beest->torso;
    } else if (options.example == "two-boxes")
        body = addTwoBoxes(model);
    else if (options.example == "playground")
        body = addPlayground(model);
    else
        refuse("example " + options.example + " is unknown; choose from strandbeest, two-boxes, playground");
    const Contact contact(model, options.contact);
    State state = model.system.realizeTopology();
    RunOptions runOptions;
    runOptions.integrator = options.integrator;
    PortedResult result;
    const ShowChoice ofWalk = options.walking > 0 ? options.show : ShowChoice(),
                     ofRest = options.walking > 0 ? ShowChoice() : options.show;
    if (beest) {
        Assembler(model.system).assemble(state);
        runOptions.show = ofWalk;
        Run walk(model, runOptions, state);
        walk.show.addForces(contact.ours.get());
        walk.show.follow(body);
        state = advance(walk, ofWalk, 0, options.walking);
        beest->motor.setRate(state, 0);
        result.cost = walk.finish();
    }
    runOptions.show = ofRest;
    RunAdviceOptions question; // result: displacement after it has settled
    question.samples = 1 + int(std::lround(options.settling / options.duration));
    question.duration = options.settling + options.duration;
    question.observe = [&](const State& s) { return Vector(body.getBodyOriginLocation(s)); };
    model.system.realize(state, Stage::Velocity);
    question.answer = [&, start = question.observe(state)](const std::vector<Vector>& places) {
        const Vector settled = places.size() > 1 ? places[places.size() - 2] : start;
        return Vector(1, (places.back() - settled).norm());
    };
    tryFirst(model, options.integrator, state, question);
    Run run(model, runOptions, state);
    run.show.addForces(contact.ours.get());
    const auto advanceTo = [&](Real time) -> const State& {
        return advance(run, ofRest, run.getTime(), options.walking + time);
    };
    const State& start = run.advanceTo(options.walking);
    const Real before = model.system.calcEnergy(start), dissipatedBefore = contact.calcDissipated(start);
    const Vec3 from = body.getBodyOriginLocation(advanceTo(options.settling));
    const State& end = advanceTo(options.settling + options.duration);
    result.moved = (body.getBodyOriginLocation(end) - from).norm();
    result.speed = body.getBodyOriginVelocity(end).norm();
    const Real fallen = before - model.system.calcEnergy(end);
    result.missing = fallen - (contact.calcDissipated(end) - dissipatedBefore);
    result.lost = fallen;
    result.picture.add(model.system, end);
    result.cost += run.finish();
    return result;
}

} // namespace lab
