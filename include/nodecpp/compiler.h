// What is asked of the compiler, and of its messages.
#pragma once

// An older compiler fails hundreds of lines deep in a header. A file that is not there ends the compilation at once, and
// its name is the message.
#if defined(__clang__) ? __clang_major__ < 19 : !defined(__GNUC__) || __GNUC__ < 14
#include "Node.cpp needs clang 19 or later (Debian: apt-get install clang-19, then CXX=clang++-19), or g++ 14 or later"
#endif

// NODECPP_DIAGNOSE(condition, text) on a function: a call of it for which `condition` holds is an error, in these words,
// in the caller's line. Other compilers than clang report the same mistake where the function's body meets it.
//
// NODECPP_DELETED(text) in place of `= delete`: the error of who calls the function nevertheless.
// NODECPP_DIAGNOSES is true where the first of these works.
#if defined(__clang__)
#define NODECPP_DIAGNOSES true
#define NODECPP_DIAGNOSE(condition, text) __attribute__((diagnose_if(condition, text, "error")))
#define NODECPP_DELETED(text)                                                                       \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"") = delete(text) \
      _Pragma("clang diagnostic pop")
// NODECPP_NOESCAPE behind the name of a parameter: what is given is not kept when the function has returned. nodecpp-check
// lets closures capture by reference there.
#define NODECPP_NOESCAPE [[clang::noescape]]
#else
#define NODECPP_NOESCAPE
#define NODECPP_DIAGNOSES false
#define NODECPP_DIAGNOSE(condition, text)
#define NODECPP_DELETED(text) = delete
#endif
