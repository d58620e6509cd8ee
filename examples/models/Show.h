#ifndef MODELS_SHOW_H
#define MODELS_SHOW_H

#include "Simbody.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ReplayRecorder.h>

#include <memory>
#include <string>

namespace lab {

using SimTK::Real;

/** Holds whether a run is recorded. */
struct ShowChoice {
    std::string file = ""; ///< of the replay; none if empty
    Real interval = 0.02;  ///< between its rows [s]

    /** @throws std::invalid_argument if the interval is out of range */
    void check() const;
    bool isWanted() const { return !file.empty(); }
};

/** Draws every sphere of every contact set on its body. */
class ContactSpheres : public SimTK::DecorationGenerator {
public:
    explicit ContactSpheres(const SimTK::GeneralContactSubsystem& contacts) : contacts(contacts) {}
    void generateDecorations(const SimTK::State&, SimTK::Array_<SimTK::DecorativeGeometry>&) override;

private:
    const SimTK::GeneralContactSubsystem& contacts;
};

/** Records a run as a page (see ReplayRecorder): the bodies' own decorations, the contact spheres and the forces of laws with history. */
class Show {
public:
    /** Prepares the recording. @throws the exceptions of ReplayRecorder's constructor, if the run is to be recorded */
    Show(const ShowChoice&, SimTK::MultibodySystem&, const SimTK::GeneralContactSubsystem&);

    /** Shows the contacts of this force, if there is one. */
    void addForces(const simbodydem::DEMContactForce*);

    /** Makes the view follow this body at first. */
    void follow(const SimTK::MobilizedBody&);

    /** Adds the row of this State if one is due. */
    void record(const SimTK::State&);

private:
    const Real interval;
    std::unique_ptr<simbodydem::ReplayRecorder> recorder;
    Real start = SimTK::NaN; // of the rows
    int rows = 0;
};

} // namespace lab

#endif
