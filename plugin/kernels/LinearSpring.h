#ifndef SIMBODYDEM_KERNELS_LINEAR_SPRING_H
#define SIMBODYDEM_KERNELS_LINEAR_SPRING_H

#include "kernels/Normal.h"

#include <algorithm>
#include <cmath>

namespace simbodydem::kernels {

struct LinearSpringConstants {
    double stiffness; // kn
    double dampingRatio;
    bool tensionAllowed;
};

// Equation, units and sources: LinearNormal.h.
template <class T> NormalAnswer<T> linearSpring(const LinearSpringConstants& law, const NormalInput<T>& in) {
    using std::sqrt;
    NormalAnswer<T> out;
    out.elasticForce = law.stiffness * in.overlap;
    out.stiffness = T(law.stiffness);
    out.storedEnergy = 0.5 * out.elasticForce * in.overlap;
    out.force = out.elasticForce;
    if (law.dampingRatio > 0)
        out.force += 2 * law.dampingRatio * sqrt(law.stiffness * in.effectiveMass) * in.overlapRate;
    if (!law.tensionAllowed && out.force < 0) out.force = T(0);
    return out;
}

// Two bars in series, each as long as its surface's radius, with the smaller sphere's cross section (Woo). A plane
// (curvature 0) counts as a sphere of the other's radius. At least one curvature must be > 0.
inline double barsInSeries(double complianceA, double complianceB, double curvatureA, double curvatureB) {
    const double sharpest = std::max(curvatureA, curvatureB);
    const double lengthA = 1 / (curvatureA > 0 ? curvatureA : sharpest);
    const double lengthB = 1 / (curvatureB > 0 ? curvatureB : sharpest);
    const double pi = 3.14159265358979323846;
    const double area = pi / (sharpest * sharpest);
    return area / (lengthA * complianceA + lengthB * complianceB);
}

} // namespace simbodydem::kernels

#endif
