// SPDX-License-Identifier: Apache-2.0
#include "grains/BedContents.h"

#include "grains/Conversions.h"
#include "grains/InputChecks.h"
#include "grains/TermsOf.h"
#include "simbodydem/Gravity.h"
#include "simbodydem/Messages.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace simbodydem::grains {

using namespace SimTK;

namespace {

constexpr Real longestStep = 6, longStep = 3; // over the default: an error, and a warning

} // namespace

BedContents::BedContents(MultibodySystem& system, const GrainBedOptions& options) : system(system), options(options) {
    for (int axis = 0; axis < 3; ++axis)
        if (!(options.getHigh()[axis] > options.getLow()[axis]))
            throw std::invalid_argument("GrainBed: its box has no volume; call GrainBedOptions::setBox()");
}

void BedContents::setLaw(const ContactModel& given, const SurfaceMaterial& grains) {
    if (!surfaces.empty())
        throw std::logic_error("GrainBed::setLaw(): the bed has surfaces already; set the law first");
    if (materials.size() > 1)
        throw std::logic_error("GrainBed::setLaw(): the bed has further materials already; set the law first");
    const std::string owner = "GrainBed::setLaw()";
    termsOf(given, grains, grains, owner); // checks
    model = std::make_unique<ContactModel>(given);
    materials = {grains};
    bedMaterials = {BedMaterial{options.getDensity(), {}, {}}};
    describeMaterials(owner);
}

int BedContents::addMaterial(const SurfaceMaterial& grains, Real density) {
    const std::string owner = "GrainBed::addMaterial()";
    if (!model) throw std::logic_error(owner + ": the bed has no law; call setLaw() first");
    if (!surfaces.empty()) throw std::logic_error(owner + ": the bed has surfaces already; add materials first");
    checkPositive(owner, "density", density, "kg/m^3");
    for (const SurfaceMaterial& other : materials) termsOf(*model, other, grains, owner); // checks
    materials.push_back(grains);
    bedMaterials.push_back({density, {}, {}});
    describeMaterials(owner);
    return getNumMaterials() - 1;
}

// Mixes each material with each other one. Walls have the first one.
void BedContents::describeMaterials(const std::string& owner) {
    for (std::size_t k = 0; k < materials.size(); ++k) {
        bedMaterials[k].terms.clear();
        for (const SurfaceMaterial& other : materials)
            bedMaterials[k].terms.push_back(termsOf(*model, materials[k], other, owner));
        bedMaterials[k].wallTerms = bedMaterials[k].terms[0];
    }
}

void BedContents::checkMaterial(int number, const std::string& owner) const {
    check(number >= 0 && number < std::max(getNumMaterials(), 1), owner, "material", number, "",
          "from 0 to " + std::to_string(std::max(getNumMaterials(), 1) - 1) + ", see GrainBed::addMaterial()");
}

void BedContents::setRadii(Real least, Real greatest) {
    leastRadius = least;
    greatestRadius = greatest;
}

void BedContents::takeRadii(Real least, Real greatest, bool areFirst, const std::string& owner) {
    if (areFirst) {
        check(greatest <= GrainRadii::mostRatio * least, owner, "greatest radius", greatest, "m",
              "at most " + toText(GrainRadii::mostRatio) + " times the least one, " + toText(least) + " m");
        setRadii(least, greatest);
    } else
        check(least >= leastRadius && greatest <= greatestRadius, owner, "radius", least < leastRadius ? least : greatest,
              "m", "from " + toText(leastRadius) + " to " + toText(greatestRadius) + " m, as those of the first grains");
}

void BedContents::findGravityOfStart() {
    gravity = options.getGravity() ? *options.getGravity() : findGravity(system);
    if (gravity.norm() == 0 && !options.getGravity())
        throw std::invalid_argument("GrainBed: the System has no gravity; add a Force::Gravity before the grains, or "
                                    "call GrainBedOptions::setGravity(), with Vec3(0) for none");
}

Real BedContents::getDefaultStep() const {
    if (!std::isfinite(leastRadius)) throw std::logic_error("GrainBed::getTimeStep(): the bed has no grains");
    Real density = options.getDensity(); // of the lightest material
    for (const BedMaterial& material : bedMaterials) density = std::min(density, material.density);
    const Real mass = 4. / 3. * Pi * cube(leastRadius) * density;
    Real step = Infinity;
    const auto limitBy = [&](const ContactTerms& terms) {
        if (terms.normal == ContactTerms::Normal::Linear) {
            step = std::min(step, Pi * std::sqrt(0.5 * mass / terms.stiffness) / 40);
            return;
        }
        // Rayleigh's time of a ball whose modulus makes up the pair's E*, with nu = 0.3 for its small effect.
        const Real nu = 0.3, shear = terms.stiffness * (1 - nu * nu) / (1 + nu);
        step =
            std::min(step, 0.1 * Pi * leastRadius * std::sqrt(density / shear) / (0.1631 * nu + 0.8766));
    };
    for (const BedMaterial& material : bedMaterials)
        for (const ContactTerms& terms : material.terms) limitBy(terms);
    for (const BedSurface& surface : surfaces)
        for (const ContactTerms& terms : surface.terms) limitBy(terms);
    return step;
}

