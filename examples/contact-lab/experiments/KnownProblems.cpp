// Runs problems with closed forms on Simbody. Their scenes are those of known_problems.json.

#include "KnownProblems.h"

#include "Check.h"
#include "KnownProblemData.h"
#include "Stepper.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/Messages.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Sphere.h>

#include <nlohmann/json.hpp>

#include <ctime>

namespace lab {

using namespace SimTK;
using namespace simbodydem;
using json = nlohmann::ordered_json;

namespace {

const json& getProblems() {
    static const json all = json::parse(knownProblemsJson);
    return all;
}

// Returns a list, since json's own iterators are ambiguous beside Simbody's operators.
const json::array_t& listOf(const json& j) { return j.get_ref<const json::array_t&>(); }

Vec3 toVec3(const json& j) { return Vec3(j[0], j[1], j[2]); }

Real processorSeconds() { return Real(std::clock()) / CLOCKS_PER_SEC; }

// Holds a scene on Simbody, and its clock.
class KnownScene {
public:
    const json& problem;
    std::vector<MobilizedBody> bodies;
    std::vector<Vec3> velocities; // at the start [m/s]

    // Throws std::invalid_argument if there is no such law or integrator.
    KnownScene(const json& problem, const SimbodySettings& settings)
        : problem(problem),
          model(toVec3(problem["gravity"])),
          isBounded(problem.value("flies", false) && settings.integrator != "contact") {
        State start = build(settings);
        model.system.realizeModel(start);
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            bodies[i].setQToFitTranslation(start, toVec3(problem["bodies"][i]["position"]));
            bodies[i].setUToFitLinearVelocity(start, velocities[i]);
        }
        IntegratorChoice choice{settings.integrator, settings.accuracy};
        choice.interpolates = !choice.isCPodes(); // otherwise it steps past the bound
        stepper = std::make_unique<Stepper>(model, choice, start);
    }

    void advance(Real time) {
        const Real start = processorSeconds();
        while (stepper->getTime() < time) {
            const State& now = stepper->getAdvancedState();
            stepper->stepTo(time, isBounded ? now.getTime() + calcStepBound(now) : Infinity);
            if (processorSeconds() > patience) throw std::runtime_error("more than 20 s of CPU time");
        }
        model.system.realize(stepper->getState(), Stage::Velocity);
        cost += processorSeconds() - start;
    }
    Real getCost() const { return cost; } // CPU time of advancing until now [s]

    // Present position, velocity and spin of a body.
    Vec3 position(std::size_t i) const { return bodies[i].getBodyOriginLocation(stepper->getState()); }
    Vec3 velocity(std::size_t i) const { return bodies[i].getBodyOriginVelocity(stepper->getState()); }
    Real spin(std::size_t i) const {
        return -bodies[i].getBodyAngularVelocity(stepper->getState())[2];
    } // > 0 rolls along x

private:
    // Builds the scene. HuntCrossleyForce needs a contact set. It is fitted to the restitution at the problem's impact speed.
    State build(const SimbodySettings& settings) {
        LawChoice law = onMaterial(settings.youngsModulus, 0.3, problem["restitution"], problem["friction"]);
        law.law = settings.law;
        ContactSurfaces surfaces(model.matter);
        const ContactSetIndex set = model.contacts.createContactSet();
        for (const json& plane : listOf(problem["planes"])) {
            const Transform pose(facing(toVec3(plane["normal"])), toVec3(plane["point"]));
            if (law.isHuntCrossley())
                model.contacts.addBody(set, model.matter.updGround(), ContactGeometry::HalfSpace(), pose);
            else
                surfaces.add(model.matter.Ground(), HalfSpace(), pose, law.getMaterial());
        }
        for (const json& placed : listOf(problem["bodies"])) {
            json b = problem["body"]; // values of all bodies
            b.update(placed);
            const Real mass = b["mass"];
            const Vec3 inertia = toVec3(b["inertia"]);
            bodies.push_back(MobilizedBody::Free(model.matter.updGround(),
                                                 Body::Rigid(MassProperties(mass, Vec3(0), Inertia(inertia)))));
            velocities.push_back(b.contains("velocity") ? toVec3(b["velocity"]) : Vec3(0));
            for (const json& sphere : listOf(b["spheres"]))
                if (law.isHuntCrossley())
                    model.contacts.addBody(set, bodies.back(), ContactGeometry::Sphere(sphere["radius"]),
                                           toVec3(sphere["at"]));
                else
                    surfaces.add(bodies.back(), Sphere(sphere["radius"]), toVec3(sphere["at"]), law.getMaterial());
        }
        if (law.isHuntCrossley()) {
            law.transitionVelocity = settings.transitionVelocity;
            law.dissipation = dissipationForRestitution(law.restitution, problem.value("impactSpeed", 1.));
            model.installForce(set, law, law.getMaterial());
        } else
            ours = model.installForce(surfaces, law);
        return model.system.realizeTopology();
    }

