// What the sanitizers find in Simbody itself: CPodes does not free the matrices of its LAPACK solver.

extern "C" const char* __lsan_default_suppressions() { return "leak:CPLapackDense\nleak:NewDenseMat\n"; }
