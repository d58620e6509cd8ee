#ifndef CONTACT_LAB_COLUMNS_H
#define CONTACT_LAB_COLUMNS_H

#include "JsonObject.h"
#include "Simbody.h"

#include <string>
#include <vector>

namespace lab {

using SimTK::Real;

/** A name with its unit in brackets: "speed [m/s]", "restitution [-]". */
struct QuantityName {
    std::string name, unit;

    std::string toText() const { return name + " [" + unit + "]"; }
};

/** @param where  begins what is said if it is not "name [unit]" @throws std::invalid_argument */
QuantityName parseQuantity(const std::string& text, const std::string& where);

/** One column of data; its numbers are finite. */
struct Column {
    QuantityName quantity;
    std::vector<Real> values;
};

/** A file of comma separated values whose first line has name and unit of each column; empty lines and those that begin with # are left
out. @throws std::invalid_argument with file and line of what is wrong */
std::vector<Column> readCsv(const std::string& file);

/** The same from an object of lists by "name [unit]". */
std::vector<Column> readColumns(JsonObject);

} // namespace lab

#endif
