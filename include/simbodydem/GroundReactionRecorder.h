// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GROUND_REACTION_RECORDER_H
#define SIMBODYDEM_GROUND_REACTION_RECORDER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/Resultants.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Writes the ground reactions of groups of surfaces to files, as OpenSim reads them, and contacts one by one:

    auto* recorder = new GroundReactionRecorder(force, {{"r", force.getSurfaces(rightFoot)}}, 0.01);
    recorder->write("grf.mot");
    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it

or without a System's reporting, on any State that is handed to record().

The columns of a group r are ground_force_r_vx, _vy, _vz, the force [N] on the group; ground_force_r_px, _py, _pz, its
centre of pressure [m]; ground_torque_r_x, _y, _z, its free moment [N m]; all in Ground. Where there is no centre of
pressure, see calcGroundReaction(), the point is the plane's origin and the torque the whole moment about it, since
OpenSim cannot read NaN: force, point and torque of every row are the wrench of all contacts of the group.

A row is in the file when record() returns, and so is the number of rows in the header: a run that throws or is killed
leaves a file that is right up to there. Numbers are written with the digits that give them back exactly. */
class SIMBODYDEM_API GroundReactionRecorder : public SimTK::PeriodicEventReporter {
public:
    /** @param groups    may be none if contacts alone are written
        @param interval  time between rows [s], > 0, when an event reporter of a System; never if not given
        @throws std::invalid_argument if a group has no surfaces, one that does not exist, or a name that is empty,
                given twice or has a character in it that is neither letter nor digit nor one of _ . - */
    GroundReactionRecorder(const DEMContactForce&, std::vector<SurfaceGroup> groups,
                           SimTK::Real interval = SimTK::Infinity);
    ~GroundReactionRecorder();
    GroundReactionRecorder(const GroundReactionRecorder&) = delete;
    GroundReactionRecorder& operator=(const GroundReactionRecorder&) = delete;

    /** Where the centre of pressure is sought; y = 0 if not given. @throws std::invalid_argument if it is not finite */
    GroundReactionRecorder& setPlane(const GroundPlane&);
    /** Count contacts with these surfaces alone, see calcWrench(). @throws std::invalid_argument as the constructor */
    GroundReactionRecorder& setGround(const SurfaceGroup&);
    /** Below it there is no centre of pressure. @param force [N], >= 0; 0 if not given */
    GroundReactionRecorder& setMinimumNormalForce(SimTK::Real force);

    /** Start a file of ground reactions, in the place of one of that name: an OpenSim storage file if its name ends in
    .sto or .mot, comma-separated values with units in the header if .csv.
        @throws std::invalid_argument for any other name, without groups, or if any recorder of this process is writing
                that file already, or this one has written it, by whatever path
        @throws std::runtime_error, naming the file, if it cannot be written */
    GroundReactionRecorder& write(const std::string& file);
    /** Write the file by which OpenSim's tools apply a storage file's rows as ExternalLoads, in the place of the contacts: an
    ExternalForce for each group.
        @param file    its name ends in .xml
        @param data    the storage file that write() has started
        @param bodies  OpenSim's name of the body that each group is on: one, for a wrench on two bodies would load the joint between
                       them wrongly
        @throws std::invalid_argument if the surfaces of a group are on two bodies, it has no body's name or there is no such group,
                or a group's columns begin like another's (OpenSim would not tell "foot" from "foot_r"), or if the file is a table of a
                recorder, by whatever path
        @throws std::runtime_error, naming the file, if it cannot be written */
    GroundReactionRecorder& writeExternalLoads(const std::string& file, const std::string& data,
                                               const std::map<std::string, std::string>& bodies);
    /** Start a file of contacts: one row per contact and time, with all that ContactRecord has, units in the header. The columns surface_a,
    surface_b and patch say which contact it is: those of a brick on a floor differ in their patch.
        @param file  its name ends in .csv
        @throws as write() */
    GroundReactionRecorder& writeContacts(const std::string& file);

    /** Add the State's rows to all files; realizes it to Stage::Dynamics. A time that is in a file already is left out there, so a call
    that failed at one file can be made again.
        @throws std::invalid_argument if time has gone back or is not finite
        @throws std::runtime_error, naming the file, if it cannot be written, or is no longer what it was when it was closed */
    void record(const SimTK::State&) const;
    /** Let the files go at the end of a run, so that another one may write them; they are complete at any time. A row that is
    recorded later goes on where they end, unless a file has been changed since: then it is left as it is, and record() throws. */
    void close() const;

    void handleEvent(const SimTK::State& state) const override { record(state); }
    SimTK::Real getNextEventTime(const SimTK::State&, bool includeCurrentTime) const override;

private:
    class Impl;
    std::unique_ptr<Impl> impl;
};

} // namespace simbodydem

#endif
