// SPDX-License-Identifier: Apache-2.0
// Takes the place of IPOPT, which is a megabyte of Simbody's static library. Simbody's Optimizer calls it for problems with constraints alone, as
// those of an Assembler are. Nothing in the module assembles. Joints that are fitted to a pose have no constraints, and LBFGS solves these.
#include <stdexcept>

extern "C" {

[[noreturn]] void* CreateIpoptProblem() { throw std::runtime_error("an optimization with constraints needs IPOPT, which the package is built without"); }
void FreeIpoptProblem() {}
int AddIpoptStrOption() { return 0; }
int AddIpoptNumOption() { return 0; }
int AddIpoptIntOption() { return 0; }
int IpoptSolve() { return 0; }
}
