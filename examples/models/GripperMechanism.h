#ifndef MODELS_GRIPPER_MECHANISM_H
#define MODELS_GRIPPER_MECHANISM_H

#include "Motions.h"

#include <Simbody.h>

#include <vector>

namespace lab {

/** Describes two fingers that hang on pins from a carriage. A servo, which is a spring and a damper, presses each finger against an object
on a table. The pads are planes. The object touches them and the table with spheres. The carriage is on a joint of the caller's choice, so
that it can move along other axes than y too. */
struct GripperMechanism {
    static constexpr Real fingerLength = 0.1, fingerMass = 0.1;   ///< [m], [kg]
    static constexpr Real padThickness = 0.02;                    ///< [m]
    static constexpr Real gripForce = 20, servoStiffness = 20;    ///< [N], [N m/rad]
    static constexpr Real servoDamping = 0.1;                     ///< near critical for a finger alone [N m s/rad]
    static constexpr Real objectMass = 0.3;                       ///< [kg]
    static constexpr Real halfWidth = 0.03, halfHeight = 0.04;    ///< of the object [m]
    static constexpr Real pointRadius = 0.02, footRadius = 0.005; ///< of the spheres at the pads and on the table [m]
    static constexpr Real pointSpread = 0.01; ///< of two points at a pad, from its middle along z [m]
    static constexpr Real shakingStart = 4;   ///< [s]

    Real shakingEnd = 56;  ///< [s]
    Real centreOfMass = 0; ///< of the object, beside the line between the fingers along z [m]

    /** Computes the height of the carriage [m], or a derivative of it. The carriage rises by 10 cm from 1 to 2 s. Then it shakes by 3 mm,
    four times per second. */
    Real calcHeight(Real time, int derivative) const {
        const SmoothStep lift{1, 1};
        const Shake shake{0.003, 4, shakingStart, shakingEnd, 1};
        return (derivative == 0 ? halfHeight + fingerLength : 0) + 0.1 * lift.calc(time, derivative) +
               shake.calc(time, derivative);
    }

    /** Returns the carriage. Its motion is prescribed, so its mass does not matter. */
    static SimTK::Body::Rigid makeCarriage() {
        return SimTK::Body::Rigid(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::Inertia(1)));
    }

    /** Adds the object. Its origin is on the line between the fingers. */
    SimTK::MobilizedBody::Free addObject(SimTK::SimbodyMatterSubsystem& matter) const {
        using namespace SimTK;
        const Vec3 half(halfWidth, halfHeight, halfWidth);
        MobilizedBody::Free object(matter.Ground(), makeBody(objectMass, half, Vec3(0, 0, centreOfMass)));
        object.addBodyDecoration(Vec3(0), DecorativeBrick(half).setColor(Orange).setOpacity(0.6));
        return object;
    }

    /** Adds a finger and its servo. The neutral angle of the spring makes the pad press with the grip force.
    @param side  -1 or 1: where the finger is along x */
    static SimTK::MobilizedBody::Pin addFinger(SimTK::GeneralForceSubsystem& forces, SimTK::MobilizedBody& carriage,
                                               Real side) {
        using namespace SimTK;
        const Vec3 com(0, -fingerLength / 2, 0);
        MobilizedBody::Pin finger(carriage, Vec3(side * (halfWidth + padThickness), 0, 0),
                                  makeBody(fingerMass, Vec3(0.01, fingerLength / 2, 0.01), com), Vec3(0));
        finger.addBodyDecoration(com,
                                 DecorativeBrick(Vec3(0.005, fingerLength / 2, 0.02)).setColor(Blue).setOpacity(0.6));
        Force::MobilityLinearSpring(forces, finger, 0, servoStiffness,
                                    -side * gripForce * fingerLength / servoStiffness);
        Force::MobilityLinearDamper(forces, finger, 0, servoDamping);
        return finger;
    }

    /** Returns the pose of the pad's half space on a finger. Its outward normal, which is -x in its own frame, points to the object. */
    static SimTK::Transform getPad(Real side) {
        using namespace SimTK;
        return Transform(Rotation(side < 0 ? Pi : 0, ZAxis), Vec3(-side * padThickness, 0, 0));
    }

    /** Returns the centre of a sphere of the object that touches a pad, z from the middle [m]. */
    static SimTK::Vec3 getPoint(Real side, Real z) { return SimTK::Vec3(side * (halfWidth - pointRadius), 0, z); }

    /** Returns the centres of the spheres on which the object stands [m]. */
    static std::vector<SimTK::Vec3> getFeet() {
        std::vector<SimTK::Vec3> feet;
        for (Real x : {-0.015, 0.015})
            for (Real z : {-0.03, 0.03}) feet.push_back(SimTK::Vec3(x, footRadius - halfHeight, z));
        return feet;
    }

    /** Makes a brick. @param half  half lengths of the edges [m] @param com  centre of mass, about which the inertia is that of a brick */
    static SimTK::Body::Rigid makeBody(Real mass, const SimTK::Vec3& half, const SimTK::Vec3& com) {
        using namespace SimTK;
        const Inertia central = mass * UnitInertia::brick(half);
        return Body::Rigid(MassProperties(mass, com, central.shiftFromMassCenter(com, mass)));
    }
};

} // namespace lab

#endif
