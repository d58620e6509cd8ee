// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/shapes/Terrain.h"

#include "base/Checks.h"
#include "base/EigenBridge.h"
#include "base/Fingerprint.h"
#include "collision/shapes/GreyImage.h"
#include "collision/shapes/RoundingRange.h"
#include "geometry/ShapeData.h"
#include "geometry/TerrainMesh.h"

#include "SimTKmath.h"

#include <stdexcept>
#include <utility>

namespace simbodydem {

using namespace SimTK;

namespace {

void checkLines(const char* name, const SimTK::Vector& lines, int least) {
    if (lines.size() < least)
        throw std::invalid_argument("Terrain: the grid has " + std::to_string(lines.size()) + " lines in " + name +
                                    "; it must have " + std::to_string(least) + " or more");
    for (int i = 0; i < lines.size(); ++i) {
        const std::string line = std::string(name) + "[" + std::to_string(i) + "]";
        checkParameter(SimTK::isFinite(lines[i]), "Terrain", line, lines[i], "m", "finite");
        checkParameter(i == 0 || lines[i] > lines[i - 1], "Terrain", line, lines[i], "m",
                       "> " + toText(i > 0 ? lines[i - 1] : 0) + " m, the line before");
    }
}

void checkGrid(const SimTK::Vector& x, const SimTK::Vector& y, const Matrix& heights, Terrain::Surface surface,
               Real rounding) {
    const bool isSmooth = surface == Terrain::Surface::Smooth;
    checkLines("x", x, isSmooth ? 4 : 2);
    checkLines("y", y, isSmooth ? 4 : 2);
    const auto sizes = [](int rows, int columns) { return std::to_string(rows) + " by " + std::to_string(columns); };
    if (heights.nrow() != x.size() || heights.ncol() != y.size())
        throw std::invalid_argument("Terrain: heights are " + sizes(heights.nrow(), heights.ncol()) +
                                    "; they must be " + sizes(x.size(), y.size()) + ", one for each point of the grid");
    for (int i = 0; i < x.size(); ++i)
        for (int j = 0; j < y.size(); ++j)
            checkParameter(SimTK::isFinite(heights(i, j)), "Terrain",
                           "height (" + std::to_string(i) + ", " + std::to_string(j) + ")", heights(i, j), "m",
                           "finite");
    checkParameter(rounding >= 0 && SimTK::isFinite(rounding), "Terrain", "rounding", rounding, "m", ">= 0 and finite");
    checkParameter(!isSmooth || rounding == 0, "Terrain", "rounding", rounding, "m",
                   "0 for a smooth terrain, which has no edges");
}

std::vector<Real> linesOfGrid(const SimTK::Vector& v) { return {&v[0], &v[0] + v.size()}; } // which checkGrid() has checked

// Returns the heights by x, then by y.
std::vector<Real> listHeights(const Matrix& heights) {
    std::vector<Real> all;
    for (int i = 0; i < heights.nrow(); ++i)
        for (int j = 0; j < heights.ncol(); ++j) all.push_back(heights(i, j));
    return all;
}

// Returns heights and slopes of natural splines (Simbody's BicubicSurface) at the points of the grid.
std::vector<kernels::HeightField::Node> makeNodes(const SimTK::Vector& x, const SimTK::Vector& y,
                                                  const Matrix& heights) {
    const BicubicSurface spline(x, y, heights, 0);
    const Array_<int> alongX{0}, alongY{1}, across{0, 1};
    std::vector<kernels::HeightField::Node> nodes;
    for (int i = 0; i < x.size(); ++i)
        for (int j = 0; j < y.size(); ++j) {
            const Vec2 at(x[i], y[j]);
            nodes.push_back({spline.calcValue(at), spline.calcDerivative(alongX, at), spline.calcDerivative(alongY, at),
                             spline.calcDerivative(across, at)});
        }
    return nodes;
}

std::shared_ptr<const kernels::TriangleMesh> makeCore(const SimTK::Vector& x, const SimTK::Vector& y,
                                                      const Matrix& heights, Terrain::Surface surface, Real rounding) {
    checkGrid(x, y, heights, surface, rounding);
    const std::vector<Real> linesX = linesOfGrid(x), linesY = linesOfGrid(y), all = listHeights(heights);
    auto core = std::make_shared<kernels::TriangleMesh>();
    const kernels::MeshFault fault = kernels::makeTerrain(*core, linesX, linesY, all, rounding);
    checkParameter(!fault.isRounding, "Terrain", "rounding", rounding, "m",
                   rangeOfRounding(fault, "smaller than its hollows allow"));
    if (fault.exists()) throw std::invalid_argument("Terrain: " + fault.text);
    if (surface == Terrain::Surface::Smooth) kernels::makeSmooth(*core, linesX, linesY, makeNodes(x, y, heights));
    return core;
}

} // namespace

Terrain::Terrain(const SimTK::Vector& x, const SimTK::Vector& y, const Matrix& heights, Surface surface, Real rounding)
    : x(x),
      y(y),
      heights(heights),
      surface(surface),
      rounding(rounding),
      core(makeCore(x, y, heights, surface, rounding)) {}

Terrain Terrain::fromFunction(const std::function<Real(Real, Real)>& height, const Vec2& low, const Vec2& high,
                              int cellsInX, int cellsInY, Surface surface, Real rounding) {
    const int cells[] = {cellsInX, cellsInY};
    const char* const names[] = {"x", "y"};
    SimTK::Vector lines[2];
    for (int k = 0; k < 2; ++k) {
        if (!(cells[k] >= 1))
            throw std::invalid_argument(std::string("Terrain: cells in ") + names[k] + " = " +
                                        std::to_string(cells[k]) + "; it must be 1 or more");
        checkParameter(isFinite(low[k]), "Terrain", std::string("low ") + names[k], low[k], "m", "finite");
        checkParameter(high[k] > low[k] && isFinite(high[k]), "Terrain", std::string("high ") + names[k], high[k], "m",
                       "finite and > " + toText(low[k]) + " m, the low coordinate");
        lines[k].resize(cells[k] + 1);
        for (int i = 0; i <= cells[k]; ++i) lines[k][i] = low[k] + i * ((high[k] - low[k]) / cells[k]);
    }
    Matrix heights(cells[0] + 1, cells[1] + 1);
    for (int i = 0; i <= cells[0]; ++i)
        for (int j = 0; j <= cells[1]; ++j) heights(i, j) = height(lines[0][i], lines[1][j]);
    return Terrain(lines[0], lines[1], heights, surface, rounding);
}

Terrain Terrain::fromImage(const std::string& path, const Vec2& size, Real height, Surface surface, Real rounding) {
    checkPositive("Terrain", "size in x", size[0], "m");
    checkPositive("Terrain", "size in y", size[1], "m");
    checkParameter(isFinite(height), "Terrain", "height", height, "m", "finite");
    const GreyImage image = readGreyImage(path, "Terrain");
    const auto linesOf = [](int count, Real length) {
        SimTK::Vector lines(count);
        for (int i = 0; i < count; ++i) lines[i] = count > 1 ? length * (Real(i) / (count - 1) - 0.5) : 0;
        return lines;
    };
    Matrix heights(image.width, image.height);
    for (int i = 0; i < image.width; ++i)
        for (int j = 0; j < image.height; ++j) heights(i, j) = height * image.at(i, image.height - 1 - j);
    return Terrain(linesOf(image.width, size[0]), linesOf(image.height, size[1]), heights, surface, rounding);
}

std::string Terrain::describe() const {
    std::string numbers;
    for (int i = 0; i < x.size(); ++i) numbers += toDigits(x[i]) + " ";
    for (int j = 0; j < y.size(); ++j) numbers += toDigits(y[j]) + " ";
    for (int i = 0; i < x.size(); ++i)
        for (int j = 0; j < y.size(); ++j) numbers += toDigits(heights(i, j)) + " ";
    return std::string(surface == Surface::Smooth ? "smooth" : "faceted") + " terrain of " + std::to_string(x.size()) +
           " by " + std::to_string(y.size()) + " heights, fingerprint " + std::to_string(fingerprintOf(numbers)) +
           ", rounding " + toDigits(rounding) + " m";
}

kernels::ShapeData Terrain::getData() const {
    kernels::ShapeData data(kernels::ShapeData::Kind::Terrain, {}, rounding);
    data.x = linesOfGrid(x);
    data.y = linesOfGrid(y);
    data.points = listHeights(heights);
    if (core->smooth)
        for (const kernels::HeightField::Node& node : core->smooth->nodes)
            data.slopes.insert(data.slopes.end(), {node.fx, node.fy, node.fxy});
    data.made = core;
    return data;
}

} // namespace simbodydem
