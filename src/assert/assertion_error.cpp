#include <nodecpp/assert/assertion_error.h>

#include "assert/message.h"
#include "util/assertion_details.h"
#include "util/value_node.h"

namespace nodecpp::assert {

using nodecpp::detail::AssertionDetails;
using util::Value;

AssertionError::AssertionError(const AssertionErrorOptions& options)
    : Error("AssertionError", nodecpp::detail::assertionMessage(options)) {
  nodecpp::detail::setCode(*this, "ERR_ASSERTION");
  auto details = nodecpp::make<AssertionDetails>();
  details->actual = options.actual;
  details->expected = options.expected;
  details->operator_ = options.operator_;
  details->diff = options.diff;
  details->generatedMessage = options.message.text().empty();
  nodecpp::detail::setAssertionDetails(*this, details);
}

AssertionError AssertionError::from(const Error& error) {
  AssertionError out;
  if (error && nodecpp::detail::assertionDetails(error)) static_cast<Error&>(out) = error;
  return out;
}

Value AssertionError::actual() const { return nodecpp::detail::assertionDetails(*this)->actual; }
Value AssertionError::expected() const { return nodecpp::detail::assertionDetails(*this)->expected; }
Value AssertionError::operator_() const { return nodecpp::detail::assertionDetails(*this)->operator_; }
bool AssertionError::generatedMessage() const { return nodecpp::detail::assertionDetails(*this)->generatedMessage; }
String AssertionError::diff() const { return nodecpp::detail::assertionDetails(*this)->diff; }

String AssertionError::toString() const {
  if (!*this) return "undefined";
  const ErrorData& data = *operator->();
  return data.name + " [" + data.code + "]: " + data.message;
}

ExpectedError::ExpectedError(std::initializer_list<ExpectedProperty> expected)
    : kind(Kind::properties), properties(expected), object(Value::of(Value::Kind::object)) {
  for (const ExpectedProperty& each : expected) object.set(each.key, each.value);
}

ExpectedError::ExpectedError(const Value& expected, int) {
  object = nodecpp::detail::described(expected);
  if (object.kind() <= Value::Kind::null) return;
  kind = Kind::properties;
  if (!object.node()) return;
  for (const auto& each : object.node()->properties)
    if (!each.hidden) properties.push_back(ExpectedProperty(each.key, each.value));
}

Value ExpectedError::shown() const {
  switch (kind) {
    case Kind::none: return {};
    case Kind::text: return text;
    case Kind::pattern: return pattern;
    case Kind::error: return error;
    case Kind::properties: return object;
    case Kind::function: return Value::of(Value::Kind::function);
    case Kind::type: return Value::of(Value::Kind::function, text);
  }
  return {};
}

}  // namespace nodecpp::assert
