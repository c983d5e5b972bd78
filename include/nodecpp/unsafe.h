// NODECPP_UNSAFE("reason") in front of a function, a variable or a statement, or behind the keyword `struct` or
// `class`, switches off all rules of nodecpp-check (docs/safety.md) inside of it. The checker counts these places and
// prints them with their reasons. For the compiler the macro has no effect.
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
