#include "Experiments.h"

namespace lab {

const std::vector<Experiment>& experiments() {
    static const std::vector<Experiment> all = {
        {"oblique-impact", 12, obliqueImpact},
        {"asked-against-got", 6, askedAgainstGot},
        {"restitution-against-speed", 3, restitutionAgainstSpeed},
        {"slope", 37, slope},
        {"slide-to-roll", 0.5, slideToRoll},
        {"normal-laws", 4, normalLawLoops},
        {"tangential-laws", 0.5, tangentialLawLoops},
        {"drop-test", 5, dropTest},
        {"planar-gait", 3, planarGait},
        {"rimless-wheel", 9, rimlessWheel},
        {"gripper", 10, gripper},
        {"moving-platform", 7, movingPlatform},
    };
    return all;
}

} // namespace lab
