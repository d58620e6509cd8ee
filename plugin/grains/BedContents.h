// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_GRAINS_BED_CONTENTS_H
#define SIMBODYDEM_GRAINS_BED_CONTENTS_H

#include "grains/BedSurface.h"
#include "simbodydem/ContactModel.h"
#include "simbodydem/ContactSurfaces.h"
#include "simbodydem/grains/GrainBedOptions.h"

#include "Simbody.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem::grains {

/** Holds what a bed contains: the law and the sizes of its grains, and the surfaces that they meet. */
class BedContents {
public:
    static constexpr SimTK::Real deepestAtStart = 0.1; ///< overlap over radius: deeper grains would be shot away

    /** @throws std::invalid_argument if the box has no volume */
    BedContents(SimTK::MultibodySystem&, const GrainBedOptions&);

    SimTK::MultibodySystem& updSystem() { return system; }
    const SimTK::MultibodySystem& getSystem() const { return system; }
    const GrainBedOptions& getOptions() const { return options; }

    /** Sets law and material of the grains. @throws std::logic_error if there are surfaces */
    void setLaw(const ContactModel&, const SurfaceMaterial&);
    bool hasLaw() const { return model != nullptr; }
    /** Adds a material; see GrainBed::addMaterial(). @throws std::logic_error without a law, or if there are surfaces */
    int addMaterial(const SurfaceMaterial&, SimTK::Real density);
    int getNumMaterials() const { return int(materials.size()); }
    /** @throws std::invalid_argument with the owner, if there is no such material */
    void checkMaterial(int number, const std::string& owner) const;

    /** Sets the radii of the smallest and of the largest grain [m]. */
    void setRadii(SimTK::Real least, SimTK::Real greatest);
    /** Sets the radii of the first grains, or checks that those of further grains are between them.
    @throws std::invalid_argument with the owner, if they are not, or if the first ones are too different */
    void takeRadii(SimTK::Real least, SimTK::Real greatest, bool areFirst, const std::string& owner);
    void forgetRadii() { setRadii(SimTK::Infinity, 0); }
    SimTK::Real getLeastRadius() const { return leastRadius; }
    SimTK::Real getGreatestRadius() const { return greatestRadius; }
    /** Returns the longest time step of the bed, or warns or throws if the one that the user has set is too long. Needs grains. */
    SimTK::Real getTimeStep() const;
    /** Returns the time step over that of stable grains. */
    SimTK::Real getStepRatio() const { return getTimeStep() / getDefaultStep(); }
    /** Returns true if grains are not stable with a time step of this ratio. */
    static bool isLongStep(SimTK::Real ratio);

    /** Finds the gravity with which the bed begins: that of the options, or of the System. @throws std::invalid_argument if there is none */
    void findGravityOfStart();
    const SimTK::Vec3& getGravityOfStart() const { return gravity; }
    int upAxis() const { return upAxisOf({gravity[0], gravity[1], gravity[2]}); }
    bool isDown() const { return gravity[upAxis()] > 0; } ///< gravity along the positive axis

    /** Adds a surface; see GrainBed::addSurface(). */
    SurfaceIndex addSurface(const SimTK::MobilizedBody&, const Shape&, const SimTK::Transform&, const SurfaceMaterial&,
                            const std::string& name);
    /** Returns the name of the next surface: the given one, or a number if it is empty. */
    std::string nameOfNext(const std::string& given) const;
    /** Returns a surface. @throws std::invalid_argument if there is none of this number */
    const BedSurface& getSurface(SurfaceIndex) const;
    const std::vector<BedSurface>& getSurfaces() const { return surfaces; }
    std::vector<BedSurface>& updSurfaces() { return surfaces; }
    /** Returns the bodies that have surfaces in the order of the server's numbers, Ground first. */
    const std::vector<SimTK::MobilizedBodyIndex>& getBodies() const { return bodies; }
    void forgetBodies() { bodies.resize(1); }
    const SimTK::MobilizedBody& bodyOf(const BedSurface&) const;
    std::string nameOf(const SimTK::MobilizedBody&) const;

    BedSetUp describeSetUp() const;
    /** Describes a surface for the server. @param bodyMass  that its dashpots feel [kg] */
    SurfaceOnBody describeSurface(const BedSurface&, SimTK::Real bodyMass);

private:
    SimTK::Real getDefaultStep() const;
    void describeMaterials(const std::string& owner);
    int bodyNumberOf(SimTK::MobilizedBodyIndex);

    SimTK::MultibodySystem& system;
    GrainBedOptions options;
    std::unique_ptr<ContactModel> model;
    std::vector<SurfaceMaterial> materials; // of the grains
    std::vector<BedMaterial> bedMaterials;  // the same for the server
    SimTK::Real leastRadius = SimTK::Infinity, greatestRadius = 0;
    SimTK::Vec3 gravity = SimTK::Vec3(0);
    std::vector<BedSurface> surfaces;
    std::vector<SimTK::MobilizedBodyIndex> bodies{SimTK::MobilizedBodyIndex(0)};
    mutable bool hasWarned = false; // of the time step
};

} // namespace simbodydem::grains

#endif
