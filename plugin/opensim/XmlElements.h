// SPDX-License-Identifier: Apache-2.0
#ifndef OSIM_SIMBODYDEM_XML_ELEMENTS_H
#define OSIM_SIMBODYDEM_XML_ELEMENTS_H

#include <OpenSim/Common/Exception.h>
#include <OpenSim/Common/Object.h>

#include <string>

namespace OpenSim {

/** Throws Exception with the name of the first unknown element. OpenSim itself ignores such an element and uses a default.
@param owner  the object's name in messages */
inline void refuseUnknownElements(const Object& object, SimTK::Xml::Element& node, const std::string& owner) {
    for (auto element = node.element_begin(); element != node.element_end(); ++element) {
        const std::string tag = element->getElementTag();
        if (object.hasProperty(tag) || object.getPropertySet().contains(tag)) continue;
        std::string known;
        for (int i = 0; i < object.getNumProperties(); ++i)
            known += (i == 0 ? "" : ", ") + object.getPropertyByIndex(i).getName();
        throw Exception(owner + " has no property <" + tag + ">; it must be one of " + known);
    }
}

/** Throws as above, with the class and the name of the object. */
inline void refuseUnknownElements(const Object& object, SimTK::Xml::Element& node) {
    const std::string name = node.getOptionalAttributeValue("name");
    refuseUnknownElements(object, node, object.getConcreteClassName() + " \"" + name + "\"");
}

} // namespace OpenSim

#endif
