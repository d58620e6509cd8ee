"""The component in OpenSim: what the elements of an .osim file do, and what the analysis of ground reactions writes."""

import math
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import opensim
import pytest
from worlds import (
    FACE,
    MASS,
    RADIUS,
    WEIGHT,
    G,
    World,
    bare_surface,
    bekker,
    contact,
    elements,
    energy_of,
    expect_error,
    feet,
    layered,
    make_analysis,
    over_ground,
    rows_of,
    run,
    sand_strength,
    sandy,
    soiled,
    surface,
    write_box,
)

import simbodydem_opensim as dem

pytestmark = pytest.mark.usefixtures("folder")

SAND = elements(density=800, internal_friction=0.3)
SOIL_VALUES = {"exponent": 1.1, "cohesive_modulus": 2e3, "frictional_modulus": 3e5, "cohesion": 500, "friction_angle": 0.5, "shear_length": 0.01}
SOIL = elements(**SOIL_VALUES)
MODULUS = 2e3 / (2 * RADIUS) + 3e5  # k_c/b + k_phi under the cube
STIFFNESS = elements(normal_stiffness=1e8, shear_stiffness=3e7)  # of a layer


# --- points: motion, rest and records


# A body that falls onto a ball at its mass centre rebounds with the restitution of the file.
def test_bounces_with_the_restitution_of_the_file():
    world = World(contact(surface("ball", "ball") + surface("floor", "floor")), gravity=(0, 0, 0))
    end = world.run(world.put(0, RADIUS, (0, -1)), 0.1)
    assert world.of("", "number_of_contacts", end) == 0
    assert world.model.getCoordinateSet().get("y").getSpeedValue(end) == pytest.approx(0.6, abs=1e-4)  # accuracy 1e-6 of 56 steps


# The energy that a rebound takes is the heat that the force reports.
def test_lost_energy_is_heat():
    tracked = elements(track_dissipated_energy="true")
    world = World(contact(surface("ball", "ball") + surface("floor", "floor"), tracked), gravity=(0, 0, 0))
    start = world.put(0, RADIUS, (0, -1))
    before, end = energy_of(world.model, start, "/forceset/feet"), world.run(start, 0.1)
    assert world.of("", "dissipated_energy", end) > 0.6  # (1 - 0.6^2) of 1 J
    assert energy_of(world.model, end, "/forceset/feet") == pytest.approx(before, abs=1e-6)  # the integrator's error


# The heat is an error if the file does not ask for it, and the message names the element.
def test_heat_needs_its_element():
    world = World(feet())
    expect_error(['"feet"', "<track_dissipated_energy>"], world.of, "", "dissipated_energy", world.put(0, RADIUS))


# At rest the surface of a foot carries its weight, at its middle, and its springs store energy.
def test_surface_carries_the_weight_at_its_middle():
    world = World(feet())
    end = world.run(None, 2)
    assert world.of("", "number_of_contacts", end) == 2
    assert world.of("", "stored_energy", end) > 0
    assert world.of("foot_r", "force", end) == pytest.approx([0, WEIGHT, 0], abs=1e-4 * WEIGHT)  # accuracy 1e-6, and it still settles
    assert world.of("foot_r", "center_of_pressure", end) == pytest.approx([0, 0, 0], abs=1e-5)
    assert world.of("foot_r", "free_moment", end) == pytest.approx([0, 0, 0], abs=1e-9)  # a motion in a plane has none


# The moment about the origin of Ground is that of the force at its centre of pressure.
def test_moment_is_that_of_the_force_at_its_centre():
    world = World(feet())
    state = world.put(0.3, RADIUS - 1e-4, (0.1, 0))
    force, centre = world.of("foot_r", "force", state), world.of("foot_r", "center_of_pressure", state)
    moment = np.cross(centre, force) + world.of("foot_r", "free_moment", state)
    # Both points are half of an overlap below the plane y = 0, so that friction shifts the centre in this plane.
    assert centre[0] == pytest.approx(0.3 + force[0] / force[1] * 0.5e-4, abs=1e-9)  # rounding of sums
    assert world.of("foot_r", "moment_about_ground_origin", state) == pytest.approx(moment, abs=1e-9 * force[1])  # rounding of sums


# The record has force and torque of each surface in the order of the file, and the floor has the opposite of the foot.
def test_record_has_the_surfaces_in_the_order_of_the_file():
    world = World(feet())
    state = world.put(0.3, RADIUS - 1e-4, (0.1, 0))
    record = world.records(state)
    columns = [f"{what}.{axis}" for what in ("force", "torque") for axis in "XYZ"]
    assert list(record) == [f"feet.{name}.{column}" for name in ("foot_r", "floor") for column in columns]
    for column in columns:
        assert record[f"feet.foot_r.{column}"] == -record[f"feet.floor.{column}"]
    values = [record[f"feet.foot_r.{column}"] for column in columns]
    assert values == [*world.of("foot_r", "force", state), *world.of("foot_r", "moment_about_ground_origin", state)]


# Two spheres on two bodies that overlap have no force on each other if they are of one surface, and have one if they are of two.
@pytest.mark.parametrize(
    ("surfaces", "contacts"), [(surface("foot_r", "ball tip"), 0), (surface("heel_r", "ball") + surface("toes_r", "tip"), 1)], ids=["one", "two"]
)
def test_geometry_of_one_surface_never_touches(surfaces, contacts):
    world = World(contact(surfaces + surface("floor", "floor")))
    state = world.put(0, 1)
    coordinates = world.model.getCoordinateSet()
    coordinates.get("toes_y").setValue(state, 1, False)
    coordinates.get("toes_x").setValue(state, 1.8 * RADIUS, False)
    world.model.realizeAcceleration(state)
    force = MASS * coordinates.get("toes_x").getAccelerationValue(state)
    assert world.of("", "number_of_contacts", state) == contacts
    assert force > 100 if contacts else force == 0


# A foot that is pulled aside by less than friction does not creep, and friction bears the pull.
def test_does_not_creep():
    pull = 0.7 * G  # friction is 0.8
    world = World(feet(), gravity=(pull, -G, 0))
    early = world.run(None, 2)
    late = world.run(early, 4)
    assert world.place(late)[0] == pytest.approx(world.place(early)[0], abs=1e-9)
    assert world.of("foot_r", "force", late)[0] == pytest.approx(-MASS * pull, abs=1e-3)  # accuracy 1e-6, and it still settles