    // Returns the orientation of a half space, whose outward normal is its -x: on the floor, or turned about the vertical.
    static Rotation facing(const Vec3& normal) {
        return normal[1] > 0 ? facingUp() : Rotation(std::atan2(normal[2], -normal[0]), YAxis);
    }

    // Returns the longest step. A DEMContactForce computes it from the contacts ahead. With HuntCrossleyForce no body moves
    // further than a tenth of its radius.
    Real calcStepBound(const State& s) const {
        if (ours) return ours->calcStepBound(s);
        Real fastest = 0;
        model.system.realize(s, Stage::Velocity);
        for (const MobilizedBody& body : bodies) fastest = std::max(fastest, body.getBodyOriginVelocity(s).norm());
        return 0.1 * problem["body"]["spheres"][0]["radius"].get<Real>() / fastest;
    }

    Model model;
    const bool isBounded; // since a long step may miss a contact without notice
    const Real patience = processorSeconds() + 20;
    std::unique_ptr<DEMContactForce> ours; // null for HuntCrossleyForce
    std::unique_ptr<Stepper> stepper;
    Real cost = 0;
};

struct Measured {
    Real error;
    std::map<std::string, Real> values;
};

Measured compareWith(const json& right, const std::string& name, Real value) {
    return {std::abs(value / right.get<Real>() - 1), {{name, value}, {"right", right}}};
}

// Measures the creep of a body that must not move.
Measured measureCreep(KnownScene& world, Real end) {
    const Real since = world.problem["since"];
    world.advance(since);
    const Real then = world.position(0)[0];
    world.advance(end);
    const Real creep = (world.position(0)[0] - then) / (end - since);
    return {std::abs(creep), {{"creep", creep}}};
}

Measured measureDistance(KnownScene& world, Real end) {
    world.advance(end);
    return compareWith(world.problem["right"], "distance", world.position(0)[0]);
}

// Measures the apex in the middle of a flight, as the height above the floor that the energy reaches.
Measured measureApex(KnownScene& world, Real end) {
    const Real radius = world.problem["body"]["spheres"][0]["radius"], g = -world.problem["gravity"][1].get<Real>();
    world.advance(end);
    return compareWith(world.problem["right"], "apex",
                       world.position(0)[1] - radius + square(world.velocity(0)[1]) / (2 * g));
}

const std::map<std::string, Measured (*)(KnownScene&, Real)> measures = {{"creep", measureCreep},
                                                                          {"distance", measureDistance},
                                                                          {"apex", measureApex}};

std::string textOf(const SimbodySettings& settings) {
    const std::string integrator = fmt::format("{} {:.0e}", settings.integrator, settings.accuracy);
    if (settings.law == "hunt-crossley")
        return fmt::format("{}, E {:.0e} Pa, {} m/s", integrator, settings.youngsModulus, settings.transitionVelocity);
    return fmt::format("{}, {}, E {:.0e} Pa", settings.law, integrator, settings.youngsModulus);
}

} // namespace

const std::vector<KnownProblem>& listKnownProblems() {
    static const std::vector<KnownProblem> all = [] {
        std::vector<KnownProblem> problems;
        for (const auto& [name, p] : getProblems().get_ref<const json::object_t&>())
            problems.push_back({name, p["title"], p["error"], p["goodEnough"]});
        return problems;
    }();
    return all;
}

KnownRun runOnSimbody(const KnownProblem& asked, const SimbodySettings& settings) {
    const json& problem = getProblems().at(asked.name);
    const Real duration = problem["duration"];
    KnownScene(problem, settings); // throws for an unknown law or integrator
    KnownRun run{settings.law == "hunt-crossley" ? "HuntCrossleyForce" : "SimbodyDEM", asked.name, textOf(settings)};
    const Real patience = 0.2; // CPU time [s]; the fastest of several runs counts
    const int mostRuns = 20;
    Real least = Infinity, spent = 0;
    bool isWarned = false; // a sweep includes bad settings, and its table reports that
    const WarningHandler before = setWarningHandler([&](const std::string&) { isWarned = true; });
    try {
        for (int i = 0; spent < patience && i < mostRuns; ++i) {
            KnownScene world(problem, settings);
            const Measured m = measures.at(problem["measure"])(world, duration);
            least = std::min(least, world.getCost());
            spent += world.getCost();
            run.error = m.error;
            run.values = m.values;
            run.price = least / duration;
        }
    } catch (const std::exception& e) {
        run.settings += fmt::format("; gave up: {:.60}", e.what());
    }
    setWarningHandler(before);
    if (isWarned) run.settings += "; with a warning";
    return run;
}

} // namespace lab
