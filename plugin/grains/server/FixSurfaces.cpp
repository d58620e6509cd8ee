// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
#include "server/FixSurfaces.h"

#include "server/LammpsTerms.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace simbodydem::grains {

namespace {

constexpr int numbersPerContact = int(sizeof(GrainContact) / sizeof(double));
static_assert(sizeof(GrainContact) % sizeof(double) == 0, "a contact is sent as numbers");
constexpr int numbersPerGrain = 8; // number of contacts, velocities and their flag
constexpr double shallowest = 1e-3; // overlap over radius: a shallower contact has the stiffness of this one in reports

void addTo(Triple& sum, const Vector& v) {
    for (int i = 0; i < 3; ++i) sum[i] += v[i];
}

// Raises stiffness and damping of a contact of Hertz to those of the least overlap: a beginning contact has none, but soon.
ContactLoad stiffened(ContactLoad load, const ContactTerms& terms, const SphereContact& at, double radius) {
    const double growth = std::sqrt(std::max(1., shallowest * radius / at.overlap));
    if (terms.normal == ContactTerms::Normal::Hertz) {
        load.stiffness.normal *= growth;
        load.damping.normal *= std::sqrt(growth);
    }
    if (terms.tangential != ContactTerms::Tangential::Linear && at.overlap > 0) {
        load.stiffness.tangential *= growth;
        load.damping.tangential *= std::sqrt(growth);
    }
    return load;
}

// Adds J^T k J of a contact.
void addContact(Matrix6& sum, const Vector& point, const Vector& normal, const ContactLoad::Coefficients& k) {
    const Matrix along = normal * normal.transpose(), across = Matrix::Identity() - along,
                 ofPoint = k.normal * along + k.tangential * across;
    Matrix lever; // point x
    lever << 0, -point.z(), point.y(), point.z(), 0, -point.x(), -point.y(), point.x(), 0;
    const Matrix moment = lever * ofPoint;
    sum.topLeftCorner<3, 3>() += k.rolling * across - moment * lever;
    sum.topRightCorner<3, 3>() += moment;
    sum.bottomRightCorner<3, 3>() += ofPoint;
}

// Returns how far a grain may be from a surface and still stick to it [m]. The effective radius is the grain's, or up to twice that in a hollow.
double reachOf(const ContactTerms& terms, double radius) { return -tearingOverlap(terms, 2 * radius); }

std::array<double, 21> upperHalfOf(const Matrix6& matrix) {
    std::array<double, 21> half;
    for (int i = 0, at = 0; i < 6; ++i)
        for (int j = i; j < 6; ++j) half[std::size_t(at++)] = matrix(i, j);
    return half;
}

} // namespace

FixSurfaces::FixSurfaces(LAMMPS_NS::LAMMPS* lmp, int narg, char** arg) : Fix(lmp, narg, arg) {
    create_attribute = 1;
    maxexchange_dynamic = 1;
    maxexchange = numbersPerGrain + 4 * numbersPerContact;
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
    PlacedSurface placed(surface);
    placed.R_BS = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(surface.rotation.data());
    placed.p_BS = Eigen::Map<const Vector>(surface.position.data());
    surfaces.push_back(std::move(placed));
    near.emplace_back();
    areNearKnown = false;
}

void FixSurfaces::addWall(int side, const ContactTerms& terms) {
    SurfaceOnBody wall;
    wall.name = std::string("the wall at ") + (side % 2 == 0 ? "low " : "high ") + "xyz"[side / 2];
    wall.body = -1; // of no body
    wall.shape.kind = ShapeNumbers::Kind::HalfSpace;
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
        if (std::size_t(s.given.body) < poses.size()) {
            s.bodyPose = poses[s.given.body];
            s.meanPose = means[s.given.body];
        }
        s.shape.setPose(s.bodyPose.rotation * s.R_BS, s.bodyPose.origin + s.bodyPose.rotation * s.p_BS);
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
        SurfaceReport& report = surfaces[k].report;
        report.force = comm->me == 0 ? forces[at] : Triple{};
        report.moment = comm->me == 0 ? forces[at + 1] : Triple{};
        surfaces[k].forceBefore = Eigen::Map<const Vector>(report.force.data());
        surfaces[k].momentBefore = Eigen::Map<const Vector>(report.moment.data());
    }
}

std::vector<SurfaceReport> FixSurfaces::getReports() const {
    std::vector<SurfaceReport> reports;
    for (std::size_t k = numWalls; k < surfaces.size(); ++k) {
        reports.push_back(surfaces[k].report);
        reports.back().stiffness = upperHalfOf(surfaces[k].stiffness);
        reports.back().damping = upperHalfOf(surfaces[k].damping);
    }
    return reports;
}

