"""Studies: the text of a specification, its samples, and the sensitivity of a result to each parameter."""

import json
import math

import numpy as np
import pytest
from conftest import ROOT

from simbodydem import study
from simbodydem.study import calc_sobol_indices
from simbodydem.study._design import Design, parse_study

UNIT = {"from": 0, "to": 1}


def parse(design, parameters, **others):
    """Parses a study of a program with these keys."""
    keys = {"program": ["true", "{x}{y}{z}"], "results": {"f": "-"}, **design, "parameters": parameters, **others}
    return parse_study(json.dumps(keys))


def sample(design, parameters):
    made = Design(parse(design, parameters))
    return [made.at(i) for i in range(made.size)]


def indices_of(samples, span, function):
    """Returns the indices of three parameters for a function of them."""
    points = sample({"design": "sobol", "samples": samples}, {"x": span, "y": span, "z": span})
    return calc_sobol_indices([function(*point) for point in points], 3)


def test_grid_has_all_combinations():
    """A grid has all combinations, both ends exactly, with the last parameter fastest."""
    x, y = {"values": ["a", 2]}, {"from": 1, "to": 100, "count": 3, "scale": "log"}
    points = sample({"design": "grid"}, {"x": x, "y": y, "z": {"from": -1, "to": 1, "count": 2}})
    assert len(points) == 12
    assert points[0] == ["a", 1, -1] and points[1] == ["a", 1, 1] and points[11] == [2, 100, 1]
    assert points[2][1] == pytest.approx(10, rel=1e-15)  # a power, rounded


def test_latin_hypercube_fills_each_slice_once():
    """Each slice of each parameter has one sample."""
    points = np.array(sample({"design": "latin-hypercube", "samples": 100}, {"x": UNIT, "y": UNIT, "z": 3}))
    for column in points.T:
        assert sorted((100 * column).astype(int)) == list(range(100))
    assert (points[:, 0] != points[:, 1]).any()


def test_monte_carlo_has_the_moments_of_the_distribution():
    """Samples have the moments of their distribution, to four standard errors of 20 000 samples, and no value beyond the ends."""
    n = 20000
    x, y = {"from": 1, "to": 100, "scale": "log"}, {"mean": 5, "deviation": 2}
    points = np.array(sample({"design": "monte-carlo", "samples": n, "seed": 3}, {"x": x, "y": y, "z": {"mean": 0, "deviation": 1, "from": 1}}))
    assert np.log10(points[:, 0]).mean() == pytest.approx(1, abs=4 * 2 / math.sqrt(12 * n))
    assert points[:, 1].mean() == pytest.approx(5, abs=4 * 2 / math.sqrt(n))
    assert points[:, 1].var() == pytest.approx(4, abs=4 * 4 * math.sqrt(2 / n))
    assert points[:, 2].min() >= 1
    ratio = math.exp(-0.5) / math.sqrt(2 * math.pi) / (0.5 * math.erfc(1 / math.sqrt(2)))  # phi(1)/(1 - Phi(1)) = 1.525
    assert points[:, 2].mean() == pytest.approx(ratio, abs=4 * math.sqrt((1 + ratio - ratio**2) / n))


def test_far_tail_keeps_its_digits():
    """The median of a normal distribution that is cut off at eight deviations is that of its tail, on both sides."""
    upper = parse({"design": "monte-carlo", "samples": 2}, {"x": {"mean": 0, "deviation": 1, "from": 4.5}, "y": 1, "z": 1}).parameters[0]
    lower = parse({"design": "monte-carlo", "samples": 2}, {"x": {"mean": 0, "deviation": 1, "to": -4.5}, "y": 1, "z": 1}).parameters[0]
    median = upper.at(0.5)
    assert math.erfc(median / math.sqrt(2)) == pytest.approx(math.erfc(4.5 / math.sqrt(2)) / 2, rel=1e-12)
    assert lower.at(0.5) == pytest.approx(-median, rel=1e-14)


@pytest.mark.parametrize("kind", ["latin-hypercube", "monte-carlo", "sobol"])
def test_samples_depend_on_the_seed(kind):
    """Equal specifications give equal samples, and another seed gives others."""
    first, again, other = (sample({"design": kind, "samples": 4, "seed": seed}, {"x": UNIT}) for seed in (1, 1, 2))
    assert first == again != other


def test_samples_are_the_same_everywhere():
    """Samples are numbers of the raw generator PCG64, whose first bits NumPy keeps, and Sobol's sequence with shifted digits."""
    points = sample({"design": "monte-carlo", "samples": 2, "seed": 5489}, {"x": UNIT})
    raw = np.random.PCG64(5489).random_raw(2)
    assert [p[0] for p in points] == pytest.approx([float(r) / 2**64 for r in raw], abs=1e-15)
    assert [float(r) / 2**64 for r in np.random.PCG64(1).random_raw(2)] == pytest.approx([0.5118216247, 0.9504636963], abs=1e-9)


