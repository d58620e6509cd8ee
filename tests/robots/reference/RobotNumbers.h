#ifndef SIMBODYDEM_TESTS_ROBOT_NUMBERS_H
#define SIMBODYDEM_TESTS_ROBOT_NUMBERS_H

#include "SimTKcommon.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

/** Positions and speeds of all coordinates of a robot, in the order of XmlRobot::getCoordinates(). */
struct RobotPose {
    std::vector<SimTK::Real> q, u;
};

/** Frames and equations of motion of a robot in one pose. Coordinates are in the order of XmlRobot::getCoordinates(). */
struct RobotNumbers {
    std::vector<SimTK::Transform> frames; ///< of all links in Ground, in the order of XmlRobot::getLinks()
    SimTK::Matrix mass;                   ///< mass matrix
    SimTK::Vector gravity;                ///< forces of the joints that hold the robot against gravity, at rest
    SimTK::Vector bias;                   ///< forces of the joints that keep the speeds constant
    bool hasFrame(std::size_t link) const { return !std::isnan(frames[link].p()[0]); }
};

/** Magnitudes by which differences are divided. The robot's length is the greatest distance of a link's origin or center of mass from
the root's origin. A coordinate's force is that of the weights, or of the forces of inertia, of all that it moves, at this length. */
struct RobotScales {
    SimTK::Real length = 0;                 ///< [m]
    std::vector<SimTK::Real> gravity, bias; ///< by coordinate
    std::vector<SimTK::Real> mass;          ///< by coordinate; the square root of its element of the diagonal
};

/** Relative differences of two sets of RobotNumbers; the greatest ones so far. */
struct RobotDifferences {
    SimTK::Real frames = 0, mass = 0, gravity = 0, bias = 0;

    SimTK::Real worst() const { return std::max({frames, mass, gravity, bias}); }
    /** Adds the differences of one pose. Frames that one of both lacks are left out. */
    void add(const RobotNumbers& a, const RobotNumbers& b, const RobotScales& scales) {
        for (std::size_t l = 0; l < a.frames.size(); ++l) {
            if (!a.hasFrame(l) || !b.hasFrame(l)) continue;
            raise(frames, (a.frames[l].R().asMat33() - b.frames[l].R().asMat33()).norm(), 1);
            raise(frames, (a.frames[l].p() - b.frames[l].p()).norm(), scales.length);
        }
        for (std::size_t i = 0; i < scales.mass.size(); ++i) {
            const int row = int(i);
            for (std::size_t j = 0; j < scales.mass.size(); ++j)
                raise(mass, a.mass(row, int(j)) - b.mass(row, int(j)), scales.mass[i] * scales.mass[j]);
            raise(gravity, a.gravity[row] - b.gravity[row], scales.gravity[i]);
            raise(bias, a.bias[row] - b.bias[row], scales.bias[i]);
        }
    }

private:
    // Not a number is the greatest difference of all.
    static void raise(SimTK::Real& worst, SimTK::Real difference, SimTK::Real scale) {
        const SimTK::Real ratio = difference == 0 ? 0 : std::abs(difference) / scale;
        if (!(ratio <= worst)) worst = std::isnan(ratio) ? SimTK::Infinity : ratio;
    }
};

#endif
