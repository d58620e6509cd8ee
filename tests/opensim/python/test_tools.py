"""The component in OpenSim's tools: Manager, ForwardTool, AnalyzeTool, ForceReporter, JointReaction and ExternalLoads, on the examples."""

import math
import shutil
from pathlib import Path

import numpy as np
import opensim
import pytest
from worlds import bare_surface, contact, elements, energy_of, expect_error, position_of, rows_of, run, value_of

pytestmark = pytest.mark.usefixtures("folder")


# --- Manager


# A ball that is dropped from 1 m rebounds with 0.7 of its impact speed.
def test_ball_bounces_with_its_restitution(examples, report):
    model = opensim.Model(str(examples / "ball.osim"))
    end = run(model, model.initSystem(), 0.6, 1e-8)
    height = model.getCoordinateSet().get("ty")
    rise, speed = height.getValue(end) - 0.05, height.getSpeedValue(end)
    leaving, coming = math.sqrt(speed**2 + 2 * 9.81 * rise), math.sqrt(2 * 9.81)
    report("restitution", leaving / coming)
    assert leaving == pytest.approx(0.7 * coming, abs=5e-3 * coming)  # gravity acts during the 6 ms of the impact too


# A bouncing ball loses energy as heat only.
def test_bouncing_ball_keeps_its_energy_and_heat(examples, report):
    model = opensim.Model(str(examples / "ball.osim"))
    state = model.initSystem()
    before = energy_of(model, state, "/forceset/contact")
    after = energy_of(model, run(model, state, 0.6, 1e-8), "/forceset/contact")
    report("total energy [J]", before)
    report("change of the total energy [J]", after - before)
    assert after == pytest.approx(before, abs=1e-6)  # accuracy 1e-8


# A settled block on a slope of 17 degrees does not move for ten seconds, where HuntCrossleyForce lets it creep by millimetres.
@pytest.mark.parametrize(("file", "creeps"), [("block_on_slope", False), ("block_on_slope_hunt_crossley", True)], ids=["DEM", "HuntCrossley"])
def test_manager_leaves_the_block_on_its_slope(file, creeps, examples, report):
    model = opensim.Model(str(examples / f"{file}.osim"))
    settled = run(model, model.initSystem(), 1, 1e-5)
    end = run(model, settled, 11, 1e-5)
    moved = np.linalg.norm(position_of(model, "block", end) - position_of(model, "block", settled))
    report("moved in 10 s [m]", moved)
    assert moved > 1e-3 if creeps else moved < 1e-8


# A foot lands and does not move for ten seconds, and its surface carries the weight.
def test_foot_stays_where_it_lands(examples, report):
    model = opensim.Model(str(examples / "foot.osim"))
    settled = run(model, model.initSystem(), 3)
    end = run(model, settled, 13)
    moved = np.linalg.norm(position_of(model, "calcn", end) - position_of(model, "calcn", settled))
    report("moved in 10 s [m]", moved)
    assert moved < 1e-8
    weight = -70.3 * model.getGravity().to_numpy()
    force = value_of(model.getComponent("/forceset/feet/foot_r"), "force", end)
    assert force == pytest.approx(weight, abs=1e-3 * np.linalg.norm(weight))  # accuracy 1e-6, and it still settles


def stiffness_of_pad(model):
    """Return K/h of the layer of the heel pad [Pa/m]."""
    surface = model.getForceSet().get("contact").getPropertyByName("surfaces").getValueAsObject(0)
    layer = surface.getPropertyByName("elastic_layer").getValueAsObject(0)
    h, modulus, nu = (
        opensim.PropertyHelper.getValueDouble(layer.getPropertyByName(name)) for name in ("thickness", "youngs_modulus", "poissons_ratio")
    )
    return (1 - nu) * modulus / ((1 + nu) * (1 - 2 * nu)) / h


def report_pressure(report, mass, pad, depth, state):
    """Keep the numbers of a pad."""
    for name, value in {
        "depth [mm]": 1e3 * depth,
        "area [cm^2]": 1e4 * value_of(pad, "contact_area", state),
        "mean pressure [MPa]": 1e-6 * value_of(pad, "mean_pressure", state),
        "peak pressure [MPa]": 1e-6 * value_of(pad, "peak_pressure", state),
    }.items():
        report(f"{name} under {mass} kg", value)


@pytest.fixture(scope="module")
def heel_pad(examples):
    """Run the model of a heel pad until it has settled, and ten seconds longer. Its sideways motion decays with exp(-1.5 t)."""
    model = opensim.Model(str(examples / "heel_pad.osim"))
    settled = run(model, model.initSystem(), 12)
    return model, settled, run(model, settled, 22)


