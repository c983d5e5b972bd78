// The safety switch. NODECPP_SAFETY=1 (the default) keeps every check; 0 compiles them out with the same layout, so that
// their cost can be measured. A translation unit refers to a symbol of its mode: objects of two modes do not link.
#pragma once

#include <nodecpp/compiler.h>

#include <cstddef>
#include <cstdint>

#ifndef NODECPP_SAFETY
#define NODECPP_SAFETY 1
#endif

// Each check that stops a program before memory is touched asks by NODECPP_FAILS(name, condition), which is the condition. In a
// build for tests each name has a number, by which the check is switched off: nodecpp/numbered_checks.h.
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

// Memory for objects, closures and blocks: size classes with a free list a thread. Never returns null; a request that
// the system cannot serve ends the program.
[[nodiscard]] void* allocate(std::size_t bytes);
// `bytes` is what `allocate` was asked for.
void release(void* memory, std::size_t bytes) noexcept;
// Calls destroy(object), which may call this again for what the object held. Where many such calls are nested, `object`
// waits until the outermost has returned: a chain of any length is dropped without using up the stack.
void destroyInTurn(void* object, void (*destroy)(void*) noexcept) noexcept;

// Ends the process: four billion holders of one thing, which 32 GiB of memory have room for.
[[noreturn]] void endOfCounts() noexcept;
// One more holder, or several. A count that would begin again at 0, so that what is held would be freed, is the end of the
// process.
inline void countHolder(std::uint32_t& refs, std::uint32_t more = 1) noexcept {
  if (NODECPP_FAILS(count, (refs += more) < more && safetyChecks)) [[unlikely]]
    endOfCounts();
}
// In debug builds (cmake/Library.cmake): this thread counts holders of something; ends the process where another thread has
// done so before.
#ifdef NODECPP_COUNTING_THREADS
void countedHere(const std::uint32_t& refs) noexcept;
// What is there is freed, or goes to another thread as a value.
void countedNowhere(const void* memory, std::size_t bytes) noexcept;
#else
inline void countedHere(const std::uint32_t&) noexcept {}
inline void countedNowhere(const void*, std::size_t) noexcept {}
#endif
// One more holder of what belongs to a thread.
inline void countOnThread(std::uint32_t& refs) noexcept {
  countedHere(refs);
  countHolder(refs);
}
// One more holder of what has a holder already. The compiler is told that the count is neither 0 nor becomes 0: where the
// copy goes again at once, as the row does in `rows[i][k]`, it then leaves out the counting.
inline void countCopy(std::uint32_t& refs) noexcept {
  countOnThread(refs);
  [[assume(refs > 1)]];
}

// Of a thread that the runtime has started, a number that no other one of them has; 0 of all others.
extern constinit thread_local std::uint16_t threadNumber;

// Below this address a thread's stack is nearly used up; null where that is not known.
extern constinit thread_local const char* stackLimit;
// Throws the RangeError of calls that are nested too deep.
[[noreturn]] void throwStackOverflow();
// Where a program's functions may call each other without end: as V8 asks at the beginning of each function.
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

// Throws Node's TypeError for a property of undefined.
[[noreturn]] void throwUndefined();
// Throws the TypeError of calling what is not a function.
[[noreturn]] void throwNotAFunction();

}  // namespace nodecpp::detail

namespace nodecpp {
// For a function of a program's that calls itself as deep as its input says: throws JavaScript's RangeError, "Maximum call
// stack size exceeded", where the stack is nearly used up. One comparison.
using detail::checkStack;
}  // namespace nodecpp
