// Tests a user's own laws, in a separate file, with their own history.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>

namespace test_custom_law {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Loads along k delta, and unloads along a stiffer line through the largest overlap so far, which it remembers.
class Plastic final : public NormalLaw {
public:
    struct Memory {
        Real deepest;
    };
    Plastic* clone() const override { return new Plastic(*this); }
    std::string getName() const override { return "Plastic"; }
    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::youngsModulus}; }
    void bind(const PairMaterial& pair) override { loading = 0.01 * pair.a.youngsModulus; }
    NormalOutput calcForce(const NormalInput& in) const override {
        const Real deepest = std::max(in.history.get<Memory>().deepest, in.overlap);
        const Real unloading = 4 * loading, residual = deepest * (1 - loading / unloading);
        NormalOutput out;
        out.force = out.frictionalLoad = std::max(Real(0), unloading * (in.overlap - residual));
        out.history.set(Memory{deepest});
        return out;
    }

private:
    Real loading = NaN;
};

// A dashpot without limit.
class Dashpot final : public TangentialLaw {
public:
    Dashpot* clone() const override { return new Dashpot(*this); }
    std::string getName() const override { return "Dashpot"; }
    TangentialOutput calcForce(const TangentialInput& in) const override {
        TangentialOutput out;
        out.force = -5 * in.slipVelocity;
        out.dissipatedPower = 5 * in.slipVelocity.normSqr();
        return out;
    }
};

// The loads that the laws get as inputs [N].
struct Loads {
    Real tangential = NaN, rolling = NaN;
};

class Listening final : public TangentialLaw {
public:
    explicit Listening(Loads& loads) : loads(loads) {}
    Listening* clone() const override { return new Listening(*this); }
    std::string getName() const override { return "Listening"; }
    TangentialOutput calcForce(const TangentialInput& in) const override {
        loads.tangential = in.normal.frictionalLoad;
        return {};
    }

private:
    Loads& loads;
};

class ListeningToo final : public RollingLaw {
public:
    explicit ListeningToo(Loads& loads) : loads(loads) {}
    ListeningToo* clone() const override { return new ListeningToo(*this); }
    std::string getName() const override { return "ListeningToo"; }
    RollingOutput calcTorque(const RollingInput& in) const override {
        loads.rolling = in.normal.frictionalLoad;
        return {};
    }

private:
    Loads& loads;
};

// Each law has its own input: a slippery surface reduces the load that friction feels, and no other load.
TEST(CustomLaw, FrictionFactorsConcernFrictionAlone) {
    Loads loads;
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    DEMContactForce force(world.forces, world.surfaces, Plastic(), Listening(loads), ListeningToo(loads));
    SurfaceMaterial material = SurfaceMaterial().setYoungsModulus(1e7);
    force.setMaterialForAll(material);
    State state = world.start(sphere, Vec3(0, 0.0999, 0));
    for (Real factor : {1., 0.25}) {
        force.setFrictionFactor(state, ContactSurfaceIndex(1), factor);
        world.forcesOf(force, state);
        const Real pressing = force.getContactRecords(state).at(0).normalForce.norm();
        EXPECT_EQ(loads.tangential, factor * pressing);
        EXPECT_EQ(loads.rolling, pressing);
    }
}

// Walton and Braun's closed form for k_L/k_U = 1/4 is a restitution of 0.5, which requires the law's history.
TEST(CustomLaw, KeepsItsOwnHistory) {
    FloorScene world;
    auto sphere = world.addSphere(0.1);
    DEMContactForce force(world.forces, world.surfaces, Plastic(), Dashpot());
    SurfaceMaterial material = SurfaceMaterial().setYoungsModulus(1e7);
    force.setMaterialForAll(material);
    State state = world.start(sphere, Vec3(0, 0.1, 0), Vec3(0, -1, 0));
    const State end = world.run(state, 0.1, 1e-8);
    EXPECT_NEAR(sphere.getBodyOriginVelocity(end)[1], 0.5,
                1e-4); // the turning point falls within a step
}

// An error about a missing value names the custom law that needs it.
TEST(CustomLaw, IsNamedInErrors) {
    FloorScene world;
    world.addSphere(0.1);
    DEMContactForce force(world.forces, world.surfaces, Plastic(), Dashpot());
    expectMessage([&] { world.system.realizeTopology(); }, {"DEMContactForce(Plastic, Dashpot)"});
}

} // namespace
} // namespace test_custom_law
