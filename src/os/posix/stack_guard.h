// Finds the end of a thread's stack, so that endless recursion is stopped before it overflows the stack.
#pragma once

namespace nodecpp::os {

// Called once on each thread. Tells detail::checkStack where the thread's stack ends. If the stack overflows
// nevertheless, in code without checks, the process ends with a message instead of a bare SIGSEGV.
void guardStack() noexcept;

}  // namespace nodecpp::os
