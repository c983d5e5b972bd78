// What util and console take from the runtime above them.
#pragma once

#include <nodecpp/util.h>

namespace nodecpp::detail {

// Whether what is written to standard output (1) or standard error (2) may be coloured: process.stdout.isTTY and what
// the environment says. False until the runtime sets it.
extern bool (*hasColors)(int fd);

}  // namespace nodecpp::detail
