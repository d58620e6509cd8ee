#include "Design.h"

#include "Check.h"

#include <boost/random/sobol.hpp>
#include <fmt/core.h>

#include <numeric>
#include <random>

namespace lab {

namespace {

constexpr double most = 1e7; // numbers in memory, and samples of a grid

// In (0, 1): the middle of one of 2^52 slices, the same with every compiler, unlike std::uniform_real_distribution.
double toShare(std::uint64_t bits) { return (double(bits >> 12) + 0.5) * 0x1p-52; }

// One of 0 to n - 1, by Lemire's product of 32 bits, without his rejection: n is far below 2^32.
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

// The zero point, which boost leaves out, belongs to the sequence; a shift of the digits keeps how evenly it is spread.
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
        if (size > most) refuse(fmt::format("the grid has {:g} samples; it must have at most {:g}", size, most));
        return std::size_t(size);
    }
    const bool isSobol = spec.design == "sobol";
    const std::size_t dimensions = boost::random::default_sobol_table::max_dimension / 2;
    if (isSobol && spec.parameters.size() > dimensions)
        refuse(fmt::format("{} parameters are varied; a sobol design can have at most {}", k, dimensions));
    const double numbers = double(spec.samples) * (isSobol ? 2 * k : k);
    if (numbers > 10 * most)
        refuse(fmt::format("samples = {} of {} parameters; they are {:g} numbers, and must be at most {:g}",
                           spec.samples, k, numbers, 10 * most));
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

} // namespace lab
