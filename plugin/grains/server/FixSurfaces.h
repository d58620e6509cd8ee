// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_FIX_SURFACES_H
#define SIMBODYDEM_GRAINS_SERVER_FIX_SURFACES_H

#include "server/GrainMemories.h"
#include "server/Lammps.h"
#include "server/PlacedSurface.h"

#include <vector>

namespace simbodydem::grains {

/** Adds the forces between grains and surfaces of a mechanism to those of LAMMPS, on the grains of each rank. The history of a contact
stays with its grain and moves with it to another rank. Class and functions have the form that LAMMPS asks of a fix. */
class FixSurfaces : public LAMMPS_NS::Fix {
public:
    static constexpr const char* styleName = "simbodydem/surfaces";

    FixSurfaces(LAMMPS_NS::LAMMPS*, int, char**);
    ~FixSurfaces() override;

    /** Adds a surface. @throws std::invalid_argument if its numbers make no shape */
    void addSurface(const SurfaceOnBody&);
    /** Adds a wall of the box, in front of all surfaces. @param side  low x, high x, low y, high y, low z, high z
    @param terms  with grains of each material */
    void addWall(int side, const std::vector<ContactTerms>& terms);
    /** Sets the motion of the bodies in the next interval, and clears the impulses. */
    void beginInterval(const Motion&);
    /** Places all surfaces at the start of the motion. They stay where they are if it has no bodies. */
    void setPosesAtRest(const Motion&);
    /** Sets the wrenches of all surfaces, on Ground's origin, in place of those that setPosesAtRest() led to. The sum over the ranks counts.
    @param forces  force and moment of each */
    void setForces(const std::vector<Triple>& forces);
    std::vector<SurfaceReport> getReports() const;
    /** Returns all surfaces, walls of the box first. */
    const std::vector<PlacedSurface>& getSurfaces() const { return surfaces; }
    const Vector& getGravity() const { return gravity; }
    std::size_t getNumWalls() const { return numWalls; }
    /** Returns what grains remember of their contacts with surfaces. */
    GrainMemories& updMemories() { return memories; }
    const GrainMemories& getMemories() const { return memories; }
    std::vector<SurfaceReport> getWallReports() const;
    /** Returns the image of a grain that is next to a surface, in a periodic box. @param x  of the grain [m] */
    Vector imageNear(const PlacedSurface&, const double* x) const;

    int setmask() override;
    void setup(int) override;
    void initial_integrate(int) override;
    void post_neighbor() override { areNearKnown = false; }
    void post_force(int) override;

    void grow_arrays(int) override;
    void copy_arrays(int from, int to, int remove) override;
    void set_arrays(int) override;
    int pack_exchange(int, double*) override;
    int unpack_exchange(int, double*) override;
    double memory_usage() override;

private:
    struct NearGrain {
        int grain;
        kernels::AroundCorners around;
    };

    void moveSurfaces(double time, double step);
    void findNear();
    bool haveMoved() const;
    const ContactTerms& termsOf(const PlacedSurface& s, int grain) const {
        return s.given.terms[std::size_t(atom->type[grain] - 1)];
    }
    void addForces(double step);
    void addGravity();
    void addForcesOf(int surface, NearGrain&, double step);

    std::vector<PlacedSurface> surfaces; // walls first
    std::size_t numWalls = 0;
    std::vector<std::vector<NearGrain>> near; // by surface
    bool areNearKnown = false;
    double skin = 0;
    std::vector<BodyPath> paths;
    double elapsed = 0;     // of the interval [s]
    std::int64_t stepsLeft = 0; // of it
    bool isLastStep = true; // of it, after which contacts may be read
    double drag = 0;        // [1/s]
    Vector gravity = Vector::Zero();
    GrainMemories memories; // of this rank's grains
    std::vector<SphereContact> found; // workspace
    std::vector<char> lasts;          // workspace: whether each contact lasts
};

} // namespace simbodydem::grains

#endif