std::vector<SurfaceReport> FixSurfaces::getWallReports() const {
    std::vector<SurfaceReport> reports;
    for (std::size_t k = 0; k < numWalls; ++k) reports.push_back(surfaces[k].report);
    return reports;
}

Grains FixSurfaces::withoutBuried(const Grains& all) const {
    Grains free;
    free.density = all.density;
    std::vector<SphereContact> contacts;
    for (std::size_t k = 0; k < all.radii.size() && std::int64_t(free.radii.size()) < all.atMost; ++k) {
        const double* const x = &all.positions[3 * k];
        const bool isBuried = std::any_of(surfaces.begin(), surfaces.end(), [&](const PlacedSurface& s) {
            const Vector centre = imageNear(s, x);
            if (s.shape.isNear(centre, all.radii[k])) {
                kernels::AroundCorners around;
                s.shape.find(centre, all.radii[k], around, contacts);
                if (!contacts.empty()) return true;
            }
            return s.shape.isBehind(centre);
        });
        if (isBuried) continue;
        free.positions.insert(free.positions.end(), x, x + 3);
        free.radii.push_back(all.radii[k]);
    }
    return free;
}

std::string FixSurfaces::findBehind(const Grains& all) const {
    for (std::size_t k = 0; k < all.radii.size(); ++k)
        for (const PlacedSurface& s : surfaces) {
            const double* const x = &all.positions[3 * k];
            if (s.shape.isBehind(imageNear(s, x)))
                return "grain " + std::to_string(k) + " at (" + toReadable(x[0]) + ", " + toReadable(x[1]) + ", " +
                       toReadable(x[2]) + ") m is behind the surface " + s.given.name;
        }
    return {};
}

std::string FixSurfaces::findFault(double largestRadius) const {
    for (const PlacedSurface& s : surfaces)
        for (int axis = 0; axis < 3; ++axis) {
            if (!domain->periodicity[axis] || !s.shape.isBounded()) continue;
            const double length = 2 * s.shape.halfExtent(axis), period = domain->prd[axis];
            // A grain in a gap that is shorter than it touches both ends, but only the nearest image of a surface is searched.
            if (length > period * (1 + 1e-9) || (length > period - 2 * largestRadius && length < period * (1 - 1e-9)))
                return s.given.name + " is " + toReadable(length) + " m long in " + "xyz"[axis] +
                       ", where the box is periodic; it must be at most " + toReadable(period - 2 * largestRadius) +
                       " m, so that a grain passes between its ends, or as long as the box, " + toReadable(period) +
                       " m";
        }
    return {};
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
        if (slots[i] < 0) continue;
        Memory& memory = memories[slots[i]];
        memory.velocity = Eigen::Map<const Vector>(atom->v[i]);
        memory.angularVelocity = Eigen::Map<const Vector>(atom->omega[i]);
        memory.hasVelocity = true;
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
            if (s.shape.isNear(imageNear(s, atom->x[i]), atom->radius[i] + skin + reachOf(s.given.terms, atom->radius[i])))
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
        SurfaceReport& report = surfaces[k].report;
        report.force = report.moment = report.point = Triple{};
        report.contacts = 0;
        report.touchingMass = report.storedEnergy = report.deepestOverlap = 0;
        surfaces[k].touching.clear();
        surfaces[k].stiffness.setZero();
        surfaces[k].damping.setZero();
        for (NearGrain& grain : near[k]) addForcesOf(int(k), grain, step);
        const Vector force = Eigen::Map<const Vector>(report.force.data()),
                     moment = Eigen::Map<const Vector>(report.moment.data());
        if (step > 0) {
            addTo(report.impulse, 0.5 * step * (surfaces[k].forceBefore + force));
            addTo(report.angularImpulse, 0.5 * step * (surfaces[k].momentBefore + moment));
        }
        surfaces[k].forceBefore = force;
        surfaces[k].momentBefore = moment;
    }
    for (int i = 0; i < atom->nlocal; ++i) {
        if (slots[i] < 0) continue;
        if (memories[slots[i]].contacts.empty()) release(i);
    }
}

