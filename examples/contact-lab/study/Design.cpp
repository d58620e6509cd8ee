#include "Design.h"

#include "Check.h"

#include <boost/random/sobol.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>

namespace lab {

namespace {

constexpr double most = 1e7; // numbers in memory, and samples of a grid

// Returns a number in (0, 1), the middle of one of 2^52 slices. It is the same with every compiler, unlike that of
// std::uniform_real_distribution.
double toShare(std::uint64_t bits) { return (double(bits >> 12) + 0.5) * 0x1p-52; }

// Returns one of 0 to n - 1, by Lemire's product of 32 bits. It omits his rejection, since n is far below 2^32.
std::size_t below(std::size_t n, std::mt19937_64& random) { return std::size_t(((random() >> 32) * n) >> 32); }

std::vector<double> sampleIndependently(std::size_t samples, std::size_t k, std::mt19937_64& random) {
    std::vector<double> shares(samples * k);
    for (double& share : shares) share = toShare(random());
    return shares;
}

std::vector<double> sampleLatinHypercube(std::size_t samples, std::size_t k, std::mt19937_64& random) {
    std::vector<double> shares(samples * k);
    std::vector<std::size_t> slice(samples);
    for (std::size_t p = 0; p < k; ++p) {
        std::iota(slice.begin(), slice.end(), std::size_t(0));
        for (std::size_t i = samples; i-- > 1;) std::swap(slice[i], slice[below(i + 1, random)]);
        for (std::size_t i = 0; i < samples; ++i)
            shares[i * k + p] = (double(slice[i]) + toShare(random())) / double(samples);
    }
    return shares;
}

// Samples Sobol's sequence with its zero point, which boost leaves out. A shift of the digits keeps the evenness of the points.
std::vector<double> sampleSobol(std::size_t samples, std::size_t dimensions, std::mt19937_64& random) {
    std::vector<std::uint64_t> shift(dimensions);
    for (std::uint64_t& s : shift) s = random();
    boost::random::sobol sequence(dimensions);
    std::vector<double> shares(samples * dimensions);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const std::uint64_t bits = i < dimensions ? 0 : std::uint64_t(sequence());
        shares[i] = toShare(bits ^ shift[i % dimensions]);
    }
    return shares;
}

std::size_t sizeOf(const StudySpec& spec) {
    const double k = double(spec.parameters.size());
    if (!spec.isRandom()) {
        double size = 1;
        for (const VariedParameter& p : spec.parameters) size *= double(p.values.size());
        if (size > most) refuse("the grid has {:g} samples; it must have at most {:g}", size, most);
        return std::size_t(size);
    }
    const bool isSobol = spec.design == "sobol";
    const std::size_t dimensions = boost::random::default_sobol_table::max_dimension / 2;
    if (isSobol && spec.parameters.size() > dimensions)
        refuse("{} parameters are varied; a sobol design can have at most {}", k, dimensions);
    const double numbers = double(spec.samples) * (isSobol ? 2 * k : k);
    if (numbers > 10 * most)
        refuse("samples = {} of {} parameters make {:g} numbers; there can be at most {:g}", spec.samples, k, numbers,
               10 * most);
    return spec.samples * (isSobol ? spec.parameters.size() + 2 : 1);
}

} // namespace

Design::Design(const StudySpec& spec)
    : parameters(spec.parameters), isGrid(!spec.isRandom()), isSobol(spec.design == "sobol"), size(sizeOf(spec)) {
    std::mt19937_64 random(spec.seed);
    const std::size_t k = parameters.size();
    if (isSobol)
        shares = sampleSobol(spec.samples, 2 * k, random);
    else if (spec.design == "latin-hypercube")
        shares = sampleLatinHypercube(spec.samples, k, random);
    else if (!isGrid)
        shares = sampleIndependently(spec.samples, k, random);
}

std::vector<Value> Design::at(std::size_t index) const {
    const std::size_t k = parameters.size();
    std::vector<Value> values(k);
    for (std::size_t p = k; p-- > 0;)
        if (isGrid) {
            values[p] = parameters[p].values[index % parameters[p].values.size()];
            index /= parameters[p].values.size();
        } else if (isSobol) {
            const std::size_t base = index / (k + 2), which = index % (k + 2); // A, B, then those of a parameter each
            const bool isOfB = which == 1 || which == p + 2;
            values[p] = parameters[p].at(shares[base * 2 * k + p + (isOfB ? k : 0)]);
        } else
            values[p] = parameters[p].at(shares[index * k + p]);
    return values;
}

namespace {

using Blocks = std::vector<std::vector<double>>; // a base point each: A, B, AB_1, ...

struct Indices {
    std::vector<double> first, total;
};

// Estimates the indices from these base points, some of which may occur several times.
Indices estimate(const Blocks& blocks, const std::vector<std::size_t>& chosen, std::size_t k) {
    const double n = double(chosen.size());
    double mean = 0, variance = 0;
    for (std::size_t j : chosen) mean += (blocks[j][0] + blocks[j][1]) / (2 * n);
    for (std::size_t j : chosen)
        variance += (std::pow(blocks[j][0] - mean, 2) + std::pow(blocks[j][1] - mean, 2)) / (2 * n);
    Indices indices{std::vector<double>(k), std::vector<double>(k)};
    for (std::size_t j : chosen)
        for (std::size_t i = 0; i < k; ++i) {
            const double change = blocks[j][i + 2] - blocks[j][0];
            indices.first[i] += (blocks[j][1] - mean) * change / (n * variance); // centred: less noise
            indices.total[i] += change * change / (2 * n * variance);
        }
    return indices;
}

Blocks toBlocks(const std::vector<double>& results, std::size_t size) {
    Blocks blocks;
    for (std::size_t at = 0; at + size <= results.size(); at += size) {
        std::vector<double> block(results.begin() + long(at), results.begin() + long(at + size));
        if (std::all_of(block.begin(), block.end(), [](double y) { return std::isfinite(y); }))
            blocks.push_back(std::move(block));
    }
    return blocks;
}

Estimate withEnds(double value, std::vector<double> again) {
    std::sort(again.begin(), again.end());
    const std::size_t cut = again.size() / 40;
    return {value, again[cut], again[again.size() - 1 - cut]};
}

bool varies(const Blocks& blocks) {
    for (const auto& block : blocks)
        for (double y : block)
            if (y != blocks[0][0]) return true;
    return false;
}

} // namespace

std::vector<SobolIndex> calcSobolIndices(const std::vector<double>& results, std::size_t k) {
    const Blocks blocks = toBlocks(results, k + 2);
    const std::size_t n = blocks.size();
    if (n < 2 || !varies(blocks)) {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        return std::vector<SobolIndex>(k, {{nan, nan, nan}, {nan, nan, nan}});
    }
    std::vector<std::size_t> chosen(n);
    for (std::size_t j = 0; j < n; ++j) chosen[j] = j;
    const Indices all = estimate(blocks, chosen, k);
    const int repetitions = 1000;
    std::vector<std::vector<double>> first(k), total(k);
    std::mt19937_64 random(1);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
        for (std::size_t& j : chosen) j = std::size_t(((random() >> 32) * n) >> 32);
        const Indices again = estimate(blocks, chosen, k);
        for (std::size_t i = 0; i < k; ++i) {
            first[i].push_back(again.first[i]);
            total[i].push_back(again.total[i]);
        }
    }
    std::vector<SobolIndex> indices;
    for (std::size_t i = 0; i < k; ++i)
        indices.push_back({withEnds(all.first[i], first[i]), withEnds(all.total[i], total[i])});
    return indices;
}

} // namespace lab
