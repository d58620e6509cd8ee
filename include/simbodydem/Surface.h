// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_SURFACE_H
#define SIMBODYDEM_SURFACE_H

#include "simbodydem/Export.h"
#include "simbodydem/SurfaceMaterial.h"

#include <memory>
#include <string>
#include <vector>

namespace simbodydem {

class ElasticLayer;
class Sand;
class Soil;

/** Describes the mechanics of one surface: a SurfaceMaterial, an ElasticLayer on a rigid core, Sand or Soil. Each of them converts to a Surface, so
you hand it to ContactSurfaces::add() as it is:

    surfaces.add(foot, Sphere(0.03), X_BS, rubber, "heel");                            // a SurfaceMaterial
    surfaces.add(tibia, Mesh::fromFile("tibia.stl", 0), X, ElasticLayer(0.003, 5e6, 0.45), "cartilage");
    surfaces.add(matter.Ground(), HalfSpace(), HalfSpace::floor(), Soil::sandyLoam(), "field");
    surfaces.setSurface(heel, Surface(rubber, ElasticLayer(0.01, 2e6, 0.4)));          // friction and restitution of rubber

Pairs of surfaces can differ from it, see DEMContactForce::setPairMaterial(). Copies share the data. */
class SIMBODYDEM_API Surface {
public:
    /** Makes a surface of a material. The values are checked where the surface is added. */
    Surface(const SurfaceMaterial& material);
    /** Makes a surface with an elastic layer. Friction, restitution and dissipation are those of the layer. */
    Surface(const ElasticLayer& layer);
    /** Makes a surface with an elastic layer. Friction, restitution and dissipation are those of the material, except for those that
        the layer sets itself. */
    Surface(const SurfaceMaterial& material, const ElasticLayer& layer);
    /** Makes the surface of sand, for a HalfSpace or a Terrain on Ground. */
    Surface(const Sand& sand);
    /** Makes the surface of soil, for a HalfSpace or a Terrain on Ground. */
    Surface(const Soil& soil);

    /** Returns the material. It has no set values if the surface is of sand or soil. */
    const SurfaceMaterial& getMaterial() const { return material; }
    /** Returns the layer; null if there is none. */
    const std::shared_ptr<const ElasticLayer>& getLayer() const { return layer; }
    /** Returns the sand; null unless the surface is of sand. */
    const std::shared_ptr<const Sand>& getSand() const { return sand; }
    /** Returns the soil; null unless the surface is of soil. */
    const std::shared_ptr<const Soil>& getSoil() const { return soil; }
    /** Returns true if its contacts are areas with elements: of a layer, sand or soil. */
    bool hasArea() const { return layer || sand || soil; }
    /** Returns every value of layer, sand and soil as a line of text. */
    std::vector<std::string> describe() const;

private:
    SurfaceMaterial material;
    std::shared_ptr<const ElasticLayer> layer;
    std::shared_ptr<const Sand> sand;
    std::shared_ptr<const Soil> soil;
};

} // namespace simbodydem

#endif
