// Counts heap allocations. Replaces the global operator new, for this test program only.

#include "Scene.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <sstream>

using namespace SimTK;
using namespace simbodydem;

namespace {
std::atomic<long> allocations{0};
std::atomic<std::size_t> bytes{0};
} // namespace

void* operator new(std::size_t size) {
    ++allocations;
    bytes += size;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { // that of std::stable_sort
    ++allocations;
    bytes += size;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

// Does nothing; it measures the allocations of Simbody itself around a force.
struct Nothing : Force::Custom::Implementation {
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0; }
};

} // namespace

// In steady contact a force evaluation allocates no memory.
TEST(MemoryAllocation, IsZeroInSteadyContact) {
    FloorScene world;
    for (int i = 0; i < 20; ++i) world.addSphere(0.1);
    auto force = world.makeForce<HertzMindlinForce>();
    Force::Custom nothing(world.forces, new Nothing);
    State state = world.start();
    for (int i = 0; i < 20; ++i)
        world.matter.getMobilizedBody(MobilizedBodyIndex(i + 1))
            .setQToFitTranslation(state, Vec3(0.1999 * i, 0.0999, 0));
    state.updU() = 1e-3;
    for (int step = 0; step < 3; ++step) { // both buffers of the history have been used
        world.system.realize(state, Stage::Acceleration);
        state.autoUpdateDiscreteVariables();
        state.setTime(1e-5 * (step + 1));
    }
    world.system.realize(state, Stage::Dynamics);
    ASSERT_EQ(force.getContactRecords(state).size(), 39u);

    Vector_<SpatialVec> bodyForces;
    Vector_<Vec3> particleForces;
    Vector mobilityForces;
    const auto count = [&](const Force& f) {
        f.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        const long before = allocations;
        f.calcForceContribution(state, bodyForces, particleForces, mobilityForces);
        return allocations - before;
    };
    EXPECT_EQ(count(force), count(nothing));
}

// Reading a damaged history takes memory in proportion to its text, even if it announces billions of rows and
// numbers.
TEST(MemoryAllocation, OfAReadHistoryIsBoundedByItsText) {
    FloorScene world;
    world.addSphere(0.1);
    auto force = world.makeForce<HertzMindlinForce>();
    State state = world.start();
    std::ostringstream text;
    force.writeHistory(state, text);
    const std::string header = text.str().substr(0, text.str().find("time ")), rest = "time 0\nfriction-factors ";
    for (const std::string& promise : {std::string("1 4000000000"), std::string("0\nbodies 4000000000"),
                                       std::string("0\ncontacts 4000000000 1 1"), std::string(1000000, '1')}) {
        std::string damaged = header + rest + promise + "\n";
        std::uint64_t hash = 14695981039346656037ull; // FNV-1a: a valid checksum
        for (const unsigned char c : damaged) hash = (hash ^ c) * 1099511628211ull;
        damaged += "checksum " + std::to_string(hash) + "\n";
        std::istringstream in(damaged);
        bytes = 0;
        EXPECT_THROW(force.readHistory(state, in), std::runtime_error);
        EXPECT_LT(bytes, 10 * damaged.size() + 100000); // memory of the model's own description
    }
}
