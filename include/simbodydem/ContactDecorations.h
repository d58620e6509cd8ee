// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_DECORATIONS_H
#define SIMBODYDEM_CONTACT_DECORATIONS_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Shows contacts in Simbody's Visualizer, or wherever a DecorationGenerator is taken: a ball at each contact point and
an arrow for its force, green while sticking and red while sliding.

    visualizer.addDecorationGenerator(new ContactDecorations(force, 75 * 9.81, 1));

An arrow starts at the contact point and shows what the moving body feels: the force on b, or on a where b is Ground. It is
a cylinder with a cone for a head, as Simbody's Visualizer leaves out a DecorativeArrow. */
class SIMBODYDEM_API ContactDecorations : public SimTK::DecorationGenerator {
public:
    /** @param bodyWeight   the force that has an arrow of arrowLength [N], > 0
        @param arrowLength  [m], > 0
        @throws std::invalid_argument if one is out of its range */
    ContactDecorations(const DEMContactForce&, SimTK::Real bodyWeight, SimTK::Real arrowLength);

    ContactDecorations& setShowPoints(bool);
    ContactDecorations& setShowForces(bool);
    /** @param radius of the balls [m], > 0; arrowLength/50 if not given. An arrow is as thick. */
    ContactDecorations& setPointRadius(SimTK::Real radius);
    /** Red, green and blue, each in [0, 1]. */
    ContactDecorations& setColors(const SimTK::Vec3& sticking, const SimTK::Vec3& sliding);

    /** Realizes the State to Stage::Dynamics. */
    void generateDecorations(const SimTK::State&, SimTK::Array_<SimTK::DecorativeGeometry>&) override;

private:
    void addArrow(const SimTK::Vec3& from, const SimTK::Vec3& arrow, const SimTK::Vec3& color,
                  SimTK::Array_<SimTK::DecorativeGeometry>&) const;

    const DEMContactForce force;
    const SimTK::Real arrowScale; // [m/N]
    SimTK::Real pointRadius;
    const SimTK::PolygonalMesh cone; // one for all heads, as the Visualizer keeps every mesh that it has seen
    bool showPoints = true, showForces = true;
    SimTK::Vec3 stickingColor = SimTK::Green, slidingColor = SimTK::Red;
};

} // namespace simbodydem

#endif
