// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_FORCE_STATE_STAMP_H
#define SIMBODYDEM_FORCE_STATE_STAMP_H

#include "Simbody.h"

#include <iosfwd>
#include <memory>
#include <string>

// Checks that a State belongs to a System. Simbody compares only the number of calls of realizeTopology(). It is the same for two Systems
// with one call each.

namespace simbodydem {

/** Returns the bodies of a System and their joints, one line each. */
std::string describeStructure(const SimTK::SimbodyMatterSubsystem&);

/** Stores in a State the structure for which the State was made. All copies of the State share it. Stamps of equal structure are equal. */
class StateStamp {
public:
    StateStamp() = default;
    explicit StateStamp(std::string structure) : text(std::make_shared<const std::string>(std::move(structure))) {}

    friend bool operator==(const StateStamp& a, const StateStamp& b) {
        return a.text == b.text || (a.text && b.text && *a.text == *b.text);
    }
    /** Returns the first line that differs, for a message. */
    std::string differenceFrom(const StateStamp& own) const;

private:
    std::shared_ptr<const std::string> text;
};

/** Writes one word; Simbody requires this operator of values in a State. */
std::ostream& operator<<(std::ostream&, const StateStamp&);

/** Returns true if the State has the number of the System's present topology, and as many subsystems. */
bool isOfTopology(const SimTK::System&, const SimTK::State&);

/** Throws std::logic_error unless the State belongs to the System's present topology. Checks its number, its subsystems and, from
Stage::Model on, its number of speeds. */
void checkStateOf(const SimTK::System&, const SimTK::State&, const std::string& caller);

} // namespace simbodydem

#endif
