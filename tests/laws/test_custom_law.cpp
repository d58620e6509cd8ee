// Tests a user's own laws, in a separate file, with their own history.

#include "Messages.h"
#include "Scene.h"

#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HertzNormal.h>

namespace test_custom_law {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Loads along k delta, and unloads along a stiffer line through the largest overlap so far, which it remembers.
class Plastic final : public NormalLawOf<Plastic> {
public:
    struct Memory {
        Real deepest;
    };
    enum class Unloading { Stiff, Elastic };
    friend std::vector<std::string> namesOf(Unloading) { return {"Stiff", "Elastic"}; }

    Plastic& setUnloadingRatio(Real ratio) { return assign(unloadingRatio, ratio); }
    Plastic& setUnloading(Unloading u) { return assign(unloading, u); }

    RequiredValues getRequiredValues() const override { return {&SurfaceMaterial::youngsModulus}; }
    NormalOutput calcForce(const NormalInput& in) const override {
        const Real deepest = std::max(in.history.get<Memory>().deepest, in.overlap);
        const Real stiffness = unloading == Unloading::Elastic ? loading : unloadingRatio * loading;
        const Real residual = deepest * (1 - loading / stiffness);
        NormalOutput out;
        out.force = out.frictionalLoad = std::max(Real(0), stiffness * (in.overlap - residual));
        out.history.set(Memory{deepest});
        return out;
    }

private:
    ParameterTable listParameters() override {
        return {number("unloadingRatio", unloadingRatio, "-", {1, Infinity, true, false}, "k_U/k_L"),
                choice("unloading", unloading)};
    }
    void prepare() override { loading = 0.01 * pair.a.youngsModulus; }
    Real unloadingRatio = 4, loading = NaN;
    Unloading unloading = Unloading::Stiff;
};

// A dashpot without limit.
class Dashpot final : public TangentialLawOf<Dashpot> {
public:
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

class Listening final : public TangentialLawOf<Listening> {
public:
    explicit Listening(Loads& loads) : loads(loads) {}
    TangentialOutput calcForce(const TangentialInput& in) const override {
        loads.tangential = in.normal.frictionalLoad;
        return {};
    }

private:
    Loads& loads;
};

class ListeningToo final : public RollingLawOf<ListeningToo> {
public:
    explicit ListeningToo(Loads& loads) : loads(loads) {}
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

// A custom law lists the values of its setters, and rejects a value out of the range of its table.
TEST(CustomLaw, HasATableOfParameters) {
    Plastic law;
    law.setUnloadingRatio(2).setUnloading(Plastic::Unloading::Elastic);
    const LawParameters parameters = law.getParameters();
    ASSERT_EQ(parameters.size(), 2u);
    EXPECT_EQ(parameters[0].name, "unloadingRatio");
    EXPECT_EQ(std::get<Real>(parameters[0].value), 2);
    EXPECT_EQ(std::get<std::string>(parameters[1].value), "Elastic");
    expectMessage([&] { law.setUnloadingRatio(0.5); },
                  {"Plastic: unloadingRatio k_U/k_L = 0.5; it must be >= 1 and finite"});
}

// A custom law has the name of its class, without the namespaces of a class in a function.
TEST(CustomLaw, HasTheNameOfItsClass) {
    class Local final : public RollingLawOf<Local> {
        RollingOutput calcTorque(const RollingInput&) const override { return {}; }
    };
    EXPECT_EQ(Local().getName(), "Local");
    EXPECT_EQ(Plastic().getName(), "Plastic");
    EXPECT_EQ(HertzNormal().getName(), "HertzNormal");
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
