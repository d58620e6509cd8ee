// Tests the conversion of the older OpenSim contact forces into DEMContactForce.

#include "Messages.h"
#include "opensim/ToDEM.h"

#include <gtest/gtest.h>

#include <cmath>

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

    explicit Converted(const std::string& forces) {
        document.readFromString(modelOf(forces));
        done = toDEM(document);
    }
    Xml::Element force(const std::string& kind) {
        return document.getRootElement()
            .getRequiredElement("Model")
            .getRequiredElement("ForceSet")
            .getRequiredElement("objects")
            .getRequiredElement(kind);
    }
};

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

// A model without such forces, and an incomplete force, are errors that name them.
TEST(OpenSimConversion, RefusesWhatItCannotConvert) {
    expectMessage([] { Converted("<BushingForce name='b'/>"); }, {"neither a HuntCrossleyForce"});
    expectMessage([] { Converted(huntCrossley("heel")); }, {"\"foot\"", "fewer than two geometries"});
    expectMessage([] { Converted("<SmoothSphereHalfSpaceForce name='s'/>"); }, {"\"s\"", "socket_sphere"});
}
