// The end of a thread's stack, before which what calls itself without end is stopped.
#pragma once

namespace nodecpp::os {

// For the calling thread: tells detail::checkStack where its stack ends, and has a stack that overflows nevertheless, in code
// that nothing checks, end the process with a sentence instead of a bare SIGSEGV. Once a thread.
void guardStack() noexcept;

}  // namespace nodecpp::os