def test_sobol_points_are_spread_evenly():
    """Among 2^m base points each of 2^m slices has one point, for A and for B. The shift of the digits preserves this."""
    points = np.array(sample({"design": "sobol", "samples": 64}, {"x": UNIT})).reshape(64, 3)
    for which in (0, 1):
        assert sorted((64 * points[:, which]).astype(int)) == list(range(64))
    assert (points[:, 1] == points[:, 2]).all()  # A with its only parameter from B


def test_indices_of_ishigamis_function_are_exact():
    """Ishigami's function with a = 7 and b = 0.1, of three numbers uniform in (-pi, pi), has V1 = (1 + b pi^4/5)^2/2, V2 = a^2/8 and
    V13 = b^2 pi^8 8/225."""
    a, b, pi = 7, 0.1, math.pi
    v1, v2, v13 = 0.5 * (1 + b * pi**4 / 5) ** 2, a**2 / 8, b**2 * pi**8 * 8 / 225
    v = v1 + v2 + v13
    found = indices_of(4096, {"from": -pi, "to": pi}, lambda x, y, z: math.sin(x) + a * math.sin(y) ** 2 + b * z**4 * math.sin(x))
    for index, first, total in zip(found, (v1 / v, v2 / v, 0), ((v1 + v13) / v, v2 / v, v13 / v)):
        assert index.first.value == pytest.approx(first, abs=0.01)  # some 1/sqrt(4096), and less for Sobol's points
        assert index.total.value == pytest.approx(total, abs=0.01)
        assert index.first.low <= first <= index.first.high
        assert index.total.low <= total <= index.total.high


def test_indices_of_a_sum_are_fractions_of_the_variance():
    """In a sum each parameter has the fraction of its own variance, as first and as total index."""
    found = indices_of(1024, UNIT, lambda x, y, z: 3 * x + 4 * y)
    for index, share in zip(found, (9 / 25, 16 / 25, 0)):
        assert index.first.value == pytest.approx(share, abs=0.01)
        assert index.total.value == pytest.approx(share, abs=0.01)


def test_indices_of_a_product_are_joint():
    """In a product of two parameters with mean 0 neither has an effect alone."""
    found = indices_of(1024, {"from": -1, "to": 1}, lambda x, y, z: x * y)
    assert found[0].first.value == pytest.approx(0, abs=0.02)
    assert found[0].total.value == pytest.approx(1, abs=0.05)
    assert found[2].total.value == 0


def test_indices_need_numbers_that_vary():
    """A result that does not vary has no indices, and samples without a result are left out."""
    assert math.isnan(indices_of(16, UNIT, lambda x, y, z: 0.1)[0].first.value)
    points = sample({"design": "sobol", "samples": 1024}, dict.fromkeys("xyz", UNIT))
    results = [3 * x + 4 * y if i % 50 != 7 else math.nan for i, (x, y, z) in enumerate(points)]
    assert calc_sobol_indices(results, 3)[1].total.value == pytest.approx(16 / 25, abs=0.03)


GRID, RANDOM = {"design": "grid"}, {"design": "monte-carlo", "samples": 10}
ONE = {"x": {"values": [1]}, "y": 1, "z": 1}
BAD = [
    (RANDOM, {"x": {"from": 2, "to": 1}}, "parameters.x.to = 1; it must be > from = 2"),
    (RANDOM, {"x": {"from": 0, "to": 1, "scale": "log"}}, "it must be > 0 with the scale log"),
    (GRID, {"x": {"from": 1e-300, "to": 1e300, "count": 3, "scale": "log"}}, "times 1.8e308"),
    (GRID, {"x": {"from": -1e308, "to": 1e308, "count": 3}}, r"to = 1e\+308; it must be < from = -1e\+308 plus 1.8e308"),
    (RANDOM, {"x": {"mean": 0, "deviation": 1e308}}, r"deviation = 1e\+308; it must be below 1e306"),
    (RANDOM, {"x": {"from": 0}}, '"parameters.x.to" is missing'),
    (RANDOM, {"x": {"from": 0, "to": 1, "count": 3}}, '"parameters.x.count" is unknown here'),
    (RANDOM, {"x": {"mean": 0, "deviation": 0}}, "deviation = 0; it must be > 0"),
    (RANDOM, {"x": {"mean": 0, "deviation": 1, "from": 9}}, "lies between the ends"),
    (RANDOM, {"x": {"mean": 0, "deviation": 1, "scale": "log"}}, "does not go with a mean"),
    (RANDOM, {"x": {"values": []}}, "at least one"),
    (RANDOM, {"x": {"values": [1, 1]}}, "has 1 twice"),
    (RANDOM, {"x": [1, 2]}, "it must be a number or text"),
    (RANDOM, {"x": 1}, "none of them is varied"),
    (RANDOM, {"w": UNIT}, "write {w} where its value belongs"),
    (RANDOM, {"x;": 1}, '"x;" is not a valid name'),
    (RANDOM, {"index": UNIT}, "program: the parameter"),
    (GRID, {"x": UNIT}, '"parameters.x.count" is missing'),
    (GRID, {"x": {"mean": 0, "deviation": 1}}, "does not go with a grid"),
    ({**GRID, "samples": 3}, ONE, '"samples" is unknown here'),
    ({"design": "cube"}, ONE, 'design = "cube"; choose from grid'),
    ({"design": "sobol"}, ONE, '"samples" is missing'),
    ({"design": "sobol", "samples": 1.5}, ONE, "a whole number from 2"),
    ({**RANDOM, "seed": -1}, ONE, "seed = -1; it must be a whole number"),
    ({**RANDOM, "timeLimit": 0}, ONE, "timeLimit = 0 s; it must be > 0"),
    ({**RANDOM, "experiment": "impact"}, ONE, 'either "experiment"'),
    ({**GRID, "program": []}, ONE, "program: the list must name a program"),
    ({**GRID, "results": {}}, ONE, "results: the list must name at least one number"),
    ({**GRID, "results": {"x": "m", "x result": "m"}}, ONE, '"x result" is not a valid name'),
]


