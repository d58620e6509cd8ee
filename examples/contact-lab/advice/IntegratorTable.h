#ifndef CONTACT_LAB_INTEGRATOR_TABLE_H
#define CONTACT_LAB_INTEGRATOR_TABLE_H

#include <simbodydem/ContactAdvice.h>

#include <string>
#include <utility>
#include <vector>

namespace lab {

/** Stores what the trials of one integrator have found. */
struct TriedAccuracies {
    std::string integrator;
    std::vector<std::pair<const char*, SimTK::Real>> accuracies; // the one for all trials first; NaN: there is none
    SimTK::Real stepsPerSecond, evaluationsPerSecond;
};

/** Adds a subject for each integrator, the least expensive first, those without an accuracy last. */
void addIntegrators(simbodydem::ContactAdvice&, std::vector<TriedAccuracies>);

} // namespace lab

#endif
