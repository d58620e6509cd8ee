// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/FixSurfaces.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::grains {

namespace {

// Returns how far a grain may be from a surface and still stick to it [m]. The effective radius is at most the grain's, or twice that in a
// hollow.
double reachOf(const ContactTerms& terms, double radius) { return -tearingOverlap(terms, 2 * radius); }

} // namespace

FixSurfaces::FixSurfaces(LAMMPS_NS::LAMMPS* lmp, int narg, char** arg) : Fix(lmp, narg, arg) {
    create_attribute = 1;
    maxexchange_dynamic = 1;
    maxexchange = GrainMemories::packedSize(4);
    grow_arrays(atom->nmax);
    atom->add_callback(0);
    for (int i = 0; i < atom->nlocal; ++i) set_arrays(i);
}

FixSurfaces::~FixSurfaces() { atom->delete_callback(id, 0); }

int FixSurfaces::setmask() {
    return LAMMPS_NS::FixConst::INITIAL_INTEGRATE | LAMMPS_NS::FixConst::POST_NEIGHBOR |
           LAMMPS_NS::FixConst::POST_FORCE;
}

void FixSurfaces::addSurface(const SurfaceOnBody& surface) {
    surfaces.emplace_back(surface);
    near.emplace_back();
    areNearKnown = false;
}

void FixSurfaces::addWall(int side, const std::vector<ContactTerms>& terms) {
    SurfaceOnBody wall;
    wall.name = std::string("the wall at ") + (side % 2 == 0 ? "low " : "high ") + "xyz"[side / 2];
    wall.body = -1; // of no body
    wall.shape.kind = kernels::ShapeData::Kind::HalfSpace;
    wall.terms = terms;
    Vector inward = Vector::Zero(); // a half space is solid along x of its frame
    inward[side / 2] = side % 2 == 0 ? 1 : -1;
    const Matrix R = kernels::Quaternion::FromTwoVectors(Vector::UnitX(), -inward).toRotationMatrix();
    Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(wall.rotation.data()) = R;
    for (int axis = 0; axis < 3; ++axis)
        wall.position[axis] = side % 2 == 0 ? domain->boxlo[axis] : domain->boxhi[axis];
    addSurface(wall);
    ++numWalls;
}

void FixSurfaces::moveSurfaces(double time, double step) {
    std::vector<BodyPose> poses, means;
    for (const BodyPath& path : paths) {
        poses.push_back(path.at(time));
        means.push_back(step > 0 ? path.at(time - 0.5 * step) : poses.back());
    }
    for (PlacedSurface& s : surfaces) {
        if (std::size_t(s.given.body) < poses.size()) s.setPose(poses[s.given.body], means[s.given.body]);
        s.placeShape();
    }
}

void FixSurfaces::beginInterval(const Motion& motion) {
    drag = motion.drag;
    gravity = Eigen::Map<const Vector>(motion.gravity.data());
    paths.clear();
    for (const std::vector<MotionKnot>& knots : motion.bodies) paths.emplace_back(knots);
    elapsed = 0;
    stepsLeft = motion.steps;
    for (PlacedSurface& s : surfaces) s.report.impulse = s.report.angularImpulse = Triple{};
    for (std::size_t k = 0; k < motion.surfaces.size() && numWalls + k < surfaces.size(); ++k)
        surfaces[numWalls + k].given.bodyMass = motion.surfaces[k].bodyMass;
}

void FixSurfaces::setPosesAtRest(const Motion& motion) {
    beginInterval(motion);
    moveSurfaces(0, 0);
    areNearKnown = false;
}

void FixSurfaces::setForces(const std::vector<Triple>& forces) {
    for (std::size_t k = numWalls, at = 0; k < surfaces.size() && at + 1 < forces.size(); ++k, at += 2) {
        const bool isFirst = comm->me == 0;
        surfaces[k].setForces(isFirst ? forces[at] : Triple{}, isFirst ? forces[at + 1] : Triple{});
    }
}

std::vector<SurfaceReport> FixSurfaces::getReports() const {
    std::vector<SurfaceReport> reports;
    for (std::size_t k = numWalls; k < surfaces.size(); ++k) reports.push_back(surfaces[k].getReport());
    return reports;
}

std::vector<SurfaceReport> FixSurfaces::getWallReports() const {
    std::vector<SurfaceReport> reports;
    for (std::size_t k = 0; k < numWalls; ++k) reports.push_back(surfaces[k].report);
    return reports;
}

void FixSurfaces::setup(int) {
    areNearKnown = false;
    moveSurfaces(elapsed, 0);
    isLastStep = true;
    addForces(0);
    addGravity();
}

