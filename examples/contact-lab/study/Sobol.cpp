#include "Sobol.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace lab {

namespace {

using Blocks = std::vector<std::vector<double>>; // a base point each: A, B, AB_1, ...

struct Indices {
    std::vector<double> first, total;
};

// Of these base points, some of them perhaps several times.
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