# The force of a sphere that is held at a depth is that of Hertz, whose modulus and Poisson's ratio are those of the file.
def test_sphere_has_the_force_of_hertz():
    world = World(contact(surface("ball", "ball") + surface("floor", "floor")))
    depth, modulus = 1e-3, 1e7 / (1 - 0.3**2) / 2  # of two equal surfaces
    force = 4 / 3 * modulus * math.sqrt(RADIUS) * depth**1.5
    assert world.of("ball", "force", world.put(0, RADIUS - depth))[1] == pytest.approx(force, rel=1e-9)  # rounding of sums


# The contact of a page's model carries the weight of the body that stands on it.
@pytest.mark.parametrize("snippet", ["feet.xml", "heel_pad.xml", "heel_in_sand.xml", "heel_on_soil.xml"])
def test_models_of_the_page_carry_the_weight(snippet, snippets):
    text = (snippets / snippet).read_text()
    if snippet != "feet.xml":
        text = text.replace("/heel_r<", "/ball<")  # one heel at the middle of the body
    world = World(text)
    end = world.run(None, 1)
    name = "foot_r" if snippet == "feet.xml" else "heel_r"
    assert world.of(name, "force", end)[1] == pytest.approx(WEIGHT, rel=1e-3)  # it still settles


# Laws are set by the name of a pair or one by one, with parameters, and masses by name or number, with spaces around them.
@pytest.mark.parametrize(
    "settings",
    [
        elements(law="Cundall"),
        elements(law=" pfc-hysteretic "),
        elements(normal_law="linear stiffness=1e5", tangential_law="cundall"),
        elements(normal_law="linear stiffness=1e5", tangential_law="cundall", rolling_law="epsd", effective_mass=" TwoBody "),
        elements(effective_mass=2.5),
        elements(exclude_adjacent_bodies="true"),
    ],
)
def test_takes_any_law_of_the_catalog(settings):
    world = World(feet(settings, elements(rolling_friction=0.1)))
    assert world.of("foot_r", "force", world.put(0, RADIUS - 1e-4))[1] > 0


# The parameters of a law in the file are those of the law: a linear spring of 1e5 N/m under each of two spheres.
def test_parameters_of_a_law_arrive():
    world = World(feet(elements(normal_law="linear stiffness=1e5", tangential_law="cundall")))
    force = world.of("foot_r", "force", world.put(0, RADIUS - 1e-4))
    assert force[1] == pytest.approx(2 * 1e5 * 1e-4, rel=1e-9)  # rounding of sums


# The dashpots of a linear law feel the mass that the file sets: a force that grows with its root.
def test_dashpots_feel_the_mass_of_the_file():
    def damping(mass):
        world = World(
            contact(
                surface("ball", "ball") + surface("floor", "floor"),
                elements(normal_law="linear stiffness=1e5", tangential_law="cundall", effective_mass=mass),
            )
        )
        moving, still = (world.put(0, RADIUS - 1e-4, (0, speed)) for speed in (-0.01, 0))
        return world.of("ball", "force", moving)[1] - world.of("ball", "force", still)[1]

    assert damping(1) > 0
    assert damping(4) == pytest.approx(2 * damping(1), rel=1e-9)  # rounding of sums
    assert damping("TwoBody") == pytest.approx(math.sqrt(MASS) * damping(1), rel=1e-9)  # Ground is infinitely heavy


# A pair that the file excludes can never touch, which is an error if there is no other pair.
def test_excluded_pairs_do_not_touch():
    expect_error(["can ever touch", "excluded"], World, feet(elements(exclude="floor foot_r")))


# A force that is switched off in the file does not act, and its surfaces report what it would do.
def test_a_force_that_is_switched_off_does_not_act():
    def acceleration(settings):
        world = World(feet(settings))
        state = world.put(0, RADIUS - 1e-3)
        world.model.realizeAcceleration(state)
        return world.model.getCoordinateSet().get("y").getAccelerationValue(state)

    assert acceleration("") > 0
    assert acceleration(elements(appliesForce="false")) == pytest.approx(-G, rel=1e-12)  # rounding


# --- errors


MISTAKES = [
    (feet("<lawe>Cundall</lawe>"), ['DEMContactForce "feet"', "<lawe>"]),
    (
        contact(surface("floor", "floor") + surface("a", "heel_r", "<static_frction>1</static_frction>")),
        ['DEMSurface "a"', "<static_frction>", "static_friction"],
    ),
    (feet(elements(law="Hertzian")), ["'Hertzian'", "hertz-mindlin", "<normal_law>"]),
    (feet(elements(law="Cundall", normal_law="hertz")), ["give either <law>, or <normal_law> and <tangential_law>"]),
    (feet(elements(normal_law="hertz")), ["give both <normal_law> and <tangential_law>"]),
    (feet(elements(normal_law="hertz damping", tangential_law="mindlin-secant")), ["'damping' is not a parameter"]),
    (feet(elements(normal_law="linear stiffness=-1", tangential_law="cundall")), ["stiffness", "-1", "N/m"]),
    (feet(elements(normal_law="linear stiffness=1 stiffness=2", tangential_law="cundall")), ["stiffness is there twice"]),
    (feet(elements(effective_mass="Two Body")), ["'Two Body'", "[kg]"]),
    (feet(elements(effective_mass=-1)), ["'-1'", "[kg]"]),
    (feet(elements(exclude="foot_r")), ["<exclude>", "pairs"]),
    (feet(elements(exclude="foot_r flor")), ["<exclude> names 'flor'", "not one of its surfaces"]),
    (contact(surface("floor", "floor") + surface("a", "toes")), ["/contactgeometryset/toes"]),
    (contact(surface("floor", "floor") + surface("a", "")), ['DEMSurface "a" has no geometry']),
    (contact(surface("floor", "floor") + surface("a", "heel_r", elements(rounding=0.1))), ["<rounding>", "a/heel_r"]),
    (contact(surface("floor", "floor") + bare_surface("a", "heel_r")), ["a/heel_r", "youngsModulus"]),
]


# A mistake in a force is an error where the file is read or when the System is made, with the names in the file.
@pytest.mark.parametrize(("force", "words"), MISTAKES, ids=[words[-1] for _, words in MISTAKES])
def test_a_mistake_in_a_force_is_an_error(force, words):
    expect_error(words, World, force)


