// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_GROUND_REACTION_ANALYSIS_H
#define OSIM_SIMBODYDEM_DEM_GROUND_REACTION_ANALYSIS_H

#include "opensim/DEMContactForce.h"

#include <OpenSim/Simulation/Model/Analysis.h>

#include <memory>

namespace OpenSim {

/** Ground reactions of a DEMContactForce's surfaces as files that OpenSim reads, complete up to the last row whatever ends the run:

    <DEMGroundReactionAnalysis name="grf">
        <force_path>/forceset/feet</force_path> <file>grf</file> <replay>false</replay>
    </DEMGroundReactionAnalysis>

- grf.mot: force, centre of pressure and free moment of every surface that is not on Ground; simbodydem::GroundReactionRecorder's columns.
- grf_external_loads.xml, with grf_bodies.mot: the same by body, to be applied as ExternalLoads in the place of the contacts.

AnalyzeTool integrates nothing: with `replay` the contacts' history is carried from row to row, see simbodydem::HistoryTracker, for this
analysis and for those after it in the AnalysisSet, JointReaction for instance. */
class OSIMSIMBODYDEM_API DEMGroundReactionAnalysis : public Analysis {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMGroundReactionAnalysis, Analysis);

public:
    OpenSim_DECLARE_PROPERTY(force_path, std::string, "Path of the DEMContactForce, /forceset/<its name>.");
    OpenSim_DECLARE_PROPERTY(file, std::string, "What the files' names begin with, from the working folder.");
    OpenSim_DECLARE_PROPERTY(replay, bool, "Carry the contacts' history from row to row; for AnalyzeTool alone.");
    OpenSim_DECLARE_PROPERTY(write_contacts, bool, "Write every contact of every row too, as <file>_contacts.csv.");

    explicit DEMGroundReactionAnalysis(Model* model = nullptr);

    int begin(const SimTK::State&) override;
    int step(const SimTK::State&, int stepNumber) override;
    int end(const SimTK::State&) override;

private:
    struct Files;
    /** Every row of a replay counts, whether it is to be written or not. */
    void see(const SimTK::State&, bool isRow);
    const DEMContactForce& getContactForce() const;

    SimTK::ResetOnCopy<std::shared_ptr<Files>> files;
};

} // namespace OpenSim

#endif
