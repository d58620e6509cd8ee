// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GROUND_REACTION_RECORDER_H
#define SIMBODYDEM_GROUND_REACTION_RECORDER_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"
#include "simbodydem/Recorder.h"
#include "simbodydem/Resultants.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

/** Writes files of ground reactions of groups of surfaces, in the formats that OpenSim reads. It also writes files of single contacts, and of
the pressure and shear of elastic layers:

    auto* recorder = new GroundReactionRecorder(force, {{"r", force.getSurfaces(rightFoot)}}, 0.01);
    recorder->write("grf.mot");
    system.addEventReporter(recorder); // before realizeTopology(); the System deletes it

A group r has these columns, in Ground:

| columns | meaning | unit |
|-|-|-|
| ground_force_r_vx, _vy, _vz | force on the group | N |
| ground_force_r_px, _py, _pz | its centre of pressure | m |
| ground_torque_r_x, _y, _z | its free moment | N m |
| peak_ground_force_r | size of the largest force on the group since the row before | N |
| peak_time_r | time of that force | s |

The columns of peaks come after those of all groups.

Force, point and torque of a row are the wrench of all contacts of the group. There may be no centre of pressure, see calcGroundReaction().
The point is then the origin of the plane and the torque the whole moment about it, because OpenSim cannot read NaN.

@par Peaks
An impact is often shorter than the time between two rows. The peak is the largest size of the resultant force at the ends of all steps of
the integrator after the row before, and at the row itself. A peak at the time of a row is in that row alone. The first row counts all steps
since write(). Without a contact the peak is 0, at the time of the row. The force may be a little larger within a step: a limit of the step
size makes the peak more exact.

The forces of steps that the integrator rejects do not count. The force keeps the peak with the history in the State, so an older State that
is restored has no peak of the future. No contact force depends on the peak. writeHistory() does not write it. A CPodesIntegrator must return
every step (prepareIntegrator()), or only the steps at which it returns count.

The number of rows in the header of a storage file is updated with each row. Numbers have the digits that read back exactly. See Recorder for
files and periods. */
class SIMBODYDEM_API GroundReactionRecorder : public Recorder {
public:
    /** Makes a recorder for the contacts of one force.
        @param groups    may be empty if you do not call write()
        @param interval  time between rows [s], > 0, if the recorder is an event reporter of a System; without it no rows are made by itself
        @throws std::invalid_argument if a group has no surfaces, or one that does not exist
        @throws std::invalid_argument if a name is empty, is given twice, or has a character other than letters, digits, _ . and - */
    GroundReactionRecorder(const DEMContactForce&, std::vector<SurfaceGroup> groups,
                           SimTK::Real interval = SimTK::Infinity);
    ~GroundReactionRecorder() override;

    /** Sets the plane of the centre of pressure. It is y = 0 unless you set it.
        @throws std::invalid_argument if it is not finite */
    GroundReactionRecorder& setPlane(const GroundPlane&);
    /** Counts contacts with these surfaces only, see calcWrench().
        @throws std::invalid_argument if the group has no surfaces or one that does not exist */
    GroundReactionRecorder& setGround(const SurfaceGroup&);
    /** Sets the normal force below which there is no centre of pressure.
        @param force  [N], >= 0; 0 unless you set it
        @throws std::invalid_argument if it is out of its range */
    GroundReactionRecorder& setMinimumNormalForce(SimTK::Real force);

    /** Starts a file of ground reactions and replaces a file of the same name. The ending of the name decides the format: .sto and .mot are
        OpenSim storage files, .csv has comma-separated values with units in the header.
        @param file  its name ends in .sto, .mot or .csv
        @throws std::invalid_argument if the name ends differently, or if there are no groups
        @throws std::invalid_argument if a recorder of this process is writing the file already, or this recorder has written it, by whatever path
        @throws std::runtime_error with the name of the file, if it cannot be written */
    GroundReactionRecorder& write(const std::string& file);
    /** Writes the file with which OpenSim's tools apply the rows of a storage file as ExternalLoads instead of the contacts. Each group gets an
        ExternalForce.
        @param file    its name ends in .xml
        @param data    the storage file that write() has started
        @param bodies  for each group OpenSim's name of its body. A group must be on one body, because a wrench on two bodies would load the
                       joint between them wrongly.
        @throws std::invalid_argument if the surfaces of a group are on two bodies, if its body has no name, or if a group does not exist
        @throws std::invalid_argument if the name of a group begins with that of another one, since OpenSim confuses "foot" with "foot_r"
        @throws std::invalid_argument if the file is a table of a recorder, by whatever path
        @throws std::runtime_error with the name of the file, if it cannot be written */
    GroundReactionRecorder& writeExternalLoads(const std::string& file, const std::string& data,
                                               const std::map<std::string, std::string>& bodies);
    /** Starts a file of contacts. It has one row per contact and time, with all values of ContactRecord and units in the header. The columns
        surface_a, surface_b and patch identify a contact. The contacts of a brick on a floor differ in their patch.
        @param file  its name ends in .csv
        @throws std::invalid_argument or std::runtime_error as write() does */
    GroundReactionRecorder& writeContacts(const std::string& file);

    /** Starts a file of areas. It has one row per pair of surfaces with an ElasticLayer and time, with all values of AreaRecord and units in
        the header. slipping_fraction is the slipping area over the area.
        @param file  its name ends in .csv
        @throws std::invalid_argument or std::runtime_error as write() does */
    GroundReactionRecorder& writeAreas(const std::string& file);
    /** Starts a file of the elements of one surface. It has one row per element that touches and time, with all values of ElementRecord and
        units in the header. The column opposite is the index of the other surface.
        @param file     its name ends in .csv
        @param surface  one with an ElasticLayer
        @throws std::invalid_argument if the surface does not exist or has no layer
        @throws std::invalid_argument or std::runtime_error as write() does */
    GroundReactionRecorder& writeElements(const std::string& file, SimTK::ContactSurfaceIndex surface);

    /** Starts a series of files with the elements of one surface, which ParaView plays. The file lists times. Each time has a file beside it, of
        VTK's PolyData: tip.pvd lists tip_000000.vtp, tip_000001.vtp and so on, and replaces files of these names. A file has the outlines of
        the elements that touch, in Ground, with seven digits. Each has its pressure [Pa], shear [Pa], sliding, depth [m], area [m^2], opposite
        (index of the other surface) and element (number). An element that is cut at a rim is drawn whole. A time without contact has a file
        without elements.
        @param file     its name ends in .pvd
        @param surface  one with an ElasticLayer
        @throws std::invalid_argument or std::runtime_error as writeElements() does */
    GroundReactionRecorder& writeElementSeries(const std::string& file, SimTK::ContactSurfaceIndex surface);

    /** Adds the rows of this State to all files, see Recorder. You can repeat a call that failed at one file.
        @throws std::invalid_argument if time has decreased */
    void record(const SimTK::State&) const override;
    void close() const override;

private:
    class Impl;
    std::unique_ptr<Impl> impl;
};

} // namespace simbodydem

#endif
