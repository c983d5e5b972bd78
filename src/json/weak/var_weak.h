// The connection of arrays, objects and functions of vars with the weak containers and WeakRefs that refer to them
// (nodecpp/weak.h).
#pragma once

#include <nodecpp/trace.h>

namespace nodecpp::detail {

// Called for an array or object whose member `weak` is set, while it is being freed: removes its entries from weak
// containers and makes its WeakRefs undefined.
void endWeakValue(const void* value) noexcept;
// Shows the cycle collector the values of the entries that have this array or object as their key.
void showWeakValue(const void* value, Tracer& tracer);

}  // namespace nodecpp::detail
