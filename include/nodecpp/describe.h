// What console.log prints of a value that somebody else keeps, a chunk of a stream. For the runtime.
#pragma once

namespace nodecpp::util {
class Value;
}

namespace nodecpp::detail {
// Defined in nodecpp/value.h, which comes with nodecpp/console.h. A program may do without, and then what is nowhere
// described prints as [Object]. Declared once: an attribute may not follow the definition.
template <class T>
[[gnu::weak]] void describeInto(util::Value& out, const T& value);
}  // namespace nodecpp::detail
