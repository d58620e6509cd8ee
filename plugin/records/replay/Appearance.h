// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_RECORDS_REPLAY_APPEARANCE_H
#define SIMBODYDEM_RECORDS_REPLAY_APPEARANCE_H

#include "SimTKcommon.h"

#include <map>
#include <string>
#include <vector>

namespace simbodydem {

/** Stores a decoration as the page draws it: one of a few shapes of size 1, scaled and placed on a body. */
struct Drawn {
    int body;
    std::string shape; ///< name of a shape of the page, or "mesh 3"
    std::string look;  ///< everything else that does not move, as a JavaScript object
    SimTK::Transform X_BD;
    SimTK::Vec3 scale;
};

/** Converts decorations into what the page draws. Equal meshes are stored once. */
class Appearance : public SimTK::DecorativeGeometryImplementation {
public:
    std::vector<Drawn> drawn;
    std::vector<std::string> newMeshes; ///< as JavaScript objects, in the order of their numbers

    void implementPointGeometry(const SimTK::DecorativePoint&) override;
    void implementLineGeometry(const SimTK::DecorativeLine&) override;
    void implementBrickGeometry(const SimTK::DecorativeBrick&) override;
    void implementCylinderGeometry(const SimTK::DecorativeCylinder&) override;
    void implementCircleGeometry(const SimTK::DecorativeCircle&) override;
    void implementSphereGeometry(const SimTK::DecorativeSphere&) override;
    void implementEllipsoidGeometry(const SimTK::DecorativeEllipsoid&) override;
    void implementFrameGeometry(const SimTK::DecorativeFrame&) override;
    void implementTextGeometry(const SimTK::DecorativeText&) override;
    void implementMeshGeometry(const SimTK::DecorativeMesh&) override;
    void implementMeshFileGeometry(const SimTK::DecorativeMeshFile&) override;
    void implementArrowGeometry(const SimTK::DecorativeArrow&) override;
    void implementTorusGeometry(const SimTK::DecorativeTorus&) override;
    void implementConeGeometry(const SimTK::DecorativeCone&) override;

private:
    void add(const SimTK::DecorativeGeometry&, const std::string& shape, const SimTK::Vec3& size,
             const SimTK::Transform& X_DS = SimTK::Transform(), const std::string& more = "");
    void addMesh(const SimTK::DecorativeGeometry&, const SimTK::PolygonalMesh&);

    struct Seen {
        SimTK::PolygonalMesh mesh; // kept, so that no other mesh gets its address
        int number;
    };
    std::map<const void*, Seen> seen;
    std::map<std::string, int> numbers; // by description
};

} // namespace simbodydem

#endif
