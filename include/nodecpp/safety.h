// The safety switch and the basic run-time checks. NODECPP_SAFETY=1 (the default) keeps every check. NODECPP_SAFETY=0
// compiles the checks out but keeps the same memory layout, so that their cost can be measured. Each translation unit
// refers to a symbol that exists only in its own mode, so objects of two modes do not link together.
#pragma once

#include <nodecpp/compiler.h>

#include <cstddef>
#include <cstdint>

#ifndef NODECPP_SAFETY
#define NODECPP_SAFETY 1
#endif

// Each check that stops a program before memory is corrupted is written as NODECPP_FAILS(name, condition) and evaluates
// to the condition. In a build for tests each name has a number, by which a test can switch the check off: see
// nodecpp/numbered_checks.h.
#if defined(NODECPP_NUMBERED_CHECKS) && NODECPP_NUMBERED_CHECKS
#include <nodecpp/numbered_checks.h>
#else
#define NODECPP_FAILS(name, condition) (condition)
#endif

namespace nodecpp::detail {

#if NODECPP_SAFETY
inline constexpr bool safetyChecks = true;
extern const int builtWithSafetyOn;
[[gnu::used]] static const int* const safetyMode = &builtWithSafetyOn;
#else
inline constexpr bool safetyChecks = false;
extern const int builtWithSafetyOff;
[[gnu::used]] static const int* const safetyMode = &builtWithSafetyOff;
#endif

// Returns memory for an object, a closure or a block of bytes. Memory is grouped into size classes, and each thread has
// a free list for each class. The function never returns null; when the system has no more memory, the program ends.
[[nodiscard]] void* allocate(std::size_t bytes);
// Frees memory that `allocate` returned. `bytes` must be the size that was passed to `allocate`.
void release(void* memory, std::size_t bytes) noexcept;
// Calls destroy(object), which may in turn call destroyInTurn for objects that the first object held. When many such
// calls are nested, `object` is queued until the outermost call has returned, so that destroying a long chain of
// objects does not use up the stack.
void destroyInTurn(void* object, void (*destroy)(void*) noexcept) noexcept;

// Ends the process because a reference count has reached its limit of about four billion, for which 32 GiB of
// references are enough.
[[noreturn]] void failReferenceOverflow() noexcept;
// Adds one or more references to a count. When the count would wrap around to 0, and the object could therefore be
// freed while it is in use, the process ends.
inline void countHolder(std::uint32_t& refs, std::uint32_t more = 1) noexcept {
  if (NODECPP_FAILS(count, (refs += more) < more && safetyChecks)) [[unlikely]]
    failReferenceOverflow();
}
// In debug builds (cmake/Library.cmake): notes that this thread changes the reference count at this address, and ends
// the process when another thread has changed the same count before.
#ifdef NODECPP_COUNTING_THREADS
void checkCountingThread(const void* refs) noexcept;
// Forgets which thread changed the counts in this memory, because the memory is freed or its value moves to another
// thread.
void forgetCountingThreads(const void* memory, std::size_t bytes) noexcept;
#else
inline void checkCountingThread(const void*) noexcept {}
inline void forgetCountingThreads(const void*, std::size_t) noexcept {}
#endif
// Adds a reference to a count that belongs to the current thread.
inline void countOnThread(std::uint32_t& refs) noexcept {
  checkCountingThread(&refs);
  countHolder(refs);
}
// Adds a reference to something that has a reference already. The compiler is told that the count was not 0 and does
// not wrap to 0. When the copy is destroyed at once, the compiler can then omit the counting.
inline void countCopy(std::uint32_t& refs) noexcept {
  countOnThread(refs);
  [[assume(refs > 1)]];
}

// The number of the current thread, unique among the threads that the runtime has started. It is 0 on every other
// thread.
extern constinit thread_local std::uint16_t threadNumber;

// The lowest stack address that the current thread should use. Below this address the stack is nearly used up. It is
// null where the limit is not known.
extern constinit thread_local const char* stackLimit;
// Throws JavaScript's RangeError "Maximum call stack size exceeded".
[[noreturn]] void throwStackOverflow();
// Throws a RangeError when the stack is nearly used up. The runtime calls checkStack wherever functions of a program
// may call each other without end, as V8 checks the stack at the beginning of each function.
[[gnu::always_inline]] inline void checkStack() {
  const char* here = nullptr;
#if defined(__x86_64__)
  asm("movq %%rsp, %0" : "=r"(here));
#elif defined(__aarch64__)
  asm("mov %0, sp" : "=r"(here));
#else
  here = static_cast<const char*>(__builtin_frame_address(0));
#endif
  if (NODECPP_FAILS(stack, here < stackLimit)) [[unlikely]]
    throwStackOverflow();
}

// Throws Node's TypeError for reading a property of undefined.
[[noreturn]] void throwUndefined();
// Throws the TypeError for calling a value that is not a function.
[[noreturn]] void throwNotAFunction();

}  // namespace nodecpp::detail

namespace nodecpp {
// For recursive functions of a program whose depth depends on their input: throws JavaScript's RangeError "Maximum call
// stack size exceeded" when the stack is nearly used up. A call costs one comparison.
using detail::checkStack;
}  // namespace nodecpp
