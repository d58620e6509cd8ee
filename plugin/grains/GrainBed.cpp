// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/grains/GrainBed.h"

#include "grains/GrainCoupling.h"

namespace simbodydem {

using namespace SimTK;

GrainBed::GrainBed(MultibodySystem& system, const GrainBedOptions& options)
    : coupling(std::make_shared<GrainCoupling>(system, options)) {}
GrainBed::~GrainBed() = default;

void GrainBed::setLaw(const ContactModel& model, const SurfaceMaterial& grains) { coupling->setLaw(model, grains); }
int GrainBed::addMaterial(const SurfaceMaterial& grains, Real density) { return coupling->addMaterial(grains, density); }
int GrainBed::getNumMaterials() const { return coupling->getNumMaterials(); }
std::string GrainBed::describeLaw() { return coupling->describeLaw(); }
void GrainBed::fill(const Pouring& pouring) { coupling->fill(pouring); }
void GrainBed::add(const std::vector<Grain>& grains) { coupling->add(grains, "GrainBed::add()"); }
void GrainBed::addFile(const std::string& path) { coupling->addFile(path); }
int GrainBed::remove(const std::function<bool(const Grain&)>& isRemoved) { return coupling->remove(isRemoved); }
void GrainBed::addJointForces(const JointForces& forces) { coupling->addJointForces(forces); }
long long GrainBed::getNumLost() const { return coupling->getNumLost(); }
void GrainBed::settle(Real atMost) { coupling->settle(atMost); }

SurfaceIndex GrainBed::addSurface(const MobilizedBody& body, const Shape& shape, const Transform& X_BS,
                                  const SurfaceMaterial& material, const std::string& name) {
    return coupling->addSurface(body, shape, X_BS, material, name);
}

int GrainBed::getNumSurfaces() const { return coupling->getNumSurfaces(); }
const GrainBedOptions& GrainBed::getOptions() const { return coupling->getOptions(); }
int GrainBed::getNumGrains() const { return coupling->getNumGrains(); }
std::vector<Grain> GrainBed::getGrains() const { return coupling->getGrains(); }
GrainBedMeasures GrainBed::measure() const { return coupling->measure(); }

SpatialVec GrainBed::getWrench(const State& state, SurfaceIndex surface) const {
    coupling->getReport(surface); // checks
    return coupling->getForce().getWrenchOnBody(state, surface);
}

SpatialVec GrainBed::getWrenchAtEnd(SurfaceIndex surface) const {
    const grains::SurfaceReport& report = coupling->getReport(surface);
    return {Vec3(report.moment[0], report.moment[1], report.moment[2]),
            Vec3(report.force[0], report.force[1], report.force[2])};
}

SpatialVec GrainBed::getPendingImpulse(SurfaceIndex surface) const { return coupling->getPendingImpulse(surface); }
int GrainBed::getNumContacts(SurfaceIndex surface) const { return int(coupling->getReport(surface).contacts); }
std::vector<GrainContact> GrainBed::getContacts(SurfaceIndex surface) const { return coupling->getContacts(surface); }
std::vector<GrainPair> GrainBed::getPairs() const { return coupling->getPairs(); }
std::vector<GrainLayer> GrainBed::measureLayers(int count) const { return coupling->measureLayers(count); }
void GrainBed::save(const std::string& path, const State& state) const { coupling->save(path, state); }
void GrainBed::load(const std::string& path, State& state) { coupling->load(path, state); }
Real GrainBed::getTime() const { return coupling->getTime(); }
long long GrainBed::getNumShortened() const { return coupling->getNumShortened(); }
GrainIntervalAdvice GrainBed::adviseInterval() const { return coupling->adviseInterval(); }
long long GrainBed::getNumIntervals() const { return coupling->getNumIntervals(); }
Real GrainBed::getIntervalError() const { return coupling->getIntervalError(); }
Real GrainBed::getTimeStep() const { return coupling->getTimeStep(); }

} // namespace simbodydem
