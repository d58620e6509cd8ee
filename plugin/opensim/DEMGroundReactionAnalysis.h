// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_DEM_GROUND_REACTION_ANALYSIS_H
#define OSIM_SIMBODYDEM_DEM_GROUND_REACTION_ANALYSIS_H

#include "opensim/DEMContactForce.h"

#include <simbodydem/DEMContactForce.h>

#include <OpenSim/Simulation/Model/Analysis.h>

#include <memory>

namespace OpenSim {

/** Writes the ground reactions of a DEMContactForce's surfaces to files that OpenSim reads. However the run ends, they are complete up to
the last row:
@code{.xml}
<DEMGroundReactionAnalysis name="grf">
    <force_path>/forceset/feet</force_path> <file>grf</file> <replay>false</replay>
</DEMGroundReactionAnalysis>
@endcode

- grf.mot: force, centre of pressure and free moment of every surface that is not on Ground, in the columns of
  simbodydem::GroundReactionRecorder. The last columns have the largest force since the row before, also at steps without a row.
- grf_external_loads.xml, with grf_bodies.mot: the same by body, to be applied as ExternalLoads instead of the contacts.

AnalyzeTool does not integrate. With `replay` the contacts' history continues from row to row, see simbodydem::HistoryTracker. It serves
this analysis and those after it in the AnalysisSet, for example JointReaction. */
class OSIMSIMBODYDEM_API DEMGroundReactionAnalysis : public Analysis {
    OpenSim_DECLARE_CONCRETE_OBJECT(DEMGroundReactionAnalysis, Analysis);

public:
    OpenSim_DECLARE_PROPERTY(force_path, std::string, "Path of the DEMContactForce, /forceset/<its name>.");
    OpenSim_DECLARE_PROPERTY(file, std::string, "First part of the files' names, relative to the working folder.");
    OpenSim_DECLARE_PROPERTY(replay, bool, "Continue the contacts' history from row to row; only for AnalyzeTool.");
    OpenSim_DECLARE_PROPERTY(write_contacts, bool, "Write every contact of every row too, as <file>_contacts.csv.");

    explicit DEMGroundReactionAnalysis(Model* model = nullptr);

    int begin(const SimTK::State&) override;
    int step(const SimTK::State&, int stepNumber) override;
    int end(const SimTK::State&) override;

private:
    struct Files;
    /** Continues the history of a replay, also if the State is not a row to be written, and writes a row. */
    void see(const SimTK::State&, bool isRow);
    const DEMContactForce& getContactForce() const;

    SimTK::ResetOnCopy<std::shared_ptr<Files>> files;
};

} // namespace OpenSim

#endif