# A heel pad, which is an elastic layer, does not slip for ten seconds.
def test_heel_pad_does_not_slip(heel_pad, report):
    model, settled, end = heel_pad
    moved = position_of(model, "calcn", end) - position_of(model, "calcn", settled)
    report("moved sideways in 10 s [m]", math.hypot(moved[0], moved[2]))
    assert math.hypot(moved[0], moved[2]) < 1e-8
    assert abs(moved[1]) < 1e-7  # the integrator's error at accuracy 1e-6 goes up and down
    assert value_of(model.getComponent("/forceset/contact/heel"), "slipping_fraction", end) < 1


# The pressure of a settled heel pad carries the weight, at the depth of the closed form N = pi R d^2 K/h.
def test_heel_pad_has_the_depth_of_the_closed_form(heel_pad, report):
    model, _, end = heel_pad
    pad = model.getComponent("/forceset/contact/heel")
    weight = -35 * model.getGravity().to_numpy()
    assert value_of(pad, "force", end) == pytest.approx(weight, abs=1e-3 * np.linalg.norm(weight))  # accuracy 1e-6, and it still settles
    stiffness = stiffness_of_pad(model)
    depth, radius = 0.025 - position_of(model, "calcn", end)[1], 0.04 * 0.03 / 0.025  # geometric mean of 0.04^2/0.025 and 0.03^2/0.025
    report_pressure(report, 35, pad, depth, end)
    assert math.pi * radius * depth**2 * stiffness == pytest.approx(weight[1], rel=2 * depth / 0.025)  # next terms are of the order d/b
    assert value_of(pad, "peak_pressure", end) == pytest.approx(stiffness * depth, rel=0.01)  # the elements around the lowest point


# The heel pad carries a person of 70 kg on one foot within the depth of its law, with the stiffness that was measured there.
def test_heel_pad_carries_a_person(examples, report):
    model = opensim.Model(str(examples / "heel_pad.osim"))
    model.getBodySet().get("calcn").setMass(70)
    end = run(model, model.initSystem(), 3)
    depth = 0.025 - position_of(model, "calcn", end)[1]
    report_pressure(report, 70, model.getComponent("/forceset/contact/heel"), depth, end)
    stiffness = 2 * 70 * 9.81 / depth  # of a force that grows with the square of the depth
    assert depth < 0.8 * 0.018 / 2  # the law ends at half of the thickness
    assert stiffness == pytest.approx(212e3, rel=0.1)  # Wearing et al. (2014); people differ by 125e3


# Every example that is copied, printed and read again, or put into a second System runs the same to the last bit.
@pytest.mark.parametrize("file", ["foot.osim", "heel_pad.osim"])
def test_copies_of_examples_run_alike(file, examples):
    def end_of(model):
        end = run(model, model.initSystem(), 0.2)
        return end.getY().to_numpy()

    first = opensim.Model(str(examples / file))
    clone = first.clone()
    expected = end_of(first)
    first.printToXML("printed.osim")
    for model in (first, clone, opensim.Model("printed.osim")):
        assert (end_of(model) == expected).all()


# An unknown element in the file of an example is an error with its name.
def test_misspelt_elements_are_errors(examples):
    text = (examples / "ball.osim").read_text()
    assert "<static_friction>" in text
    Path("misspelt.osim").write_text(text.replace("static_friction>", "static_frction>"))
    expect_error(['DEMSurface "ball"', "<static_frction>"], opensim.Model, "misspelt.osim")


# A value that is set in Python out of its range is an error with the names of the surface and the element.
def test_wrong_values_of_properties_are_errors(examples):
    model = opensim.Model(str(examples / "heel_pad.osim"))
    surfaces = model.getForceSet().get("contact").updPropertyByName("surfaces")
    layer = surfaces.updValueAsObject(0).updPropertyByName("elastic_layer").updValueAsObject(0)
    opensim.PropertyHelper.setValueDouble(0.01, layer.updPropertyByName("restitution"))
    expect_error(['DEMSurface "heel"', "<restitution>"], model.initSystem)


# Soil on a body, as a geometry that is no half space, is an error with the names of surface and geometry.
def test_soil_on_a_heel_is_an_error(examples):
    text = (examples / "heel_pad.osim").read_text()
    begin, end = text.index("<elastic_layer>"), text.index("</elastic_layer>") + len("</elastic_layer>")
    Path("soil.osim").write_text(text[:begin] + "<soil><DEMSoil><preset>snow</preset></DEMSoil></soil>" + text[end:])
    model = opensim.Model("soil.osim")
    expect_error(["heel/heel: soil must be a HalfSpace or a Terrain"], model.initSystem)


