#include "Marginal.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace lab {

namespace {

constexpr std::size_t mostGroups = 20, mostPoints = 400;

// Where groups of sorted samples end.
std::vector<std::size_t> endsOf(const std::vector<Point>& samples) {
    std::set<double> values;
    for (const Point& p : samples) {
        values.insert(p.x);
        if (values.size() > mostGroups) break;
    }
    std::vector<std::size_t> ends;
    const std::size_t n = samples.size();
    if (values.size() <= mostGroups) {
        for (std::size_t i = 1; i <= n; ++i)
            if (i == n || samples[i].x != samples[i - 1].x) ends.push_back(i);
        return ends;
    }
    const std::size_t groups = std::clamp<std::size_t>(std::size_t(std::sqrt(double(n))), 2, mostGroups);
    for (std::size_t group = 1; group <= groups; ++group) ends.push_back(group * n / groups);
    return ends;
}

} // namespace

Marginal toMarginal(std::vector<Point> samples) {
    Marginal marginal;
    const std::size_t each = (samples.size() + mostPoints - 1) / mostPoints;
    for (std::size_t i = 0; i < samples.size(); i += each) marginal.cloud.push_back(samples[i]);
    std::sort(samples.begin(), samples.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
    std::size_t begin = 0;
    for (std::size_t end : endsOf(samples)) {
        const double n = double(end - begin);
        double x = 0, mean = 0;
        std::vector<double> ys;
        for (std::size_t i = begin; i < end; ++i) {
            x += samples[i].x / n;
            mean += samples[i].y / n;
            ys.push_back(samples[i].y);
        }
        std::sort(ys.begin(), ys.end());
        const std::size_t tenth = ys.size() / 10;
        marginal.mean.push_back({x, mean});
        marginal.low.push_back({x, ys[tenth]});
        marginal.high.push_back({x, ys[ys.size() - 1 - tenth]});
        begin = end;
    }
    return marginal;
}

} // namespace lab
