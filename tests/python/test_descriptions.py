"""Robots of robot_descriptions, from a cache that the test makes. Nothing is fetched."""

import os
import subprocess
import sys

import pytest

import simbodydem as sd

URDF = """<robot name="go2"><link name="base"><inertial><mass value="2"/><inertia ixx=".01" iyy=".01" izz=".01" ixy="0" ixz="0" iyz="0"/>
</inertial><collision><geometry><mesh filename="package://go2_description/meshes/body.stl"/></geometry></collision></link></robot>"""
MJCF = """<mujoco model="go2"><worldbody><body name="base"><freejoint/>
<geom type="sphere" size=".1" mass="3"/></body></worldbody></mujoco>"""


def write_tetrahedron(path):
    corners = [(0.1, 0, 0), (-0.1, 0.1, 0), (-0.1, -0.1, 0), (0, 0, 0.1)]
    with open(path, "w") as file:
        file.write("solid body\n")
        for a, b, c in ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)):
            file.write("facet normal 0 0 0\nouter loop\n")
            file.writelines("vertex {:g} {:g} {:g}\n".format(*corners[i]) for i in (a, b, c))
            file.write("endloop\nendfacet\n")
        file.write("endsolid body\n")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """Makes repositories like those that robot_descriptions clones, each with one commit."""
    pytest.importorskip("robot_descriptions")
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("robot_descriptions.") and "description" in name.split(".")[1]]:
        monkeypatch.delitem(sys.modules, name)

    def make(repository, files, module):
        folder = tmp_path / "new"
        for path, write in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            write(folder / path)

        def git(*words):
            options = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "init.defaultBranch=main"]
            return subprocess.run(["git", *options, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()

        git("init")
        git("add", ".")
        git("commit", "-m", "robot")
        commit = git("rev-parse", "HEAD")
        (tmp_path / f"{repository}-{commit}").mkdir()
        os.rename(folder, tmp_path / f"{repository}-{commit}" / repository)
        monkeypatch.setenv("ROBOT_DESCRIPTION_COMMIT", commit)
        monkeypatch.delitem(sys.modules, f"robot_descriptions.{module}", raising=False)

    yield make
    for name in ("go2_description", "go2_mj_description"):
        sys.modules.pop(f"robot_descriptions.{name}", None)  # it has paths of the test


def test_robot_comes_with_its_meshes(cache):
    """A URDF file of the cache is found, and so is the mesh of its package. The robot falls on the floor and stays there."""
    package = "robots/go2_description/"
    files = {package + "urdf/go2_description.urdf": lambda path: path.write_text(URDF), package + "meshes/body.stl": write_tetrahedron}
    cache("unitree_ros", files, "go2_description")
    description = sd.load_description("go2_description")
    assert os.path.exists(description) and description.file.endswith("go2_description.urdf")
    world = sd.World()
    rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
    world.add_ground(rubber)
    robot = world.add_robot(description, base="floating", material=rubber, on_floor=True)
    assert robot.mass == 2
    sim = sd.Simulation(world)
    sim.run(1)
    assert sim.link_forces(robot)[0, 2] == pytest.approx(2 * 9.81, rel=1e-3)


def test_packages_of_a_description_are_searched(cache, tmp_path):
    """The mesh is found by the folders of the description, where the URDF file is elsewhere."""
    package = "robots/go2_description/"
    files = {package + "urdf/go2_description.urdf": lambda path: path.write_text(URDF), package + "meshes/body.stl": write_tetrahedron}
    cache("unitree_ros", files, "go2_description")
    description = sd.load_description("go2_description")
    elsewhere = tmp_path / "elsewhere.urdf"
    elsewhere.write_text(URDF)
    moved = sd.Description(description.name, str(elsewhere), description.packages)
    rubber = sd.Material(E=1e7, nu=0.45, friction=0.8, restitution=0.2)
    with pytest.raises(ValueError, match=r"body\.stl"):
        sd.World().add_robot(elsewhere, base="floating", material=rubber)
    assert sd.World().add_robot(moved, base="floating", material=rubber).mass == 2


def test_robot_of_mujoco_is_found(cache):
    """A description that has an MJCF file gives this one."""
    cache("mujoco_menagerie", {"unitree_go2/go2.xml": lambda path: path.write_text(MJCF)}, "go2_mj_description")
    description = sd.load_description("go2_mj_description")
    assert description.file.endswith("go2.xml")
    assert sd.World().add_robot(description).mass == pytest.approx(3)


def test_unknown_robot_is_an_error(cache):
    """A name that the package does not have is an error with the name."""
    with pytest.raises(ValueError, match="go22_description"):
        sd.load_description("go22_description")


def test_package_without_robot_descriptions_names_its_extra(monkeypatch):
    """Without robot_descriptions the error says what installs it."""
    monkeypatch.setitem(sys.modules, "robot_descriptions", None)
    with pytest.raises(ImportError, match=r"pip install simbodydem\[robots\]"):
        sd.load_description("go2_description")
