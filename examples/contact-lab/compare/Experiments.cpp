#include "Experiments.h"

#include "DroppedBrick.h"
#include "Gripper.h"
#include "MovingPlatform.h"
#include "PlanarGait.h"
#include "RimlessWheel.h"

namespace lab {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all = {
        {"oblique-impact", obliqueImpact},
        {"asked-against-got", askedAgainstGot},
        {"restitution-against-speed", restitutionAgainstSpeed},
        {"slope", slope},
        {"slide-to-roll", slideToRoll},
        {"normal-laws", normalLawLoops},
        {"tangential-laws", tangentialLawLoops},
        {"drop-test", dropTest, brickLaws},
        {"planar-gait", planarGait, gaitLaws},
        {"rimless-wheel", rimlessWheel, wheelLaws},
        {"gripper", gripper, gripperLaws},
        {"moving-platform", movingPlatform, platformLaws},
    };
    return all;
}

} // namespace lab
