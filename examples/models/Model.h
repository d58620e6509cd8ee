#ifndef MODELS_MODEL_H
#define MODELS_MODEL_H

#include "LawChoice.h"

#include <simbodydem/ContactSurfaces.h>
#include <simbodydem/DEMContactForce.h>
#include <simbodydem/JointForces.h>
#include <simbodydem/SurfaceMaterial.h>

#include <map>
#include <memory>
#include <vector>

namespace lab {

/** Holds a Simbody model with contacts. */
struct Model {
    SimTK::MultibodySystem system;
    SimTK::SimbodyMatterSubsystem matter{system};
    SimTK::GeneralForceSubsystem forces{system};
    SimTK::GeneralContactSubsystem contacts{system};
    std::vector<const simbodydem::DEMContactForce*> ours; ///< of the model; they must outlive its runs
    std::unique_ptr<simbodydem::JointForces> joints;      ///< of the model; null: it has none

    Model() = default;
    explicit Model(const SimTK::Vec3& gravity) { SimTK::Force::UniformGravity(forces, matter, gravity); }

    /** Puts the chosen force on a contact set. Surface 0 of the set is the target. The other surfaces are made of getMaterial().
    HuntCrossleyForce gets moduli that give the elastic force of Hertz's E*: 2^(3/2) E* on both surfaces, since it mixes
    moduli by a 2/3-power rule.
    @returns the DEMContactForce, or null for HuntCrossleyForce
    @throws std::invalid_argument, naming the option, if there is no such law, a value is out of its range, or an option is given that
    the chosen law does not use */
    std::unique_ptr<simbodydem::DEMContactForce> installForce(SimTK::ContactSetIndex, const LawChoice&,
                                                              const simbodydem::SurfaceMaterial& target);

    /** Puts the chosen laws of SimbodyDEM between the surfaces of a list. Surfaces without a material of their own get getMaterial().
    @throws std::invalid_argument as above, and for HuntCrossleyForce, which needs a contact set */
    std::unique_ptr<simbodydem::DEMContactForce> installForce(const simbodydem::ContactSurfaces&, const LawChoice&);
};

/** Holds a model with a single contact set. */
struct OneSetModel : Model {
    using Model::Model;
    const SimTK::ContactSetIndex set = contacts.createContactSet();

    /** Adds the half space y < 0. */
    void addGround();
    /** Adds a sphere. @param margin  distance outside of the radius at which a law begins to act [m] */
    void addSphere(SimTK::MobilizedBody&, Real radius, const SimTK::Vec3& centre = SimTK::Vec3(0), Real margin = 0);

    /** Puts the chosen force on the set, see Model::installForce(). */
    std::unique_ptr<simbodydem::DEMContactForce> install(const LawChoice&, const simbodydem::SurfaceMaterial& target);

private:
    std::map<SimTK::ContactSurfaceIndex, Real> margins;
};

/** Moves a sphere over a plane along a given path. No integrator is involved, and every point of the path is an accepted step. */
class LedSphere : OneSetModel {
public:
    LedSphere(Real radius, Real density, const LawChoice&, const simbodydem::SurfaceMaterial& target);

    /** Moves the sphere to this position. @returns the force on the sphere there [N] */
    SimTK::Vec3 leadTo(Real time, const SimTK::Vec3& position, const SimTK::Vec3& velocity);

private:
    SimTK::MobilizedBody::Translation sphere;
    std::unique_ptr<simbodydem::DEMContactForce> ours; // null for HuntCrossleyForce
    SimTK::State state;
};

/** Returns the orientation of the half space y < 0, whose outward normal is -x in its own frame. */
inline SimTK::Rotation facingUp() { return SimTK::Rotation(-SimTK::Pi / 2, SimTK::ZAxis); }

inline Real massOfBall(Real radius, Real density) { return 4. / 3. * SimTK::Pi * radius * radius * radius * density; }
SimTK::Body::Rigid makeBall(Real mass, Real radius);
/** Makes a brick. @param half  half lengths of the edges [m] @param com  position of the middle [m] */
SimTK::Body::Rigid makeBrick(Real mass, const SimTK::Vec3& half, const SimTK::Vec3& com = SimTK::Vec3(0));

/** Returns the moment [N m] and the force [N] of this force on a body. The State must be realized to Stage::Dynamics. */
SimTK::SpatialVec forceOn(const SimTK::MobilizedBody&, const SimTK::Force&, const SimTK::State&);

} // namespace lab

#endif
