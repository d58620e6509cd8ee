#ifndef CONTACT_LAB_SECTIONS_H
#define CONTACT_LAB_SECTIONS_H

#include "Page.h"
#include "Ticker.h"

namespace lab {

/** The page's experiments, one file each. */
Section askedAgainstGot(Ticker&);

} // namespace lab

#endif