LAYER_OF_MATERIAL = elements(thickness=0.01, youngs_modulus=1e6)
LAYER_MISTAKES = [
    (layered(""), ["no stiffness", "<normal_stiffness> and <shear_stiffness>"]),
    (layered(STIFFNESS + elements(thickness=0.01)), ["<thickness> and also <normal_stiffness>"]),
    (layered(LAYER_OF_MATERIAL), ["no <poissons_ratio>"]),
    (layered(elements(shear_stiffness=3e7)), ["no <normal_stiffness>"]),
    (layered(elements(normal_stiffness=1e8)), ["no <shear_stiffness>"]),
    (layered(LAYER_OF_MATERIAL + elements(poissons_ratio=0.5)), ["<poissons_ratio>", "0.5"]),
    (layered(elements(normal_stiffness=-1, shear_stiffness=0)), ["<normal_stiffness>", "-1"]),
    (layered(STIFFNESS + elements(kinetic_friction=0.3)), ["<kinetic_friction> without <static_friction>"]),
    (layered(STIFFNESS + elements(static_friction=0.3, kinetic_friction=0.4)), ["<kinetic_friction>", "0.4"]),
    (layered(STIFFNESS + elements(transition_velocity=0)), ["<transition_velocity>", "m/s"]),
    (layered(STIFFNESS + elements(restitution=0.01)), ["<restitution>", "0.01"]),
    (layered(STIFFNESS + elements(restitution=0.3, dissipation=1)), ["<restitution> and also a <dissipation>"]),
    (layered(STIFFNESS + elements(dissipation=-1)), ["<dissipation>", "-1"]),
    (layered(STIFFNESS + elements(shear_damping=-1)), ["<shear_damping>", "-1"]),
    (layered(STIFFNESS + elements(element_size=0)), ["<element_size>"]),
    (layered(STIFFNESS + "<thicknes>1</thicknes>"), ["<elastic_layer>", "<thicknes>", "thickness"]),
    (layered(STIFFNESS, elements(youngs_modulus=1e6)), ["<elastic_layer> and also <youngs_modulus>"]),
    (layered(STIFFNESS, elements(stiffness_ratio=1)), ["<elastic_layer> and also <stiffness_ratio>"]),
    (layered(STIFFNESS, elements(rounding=0)), ["<rounding>", "pad/ball"]),
    (layered(STIFFNESS, "<elastic_layer/>"), ["<elastic_layer> is there twice"]),
    (layered("").replace("DEMElasticLayer", "Layer"), ["one <DEMElasticLayer>"]),
]


# A mistake in a layer is an error with the names of the surface and the element.
@pytest.mark.parametrize(("force", "words"), LAYER_MISTAKES, ids=[words[-1] for _, words in LAYER_MISTAKES])
def test_a_mistake_in_a_layer_is_an_error(force, words):
    expect_error(['DEMSurface "pad"', *words], World, force)


BEACH, LOAM = elements(preset="drySand"), elements(preset="sandyLoam")


def soil_with(**changes):
    """Return the values of the soil with changes; None leaves a value out."""
    return elements(**{name: value for name, value in {**SOIL_VALUES, **changes}.items() if value is not None})


GROUND_MISTAKES = [
    (sandy(""), ["<sand> has no strength", "<preset>, or <density> and <internal_friction>, or"]),
    (sandy(elements(damping=1)), ["<sand> has no strength"]),
    (sandy(BEACH + elements(density=1500)), ["<sand> has <preset> and also <density>"]),
    (sandy(BEACH + elements(plate_resistance=3e5)), ["<preset> and also <plate_resistance>"]),
    (sandy(elements(density=1500)), ["<sand> has no <internal_friction>"]),
    (sandy(elements(internal_friction=0.4)), ["<sand> has no <density>"]),
    (sandy(elements(preset="wetSand")), ["<sand>: <preset> is 'wetSand'", "poppySeedLoose"]),
    (sandy("<preset/>"), ["<sand>: <preset> is ''"]),
    (sandy(elements(density=-1, internal_friction=0.4)), ["<density>", "-1"]),
    (sandy(elements(plate_resistance=0)), ["<plate_resistance>", "Pa/m"]),
    (sandy(BEACH + elements(surface_friction=-1)), ["<surface_friction>", "-1"]),
    (sandy(BEACH + elements(elastic_depth=2)), ["<elastic_depth>", "2"]),
    (sandy(BEACH + elements(damping=-1)), ["<damping>", "-1"]),
    (sandy(BEACH + elements(gravity="0 0 0")), ["<gravity>", "m/s^2"]),
    (sandy(BEACH + elements(element_size=0)), ["<element_size>"]),
    (sandy(BEACH + "<densty>1</densty>"), ["<sand>", "<densty>", "density"]),
    (sandy(BEACH) + sandy(BEACH), ["<sand> is there twice"]),
    ("<sand><Sand><preset>drySand</preset></Sand></sand>", ["<sand> must contain one <DEMSand>"]),
    (sandy(BEACH) + elements(static_friction=0.5), ["<sand> and also <static_friction>"]),
    (soiled(""), ["<soil> has no parameters", "<preset>, or <exponent>, <cohesive_modulus>"]),
    (soiled(LOAM + elements(cohesion=1)), ["<soil> has <preset> and also <cohesion>"]),
    (soiled(elements(preset="loam")), ["<soil>: <preset> is 'loam'", "sandyLoam"]),
    (soiled(soil_with(frictional_modulus=-1)), ["<frictional_modulus>", "-1"]),
    (soiled(soil_with(cohesive_modulus="NaN")), ["k_c"]),
    (soiled(LOAM + elements(unloading_stiffness_per_sinkage=1)), ["<unloading_stiffness_per_sinkage> without <unloading_stiffness>"]),
    (soiled(LOAM + elements(unloading_stiffness=0)), ["<unloading_stiffness>", "Pa/m"]),
    (soiled(LOAM + elements(plate_width=0)), ["<plate_width>"]),
    (soiled(LOAM + elements(damping=-1)), ["<damping>", "-1"]),
    (soiled(LOAM + elements(cell_size=0)), ["<cell_size>"]),
    (soiled(LOAM + "<cel_size>1</cel_size>"), ["<soil>", "<cel_size>", "cell_size"]),
    (soiled(LOAM) + soiled(LOAM), ["<soil> is there twice"]),
    ("<soil><DEMSand/></soil>", ["<soil> must contain one <DEMSoil>"]),
    (soiled(LOAM) + elements(restitution=0.5), ["<soil> and also <restitution>"]),
    (soiled(LOAM) + elements(rounding=0), ["<rounding>", "field/floor"]),
    (sandy(BEACH) + soiled(LOAM), ["<sand> and also <soil>", "at most one"]),
    (sandy(BEACH) + "<elastic_layer><DEMElasticLayer/></elastic_layer>", ["<elastic_layer> and also <sand>", "at most one"]),
    *((soiled(soil_with(**{name: None})), [f"<soil> has no <{name}>"]) for name in SOIL_VALUES),
    *((soiled(soil_with(**{name: -1})), [f"<{name}>", "-1"]) for name in ("exponent", "cohesion", "friction_angle", "shear_length")),
]