Real BedContents::getTimeStep() const {
    if (!options.getTimeStep().isSet()) return getDefaultStep();
    const Real given = options.getTimeStep();
    if (!std::isfinite(leastRadius)) return given;
    const Real step = getDefaultStep();
    check(given <= longestStep * step, "GrainBed", "time step", given, "s",
          "at most " + toText(longestStep * step) + " s, " + toText(longestStep) +
              " times the default for these grains");
    if (given > longStep * step && !hasWarned) {
        hasWarned = true;
        passWarning("GrainBed: its time step, " + toText(given) + " s, is " + toText(given / step) +
                    " times the default for these grains; from " + toText(longStep) +
                    " times on grains buzz and the bed becomes denser. Take at most " + toText(step) + " s");
    }
    return given;
}

bool BedContents::isLongStep(Real ratio) { return ratio > longStep; }

BedSetUp BedContents::describeSetUp() const {
    BedSetUp bed;
    bed.low = toTriple(options.getLow());
    bed.high = toTriple(options.getHigh());
    bed.gravity = toTriple(gravity);
    for (int axis = 0; axis < 3; ++axis) {
        bed.isPeriodic[std::size_t(axis)] = options.isPeriodic(axis);
        for (int side = 0; side < 2; ++side) {
            const bool isTop = axis == upAxis() && gravity.norm() > 0 && side == (isDown() ? 0 : 1);
            bed.hasWall[std::size_t(2 * axis + side)] = options.hasWalls() && !options.isPeriodic(axis) && !isTop;
        }
    }
    bed.materials = bedMaterials;
    bed.largestRadius = greatestRadius;
    // A rolling stiffness holds for two grains of the mean radius.
    const Real radius = 0.5 * (leastRadius + greatestRadius);
    bed.rollingRadius = 0.5 * radius;
    bed.rollingMass = 0.5 * 4. / 3. * Pi * cube(radius) * options.getDensity();
    bed.timeStep = getTimeStep();
    return bed;
}

std::string BedContents::nameOfNext(const std::string& given) const {
    return given.empty() ? "surface " + std::to_string(surfaces.size()) : given;
}

SurfaceIndex BedContents::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                       const SurfaceMaterial& surfaceMaterial, const std::string& name) {
    const std::string called = nameOfNext(name), owner = "GrainBed::addSurface(): " + called;
    if (!model) throw std::logic_error(owner + ": the bed has no law; call setLaw() first");
    if (&body.getMatterSubsystem().getSystem() != &static_cast<const System&>(system))
        throw std::invalid_argument(owner + ": its body is of another System");
    if (!X_BS.p().isFinite() || !X_BS.R().asMat33().isFinite())
        throw std::invalid_argument(owner + ": its pose on the body is not finite");
    BedSurface surface;
    surface.body = body.getMobilizedBodyIndex();
    surface.name = called;
    surface.shape.reset(shape.clone());
    surface.X_BS = X_BS;
    for (const SurfaceMaterial& material : materials) surface.terms.push_back(termsOf(*model, surfaceMaterial, material, owner));
    surfaces.push_back(surface);
    return SurfaceIndex(int(surfaces.size()) - 1);
}

const BedSurface& BedContents::getSurface(SurfaceIndex surface) const {
    if (!surface.isValid())
        throw std::invalid_argument("GrainBed: the SurfaceIndex is not set; addSurface() returns one");
    if (int(surface) >= int(surfaces.size()))
        throw std::invalid_argument("GrainBed: there is no surface " + std::to_string(int(surface)) + "; there are " +
                                    std::to_string(surfaces.size()));
    return surfaces[std::size_t(int(surface))];
}

const MobilizedBody& BedContents::bodyOf(const BedSurface& surface) const {
    return system.getMatterSubsystem().getMobilizedBody(surface.body);
}

std::string BedContents::nameOf(const MobilizedBody& body) const {
    for (const BedSurface& surface : surfaces)
        if (surface.body == body.getMobilizedBodyIndex()) return describeBody(body) + ", of " + surface.name + ",";
    return describeBody(body);
}

int BedContents::bodyNumberOf(MobilizedBodyIndex body) {
    const auto at = std::find(bodies.begin(), bodies.end(), body);
    if (at != bodies.end()) return int(at - bodies.begin());
    bodies.push_back(body);
    return int(bodies.size()) - 1;
}

SurfaceOnBody BedContents::describeSurface(const BedSurface& surface, Real bodyMass) {
    SurfaceOnBody message;
    message.name = surface.name;
    message.body = bodyNumberOf(surface.body);
    message.shape = surface.shape->getData();
    message.rotation = rowsOf(surface.X_BS.R());
    message.position = toTriple(surface.X_BS.p());
    message.terms = surface.terms;
    message.bodyMass = bodyMass;
    return message;
}

} // namespace simbodydem::grains
