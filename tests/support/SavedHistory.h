#ifndef SIMBODYDEM_TESTS_SAVED_HISTORY_H
#define SIMBODYDEM_TESTS_SAVED_HISTORY_H

#include "Scene.h"

#include <simbodydem/laws/NormalLaw.h>
#include <simbodydem/laws/RollingLaw.h>
#include <simbodydem/laws/TangentialLaw.h>
#include <simbodydem/laws/normal/HuntCrossleyNormal.h>
#include <simbodydem/laws/rolling/EPSDRolling.h>
#include <simbodydem/laws/tangential/MindlinIncremental.h>

#include <cstdint>
#include <sstream>

/** A brick on four spheres, surfaces 1 to 4, which slides, sticks and turns, so that each part of the history is in
use. */
struct ThrownBrick : FloorScene {
    SimTK::MobilizedBody::Free brick{matter.updGround(), SimTK::Body::Rigid(boxOf(1, SimTK::Vec3(.1, .05, .1)))};
    simbodydem::DEMContactForce force;

    static simbodydem::HuntCrossleyNormal fromRestitution() {
        using Normal = simbodydem::HuntCrossleyNormal;
        return Normal().setDamping(Normal::Damping::FromRestitution);
    }
    static simbodydem::SurfaceMaterial rollingRubber() { return rubber().setRollingFriction(0.02); }

    explicit ThrownBrick(const simbodydem::NormalLaw& normal = fromRestitution(),
                         const simbodydem::TangentialLaw& tangential = simbodydem::MindlinIncremental(),
                         const simbodydem::RollingLaw& rolling = simbodydem::EPSDRolling(), SimTK::Real radius = 0.02)
        : force(forces, surfaces, normal, tangential, rolling) {
        addGravity();
        for (int i = 0; i < 4; ++i)
            add(brick, simbodydem::Sphere(radius), SimTK::Vec3(i & 1 ? .1 : -.1, -.05, i & 2 ? .1 : -.1));
        force.setMaterialForAll(rollingRubber()).setTrackDissipatedEnergy(true);
    }

    /** Returns a State with an overlap of half a millimetre on all four spheres, sliding and turning. */
    SimTK::State lying() {
        using namespace SimTK;
        return start(brick, Transform(Rotation(0.002, UnitVec3(1, 0, 2)), Vec3(0, 0.0695, 0)),
                     SpatialVec(Vec3(0, 3, 0), Vec3(0.1, 0, 0.05)));
    }

    /** Integrates to this time with fixed steps, so that an interruption does not change the steps. */
    SimTK::State run(const SimTK::State& from, SimTK::Real time) const { return runFixed(from, time, 1e-4); }

    /** Returns a State in the middle of the contact, with a history. */
    SimTK::State sliding() { return run(lying(), 0.003); }

    /** Returns a State with the positions, speeds and time of another State, without its history. */
    SimTK::State startFrom(const SimTK::State& other) {
        SimTK::State state = start();
        state.setTime(other.getTime());
        state.updQ() = other.getQ();
        state.updU() = other.getU();
        return state;
    }
};

inline std::string save(const ThrownBrick& world, const SimTK::State& state) {
    std::ostringstream text;
    world.force.writeHistory(state, text);
    return text.str();
}

inline void load(const ThrownBrick& world, SimTK::State& state, const std::string& text) {
    std::istringstream in(text);
    world.force.readHistory(state, in);
}

/** Returns the error message of reading this text, or an empty string if there is no error. */
inline std::string refusalOf(const ThrownBrick& world, SimTK::State& state, const std::string& text) {
    try {
        load(world, state, text);
    } catch (const std::runtime_error& e) {
        return e.what();
    }
    return "";
}

/** Expects a std::runtime_error with these words, and an unchanged State. */
inline void expectRefused(const ThrownBrick& world, SimTK::State& state, const std::string& text,
                          const std::vector<std::string>& parts) {
    const std::string before = save(world, state), refusal = refusalOf(world, state, text);
    EXPECT_EQ(refusal.compare(0, 22, "contact history, line "), 0) << "no line is named in: " << refusal;
    for (const std::string& part : parts)
        EXPECT_NE(refusal.find(part), std::string::npos) << part << " is not in: " << refusal;
    EXPECT_EQ(save(world, state), before);
}

/** Returns the text with the checksum (FNV-1a, 64 bits) of its present content, as if it had been written so. */
inline std::string seal(const std::string& text) {
    const std::string body = text.substr(0, text.rfind("checksum "));
    std::uint64_t hash = 14695981039346656037ull;
    for (const unsigned char c : body) hash = (hash ^ c) * 1099511628211ull;
    return body + "checksum " + std::to_string(hash) + "\n";
}

/** Returns the position of the first line that begins with this word. */
inline std::size_t findRow(const std::string& text, const std::string& first) {
    return text.find("\n" + first + " ") + 1;
}

/** Returns that line, with its end. */
inline std::string rowOf(const std::string& text, const std::string& first) {
    const std::size_t at = findRow(text, first);
    return text.substr(at, text.find('\n', at) + 1 - at);
}

/** Returns the text, sealed, with another word at position `column` of that line (0 is the first word). */
inline std::string edit(std::string text, const std::string& first, int column, const std::string& word) {
    std::size_t at = findRow(text, first);
    for (int i = 0; i < column; ++i) at = text.find_first_of(" \n", at) + 1;
    text.replace(at, text.find_first_of(" \n", at) - at, word);
    return seal(text);
}

#endif
