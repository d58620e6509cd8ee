// Tests the conversion of the older OpenSim contact forces into DEMContactForce.

#include "Messages.h"
#include "opensim/ToDEM.h"

#include <gtest/gtest.h>

#include <cmath>

namespace test_opensim_conversion {

namespace Xml = SimTK::Xml;

namespace {

std::string modelOf(const std::string& forces) {
    return "<OpenSimDocument Version='40000'><Model name='m'><ForceSet name='forceset'><objects>" + forces +
           "</objects></ForceSet></Model></OpenSimDocument>";
}

std::string huntCrossley(const std::string& geometry, const std::string& more = "") {
    return "<HuntCrossleyForce name='foot'>" + more +
           "<HuntCrossleyForce::ContactParametersSet name='contact_parameters'><objects>"
           "<HuntCrossleyForce::ContactParameters><geometry>" +
           geometry +
           "</geometry><stiffness>1e6</stiffness><dissipation>2</dissipation><static_friction>0.8</static_friction>"
           "<dynamic_friction>0.4</dynamic_friction><viscous_friction>0.3</viscous_friction>"
           "</HuntCrossleyForce::ContactParameters></objects></HuntCrossleyForce::ContactParametersSet>"
           "<transition_velocity>0.2</transition_velocity></HuntCrossleyForce>";
}

struct Converted {
    Xml::Document document;
    std::vector<std::string> done;

