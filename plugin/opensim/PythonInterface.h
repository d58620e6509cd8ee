// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_PYTHON_INTERFACE_H
#define OSIM_SIMBODYDEM_PYTHON_INTERFACE_H

#include "opensim/Export.h"

// The functions of the component that Python calls through ctypes. SWIG's classes of OpenSim see properties, outputs and methods of base
// classes only. Python hands over the addresses of its objects of OpenSim. It has checked their classes before.
//
// A function that fails returns a negative number, and simbodydem_get_error() has the reason. No exception leaves a function.

namespace SimTK {
class State;
}

namespace OpenSim {
class Model;
class StatesTrajectory;
} // namespace OpenSim

extern "C" {

/** Describes one contact at one instant. Forces and torque act on surface b at the point, in Ground. A contact of an elastic layer, sand or
soil is an area. A contact at a point has the area 0. */
struct simbodydem_Contact {
    int a, b;                                                        ///< indices of simbodydem_list_surfaces()
    int is_area, is_sliding;                                         ///< 0 or 1
    double point[3], normal[3];                                      ///< [m]; unit vector from a to b
    double normal_force[3], tangential_force[3], torque[3];          ///< [N], [N], [N m]
    double slip_velocity[3];                                         ///< of b past a [m/s]
    double overlap;                                                  ///< or the largest depth of an area [m]
    double area, slipping_area, mean_pressure, peak_pressure;        ///< [m^2], [m^2], [Pa], [Pa]; 0 at a point
    double stored_energy, dissipated_power;                          ///< [J], [W]
};

/** Holds the settings of simbodydem_run(). */
struct simbodydem_RunSettings {
    double final_time;         ///< [s]
    double accuracy;           ///< [-], in (0, 0.1]
    double maximum_step;       ///< [s], > 0; infinite for no limit
    double fixed_step;         ///< [s], > 0; infinite for steps of error control
    double interval;           ///< [s] between the States that are kept, > 0; 0 keeps the State of each step
    const char* integrator;    ///< ContactIntegrator, or one that Manager knows
    int perform_analyses;      ///< 0 or 1
};

/** Holds what simbodydem_run() did. */
struct simbodydem_RunOutcome {
    double time;             ///< of the State at the end [s]
    int is_interrupted;      ///< 0 or 1
    int steps, attempts, evaluations;
    double energy_before, energy_after; ///< kinetic and potential energy of the System [J]
};

/** Is called about every 20 ms of a run with the time [s], from the thread that runs. The run ends if it does not return 0. */
typedef int (*simbodydem_Progress)(double time);

/** Returns why the last function failed. It is valid until the next one fails. */
OSIMSIMBODYDEM_API const char* simbodydem_get_error();

/** Lists the surfaces of a DEMContactForce by the index that contacts have: a line "index surface/geometry" each. The text is valid until the next
call.
@returns the number of lines */
OSIMSIMBODYDEM_API int simbodydem_list_surfaces(OpenSim::Model* model, const char* force, const char** text);

/** Lists the contacts of a DEMContactForce. The State is realized to Stage::Dynamics.
@param force  its path in the model, /forceset/feet
@param list   is filled if `size` is enough
@returns the number of contacts */
OSIMSIMBODYDEM_API int simbodydem_list_contacts(OpenSim::Model* model, SimTK::State* state, const char* force, simbodydem_Contact* list,
                                                int size);

/** Runs a model from a State. Each step is returned, recorded and analysed, as Manager does it.
@param state    the start, and the end when it returns, also after an interruption or an error
@param states   gets the State at the start and those that are kept; may be null */
OSIMSIMBODYDEM_API int simbodydem_run(OpenSim::Model* model, SimTK::State* state, const simbodydem_RunSettings* settings,
                                      OpenSim::StatesTrajectory* states, simbodydem_Progress progress, simbodydem_RunOutcome* outcome);
}

#endif
