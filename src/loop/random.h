// The random numbers of Math.random() for the current loop.
#pragma once

namespace nodecpp::detail {

// Returns a number from 0 to 1, 1 excluded. Throws an Error when no loop is current.
double nextRandom();

}  // namespace nodecpp::detail
