// Math.random(), of the current loop.
#pragma once

namespace nodecpp::detail {

// From 0 up to 1, without 1. Throws an Error where no loop is current.
double nextRandom();

}  // namespace nodecpp::detail
