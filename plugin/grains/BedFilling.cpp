// SPDX-License-Identifier: Apache-2.0
#include "grains/BedFilling.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"
#include "simbodydem/grains/GrainFiles.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

namespace {

constexpr Real spacing = 2.4;          // of poured grains, in largest radii
constexpr Real densestFraction = 0.64; // of volume, of random packings of equal balls
constexpr int mostBatches = 1000;      // that fill() pours

double clockSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace

void BedFilling::addFile(const std::string& path) {
    const GrainFile file = readGrainFile(path);
    const Real own = contents.getOptions().getDensity();
    if (file.density.isSet() && !areSameDensities(file.density, own))
        throw std::invalid_argument("GrainBed::addFile(): the grains of " + path + " have a density of " +
                                    toText(file.density) + " kg/m^3 and those of the bed " + toText(own) +
                                    " kg/m^3; call GrainBedOptions::setDensity()");
    add(file.grains, "GrainBed::addFile(): " + path);
}

void BedFilling::add(const std::vector<Grain>& given, const std::string& owner) {
    Grains message;
    Real least = Infinity, greatest = 0;
    for (std::size_t k = 0; k < given.size(); ++k) {
        const Grain& grain = given[k];
        const std::string name = owner + ": grain " + std::to_string(k);
        checkPositive(name, "radius", grain.radius, "m");
        for (int axis = 0; axis < 3; ++axis) {
            const Real x = grain.position[axis], low = contents.getOptions().getLow()[axis], high = contents.getOptions().getHigh()[axis];
            check(x >= low && (x < high || (x == high && contents.getOptions().isPeriodic(axis))), name,
                  std::string("position ") + "xyz"[axis], x, "m",
                  "in the box, from " + toText(low) + " to below " + toText(high) + " m");
            message.positions.push_back(x);
            message.velocities.push_back(grain.velocity[axis]);
            message.angularVelocities.push_back(grain.angularVelocity[axis]);
        }
        if (!grain.velocity.isFinite() || !grain.angularVelocity.isFinite())
            throw std::invalid_argument(name + ": its velocity is not finite");
        message.radii.push_back(grain.radius);
        contents.checkMaterial(grain.material, name);
        message.materials.push_back(grain.material);
        if (server.isRunning()) contents.takeRadii(grain.radius, grain.radius, false, name);
        least = std::min(least, grain.radius);
        greatest = std::max(greatest, grain.radius);
    }
    if (given.empty()) return;
    if (!server.isRunning()) contents.takeRadii(least, greatest, true, owner);
    const bool isFirst = server.getNumGrains() == 0;
    BedState before;
    try {
        server.start();
        exchange.takeNewGrains();
        if (!isFirst) before = server.save();
        server.sendGrains(message, false);
        exchange.takeNewGrains();
        checkOverlaps(owner);
    } catch (const std::invalid_argument&) { // none of them is in the bed then
        if (isFirst)
            server.stop();
        else
            server.restore(Restart{before, exchange.motionAtRest()}, exchange.getTime());
        throw;
    }
}

int BedFilling::remove(const std::function<bool(const Grain&)>& isRemoved) {
    const std::vector<Grain> all = server.getGrains();
    Numbers numbers;
    for (std::size_t k = 0; k < all.size(); ++k)
        if (isRemoved(all[k])) numbers.numbers.push_back(std::int64_t(k));
    if (numbers.numbers.empty()) return 0;
    server.remove(numbers);
    exchange.takeNewGrains();
    return int(numbers.numbers.size());
}

// Grains that begin deep in something would be shot away.
void BedFilling::checkOverlaps(const std::string& owner) {
    const Measures m = server.measureGrains();
    const auto refuse = [&owner](Real overlap, const std::string& what) {
        if (overlap > BedContents::deepestAtStart)
            throw std::invalid_argument(owner + ": " + what + " by " + toText(100 * overlap) +
                                        " % of the radius; it must be at most " + toText(100 * BedContents::deepestAtStart) + " %");
    };
    refuse(m.deepestOverlap, "two grains overlap");
    refuse(m.deepestWallOverlap, "a grain overlaps a wall of the box");
    for (const BedSurface& surface : contents.getSurfaces())
        refuse(surface.report.deepestOverlap, "a grain overlaps " + surface.name);
}

void BedFilling::report(const std::string& task, Real simulated, long long steps, Real fraction) {
    const double now = clockSeconds();
    if (steps == 0) progressBegan = now;
    if (!contents.getOptions().getProgress() || (now < progressLast + 0.5 && fraction < 1)) return;
    progressLast = now;
    contents.getOptions().getProgress()({task, server.getNumGrains(), simulated, steps, now - progressBegan, fraction});
}

void BedFilling::settle(Real atMost) {
    checkPositive("GrainBed::settle()", "time", atMost, "s");
    if (exchange.hasBegun())
        throw std::logic_error("GrainBed: grains cannot be poured or settled once the mechanism has moved; add() them, "
                               "and let them settle while it moves");
    exchange.placeGround();
    const Real step = contents.getTimeStep();
    const long long chunk = 500;
    // Balls roll on and on. A drag stops them, which is gone afterwards. Its time is three times that in which a grain falls by its radius.
    const Real drag = 0.3 * std::sqrt(contents.getGravityOfStart().norm() / (2 * contents.getLeastRadius()));
    Motion motion = exchange.motionAtRest();
    motion.steps = chunk;
    motion.timeStep = step;
    motion.drag = drag;
    report("settling", 0, 0, 0);
    // A bed that oscillates is still for an instant. So it must be slow for as long as a grain falls by its radius.
    const Real g = contents.getGravityOfStart().norm(), fallTime = g > 0 ? std::sqrt(2 * contents.getLeastRadius() / g) : 0;
    const int enough = std::max(3, int(std::ceil(fallTime / (Real(chunk) * step))));
    int slow = 0;
    Real first = 0, fraction = 0;
    for (long long steps = chunk;; steps += chunk) {
        server.advance(motion, Real(steps) * step);
        const Measures m = server.measureGrains();
        const Real fall = m.mass * contents.getGravityOfStart().norm() * contents.getLeastRadius();
        slow = m.kineticEnergy <= 1e-5 * fall ? slow + 1 : 0;
        if (slow >= enough || m.grains == 0) {
            report("settling", Real(steps) * step, steps, 1);
            return;
        }
        first = std::max(first, m.kineticEnergy);
        if (fall > 0 && first > 1e-5 * fall)
            fraction = std::max(fraction, std::log(first / m.kineticEnergy) / std::log(first / (1e-5 * fall)));
        report("settling", Real(steps) * step, steps, std::min(0.99, fraction));
        if (slow == 0 && Real(steps) * step > atMost)
            throw std::runtime_error("GrainBed: the grains are not at rest after " + toText(Real(steps) * step) +
                                     " s; their kinetic energy is " + toText(m.kineticEnergy) +
                                     " J, it must be below " + toText(1e-5 * fall) +
                                     " J. More friction, less restitution or more time helps");
    }
}

// Adds grains at random places from a height on, as many as fit into the box. Numbers of the generator are scaled by hand, since the
// distributions of the standard library differ from one compiler to another. Returns the height up to which places were taken.
Real BedFilling::pour(const Pouring& pouring, long long count, Real from) {
    std::mt19937_64 random(pouring.getSeed() + 1000003ull * pourings++);
    const auto uniform = [&random](Real low, Real high) { return low + (high - low) * Real(random() >> 11) * 0x1p-53; };
    const Vec3 &low = contents.getOptions().getLow(), &high = contents.getOptions().getHigh();
    const Real cell = spacing * contents.getGreatestRadius(), clearance = 0.5 * (spacing - 2) * contents.getGreatestRadius();
    int numbers[3];
    for (int axis = 0; axis < 3; ++axis)
        numbers[axis] = std::max(0, int((high[axis] - low[axis] - (axis == contents.upAxis() ? from : 0)) / cell));
    const int up = contents.upAxis(), a = (up + 1) % 3, b = (up + 2) % 3;
    if (numbers[a] < 1 || numbers[b] < 1 || numbers[up] < 1)
        throw std::invalid_argument("GrainBed::fill(): the box has no room for more grains above a height of " +
                                    toText(from) + " m that is not within or behind a surface; it must be higher");
    Grains grains;
    int layer = 0;
    for (; layer < numbers[up] && (long long)(grains.radii.size()) < count; ++layer)
        for (int i = 0; i < numbers[a]; ++i)
            for (int j = 0; j < numbers[b]; ++j) {
                Vec3 x;
                x[a] = low[a] + (i + 0.5) * (high[a] - low[a]) / numbers[a] + uniform(-clearance, clearance);
                x[b] = low[b] + (j + 0.5) * (high[b] - low[b]) / numbers[b] + uniform(-clearance, clearance);
                const Real height = from + (layer + 0.5) * cell + uniform(-clearance, clearance);
                x[up] = contents.isDown() ? high[up] - height : low[up] + height;
                grains.positions.insert(grains.positions.end(), &x[0], &x[0] + 3);
                grains.materials.push_back(pouring.getMaterial());
                grains.radii.push_back(uniform(pouring.getRadii().getLeast(), pouring.getRadii().getGreatest()));
            }
    grains.atMost = count;
    server.sendGrains(grains, true);
    return from + layer * cell;
}

void BedFilling::fill(const Pouring& pouring) {
    if (exchange.hasBegun())
        throw std::logic_error("GrainBed::fill(): grains cannot be poured once the mechanism has moved; add() them");
    contents.checkMaterial(pouring.getMaterial(), "GrainBed::fill()");
    if ((pouring.getHeight() > 0) == (pouring.getCount() > 0))
        throw std::invalid_argument("GrainBed::fill(): call either Pouring::upTo() or Pouring::setCount()");
    contents.takeRadii(pouring.getRadii().getLeast(), pouring.getRadii().getGreatest(), !server.isRunning(), "GrainBed::fill()");
    try {
        fillFrom(pouring);
    } catch (const std::invalid_argument&) {
        if (server.getNumGrains() == 0) server.stop();
        throw;
    }
}

void BedFilling::fillFrom(const Pouring& pouring) {
    server.start();
    if (!(contents.getGravityOfStart().norm() > 0)) throw std::invalid_argument("GrainBed::fill(): pouring needs gravity");
    exchange.placeGround();
    const int up = contents.upAxis(), before = server.getNumGrains();
    const Real boxHeight = contents.getOptions().getHigh()[up] - contents.getOptions().getLow()[up], wanted = pouring.getHeight();
    check(wanted < boxHeight, "GrainBed::fill()", "height", wanted, "m",
          "less than that of the box, " + toText(boxHeight) + " m");
    const Real largest = 2 * pouring.getRadii().getGreatest();
    check(wanted == 0 || wanted >= largest, "GrainBed::fill()", "height", wanted, "m",
          "at least the diameter of the largest grain, " + toText(largest) + " m");
    const Real area =
        (contents.getOptions().getHigh() - contents.getOptions().getLow())[(up + 1) % 3] * (contents.getOptions().getHigh() - contents.getOptions().getLow())[(up + 2) % 3];
    const Real fallTime = 20 * std::sqrt(2 * boxHeight / contents.getGravityOfStart().norm());
    for (int batch = 0;; ++batch) {
        const GrainBedMeasures now = server.measure();
        long long missing = pouring.getCount() - (server.getNumGrains() - before);
        if (wanted > 0) {
            const Real height = now.grains > 0 ? now.height : 0;
            missing = height >= wanted
                          ? 0
                          : (long long)(std::ceil(densestFraction * area * (wanted + 2 * contents.getGreatestRadius() - height) /
                                                  pouring.getRadii().calcMeanVolume()));
        }
        if (missing <= 0) break;
        if (batch == mostBatches)
            throw std::runtime_error("GrainBed::fill(): " + std::to_string(missing) + " grains are missing after " +
                                     std::to_string(mostBatches) +
                                     " batches; a wider or higher box takes more at once");
        const int start = server.getNumGrains();
        for (Real from = now.grains > 0 ? now.highest : 0;
             server.getNumGrains() == start;) // higher, where surfaces have all places
            from = pour(pouring, missing, from);
        settle(fallTime);
    }
    if (wanted > 0) {
        const Real cut = wanted - 0.5 * (pouring.getRadii().getLeast() + pouring.getRadii().getGreatest());
        server.level(cut);
        settle(fallTime);
    }
}

} // namespace simbodydem::grains
