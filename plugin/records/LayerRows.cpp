// SPDX-License-Identifier: Apache-2.0
#include "records/LayerRows.h"

namespace simbodydem {

using SimTK::Real;

void addVectorColumns(std::vector<std::string>& columns, const std::string& stem, const std::string& unit) {
    for (const char* axis : {"x", "y", "z"}) columns.push_back(stem + axis + unit);
}

std::vector<std::string> areaColumns() {
    std::vector<std::string> columns{"time [s]", "surface_a", "surface_b"};
    addVectorColumns(columns, "center_", " [m]");
    addVectorColumns(columns, "normal_force_", " [N]");
    addVectorColumns(columns, "tangential_force_", " [N]");
    addVectorColumns(columns, "moment_", " [N m]");
    for (const char* column :
         {"area [m^2]", "slipping_area [m^2]", "slipping_fraction", "mean_pressure [Pa]", "peak_pressure [Pa]",
          "depth [m]", "stored_energy [J]", "dissipated_power [W]", "elements"})
        columns.push_back(column);
    return columns;
}

std::vector<std::string> elementColumns() {
    std::vector<std::string> columns{"time [s]", "element", "opposite"};
    addVectorColumns(columns, "center_", " [m]");
    addVectorColumns(columns, "normal_", "");
    columns.push_back("pressure [Pa]");
    addVectorColumns(columns, "shear_", " [Pa]");
    for (const char* column : {"depth [m]", "area [m^2]", "sliding"}) columns.push_back(column);
    return columns;
}

void addRows(Rows& rows, Real time, const std::vector<AreaRecord>& areas) {
    for (const AreaRecord& r : areas) {
        rows.add(time).add(int(r.a)).add(int(r.b)).add(r.center).add(r.normalForce).add(r.tangentialForce);
        rows.add(r.moment)
            .add(r.area)
            .add(r.slippingArea)
            .add(r.area > 0 ? r.slippingArea / r.area : 0)
            .add(r.meanPressure);
        rows.add(r.peakPressure).add(r.depth).add(r.storedEnergy).add(r.dissipatedPower).add(r.numElements);
        rows.end();
    }
}

void addRows(Rows& rows, Real time, const std::vector<ElementRecord>& elements) {
    for (const ElementRecord& e : elements) {
        rows.add(time).addInteger(e.element).add(int(e.opposite)).add(e.center).add(e.normal).add(e.pressure);
        rows.add(e.shear).add(e.depth).add(e.area).add(e.sliding);
        rows.end();
    }
}

} // namespace simbodydem
