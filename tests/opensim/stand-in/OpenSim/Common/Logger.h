#include "StandIn.h"
