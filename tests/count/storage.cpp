// Runs programs/storage.cpp, with an AsyncLocalStorage, in the same way as listing1.cpp.
#define COUNT_STORAGE
#define LISTING1 "programs/storage.cpp"
#include "listing1.cpp"
