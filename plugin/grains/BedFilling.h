// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_FILLING_H
#define SIMBODYDEM_GRAINS_BED_FILLING_H

#include "grains/BedExchange.h"

#include <functional>
#include <string>
#include <vector>

namespace simbodydem::grains {

/** Puts grains into a bed and takes them away. */
class BedFilling {
public:
    BedFilling(BedContents& contents, BedServer& server, BedExchange& exchange)
        : contents(contents), server(server), exchange(exchange) {}

    void fill(const Pouring&);
    /** @param owner  for messages */
    void add(const std::vector<Grain>&, const std::string& owner);
    void addFile(const std::string& path);
    int remove(const std::function<bool(const Grain&)>& isRemoved);
    void settle(SimTK::Real atMost);

private:
    void fillFrom(const Pouring&);
    SimTK::Real pour(const Pouring&, long long count, SimTK::Real from);
    void checkOverlaps(const std::string& owner);
    void makeEmpty();
    void report(const std::string& task, SimTK::Real simulated, long long steps, SimTK::Real fraction);

    BedContents& contents;
    BedServer& server;
    BedExchange& exchange;
    unsigned pourings = 0;
    double progressBegan = 0, progressLast = 0;
};

} // namespace simbodydem::grains

#endif