def prescribe_fall(model):
    """Prescribe every coordinate of the ball, which falls from 0.1 m at 1 m/s."""
    coordinates = model.updCoordinateSet()
    for i in range(coordinates.getSize()):
        falls = coordinates.get(i).getName() == "ty"
        coordinates.get(i).setPrescribedFunction(opensim.LinearFunction(-1.0 if falls else 0.0, 0.1 if falls else 0.0))
        coordinates.get(i).setDefaultIsPrescribed(True)


# If every coordinate is prescribed, the dashpots of a contact feel the mass of the two bodies, and OpenSim's log says so once.
def test_contact_without_mass_is_a_warning(examples, log):
    model = opensim.Model(str(examples / "ball.osim"))
    prescribe_fall(model)
    end = run(model, model.initSystem(), 0.06)
    assert value_of(model.getComponent("/forceset/contact/ball"), "force", end)[1] > 0
    assert log.count("neither can move along the contact normal") == 1


# The remedy works: with the mass of both bodies a ball whose coordinates are prescribed touches the floor.
def test_mass_of_two_bodies_needs_no_free_coordinate(examples):
    model = opensim.Model(str(examples / "ball.osim"))
    prescribe_fall(model)
    opensim.PropertyHelper.setValueString("TwoBody", model.getForceSet().get("contact").updPropertyByName("effective_mass"))
    end = run(model, model.initSystem(), 0.06)
    assert value_of(model.getComponent("/forceset/contact/ball"), "force", end)[1] > 0


def pulled_sphere():
    """Return a sphere of 1 kg with a radius of 0.5 m on a stiff floor, which gravity pulls aside until it rolls."""
    material = elements(youngs_modulus=1e9, poissons_ratio=0.3, restitution=0, static_friction=0.8)
    surfaces = "".join(bare_surface(name, name, material) for name in ("sphere", "floor"))
    names = ("rx", "ry", "rz", "tx", "ty", "tz")
    coordinates = "".join(f"<Coordinate name='{name}'>{elements(default_value=0.5 if name == 'ty' else 0)}</Coordinate>" for name in names)
    Path("sphere.osim").write_text(
        f"""<OpenSimDocument Version="40600"><Model name="sphere"><gravity>0.5 -9.81 0</gravity>
        <BodySet name="bodyset"><objects><Body name="sphere"><mass>1</mass><mass_center>0 0 0</mass_center>
        <inertia>0.1 0.1 0.1 0 0 0</inertia></Body></objects></BodySet>
        <JointSet name="jointset"><objects><FreeJoint name="joint"><socket_parent_frame>/ground</socket_parent_frame>
        <socket_child_frame>/bodyset/sphere</socket_child_frame><coordinates>{coordinates}</coordinates></FreeJoint></objects></JointSet>
        <ContactGeometrySet name="contactgeometryset"><objects>
        <ContactSphere name="sphere"><socket_frame>/bodyset/sphere</socket_frame><radius>0.5</radius></ContactSphere>
        <ContactHalfSpace name="floor"><socket_frame>/ground</socket_frame><orientation>0 0 -1.5707963267948966</orientation></ContactHalfSpace>
        </objects></ContactGeometrySet><ForceSet name="forceset"><objects>{contact(surfaces)}</objects></ForceSet></Model></OpenSimDocument>"""
    )
    return opensim.Model("sphere.osim")


def run_by_cpodes(model, end, returns_steps):
    """Run a model by CPodes. Return the State at the end."""
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setIntegratorMethod(opensim.Manager.IntegratorMethod_CPodes)
    manager.setIntegratorAccuracy(1e-5)
    manager.setWriteToStorage(returns_steps)
    manager.setPerformAnalyses(False)
    manager.initialize(state)
    return opensim.State(manager.integrate(end))


# CPodes returns every step to Manager, so a sphere that is pulled rolls: its speed is that of the pull on 7/5 of its mass.
def test_cpodes_rolls_a_sphere():
    model = pulled_sphere()
    end = run_by_cpodes(model, 2, True)
    speed = model.getCoordinateSet().get("tx").getSpeedValue(end)
    assert speed == pytest.approx(0.5 * 2 / 1.4, rel=1e-3)  # accuracy 1e-5, and it slips a little at the start


