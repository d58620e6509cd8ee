// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#ifndef SIMBODYDEM_GEOMETRY_HEIGHT_FIELD_H
#define SIMBODYDEM_GEOMETRY_HEIGHT_FIELD_H

#include "math/Vector3.h"

#include <Eigen/Core>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

// Describes a surface z = f(x, y) of bicubic patches over a rectangular grid, with the solid below it. Finds where it is nearest to a point
// or body.

namespace simbodydem::kernels {

struct HeightField {
    struct Node {
        double f, fx, fy, fxy;
    };
    struct At { // a point of the surface
        Vector point;
        double fx, fy, fxx, fxy, fyy;

        Eigen::Matrix<double, 3, 2> tangents() const {
            Eigen::Matrix<double, 3, 2> t;
            t << 1, 0, 0, 1, fx, fy;
            return t;
        }
        Vector normal() const { return Vector(-fx, -fy, 1).normalized(); } // upwards
    };

    std::vector<double> x, y; // lines of the grid [m], ascending
    std::vector<Node> nodes;  // by x, then by y
    double sag = 0;           // largest distance of the surface from the triangles of its grid [m]

    int numCellsY() const { return int(y.size()) - 1; }
    int cellOf(double atX, double atY) const { return lineBefore(x, atX) * numCellsY() + lineBefore(y, atY); }

    At at(double atX, double atY) const {
        using Four = Eigen::Vector4d;
        const int i = lineBefore(x, atX), j = lineBefore(y, atY);
        const auto node = [&](int k, int l) -> const Node& {
            return nodes[std::size_t(i + k) * y.size() + std::size_t(j + l)];
        };
        Eigen::Matrix4d m; // rows: values at both ends along x, then slopes at both; columns: likewise along y
        for (int k = 0; k < 2; ++k)
            for (int l = 0; l < 2; ++l) {
                const Node& n = node(k, l);
                m(k, l) = n.f;
                m(k, l + 2) = n.fy;
                m(k + 2, l) = n.fx;
                m(k + 2, l + 2) = n.fxy;
            }
        Four bx[3], by[3];
        hermite(x[i], x[i + 1], atX, bx);
        hermite(y[j], y[j + 1], atY, by);
        const Four my = m * by[0], mdy = m * by[1];
        return {Vector(atX, atY, bx[0].dot(my)),
                bx[1].dot(my),
                bx[0].dot(mdy),
                bx[2].dot(my),
                bx[1].dot(mdy),
                bx[0].dot(m * by[2])};
    }

