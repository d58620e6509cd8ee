#ifndef CONTACT_LAB_LAW_LIST_H
#define CONTACT_LAB_LAW_LIST_H

#include <string>

namespace lab {

/** All laws, a line each with name and formula. */
std::string listLaws();

/** The laws of this name, of every kind that has one: what they are good for, and their parameters with unit, range and what
they are if not given. @throws std::invalid_argument if there is none */
std::string describeLaw(const std::string& name);

/** All laws as the README's tables have them. */
std::string writeLawTables();

} // namespace lab

#endif
