// The option --nodecpp-sim.
#pragma once

#include "process/process_state.h"

namespace nodecpp::sim {

// Runs the program in a simulated world, as the options say. Returns the exit code.
int simulate(os::Port& real, int argc, char** argv, const detail::RuntimeOptions& options, detail::ProgramEntry entry);

}  // namespace nodecpp::sim
