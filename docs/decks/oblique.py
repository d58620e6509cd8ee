# YADE: an alumina sphere meets a rigid plane (z = 0) at 3.9 m/s, so many degrees from the normal.
# yade -n -x oblique.py 20
import sys
from math import atan, cos, pi, radians, sin, sqrt
from yade import *
from yade import utils

angle = float(sys.argv[1])
R, rho, E, nu, mu, v = 2.5e-3, 4000, 380e9, 0.23, 0.092, 3.9  # m, kg/m^3, Pa, -, -, m/s
# YADE takes a wall for a sphere of the ball's radius, R* = R/2. Two equal materials of 2 sqrt(2) E then have the
# 4/3 E* sqrt(R*) and the 8 G* sqrt(R*) of this ball on a rigid plane.
alumina = O.materials.append(FrictMat(young=2 * sqrt(2) * E, poisson=nu, density=rho, frictionAngle=atan(mu)))
O.bodies.append(utils.wall(0, axis=2, sense=1, material=alumina))
ball = O.bodies.append(utils.sphere((0, 0, R), R, material=alumina))
a = radians(angle)
O.bodies[ball].state.vel = (v * sin(a), 0, -v * cos(a))
O.engines = [
    ForceResetter(),
    InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=1e-3),
    InteractionLoop(
        [Ig2_Wall_Sphere_ScGeom()],
        [Ip2_FrictMat_FrictMat_MindlinPhys()],
        [Law2_ScGeom_MindlinPhys_Mindlin()],
    ),
    NewtonIntegrator(damping=0, gravity=(0, 0, 0)),
    PyRunner(command="look()", iterPeriod=1),
]
O.dt = 2e-10
peak = [0.0, 0.0]
steps = [0]


def look():
    f = O.forces.f(ball)
    if f[2] > 0:
        steps[0] += 1
        peak[0] = max(peak[0], f[2])
        peak[1] = max(peak[1], -f[0])


O.run(36000, True)
s = O.bodies[ball].state
print("angle %g: e_n %.6f  e_t %.6f  spin %.4f rad/s  F_n %.4f N  F_t %.5f N  %.4e s" %
      (angle, s.vel[2] / (v * cos(a)), s.vel[0] / (v * sin(a)), s.angVel[1], peak[0], peak[1], steps[0] * O.dt))