# A mistake in sand or soil is an error with the names of the surface and the element.
@pytest.mark.parametrize(("ground", "words"), GROUND_MISTAKES, ids=[" ".join(words) for _, words in GROUND_MISTAKES])
def test_a_mistake_in_sand_or_soil_is_an_error(ground, words):
    expect_error(['DEMSurface "field"', *words], World, over_ground(ground))


OTHERS = {
    "sphere": "<ContactSphere name='other'><socket_frame>{frame}</socket_frame><radius>0.05</radius></ContactSphere>",
    "mesh": "<ContactMesh name='other'><socket_frame>{frame}</socket_frame><filename>other.obj</filename></ContactMesh>",
    "cylinder": "<ContactCylinder name='other'><socket_frame>{frame}</socket_frame><radius>0.05</radius></ContactCylinder>",
    "half space": "<ContactHalfSpace name='other'><socket_frame>{frame}</socket_frame></ContactHalfSpace>",
}


# Sand and soil are half spaces on Ground, and the error has the name of the geometry.
@pytest.mark.parametrize(("kind", "ground"), [("sand", sandy(BEACH)), ("soil", soiled(LOAM))], ids=["sand", "soil"])
@pytest.mark.parametrize("shape", OTHERS)
def test_sand_and_soil_are_half_spaces_on_ground(shape, kind, ground):
    write_box("other.obj", [RADIUS] * 3)
    frame, what = ("/bodyset/calcn_r", "be on Ground") if shape == "half space" else ("/ground", "be a HalfSpace or a Terrain")
    with pytest.raises(RuntimeError) as raised:
        World(over_ground(ground, "other"), geometry=OTHERS[shape].format(frame=frame))
    assert f"field/other: {kind} must {what}" in str(raised.value)


# --- layers


# The outputs are those of a sphere on a rigid plane: force pi R d^2 k, area 2 pi R d, and pressures up to k d.
def test_layer_has_the_pressure_of_the_closed_form():
    k, depth = 1e8, 1e-3
    world = World(layered(elements(normal_stiffness=k, shear_stiffness=5e7, static_friction=0.5, element_size=2e-4)))
    state = world.put(0.2, RADIUS - depth)
    force, area = math.pi * RADIUS * depth**2 * k, 2 * math.pi * RADIUS * depth
    # An element has 0.2 mm beside a contact radius of 10 mm. The error of the area falls in proportion to the size of elements.
    assert world.of("pad", "force", state)[1] == pytest.approx(force, rel=2e-3)
    assert world.of("pad", "contact_area", state) == pytest.approx(area, rel=0.02)
    assert world.of("pad", "mean_pressure", state) * world.of("pad", "contact_area", state) == pytest.approx(force, rel=0.02)  # normals fan out
    assert world.of("pad", "peak_pressure", state) == pytest.approx(k * depth, rel=1e-3)
    assert world.of("pad", "pressure_center", state)[0] == pytest.approx(0.2, abs=1e-5)
    assert world.of("pad", "slipping_fraction", state) == 0  # no slip yet
    assert world.of("floor", "peak_pressure", state) == world.of("pad", "peak_pressure", state)


# The record has the outputs of a layer's area behind force and torque.
def test_record_has_the_columns_of_a_layer():
    world = World(layered(STIFFNESS + elements(static_friction=0.5)))
    state = world.put(0.2, RADIUS - 1e-3)
    outputs = ["contact_area", "mean_pressure", "peak_pressure", "slipping_fraction"]
    record = world.records(state)
    assert list(record)[12:] == [f"feet.pad.pressure_center.{axis}" for axis in "XYZ"] + [f"feet.pad.{name}" for name in outputs]
    values = [*world.of("pad", "pressure_center", state), *(world.of("pad", name, state) for name in outputs)]
    assert list(record.values())[12:] == values


# A layer that touches nothing has no area and no pressures, and its centre of pressure is not a number.
def test_layer_above_the_floor_has_no_pressure():
    world = World(layered(STIFFNESS))
    state = world.put(0, 2 * RADIUS)
    for name in ("contact_area", "mean_pressure", "peak_pressure", "slipping_fraction"):
        assert world.of("pad", name, state) == 0
    assert np.isnan(world.of("pad", "pressure_center", state)).all()


# A layer slides as a whole if it is moved far beyond the limit of its shear, which is mu p h/G = 0.5 mm at most here.
def test_sliding_layer_slips_everywhere():
    world = World(layered(elements(normal_stiffness=1e8, shear_stiffness=1e8, static_friction=0.5)))
    end = world.run(world.put(0, RADIUS - 1e-3, (1, 0)), 5e-3)
    assert world.of("pad", "slipping_fraction", end) == 1


# A mesh with a layer has no rounding unless it is given: the whole face of a cube carries, or a face that is 1 mm smaller on each side.
def test_mesh_with_a_layer_has_no_rounding_unless_given():
    depth = 1e-3
    for rounding, of_surface in ((0, ""), (1e-3, elements(rounding=1e-3))):
        world = World(layered(STIFFNESS, of_surface, "cube"))
        force = 1e8 * FACE * depth * ((RADIUS - rounding) / RADIUS) ** 2  # rounded edges have no elements
        assert world.of("pad", "force", world.put(0, RADIUS - depth))[1] == pytest.approx(force, rel=1e-9)  # rounding of sums


def force_of_layer(values, velocity=(0, 0), depth=1e-3):
    """Return the force on a cube whose layer is pressed by this depth, without a history."""
    world = World(layered(values, geometry="cube"))
    return world.of("pad", "force", world.put(0, RADIUS - depth, velocity))


# The pressure of a layer is that of a column that does not bulge, of the thickness, the modulus and Poisson's ratio in the file.
def test_layer_has_the_stiffness_of_its_material():
    h, modulus, nu, depth = 0.01, 1e6, 0.4, 1e-3
    stiffness = (1 - nu) * modulus / ((1 + nu) * (1 - 2 * nu)) / h
    force = force_of_layer(elements(thickness=h, youngs_modulus=modulus, poissons_ratio=nu))
    assert force[1] == pytest.approx(stiffness * depth * FACE, rel=1e-9)  # rounding of sums


# The dissipation of a layer damps its pressure by the factor 1 + c v.
def test_layer_has_its_dissipation():
    force = force_of_layer(STIFFNESS + elements(dissipation=2), (0, -0.1))
    assert force[1] == pytest.approx(1e8 * 1e-3 * FACE * 1.2, rel=1e-9)  # rounding of sums


# The restitution of a layer damps its pressure by the factor 1 + kappa at first touch, where kappa (1 + e) = ln((1 + kappa)/(1 - e kappa)).
def test_layer_has_its_restitution():
    force = force_of_layer(STIFFNESS + elements(restitution=0.3), (0, -0.1))
    kappa = force[1] / (1e8 * 1e-3 * FACE) - 1
    assert kappa > 0.5
    assert kappa * 1.3 == pytest.approx(math.log((1 + kappa) / (1 - 0.3 * kappa)), rel=1e-6)  # that of the root that is found


