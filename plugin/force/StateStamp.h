// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_STATE_STAMP_H
#define SIMBODYDEM_FORCE_STATE_STAMP_H

#include "Simbody.h"

#include <iosfwd>
#include <memory>
#include <string>

// Whether a State is of a System. Simbody tells by a number that counts the calls of realizeTopology(); two Systems that each have
// made one have the same.

namespace simbodydem {

/** The bodies of a System and their joints, a line each. */
std::string describeStructure(const SimTK::SimbodyMatterSubsystem&);

/** The structure that a State was made for, kept in it; all copies of the State share it. Stamps of equal structure are equal. */
class StateStamp {
public:
    StateStamp() = default;
    explicit StateStamp(std::string structure) : text(std::make_shared<const std::string>(std::move(structure))) {}

    friend bool operator==(const StateStamp& a, const StateStamp& b) {
        return a.text == b.text || (a.text && b.text && *a.text == *b.text);
    }
    /** The first line that differs, for a message. */
    std::string differenceFrom(const StateStamp& own) const;

private:
    std::shared_ptr<const std::string> text;
};

/** Required of what lives in a State. */
std::ostream& operator<<(std::ostream&, const StateStamp&);

/** Whether the State has the number of the System's present topology. */
bool isOfTopology(const SimTK::System&, const SimTK::State&);

/** Throws std::logic_error unless the State is of the System's present topology: by its number, its subsystems and, from
Stage::Model on, by how many speeds it has. */
void checkStateOf(const SimTK::System&, const SimTK::State&, const std::string& caller);

} // namespace simbodydem

#endif
