#pragma once
#include <nodecpp/node_module.h>

nodecpp::String hello(const nodecpp::String& name);