# The shear damping of a layer is G/h T v before the first slip.
def test_layer_has_its_shear_damping():
    force = force_of_layer(STIFFNESS + elements(static_friction=0.8, shear_damping=0.004), (0.1, 0))
    assert force[0] == pytest.approx(-3e7 * 0.004 * 0.1 * FACE, rel=1e-9)  # rounding of sums; the limit is 0.8 1e5 Pa, and this is 0.12e5 Pa


# A sliding layer has the friction mu_k + (mu_s - mu_k)/(1 + (v/v_s)^2), and static friction alone if no other is given.
@pytest.mark.parametrize(
    ("values", "friction"),
    [
        (elements(static_friction=0.8), 0.8),
        (elements(static_friction=0.8, kinetic_friction=0.6, transition_velocity=0.02), 0.6 + 0.2 / (1 + 2.5**2)),
        (elements(static_friction=0.8, kinetic_friction=0.6), 0.6 + 0.2 / (1 + 5**2)),  # 0.01 m/s by default
    ],
)
def test_layer_has_its_friction(values, friction):
    depth = 1e-3
    world = World(layered(STIFFNESS + values, geometry="cube"))
    # 0.05 m/s; it slides after 3 mm
    force = world.of("pad", "force", world.follow([(0, 0, RADIUS - depth), (0.4, 0.02, RADIUS - depth)]))
    assert force[1] == pytest.approx(1e8 * depth * FACE, rel=1e-9)  # rounding of sums
    assert force[0] == pytest.approx(-friction * force[1], rel=1e-6)  # the direction of a slip that has turned by rounding


# Elements that are twice as large have a larger error of the area, which is in proportion to their size.
def test_layer_has_the_elements_of_its_size():
    def error(size):
        world = World(layered(STIFFNESS + elements(element_size=size)))
        area = 2 * math.pi * RADIUS * 1e-3
        return abs(world.of("pad", "contact_area", world.put(0, RADIUS - 1e-3)) / area - 1)

    assert error(2e-3) > 3 * error(2e-4)


# --- sand and soil


def put_down(ground, path, body="cube", **settings):
    """Move a cube along a path. Return the force on it at the end, with the last speed."""
    world = World(over_ground(ground, body=body), **settings)
    return world.of("body", "force", world.follow(path))


# The path of a cube from the surface straight down to 20 mm at 20 mm/s.
DOWN = [(0, 0, RADIUS), (1, 0, RADIUS - 0.02)]
PLATE = 0.876  # of xi, for a plate that is pushed straight down; three digits


# A cube that is pushed straight down has 0.876 xi |z| on its lower face, of the density and the friction in the file.
def test_sand_has_its_strength():
    force = put_down(sandy(elements(density=1400, internal_friction=0.5)), DOWN)
    assert force[1] == pytest.approx(PLATE * sand_strength(1400, 0.5) * 0.02 * FACE, rel=1e-3)  # three digits of 0.876


# Sand has the resistance of a plate that the file gives.
def test_sand_has_the_resistance_of_a_plate():
    force = put_down(sandy(elements(plate_resistance=3e5)), DOWN)
    assert force[1] == pytest.approx(3e5 * 0.02 * FACE, rel=1e-9)  # rounding of sums


# The presets of sand have the resistances of plates that were measured, or the strength of their density and friction.
@pytest.mark.parametrize(
    ("preset", "resistance", "tolerance"),
    [
        (" poppySeedLoose ", 0.254e6, 1e-6),
        ("poppy-seed-close", 0.464e6, 1e-6),
        ("glassBeads", PLATE * G * 1500 * 27.5, 0.01),  # by hand, to three digits
        ("drySand", PLATE * G * 1590 * 73.0, 0.01),
    ],
)
def test_presets_of_sand_have_their_strength(preset, resistance, tolerance):
    force = put_down(sandy(elements(preset=preset)), DOWN)
    assert force[1] == pytest.approx(resistance * 0.02 * FACE, rel=tolerance)


# The gravity of sand is that of the file, or else of the model: on the Moon its strength is less.
def test_sand_has_its_gravity():
    moon = sandy(elements(density=1400, internal_friction=0.5, gravity="0 -1.62 0"))
    force = PLATE * sand_strength(1400, 0.5, 1.62) * 0.02 * FACE
    assert put_down(moon, DOWN)[1] == pytest.approx(force, rel=1e-3)  # three digits of 0.876
    of_model = sandy(elements(density=1400, internal_friction=0.5))
    assert put_down(of_model, DOWN, gravity=(0, -1.62, 0))[1] == pytest.approx(force, rel=1e-3)


# Sand unloads along an elastic line, whose length is the elastic depth of the file times the depth.
def test_sand_has_its_elastic_depth():
    values = elements(plate_resistance=3e5, elastic_depth=0.02, damping=0.05)
    up = 0.5 * 0.02 * 0.02  # half of that length
    dashpot = 0.05 * math.sqrt(0.02 * 0.02 / G) * 0.02 / (0.02 * 0.02)  # its part of the strength on the path down, which the spring lacks
    force = put_down(sandy(values), [*DOWN, (2, 0, RADIUS - 0.02 + up)])
    assert force[1] == pytest.approx((0.5 - dashpot) * 3e5 * 0.02 * FACE, rel=0.01)  # the depth changes by a hundredth on the path up


# The dashpot of sand has the part T v of the elastic length in a steady motion, where T is zeta sqrt(epsilon |z|/g). A stop shows it.
def test_sand_has_its_damping():
    values = elements(plate_resistance=3e5, elastic_depth=0.02, damping=1)
    force = put_down(sandy(values), [*DOWN, (2, 0, RADIUS - 0.02)])
    share = math.sqrt(0.02 * 0.02 / G) * 0.02 / (0.02 * 0.02)
    assert 0.3 < share < 0.4
    assert force[1] == pytest.approx((1 - share) * 3e5 * 0.02 * FACE, rel=1e-3)  # T is that of the last row before the stop


# A smooth plate that moves aside and down has less friction in sand: the surface friction of the file times the pressure.
def test_sand_has_its_surface_friction():
    half, path = (RADIUS, 5e-4, RADIUS), [(0, 0, 5e-4), (1, 0.02, -0.0195)]  # its sides have a hundredth of the area of its face
    force = put_down(sandy(elements(plate_resistance=3e5, surface_friction=0.1)), path, half=half)
    rough = put_down(sandy(elements(plate_resistance=3e5)), path, half=half)
    assert -rough[0] > 0.2 * rough[1]
    assert -force[0] == pytest.approx(0.1 * force[1], rel=0.1)  # the pressure on the side in front


