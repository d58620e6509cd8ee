// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_FILE_H
#define SIMBODYDEM_GRAINS_BED_FILE_H

#include "grains/BedExchange.h"
#include "simbodydem/JointForces.h"

#include <string>
#include <vector>

namespace simbodydem::grains {

/** Saves a bed with its mechanism to a file, and continues from there. */
class BedFile {
public:
    BedFile(BedContents& contents, BedServer& server, BedExchange& exchange)
        : contents(contents), server(server), exchange(exchange) {}

    void addJointForces(const JointForces& forces) { jointForces.push_back(forces); }
    void save(const std::string& path, const SimTK::State&);
    void load(const std::string& path, SimTK::State&);

private:
    void requireEqual(const SavedBed&, const std::string& owner, const SimTK::State&);
    void continueFrom(const SavedBed&, SimTK::State&);
    std::vector<double> describeMechanism(const SimTK::State&) const;

    BedContents& contents;
    BedServer& server;
    BedExchange& exchange;
    std::vector<JointForces> jointForces;
};

} // namespace simbodydem::grains

#endif
