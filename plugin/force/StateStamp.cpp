// SPDX-License-Identifier: Apache-2.0
#include "force/StateStamp.h"

#include <ostream>
#include <sstream>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

template <class Joint> bool isA(const MobilizedBody& body) { return Joint::isInstanceOf(body); }

struct JointName {
    bool (*isIt)(const MobilizedBody&);
    const char* name;
};

std::string jointOf(const MobilizedBody& body) {
    using B = MobilizedBody;
    static const JointName joints[] = {{isA<B::Pin>, "Pin"},
                                       {isA<B::Slider>, "Slider"},
                                       {isA<B::Screw>, "Screw"},
                                       {isA<B::Universal>, "Universal"},
                                       {isA<B::Cylinder>, "Cylinder"},
                                       {isA<B::BendStretch>, "BendStretch"},
                                       {isA<B::Planar>, "Planar"},
                                       {isA<B::SphericalCoords>, "SphericalCoords"},
                                       {isA<B::Gimbal>, "Gimbal"},
                                       {isA<B::Bushing>, "Bushing"},
                                       {isA<B::Ball>, "Ball"},
                                       {isA<B::Ellipsoid>, "Ellipsoid"},
                                       {isA<B::Translation>, "Translation"},
                                       {isA<B::Free>, "Free"},
                                       {isA<B::LineOrientation>, "LineOrientation"},
                                       {isA<B::FreeLine>, "FreeLine"},
                                       {isA<B::Weld>, "Weld"},
                                       {isA<B::FunctionBased>, "FunctionBased"}};
    for (const JointName& joint : joints)
        if (joint.isIt(body)) return joint.name;
    return "joint of another kind";
}

} // namespace

std::string describeStructure(const SimbodyMatterSubsystem& matter) {
    std::string text;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const MobilizedBody& body = matter.getMobilizedBody(b);
        text += "body " + std::to_string(b) + " is on body " +
                std::to_string(body.getParentMobilizedBody().getMobilizedBodyIndex()) + " by a " + jointOf(body) + "\n";
    }
    return text;
}

std::string StateStamp::differenceFrom(const StateStamp& own) const {
    if (!text || !own.text) return "";
    std::istringstream here(*own.text), there(*text);
    std::string a, b;
    do {
        if (!std::getline(here, a)) a = "nothing";
        if (!std::getline(there, b)) b = "nothing";
    } while (a == b && a != "nothing");
    return ": there, " + b + "; here, " + a;
}

std::ostream& operator<<(std::ostream& out, const StateStamp&) { return out << "StateStamp"; }

bool isOfTopology(const System& system, const State& state) {
    return system.systemTopologyHasBeenRealized() && state.getSystemStage() >= Stage::Topology &&
           state.getSystemTopologyStageVersion() == system.getSystemTopologyCacheVersion() &&
           state.getNumSubsystems() == system.getNumSubsystems();
}

void checkStateOf(const System& system, const State& state, const std::string& caller) {
    if (!isOfTopology(system, state))
        throw std::logic_error(caller + ": the State does not match the present System; call realizeTopology() and use "
                                        "the State that it returns");
    for (SubsystemIndex s(0); s < system.getNumSubsystems(); ++s)
        if (state.getSubsystemName(s) != system.getSubsystem(s).getName())
            throw std::logic_error(caller + ": the State is of another System: its subsystem " + std::to_string(s) +
                                   " is a " + state.getSubsystemName(s) + ", this System's is a " +
                                   system.getSubsystem(s).getName());
    if (state.getSystemStage() < Stage::Model || !MultibodySystem::isInstanceOf(system)) return;
    const MultibodySystem& multibody = MultibodySystem::downcast(system);
    if (!multibody.hasMatterSubsystem()) return;
    const SimbodyMatterSubsystem& matter = multibody.getMatterSubsystem();
    const int found = state.getNU(matter.getMySubsystemIndex()), expected = matter.getNumMobilities();
    if (found != expected)
        throw std::logic_error(caller + ": the State is of another System: it has " + std::to_string(found) +
                               " speeds; it must have " + std::to_string(expected));
}

} // namespace simbodydem
