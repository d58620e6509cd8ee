// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_FIX_SURFACES_H
#define SIMBODYDEM_GRAINS_SERVER_FIX_SURFACES_H

#include "server/BodyPath.h"
#include "server/GrainContact.h"
#include "server/Lammps.h"
#include "server/SphereOnShape.h"

#include <string>
#include <vector>

namespace simbodydem::grains {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

/** Holds the last force of one contact. */
struct TouchingGrain {
    int grain; // local number
    double overlap;
    Vector point, normal, force; // force on the grain
};

/** Holds one surface of a mechanism as a rank sees it. */
struct PlacedSurface {
    explicit PlacedSurface(const SurfaceOnBody& given) : given(given), shape(given.shape) {}

    SurfaceOnBody given;
    SphereOnShape shape;
    Matrix R_BS = Matrix::Identity();
    Vector p_BS = Vector::Zero();
    BodyPose bodyPose, meanPose; // of the body at the end of the step, and in its middle
    Vector middleAtSearch = Vector::Zero();
    Matrix rotationAtSearch = Matrix::Identity();
    SurfaceReport report;                // of this rank's grains
    std::vector<TouchingGrain> touching; // likewise
    Matrix6 stiffness = Matrix6::Zero(), damping = Matrix6::Zero(); // likewise, as in SurfaceReport
    Vector forceBefore = Vector::Zero(), momentBefore = Vector::Zero();
};

/** Adds the forces between grains and surfaces of a mechanism to those of LAMMPS, on the grains of each rank. The history of a contact
stays with its grain and moves with it to another rank. Class and functions have the form that LAMMPS asks of a fix. */
class FixSurfaces : public LAMMPS_NS::Fix {
public:
    static constexpr const char* styleName = "simbodydem/surfaces";

    FixSurfaces(LAMMPS_NS::LAMMPS*, int, char**);
    ~FixSurfaces() override;

    /** Adds a surface. @throws std::invalid_argument if its numbers make no shape */
    void addSurface(const SurfaceOnBody&);
    /** Adds a wall of the box, in front of all surfaces. @param side  low x, high x, low y, high y, low z, high z */
    void addWall(int side, const ContactTerms&);
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
    /** Writes what a grain remembers of its contacts with surfaces. @returns how many numbers that are */
    int packMemory(int grain, double* buffer) const;
    /** Reads what packMemory() has written. @returns how many numbers that are */
    int unpackMemory(int grain, const double* buffer);
    std::vector<SurfaceReport> getWallReports() const;
    /** Returns a message if one of these grains is behind a surface, see SphereOnShape::isBehind(); else nothing. */
    std::string findBehind(const Grains&) const;
    /** Returns those of these grains, at rest, that no surface overlaps or has behind it, the first atMost. */
    Grains withoutBuried(const Grains&) const;
    /** Returns a message if a surface is too long for a periodic box; else nothing. */
    std::string findFault(double largestRadius) const;
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
    /** Holds what a grain in contact keeps. */
    struct Memory {
        std::vector<GrainContact> contacts; // on all surfaces
        Vector velocity = Vector::Zero(), angularVelocity = Vector::Zero(); // at the start of the step
        bool hasVelocity = false;
    };
    struct NearGrain {
        int grain;
        kernels::AroundCorners around;
    };

    void moveSurfaces(double time, double step);
    void findNear();
    bool haveMoved() const;
    void addForces(double step);
    void addGravity();
    void addForcesOf(int surface, NearGrain&, double step);
    Memory& memoryOf(int grain);
    void release(int grain);

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
    std::vector<int> slots; // by grain: number of its memory, or -1
    std::vector<Memory> memories;
    std::vector<int> freeSlots;
    std::vector<SphereContact> found; // workspace
    std::vector<char> lasts;          // workspace: whether each contact lasts
};

} // namespace simbodydem::grains

#endif