void FixSurfaces::addGravity() {
    for (int i = 0; i < atom->nlocal; ++i)
        for (int axis = 0; axis < 3; ++axis) atom->f[i][axis] += atom->rmass[i] * gravity[axis];
}

// LAMMPS computes forces with velocities of half a step before. Those at the start of the step, kept here, give the ones at its end.
void FixSurfaces::initial_integrate(int) {
    for (int i = 0; i < atom->nlocal; ++i) {
        GrainMemory* const memory = memories.find(i);
        if (!memory) continue;
        memory->velocity = Eigen::Map<const Vector>(atom->v[i]);
        memory->angularVelocity = Eigen::Map<const Vector>(atom->omega[i]);
        memory->hasVelocity = true;
    }
}

void FixSurfaces::post_force(int) {
    const double step = update->dt;
    elapsed += step;
    isLastStep = --stepsLeft <= 0;
    moveSurfaces(elapsed, step);
    addForces(step);
    addGravity();
    for (int i = 0; drag > 0 && i < atom->nlocal; ++i)
        for (int axis = 0; axis < 3; ++axis) {
            atom->f[i][axis] -= drag * atom->rmass[i] * atom->v[i][axis];
            atom->torque[i][axis] -=
                0.4 * drag * atom->rmass[i] * atom->radius[i] * atom->radius[i] * atom->omega[i][axis];
        }
}

bool FixSurfaces::haveMoved() const {
    for (const PlacedSurface& s : surfaces) {
        const double moved = (s.shape.getMiddle() - s.middleAtSearch).norm();
        // Largest displacement by the turn: of a point of the shape, or of a half space at the farthest corner of the box.
        double turned = 0;
        if (s.shape.isBounded()) {
            const Vector half(s.shape.halfExtent(0), s.shape.halfExtent(1), s.shape.halfExtent(2));
            turned = (s.bodyPose.rotation - s.rotationAtSearch).norm() * half.norm();
        } else {
            Vector reaches; // from the origin of its frame to the farthest corner of the box
            for (int axis = 0; axis < 3; ++axis)
                reaches[axis] = std::max(std::abs(domain->boxlo[axis] - s.shape.getMiddle()[axis]),
                                         std::abs(domain->boxhi[axis] - s.shape.getMiddle()[axis]));
            const double reach = reaches.norm() + moved;
            turned = ((s.bodyPose.rotation - s.rotationAtSearch) * s.R_BS.col(0)).norm() * reach;
        }
        if (moved + turned > 0.5 * skin) return true;
    }
    return false;
}

// Finds the grains near each surface. They stay the only ones until a surface has moved by half of the skin, or LAMMPS has made its own list
// anew, which it does before a grain has moved by half of the skin.
void FixSurfaces::findNear() {
    skin = neighbor->skin;
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        near[k].clear();
        PlacedSurface& s = surfaces[k];
        s.middleAtSearch = s.shape.getMiddle();
        s.rotationAtSearch = s.bodyPose.rotation;
        for (int i = 0; i < atom->nlocal; ++i)
            if (s.shape.isNear(imageNear(s, atom->x[i]), atom->radius[i] + skin + reachOf(termsOf(s, i), atom->radius[i])))
                near[k].push_back({i, {}});
    }
    areNearKnown = true;
}

Vector FixSurfaces::imageNear(const PlacedSurface& s, const double* x) const {
    Vector centre(x[0], x[1], x[2]);
    if (!s.shape.isBounded()) return centre;
    for (int axis = 0; axis < 3; ++axis)
        if (domain->periodicity[axis])
            centre[axis] -=
                domain->prd[axis] * std::round((centre[axis] - s.shape.getMiddle()[axis]) / domain->prd[axis]);
    return centre;
}

void FixSurfaces::addForces(double step) {
    if (!areNearKnown || haveMoved()) findNear();
    for (std::size_t k = 0; k < surfaces.size(); ++k) {
        surfaces[k].clear();
        for (NearGrain& grain : near[k]) addForcesOf(int(k), grain, step);
        surfaces[k].addImpulses(step);
    }
    for (int i = 0; i < atom->nlocal; ++i) {
        const GrainMemory* const memory = memories.find(i);
        if (memory && memory->contacts.empty()) memories.release(i);
    }
}

