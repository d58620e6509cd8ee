# A sphere meets a rigid plane: the equations of the laws, integrated by Runge-Kutta's fourth order in small fixed steps,
# independently of this library and of the other codes. python3 independent.py
from math import copysign, cos, pi, radians, sin, sqrt


def hertz_mindlin(R):  # secant: F_t = 8 G* sqrt(R* delta) xi
    E, nu = 380e9, 0.23
    K, kt = 4 / 3 * E / (1 - nu**2) * sqrt(R), 8 * E / (2 * (1 + nu) * (2 - nu))
    return lambda d: K * d**1.5, lambda d: kt * sqrt(R * d)


def cundall(R):
    return lambda d: 1e5 * d, lambda d: 8e4


def run(angle, levers, law, R, rho, v, mu, h):
    """levers: of the slip velocity and of the torque, as functions of R and the overlap."""
    normal, stiffness = law(R)
    m = 4 / 3 * pi * R**3 * rho
    inertia = 0.4 * m * R * R

    def rate(s):
        d, vn, vt, w, xi = s
        d = max(d, 0)
        N = normal(d)
        T = stiffness(d) * xi
        T = copysign(min(abs(T), mu * N), T)
        return vn, -N / m, -T / m, T * levers[1](R, d) / inertia, vt - w * levers[0](R, d)

    s = 0.0, v * cos(radians(angle)), v * sin(radians(angle)), 0.0, 0.0
    before = s[2]
    while True:
        k1 = rate(s)
        k2 = rate([x + h / 2 * k for x, k in zip(s, k1)])
        k3 = rate([x + h / 2 * k for x, k in zip(s, k2)])
        k4 = rate([x + h * k for x, k in zip(s, k3)])
        d, vn, vt, w, xi = [x + h / 6 * (a + 2 * b + 2 * c + e) for x, a, b, c, e in zip(s, k1, k2, k3, k4)]
        if d <= 0:
            return vt / before, w
        most = mu * normal(d) / stiffness(d)  # the slider keeps the spring at its limit
        s = d, vn, vt, w, copysign(min(abs(xi), most), xi)


middle, full = (lambda R, d: R - d / 2), (lambda R, d: R)
for code, levers in (("LIGGGHTS and this library", (middle, middle)), ("LAMMPS", (full, full))):
    for angle in (5, 20, 45):
        print("Hertz-Mindlin, levers of %s, %g degrees: e_t %.6f, spin %.4f rad/s" %
              (code, angle, *run(angle, levers, hertz_mindlin, 2.5e-3, 4000, 3.9, 0.092, 5e-10)))
for angle in (15, 45):
    print("Cundall, %g degrees: e_t %.6f, spin %.4f rad/s" %
          (angle, *run(angle, (middle, middle), cundall, 0.01, 2500, 2, 0.3, 5e-8)))