@pytest.mark.parametrize(("design", "parameters", "message"), BAD)
def test_faults_are_named_with_their_place(design, parameters, message):
    """A fault in a specification is named with its place."""
    with pytest.raises(ValueError, match=message):
        sample(design, parameters)


IMPACT = {"design": "grid", "experiment": "impact"}
SPEED = {"speed": {"values": [1, 2]}}


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"experiment": "impact"}, '"design" is missing'),
        ({"design": "grid"}, 'give either "experiment", one of contact-lab, or "program", your own'),
        ({"design": "grid", "experiment": "fall"}, '"fall" is unknown; choose from impact, incline, roll, leg, shear, pinch'),
        (IMPACT, '"parameters" is missing'),
        ({**IMPACT, "parameters": {"sped": {"values": [1]}}}, 'impact has no "sped"; choose from law, .*speed'),
        ({**IMPACT, "parameters": {"json": {"values": [1]}}}, 'impact has no "json"'),
        ({**IMPACT, "parameters": SPEED, "results": ["creep"]}, 'results: "creep" is unknown; choose from e_n, e_t'),
        ({**IMPACT, "parameters": SPEED, "sead": 1}, '"sead" is unknown here'),
        (
            {**IMPACT, "parameters": {"speed": {"from": 1, "to": 2, "count": 100000}, "angle": {"from": 1, "to": 2, "count": 10000}}},
            r"the grid has 1e\+09 samples",
        ),
        # A value that only the experiment recognizes as out of range is found before the first row.
        ({**IMPACT, "parameters": {"speed": {"values": [1, 0, 2]}}}, "sample 1: --speed = 0 m/s; it must be > 0"),
        ({**IMPACT, "parameters": {"speed": {"values": [1, 1e9]}}}, r"sample 1: --speed = 1e\+09 m/s; it must be 0, or its magnitude"),
        ({**IMPACT, "parameters": {"speed": {"values": ["fast"]}}}, "--speed = fast"),
        ({**IMPACT, "parameters": {"restitution": {"from": 0.5, "to": 1.5, "count": 3}}}, r"restitution = 1.5; it must be in \[0, 1"),
        ({**IMPACT, "parameters": {"law": {"values": ["cundall", "herz"]}}}, "herz"),
        ({**IMPACT, "parameters": {"law": "hertz-mindlin", "kn": {"values": [1e5, 1e6]}}}, "--kn is given but the chosen law"),
        (
            {"design": "grid", "results": {"f": "m"}, "parameters": {"x": {"values": [1]}}, "program": ["./none", "{x}"]},
            "program: ./none is not found",
        ),
        (
            {"design": "grid", "results": {"f": "m"}, "parameters": {"x": {"values": [1]}}, "program": ["no-such-program", "{x}"]},
            "program: no-such-program is not found",
        ),
        ({"design": "grid", "parameters": {"x": {"values": [1]}}, "program": ["true", "{x}"]}, '"results" is missing'),
    ],
)
def test_studies_that_cannot_run_leave_no_file(tmp_path, monkeypatch, keys, message):
    """Bad input is an error before the first row, and leaves no file."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=message):
        study.run(keys, out="spec.csv", jobs=1)
    assert not (tmp_path / "spec.csv").exists()


def test_texts_that_are_no_json_are_errors():
    """A text that is not an object is an error."""
    with pytest.raises(ValueError, match="the file must be an object"):
        parse_study("[1]")
    with pytest.raises(ValueError, match="the file is not JSON: parse error at line 1"):
        parse_study("{")
    with pytest.raises(ValueError, match='"seed" is there twice'):
        parse_study('{"seed": 1, "seed": 2}')


def test_corpus_of_specifications_is_read_or_refused():
    """Each specification of the corpus is read, and again from its own text, or it is an error of one line. Samples at the ends are within
    the ends of their parameters."""
    files = sorted((ROOT / "tests" / "python" / "corpus" / "study").iterdir())
    read = 0
    for file in files:
        try:
            spec = parse_study(file.read_text())
        except ValueError as e:
            assert file.name.startswith("infinite") and "\n" not in str(e), file
            continue
        read += 1
        assert parse_study(spec.text).text == spec.text
        for p in spec.parameters:
            for u in (1e-17, 0.3, 0.5, 1 - 1e-15):
                value = p.at(u)
                assert isinstance(value, str) or p.values or p.least <= value <= p.greatest
    assert read >= 4
