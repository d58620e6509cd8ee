// SPDX-License-Identifier: Apache-2.0
#include "simbodydem/Surface.h"

#include "laws/MaterialValues.h"
#include "simbodydem/ElasticLayer.h"
#include "simbodydem/Sand.h"
#include "simbodydem/Soil.h"

namespace simbodydem {

Surface::Surface(const SurfaceMaterial& material) : material(material) {}

Surface::Surface(const ElasticLayer& layer) : Surface(SurfaceMaterial(), layer) {}

Surface::Surface(const SurfaceMaterial& material, const ElasticLayer& layer)
    : material(overlay(material, layer.getMaterial())), layer(std::make_shared<const ElasticLayer>(layer)) {}

Surface::Surface(const Sand& sand) : sand(std::make_shared<const Sand>(sand)) {}

Surface::Surface(const Soil& soil) : soil(std::make_shared<const Soil>(soil)) {}

std::vector<std::string> Surface::describe() const {
    std::vector<std::string> lines;
    const auto add = [&lines](const char* what, const auto& part) {
        if (!part) return;
        for (const std::string& line : part->describe()) lines.push_back(what + line);
    };
    add("layer ", layer);
    add("sand ", sand);
    add("soil ", soil);
    return lines;
}

} // namespace simbodydem
