#include "native.h"

nodecpp::String hello(const nodecpp::String& name) { return "hello " + name; }