# Triangles are divided, also to the element size of the file, and see the sand in front of a wall, as a finer mesh does; undivided they do not.
def test_sand_has_the_elements_of_its_size():
    aside = [*DOWN, (2, 0.02, RADIUS - 0.02)]
    coarse = put_down(sandy(SAND + elements(elements_are_triangles="true")), aside, squares=1)
    divided = put_down(sandy(SAND + elements(element_size=0.005)), aside, squares=1)
    fine = put_down(sandy(SAND), aside, squares=20)
    by_default = put_down(sandy(SAND), aside, squares=1)
    assert divided[0] == pytest.approx(fine[0], rel=0.05)  # elements of 5 mm beside a depth of 20 mm
    assert by_default[0] == pytest.approx(fine[0], rel=0.05)
    assert abs(coarse[0] - fine[0]) > 5 * abs(divided[0] - fine[0])


# A cube that is pushed into soil follows the curve of Bekker, whose values are those of the file and whose width is the least of the cube.
def test_soil_has_the_curve_of_bekker():
    world = World(over_ground(soiled(SOIL)))
    for depth in (0.005, 0.02):
        force = world.of("body", "force", world.put(0, RADIUS - depth))
        assert force[1] == pytest.approx(bekker(depth, MODULUS, 1.1) * FACE, rel=1e-6)  # sharp edges, cells along the sides


# A plate width in the file replaces the width of the body.
def test_soil_has_its_plate_width():
    world = World(over_ground(soiled(SOIL + elements(plate_width=0.01))))
    force = bekker(0.01, 2e3 / 0.01 + 3e5, 1.1) * FACE
    assert world.of("body", "force", world.put(0, RADIUS - 0.01))[1] == pytest.approx(force, rel=1e-6)  # as above


# The presets of soil are those of Wong's table.
@pytest.mark.parametrize(
    ("preset", "exponent", "cohesive", "frictional"),
    [("drySand", 1.1, 990, 1528.43e3), ("sandyLoam", 0.7, 5270, 1515.04e3), ("clayeySoil", 0.5, 13190, 692.15e3), ("snow", 1.6, 4370, 196.72e3)],
)
def test_presets_of_soil_have_their_curves(preset, exponent, cohesive, frictional):
    world = World(over_ground(soiled(elements(preset=preset))))
    force = bekker(0.02, cohesive / (2 * RADIUS) + frictional, exponent) * FACE
    assert world.of("body", "force", world.put(0, RADIUS - 0.02))[1] == pytest.approx(force, rel=1e-6)  # sharp edges, cells along the sides


# Soil unloads along a line of the stiffness k_0 + A_u z, both of the file.
def test_soil_has_its_unloading_stiffness():
    up, values = 1e-4, elements(unloading_stiffness=4e7, unloading_stiffness_per_sinkage=1e8)
    force = put_down(soiled(SOIL + values), [*DOWN, (2, 0, RADIUS - 0.02 + up), (3, 0, RADIUS - 0.02 + up)])
    pressure = bekker(0.02, MODULUS, 1.1) - (4e7 + 1e8 * 0.02) * up
    assert pressure > 0
    assert force[1] == pytest.approx(pressure * FACE, rel=1e-6)  # sharp edges, cells along the sides


# Elastic soil has the damping of the file: its pressure on the path up is less by the damping times the speed.
def test_soil_has_its_damping():
    up, speed = 5e-5, 0.01
    values = elements(unloading_stiffness=4e7, damping=3e4)
    force = put_down(soiled(SOIL + values), [*DOWN, (1.5, 0, RADIUS - 0.02), (1.5 + up / speed, 0, RADIUS - 0.02 + up)])
    pressure = bekker(0.02, MODULUS, 1.1) - 4e7 * up - 3e4 * speed
    assert pressure > 0
    assert force[1] == pytest.approx(pressure * FACE, rel=1e-6)  # sharp edges, cells along the sides


# Soil under a cube that has moved aside by j has the shear (c + p tan phi)(1 - exp(-j/K)) of Janosi, with the values of the file. The wall of the cube
# has the work of pressing the soil in front less the elastic one of the soil behind, the integral of p dz - p^2/(2 k_u) per width.
def test_soil_has_the_curve_of_janosi():
    slip = 0.004
    force = put_down(soiled(SOIL), [*DOWN, (2, slip, RADIUS - 0.02)])
    pressure = bekker(0.02, MODULUS, 1.1)
    strength = 500 + pressure * math.tan(0.5)
    unloading = 10 * bekker(0.01, MODULUS, 1.1) / 0.01  # the default
    wall = (pressure * 0.02 / 2.1 - pressure**2 / (2 * unloading)) * 2 * RADIUS
    # Soil in front of the cube is new: 4 of 100 mm have a shear between 0 and the one of the whole slip.
    assert -force[0] == pytest.approx(strength * -math.expm1(-slip / 0.01) * FACE + wall, rel=0.03)


# Cells of the size in the file cover a ball, whose force is Bekker's pressure over the cap, and larger cells have a larger error.
def test_soil_has_the_cells_of_its_size():
    depth, exponent = 0.01, 1.1
    modulus = 2e3 / (2 * RADIUS) + 3e5
    radii = np.sqrt(np.linspace(0, RADIUS**2 - (RADIUS - depth) ** 2, 100001))  # rings of equal area
    middle = np.sqrt((radii[1:] ** 2 + radii[:-1] ** 2) / 2)
    pressures = modulus * (depth - RADIUS + np.sqrt(RADIUS**2 - middle**2)) ** exponent
    force = float((pressures * np.pi * np.diff(radii**2)).sum())

    def error(size):
        world = World(over_ground(soiled(SOIL + elements(cell_size=size)), body="ball"))
        return abs(world.of("body", "force", world.put(0, RADIUS - depth))[1] / force - 1)

    assert error(1e-3) < 1e-3  # elements of 1 mm beside a contact radius of 30 mm
    assert error(0.02) > 10 * error(1e-3)


# A box that is put down on soil sinks until the work of Bekker's curve is that of its weight, and rebounds along the elastic line.
def test_box_on_soil_sinks_by_the_work_of_its_weight():
    unloading = 4e7
    world = World(over_ground(soiled(SOIL + elements(unloading_stiffness=unloading))))
    # m g z = integral of MODULUS z^1.1 FACE
    largest = (WEIGHT * 2.1 / (MODULUS * FACE)) ** (1 / 1.1)
    rest = largest - (bekker(largest, MODULUS, 1.1) - WEIGHT / FACE) / unloading
    assert 5e-3 < rest < largest < 2 * RADIUS
    end = world.run(None, 0.5, 1e-5)
    assert RADIUS - world.place(end)[1] == pytest.approx(rest, rel=1e-4)  # accuracy 1e-5
    assert world.of("body", "force", end) == pytest.approx([0, WEIGHT, 0], abs=1e-3 * WEIGHT)  # it still settles


