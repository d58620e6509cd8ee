#ifndef SIMBODYDEM_TESTS_DRAW_H
#define SIMBODYDEM_TESTS_DRAW_H

#include "math/Vector3.h"

#include <random>
#include <vector>

/** Draws random points and directions. */
struct Draw {
    std::mt19937 generator;
    explicit Draw(int seed) : generator(seed) {}

    double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator); }
    simbodydem::kernels::Vector direction() {
        std::normal_distribution<double> normal;
        return simbodydem::kernels::Vector{normal(generator), normal(generator), normal(generator)}
            .normalized(); // in this order
    }
    simbodydem::kernels::Matrix rotation() {
        return (Eigen::AngleAxisd(between(-3, 3), direction()) * Eigen::AngleAxisd(between(-3, 3), direction()))
            .toRotationMatrix();
    }
    std::vector<simbodydem::kernels::Vector> points(int count) {
        std::vector<simbodydem::kernels::Vector> all;
        for (int i = 0; i < count; ++i) all.push_back(between(0.5, 1) * direction());
        return all;
    }
};

/** Returns a point rounded to single precision. GCC 12.2 omits two such conversions if it does both at once. */
inline simbodydem::kernels::Vector inSinglePrecision(simbodydem::kernels::Vector point) {
    for (int k = 0; k < 3; ++k) {
        volatile float rounded = float(point[k]);
        point[k] = rounded;
    }
    return point;
}

#endif
