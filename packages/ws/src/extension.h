// The fields Sec-WebSocket-Extensions and Sec-WebSocket-Protocol. RFC 6455, 9.1 and 11.3.4.
#pragma once

#include <nodecpp/list.h>
#include <nodecpp/set.h>
#include <nodecpp/string.h>
#include <nodecpp/ws/options.h>

namespace nodecpp::ws::detail {

// One extension with its parameters in their order.
struct Extension {
  struct Parameter {
    String name;
    Lookup value;  // undefined for a parameter without a value
  };
  String name;
  nodecpp::detail::List<Parameter> parameters;

  // Returns null when there is no such parameter. The pointer is valid until the parameters change.
  const Parameter* find(StringArg parameter) const noexcept;
  void set(StringArg parameter, Lookup value);
  void remove(StringArg parameter);
  // Returns the text of a field.
  String format() const;
};

// Parse a field. Return false when it is malformed.
bool parseExtensions(StringArg field, nodecpp::detail::List<Extension>& out);
bool parseProtocols(StringArg field, Set<String>& out);
// Whether the text is a token of RFC 9110, 5.6.2.
bool isToken(StringArg text) noexcept;

}  // namespace nodecpp::ws::detail