# A box that is put down on sand sinks to twice the depth that carries its weight, and rebounds by half of the elastic length.
def test_box_on_sand_sinks_to_twice_the_depth_of_its_weight():
    resistance = 2e5
    world = World(over_ground(sandy(elements(plate_resistance=resistance))))
    largest = 2 * WEIGHT / (resistance * FACE)
    end = world.run(None, 0.5, 1e-5)
    assert RADIUS - world.place(end)[1] == pytest.approx(largest * (1 - 0.5 * 0.01), rel=2e-3)  # the dashpot delays yield near the end
    assert world.of("body", "force", end) == pytest.approx([0, WEIGHT, 0], abs=1e-3 * WEIGHT)  # it still settles


# The body in sand or soil and the ground have the outputs of their common area, which are those of the contact's record.
@pytest.mark.parametrize("ground", [sandy(SAND), soiled(SOIL)], ids=["sand", "soil"])
def test_sand_and_soil_report_their_area(ground):
    world = World(over_ground(ground))
    end = world.run(None, 0.3, 1e-6)  # at 1e-4 the cube tilts by 1e-6 rad, which moves the center
    (record,) = dem.contact_records(world.model, end)
    assert record["is_area"]
    for name in ("body", "field"):
        assert world.of(name, "contact_area", end) == record["area"]
        assert world.of(name, "mean_pressure", end) == pytest.approx(record["mean_pressure"], rel=1e-12)  # divided and multiplied by the area
        assert world.of(name, "peak_pressure", end) == record["peak_pressure"]
        assert world.of(name, "slipping_fraction", end) == record["slipping_area"] / record["area"]
        assert world.of(name, "pressure_center", end) == pytest.approx([0, record["point"][1], 0], abs=1e-6)  # below the middle of the cube
    assert world.of("body", "force", end)[1] > 0.5 * WEIGHT


# On soil the area is that of a face of the cube, and its pressure is the whole force.
def test_area_on_soil_is_that_of_a_face():
    world = World(over_ground(soiled(SOIL)))
    state = world.put(0, RADIUS - 0.01)
    area, force = world.of("body", "contact_area", state), world.of("body", "force", state)[1]
    assert area == pytest.approx(FACE, rel=1e-6)  # sharp edges, cells along the sides
    assert world.of("body", "mean_pressure", state) * area == pytest.approx(force, rel=1e-9)  # rounding of sums


# The surface of the ground has the columns of its area behind force and torque.
@pytest.mark.parametrize("ground", [sandy(SAND), soiled(SOIL)], ids=["sand", "soil"])
def test_record_has_the_columns_of_the_ground(ground):
    world = World(over_ground(ground))
    state = world.follow([(0, 0, RADIUS), (1, 0, RADIUS - 0.01)])
    record = world.records(state)
    assert len(record) == 12 + 7
    assert list(record)[15] == "feet.field.contact_area"
    assert record["feet.field.contact_area"] == world.of("field", "contact_area", state) > 0
    assert record["feet.field.force.Y"] == -record["feet.body.force.Y"]


# --- files and copies


def list_values(component):
    """Return the values of an object and of the objects in it, by name."""
    values = {}
    for i in range(component.getNumProperties()):
        of = component.getPropertyByIndex(i)
        for k in range(of.size() if of.isObjectProperty() else 0):
            values.update({f"{of.getName()}.{k}.{name}": value for name, value in list_values(of.getValueAsObject(k)).items()})
        if not of.isObjectProperty():
            values[of.getName()] = of.toString()
    return values


def values_in(file):
    """Return the text or the numbers of each element in the contact of a file, by the path of the element."""
    values = {}

    def collect(element, path):
        for child in element:
            collect(child, f"{path}/{child.get('name', child.tag)}")
        if not len(element):
            words = (element.text or "").split()
            try:
                values[path] = [float(word) for word in words]
            except ValueError:
                values[path] = words

    collect(ElementTree.parse(file).find(".//DEMContactForce"), "")
    return values


FULL_LAYER = elements(
    thickness=0.01,
    youngs_modulus=1e6,
    poissons_ratio=0.4,
    static_friction=0.8,
    kinetic_friction=0.6,
    transition_velocity=0.02,
    restitution=0.3,
    shear_damping=0.004,
    element_size=0.005,
    elements_are_triangles="true",
)
FULL_SAND = elements(
    density=1400, internal_friction=0.5, surface_friction=0.3, elastic_depth=0.02, damping=0.7, gravity="0 -1.62 0.1", element_size=0.004,
    elements_are_triangles="true",
)
FULL_SOIL = SOIL + elements(unloading_stiffness=4e7, unloading_stiffness_per_sinkage=1e8, plate_width=0.2, damping=3e4, cell_size=0.006)
FULL_MATERIAL = elements(kinetic_friction=0.7, dissipation=0.1, rolling_friction=0.2, twisting_friction=0.3, stiffness_ratio=0.9)
FULL_FORCE = elements(
    normal_law="linear stiffness=1e5",
    tangential_law="cundall",
    rolling_law="epsd",
    effective_mass="TwoBody",
    exclude_adjacent_bodies="true",
    exclude="foot_r foot_r",
    detection_margin=0.001,
    track_dissipated_energy="true",
)


FORCES = {
    "force": feet(FULL_FORCE, FULL_MATERIAL),
    "layer": layered(FULL_LAYER),
    "layer of stiffness": layered(STIFFNESS + elements(static_friction=0.8, dissipation=2)),
    "sand": over_ground(sandy(FULL_SAND)),
    "sand of a plate": over_ground(sandy(elements(plate_resistance=3e5))),
    "preset of sand": over_ground(sandy(elements(preset="glassBeads"))),
    "soil": over_ground(soiled(FULL_SOIL)),
    "preset of soil": over_ground(soiled(elements(preset="snow"))),
}


# A model that is printed has every value of its file, and has it when it is read again.
@pytest.mark.parametrize("force", FORCES.values(), ids=FORCES)
def test_printed_model_has_every_value(force):
    world = World(force)
    world.model.printToXML("printed.osim")
    given = values_in("world.osim")
    assert len(given) > 2
    assert given.items() <= values_in("printed.osim").items()
    assert list_values(opensim.Model("printed.osim").getForceSet().get("feet")) == list_values(world.force)


