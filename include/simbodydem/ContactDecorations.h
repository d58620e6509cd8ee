// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_CONTACT_DECORATIONS_H
#define SIMBODYDEM_CONTACT_DECORATIONS_H

#include "simbodydem/DEMContactForce.h"
#include "simbodydem/Export.h"

namespace simbodydem {

/** Shows contacts in Simbody's Visualizer, or in any other program that takes a DecorationGenerator. Each contact has a ball at its
contact point and an arrow for its force, green while it sticks and red while it slides.

    visualizer.addDecorationGenerator(new ContactDecorations(force, 75 * 9.81, 1));

An arrow starts at the contact point. It shows the force on surface b, or on surface a if b is on Ground. It is a cylinder with a
cone for a head, because Simbody's Visualizer does not draw a DecorativeArrow. */
class SIMBODYDEM_API ContactDecorations : public SimTK::DecorationGenerator {
public:
    /** Makes decorations for the contacts of one force.
        @param bodyWeight   the force that an arrow of arrowLength stands for [N], > 0
        @param arrowLength  length of that arrow [m], > 0
        @throws std::invalid_argument if one of them is out of its range */
    ContactDecorations(const DEMContactForce&, SimTK::Real bodyWeight, SimTK::Real arrowLength);

    /** Shows or hides the balls. They are shown unless you hide them. */
    ContactDecorations& setShowPoints(bool);
    /** Shows or hides the arrows. They are shown unless you hide them. */
    ContactDecorations& setShowForces(bool);
    /** Sets the radius of the balls and the thickness of the arrows.
        @param radius  [m], > 0; arrowLength/50 if it is not set
        @throws std::invalid_argument if it is out of its range */
    ContactDecorations& setPointRadius(SimTK::Real radius);
    /** Sets the colors of contacts that stick and of contacts that slide, as red, green and blue, each in [0, 1].
        @throws std::invalid_argument if one is out of its range */
    ContactDecorations& setColors(const SimTK::Vec3& sticking, const SimTK::Vec3& sliding);

    /** Adds the balls and arrows of a State to the geometry. Realizes the State to Stage::Dynamics. */
    void generateDecorations(const SimTK::State&, SimTK::Array_<SimTK::DecorativeGeometry>&) override;

private:
    void addArrow(const SimTK::Vec3& from, const SimTK::Vec3& arrow, const SimTK::Vec3& color,
                  SimTK::Array_<SimTK::DecorativeGeometry>&) const;

    const DEMContactForce force;
    const SimTK::Real arrowScale; // [m/N]
    SimTK::Real pointRadius;
    const SimTK::PolygonalMesh cone; // one for all heads: the Visualizer keeps every mesh that it has drawn
    bool showPoints = true, showForces = true;
    SimTK::Vec3 stickingColor = SimTK::Green, slidingColor = SimTK::Red;
};

} // namespace simbodydem

#endif
