// Runs programs/storage.cpp, without an AsyncLocalStorage, in the same way as listing1.cpp.
#define LISTING1 "programs/storage.cpp"
#include "listing1.cpp"
