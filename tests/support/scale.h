// How much of a long test is done: all of it in the build that users get, and a tenth under the sanitizers, where each
// step costs ten times as much and the first steps find most faults.
#pragma once

namespace tests {

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define NODECPP_TESTS_SANITIZED 1
#endif
#endif
#ifdef NODECPP_TESTS_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

constexpr int scaled(int steps) { return sanitized ? steps / 10 : steps; }

}  // namespace tests
