// SPDX-License-Identifier: Apache-2.0
#include "contact/EllipticContact.h"

#include "contact/ContactTransport.h"
#include "laws/hertz/EllipticHertz.h"

#include <algorithm>
#include <cmath>

namespace simbodydem {

namespace {

Real meanOf(const LocalCurvature& c) { return 0.5 * (c.along + c.across); }

// Returns half of the difference of the principal curvatures of two surfaces together. Their directions enclose the
// angle w, and D^2 = D_a^2 + D_b^2 + 2 D_a D_b cos 2w (Johnson 1985, 4.2).
Real differenceOf(const LocalCurvature& a, const LocalCurvature& b) {
    const Real da = 0.5 * (a.along - a.across), db = 0.5 * (b.along - b.across), cosine = a.direction.dot(b.direction);
    const Real cosineOfTwice = a.direction.isZero() || b.direction.isZero() ? 0 : 2 * cosine * cosine - 1;
    return std::sqrt(std::max(da * da + db * db + 2 * da * db * cosineOfTwice, Real(0)));
}

} // namespace

void setEllipticGeometry(NormalInput& in, const ContactPoint& contact) {
    in.curvatureA = meanOf(*contact.curvatureA);
    in.curvatureB = meanOf(*contact.curvatureB);
    const Real mean = in.curvatureA + in.curvatureB,
               difference = differenceOf(*contact.curvatureA, *contact.curvatureB);
    // The least relative curvature is above zero, also to rounding and for a hollow that does not fit.
    in.effectiveRadius = kernels::equivalentRadius(mean + difference, std::max(mean - difference, 1e-6 * mean));
    in.contactRadius = contactRadiusOf(in.effectiveRadius, in.overlap);
}

} // namespace simbodydem
