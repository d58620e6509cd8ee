// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_SERVER_H
#define SIMBODYDEM_GRAINS_BED_SERVER_H

#include "grains/BedContents.h"
#include "grains/ServerProcess.h"
#include "simbodydem/grains/GrainBed.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem::grains {

/** Commands the server of a bed, which has all grains, and passes its reports on to the surfaces. */
class BedServer {
public:
    explicit BedServer(BedContents& contents) : contents(contents) {}

    /** Starts the server and sets the bed up, unless it is. Needs the sizes of the grains. @throws std::logic_error if there is no law */
    void start();
    /** @throws std::logic_error before the first grains, std::runtime_error if the server has ended */
    void requireRunning() { getProcess(); }
    bool isRunning() const { return process != nullptr; }
    /** Ends the server of a bed that has got no grains, and forgets their sizes. */
    void stop();

    std::string describeLaw();
    std::string describeEngine();
    int getNumGrains() const { return numGrains; }
    long long getNumLost() const { return numLost; }
    void setNumLost(long long number) { numLost = number; }
    /** Returns the surfaces by the numbers that the server has for them. */
    const std::vector<int>& getSent() const { return sent; }

    void sendSurface(BedSurface&, const SurfaceOnBody&);
    void sendGrains(const Grains&, bool skipsBuried);
    /** Removes grains by their places in getGrains(). */
    void remove(const Numbers&);
    /** Removes all grains above a height over the bottom of the box [m]. */
    void level(SimTK::Real height);
    /** Places the bodies and computes all contacts anew. @param time  of the bed [s] */
    void place(const Motion&, SimTK::Real time);
    /** Lets the grains move. @param until  time at the end [s] @throws std::runtime_error with which the bed has ended */
    void advance(const Motion&, SimTK::Real until);
    BedState save();
    void restore(const Restart&, SimTK::Real time);
    Measures measureGrains();

    std::vector<Grain> getGrains();
    GrainBedMeasures measure();
    std::vector<GrainContact> getContacts(SurfaceIndex);
    std::vector<GrainPair> getPairs();
    std::vector<GrainLayer> measureLayers(int count);

private:
    ServerProcess& getProcess();
    void take(const IntervalReport&, SimTK::Real until);
    std::string describeLost(const LostGrains&, SimTK::Real until) const;

    BedContents& contents;
    std::unique_ptr<ServerProcess> process;
    std::string lawText, engine;
    std::vector<int> sent;
    int numGrains = 0;
    long long numLost = 0;
    bool isBroken = false;
};

} // namespace simbodydem::grains

#endif
