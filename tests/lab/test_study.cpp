// Tests studies: the text of a specification, its samples, and the sensitivity of a result to each parameter.

#include "Design.h"
#include "Messages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace test_study {

using namespace lab;

namespace {

// Returns a study of a program with these keys.
StudySpec specOf(const std::string& design, const std::string& parameters) {
    return parseStudy(R"({"program": ["true", "{x}{y}{z}"], "results": {"f": "-"}, )" + design + R"(, "parameters": )" +
                      parameters + "}");
}

std::vector<double> column(const Design& design, std::size_t parameter) {
    std::vector<double> all;
    for (std::size_t i = 0; i < design.getSize(); ++i) all.push_back(std::get<double>(design.at(i)[parameter]));
    return all;
}

// Returns the indices of three parameters between 0 and 1, for a function of them.
template <class Function> std::vector<SobolIndex> indicesOf(std::size_t samples, const char* range, Function f) {
    const Design design(specOf(R"("design": "sobol", "samples": )" + std::to_string(samples),
                               std::string("{\"x\": ") + range + ", \"y\": " + range + ", \"z\": " + range + "}"));
    std::vector<double> results;
    for (std::size_t i = 0; i < design.getSize(); ++i) {
        const std::vector<Value> at = design.at(i);
        results.push_back(f(std::get<double>(at[0]), std::get<double>(at[1]), std::get<double>(at[2])));
    }
    return calcSobolIndices(results, 3);
}

const char* const aUnit = R"({"from": 0, "to": 1})";

} // namespace

// A grid has all combinations, both ends exactly, with the last parameter fastest.
TEST(StudyDesign, GridHasAllCombinations) {
    const Design design(specOf(R"("design": "grid")", R"({"x": {"values": ["a", 2]},
        "y": {"from": 1, "to": 100, "count": 3, "scale": "log"}, "z": {"from": -1, "to": 1, "count": 2}})"));
    ASSERT_EQ(design.getSize(), 12u);
    EXPECT_EQ(design.at(0), (std::vector<Value>{"a", 1., -1.}));
    EXPECT_EQ(design.at(1), (std::vector<Value>{"a", 1., 1.}));
    EXPECT_NEAR(std::get<double>(design.at(2)[1]), 10, 1e-14); // a power, rounded
    EXPECT_EQ(design.at(11), (std::vector<Value>{2., 100., 1.}));
}

// Each slice of each parameter has one sample.
TEST(StudyDesign, LatinHypercubeFillsEachSliceOnce) {
    const Design design(specOf(R"("design": "latin-hypercube", "samples": 100)",
                               std::string("{\"x\": ") + aUnit + ", \"y\": " + aUnit + ", \"z\": 3}"));
    for (std::size_t p : {0, 1}) {
        std::set<int> slices;
        for (double x : column(design, p)) slices.insert(int(100 * x));
        EXPECT_EQ(slices.size(), 100u);
    }
    EXPECT_NE(column(design, 0), column(design, 1));
}

// Samples have the moments of their distribution, to four standard errors of 20 000 samples, and no value beyond the ends.
TEST(StudyDesign, MonteCarloHasTheDistributionsMoments) {
    const Design design(specOf(R"("design": "monte-carlo", "samples": 20000, "seed": 3)",
                               R"({"x": {"from": 1, "to": 100, "scale": "log"}, "y": {"mean": 5, "deviation": 2},
                                   "z": {"mean": 0, "deviation": 1, "from": 1}})"));
    const double n = 20000;
    double meanLog = 0, mean = 0, variance = 0, meanTail = 0;
    for (double x : column(design, 0)) meanLog += std::log10(x) / n;
    for (double y : column(design, 1)) mean += y / n;
    for (double y : column(design, 1)) variance += (y - mean) * (y - mean) / n;
    for (double z : column(design, 2)) {
        EXPECT_GE(z, 1);
        meanTail += z / n;
    }
    EXPECT_NEAR(meanLog, 1, 4 * 2 / std::sqrt(12 * n));
    EXPECT_NEAR(mean, 5, 4 * 2 / std::sqrt(n));
    EXPECT_NEAR(variance, 4, 4 * 4 * std::sqrt(2 / n));
    const double pi = std::acos(-1), ratio = std::exp(-0.5) / std::sqrt(2 * pi) / (0.5 * std::erfc(1 / std::sqrt(2)));
    EXPECT_NEAR(meanTail, ratio, 4 * std::sqrt((1 + ratio - ratio * ratio) / n)); // phi(1)/(1 - Phi(1)) = 1.525
}

