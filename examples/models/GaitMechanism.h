#ifndef MODELS_GAIT_MECHANISM_H
#define MODELS_GAIT_MECHANISM_H

#include "Motions.h"

#include <Simbody.h>

#include <cmath>
#include <vector>

namespace lab {

/** Evaluates x(t) = mean + sum over k of cos_k cos(k w t) + sin_k sin(k w t), with w = 2 pi/period. */
struct FourierSeries {
    Real period, mean; ///< [s], in the unit of x
    std::vector<Real> cosines, sines;

    /** Computes x or a derivative of it. Each derivative advances the phase by a quarter. */
    Real calc(Real time, int derivative) const {
        Real x = derivative == 0 ? mean : 0;
        for (std::size_t i = 0; i < cosines.size(); ++i) {
            const Real w = (i + 1) * 2 * SimTK::Pi / period, phase = w * time + derivative * SimTK::Pi / 2;
            x += std::pow(w, derivative) * (cosines[i] * std::cos(phase) + sines[i] * std::sin(phase));
        }
        return x;
    }
};

/** Describes a planar human of 62 kg who walks. x points forwards and y up. All joints are pins about z. A leg is straight at angles of
zero. Flexion is positive at the hip and negative at the knee. The joint angles and the tilt of the pelvis are prescribed, whatever
torques that takes. The pelvis moves freely along x and y.

The numbers are from the predictive simulation example2DWalking of OpenSim Moco (Falisse et al. 2019). They are not measurements. Each
series is a fit over one gait cycle, with an rms residual of at most 0.0022 rad. */
struct GaitMechanism {
    /** Holds a part of a body. Nothing turns about x or y, so only the inertia about z matters. */
    struct Part {
        Real mass;       ///< [kg]
        SimTK::Vec3 com; ///< from the joint at the body's origin [m]
        Real Izz;        ///< about com [kg m^2]
    };
    struct Leg {
        SimTK::MobilizedBody::Pin thigh, shank, foot;
    };

    static constexpr Real cycle = 0.94017882; ///< two steps [s]
    static constexpr Real g = 9.80665;        ///< [m/s^2]

    // Joints on their parents [m].
    static inline const SimTK::Vec3 lumbar{-0.09725, 0.0787078, 0}, hip{-0.0682778, -0.0638354, 0},
        knee{-0.0045122, -0.3969072, 0}, ankle{0, -0.4156948, 0};
    // Spheres under a foot: centres from the ankle [m], radii [m].
    static inline const SimTK::Vec3 heel{-0.0132646, -0.0279033, 0}, front{0.1328372, -0.0539929, 0};
    static constexpr Real heelRadius = 0.035, frontRadius = 0.015;

    /** Lists talus, calcaneus and toes, which are one rigid foot. */
    static inline const std::vector<Part> footBones{
        {0.0824856, SimTK::Vec3(0), 0.00069},
        {1.0310705, SimTK::Vec3(0.0468203, -0.0109214, 0), 0.0028248},
        {0.1786639, SimTK::Vec3(0.1504594, -0.0346833, 0), 0.0001}};

    // Angles of the right leg [rad].
    static inline const FourierSeries hipAngle{
        cycle,
        0.347936,
        {0.318731, -0.006403, 0.003698, -0.000314, 0.001292, 0.000954, 0.000395, 0.000646},
        {-0.044157, -0.036898, 0.000254, -0.005132, -0.000601, -0.001296, 0.000126, -3e-06}};
    static inline const FourierSeries kneeAngle{
        cycle,
        -0.365259,
        {0.024769, 0.108096, 0.013388, 0.016182, 0.001104, 0.005041, -2.5e-05, 0.002094},
        {0.311103, -0.039585, -0.002998, -0.00688, 0.003564, -0.000605, 0.002133, 0.000729}};
    static inline const FourierSeries ankleAngle{
        cycle,
        0.158264,
        {0.086949, -0.000857, -0.014125, 0.014048, -0.003051, 0.003686, -0.001403, 0.001308},
        {0.024497, -0.098918, 0.020139, -0.006821, 0.004194, -0.002878, 0.001007, -0.000706}};
    // Angles of the trunk, which repeat with each step [rad].
    static inline const FourierSeries pelvisTilt{
        cycle / 2, -0.262834, {0.000466, -0.000786, -0.000525, -0.000272}, {0.001664, 0.00122, 0.00037, 5.1e-05}};
    static inline const FourierSeries lumbarAngle{
        cycle / 2, 0.17093, {-0.001763, -0.000964, -0.000567, -0.00031}, {0.010179, 0.001698, 0.000486, 4.8e-05}};

    SimTK::MobilizedBody::Slider forwards, upwards; ///< move the pelvis, without mass of their own
    SimTK::MobilizedBody::Pin pelvis, torso;
    Leg legs[2]; ///< right, left

    explicit GaitMechanism(SimTK::SimbodyMatterSubsystem& matter, const std::vector<Part>& foot = footBones) {
        using namespace SimTK;
        forwards = MobilizedBody::Slider(matter.Ground(), Body::Massless());
        upwards = MobilizedBody::Slider(forwards, Rotation(Pi / 2, ZAxis), Body::Massless(), Rotation(Pi / 2, ZAxis));
        pelvis = addSegment(upwards, Vec3(0), {{9.7143336, Vec3(-0.0682778, 0, 0), 0.044543}}, pelvisTilt);
        torso = addSegment(pelvis, lumbar, {{28.240278, Vec3(-0.0289722, 0.309037, 0), 1.140436}}, lumbarAngle);
        for (int side : {0, 1}) {
            const Real shift = side * cycle / 2; // the left leg repeats the right leg after half a cycle
            auto& [thigh, shank, ownFoot] = legs[side];
            thigh = addSegment(pelvis, hip, {{7.67231915, Vec3(0, -0.170467, 0), 0.11711}}, hipAngle, shift);
            shank = addSegment(thigh, knee, {{3.05815503, Vec3(0, -0.180489, 0), 0.0393923}}, kneeAngle, shift);
            ownFoot = addSegment(shank, ankle, foot, ankleAngle, shift);
        }
    }

private:
    // Adds a body of one or several parts, on a pin at `joint` of its parent.
    static SimTK::MobilizedBody::Pin addSegment(SimTK::MobilizedBody& parent, const SimTK::Vec3& joint,
                                                const std::vector<Part>& parts, const FourierSeries& angle,
                                                Real timeShift = 0) {
        using namespace SimTK;
        Real mass = 0;
        Vec3 moment(0);
        Inertia inertia(0);
        for (const Part& part : parts) {
            mass += part.mass;
            moment += part.mass * part.com;
            inertia += Inertia(Vec3(part.Izz)).shiftFromMassCenter(part.com, part.mass);
        }
        MobilizedBody::Pin body(parent, joint, Body::Rigid(MassProperties(mass, moment / mass, inertia)), Vec3(0));
        Motion::Custom(body, new Prescribed([angle, timeShift](Real t, int derivative, Real* q) {
                           *q = angle.calc(t + timeShift, derivative);
                       }));
        return body;
    }
};

} // namespace lab

#endif
