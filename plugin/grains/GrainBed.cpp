// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainBed.h"

#include "grains/BedParts.h"

#include <stdexcept>

namespace simbodydem {

using namespace SimTK;

GrainBed::GrainBed(MultibodySystem& system, const GrainBedOptions& options)
    : parts(std::make_shared<grains::BedParts>(system, options)) {}
GrainBed::~GrainBed() = default;

grains::BedExchange& grains::exchangeOf(GrainBed& bed) { return bed.parts->exchange; }

void GrainBed::setLaw(const ContactModel& model, const SurfaceMaterial& grains) {
    if (parts->server.isRunning())
        throw std::logic_error("GrainBed::setLaw(): the bed has grains already; set the law first");
    parts->contents.setLaw(model, grains);
}

int GrainBed::addMaterial(const SurfaceMaterial& grains, Real density) {
    if (parts->server.isRunning())
        throw std::logic_error("GrainBed::addMaterial(): the bed has grains already; add materials first");
    return parts->contents.addMaterial(grains, density);
}

int GrainBed::getNumMaterials() const { return parts->contents.getNumMaterials(); }
std::string GrainBed::describeLaw() { return parts->server.describeLaw(); }
std::string GrainBed::describeServer() const { return parts->server.describeEngine(); }
void GrainBed::fill(const Pouring& pouring) { parts->filling.fill(pouring); }
void GrainBed::add(const std::vector<Grain>& grains) { parts->filling.add(grains, "GrainBed::add()"); }
void GrainBed::addFile(const std::string& path) { parts->filling.addFile(path); }
int GrainBed::remove(const std::function<bool(const Grain&)>& isRemoved) { return parts->filling.remove(isRemoved); }
void GrainBed::addJointForces(const JointForces& forces) { parts->file.addJointForces(forces); }
long long GrainBed::getNumLost() const { return parts->server.getNumLost(); }
void GrainBed::settle(Real atMost) { parts->filling.settle(atMost); }

SurfaceIndex GrainBed::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                  const SurfaceMaterial& material, const std::string& name) {
    return parts->exchange.addSurface(body, shape, X_BS, material, name);
}

int GrainBed::getNumSurfaces() const { return int(parts->contents.getSurfaces().size()); }
const GrainBedOptions& GrainBed::getOptions() const { return parts->contents.getOptions(); }
int GrainBed::getNumGrains() const { return parts->server.getNumGrains(); }
std::vector<Grain> GrainBed::getGrains() const { return parts->server.getGrains(); }
GrainBedMeasures GrainBed::measure() const { return parts->server.measure(); }

SpatialVec GrainBed::getWrench(const State& state, SurfaceIndex surface) const {
    parts->contents.getSurface(surface); // checks
    return parts->exchange.getForce().getWrenchOnBody(state, surface);
}

SpatialVec GrainBed::getWrenchAtEnd(SurfaceIndex surface) const {
    const grains::SurfaceReport& report = parts->contents.getSurface(surface).report;
    return {Vec3(report.moment[0], report.moment[1], report.moment[2]),
            Vec3(report.force[0], report.force[1], report.force[2])};
}

SpatialVec GrainBed::getPendingImpulse(SurfaceIndex surface) const { return parts->exchange.getPendingImpulse(surface); }
int GrainBed::getNumContacts(SurfaceIndex surface) const { return int(parts->contents.getSurface(surface).report.contacts); }
std::vector<GrainContact> GrainBed::getContacts(SurfaceIndex surface) const { return parts->server.getContacts(surface); }
std::vector<GrainPair> GrainBed::getPairs() const { return parts->server.getPairs(); }
std::vector<GrainLayer> GrainBed::measureLayers(int count) const { return parts->server.measureLayers(count); }
void GrainBed::save(const std::string& path, const State& state) const { parts->file.save(path, state); }
void GrainBed::load(const std::string& path, State& state) { parts->file.load(path, state); }
Real GrainBed::getTime() const { return parts->exchange.getTime(); }
long long GrainBed::getNumShortened() const { return parts->exchange.getNumShortened(); }
GrainIntervalAdvice GrainBed::adviseInterval() const { return parts->exchange.adviseInterval(); }
long long GrainBed::getNumIntervals() const { return parts->exchange.getNumIntervals(); }
Real GrainBed::getIntervalError() const { return parts->exchange.getIntervalError(); }
Real GrainBed::getTimeStep() const { return parts->contents.getTimeStep(); }

} // namespace simbodydem
