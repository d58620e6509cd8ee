// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GRAINS_SERVER_RANKS_H
#define SIMBODYDEM_GRAINS_SERVER_RANKS_H

#include "protocol/Channel.h"
#include "protocol/Commands.h"

#include <mpi.h>

#include <string>
#include <vector>

namespace simbodydem::grains {

/** Exchanges numbers among the processes of the server, its ranks. All ranks call the same functions. They speak by MPI. A LAMMPS of one
process brings a header mpi.h of its own, which defines MPI_STUBS and some functions that copy. */
class Ranks {
public:
    explicit Ranks(MPI_Comm);

    MPI_Comm getWorld() const { return world; }
    int getCount() const { return count; }
    bool isFirst() const { return rank == 0; }
    /** Returns the numbers of all ranks, one rank after the other, on the first one. */
    std::vector<double> gather(const std::vector<double>& own) const;
    /** Returns the numbers of all ranks, one rank after the other, on each of them. */
    std::vector<double> gatherOnAll(const std::vector<double>& own) const;
    /** Returns sums over all ranks, on the first one. */
    std::vector<double> sum(const std::vector<double>& own) const;
    /** Returns the largest numbers of all ranks, on each of them. */
    std::vector<double> largest(std::vector<double> own) const;
    /** Returns sums over all ranks, on each of them. */
    std::vector<double> sumOnAll(std::vector<double> own) const;
    /** Gives the numbers of the first rank to all. */
    void broadcast(std::vector<double>&) const;
    /** Gives the message of the first rank to all, and waits for it without using the processor. */
    void broadcast(Envelope&) const;

private:
    std::vector<int> countsOnFirst(std::size_t own) const;

    MPI_Comm world;
    int rank = 0, count = 1;
};

/** Collects numbers and replaces them by their sums over all ranks, on the first rank. */
class Sums {
public:
    Sums& add(double& number) {
        numbers.push_back(&number);
        return *this;
    }
    Sums& add(Triple& triple) {
        for (double& number : triple) add(number);
        return *this;
    }
    void reduce(const Ranks&) const;

private:
    std::vector<double*> numbers;
};

/** Returns the name and the version of the MPI with which the server runs, or that it has none. */
std::string describeMpi();

} // namespace simbodydem::grains

#endif
