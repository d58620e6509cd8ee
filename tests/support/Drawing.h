#ifndef SIMBODYDEM_TESTS_DRAWING_H
#define SIMBODYDEM_TESTS_DRAWING_H

#include "Simbody.h"

#include <gtest/gtest.h>

#include <vector>

// An arrow from start to end.
struct Arrow {
    SimTK::Vec3 start, end, color;
};

// Collects the balls, and the cylinders that carry a cone, that Simbody's Visualizer would draw, in their order. It
// ignores DecorativeArrow, DecorativeCone and DecorativeTorus.
struct Drawing : SimTK::DecorativeGeometryImplementation {
    std::vector<SimTK::DecorativeSphere> balls;
    std::vector<Arrow> arrows;

    void implementSphereGeometry(const SimTK::DecorativeSphere& g) override { balls.push_back(g); }
    void implementCylinderGeometry(const SimTK::DecorativeCylinder& g) override {
        const SimTK::Vec3 half = g.getHalfHeight() * g.getTransform().y();
        arrows.push_back({g.getTransform().p() - half, g.getTransform().p() + half, g.getColor()});
    }
    void implementMeshGeometry(const SimTK::DecorativeMesh& g) override {
        ASSERT_FALSE(arrows.empty());
        Arrow& arrow = arrows.back();
        EXPECT_LT((arrow.end - g.getTransform().p()).norm(), 1e-15); // rounding at 1 m: the head sits on the shaft
        EXPECT_EQ(arrow.color, g.getColor());
        const SimTK::PolygonalMesh& mesh = g.getMesh();
        SimTK::Vec3 tip(0);
        for (int i = 0; i < mesh.getNumVertices(); ++i)
            if (mesh.getVertexPosition(i)[1] > tip[1]) tip = mesh.getVertexPosition(i);
        arrow.end = g.getTransform() * tip.elementwiseMultiply(g.getScaleFactors());
    }
    void implementArrowGeometry(const SimTK::DecorativeArrow&) override { refuse(); }
    void implementPointGeometry(const SimTK::DecorativePoint&) override { refuse(); }
    void implementLineGeometry(const SimTK::DecorativeLine&) override { refuse(); }
    void implementBrickGeometry(const SimTK::DecorativeBrick&) override { refuse(); }
    void implementCircleGeometry(const SimTK::DecorativeCircle&) override { refuse(); }
    void implementEllipsoidGeometry(const SimTK::DecorativeEllipsoid&) override { refuse(); }
    void implementFrameGeometry(const SimTK::DecorativeFrame&) override { refuse(); }
    void implementTextGeometry(const SimTK::DecorativeText&) override { refuse(); }
    void implementMeshFileGeometry(const SimTK::DecorativeMeshFile&) override { refuse(); }
    void implementTorusGeometry(const SimTK::DecorativeTorus&) override { refuse(); }
    void implementConeGeometry(const SimTK::DecorativeCone&) override { refuse(); }
    void refuse() { ADD_FAILURE() << "neither a ball nor part of an arrow"; }
};

inline Drawing draw(SimTK::DecorationGenerator& decorations, const SimTK::State& state) {
    SimTK::Array_<SimTK::DecorativeGeometry> geometry;
    decorations.generateDecorations(state, geometry);
    Drawing drawing;
    for (const SimTK::DecorativeGeometry& g : geometry) g.implementGeometry(drawing);
    return drawing;
}

#endif
