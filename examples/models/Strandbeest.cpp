#include "Strandbeest.h"

#include <simbodydem/shapes/HalfSpace.h>

#include <cmath>

namespace lab {

using namespace SimTK;

namespace {

// Lengths by Jansen's letters (strandbeest.com) [m]. A centimetre of his drawing is a centimetre here.
namespace jansen {
const Real a = .38, b = .415, c = .393, d = .401, e = .558, f = .394, g = .367, h = .657, i = .49, j = .5, k = .619,
           l = .078, m = .15;
}

const Real linkDepth = .01; // half
const Vec3 torsoHalf(1, .08, .8);

// Returns the third corner of a triangle in the x-y plane, at these distances from p and q. It is to the left of the direction
// from p to q, seen from +z.
Vec3 thirdCorner(const Vec3& p, const Vec3& q, Real fromP, Real fromQ) {
    const Vec3 way = q - p;
    const Real base = way.norm(), along = (square(base) + square(fromP) - square(fromQ)) / (2 * base),
               aside = std::sqrt(square(fromP) - square(along));
    const Vec3 unit = way / base;
    return p + along * unit + aside * Vec3(-unit[1], unit[0], 0);
}

void addBar(Body& body, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    body.addDecoration(Transform(Rotation(UnitVec3(way), XAxis, Vec3(0, 0, 1), ZAxis), 0.5 * (from + to)),
                       DecorativeBrick(Vec3(way.norm() / 2, .02, linkDepth)).setColor(Orange));
}

// Adds a leg. Shoulder and foot are triangles. The links C, F, J and K connect them to the torso, each other and the crank.
void addLeg(MobilizedBody& torso, const Transform& X_TL, MobilizedBody& crank, const Vec3& crankPin,
            const ContactMaterial& rubber) {
    const Vec3 upper(0, jansen::b, 0), side = thirdCorner(Vec3(0), upper, jansen::d, jansen::e);
    Body::Rigid shoulderBody(MassProperties(1, Vec3(0), UnitInertia(1)));
    addBar(shoulderBody, Vec3(0), upper);
    addBar(shoulderBody, Vec3(0), side);
    addBar(shoulderBody, side, upper);

    const Vec3 toe(0, -jansen::i, 0), heel = thirdCorner(toe, Vec3(0), jansen::h, jansen::g);
    const Real sole = .05;
    Body::Rigid footBody(MassProperties(10, Vec3(0), UnitInertia(1)));
    addBar(footBody, Vec3(0), toe);
    addBar(footBody, Vec3(0), heel);
    addBar(footBody, heel, toe);
    footBody.addContactSurface(toe - Vec3(0, sole / 2, 0), ContactSurface(ContactGeometry::Sphere(sole), rubber));
    footBody.addDecoration(toe - Vec3(0, sole / 2, 0), DecorativeSphere(sole).setColor(Black));

    const Vec3 linkHalf(.02, jansen::c / 2, linkDepth);
    Body::Rigid linkBody(MassProperties(.1, Vec3(0), UnitInertia::brick(linkHalf)));
    linkBody.addDecoration(Vec3(0), DecorativeBrick(linkHalf).setColor(Orange));

    const Transform pivot(X_TL.R(), X_TL * Vec3(-jansen::a, -jansen::l, 0));
    MobilizedBody::Pin shoulder(torso, pivot, shoulderBody, Vec3(0));
    MobilizedBody::Pin link(torso, pivot, linkBody, Vec3(0, jansen::c / 2, 0));
    MobilizedBody::Pin foot(link, Vec3(0, -jansen::c / 2, 0), footBody, Vec3(0));
    const Vec3 pin(crankPin[0], crankPin[1], X_TL.p()[2]);
    Constraint::Rod(shoulder, side, foot, heel, jansen::f);
    Constraint::Rod(shoulder, upper, crank, pin, jansen::j);
    Constraint::Rod(foot, Vec3(0), crank, pin, jansen::k);
}

} // namespace

Strandbeest::Strandbeest(Model& model, Real crankRate) {
    Force::Gravity(model.forces, model.matter, -YAxis, 9.81);
    const auto material = [](Real youngsModulus, Real poissonsRatio, Real dissipation) {
        return ContactMaterial(ContactMaterial::calcPlaneStrainStiffness(youngsModulus, poissonsRatio), dissipation, .7,
                               .5, 0);
    };
    const ContactMaterial rubber = material(1e6, .5, 10), concrete = material(25e9, .15, .005);
    Body& ground = model.matter.updGround().updBody();
    ground.addContactSurface(simbodydem::HalfSpace::floor(), ContactSurface(ContactGeometry::HalfSpace(), concrete));
    ground.addDecoration(Vec3(-2, -.02, 0), DecorativeBrick(Vec3(4, .02, 2)).setColor(Vec3(.8)));
    const Vec3 bump(.8, .2, 2);
    for (const Real x : {-2., -4.}) {
        ground.addContactSurface(Vec3(x, 0, 0), ContactSurface(ContactGeometry::Ellipsoid(bump), rubber));
        ground.addDecoration(Vec3(x, 0, 0), DecorativeEllipsoid(bump).setColor(Gray));
    }

    const Real mass = 8 * torsoHalf[0] * torsoHalf[1] * torsoHalf[2] * 110;
    const Vec3 ballast(0, -.75, 0); // low, so that it does not topple
    Body::Rigid torsoBody(
        MassProperties(mass, ballast, UnitInertia::brick(torsoHalf).shiftFromCentroidInPlace(-ballast)));
    torsoBody.addDecoration(Vec3(0), DecorativeBrick(torsoHalf).setColor(Vec3(.3, .6, .8)));
    torso = MobilizedBody::Free(model.matter.Ground(), Vec3(0, 1.1, 0), torsoBody, Vec3(0));
    Body::Rigid crankBody(MassProperties(.1, Vec3(0), UnitInertia::cylinderAlongZ(jansen::m, linkDepth)));
    crankBody.addDecoration(Vec3(0), DecorativeBrick(Vec3(.02, .02, torsoHalf[2])).setColor(Black));
    MobilizedBody::Pin crank(torso, Vec3(0), crankBody, Vec3(0));
    for (int pair = -1; pair <= 1; ++pair) {
        const Vec3 at(0, 0, pair * (torsoHalf[2] + 3 * linkDepth));
        const Vec3 crankPin = Rotation(pair * 2 * Pi / 3, ZAxis) * Vec3(jansen::m, 0, 0);
        addLeg(torso, at, crank, crankPin, rubber);
        addLeg(torso, Transform(Rotation(Pi, YAxis), at), crank, crankPin, rubber);
    }
    motor = Motion::Steady(crank, crankRate);
}

} // namespace lab
