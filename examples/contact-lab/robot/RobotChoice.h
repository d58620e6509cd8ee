#ifndef CONTACT_LAB_ROBOT_CHOICE_H
#define CONTACT_LAB_ROBOT_CHOICE_H

#include "LawChoice.h"
#include "Show.h"

#include <string>
#include <vector>

namespace lab {

/** Defines what moves the joints: nothing, servos that hold a pose, or servos whose targets move. */
enum class RobotMode { Drop, Stand, Drive };

/** Holds the options of `contact-lab robot`. NaN and "" mean "not given". */
struct RobotChoice {
    static constexpr Real usualHeight = 0.002; ///< of the lowest collision above the floor [m]

    std::string file;
    std::string model;                               ///< of an SDF file that has several; empty: the only one
    std::vector<std::string> packages;               ///< folders in which meshes are searched
    bool isLenient = false;                          ///< missing meshes and impossible inertias are warnings
    bool hasExactMeshes = false;                     ///< collision meshes with all their triangles
    bool keepsOverlaps = false;                      ///< also links that overlap at the start touch each other
    std::string base;                                ///< fixed or floating
    std::string mode;                                ///< drop, stand or drive
    std::vector<std::string> pose;                   ///< "PATTERN=POSITION"
    std::vector<std::string> drives;                 ///< "PATTERN:SPEED" or "PATTERN:AMPLITUDE:PERIOD"
    Real stiffness = SimTK::NaN;                     ///< of all servos [N m/rad, N/m]
    Real damping = SimTK::NaN;                       ///< of all servos [N m s/rad, N s/m]
    Real height = SimTK::NaN;                        ///< of the lowest collision above the floor [m]; NaN: usualHeight
    LawChoice law = onMaterial(1e8, 0.45, 0.2, 0.8); // hard rubber
    Real time = 5;                                   ///< [s]
    Real accuracy = 1e-3;                            ///< [-]
    Real step = SimTK::NaN;                          ///< fixed step [s]
    Real evaluations = 1e6;                          ///< force evaluations that the run may take
    ShowChoice show;

    /** Returns the mode. `--drive` without `--mode` drives. */
    RobotMode getMode() const;
    /** Throws std::invalid_argument for numbers out of their range and for options that do not go together. */
    void check() const;
};

} // namespace lab

#endif
