#ifndef CONTACT_LAB_INTEGRATOR_TABLE_H
#define CONTACT_LAB_INTEGRATOR_TABLE_H

#include <simbodydem/ContactAdvice.h>
#include <simbodydem/Messages.h>

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

/** Drops all warnings while it exists, since trials are not runs of the user. */
class Silence {
public:
    Silence() : before(simbodydem::setWarningHandler([](const std::string&) {})) {}
    ~Silence() { simbodydem::setWarningHandler(before); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    const simbodydem::WarningHandler before;
};

/** Adds a subject for each integrator, the least expensive first, those without an accuracy last. */
void addIntegrators(simbodydem::ContactAdvice&, std::vector<TriedAccuracies>);

} // namespace lab

#endif