// Equal specifications give equal samples, and another seed gives others.
TEST(StudyDesign, SamplesDependOnTheSeed) {
    for (const char* kind : {"latin-hypercube", "monte-carlo", "sobol"}) {
        const auto sample = [&](int seed) {
            return Design(specOf("\"design\": \"" + std::string(kind) +
                                     "\", \"samples\": 4, \"seed\": " + std::to_string(seed),
                                 std::string("{\"x\": ") + aUnit + "}"))
                .at(3);
        };
        EXPECT_EQ(sample(1), sample(1)) << kind;
        EXPECT_NE(sample(1), sample(2)) << kind;
    }
}

// Samples are numbers of the standard's generator, equal with each compiler: bits of its first draws.
TEST(StudyDesign, SamplesAreTheSameEverywhere) {
    const Design design(
        specOf(R"("design": "monte-carlo", "samples": 2, "seed": 5489)", std::string("{\"x\": ") + aUnit + "}"));
    // std::mt19937_64 begins with 14514284786278117030, 4620546740167642908.
    EXPECT_NEAR(std::get<double>(design.at(0)[0]), 14514284786278117030. / 0x1p64, 1e-15);
    EXPECT_NEAR(std::get<double>(design.at(1)[0]), 4620546740167642908. / 0x1p64, 1e-15);
}

// Among 2^m base points each of 2^m slices has one point, for A and for B. The shift of the digits preserves this.
TEST(StudyDesign, SobolPointsAreSpreadEvenly) {
    const Design design(specOf(R"("design": "sobol", "samples": 64)", std::string("{\"x\": ") + aUnit + "}"));
    ASSERT_EQ(design.getSize(), 64u * 3);
    std::set<int> a, b;
    for (std::size_t base = 0; base < 64; ++base) {
        a.insert(int(64 * std::get<double>(design.at(3 * base)[0])));
        b.insert(int(64 * std::get<double>(design.at(3 * base + 1)[0])));
        EXPECT_EQ(design.at(3 * base + 1), design.at(3 * base + 2)); // A with its only parameter from B
    }
    EXPECT_EQ(a.size(), 64u);
    EXPECT_EQ(b.size(), 64u);
}

// Ishigami's function with a = 7 and b = 0.1, of three numbers uniform in (-pi, pi), has V1 = (1 + b pi^4/5)^2/2, V2 = a^2/8 and V13 =
// b^2 pi^8 8/225.
TEST(SobolIndices, OfIshigamisFunctionAreExact) {
    const double pi = std::acos(-1), a = 7, b = 0.1;
    const double v1 = 0.5 * std::pow(1 + b * std::pow(pi, 4) / 5, 2), v2 = a * a / 8,
                 v13 = b * b * std::pow(pi, 8) * 8 / 225, v = v1 + v2 + v13;
    const auto indices =
        indicesOf(4096, R"({"from": -3.141592653589793, "to": 3.141592653589793})", [&](double x, double y, double z) {
            return std::sin(x) + a * std::pow(std::sin(y), 2) + b * std::pow(z, 4) * std::sin(x);
        });
    const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(indices[i].first.value, first[i], 0.01) << i; // some 1/sqrt(4096), and less for Sobol's points
        EXPECT_NEAR(indices[i].total.value, total[i], 0.01) << i;
        EXPECT_LE(indices[i].first.low, first[i]) << i;
        EXPECT_GE(indices[i].first.high, first[i]) << i;
        EXPECT_LE(indices[i].total.low, total[i]) << i;
        EXPECT_GE(indices[i].total.high, total[i]) << i;
    }
}

// In a sum each parameter has the fraction of its own variance, as first and as total index.
TEST(SobolIndices, OfASumAreFractionsOfTheVariance) {
    const auto indices = indicesOf(1024, aUnit, [](double x, double y, double) { return 3 * x + 4 * y; });
    const double share[] = {9. / 25, 16. / 25, 0};
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(indices[i].first.value, share[i], 0.01) << i;
        EXPECT_NEAR(indices[i].total.value, share[i], 0.01) << i;
    }
}

// In a product of two parameters with mean 0 neither has an effect alone.
TEST(SobolIndices, OfAProductAreJoint) {
    const auto indices = indicesOf(1024, R"({"from": -1, "to": 1})", [](double x, double y, double) { return x * y; });
    EXPECT_NEAR(indices[0].first.value, 0, 0.02);
    EXPECT_NEAR(indices[0].total.value, 1, 0.05);
    EXPECT_EQ(indices[2].total.value, 0);
}

