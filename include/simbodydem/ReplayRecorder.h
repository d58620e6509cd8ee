// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_REPLAY_RECORDER_H
#define SIMBODYDEM_REPLAY_RECORDER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

#include <memory>
#include <string>

namespace simbodydem {

/** Writes a run as one page to look at in a browser, from any side, forwards, backwards and slowly: a file that needs no network and
no other file.

    auto* replay = new ReplayRecorder(system, "walk.html", 0.01); // a row every 10 ms
    replay->showContacts(force);
    system.addEventReporter(replay); // before realizeTopology(); the System deletes it

or without a System's reporting, on any State that is handed to record(). It takes any System of Simbody's, with forces of this
library or without.

The page draws what the System says its bodies look like, as Simbody's Visualizer does (setShowDefaultGeometry(false) leaves out frames
and centres of mass), arrows, cones and tori besides; a mesh is drawn as it was when it was first seen. It stands on a grid at height 0
unless the System has a uniform background, and the System's up direction is up. Of each row it has time and kinetic and potential
energy; of forces that are shown each contact's point and force, overlap and slip, the sum that Ground exerts, and the heat if they
keep account of it.

A row is in the file when record() returns: a run that throws or is killed leaves a page that plays up to there. Places are kept to seven
digits and directions to 3e-5 rad. A body whose place is not finite is not drawn; the page says so and a warning does (see Warnings.h). */
class SIMBODYDEM_API ReplayRecorder : public SimTK::PeriodicEventReporter {
public:
    /** Start the file, in the place of one of that name.
        @param system    must outlive the recorder
        @param file      its name ends in .html
        @param interval  time between rows [s], > 0, when an event reporter of a System; never if it is Infinity
        @throws std::invalid_argument if the interval is not > 0, the name ends otherwise, or any recorder of this process is writing that
                file already, by whatever path
        @throws std::runtime_error, naming the file, if it cannot be written, or if the library was built without three.js (Debian's package
                libjs-three), which draws */
    ReplayRecorder(SimTK::MultibodySystem& system, const std::string& file, SimTK::Real interval);
    ~ReplayRecorder();
    ReplayRecorder(const ReplayRecorder&) = delete;
    ReplayRecorder& operator=(const ReplayRecorder&) = delete;

    /** Show the contacts of this force: points and arrows, green while sticking and red while sliding, as long as the force on the body
    that is not Ground. A force that is shown already is shown once, and counts once in sums.
        @throws std::invalid_argument if it is a force of another System
        @throws std::logic_error if there are rows already */
    ReplayRecorder& showContacts(const DEMContactForce&);
    /** Let the view go with this body at first; it stays where it is if not given.
        @throws std::invalid_argument if it is a body of another System */
    ReplayRecorder& follow(const SimTK::MobilizedBody&);
    /** Draw what this one generates, too. It is deleted with the recorder. */
    ReplayRecorder& addDecorationGenerator(SimTK::DecorationGenerator*);

    /** Add the State's row; realizes it to Stage::Dynamics. A time that is there already is left out. With a time before the last one's a new
    run begins, and its rows take the place of the others.
        @throws std::invalid_argument if time is not finite
        @throws std::runtime_error, naming the file, if it cannot be written, and from then on in this run: rows say what has changed */
    void record(const SimTK::State&) const;

    void handleEvent(const SimTK::State& state) const override { record(state); }
    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;

private:
    class Impl;
    std::unique_ptr<Impl> impl;
};

} // namespace simbodydem

#endif
