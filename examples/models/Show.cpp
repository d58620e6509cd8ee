#include "Show.h"

#include "Check.h"

#include <fmt/core.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

namespace lab {

using namespace SimTK;
namespace fs = std::filesystem;

namespace {

// The camera looks along -z and goes with a body.
class Follow : public Visualizer::FrameController {
public:
    Follow(const MobilizedBody& body, Real height, Real distance) : body(body), height(height), distance(distance) {}

    void generateControls(const Visualizer& visualizer, const State& state, Array_<DecorativeGeometry>&) override {
        const Real x = body.getBodyOriginLocation(state)[0];
        visualizer.setCameraTransform(Transform(Rotation(), Vec3(x, height, distance)));
    }

private:
    const MobilizedBody body;
    const Real height, distance;
};

// The Visualizer draws in its own time and does not tell when it has: a frame is there when the window is not as it was
// before and is the same twice in a row. Nothing has moved if it still is as before after a second.
class Camera {
public:
    Camera(const std::string& title, const fs::path& folder)
        : title(title), folder(folder), dump(folder / (title + ".xwd")) {}
    ~Camera() { fs::remove(dump); }

    void takePicture(const std::string& name) {
        std::string last, now = lookAtWindow();
        for (int i = 0; i < 20 && (now == before || now != last); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            last = now;
            now = lookAtWindow();
        }
        before = now;
        const std::string png = folder / name;
        run(fmt::format("xwdtopnm -quiet '{}' | pnmtopng -quiet -compression 9 > '{}'", dump.string(), png));
    }

private:
    std::string lookAtWindow() const {
        run(fmt::format("xwd -silent -name '{}' -out '{}'", title, dump.string()));
        std::ifstream in(dump, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    static void run(const std::string& command) {
        if (std::system(command.c_str()) != 0)
            throw std::runtime_error("cannot take a picture (Debian's packages x11-apps and netpbm do): " + command);
    }

    const std::string title;
    const fs::path folder, dump;
    std::string before;
};

} // namespace

void ShowChoice::check() const {
    checkPositive("--frame-interval", frameInterval, "s");
    const char* display = std::getenv("DISPLAY");
    if (isWanted() && (!display || !*display))
        refuse("--frames needs a display, and DISPLAY is not set; ./run frames brings its own");
}

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
    : choice(choice), system(system), contacts(contacts) {
    system.updMatterSubsystem().setShowDefaultGeometry(false); // frames and centres of mass
}

void Show::addForces(const simbodydem::DEMContactForce* force, Real bodyWeight, Real arrowLength) {
    if (force) forces.emplace_back(*force, bodyWeight, arrowLength);
}

void Show::follow(const MobilizedBody& body, Real height, Real distance) {
    followed = body.getMobilizedBodyIndex();
    cameraHeight = height;
    cameraDistance = distance;
}

void Show::record(const State& state) {
    if (!choice.isWanted()) return;
    const Real due = states.empty() ? -Infinity : states.front().getTime() + states.size() * choice.frameInterval;
    if (state.getTime() >= due - 1e-6 * choice.frameInterval) states.push_back(state);
}

void Show::play() const {
    if (states.empty()) return;
    // A Simbody library that was built without NDEBUG looks for simbody-visualizer_d, which Debian does not have.
    setenv("SIMBODY_VISUALIZER_NAME", "simbody-visualizer", /*overwrite*/ false);
    Visualizer visualizer(system, Array_<String>{SIMBODY_VISUALIZER_FOLDER});
    visualizer.setWindowTitle(choice.name);
    visualizer.setCameraClippingPlanes(cameraDistance / 20, 50 * cameraDistance);
    visualizer.addDecorationGenerator(new ContactSpheres(contacts));
    for (const auto& f : forces) visualizer.addDecorationGenerator(new simbodydem::ContactDecorations(f));
    visualizer.addFrameController(
        new Follow(system.getMatterSubsystem().getMobilizedBody(followed), cameraHeight, cameraDistance));
    fs::create_directories(choice.folder);
    visualizer.drawFrameNow(states.front());
    std::this_thread::sleep_for(std::chrono::seconds(1)); // the window opens
    Camera camera(choice.name, choice.folder);
    for (std::size_t i = 0; i < states.size(); ++i) {
        visualizer.drawFrameNow(states[i]);
        camera.takePicture(fmt::format("{}-{:04d}.png", choice.name, i));
    }
    visualizer.setShutdownWhenDestructed(true);
}

} // namespace lab
