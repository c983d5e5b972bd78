#include <nodecpp/assert.h>

#include <cmath>

#include "util/assertion_details.h"
#include "util/deep_equal.h"
#include "util/value_node.h"

namespace nodecpp::assert {

using nodecpp::detail::Equality;
using Kind = Value::Kind;

namespace {

bool isTruthy(const Value& given) {
  const Value value = nodecpp::detail::described(given);
  switch (value.kind()) {
    case Kind::undefined:
    case Kind::null: return false;
    case Kind::boolean:
    case Kind::number: return value.number() != 0 && !std::isnan(value.number());
    case Kind::string: return !value.text().empty();
    case Kind::raw: return value.text() != "0n";
    default: return true;
  }
}

// Returns JavaScript's typeof.
String typeOf(const Value& value) {
  switch (value.kind()) {
    case Kind::undefined: return "undefined";
    case Kind::boolean: return "boolean";
    case Kind::number: return "number";
    case Kind::string: return "string";
    case Kind::function: return "function";
    case Kind::raw:
      return nodecpp::detail::isObjectValue(value) ? "object" : value.text().endsWith("n") ? "bigint" : "symbol";
    default: return "object";
  }
}

bool isNaN(const Value& value) { return value.kind() == Kind::number && std::isnan(value.number()); }

// JavaScript's ==, and NaN equals NaN.
bool areEqual(const Value& a, const Value& b) {
  const Value left = nodecpp::detail::described(a), right = nodecpp::detail::described(b);
  return nodecpp::detail::looselyEqual(left, right) || (isNaN(left) && isNaN(right));
}

}  // namespace

Assert::Assert(const AssertOptions& options)
    : isFull_(options.diff == "full"), isStrict_(options.strict), skipsPrototype_(options.skipPrototype) {
  if (!isFull_ && options.diff != "simple")
    throw nodecpp::detail::invalidArgValue("options.diff", nodecpp::detail::inspectString(options.diff),
                                           "must be one of: 'simple', 'full'");
}

void Assert::failed(const Value& actual, const Value& expected, const char* operatorName,
                    const Message& message) const {
  if (message.error()) std::rethrow_exception(nodecpp::detail::exceptionOf(message.error()));
  throw AssertionError({.message = message,
                        .actual = actual,
                        .expected = expected,
                        .operator_ = operatorName,
                        .diff = isFull_ ? "full" : "simple"});
}

void Assert::ok(const Value& value, const Message& message) const {
  if (isTruthy(value)) return;
  if (message.error()) std::rethrow_exception(nodecpp::detail::exceptionOf(message.error()));
  AssertionError error({.message = message, .actual = value, .expected = true, .operator_ = "=="});
  nodecpp::detail::assertionDetails(error)->generatedMessage = !message.isGiven();
  throw error;
}

void Assert::fail(const Message& message) const {
  if (message.error() || message.isGiven()) failed({}, {}, "fail", message);
  AssertionError error({.message = "Failed", .operator_ = "fail", .diff = isFull_ ? "full" : "simple"});
  nodecpp::detail::assertionDetails(error)->generatedMessage = true;
  throw error;
}

void Assert::equalValues(const Value& actual, const Value& expected, const Message& message) const {
  if (!areEqual(actual, expected)) failed(actual, expected, "==", message);
}
void Assert::unequalValues(bool areSame, const Value& actual, const Value& expected, const Message& message) const {
  if (areSame || areEqual(actual, expected)) failed(actual, expected, "!=", message);
}

void Assert::deepEqual(const Value& actual, const Value& expected, const Message& message) const {
  if (isStrict_) return deepStrictEqual(actual, expected, message);
  if (!nodecpp::detail::deepEqual(actual, expected, Equality::loose)) failed(actual, expected, "deepEqual", message);
}
void Assert::notDeepEqual(const Value& actual, const Value& expected, const Message& message) const {
  if (isStrict_) return notDeepStrictEqual(actual, expected, message);
  if (nodecpp::detail::deepEqual(actual, expected, Equality::loose)) failed(actual, expected, "notDeepEqual", message);
}
void Assert::deepStrictEqual(const Value& actual, const Value& expected, const Message& message) const {
  const Equality by = skipsPrototype_ ? Equality::withoutPrototypes : Equality::strict;
  if (!nodecpp::detail::deepEqual(actual, expected, by)) failed(actual, expected, "deepStrictEqual", message);
}
void Assert::notDeepStrictEqual(const Value& actual, const Value& expected, const Message& message) const {
  const Equality by = skipsPrototype_ ? Equality::withoutPrototypes : Equality::strict;
  if (nodecpp::detail::deepEqual(actual, expected, by)) failed(actual, expected, "notDeepStrictEqual", message);
}
void Assert::partialDeepStrictEqual(const Value& actual, const Value& expected, const Message& message) const {
  if (!nodecpp::detail::deepEqual(actual, expected, Equality::partial))
    failed(actual, expected, "partialDeepStrictEqual", message);
}

void Assert::matches(const char* name, const Value& given, const RegExp& pattern, const Message& message) {
  if (!pattern) throw nodecpp::detail::invalidArgType("regexp", "an instance of RegExp", "undefined");
  const Value text = nodecpp::detail::described(given);
  const bool isText = text.kind() == Kind::string;
  const bool demanded = name == std::string_view("match");
  if (isText && pattern.test(text.text()) == demanded) return;
  if (message.error()) std::rethrow_exception(nodecpp::detail::exceptionOf(message.error()));
  String generated;
  if (!isText)
    generated = "The \"string\" argument must be of type string. Received type " + typeOf(text) + " (" +
                util::inspect(given) + ")";
  else
    generated = str(demanded ? "The input did not match the regular expression "
                             : "The input was expected to not match the regular expression ") +
                pattern.toString() + ". Input:\n\n" + util::inspect(text) + "\n";
  const bool isGenerated = message.text().empty();
  AssertionError error({.message = isGenerated ? Message(generated) : message,
                        .actual = given,
                        .expected = pattern,
                        .operator_ = name});
  nodecpp::detail::assertionDetails(error)->generatedMessage = isGenerated;
  throw error;
}
void Assert::match(const Value& text, const RegExp& pattern, const Message& message) const {
  matches("match", text, pattern, message);
}
void Assert::doesNotMatch(const Value& text, const RegExp& pattern, const Message& message) const {
  matches("doesNotMatch", text, pattern, message);
}

}  // namespace nodecpp::assert
