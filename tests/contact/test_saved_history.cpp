// Tests the history as text: reading returns what was written, and a history of another model is an error.

#include "Messages.h"
#include "SavedHistory.h"

#include <simbodydem/ContactModel.h>
#include <simbodydem/MixingRules.h>
#include <simbodydem/laws/Law.h>
#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/HertzNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/ConstantRolling.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/MindlinSecant.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>

#include <fstream>

namespace test_saved_history {
namespace {

using namespace SimTK;
using namespace simbodydem;

// Accepts text into a buffer that cannot be emptied, as on a full disk.
struct FullDisk : std::streambuf {
    int_type overflow(int_type c) override { return c; }
    std::streamsize xsputn(const char*, std::streamsize n) override { return n; }
    int sync() override { return -1; }
};

// A history that was read is written as the same text, number for number.
TEST(SavedHistory, IsExact) {
    ThrownBrick world;
    State there = world.sliding();
    world.force.setFrictionFactor(there, ContactSurfaceIndex(2), 0.7);
    world.system.realize(there, Stage::Dynamics);
    const std::string text = save(world, there);
    ASSERT_NE(text.find("\ncontact 0 1 "), std::string::npos); // something was in contact
    State here = world.startFrom(there);
    load(world, here, text);
    EXPECT_EQ(save(world, here), text);
}

// A run may be saved, read into another model of the same kind and continued. It ends at the state of an uninterrupted run, to the
// last bit, for any memory of the laws.
TEST(SavedHistory, ContinuesARun) {
    const auto expectContinues = [](const NormalLaw& normal, const TangentialLaw& tangential,
                                    const RollingLaw& rolling) {
        ThrownBrick world(normal, tangential, rolling), elsewhere(normal, tangential, rolling);
        const State half = world.sliding(), whole = world.run(half, 0.02);
        State continued = elsewhere.startFrom(half);
        load(elsewhere, continued, save(world, half));
        continued = elsewhere.run(continued, 0.02);
        EXPECT_EQ((continued.getQ() - whole.getQ()).normInf(), 0) << normal.getName();
        EXPECT_EQ((continued.getU() - whole.getU()).normInf(), 0) << normal.getName();
        EXPECT_EQ(elsewhere.force.getDissipatedEnergy(continued), world.force.getDissipatedEnergy(whole));
    };
    expectContinues(ThrownBrick::fromRestitution(), MindlinIncremental(), EPSDRolling());
    expectContinues(LinearNormal().setStiffness(2e4), CundallSlider(), NoRolling());
    expectContinues(ElastoplasticNormal().setLoadingStiffness(2e4),
                    NonlinearSpringDashpotSlider(NonlinearSpringDashpotSlider::Form::LangstonTuzunHeyes),
                    ConstantRolling());
    expectContinues(HertzNormal(), MindlinSecant(), EPSDRolling()); // slides with a dashpot beside its spring
}

// Bodies that no longer touch are not written.
TEST(SavedHistory, ContainsBodiesInContactOnly) {
    ThrownBrick world;
    State state = world.sliding();
    ASSERT_NE(save(world, state).find("\nbody 0 "), std::string::npos);
    world.brick.setQToFitTranslation(state, Vec3(0, 1, 0));
    world.force.commitHistory(state);
    const std::string apart = save(world, state);
    EXPECT_EQ(apart.find("\nbody "), std::string::npos) << apart;
    EXPECT_EQ(apart.find("\ncontact "), std::string::npos);
}

// A file that an editor of another system changed is still read, with other line ends and a byte order mark.
TEST(SavedHistory, ReadsOtherLineEnds) {
    ThrownBrick world;
    State state = world.sliding();
    const std::string text = save(world, state);
    std::string edited = "\xEF\xBB\xBF";
    for (char c : text) edited += c == '\n' ? std::string("\r\n") : std::string(1, c);
    State here = world.startFrom(state);
    EXPECT_EQ(refusalOf(world, here, edited), "");
    EXPECT_EQ(save(world, here), text);
}

// A file of version 2, which has no damping times and limit lengths, can be read. The forces at its commit equal those of the present version.
TEST(SavedHistory, ReadsVersion2) {
    ThrownBrick world;
    const State state = world.sliding();
    std::istringstream lines(save(world, state));
    std::string old, line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string word;
        const bool isContact = line.compare(0, 8, "contact ") == 0;
        for (int column = 0; words >> word; ++column)
            if (!isContact || (column != 23 && column != 24 && column != 33 && column != 34))
                old += (column > 0 ? " " : "") + word;
        old += "\n";
    }
    old.replace(old.find("version 5"), 9, "version 2");
    State there = world.startFrom(state);
    load(world, there, seal(old));
    State here = world.startFrom(state);
    load(world, here, save(world, state));
    const auto expected = world.forcesOf(world.force, here), found = world.forcesOf(world.force, there);
    for (int i = 0; i < expected.size(); ++i)
        EXPECT_LT((found[i] - expected[i]).norm(), 1e-12 * expected[0].norm()); // rounding of the trial's direction
}

// The history of other laws, of other surfaces or of a force without energy tracking is an error that names the difference.
TEST(SavedHistory, RejectsAnotherModel) {
    ThrownBrick world, withoutRolling(ThrownBrick::fromRestitution(), MindlinIncremental(), NoRolling()),
        larger(ThrownBrick::fromRestitution(), MindlinIncremental(), EPSDRolling(), 0.03), untracked;
    untracked.force.setTrackDissipatedEnergy(false);
    State state = world.sliding();
    expectRefused(world, state, save(withoutRolling, withoutRolling.lying()), {"rolling NoRolling", "EPSDRolling"});
    expectRefused(world, state, save(larger, larger.lying()), {"sphere 0.03 m", "sphere 0.02 m"});
    expectRefused(world, state, save(untracked, untracked.lying()), {"tracking off", "tracking on"});
}

// A history of the same law with another parameter, material, mixing rule, effective mass or exclusion is an error, to the last digit.
TEST(SavedHistory, RejectsOtherParameters) {
    ThrownBrick world;
    State state = world.sliding();
    const auto expect = [&](ThrownBrick& other, const std::vector<std::string>& parts) {
        expectRefused(world, state, save(other, other.lying()), parts);
        EXPECT_NE(refusalOf(other, state = other.lying(), save(world, world.lying())), "");
        state = world.sliding();
    };
    const auto expectLaws = [&](const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling,
                                const std::vector<std::string>& parts) {
        ThrownBrick other(normal, tangential, rolling);
        expect(other, parts);
    };
    const auto expectSetting = [&](const std::function<void(DEMContactForce&)>& change,
                                   const std::vector<std::string>& parts) {
        ThrownBrick other;
        change(other.force);
        expect(other, parts);
    };
    expectLaws(HertzNormal(), MindlinIncremental(), EPSDRolling(), {"normal HertzNormal", "HuntCrossleyNormal"});
    expectLaws(ThrownBrick::fromRestitution().setMinimumImpactSpeed(0.1), MindlinIncremental(), EPSDRolling(),
               {"normal minimumImpactSpeed 0.1 m/s", "normal minimumImpactSpeed 0 m/s"});
    expectLaws(ThrownBrick::fromRestitution(), MindlinIncremental().setRescaleOnUnloading(false), EPSDRolling(),
               {"rescaleOnUnloading off", "rescaleOnUnloading on"});
    expectLaws(ThrownBrick::fromRestitution(), MindlinIncremental(), EPSDRolling().setDampingRatio(0.30000000000000004),
               {"rolling dampingRatio 0.30000000000000004", "rolling dampingRatio 0.3\""});

    const ContactSurfaceIndex floor(0), two(2);
    SurfaceMaterial slippery = ThrownBrick::rollingRubber();
    slippery.staticFriction = 0.4;
    MixingRules rules;
    rules.moduli = MixingRules::Moduli::TwoThirdsPower;
    expectSetting([&](auto& force) { force.setMaterialForAll(slippery); },
                  {"staticFriction 0.4", "staticFriction 0.5"});
    expectSetting([&](auto& force) { force.setMaterial(two, slippery); }, {"surface 2 material 1"});
    expectSetting([&](auto& force) { force.setMixingRules(rules); }, {"mixing moduli TwoThirdsPower"});
    expectSetting([&](auto& force) { force.setEffectiveMass(EffectiveMass::TwoBody); }, {"effective-mass TwoBody"});
    expectSetting([&](auto& force) { force.setEffectiveMass(0.25); }, {"effective-mass 0.25 kg"});
    expectSetting([&](auto& force) { force.setPairEffectiveMass(two, floor, 0.25); },
                  {"pair 0 2 effective-mass 0.25 kg"});
    expectSetting([&](auto& force) { force.excludePair(floor, two); }, {"excluded surfaces 0 2"});
    expectSetting([&](auto& force) { force.setDetectionMarginForAll(0.001); }, {"surface 0 margin 0.001 m"});
}

// A user's normal law: a spring that does or does not list its parameters.
class Spring final : public NormalLaw {
public:
    Spring(Real stiffness, bool speaks) : stiffness(stiffness), speaks(speaks) {}
    Spring* clone() const override { return new Spring(*this); }
    std::string getName() const override { return "Spring,\nby us"; }
    LawParameters getParameters() const override {
        return speaks ? LawParameters{{"stiffness", stiffness, "N/m"}} : LawParameters();
    }
    NormalOutput calcForce(const NormalInput& in) const override {
        NormalOutput out;
        out.force = out.frictionalLoad = stiffness * in.overlap;
        out.history.set(memory);
        return out;
    }
    Real memory = 1;

private:
    Real stiffness;
    bool speaks;
};

// A user's law is identified by the parameters that it lists, or by its name alone if it lists none.
TEST(SavedHistory, IdentifiesUsersLawsByTheirParameters) {
    ThrownBrick soft(Spring(2e4, false)), hard(Spring(3e4, false)), softSaid(Spring(2e4, true)),
        hardSaid(Spring(3e4, true));
    State state = hard.lying(), stateSaid = hardSaid.lying();
    EXPECT_EQ(refusalOf(hard, state, save(soft, soft.sliding())), "");
    EXPECT_NE(refusalOf(hardSaid, stateSaid, save(softSaid, softSaid.lying())).find("normal stiffness 20000 N/m"),
              std::string::npos);
}

// A history that could not be read is not written: here a law remembers NaN.
TEST(SavedHistory, IsNotWrittenIfItCannotBeRead) {
    Spring spring(2e4, true);
    spring.memory = NaN;
    ThrownBrick world(spring);
    const State state = world.sliding();
    std::ostringstream text;
    expectMessage<std::runtime_error>([&] { world.force.writeHistory(state, text); },
                                      {"history of the normal law = nan; it must be finite"});
    EXPECT_EQ(text.str(), "");
}

// A stream that fails is an error, not a shorter text. A stream that fails only when its buffer is emptied is an error too.
TEST(SavedHistory, ReportsAStreamThatFails) {
    ThrownBrick world;
    const State state = world.sliding();
    std::ostringstream bad;
    bad.setstate(std::ios::badbit);
    EXPECT_THROW(world.force.writeHistory(state, bad), std::runtime_error);
    FullDisk disk;
    std::ostream full(&disk);
    expectMessage<std::runtime_error>([&] { world.force.writeHistory(state, full); },
                                      {"4 contacts at t = 0.003 s is not saved"});
    std::ofstream device("/dev/full"); // on systems that have it
    if (device) {
        EXPECT_THROW(world.force.writeHistory(state, device), std::runtime_error);
    }
}

} // namespace
} // namespace test_saved_history
