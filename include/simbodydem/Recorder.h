// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDER_H
#define SIMBODYDEM_RECORDER_H

#include "simbodydem/Export.h"

#include "SimTKcommon.h"

#include <string>

namespace simbodydem {

/** Writes rows of a run to files. GroundReactionRecorder and ReplayRecorder are recorders, with these rules in common.

@par Period
An interval makes a recorder an event reporter that adds a row at each multiple of it:

    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it

A TimeStepper and a ContactStepper serve it. You can also call record() yourself with any State. With an interval of Infinity no rows are made
by themselves.

@par Files
A file replaces a file of the same name. A file belongs to one recorder of this process, by whatever path, until close(). A row is in the file
when record() returns. So a run that throws or is killed leaves files that are correct up to there.

@par Peaks
An impact is often shorter than the time between two rows. A row has the largest force since the row before: at the ends of all accepted
steps of the integrator, and at the row itself. GroundReactionRecorder gives the details. */
class SIMBODYDEM_API Recorder : public SimTK::PeriodicEventReporter {
public:
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /** Adds the rows of this State to all files. Realizes the State to Stage::Dynamics. A file that has this time already gets no row.
        @param state  of the recorder's System
        @throws std::invalid_argument if its time is not finite
        @throws std::runtime_error with the name of the file, if it cannot be written or has changed since it was closed */
    virtual void record(const SimTK::State& state) const = 0;
    /** Closes the files at the end of a run, so that another recorder may write them. The files are complete at any time. A row that is recorded
        later continues them. If a file has been changed since it was closed, it stays as it is and record() throws. */
    virtual void close() const = 0;

    /** Records the State; called by a System that has this recorder as an event reporter. */
    void handleEvent(const SimTK::State& state) const override { record(state); }
    /** Returns the time of the next row [s]. */
    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;

protected:
    /** @param owner     name of the class, for messages
        @param interval  time between rows [s], > 0
        @throws std::invalid_argument if it is out of its range */
    Recorder(const std::string& owner, SimTK::Real interval);
};

} // namespace simbodydem

#endif
