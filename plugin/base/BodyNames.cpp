// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Messages.h"

#include "Simbody.h"

#include <map>
#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

namespace {

// Names live as long as their System, so they are in a subsystem of it. It has no variables and costs no evaluation.
class NamesGuts : public Subsystem::Guts {
public:
    NamesGuts() : Subsystem::Guts("SimbodyDEM body names", "1") {}
    NamesGuts* cloneImpl() const override { return new NamesGuts(*this); }

    std::map<MobilizedBodyIndex, std::string> names;
};

class NamesSubsystem : public Subsystem {
public:
    explicit NamesSubsystem(System& system) {
        adoptSubsystemGuts(new NamesGuts);
        system.adoptSubsystem(*this);
    }
};

const NamesGuts* findNames(const System& system) {
    for (SubsystemIndex i(0); i < system.getNumSubsystems(); ++i)
        if (const auto* guts = dynamic_cast<const NamesGuts*>(&system.getSubsystem(i).getSubsystemGuts())) return guts;
    return nullptr;
}

} // namespace

void setBodyName(const MobilizedBody& body, const std::string& name) {
    if (body.isEmptyHandle() || !body.isInSubsystem() || !body.getMatterSubsystem().isInSystem())
        throw std::invalid_argument("setBodyName(): the body of the name '" + name + "' is in no System");
    System& system = const_cast<System&>(body.getMatterSubsystem().getSystem()); // which a body shows as constant
    if (!findNames(system)) NamesSubsystem added(system);
    auto& names = const_cast<NamesGuts*>(findNames(system))->names;
    if (name.empty())
        names.erase(body.getMobilizedBodyIndex());
    else
        names[body.getMobilizedBodyIndex()] = name;
}

std::string getBodyName(const MobilizedBody& body) {
    if (body.isEmptyHandle() || !body.isInSubsystem() || !body.getMatterSubsystem().isInSystem()) return "";
    const NamesGuts* guts = findNames(body.getMatterSubsystem().getSystem());
    if (!guts) return "";
    const auto found = guts->names.find(body.getMobilizedBodyIndex());
    return found == guts->names.end() ? "" : found->second;
}

std::string describeBody(const MobilizedBody& body) {
    const std::string name = getBodyName(body);
    return "body " + std::to_string(int(body.getMobilizedBodyIndex())) + (name.empty() ? "" : " (" + name + ")");
}

} // namespace simbodydem