// A result that does not vary has no indices, and samples without a result are left out.
TEST(SobolIndices, NeedNumbersThatVary) {
    EXPECT_TRUE(std::isnan(indicesOf(16, aUnit, [](double, double, double) { return 0.1; })[0].first.value));
    int sample = 0;
    const auto indices = indicesOf(
        1024, aUnit, [&](double x, double y, double) { return sample++ % 50 == 7 ? std::nan("") : 3 * x + 4 * y; });
    EXPECT_NEAR(indices[1].total.value, 16. / 25, 0.03);
}

// A fault in a specification is named with its position.
TEST(StudySpec, NamesFaultsWithTheirPosition) {
    const std::string grid = R"("design": "grid")", random = R"("design": "monte-carlo", "samples": 10)";
    const auto expect = [](const std::string& design, const std::string& parameters, const std::string& part) {
        expectMessage<std::invalid_argument>([&] { specOf(design, parameters); }, {part});
    };
    expect(random, R"({"x": {"from": 2, "to": 1}})", "parameters.x.to = 1; it must be > from = 2");
    expect(random, R"({"x": {"from": 0, "to": 1, "scale": "log"}})", "it must be > 0 with the scale log");
    expect(grid, R"({"x": {"from": 1e-300, "to": 1e300, "count": 3, "scale": "log"}})", "times 1.8e308");
    expect(grid, R"({"x": {"from": -1e308, "to": 1e308, "count": 3}})",
           "to = 1e+308; it must be < from = -1e+308 plus 1.8e308");
    expect(random, R"({"x": {"mean": 0, "deviation": 1e308}})", "deviation = 1e+308; it must be below 1e306");
    expect(random, R"({"x": {"from": 0}})", "\"parameters.x.to\" is missing");
    expect(random, R"({"x": {"from": 0, "to": 1, "count": 3}})", "\"parameters.x.count\" is unknown here");
    expect(random, R"({"x": {"mean": 0, "deviation": 0}})", "deviation = 0; it must be > 0");
    expect(random, R"({"x": {"mean": 0, "deviation": 1, "from": 9}})", "lies between the ends");
    expect(random, R"({"x": {"values": []}})", "at least one");
    expect(random, R"({"x": {"values": [1, 1]}})", "has 1 twice");
    expect(random, R"({"x": [1, 2]})", "it must be a number or text");
    const std::string deep = std::string(200000, '[') + std::string(200000, ']'); // would end the stack
    expect(random, R"({"x": )" + deep + "}", "lists or objects in 101 others; it may have 100");
    expect(random, R"({"x": 1})", "none of them is varied");
    expect(random, R"({"w": {"from": 0, "to": 1}})", "write {w} where its value belongs");
    expect(random, R"({"x;": 1})", "\"x;\" is not a valid name");
    expect(random, R"({"index": {"from": 0, "to": 1}})", "program: the parameter");
    expect(grid, R"({"x": {"from": 0, "to": 1}})", "\"parameters.x.count\" is missing");
    expect(grid, R"({"x": {"mean": 0, "deviation": 1}})", "does not go with a grid");
    expect(grid + R"(, "samples": 3)", R"({"x": {"values": [1]}})", "\"samples\" is unknown here");
    expect(R"("design": "cube")", R"({"x": {"values": [1]}})", "design = \"cube\"; choose from grid");
    expect(R"("design": "sobol")", R"({"x": {"values": [1]}})", "\"samples\" is missing");
    expect(R"("design": "sobol", "samples": 1.5)", R"({"x": {"values": [1]}})", "a whole number from 2");
    expect(random + R"(, "seed": -1)", R"({"x": {"values": [1]}})", "seed = -1; it must be a whole number");
    expect(random + R"(, "timeLimit": 0)", R"({"x": {"values": [1]}})", "timeLimit = 0 s; it must be > 0");
    expect(random + R"(, "seed": 1, "seed": 2)", R"({"x": {"values": [1]}})", "\"seed\" is there twice");
    expect(random + R"(, "experiment": "impact")", R"({"x": {"values": [1]}})", "either \"experiment\"");
    expectMessage<std::invalid_argument>([] { parseStudy("[1]"); }, {"the file must be an object"});
    expectMessage<std::invalid_argument>([] { parseStudy("{"); }, {"the file is not JSON"});
}

} // namespace test_study