# CPodes loses slip if it does not return every step, and OpenSim's log has a warning.
def test_cpodes_warns_of_steps_that_are_not_returned(log):
    run_by_cpodes(pulled_sphere(), 6, False)
    assert log.count("without committing the contacts' history") == 1


# A table of states has no history: if a run continues from one, OpenSim's log has the number of contacts without history.
def test_states_of_a_table_have_no_history(examples, log):
    model = opensim.Model(str(examples / "block_on_slope.osim"))
    manager = opensim.Manager(model, model.initSystem())
    manager.integrate(0.5)
    states = opensim.StatesTrajectory.createFromStatesTable(model, manager.getStatesTable())
    assert log.count("have no history") == 0
    run(model, opensim.State(states.back()), 0.6)
    assert log.count("contacts are loaded but have no history: 4 of them") == 1


# A trajectory of States has the history: a run that continues from one gives no warning.
def test_states_of_a_trajectory_have_their_history(examples, log):
    model = opensim.Model(str(examples / "block_on_slope.osim"))
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setRecordStatesTrajectory(True)
    manager.initialize(state)
    manager.integrate(0.5)
    states = manager.getStatesTrajectory()
    run(model, opensim.State(states.back()), 0.6)
    assert log.count("have no history") == 0


def add_analysis(model, force, file):
    """Add an analysis of ground reactions to a model."""
    Path("analysis.xml").write_text(
        f"<OpenSimDocument Version='40600'><DEMGroundReactionAnalysis name='grf'>{elements(force_path=force, file=file)}"
        "</DEMGroundReactionAnalysis></OpenSimDocument>"
    )
    model.addAnalysis(opensim.Analysis.safeDownCast(opensim.OpenSimObject.makeObjectFromFile("analysis.xml")))


def land(model, end):
    """Run a model by a Manager that keeps its States. Return the Manager, which owns them."""
    state = model.initSystem()
    manager = opensim.Manager(model)
    manager.setIntegratorAccuracy(1e-6)
    manager.setRecordStatesTrajectory(True)
    manager.initialize(state)
    manager.integrate(end)
    return manager


# The external loads that a run has written give the same accelerations as its contacts.
def test_external_loads_do_what_the_contacts_did(examples, report):
    model = opensim.Model(str(examples / "foot.osim"))
    add_analysis(model, "/forceset/feet", "foot")
    manager = land(model, 0.3)
    states = manager.getStatesTrajectory()
    loaded = opensim.Model(str(examples / "foot.osim"))
    loaded.getForceSet().get("feet").set_appliesForce(False)
    loaded.addModelComponent(opensim.ExternalLoads("foot_external_loads.xml", True))
    state = loaded.initSystem()
    off = largest = 0.0
    for i in range(states.getSize()):
        row = opensim.State(states.get(i))
        state.setTime(row.getTime())
        state.setQ(row.getQ())
        state.setU(row.getU())
        model.realizeAcceleration(row)
        loaded.realizeAcceleration(state)
        off = max(off, np.abs(state.getUDot().to_numpy() - row.getUDot().to_numpy()).max())
        largest = max(largest, np.abs(row.getUDot().to_numpy()).max())
    report("largest acceleration [m/s^2]", largest)
    report("largest difference [m/s^2]", off)
    assert states.getSize() > 100
    assert off < 1e-8 * largest  # the digits of the file


# OpenSim's createExternalLoadsTableForGait() takes the first surface of a force for the foot, and finds its ground reaction.
def test_table_for_gait_has_the_ground_reaction(examples):
    model = opensim.Model(str(examples / "foot.osim"))
    manager = land(model, 0.3)
    states = manager.getStatesTrajectory()
    right, left = opensim.StdVectorString(), opensim.StdVectorString()
    right.append("/forceset/feet")
    table = opensim.createExternalLoadsTableForGait(model, states, right, left)
    foot, count = model.getComponent("/forceset/feet/foot_r"), 0
    columns = {name: table.getDependentColumn(name).to_numpy() for name in table.getColumnLabels()}
    for i in range(states.getSize()):
        state = opensim.State(states.get(i))
        model.realizeDynamics(state)
        force, moment = value_of(foot, "force", state), value_of(foot, "free_moment", state)
        if not force.any():
            continue  # the moment is not defined
        count += 1
        bound = 1e-9 * (1 + np.linalg.norm(force))  # rounding of sums
        assert [columns[f"ground_force_r_v{axis}"][i] for axis in "xyz"] == pytest.approx(list(force), abs=bound)
        assert [columns[f"ground_torque_r_{axis}"][i] for axis in "xyz"] == pytest.approx(list(moment), abs=bound)
    assert count > 100