    explicit Converted(const std::string& forces, const FromHuntCrossley& how = {}) {
        document.readFromString(modelOf(forces));
        done = toDEM(document, how);
    }
    Xml::Element force(const std::string& kind) {
        return document.getRootElement()
            .getRequiredElement("Model")
            .getRequiredElement("ForceSet")
            .getRequiredElement("objects")
            .getRequiredElement(kind);
    }
};

// A geometry of an ElasticFoundationForce, with its parameters.
std::string springs(const std::string& geometry, const std::string& values) {
    return "<ElasticFoundationForce::ContactParameters><geometry>" + geometry + "</geometry>" + values +
           "</ElasticFoundationForce::ContactParameters>";
}
std::string springs(double stiffness, double dissipation, double friction) {
    return "<stiffness>" + std::to_string(stiffness) + "</stiffness><dissipation>" + std::to_string(dissipation) +
           "</dissipation><static_friction>" + std::to_string(friction) + "</static_friction><dynamic_friction>" +
           std::to_string(friction / 2) + "</dynamic_friction>";
}
std::string foundation(const std::string& parameters) {
    return "<ContactGeometrySet name='contactgeometryset'><objects><ContactMesh name='sole'><socket_frame>/bodyset/foot"
           "</socket_frame></ContactMesh><ContactMesh "
           "name='mat'><socket_frame>/bodyset/mat</socket_frame></ContactMesh>"
           "<ContactMesh name='pad'><socket_frame>/bodyset/pad</socket_frame></ContactMesh>"
           "<ContactSphere name='ball'/><ContactHalfSpace name='floor'/></objects></ContactGeometrySet>"
           "<ElasticFoundationForce name='f'><ElasticFoundationForce::ContactParametersSet name='p'><objects>" +
           parameters +
           "</objects></ElasticFoundationForce::ContactParametersSet><transition_velocity>0.2</transition_velocity>"
           "</ElasticFoundationForce>";
}

// Returns a value of the layer of a surface.
double layerValue(Xml::Element surface, const std::string& value) {
    return surface.getRequiredElement("elastic_layer")
        .getRequiredElement("DEMElasticLayer")
        .getRequiredElementValueAs<double>(value);
}

// Expects a surface. Between two surfaces of this modulus K equals that of HuntCrossleyForce with the stiffness 1e6, to rounding.
void expectSurface(Xml::Element surface, const std::string& name, const std::string& path) {
    EXPECT_EQ(surface.getElementTag(), "DEMSurface");
    EXPECT_EQ(surface.getRequiredAttributeValue("name"), name);
    EXPECT_EQ(surface.getRequiredElementValue("socket_geometry"), path);
    EXPECT_NEAR(surface.getRequiredElementValueAs<double>("youngs_modulus"), (1 - 0.09) * 1e6 / std::sqrt(2), 1e-6);
    EXPECT_EQ(surface.getRequiredElementValueAs<double>("poissons_ratio"), 0.3);
    EXPECT_EQ(surface.getRequiredElementValueAs<double>("dissipation"), 2);
    EXPECT_EQ(surface.getRequiredElementValueAs<double>("restitution"), 0.8); // 1 - 2 s/m 0.1 m/s
    EXPECT_EQ(surface.getRequiredElementValueAs<double>("static_friction"), 0.8);
    EXPECT_EQ(surface.getRequiredElementValueAs<double>("kinetic_friction"), 0.4);
}

} // namespace

// Each geometry becomes a surface of equal stiffness, in the old order and with the old name. A parameter without a counterpart is
// reported, and other forces stay.
TEST(OpenSimConversion, OfHuntCrossleyForce) {
    Converted model(huntCrossley("heel /bodyset/toes/toe", "<appliesForce>false</appliesForce>") +
                    "<BushingForce name='b'/>");
    ASSERT_EQ(model.done.size(), 1u);
    EXPECT_NE(model.done[0].find("\"foot\", which is off: 2 surfaces, without its viscous friction of 0.3"),
              std::string::npos)
        << model.done[0];
    Xml::Element force = model.force("DEMContactForce");
    EXPECT_EQ(force.getRequiredAttributeValue("name"), "foot");
    EXPECT_EQ(force.getRequiredElementValue("appliesForce"), "false");
    EXPECT_EQ(force.getRequiredElementValue("normal_law"), "hunt-crossley");
    auto surfaces = force.getRequiredElement("surfaces").getAllElements();
    ASSERT_EQ(surfaces.size(), 2u);
    expectSurface(surfaces[0], "heel", "/contactgeometryset/heel");
    expectSurface(surfaces[1], "toe", "/bodyset/toes/toe");
    EXPECT_EQ(model.force("BushingForce").getRequiredAttributeValue("name"), "b");
}

// The smooth force names its two geometries by sockets.
TEST(OpenSimConversion, OfSmoothSphereHalfSpaceForce) {
    Converted model("<SmoothSphereHalfSpaceForce name='s'><socket_sphere>/contactgeometryset/heel</socket_sphere>"
                    "<socket_half_space>/contactgeometryset/floor</socket_half_space><stiffness>1e6</stiffness>"
                    "<dissipation>2</dissipation><static_friction>0.8</static_friction>"
                    "<dynamic_friction>0.4</dynamic_friction></SmoothSphereHalfSpaceForce>");
    auto surfaces = model.force("DEMContactForce").getRequiredElement("surfaces").getAllElements();
    ASSERT_EQ(surfaces.size(), 2u);
    expectSurface(surfaces[0], "heel", "/contactgeometryset/heel");
    expectSurface(surfaces[1], "floor", "/contactgeometryset/floor");
}

// A force that is switched off stays off, in files of OpenSim 3 and 4.
TEST(OpenSimConversion, KeepsOffWhatIsOff) {
    for (const char* off : {"<isDisabled> true </isDisabled>", "<appliesForce>false</appliesForce>"}) {
        Converted model(huntCrossley("heel floor", off));
        EXPECT_EQ(model.force("DEMContactForce").getRequiredElementValue("appliesForce"), "false") << off;
        EXPECT_NE(model.done[0].find("which is off"), std::string::npos) << model.done[0];
    }
    for (const char* on : {"", "<isDisabled>false</isDisabled>", "<appliesForce>true</appliesForce>"}) {
        Converted model(huntCrossley("heel floor", on));
        EXPECT_EQ(model.force("DEMContactForce").getRequiredElementValue("appliesForce"), "true") << on;
    }
}

// Surfaces of unequal parameters, which the two forces mix by other rules, are reported with the change. The stiffness is E'(1 +
// 10^(2/3))^(3/2)/(sqrt(2) 11) of the old one, 0.86 (HuntCrossleyConversion.h). Friction is the lesser of 0.8 and 0.4 instead of the
// harmonic mean.
TEST(OpenSimConversion, TellsWhatMixingChanges) {
    const std::string set = "<HuntCrossleyForce::ContactParameters>", end = "</HuntCrossleyForce::ContactParameters>";
    const std::string ofFloor = "<geometry>floor</geometry><stiffness>1e7</stiffness><static_friction>0.4"
                                "</static_friction><dynamic_friction>0.4</dynamic_friction>";
    std::string two = huntCrossley("heel toe");
    two.insert(two.find(set), set + ofFloor + end);
    const std::string told = Converted(two).done[0];
    for (const char* part :
         {"/contactgeometryset/floor on /contactgeometryset/heel: 14 % softer",
          "/contactgeometryset/floor on /contactgeometryset/toe: 14 % softer", "static friction 0.4 instead of 0.533"})
        EXPECT_NE(told.find(part), std::string::npos) << told;
    EXPECT_EQ(told.find("heel on"), std::string::npos) << told;
    EXPECT_EQ(Converted(huntCrossley("heel toe floor")).done[0].find("softer"), std::string::npos);
}

// A mesh on a floor gets a layer of the same stiffness, damping and friction. Only meshes have springs, so the floor is rigid. Shear
// stiffness and viscous friction are reported.
TEST(OpenSimConversion, OfElasticFoundationForce) {
    Converted model(
        foundation(springs("sole floor", springs(1e8, 2, 0.8) + "<viscous_friction>0.3</viscous_friction>")));
    ASSERT_EQ(model.done.size(), 1u);
    for (const char* part : {"ElasticFoundationForce \"f\": 2 surfaces", "without its viscous friction of 0.3 s/m",
                             "shear stiffness 0.286 of the normal one, for Poisson's ratio 0.3"})
        EXPECT_NE(model.done[0].find(part), std::string::npos) << model.done[0];
    Xml::Element force = model.force("DEMContactForce");
    EXPECT_EQ(force.getRequiredAttributeValue("name"), "f");
    EXPECT_FALSE(force.hasElement("normal_law"));
    EXPECT_FALSE(force.hasElement("exclude")); // one rigid surface has no rigid partner
    auto surfaces = force.getRequiredElement("surfaces").getAllElements();
    ASSERT_EQ(surfaces.size(), 2u);
    EXPECT_EQ(surfaces[0].getRequiredElementValue("socket_geometry"), "/contactgeometryset/sole");
    EXPECT_EQ(layerValue(surfaces[0], "normal_stiffness"), 1e8);
    EXPECT_NEAR(layerValue(surfaces[0], "shear_stiffness"), 1e8 * 0.4 / 1.4,
                1e-6); // (1 - 2 nu)/(2 (1 - nu)), to rounding
    EXPECT_EQ(layerValue(surfaces[0], "dissipation"), 2);
    EXPECT_EQ(layerValue(surfaces[0], "static_friction"), 0.8);
    EXPECT_EQ(layerValue(surfaces[0], "kinetic_friction"), 0.4);
    EXPECT_NEAR(layerValue(surfaces[0], "transition_velocity"), std::sqrt(3) * 0.2, 1e-15); // to rounding
    EXPECT_EQ(surfaces[1].getRequiredAttributeValue("name"), "floor");
    EXPECT_EQ(surfaces[1].getAllElements().size(), 1u); // its path
    Xml::node_iterator node = force.node_begin(Xml::CommentNode);
    ASSERT_NE(node, force.node_end());
    EXPECT_NE(node->getNodeText().find("shear stiffness 0.286"), std::string::npos) << node->getNodeText();
}

// Shapes without springs had no force on each other, so they are excluded.
TEST(OpenSimConversion, ShapesWithoutSpringsStayApart) {
    Converted model(foundation(springs("floor sole ball", springs(1e8, 2, 0.8))));
    EXPECT_EQ(model.force("DEMContactForce").getRequiredElementValue("exclude"), "floor ball");
}

// Two layers in series have the stiffness K1 K2/(K1 + K2). It equals that of the springs of both meshes at half weight, (k1 + k2)/2, for
// equal and for unequal ones. The damping and the limit of friction are the means by stiffness, as of both forces together.
TEST(OpenSimConversion, TwoMeshesKeepTheirForce) {
    for (const double k2 : {1e8, 3e8}) {
        Converted model(foundation(springs("sole", springs(1e8, 2, 0.8)) + springs("mat", springs(k2, 1, 0.4))));
        auto surfaces = model.force("DEMContactForce").getRequiredElement("surfaces").getAllElements();
        ASSERT_EQ(surfaces.size(), 2u);
        const double K1 = layerValue(surfaces[0], "normal_stiffness"), K2 = layerValue(surfaces[1], "normal_stiffness"),
                     sum = 1e8 + k2;
        EXPECT_NEAR(K1 * K2 / (K1 + K2), sum / 2, 1e-12 * sum); // rounding
        EXPECT_EQ(K1, K2);
        for (Xml::Element surface : surfaces) {
            EXPECT_NEAR(layerValue(surface, "dissipation"), (1e8 * 2 + k2 * 1) / sum, 1e-12); // rounding
            EXPECT_NEAR(layerValue(surface, "static_friction"), (1e8 * 0.8 + k2 * 0.4) / sum, 1e-12);
            EXPECT_NEAR(layerValue(surface, "kinetic_friction"), (1e8 * 0.4 + k2 * 0.2) / sum, 1e-12);
        }
        EXPECT_NE(model.done[0].find("each of k1 + k2"), std::string::npos) << model.done[0];
        EXPECT_EQ(model.done[0].find("instead of"), std::string::npos) << model.done[0];
    }
}

// Meshes that also touch a floor keep its force. The pair of meshes then changes, which is reported. Equal meshes without anything
// else keep their forces, also three of them.
TEST(OpenSimConversion, TellsWhichMeshesChange) {
    const std::string told = Converted(foundation(springs("sole mat floor", springs(1e8, 2, 0.8)))).done[0];
    EXPECT_NE(told.find("/contactgeometryset/sole on /contactgeometryset/mat: stiffness 5e+07 instead of 1e+08 Pa/m"),
              std::string::npos)
        << told;
    EXPECT_EQ(told.find("floor on"), std::string::npos) << told;
    Converted three(foundation(springs("sole mat pad", springs(1e8, 2, 0.8))));
    EXPECT_EQ(three.done[0].find("instead of"), std::string::npos) << three.done[0];
    auto surfaces = three.force("DEMContactForce").getRequiredElement("surfaces").getAllElements();
    ASSERT_EQ(surfaces.size(), 3u);
    for (Xml::Element surface : surfaces) EXPECT_EQ(layerValue(surface, "normal_stiffness"), 2e8);
    const std::string unequal =
        Converted(foundation(springs("sole mat", springs(1e8, 2, 0.8)) + springs("pad", springs(3e8, 2, 0.4)))).done[0];
    // 2 1e8 3e8/(1e8 + 3e8) instead of (1e8 + 3e8)/2; (1e8 0.8 + 3e8 0.4)/4e8 becomes the minimum
    EXPECT_NE(
        unequal.find("sole on /contactgeometryset/pad: stiffness 1.5e+08 instead of 2e+08 Pa/m, static friction 0.4 "
                     "instead of 0.5"),
        std::string::npos)
        << unequal;
}

// An ElasticFoundationForce that has no springs, names an unknown geometry or has values that no layer takes is an error.
TEST(OpenSimConversion, RefusesFoundationsWithoutALayer) {
    const std::string fine = springs(1e8, 2, 0.8);
    expectMessage([&] { Converted(foundation(springs("floor ball", fine))); }, {"\"f\"", "no ContactMesh"});
    expectMessage([&] { Converted(foundation(springs("sole", fine))); }, {"\"f\"", "fewer than two geometries"});
    expectMessage([&] { Converted(foundation(springs("sole roof", fine))); }, {"\"f\"", "called roof"});
    expectMessage([&] { Converted(foundation(springs("sole floor", springs(0, 2, 0.8)))); },
                  {"\"f\"", "normal stiffness"});
    expectMessage(
        [&] {
            Converted(foundation(springs("sole floor", fine)), {0.5, 0.1});
        },
        {"\"f\"", "Poisson's ratio is 0.5"});
}

// A model without such forces, and an incomplete force, are errors that name them.
TEST(OpenSimConversion, RefusesWhatItCannotConvert) {
    expectMessage([] { Converted("<BushingForce name='b'/>"); }, {"neither a HuntCrossleyForce"});
    expectMessage([] { Converted(huntCrossley("heel")); }, {"\"foot\"", "fewer than two geometries"});
    expectMessage([] { Converted("<SmoothSphereHalfSpaceForce name='s'/>"); }, {"\"s\"", "socket_sphere"});
}

} // namespace test_opensim_conversion
