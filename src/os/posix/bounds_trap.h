// Handles the trap by which the compiler's own index checks fail (cmake/Hardening.cmake): an illegal instruction.
#pragma once

namespace nodecpp::os {

// Makes a failed index check on the calling thread end the process with a message instead of a bare SIGILL. A program
// that handles SIGILL itself keeps its handler.
void nameBoundsTrap() noexcept;

}  // namespace nodecpp::os
