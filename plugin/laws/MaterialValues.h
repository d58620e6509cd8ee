// SPDX-License-Identifier: Apache-2.0
#ifndef SIMBODYDEM_MATERIAL_VALUES_H
#define SIMBODYDEM_MATERIAL_VALUES_H

#include "simbodydem/laws/Law.h"

#include <array>
#include <string>

// The table of material values. Checks, mixing, pair overrides and files use it. A new value is a member of SurfaceMaterial, one of
// PairMaterial if laws read it mixed, and a line here.

namespace simbodydem {

/** The rule that combines the values of two surfaces. */
enum class Mixing {
    ByFrictionRule,
    ByRestitutionRule,
    Mean,
    Elsewhere ///< together with others, or not at all
};

struct MaterialEntry {
    MaterialValue SurfaceMaterial::*value;
    const char *name, *unit;
    ParameterRange range;
    Mixing mixing = Mixing::Elsewhere;
    SimTK::Real PairMaterial::*mixed = nullptr; ///< unless it is mixed elsewhere
};

const std::array<MaterialEntry, 9>& materialValues();

/** Throws std::invalid_argument, with owner in front, if a set value of the material is NaN or out of its range. */
void checkMaterial(const std::string& owner, const SurfaceMaterial&);

/** All values of a material, set or not. */
LawParameters getParameters(const SurfaceMaterial&);

/** Name and unit of a material value, "youngsModulus [Pa]", "restitution". */
std::string describe(MaterialValue SurfaceMaterial::*value);

/** Returns true if at least one value is set. */
bool isAnySet(const SurfaceMaterial&);

/** Returns true if both have the same values, and the same ones unset. */
bool isSame(const SurfaceMaterial&, const SurfaceMaterial&);

/** Returns `over` where it is set, else `base`: the rule of DEMContactForce's settings. A new static friction without a new kinetic one
sets both: a patch of ice is slippery throughout. */
SurfaceMaterial overlay(SurfaceMaterial base, const SurfaceMaterial& over);

} // namespace simbodydem

#endif
