// NODECPP_UNSAFE("reason") before a function, a variable or a statement, or behind the word `struct` or `class`: nodecpp-check (docs/safety.md) refuses
// nothing in it. The checker counts these, and prints them with their reasons. To the compiler alone they mean nothing.
//
//   NODECPP_UNSAFE("the C library keeps the address until close()")
//   void open(…) {…}
//
//   NODECPP_UNSAFE("measured: the copy is a third of this loop") {
//     …
//   }
#pragma once

#if defined(__clang__)
#define NODECPP_UNSAFE(reason) [[clang::suppress("nodecpp-unsafe", reason)]]
#else
#define NODECPP_UNSAFE(reason)
#endif
