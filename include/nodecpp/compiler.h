// The requirements for the compiler, and macros for error messages and attributes.
#pragma once

// An older compiler would report errors hundreds of lines deep inside of a header. Including a file that does not exist
// stops the compilation at once, and the name of that file is the message to the user.
#if defined(__clang__) ? __clang_major__ < 19 : !defined(__GNUC__) || __GNUC__ < 14
#include "Node.cpp needs clang 19 or later (Debian: apt-get install clang-19, then CXX=clang++-19), or g++ 14 or later"
#endif

// NODECPP_DIAGNOSE(condition, text) on a function: a call for which `condition` holds is a compile-time error with this
// text, reported in the caller's line. Compilers other than clang report the same mistake inside of the function's
// body. NODECPP_DIAGNOSES is true where NODECPP_DIAGNOSE works.
//
// NODECPP_DELETED(text) in place of `= delete` adds a text to the error for a call of the deleted function.
#if defined(__clang__)
#define NODECPP_DIAGNOSES true
#define NODECPP_DIAGNOSE(condition, text) __attribute__((diagnose_if(condition, text, "error")))
#define NODECPP_DELETED(text)                                                                       \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"") = delete(text) \
      _Pragma("clang diagnostic pop")
// NODECPP_NOESCAPE behind the name of a parameter states that the function does not keep the argument after it has
// returned. nodecpp-check allows closures that capture by reference there.
#define NODECPP_NOESCAPE [[clang::noescape]]
#else
#define NODECPP_NOESCAPE
#define NODECPP_DIAGNOSES false
#define NODECPP_DIAGNOSE(condition, text)
#define NODECPP_DELETED(text) = delete
#endif