void FixSurfaces::addForcesOf(int surface, NearGrain& nearGrain, double step) {
    PlacedSurface& s = surfaces[surface];
    const int i = nearGrain.grain;
    const double radius = atom->radius[i];
    const Vector centre = imageNear(s, atom->x[i]);
    found.clear();
    // A grain that sticks is found as a larger one, and what it is larger is taken off again.
    const ContactTerms& terms = termsOf(s, i);
    const double reach = memories.find(i) ? reachOf(terms, radius) : 0;
    if (s.shape.isNear(centre, radius + reach)) s.shape.find(centre, radius + reach, nearGrain.around, found);
    if (reach > 0)
        for (SphereContact& at : found) {
            at.overlap -= reach;
            at.effectiveRadius = 1 / (1 / at.effectiveRadius - 1 / (radius + reach) + 1 / radius);
        }
    if (found.empty() && !memories.find(i)) return;

    GrainMemory& memory = memories.get(i);
    std::vector<GrainContact>& all = memory.contacts;
    const std::size_t numBefore = all.size();
    lasts.assign(numBefore, false);
    const double mass = atom->rmass[i];
    const double effectiveMass =
        std::isinf(s.given.bodyMass) ? mass : mass * s.given.bodyMass / (mass + s.given.bodyMass);
    const Vector half = Eigen::Map<const Vector>(atom->v[i]), halfTurn = Eigen::Map<const Vector>(atom->omega[i]);
    const bool isKnown = step > 0 && memory.hasVelocity;
    const Vector atEnd = isKnown ? Vector(2 * half - memory.velocity) : half;
    const Vector turnAtEnd = isKnown ? Vector(2 * halfTurn - memory.angularVelocity) : halfTurn;
    bool isTouched = false;
    for (const SphereContact& at : found) {
        std::size_t old = 0;
        while (old < numBefore && (all[old].surface != surface || all[old].patch != at.patch)) ++old;
        const bool isNew = old == numBefore;
        if (isNew && s.shape.isSheet() && at.front < 0) continue; // it comes from behind an open mesh
        if (at.overlap <= (isNew ? 0 : tearingOverlap(terms, at.effectiveRadius))) continue;
        if (isNew) {
            all.emplace_back();
            all.back().surface = surface;
            all.back().patch = at.patch;
        } else
            lasts[old] = true;
        GrainContact& contact = isNew ? all.back() : all[old];

        ContactMotion motion;
        motion.normal = at.normal;
        motion.overlap = at.overlap;
        motion.effectiveRadius = at.effectiveRadius;
        motion.effectiveMass = effectiveMass;
        motion.arm = radius - 0.5 * at.overlap;
        motion.step = step;
        const Vector arm = -motion.arm * at.normal, point = centre + arm;
        motion.velocity = atEnd + turnAtEnd.cross(arm) - s.bodyPose.velocityAt(point);
        motion.angularVelocity = turnAtEnd - s.bodyPose.angularVelocity;
        // In the middle of the step: the grain has half of its displacement, and so has the contact point.
        const Vector middleNormal =
            isNew ? at.normal : Vector((at.normal + Eigen::Map<const Vector>(contact.normal)).normalized());
        const Vector middleArm = -motion.arm * middleNormal;
        const Vector middlePoint = centre - 0.5 * step * half + middleArm;
        motion.meanVelocity = half + halfTurn.cross(middleArm) - s.meanPose.velocityAt(middlePoint);
        motion.meanAngularVelocity = halfTurn - s.meanPose.angularVelocity;
        motion.spin = 0.5 * middleNormal.dot(halfTurn + s.meanPose.angularVelocity);

        const ContactLoad load = advanceContact(terms, motion, isNew, s.isOnMovingBody(), contact);
        isTouched = true;
        // The force acts at the contact point on both, so what the grain gets the surface loses.
        for (int axis = 0; axis < 3; ++axis) {
            atom->f[i][axis] += load.force[axis];
            atom->torque[i][axis] += load.torque[axis];
        }
        if (isLastStep) s.touching.push_back({i, at.overlap, point, at.normal, load.force});
        s.add(at, terms, centre, radius, point, load);
    }
    if (isTouched) s.report.touchingMass += mass;
    for (std::size_t k = numBefore; k-- > 0;) // that have ended
        if (all[k].surface == surface && !lasts[k]) all.erase(all.begin() + std::ptrdiff_t(k));
    maxexchange = std::max(maxexchange, GrainMemories::packedSize(memory.contacts.size()));
}

void FixSurfaces::grow_arrays(int count) { memories.resize(count); }
void FixSurfaces::copy_arrays(int from, int to, int) { memories.move(from, to); }
void FixSurfaces::set_arrays(int grain) { memories.release(grain); }

int FixSurfaces::pack_exchange(int grain, double* buffer) {
    const int size = memories.pack(grain, buffer);
    memories.release(grain);
    return size;
}

int FixSurfaces::unpack_exchange(int grain, double* buffer) { return memories.unpack(grain, buffer); }
double FixSurfaces::memory_usage() { return double(memories.countBytes()); }

} // namespace simbodydem::grains
