// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_LAMMPS_BED_H
#define SIMBODYDEM_GRAINS_SERVER_LAMMPS_BED_H

#include "protocol/Commands.h"
#include "server/Ranks.h"

#include <functional>
#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace simbodydem::grains {

class BedReader;
class FixExchange;
class FixRolling;
class FixSurfaces;

/** Holds a bed of grains that LAMMPS computes. All ranks call the same functions with the same arguments. Functions that return a report
return the sum over all ranks on rank 0. An error of LAMMPS ends the program with LAMMPS's message on stderr. */
class LammpsBed {
public:
    /** Takes the report of an interval, or the fault that it has, and returns the motion of the next one; null to leave the run. */
    using Next = std::function<const Motion*(const IntervalReport&, const std::string& fault)>;

    explicit LammpsBed(MPI_Comm);
    ~LammpsBed();

    /** Returns the release of LAMMPS and of MPI. */
    std::string getEngine() const;
    const Ranks& getRanks() const { return ranks; }
    SetUpDone setUp(const BedSetUp&);
    Count addGrains(const Grains&);
    void addSurface(const SurfaceOnBody&);
    IntervalReport setPoses(const Motion&);
    /** Advances by this interval and by all that follow it, in one run of LAMMPS. Meanwhile only functions that read may be called.
    @throws std::invalid_argument if the first interval has no steps */
    void advance(const Motion&, const Next&);
    Count level(double height);
    /** Removes the grains with these places in the order of readGrains(). */
    Count remove(const std::vector<std::int64_t>& places);
    Measures measure();
    Layers measureLayers(const LayersAsked&);
    Grains readGrains();
    Contacts readContacts(int surface);
    Pairs readPairs();
    /** Returns all that restore() needs, on rank 0. */
    BedState save();
    /** Replaces all grains by those of a state, which may be of another number of ranks. All ranks have all of it. */
    IntervalReport restore(const Restart&);

private:
    void command(const std::string&);
    void run(std::int64_t steps);
    void beginInterval(const Motion&);
    void endStep();
    void setTimeStep(double);
    void mendRolling();
    IntervalReport collect(const Motion* motion = nullptr) const;
    void evaluate();
    void evaluateImages();
    BedReader getReader() const;

    Ranks ranks;
    LAMMPS_NS::LAMMPS* lammps = nullptr;
    FixSurfaces* surfaces = nullptr;
    FixExchange* exchange = nullptr;
    FixRolling* rolling = nullptr; // where the law has springs of rolling
    BedSetUp given;
    bool needsSetUp = true;
    double timeStep = 0;
    const Motion* motion = nullptr; // of the present interval
    const Next* next = nullptr;
    std::int64_t stepsLeft = 0; // of it
    int highestTag = 0; // that a grain has had; tags are LAMMPS's numbers of grains
};

} // namespace simbodydem::grains

#endif
