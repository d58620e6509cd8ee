// A scene on Simbody: its bodies, its force, and how time goes on in it.

#include "EngineWorld.h"

#include "Check.h"
#include "Integrators.h"

#include <ctime>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

Real processorSeconds() { return Real(std::clock()) / CLOCKS_PER_SEC; }

} // namespace

const std::vector<std::string>& listEngineIntegrators() {
    static const std::vector<std::string> all = {"rkm", "cpodes", "contact"};
    return all;
}

EngineWorld::EngineWorld(const Scene& scene, const SimbodySettings& settings)
    : model(scene.gravity), flies(scene.flies), radius(scene.bodies.front().radius) {
    for (const SceneBody& b : scene.bodies) bodies.push_back(MobilizedBody::Free(model.matter.updGround(), b.body));
    LawChoice law = onMaterial(settings.youngsModulus, 0.3, scene.restitution, scene.friction);
    law.law = settings.law;
    if (law.isHuntCrossley()) {
        law.transitionVelocity = settings.transitionVelocity;
        law.dissipation = dissipationForRestitution(law.restitution, scene.impactSpeed);
        addHuntCrossley(scene, law);
    } else
        addOurs(scene, law);
    State start = model.system.realizeTopology();
    model.system.realizeModel(start);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].setQToFitTranslation(start, scene.bodies[i].position);
        bodies[i].setUToFitLinearVelocity(start, scene.bodies[i].velocity);
    }
    advanceTo = makeAdvance(settings.integrator, settings.accuracy, start);
}

// Whoever brings an integrator that is not among makeIntegrator()'s adds it here, and its name to listEngineIntegrators().
std::function<const State&(Real)> EngineWorld::makeAdvance(const std::string& name, Real accuracy, const State& start) {
    if (name == "contact" && ours) {
        const auto integrator =
            std::make_shared<ContactIntegrator>(model.system, std::vector<const DEMContactForce*>{ours.get()});
        integrator->setAccuracy(accuracy);
        integrator->initialize(start);
        const Real patience = processorSeconds() + 20;
        return [integrator, patience](Real time) -> const State& {
            while (integrator->getTime() < time) {
                integrator->takeOneStep(time);
                if (processorSeconds() > patience) throw std::runtime_error("more than 20 s of the processor's");
            }
            return integrator->getState();
        };
    }
    IntegratorChoice choice;
    choice.name = name;
    choice.accuracy = accuracy;
    const std::shared_ptr<Integrator> integrator = makeIntegrator(model.system, choice, start);
    if (choice.isCPodes()) integrator->setAllowInterpolation(false); // or it steps past the bound
    const Real patience = processorSeconds() + 20;
    return [this, integrator, patience](Real time) -> const State& {
        while (integrator->getTime() < time) {
            const State& now = integrator->getAdvancedState();
            integrator->stepTo(time, now.getTime() + calcStepBound(now));
            if (processorSeconds() > patience) throw std::runtime_error("more than 20 s of the processor's");
        }
        return integrator->getState();
    };
}

void EngineWorld::advance(Real time) {
    const Real start = processorSeconds();
    state = &advanceTo(time);
    model.system.realize(*state, Stage::Velocity);
    cost += processorSeconds() - start;
}

void EngineWorld::addOurs(const Scene& scene, const LawChoice& law) {
    ContactSurfaces surfaces(model.matter);
    for (const Transform& plane : scene.planes)
        surfaces.add(model.matter.Ground(), HalfSpace(), plane, law.getMaterial());
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (const Vec3& at : scene.bodies[i].spheres)
            surfaces.add(bodies[i], Sphere(scene.bodies[i].radius), at, law.getMaterial());
    const NamedLaws named =
        findNamed(listNamedLaws(), law.law, "there is no law " + law.law + "; choose from hunt-crossley, ");
    ours = std::make_unique<DEMContactForce>(model.forces, surfaces, *makeNormalLaw(named.normal),
                                             *makeTangentialLaw(named.tangential));
}

void EngineWorld::addHuntCrossley(const Scene& scene, const LawChoice& law) {
    const ContactSetIndex set = model.contacts.createContactSet();
    for (const Transform& plane : scene.planes)
        model.contacts.addBody(set, model.matter.updGround(), ContactGeometry::HalfSpace(), plane);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (const Vec3& at : scene.bodies[i].spheres)
            model.contacts.addBody(set, bodies[i], ContactGeometry::Sphere(scene.bodies[i].radius), at);
    model.installForce(set, law, law.getMaterial());
}

// Ours knows what is about to touch; beside HuntCrossleyForce nothing flies further than a tenth of its radius.
Real EngineWorld::calcStepBound(const State& s) const {
    if (!flies) return Infinity;
    if (ours) return ours->calcStepBound(s);
    Real fastest = 0;
    model.system.realize(s, Stage::Velocity);
    for (const MobilizedBody& body : bodies) fastest = std::max(fastest, body.getBodyOriginVelocity(s).norm());
    return 0.1 * radius / fastest;
}

} // namespace lab
