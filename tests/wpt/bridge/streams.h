// What streams.cpp and byte_streams.cpp share.
#pragma once

#include "bridge.h"

namespace wpt {

extern perThread<Kept<ReadableStream>> readables;

// Calls a function of a test's source, sink or transformer, which may have returned a promise.
Promise<> callAlgorithm(double function, Array<var> arguments);
// A value that a stream gives to a function: a number of the other side, or null for what this side has made.
var argumentOf(const stream::web::Reason& reason);
stream::web::QueuingStrategy strategyOf(const var& told);
double numberOfByteController(const ReadableByteStreamController& controller);
var shown(stream::web::DesiredSize size);

}  // namespace wpt
