"""Materials and layers of surfaces."""


from . import _core
from .docs import documented

Surface = _core.SurfaceMaterial | _core.ElasticLayer | _core.Soil | _core.Sand | _core.Surface


@documented(
    "SurfaceMaterial",
    E="SurfaceMaterial::youngsModulus",
    nu="SurfaceMaterial::poissonsRatio",
    friction="SurfaceMaterial::staticFriction",
    restitution="SurfaceMaterial::restitution",
    kinetic_friction="SurfaceMaterial::kineticFriction",
    dissipation="SurfaceMaterial::dissipation",
    rolling_friction="SurfaceMaterial::rollingFriction",
    twisting_friction="SurfaceMaterial::twistingFriction",
    stiffness_ratio="SurfaceMaterial::stiffnessRatio",
)
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
    """Makes the material of a surface. A value out of its range is an error where the surface is added."""
    return _core.SurfaceMaterial(
        E, nu, friction, restitution, kinetic_friction, dissipation, rolling_friction, twisting_friction, stiffness_ratio
    )


@documented("ElasticLayer")
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
    """Makes a thin elastic layer on a rigid core.

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
