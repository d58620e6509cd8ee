// A block of 1 kg on four feet, which cannot turn. Its position at rest is known in closed form.
#ifndef SIMBODYDEM_TEST_FOOTED_BLOCK_H
#define SIMBODYDEM_TEST_FOOTED_BLOCK_H

#include "Scene.h"

namespace simbodydem {

const SimTK::Real g = 9.81, feet = 4, radius = 0.02, poisson = 0.3;

inline SimTK::Real effectiveModulus(SimTK::Real E) { return E / (2 * (1 - poisson * poisson)); }
// Returns the overlap of one foot, which carries a quarter of the load [N].
inline SimTK::Real overlapOf(SimTK::Real E, SimTK::Real load) {
    return std::pow(load / feet / (4. / 3. * effectiveModulus(E) * std::sqrt(radius)), 2. / 3.);
}
inline SimTK::Real tangentialStiffnessOf(SimTK::Real E, SimTK::Real overlap) { // 8 G* a of one foot
    return 8 * E / (2 * (1 + poisson)) / (2 * (2 - poisson)) * std::sqrt(radius * overlap);
}

/** The feet form a square and use a law with history. */
struct FootedBlock : Scene {
    std::unique_ptr<SimTK::MobilizedBody::Translation> body;
    std::unique_ptr<DEMContactForce> force;

    FootedBlock(SimTK::Real E, SimTK::Real friction, SimTK::Real restitution, SimTK::Real slope = 0) {
        addGravity(g * SimTK::Vec3(-std::sin(slope), -std::cos(slope), 0));
        material = {E, poisson, restitution, friction};
    }
    /** @param load  on all feet together [N] */
    SimTK::State stand(SimTK::MobilizedBody& ground, SimTK::Real load) {
        body = std::make_unique<SimTK::MobilizedBody::Translation>(matter.Ground(), SimTK::Body::Rigid(bodyOf(1)));
        add(ground, HalfSpace(), HalfSpace::floor(), "ground");
        for (const int x : {-1, 1})
            for (const int z : {-1, 1})
                add(*body, Sphere(radius), SimTK::Vec3(.08 * x, -.05, .08 * z),
                    "foot " + std::to_string(x) + std::to_string(z));
        force = std::make_unique<DEMContactForce>(forces, surfaces, HertzNormal(), MindlinSecant());
        force->setTrackDissipatedEnergy(true);
        SimTK::State state = start();
        system.prescribe(state);
        body->setOneQ(state, 1, .05 + radius - overlapOf(material.youngsModulus, load));
        return state;
    }
    SimTK::Real placeOf(const ContactIntegrator& integrator) const { return body->getOneQ(integrator.getState(), 0); }
};

/** Returns the slip of the block between two times. A platform shakes it once a second with 1.1 times the
acceleration that friction can transmit. The reference is 5.1776 mm in half a second: Runge-Kutta-Merson at 1e-8.
@param set  sets the integrator before it starts */
template <class Set> SimTK::Real slipOfShakenBlock(const Set& set, SimTK::Real from, SimTK::Real to) {
    using namespace SimTK;
    const Real friction = 0.5, frequency = 2 * Pi, amplitude = 1.1 * friction * g / square(frequency);
    FootedBlock block(1e8, friction, 0.5);
    MobilizedBody::Slider platform(block.matter.Ground(), Body::Rigid(MassProperties(10, Vec3(0), UnitInertia(1))));
    SimTK::Motion::Sinusoid(platform, SimTK::Motion::Position, amplitude, frequency, Pi / 2);
    State state = block.stand(platform, g);
    block.body->setOneQ(state, 0, amplitude);
    ContactIntegrator integrator(block.system, *block.force);
    set(integrator);
    integrator.initialize(state);
    const auto past = [&](Real time) {
        integrator.stepTo(time);
        return block.placeOf(integrator) - platform.getOneQ(integrator.getState(), 0);
    };
    const Real start = past(from);
    return std::abs(past(to) - start);
}

} // namespace simbodydem

#endif
