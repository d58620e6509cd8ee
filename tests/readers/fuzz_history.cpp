// Feeds the reader of saved histories.

#include "Reader.h"

#include "contact/HistoryText.h"

#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/DEMContactForce.h"
#include "simbodydem/ElasticLayer.h"
#include "simbodydem/Soil.h"
#include "simbodydem/laws/normal/HuntCrossleyNormal.h"
#include "simbodydem/laws/rolling/EPSDRolling.h"
#include "simbodydem/laws/tangential/MindlinIncremental.h"
#include "simbodydem/shapes/HalfSpace.h"
#include "simbodydem/shapes/Sphere.h"

#include "Simbody.h"

#include <memory>
#include <sstream>

namespace fuzz {

namespace {

using namespace SimTK;
using namespace simbodydem;

enum class Ground { Hard, Layered, Soft };

SurfaceMaterial rubber() {
    return SurfaceMaterial()
        .setYoungsModulus(1e7)
        .setPoissonsRatio(0.3)
        .setRestitution(0.7)
        .setFriction(0.5)
        .setRollingFriction(0.02);
}

// A ball that slides and turns on a ground, with the force between them.
struct Ball {
    MultibodySystem system;
    SimbodyMatterSubsystem matter{system};
    GeneralForceSubsystem forces{system};
    ContactSurfaces surfaces{matter};
    MobilizedBody::Free ball{matter.updGround(), Body::Rigid(MassProperties(0.5, Vec3(0), UnitInertia::sphere(0.05)))};
    std::unique_ptr<DEMContactForce> force;
    State start;
    std::string model; // the lines between the first one and that of the time

    explicit Ball(Ground ground) {
        Force::UniformGravity(forces, matter, Vec3(0, -9.81, 0));
        if (ground == Ground::Soft)
            surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(),
                         Soil(1.1, 0, 2e5, 1e3, 0.5, 0.01).setUnloadingStiffness(1e7).setCellSize(0.005), "soil");
        else
            surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), rubber(), "floor");
        if (ground == Ground::Layered)
            surfaces.add(ball, Sphere(0.05), Vec3(0), ElasticLayer(0.005, 1e6, 0.3).setElementSize(0.0065), "ball");
        else
            surfaces.add(ball, Sphere(0.05), Vec3(0), rubber(), "ball");
        force = std::make_unique<DEMContactForce>(
            forces, surfaces, HuntCrossleyNormal().setDamping(HuntCrossleyNormal::Damping::FromRestitution),
            MindlinIncremental(), EPSDRolling());
        force->setMaterialForAll(rubber());
        force->setTrackDissipatedEnergy(ground == Ground::Hard);
        start = system.realizeTopology();
        system.realizeModel(start);
        ball.setQToFitTranslation(start, Vec3(0, 0.0495, 0));
        ball.setUToFitVelocity(start, SpatialVec(Vec3(0, 3, 0), Vec3(0.1, 0, 0.05)));
        const std::string text = write(start), end = "end of model\n";
        const std::size_t first = text.find('\n') + 1;
        model = text.substr(first, text.find(end) + end.size() - first);
    }

    std::string write(const State& state) const {
        std::ostringstream text;
        force->writeHistory(state, text);
        return text.str();
    }
    void read(State& state, const std::string& text) const {
        std::istringstream in(text);
        force->readHistory(state, in);
    }
    // Returns the rows of a file: all but its first line, its model and its checksum.
    std::string rowsAfter(Real time) const {
        RungeKuttaMersonIntegrator integrator(system);
        integrator.setFixedStepSize(1e-4);
        integrator.initialize(start);
        while (integrator.getTime() < time) integrator.stepTo(time);
        const std::string text = write(integrator.getState());
        const std::size_t first = text.find('\n') + 1 + model.size();
        return text.substr(first, text.rfind("checksum ") - first);
    }
};

const Ball& ballOn(char ground) {
    static const Ball hard(Ground::Hard), layered(Ground::Layered), soft(Ground::Soft);
    return ground == 'l' ? layered : ground == 's' ? soft : hard;
}

// The first two characters choose the ground and the version. The rest are the rows of a file for it, whose checksum is right. A history that
// is read is the same when it is written and read again.
void readSavedHistory(std::string_view bytes) {
    if (bytes.size() < 2) return;
    const Ball& ball = ballOn(bytes[0]);
    const int version = bytes[1] >= '2' && bytes[1] <= '5' ? bytes[1] - '0' : 5;
    State state = ball.start;
    isRead("line ", [&] { ball.read(state, std::string(bytes)); });
    std::string text = historyTitle(version) + "\n" + ball.model + std::string(bytes.substr(2));
    text += checksumLine(text);
    if (!isRead("line ", [&] { ball.read(state, text); })) return;
    const std::string once = ball.write(state);
    State again = ball.start;
    ball.read(again, once);
    expect(ball.write(again) == once, "a history differs when it is written and read again");
}

std::vector<std::string> makeHistories() {
    std::vector<std::string> all;
    for (const std::string ground : {"h", "l", "s"})
        for (const Real time : {0., 0.003}) all.push_back(ground + "5" + ballOn(ground[0]).rowsAfter(time));
    return all;
}

const AddReader history({"history",
                         readSavedHistory,
                         {"time ", "friction-factors ", "energy ", "body ", "contact ", "passing ", "soil-cell ",
                          "rut ", "layer ", "element ", "none", "nan", "inf", "1e100", "-0", "9007199254740991", "\n",
                          "\r\n"},
                         makeHistories});

} // namespace

} // namespace fuzz
