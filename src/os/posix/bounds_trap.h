// What the compiler's own check of an index comes to (cmake/Hardening.cmake): an instruction that no processor has.
#pragma once

namespace nodecpp::os {

// For the calling thread: such a check that fails ends the process with a sentence instead of a bare SIGILL. Programs that handle
// SIGILL themselves keep their handler.
void nameBoundsTrap() noexcept;

}  // namespace nodecpp::os
