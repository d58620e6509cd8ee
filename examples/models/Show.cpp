#include "Show.h"

#include "Check.h"

#include <simbodydem/DEMContactForce.h>
#include <simbodydem/ReplayRecorder.h>

#include <filesystem>

namespace lab {

using namespace SimTK;
using simbodydem::ReplayRecorder;
namespace fs = std::filesystem;

void ShowChoice::check() const { checkPositive("--replay-interval", interval, "s"); }

void ContactSpheres::generateDecorations(const State&, Array_<DecorativeGeometry>& geometry) {
    for (ContactSetIndex set(0); set < contacts.getNumContactSets(); ++set)
        for (ContactSurfaceIndex i(0); i < contacts.getNumBodies(set); ++i)
            if (ContactGeometry::Sphere::isInstance(contacts.getBodyGeometry(set, i))) {
                const Real radius = ContactGeometry::Sphere::getAs(contacts.getBodyGeometry(set, i)).getRadius();
                geometry.push_back(DecorativeSphere(radius)
                                       .setBodyId(contacts.getBody(set, i).getMobilizedBodyIndex())
                                       .setTransform(contacts.getBodyTransform(set, i))
                                       .setColor(Vec3(0.35))
                                       .setOpacity(0.5));
            }
}

Show::Show(const ShowChoice& choice, MultibodySystem& system, const GeneralContactSubsystem& contacts)
    : interval(choice.interval) {
    system.updMatterSubsystem().setShowDefaultGeometry(false); // frames and centres of mass
    if (!choice.isWanted()) return;
    const fs::path folder = fs::path(choice.file).parent_path();
    if (!folder.empty()) fs::create_directories(folder);
    recorder = std::make_unique<ReplayRecorder>(system, choice.file, Infinity);
    recorder->addDecorationGenerator(new ContactSpheres(contacts));
}

void Show::addForces(const simbodydem::DEMContactForce* force) {
    if (recorder && force) recorder->showContacts(*force);
}

void Show::follow(const MobilizedBody& body) {
    if (recorder) recorder->follow(body);
}

void Show::record(const State& state) {
    if (!recorder) return;
    if (rows == 0) start = state.getTime();
    if (state.getTime() < start + (rows - 1e-6) * interval) return;
    recorder->record(state);
    ++rows;
}

} // namespace lab
