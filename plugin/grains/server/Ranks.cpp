// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/Ranks.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace simbodydem::grains {

namespace {

// Returns what MPI reads. LAMMPS's own header of MPI has no const.
void* readable(const double* numbers) { return const_cast<double*>(numbers); }

std::vector<int> startsOf(const std::vector<int>& counts) {
    std::vector<int> starts(counts.size());
    for (std::size_t r = 1; r < counts.size(); ++r) starts[r] = starts[r - 1] + counts[r - 1];
    return starts;
}

} // namespace

Ranks::Ranks(MPI_Comm world) : world(world) {
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &count);
}

std::vector<double> Ranks::gather(const std::vector<double>& own) const {
    std::vector<int> counts(static_cast<std::size_t>(count));
    int size = int(own.size());
    MPI_Gather(&size, 1, MPI_INT, counts.data(), 1, MPI_INT, 0, world);
    std::vector<int> starts = startsOf(counts);
    std::vector<double> all(isFirst() ? std::size_t(starts.back() + counts.back()) : 0);
    MPI_Gatherv(readable(own.data()), size, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE, 0, world);
    return all;
}

std::vector<double> Ranks::gatherOnAll(const std::vector<double>& own) const {
    std::vector<int> counts(static_cast<std::size_t>(count));
    int size = int(own.size());
    MPI_Allgather(&size, 1, MPI_INT, counts.data(), 1, MPI_INT, world);
    std::vector<int> starts = startsOf(counts);
    std::vector<double> all(std::size_t(starts.back() + counts.back()));
    if (all.empty()) return all;
    MPI_Allgatherv(readable(own.data()), size, MPI_DOUBLE, all.data(), counts.data(), starts.data(), MPI_DOUBLE, world);
    return all;
}

std::vector<double> Ranks::sum(const std::vector<double>& own) const {
    std::vector<double> all(own.size());
    if (own.empty()) return all;
    MPI_Reduce(readable(own.data()), all.data(), int(own.size()), MPI_DOUBLE, MPI_SUM, 0, world);
    return all;
}

std::vector<double> Ranks::sumOnAll(std::vector<double> own) const {
    if (!own.empty()) MPI_Allreduce(MPI_IN_PLACE, own.data(), int(own.size()), MPI_DOUBLE, MPI_SUM, world);
    return own;
}

std::vector<double> Ranks::largest(std::vector<double> own) const {
    if (!own.empty()) MPI_Allreduce(MPI_IN_PLACE, own.data(), int(own.size()), MPI_DOUBLE, MPI_MAX, world);
    return own;
}

void Ranks::broadcast(std::vector<double>& numbers) const {
    int size = int(numbers.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, world);
    numbers.resize(std::size_t(size));
    MPI_Bcast(numbers.data(), size, MPI_DOUBLE, 0, world);
}

#ifdef MPI_STUBS

void Ranks::broadcast(Envelope&) const {}

std::string describeMpi() { return "one process without MPI"; }

#else

// MPI itself waits with a busy processor, which the mechanism may need.
void Ranks::broadcast(Envelope& envelope) const {
    std::uint64_t head[] = {envelope.kind, envelope.bytes.size()};
    MPI_Request request;
    MPI_Ibcast(head, 2, MPI_UINT64_T, 0, world, &request);
    int isDone = 0;
    for (int tries = 0; MPI_Test(&request, &isDone, MPI_STATUS_IGNORE), !isDone; ++tries)
        if (tries > 100) std::this_thread::sleep_for(std::chrono::microseconds(tries > 2000 ? 200 : 20));
    envelope.kind = std::uint32_t(head[0]);
    envelope.bytes.resize(head[1]);
    constexpr std::uint64_t part = std::uint64_t(1) << 30; // MPI counts in int
    for (std::uint64_t at = 0; at < head[1]; at += part)
        MPI_Bcast(&envelope.bytes[at], int(std::min(part, head[1] - at)), MPI_BYTE, 0, world);
}

std::string describeMpi() {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    std::string name; // up to a comma or the end of the line, such as "Open MPI v4.1.4, package..."
    for (int k = 0; k < length && text[k] != ',' && text[k] != '\n'; ++k) {
        const char c = text[k] == '\t' ? ' ' : text[k];
        if (c != ' ' || (!name.empty() && name.back() != ' ')) name += c;
    }
    return name;
}

#endif

void Sums::reduce(const Ranks& ranks) const {
    std::vector<double> own;
    for (const double* number : numbers) own.push_back(*number);
    const std::vector<double> all = ranks.sum(own);
    for (std::size_t k = 0; k < all.size(); ++k) *numbers[k] = all[k];
}

} // namespace simbodydem::grains
