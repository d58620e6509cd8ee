// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "World.h"

#include <cstddef>
#include <functional>
#include <string>

namespace simbodydem::python {

/** Appends a bed to the text of a State. Without a bed the text stays. */
std::string joinBed(const std::string& text, const std::string& bed);
/** Takes the bed off the end of what joinBed() made, and returns it. */
std::string splitBed(std::string& bytes);

#ifdef SIMBODYDEM_HAS_GRAINS
/** Returns the end of the next part of a way, after which signals are handled: a tenth of a second of a processor, about. The parts are the
same on every machine. */
double endOfPart(const GrainBed&, double time, double until);
/** Returns what GrainBed::save() writes. Before the first step the bed begins. */
std::string saveBed(const GrainBed&, GrainStepper&);
/** Continues the bed of a new model from such bytes. */
void loadBed(Model&, const std::string& bytes);
/** Returns the grains as a replay draws them, thinned as by showGrains(). */
std::vector<ReplayBall> listBalls(const GrainBed&);
#endif
/** Calls a function with the body and the force of each surface that grains touch [N], at the present time. */
void addForcesOfGrains(const Model&, const std::function<void(int body, const SimTK::Vec3& force)>& add);

} // namespace simbodydem::python
