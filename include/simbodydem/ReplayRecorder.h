// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_REPLAY_RECORDER_H
#define SIMBODYDEM_REPLAY_RECORDER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/Recorder.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Describes a ball that a replay draws and that is no body, such as a grain. */
struct ReplayBall {
    SimTK::Vec3 center = SimTK::Vec3(0); ///< in Ground [m]
    SimTK::Real radius = 0;              ///< [m]
    SimTK::Real speed = 0;               ///< gives the colour [m/s]
};

/** Writes a run as one HTML page, which a browser plays from any side, forwards, backwards and slowly. The page needs no network and no other
file.

    auto* replay = new ReplayRecorder(system, "walk.html", 0.01); // a row every 10 ms
    replay->showContacts(force);
    system.addEventReporter(replay); // before realizeTopology(); the System deletes it

It works for every Simbody System, with or without forces of this library.

The page draws the decorations of the System, as Simbody's Visualizer does, and also arrows, cones and tori. Call
setShowDefaultGeometry(false) to leave out frames and centres of mass. A mesh is drawn as it was when it was first seen. The System's up
direction is up. There is a grid at height 0 unless the System has a uniform background.

Each row has time, kinetic energy and potential energy. For forces that are shown it has point, force, overlap and slip of each contact, and
the total force that Ground exerts. It has the dissipated energy if the forces track it.

A row also has the largest size of the total force of Ground since the row before, so an impact between two rows is seen. It is the sum of the
forces that are shown, at the ends of the integrator's steps. The plot of the ground force shows it as its peak. See Peaks in
GroundReactionRecorder.

On each ElasticLayer of these forces the page draws the elements that touch, in the colour of their pressure. The scale is fixed over the run,
and elements that slide are hatched. The map is seen through bodies. A row draws at most 5000 elements, and a page 100 000 different ones.
Where more touch, a part of them is drawn, and the page says how many. An element needs 64 bytes when it touches first, and four in a row.

On Soil the page draws ruts and footprints. Each cell lies at its sinkage, or where a body presses it to, and has the colour of its sinkage.
Cells under contact have their pressure as elements do, at most 20 000 in a row. A row has the sinkages that changed since the row before,
each in three to five bytes of the file. They are rounded to 1/1024 of the width of a cell. A page has at most 250 000 cells of one surface,
with those around the ruts.

Balls of showBalls() have the colour of their speed. The scale ends at the speed that 99 % of the balls do not exceed in the fastest row. A
ball needs 20 bytes of the file in the first row, and some six in each row in which it moves. A page plays 100 000 balls.

The page plays up to its last row at any time, see Recorder. Positions have seven
digits, and directions an error of 3e-5 rad. A body whose position is not finite is not drawn. The page reports it, and the library prints a
warning (see Messages.h). */
class SIMBODYDEM_API ReplayRecorder : public Recorder {
public:
    /** Starts the file and replaces a file of the same name.
        @param system    must outlive the recorder
        @param file      its name ends in .html
        @param interval  time between rows [s], > 0, if the recorder is an event reporter of a System; with Infinity no rows are made by itself
        @throws std::invalid_argument if the interval is not > 0, or if the name of the file ends differently
        @throws std::invalid_argument if a recorder of this process is writing the file already, by whatever path
        @throws std::runtime_error with the name of the file, if it cannot be written
        @throws std::runtime_error if the library was built without three.js (the Debian package libjs-three), which draws the page */
    ReplayRecorder(SimTK::MultibodySystem& system, const std::string& file, SimTK::Real interval);
    ~ReplayRecorder() override;

    /** Returns the System whose bodies are drawn. */
    const SimTK::MultibodySystem& getSystem() const;
    /** Shows the contacts of this force as points and arrows, green while they stick and red while they slide. The length of an arrow stands for
        the force on the body that is not Ground. Shows the pressure on its elastic layers and soils too, and their ruts. A force that is shown already is shown once, and
        counts once in sums.
        @throws std::invalid_argument if it is a force of another System
        @throws std::logic_error if there are rows already */
    ReplayRecorder& showContacts(const DEMContactForce&);
    /** Draws the balls that this function returns for the State of each row, as many in all rows and in the same order.
        @throws std::logic_error if there are rows already */
    ReplayRecorder& showBalls(const std::function<std::vector<ReplayBall>(const SimTK::State&)>& balls);
    /** Makes the view follow this body when the page opens. Without it the view stands still.
        @throws std::invalid_argument if it is a body of another System */
    ReplayRecorder& follow(const SimTK::MobilizedBody&);
    /** Adds a generator whose decorations are drawn too. The recorder deletes it. */
    ReplayRecorder& addDecorationGenerator(SimTK::DecorationGenerator*);

    /** Adds a row for this State, see Recorder. A time before that of the last row begins a new run, whose rows replace the others.
        @throws std::runtime_error with the name of the file, if it cannot be written. Later rows of this run throw as well, because a row
                contains only the changes since the row before. */
    void record(const SimTK::State&) const override;
    void close() const override;

private:
    class Impl;
    std::unique_ptr<Impl> impl;
};

} // namespace simbodydem

#endif
