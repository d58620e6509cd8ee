#ifndef MODELS_SHOW_H
#define MODELS_SHOW_H

#include "Simbody.h"

#include <simbodydem/ContactDecorations.h>

#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** Whether pictures are taken of a run. */
struct ShowChoice {
    std::string folder = "";   ///< for a picture of each frame; none if empty
    std::string name = "run";  ///< the window's title, and the beginning of the pictures' names
    Real frameInterval = 0.04; ///< [s]

    /** @throws std::invalid_argument if there is no display, or the interval is out of range */
    void check() const;
    bool isWanted() const { return !folder.empty(); }
};

/** Every sphere of every contact set, on its body. */
class ContactSpheres : public SimTK::DecorationGenerator {
public:
    explicit ContactSpheres(const SimTK::GeneralContactSubsystem& contacts) : contacts(contacts) {}
    void generateDecorations(const SimTK::State&, SimTK::Array_<SimTK::DecorativeGeometry>&) override;

private:
    const SimTK::GeneralContactSubsystem& contacts;
};

/** Takes pictures of a run in Simbody's Visualizer when it is over: the bodies' own decorations, the contact spheres and
the forces of laws with history. During the run it keeps a State per frame, so drawing costs the run nothing, and the
Visualizer's thread is the only one that realizes (GeneralForceSubsystem cannot be realized from two threads at once). */
class Show {
public:
    Show(const ShowChoice&, SimTK::MultibodySystem&, const SimTK::GeneralContactSubsystem&);

    /** An arrow for each contact of this force, if there is one: green sticks, red slides.
    @param arrowLength of bodyWeight [N, m] */
    void addForces(const simbodydem::DEMContactForce*, Real bodyWeight, Real arrowLength);

    /** Look from the side at this body, which moves along x. @param height,distance of the camera [m] */
    void follow(const SimTK::MobilizedBody&, Real height, Real distance);

    /** Keep this State if a frame is due. */
    void record(const SimTK::State&);
    const std::vector<SimTK::State>& getStates() const { return states; }

    /** A picture of each State that was kept.
    @throws std::runtime_error if a picture cannot be taken */
    void play() const;

private:
    const ShowChoice choice;
    SimTK::MultibodySystem& system;
    const SimTK::GeneralContactSubsystem& contacts;
    std::vector<simbodydem::ContactDecorations> forces;
    SimTK::MobilizedBodyIndex followed{0};
    Real cameraHeight = 1, cameraDistance = 4; // [m]
    std::vector<SimTK::State> states;
};

} // namespace lab

#endif
