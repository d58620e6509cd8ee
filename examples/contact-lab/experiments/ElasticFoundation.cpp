// A body with an elastic layer, or with Simbody's ElasticFoundationForce, on a plane.

#include "ElasticFoundation.h"

#include "Model.h"
#include "Stepper.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ElasticLayer.h>
#include <simbodydem/NamedForces.h>
#include <simbodydem/SurfaceMaterial.h>
#include <simbodydem/shapes/HalfSpace.h>
#include <simbodydem/shapes/Mesh.h>
#include <simbodydem/shapes/Sphere.h>

#include <algorithm>
#include <ctime>
#include <memory>

namespace lab {

using namespace SimTK;
using namespace simbodydem;

namespace {

const Real mass = 1, friction = 0.45, dissipation = 1;  // [kg], [-], [s/m]
const Real shearDamping = 2e-3;                         // of the layer [s]
const Real shearStiffness = 0.29 * foundationStiffness; // of Poisson's ratio 0.3 [Pa/m]

PolygonalMesh meshOf(FoundationBody body) {
    return body == FoundationBody::Block ? PolygonalMesh::createBrickMesh(halfOfFoundationBlock, 5)
                                         : PolygonalMesh::createSphereMesh(radiusOfFoundationBall, 5);
}

struct FoundationModel : Model {
    MobilizedBody::Free body;
    std::unique_ptr<DEMContactForce> layer;             // or
    std::unique_ptr<ElasticFoundationForce> foundation; // one of both
    SurfaceIndex surface;

    FoundationModel(const Vec3& gravity, Foundation kind, FoundationBody shape, Real transitionVelocity = 0.01)
        : Model(gravity),
          body(matter.updGround(), shape == FoundationBody::Block ? makeBrick(mass, halfOfFoundationBlock)
                                                                  : makeBall(mass, radiusOfFoundationBall)) {
        if (kind == Foundation::Layer) {
            const ElasticLayer material = ElasticLayer::fromStiffness(foundationStiffness, shearStiffness)
                                              .setFriction(friction)
                                              .setDissipation(dissipation)
                                              .setShearDamping(shearDamping)
                                              .setElementsAreTriangles();
            ContactSurfaces surfaces(matter);
            surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), SurfaceMaterial(), "plane");
            if (shape == FoundationBody::Ball)
                surface = surfaces.add(body, Sphere(radiusOfFoundationBall), Vec3(0), material, "body");
            else
                surface = surfaces.add(body, Mesh::fromPolygons(meshOf(shape), 0), Vec3(0), material, "body");
            layer = std::make_unique<HertzMindlinForce>(forces, surfaces);
            ours.push_back(layer.get());
        } else {
            const ContactSetIndex set = contacts.createContactSet();
            contacts.addBody(set, matter.updGround(), ContactGeometry::HalfSpace(), HalfSpace::floor());
            contacts.addBody(set, body, ContactGeometry::TriangleMesh(meshOf(shape)), Transform());
            foundation = std::make_unique<ElasticFoundationForce>(forces, contacts, set);
            foundation->setBodyParameters(ContactSurfaceIndex(1), foundationStiffness, dissipation, friction, friction,
                                          0);
            foundation->setTransitionVelocity(transitionVelocity);
        }
    }
    const Force& getForce() const { return layer ? static_cast<const Force&>(*layer) : *foundation; }
};

// Returns the median CPU time of one evaluation of all forces [s].
Real timeEvaluation(const FoundationModel& model, State& state) {
    std::vector<Real> times;
    for (int i = 0; i < 9; ++i) {
        int count = 0;
        const std::clock_t start = std::clock();
        while (std::clock() - start < CLOCKS_PER_SEC / 50) {
            state.updQ(); // the positions count as new
            model.system.realize(state, Stage::Dynamics);
            ++count;
        }
        times.push_back(Real(std::clock() - start) / CLOCKS_PER_SEC / count);
    }
    std::nth_element(times.begin(), times.begin() + 4, times.end());
    return times[4];
}

} // namespace

PressResult pressOnFoundation(Foundation foundation, FoundationBody body, Real depth, bool isMeasured) {
    FoundationModel model(Vec3(0), foundation, body);
    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    const Real height = body == FoundationBody::Block ? halfOfFoundationBlock[1] : radiusOfFoundationBall;
    model.body.setQToFitTranslation(state, Vec3(0, height - depth, 0));
    model.system.realize(state, Stage::Dynamics);
    PressResult result;
    result.force = forceOn(model.body, model.getForce(), state)[1][1];
    if (model.layer) result.numElements = int(model.layer->getElementRecords(state, model.surface).size());
    if (isMeasured) result.evaluationSeconds = timeEvaluation(model, state);
    return result;
}

FoundationSlopeResult runFoundationSlope(const FoundationSlopeOptions& options) {
    const Real slope = 17 * Pi / 180, g = 9.81;
    FoundationModel model(g * Vec3(std::sin(slope), -std::cos(slope), 0), options.foundation, FoundationBody::Block,
                          options.transitionVelocity); // x runs down the slope
    const Vec3& half = halfOfFoundationBlock;
    const Real depth = mass * g * std::cos(slope) / (foundationStiffness * 4 * half[0] * half[2]);
    State state = model.system.realizeTopology();
    model.system.realizeModel(state);
    model.body.setQToFitTranslation(state, Vec3(0, half[1] - depth, 0));

    const std::clock_t start = std::clock();
    Advance advance(model, options.integrator, state, options.time, mass * g * half[1]);
    const auto place = [&](Real time) { return model.body.getBodyOriginLocation(advance.to(time))[0]; };
    const Real before = place(options.time / 5);
    FoundationSlopeResult result;
    result.drift = place(options.time) - before;
    result.cpuSeconds = Real(std::clock() - start) / CLOCKS_PER_SEC;
    static_cast<Effort&>(result) = advance.getEffort();
    return result;
}

} // namespace lab