    /** Returns the curvature tensor of the surface [1/m]: > 0 on a hill, < 0 in a hollow. */
    static Matrix curvatureAt(const At& at) {
        Eigen::Matrix2d second;
        second << at.fxx, at.fxy, at.fxy, at.fyy;
        const Eigen::Matrix<double, 3, 2> t = at.tangents();
        const Eigen::Matrix<double, 3, 2> dual = t * (t.transpose() * t).inverse();
        return -dual * second * dual.transpose() / std::sqrt(1 + at.fx * at.fx + at.fy * at.fy);
    }

private:
    static int lineBefore(const std::vector<double>& lines, double at) {
        const auto after = std::upper_bound(lines.begin() + 1, lines.end() - 1, at);
        return int(after - lines.begin()) - 1;
    }
    // Computes Hermite's cubics over an interval and their derivatives: first those of the values at its ends, then those of the slopes there.
    static void hermite(double from, double to, double at, Eigen::Vector4d basis[3]) {
        const double h = to - from, u = (at - from) / h, v = 1 - u;
        basis[0] << v * v * (1 + 2 * u), u * u * (1 + 2 * v), h * u * v * v, -h * u * u * v;
        basis[1] << -6 * u * v / h, 6 * u * v / h, v * (1 - 3 * u), u * (3 * u - 2);
        basis[2] << (12 * u - 6) / (h * h), (6 - 12 * u) / (h * h), (6 * u - 4) / h, (6 * u - 2) / h;
    }
};

/** Holds the value and derivatives of the function that descend() minimizes, at one point of space. */
struct Least {
    double value;
    Vector gradient;
    Matrix second;
};

/** Computes half the square of the distance from a point. */
struct FromPoint {
    const Vector& query;
    Least operator()(const Vector& s) const { return {0.5 * (s - query).squaredNorm(), s - query, Matrix::Identity()}; }
};

/** Finds a minimum of a function on the surface, by Newton's steps within the grid from one of its points.
@param fromX, fromY  the first point [m]
@param isOnBorder    becomes true if the minimum is on the border
@returns the point of the minimum */
template <class Function> HeightField::At descend(const HeightField& field, const Function& function, double fromX,
                                                  double fromY, bool& isOnBorder) {
    using Pair = Eigen::Vector2d;
    const Pair low(field.x.front(), field.y.front()), high(field.x.back(), field.y.back());
    const double size = (high - low).norm();
    Pair xy = Pair(fromX, fromY).cwiseMax(low).cwiseMin(high);
    HeightField::At at = field.at(xy[0], xy[1]);
    Least least = function(at.point);
    isOnBorder = false;
    for (int step = 0; step < 60; ++step) {
        const Eigen::Matrix<double, 3, 2> t = at.tangents();
        Pair slope = t.transpose() * least.gradient;
        Eigen::Matrix2d hessian = t.transpose() * least.second * t;
        hessian(0, 0) += least.gradient[2] * at.fxx;
        hessian(1, 1) += least.gradient[2] * at.fyy;
        hessian(0, 1) += least.gradient[2] * at.fxy;
        hessian(1, 0) = hessian(0, 1);
        isOnBorder = false;
        for (int k = 0; k < 2; ++k)
            if ((xy[k] == low[k] && slope[k] > 0) || (xy[k] == high[k] && slope[k] < 0)) { // the border stops it
                isOnBorder = true;
                slope[k] = hessian(0, 1) = hessian(1, 0) = 0;
                hessian(k, k) = 1;
            }
        // A negative second derivative would lead Newton's step upwards. A multiple of the identity makes it positive.
        const double mean = 0.5 * hessian.trace(), spread = std::hypot(0.5 * (hessian(0, 0) - hessian(1, 1)), hessian(0, 1));
        const double weakest = mean - spread, wanted = 1e-6 * (std::abs(mean) + spread);
        if (weakest < wanted) hessian += (std::abs(weakest) + wanted) * Eigen::Matrix2d::Identity();
        Pair descent = -hessian.inverse() * slope;
        for (int halving = 0; halving < 40; ++halving, descent *= 0.5) {
            const Pair next = (xy + descent).cwiseMax(low).cwiseMin(high);
            const HeightField::At there = field.at(next[0], next[1]);
            const Least trial = function(there.point);
            if (!(trial.value <= least.value + 1e-15 * size * size)) continue;
            descent = next - xy;
            xy = next;
            at = there;
            least = trial;
            break;
        }
        if (descent.norm() < 1e-10 * size) break; // the remaining error is of its square
    }
    return at;
}

/** Returns the largest distance of the surface from its triangles [m]. It is found at some points of each cell. Between these points it may
be 1.5 times as large, which the result includes. */
inline double findSag(const HeightField& field) {
    double most = 0;
    for (std::size_t i = 0; i + 1 < field.x.size(); ++i)
        for (std::size_t j = 0; j + 1 < field.y.size(); ++j) {
            const auto heightAt = [&](double u, double v) {
                return field
                    .at(field.x[i] + u * (field.x[i + 1] - field.x[i]), field.y[j] + v * (field.y[j + 1] - field.y[j]))
                    .point[2];
            };
            const double f00 = heightAt(0, 0), f10 = heightAt(1, 0), f01 = heightAt(0, 1), f11 = heightAt(1, 1);
            for (const double u : {0., .25, .5, .75, 1.})
                for (const double v : {0., .25, .5, .75, 1.}) {
                    const double flat =
                        u >= v ? f00 + u * (f10 - f00) + v * (f11 - f10) : f00 + v * (f01 - f00) + u * (f11 - f01);
                    most = std::max(most, std::abs(heightAt(u, v) - flat));
                }
        }
    return 1.5 * most;
}

} // namespace simbodydem::kernels

#endif
