// util.parseEnv. https://nodejs.org/docs/latest-v24.x/api/util.html#utilparseenvcontent
#pragma once

#include <nodecpp/var.h>

namespace nodecpp::util {

// Returns the variables of a .env file's content as an object of strings, sorted by name. process::loadEnvFile reads
// such a file and sets the variables.
var parseEnv(StringArg content);

}  // namespace nodecpp::util