# --- ForwardTool and AnalyzeTool


def run_tool(kind, examples, setup, *changes):
    """Run a setup file of the examples in the present folder, with changes of its text."""
    for file in [*examples.glob("*.osim"), *examples.glob("*.xml")]:
        shutil.copy(file, file.name)
    text = (examples / setup).read_text()
    for before, now in changes:
        assert before in text
        text = text.replace(before, now)
    Path(setup).write_text(text)
    assert kind(setup).run()


def difference_of(first, second, prefix):
    """Return the root mean square difference of the columns with this prefix, at the times of the first file."""
    (labels, rows), (others, other_rows) = rows_of(first), rows_of(second)
    at = np.array([np.abs(other_rows[:, 0] - time).argmin() for time in rows[:, 0]])
    assert np.abs(other_rows[at, 0] - rows[:, 0]).max() < 1e-9
    columns = [label for label in labels if label.startswith(prefix)]
    assert columns
    return math.sqrt(np.mean([(rows[:, labels.index(name)] - other_rows[at, others.index(name)]) ** 2 for name in columns]))


# Rows that AnalyzeTool replays have the ground and joint reactions of ForwardTool's run, and without replay they have no friction.
def test_analyze_tool_replays_the_run_of_forward_tool(examples, report):
    run_tool(opensim.ForwardTool, examples, "foot_forward.xml")
    run_tool(opensim.AnalyzeTool, examples, "foot_analyze.xml")
    force, joint = "ground_force_foot_r_v", "mtp_on_toes_in_ground_f"
    forces = difference_of("results/foot_grf.mot", "results/foot_replayed_grf.mot", force)
    reactions = difference_of("results/foot_joints_ReactionLoads.sto", "results/foot_replayed_joints_ReactionLoads.sto", joint)
    run_tool(opensim.AnalyzeTool, examples, "foot_analyze.xml", ("<replay>true", "<replay>false"))
    without = difference_of("results/foot_grf.mot", "results/foot_replayed_grf.mot", force)
    report("error of the ground reaction, replayed [N]", forces)
    report("error of the joint reaction, replayed [N]", reactions)
    report("error of the ground reaction, not replayed [N]", without)
    assert forces < 1e-3  # of 690 N; files have 17 digits
    assert reactions < 1e-3  # the same
    assert without > 10


# ForwardTool leaves the block where it has settled, and HuntCrossleyForce lets it creep by 6 mm/s.
@pytest.mark.parametrize(("name", "creeps"), [("block_on_slope", False), ("block_on_slope_hunt_crossley", True)], ids=["DEM", "HuntCrossley"])
def test_forward_tool_leaves_the_block_on_its_slope(name, creeps, examples, report):
    run_tool(opensim.ForwardTool, examples, f"{name}_forward.xml")
    labels, rows = rows_of(f"results/{name}_states.sto")
    place = rows[:, labels.index("/jointset/block_joint/tx/value")]
    moved = place[-1] - place[np.abs(rows[:, 0] - 1).argmin()]
    report("moved in 10 s [m]", moved)
    assert moved > 0.03 if creeps else abs(moved) < 1e-8


# ForceReporter writes the columns of a layer: when the heel pad has settled, its area and mean pressure carry the weight.
def test_force_reporter_writes_the_pressure_of_a_heel_pad(examples):
    run_tool(opensim.ForwardTool, examples, "heel_pad_forward.xml")
    labels, rows = rows_of("results/heel_pad_forces_forces.sto")
    last = {label.removeprefix("contact.heel."): value for label, value in zip(labels, rows[-1], strict=True)}
    weight = 35 * 9.81
    assert last["force.Y"] == pytest.approx(weight, rel=1e-3)  # it still settles
    assert last["mean_pressure"] * last["contact_area"] == pytest.approx(last["force.Y"], abs=1e-9 * weight)  # every normal is that of the floor
    assert last["mean_pressure"] < last["peak_pressure"] < 2.1 * last["mean_pressure"]  # 2 for a paraboloid
    assert last["slipping_fraction"] < 1
    depth = last["peak_pressure"] / stiffness_of_pad(opensim.Model(str(examples / "heel_pad.osim")))
    assert last["pressure_center.Y"] == pytest.approx(-2 * depth / 3, abs=0.05 * depth)  # elements of a paraboloid; the next term is d/R