# A model after a second initSystem(), a clone, and a model that was printed and read again run the same to the last bit.
@pytest.mark.parametrize(
    "force",
    [feet(), layered(STIFFNESS + elements(static_friction=0.5, restitution=0.3)), over_ground(sandy(SAND)), over_ground(soiled(SOIL))],
    ids=["points", "layer", "sand", "soil"],
)
def test_copies_run_alike(force):
    world = World(force, gravity=(1, -G, 0))
    world.model.printToXML("printed.osim")

    def end_of(model):
        end = run(model, model.initSystem(), 0.1, 1e-4)
        return end.getY().to_numpy()

    clone = world.model.clone()
    expected = end_of(world.model)
    for model in (world.model, clone, opensim.Model("printed.osim")):
        assert (end_of(model) == expected).all()


# A clone is not in a System until it is added to one, and the message says what to call.
def test_clone_is_in_no_system():
    world = World(feet())
    clone = world.model.clone()
    with pytest.raises(ValueError, match=r"the model has no System; call model.initSystem\(\)"):
        dem.contact_records(clone, world.state)


# The types are registered for OpenSim's files, however often the library is loaded.
def test_types_are_registered():
    assert opensim.LoadOpenSimLibraryExact(str(dem.COMPONENT))
    for name in ("DEMContactForce", "DEMSurface", "DEMElasticLayer", "DEMSand", "DEMSoil", "DEMGroundReactionAnalysis"):
        assert opensim.OpenSimObject.newInstanceOfType(name).getConcreteClassName() == name


# --- warnings


# Warnings of the library go to OpenSim's log, each once in a run.
def test_warnings_go_to_the_log(log):
    world = World(feet())
    assert log.count("SimbodyDEM: ") == 0
    world.run(world.put(0, -0.5 * RADIUS), 1e-6)  # the centres are below the floor
    assert log.count("SimbodyDEM: ") == 1


# Contacts that are loaded but have no history give one warning, with their number.
def test_lost_history_is_a_warning(log):
    world = World(feet())
    end = world.run(None, 2)
    from_table = opensim.State(world.state)  # coordinates and speeds, without discrete variables
    from_table.setTime(end.getTime())
    from_table.setY(end.getY())
    for _ in range(2):
        world.model.realizeAcceleration(from_table)
        from_table.setTime(from_table.getTime())  # the next evaluation is a new one
    assert log.count("contacts are loaded but have no history: 2 of them") == 1


# A foot that has just landed fast, and one that has a history, give no warning about it.
def test_history_that_is_there_is_no_warning(log):
    world = World(feet())
    world.model.realizeAcceleration(world.put(0, RADIUS - 1e-4, (0, -1)))
    end = world.run(world.put(0, RADIUS), 2)
    world.model.realizeAcceleration(world.run(end, 2.1))
    assert log.count("have no history") == 0


# --- the analysis of ground reactions


# The analysis on the page is read.
def test_analysis_of_the_page_is_read(snippets):
    Path("analysis.xml").write_text(f"<OpenSimDocument Version='40600'>{(snippets / 'ground_reaction.xml').read_text()}</OpenSimDocument>")
    analysis = opensim.OpenSimObject.makeObjectFromFile("analysis.xml")
    assert analysis.getPropertyByName("file").toString() == "results/grf"


# All begin() of a run write one file, and a new file begins if time goes back or there is another System.
def test_analysis_continues_its_file():
    world = World(feet())
    analysis, state = make_analysis(world.model), world.put(0, RADIUS)

    def rows_after(begin):
        for i, call in enumerate((analysis.begin, lambda of: analysis.step(of, 1), analysis.end)):
            state.setTime(begin + 0.1 * i)
            world.model.realizeVelocity(state)
            call(state)
        return len(rows_of("grf.mot")[1])

    assert rows_after(0) == 3
    assert rows_after(0.2) == 5  # begins with the row that is there
    assert rows_after(0.1) == 3
    state = world.model.initSystem()
    assert rows_after(1) == 3
    analysis.setOn(False)
    assert rows_after(2) == 3


# The files by surface and by body both have the foot's weight at rest, and the external loads act on the body.
def test_analysis_writes_loads_by_body():
    world = World(feet())
    end = world.run(None, 2)
    analysis = make_analysis(world.model, write_contacts="true")
    analysis.begin(end)
    for file in ("grf.mot", "grf_bodies.mot"):
        labels, rows = rows_of(file)
        assert rows.shape == (1, 12)  # force, place, moment, time, and the peak and its time
        assert labels[2].endswith("_vy")
        assert rows[0][2] == pytest.approx(WEIGHT, abs=1e-3)  # it still settles
    loads = Path("grf_external_loads.xml").read_text()
    assert "<datafile>grf_bodies.mot</datafile>" in loads
    assert "<applied_to_body>calcn_r</applied_to_body>" in loads
    assert Path("grf_contacts.csv").is_file()


# A path of the analysis where there is no contact force is an error with both names.
def test_analysis_needs_its_force():
    world = World(feet())
    analysis = make_analysis(world.model)
    opensim.PropertyHelper.setValueString("/forceset/foot", analysis.updPropertyByName("force_path"))
    expect_error(['DEMGroundReactionAnalysis "grf"', "<force_path> is '/forceset/foot'"], analysis.begin, world.put(0, RADIUS))


# Rows 1 ms apart have the friction of the run that made them, within a thousandth of the weight, without integration.
def test_analysis_replays_rows():
    world = World(feet(), gravity=(0.5 * G, -G, 0))
    analysis = make_analysis(world.model, replay="true")
    manager = opensim.Manager(world.model)
    manager.setIntegratorAccuracy(1e-6)
    manager.setPerformAnalyses(False)
    manager.initialize(world.state)
    row = opensim.State(world.state)  # one State takes all rows, as in AnalyzeTool
    replayed, alone, run = [], [], []
    count = 300
    for i in range(count + 1):
        now = manager.integrate(1e-3 * i) if i else world.state
        blank = opensim.State(world.state)
        for state in (row, blank):
            state.setTime(now.getTime())
            state.setY(now.getY())
        world.model.realizeVelocity(row)
        analysis.begin(row) if i == 0 else analysis.end(row) if i == count else analysis.step(row, i)
        for friction, state in ((replayed, row), (alone, blank), (run, now)):
            world.model.realizeDynamics(state)
            friction.append(world.of("foot_r", "force", state)[0])
    assert np.std(run) > 0.1 * WEIGHT  # it lands, and friction follows
    assert np.sqrt(np.mean(np.subtract(replayed, run) ** 2)) < 1e-3 * WEIGHT
    assert np.sqrt(np.mean(np.subtract(alone, run) ** 2)) > 0.1 * WEIGHT  # without the history
    assert len(rows_of("grf.mot")[1]) == count + 1
