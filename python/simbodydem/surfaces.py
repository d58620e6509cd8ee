"""Materials and layers of surfaces, and laws by name."""

from collections.abc import Mapping

from . import _core

Law = str | tuple[str, Mapping[str, float | str]]
Surface = _core.SurfaceMaterial | _core.ElasticLayer | _core.Soil | _core.Sand | _core.Surface


def Material(
    E: float | None = None,
    nu: float | None = None,
    friction: float | None = None,
    restitution: float | None = None,
    *,
    kinetic_friction: float | None = None,
    dissipation: float | None = None,
    rolling_friction: float | None = None,
    twisting_friction: float | None = None,
    stiffness_ratio: float | None = None,
) -> _core.SurfaceMaterial:
    """Makes the material of a surface. Only the values that the laws use must be given.

    E is Young's modulus [Pa], nu Poisson's ratio, friction the coefficient of static and kinetic friction, restitution that of an impact,
    dissipation Hunt and Crossley's [s/m]. A value out of its range is an error where the surface is added.
    """
    return _core.SurfaceMaterial(
        E, nu, friction, restitution, kinetic_friction, dissipation, rolling_friction, twisting_friction, stiffness_ratio
    )


def Layer(
    thickness: float | None = None,
    E: float | None = None,
    nu: float | None = None,
    *,
    stiffness: tuple[float, float] | None = None,
    friction: float | None = None,
    kinetic_friction: float | None = None,
    restitution: float | None = None,
    dissipation: float | None = None,
    shear_damping: float | None = None,
    element_size: float | None = None,
) -> _core.ElasticLayer:
    """Makes a thin elastic layer on a rigid core: a sole, cartilage, the pad of a finger.

    Give thickness [m], E [Pa] and nu, or the stiffness along and across the normal [Pa/m].
    """
    if stiffness is not None:
        if not (thickness is None and E is None and nu is None):
            raise ValueError("give either thickness, E and nu, or stiffness")
        layer = _core.ElasticLayer.from_stiffness(*stiffness)
    elif thickness is None or E is None or nu is None:
        raise ValueError("a layer needs thickness, E and nu, or stiffness")
    else:
        layer = _core.ElasticLayer(thickness, E, nu)
    if friction is not None:
        layer.set_friction(friction, kinetic_friction)
    elif kinetic_friction is not None:
        raise ValueError("kinetic_friction needs friction")
    if restitution is not None:
        layer.set_restitution(restitution)
    if dissipation is not None:
        layer.set_dissipation(dissipation)
    if shear_damping is not None:
        layer.set_shear_damping(shear_damping)
    if element_size is not None:
        layer.set_element_size(element_size)
    return layer


def as_surface(material: Surface) -> _core.Surface:
    """Returns the surface of a material, a layer, soil or sand."""
    if isinstance(material, _core.Surface):
        return material
    if isinstance(material, _core.SurfaceMaterial):
        return _core.Surface(material)
    if isinstance(material, _core.ElasticLayer):
        return _core.Surface(material)
    if isinstance(material, _core.Soil):
        return _core.Surface(material)
    if isinstance(material, _core.Sand):
        return _core.Surface(material)
    raise TypeError(f"material is {material!r}; it must be a Material, a Layer, Soil or Sand")


def list_laws() -> dict[str, list[str]]:
    """Returns all laws by kind, each with its name, class and formula; "pairs" are the names that World(law=...) takes."""
    laws = dict(_core.list_laws())
    laws["pairs"] = [f"{name}: {normal} and {tangential}" for name, (normal, tangential) in _core.list_named_laws().items()]
    return laws


def choose(law: Law) -> tuple[str, dict[str, float], dict[str, str]]:
    """Returns the name, the numbers and the choices of a law."""
    name, values = (law, {}) if isinstance(law, str) else law
    numbers = {key: float(value) for key, value in values.items() if not isinstance(value, str)}
    choices = {key: value for key, value in values.items() if isinstance(value, str)}
    return name, numbers, choices
