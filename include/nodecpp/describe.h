// Declares how console.log prints a value inside of another object, such as a chunk of a stream. For the runtime.
#pragma once

namespace nodecpp::util {
class Value;
}

namespace nodecpp::detail {
// Defined in nodecpp/value.h, which comes with nodecpp/console.h. The symbol is weak, because a program may do without
// that header; a type that no file of the program describes is then printed as [Object]. There is only one declaration,
// because an attribute must not follow the definition.
template <class T>
[[gnu::weak]] void describeInto(util::Value& out, const T& value);
}  // namespace nodecpp::detail
