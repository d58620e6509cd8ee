// Tests saved histories that are damaged or forged: each is an error that names the line, or harmless.

#include "SavedHistory.h"

#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/ElastoplasticNormal.h>
#include <simbodydem/laws/normal/JKRNormal.h>
#include <simbodydem/laws/normal/LinearNormal.h>
#include <simbodydem/laws/rolling/ConstantRolling.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/rolling/ViscousRolling.h>
#include <simbodydem/laws/tangential/CundallSlider.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>
#include <simbodydem/laws/tangential/NonlinearSpringDashpotSlider.h>
#include <simbodydem/laws/tangential/TangentialSpring.h>

#include <random>

namespace test_damaged_history {
namespace {

using namespace SimTK;
using namespace simbodydem;

struct DamagedHistory : ::testing::Test {
    ThrownBrick world;
    State state = world.sliding();
    const std::string text = save(world, state);

    void expect(const std::string& damaged, const std::vector<std::string>& parts) {
        expectRefused(world, state, damaged, parts);
    }
    // Returns the number of the first line that begins with this word.
    std::string lineOf(const std::string& first) const {
        const std::size_t at = findRow(text, first);
        return "line " + std::to_string(1 + std::count(text.begin(), text.begin() + long(at), '\n')) + ":";
    }
};

// A text that has lost its end, gained a character or changed one is an error.
TEST_F(DamagedHistory, IsAnError) {
    expect("", {"line 1:", "ends too early"});
    expect("some other file\n", {"line 1:", "some other file", "SimbodyDEM contact history, version 5"});
    expect(text.substr(0, text.size() / 2), {"damaged or cut off"});
    expect(text.substr(0, text.size() - 2), {"damaged or cut off"});
    expect(text + "1", {"damaged or cut off"});
    for (std::size_t at = text.find("time"); at < text.size(); at += 97) {
        std::string changed = text;
        changed[at] = changed[at] == '3' ? '4' : '3';
        expect(changed, {"damaged or cut off"});
    }
}

// Each number has a range. A number out of range is an error with line, name and value, also with a valid checksum.
TEST_F(DamagedHistory, NumbersHaveRanges) {
    const auto refuse = [&](const std::string& row, int column, const std::string& word, const std::string& why) {
        expect(edit(text, row, column, word), {lineOf(row), why});
    };
    refuse("time", 1, "nan", "time: \"nan\" is not a number");
    refuse("time", 1, "inf", "time = inf s; it must be finite");
    refuse("friction-factors", 1, "2", "it must be a whole number in [0, 2)");
    refuse("energy", 1, "0.5", "open = 0.5; it must be a whole number in [0, 2)");
    refuse("energy", 2, "1e200", "offset = 1e+200 J; it must be finite");
    refuse("body", 1, "-1", "body = -1; it must be a whole number in [0, ");
    refuse("body", 1, "7", "body 7 has no surface");
    refuse("body", 2, "0.9", "axis has the length ");
    refuse("body", 11, "inf", "origin = inf m; it must be finite");
    refuse("body", 14, "-inf", "velocity = -inf m/s; it must be finite");
    refuse("body", 17, "NaN", "angular velocity: \"NaN\" is not a number");
    refuse("contact", 1, "0.5", "surface a = 0.5; it must be a whole number in [0, 5)");
    refuse("contact", 2, "5", "surface b = 5; it must be a whole number in [0, 5)");
    refuse("contact", 2, "0", "surface a must be smaller than surface b");
    refuse("contact", 1, "2", "surface a must be smaller than surface b");
    refuse("contact", 3, "-1", "patch = -1; it must be a whole number in [0, ");
    refuse("contact", 4, "1e100", "point = 1e+100 m; it must be finite");
    refuse("contact", 8, "0.5", "normal has the length 0.5; it must be 1");
    refuse("contact", 10, "x", "tangential displacement: \"x\" is not a number");
    refuse("contact", 13, "none", "overlap = nan m; it must be finite");
    refuse("contact", 14, "-1", "effective mass = -1 kg; it must be > 0");
    refuse("contact", 15, "0", "tangential effective mass = 0 kg; it must be > 0");
    refuse("contact", 16, "nan", "history of the normal law: \"nan\" is not a number");
    refuse("contact", 19, "inf", "history of the tangential law = inf; it must be finite");
    refuse("contact", 22, "1.5", "mobilization = 1.5; it must be in [0, 1]");
    refuse("contact", 23, "-1", "damping time = -1 s; it must be >= 0");
    refuse("contact", 24, "1e100", "limit length = 1e+100 m; it must be >= 0 and below 1e100");
    refuse("contact", 25, "1e300", "elastic rotation = 1e+300 rad; it must be finite");
    refuse("contact", 28, "-inf", "history of the rolling law = -inf; it must be finite");
    refuse("contact", 31, "-1", "mobilization of rolling = -1; it must be in [0, 1]");
    refuse("contact", 32, "nan", "mobilization of twisting: \"nan\" is not a number");
    refuse("contact", 33, "x", "damping time of rolling: \"x\" is not a number");
    refuse("contact", 34, "-0.1", "limit angle of rolling = -0.1 rad; it must be >= 0");
    refuse("contact", 35, "1e400", "energy of the normal force: \"1e400\" is not a number");
    world.force.setFrictionFactor(state, ContactSurfaceIndex(1), 0.5);
    expect(edit(save(world, state), "friction-factors", 3, "-0.5"), {"friction factor = -0.5; it must be >= 0"});
}

// A reflection, or a matrix whose axes are not perpendicular, is not a rotation and is an error.
TEST_F(DamagedHistory, RotationsMustBeProper) {
    const std::string ground = "body 0 1 0 0 0 1 0 0 0 1 ";
    const auto with = [&](const std::string& axes) {
        std::string changed = text;
        EXPECT_NE(changed.find(ground), std::string::npos);
        return seal(changed.replace(changed.find(ground), ground.size(), "body 0 " + axes + " "));
    };
    expect(with("1 0 0 0 1 0 0 0 -1"), {"at right angles and right-handed"});
    expect(with("1 0 0 0 1 0 0 0.6 0.8"), {"at right angles and right-handed"});
    EXPECT_EQ(refusalOf(world, state, with("0 1 0 -1 0 0 0 0 1")), "");
}

// Numbers in range can still give no finite force: a spring of negative stiffness makes the dashpot the root of a negative number.
TEST_F(DamagedHistory, LawsCheckTheirHistory) {
    ThrownBrick other(LinearNormal().setStiffness(2e4));
    State here = other.sliding();
    const std::string good = save(other, here);
    EXPECT_EQ(refusalOf(other, here, edit(good, "contact", 16, "1e4")), "");
    expectRefused(other, here, edit(good, "contact", 16, "-1e4"),
                  {"LinearNormal has no finite force for this contact"});
}

// A contact that cannot exist, appears twice, or lacks its bodies is an error.
TEST_F(DamagedHistory, ContactsAreBetweenSurfacesThatCanTouch) {
    expect(edit(edit(text, "contact", 2, "4"), "contact", 1, "3"), {"surfaces 3 4 cannot touch"}); // of one body
    const std::string contact = rowOf(text, "contact"), body = rowOf(text, "body");
    const auto insert = [&](const std::string& row, const std::string& added) {
        return seal(std::string(text).insert(findRow(text, row), added));
    };
    expect(insert("contact", contact), {"this body or contact has two lines"});
    expect(insert("body", body), {"this body or contact has two lines"});
    std::string without = text;
    without.erase(findRow(text, "body"), body.size());
    expect(seal(without), {"body 0 of this contact has no line"});
    expect(edit(text, "time", 1, "none"), {lineOf("contact"), "there is a contact, but no time of a commit"});
}

// Missing or additional lines and words are errors at their line.
TEST_F(DamagedHistory, MissingAndAdditionalWordsAreErrors) {
    const std::size_t end = text.rfind("checksum");
    expect(seal(std::string(text).insert(end, "contacts 5\n")), {"\"contacts 5\" is not expected here"});
    expect(seal(std::string(text).insert(end, "\n")), {"\"\" is not expected here"});
    expect(seal(std::string(text).insert(end - 1, " 7")), {"\"7\" at the end of the line is not expected"});
    expect(seal(text.substr(0, text.rfind(' ', end - 2)) + "\n"), {"rolling torque is missing"});
    expect(seal(text.substr(0, findRow(text, "energy")) + text.substr(findRow(text, "body"))),
           {lineOf("energy"), "\"energy\" was expected, but \"body\" was found"});
    expect(seal(text.substr(0, findRow(text, "tangential"))), {lineOf("tangential"), "ends too early"});
}

// The message is short and readable for a word of any length.
TEST_F(DamagedHistory, MessagesAreShort) {
    const std::string noise(200000, '\7');
    for (const std::string& damaged :
         {noise, edit(text, "time", 1, noise), edit(text, "contact", 0, noise), edit(text, "tangential", 1, noise),
          seal(text.substr(0, findRow(text, "time")) + "time 0.1 " + noise + "\nchecksum ")}) {
        const std::string refusal = refusalOf(world, state, damaged);
        EXPECT_LT(refusal.size(), 200u);
        EXPECT_GT(refusal.size(), 30u);
        EXPECT_EQ(refusal.find('\7'), std::string::npos);
    }
}

bool isFinite(const Vector& v) {
    bool all = true;
    for (int i = 0; i < v.size(); ++i) all = all && std::isfinite(v[i]);
    return all;
}

// Returns the text, sealed, with one word damaged at random.
std::string mutate(const std::string& text, std::mt19937& random) {
    static const char* const words[] = {"nan", "inf",   "-inf",   "none",  "0",  "-0",  "1",          "-1",
                                        "2",   "1e99",  "-1e99",  "1e308", "5",  "0.5", "5e-324",     "-5e-324",
                                        "",    "1e-99", "1e-308", "x",     "1 ", "\n",  "4294967296", "contact 0 1"};
    const std::size_t from = findRow(text, "time"), end = text.rfind("checksum");
    const std::size_t at = from + random() % (end - from);
    const std::size_t begin = text.find_last_of(" \n", at - 1) + 1, size = text.find_first_of(" \n", at) - begin;
    std::string word = text.substr(begin, size);
    switch (random() % 4) {
    case 0: word = words[random() % std::size(words)]; break;
    case 1: word = word[0] == '-' ? word.substr(1) : "-" + word; break;
    case 2: word.insert(random() % (word.size() + 1), 1, "0123456789.e-"[random() % 13]); break;
    default: word.erase(random() % std::max<std::size_t>(word.size(), 1), 1 + random() % 3);
    }
    return seal(std::string(text).replace(begin, size, word));
}

// A thousand forged texts for each kind of memory of the laws are either errors that name a line, or give finite accelerations.
TEST_F(DamagedHistory, IsAnErrorOrHarmless) {
    const auto expectSafe = [](const NormalLaw& normal, const TangentialLaw& tangential, const RollingLaw& rolling) {
        ThrownBrick world(normal, tangential, rolling);
        const State good = world.sliding();
        const std::string text = save(world, good);
        ASSERT_NE(text.find("\ncontact "), std::string::npos);
        std::mt19937 random(1);
        int refused = 0;
        for (int i = 0; i < 1000; ++i) {
            const std::string forged = mutate(text, random);
            State state = good;
            const std::string refusal = refusalOf(world, state, forged);
            if (refusal.empty()) {
                world.system.realize(state, Stage::Acceleration);
                EXPECT_TRUE(isFinite(state.getUDot())) << normal.getName() << " at mutation " << i << ":\n" << forged;
            } else {
                EXPECT_EQ(refusal.compare(0, 22, "contact history, line "), 0) << refusal;
                ++refused;
            }
        }
        EXPECT_GT(refused, 200);
        EXPECT_LT(refused, 900);
    };
    using Nonlinear = NonlinearSpringDashpotSlider;
    expectSafe(ThrownBrick::fromRestitution(), MindlinIncremental(), EPSDRolling());
    expectSafe(LinearNormal().setStiffness(2e4), CundallSlider(), NoRolling());
    expectSafe(ElastoplasticNormal().setLoadingStiffness(2e4), Nonlinear(Nonlinear::Form::LangstonTuzunHeyes),
               ConstantRolling());
    expectSafe(JKRNormal().setWorkOfAdhesion(0.1), TangentialSpring(), ViscousRolling());
}

} // namespace
} // namespace test_damaged_history