void FixSurfaces::addForcesOf(int surface, NearGrain& nearGrain, double step) {
    PlacedSurface& s = surfaces[surface];
    const int i = nearGrain.grain;
    const double radius = atom->radius[i];
    const Vector centre = imageNear(s, atom->x[i]);
    found.clear();
    // A grain that sticks is found as a larger one, and what it is larger is taken off again.
    const double reach = slots[i] < 0 ? 0 : reachOf(s.given.terms, radius);
    if (s.shape.isNear(centre, radius + reach)) s.shape.find(centre, radius + reach, nearGrain.around, found);
    if (reach > 0)
        for (SphereContact& at : found) {
            at.overlap -= reach;
            at.effectiveRadius = 1 / (1 / at.effectiveRadius - 1 / (radius + reach) + 1 / radius);
        }
    if (found.empty() && slots[i] < 0) return;

    Memory& memory = memoryOf(i);
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
        if (at.overlap <= (isNew ? 0 : tearingOverlap(s.given.terms, at.effectiveRadius))) continue;
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

        const ContactLoad load = advanceContact(s.given.terms, motion, isNew, s.given.body > 0, contact);
        isTouched = true;
        // The force acts at the contact point on both, so what the grain gets the surface loses.
        for (int axis = 0; axis < 3; ++axis) {
            atom->f[i][axis] += load.force[axis];
            atom->torque[i][axis] += load.torque[axis];
        }
        if (isLastStep) s.touching.push_back({i, at.overlap, point, at.normal, load.force});
        if (s.given.body > 0) {
            const ContactLoad soon = stiffened(load, s.given.terms, at, radius);
            addContact(s.stiffness, point, at.normal, soon.stiffness);
            addContact(s.damping, point, at.normal, soon.damping);
        }
        SurfaceReport& report = s.report;
        addTo(report.point, point); // a sum, until all ranks are added
        addTo(report.force, -load.force);
        addTo(report.moment, -(centre.cross(load.force) + load.torque));
        ++report.contacts;
        report.deepestOverlap = std::max(report.deepestOverlap, at.overlap / radius);
        report.storedEnergy += load.storedEnergy;
    }
    if (isTouched) s.report.touchingMass += mass;
    for (std::size_t k = numBefore; k-- > 0;) // that have ended
        if (all[k].surface == surface && !lasts[k]) all.erase(all.begin() + std::ptrdiff_t(k));
    maxexchange = std::max(maxexchange, numbersPerGrain + int(memory.contacts.size()) * numbersPerContact);
}

FixSurfaces::Memory& FixSurfaces::memoryOf(int grain) {
    if (slots[grain] >= 0) return memories[slots[grain]];
    if (freeSlots.empty()) {
        slots[grain] = int(memories.size());
        memories.emplace_back();
    } else {
        slots[grain] = freeSlots.back();
        freeSlots.pop_back();
    }
    return memories[slots[grain]];
}

void FixSurfaces::release(int grain) {
    if (slots[grain] < 0) return;
    memories[slots[grain]] = Memory();
    freeSlots.push_back(slots[grain]);
    slots[grain] = -1;
}

void FixSurfaces::grow_arrays(int count) { slots.resize(std::size_t(count), -1); }

void FixSurfaces::copy_arrays(int from, int to, int) {
    if (from == to) return;
    release(to);
    std::swap(slots[from], slots[to]);
}

void FixSurfaces::set_arrays(int grain) { release(grain); }

int FixSurfaces::packMemory(int grain, double* buffer) const {
    const Memory* memory = slots[grain] < 0 ? nullptr : &memories[slots[grain]];
    const std::size_t count = memory ? memory->contacts.size() : 0;
    buffer[0] = double(count);
    buffer[1] = memory && memory->hasVelocity;
    for (int axis = 0; axis < 3; ++axis) {
        buffer[2 + axis] = memory ? memory->velocity[axis] : 0;
        buffer[5 + axis] = memory ? memory->angularVelocity[axis] : 0;
    }
    if (count > 0) std::memcpy(buffer + numbersPerGrain, memory->contacts.data(), count * sizeof(GrainContact));
    return numbersPerGrain + int(count) * numbersPerContact;
}

int FixSurfaces::unpackMemory(int grain, const double* buffer) {
    release(grain);
    const std::size_t count = std::size_t(buffer[0]);
    if (count > 0) {
        Memory& memory = memoryOf(grain);
        memory.hasVelocity = buffer[1] != 0;
        memory.velocity = Eigen::Map<const Vector>(buffer + 2);
        memory.angularVelocity = Eigen::Map<const Vector>(buffer + 5);
        memory.contacts.resize(count);
        std::memcpy(static_cast<void*>(memory.contacts.data()), buffer + numbersPerGrain, count * sizeof(GrainContact));
    }
    return numbersPerGrain + int(count) * numbersPerContact;
}

int FixSurfaces::pack_exchange(int grain, double* buffer) {
    const int size = packMemory(grain, buffer);
    release(grain);
    return size;
}

int FixSurfaces::unpack_exchange(int grain, double* buffer) { return unpackMemory(grain, buffer); }

double FixSurfaces::memory_usage() { return double(slots.size() * sizeof(int) + memories.size() * sizeof(Memory)); }

} // namespace simbodydem::grains
