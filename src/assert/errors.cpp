// The functions of assert that expect an error: throws, rejects, their opposites, and ifError. As in Node, the errors of
// the first four have the option `diff` of the module, whatever that of the Assert is.
#include <nodecpp/assert.h>
#include <nodecpp/map.h>

#include <string>
#include <string_view>
#include <vector>

#include "util/assertion_details.h"
#include "util/deep_equal.h"
#include "util/value_node.h"

namespace nodecpp::assert {

using nodecpp::detail::assertionDetails;
using Kind = Value::Kind;

namespace {

// Returns what was thrown as a value. JavaScript can throw any value; what is neither an Error nor a simple value
// becomes an Error.
Value valueOf(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const String& text) {
    return text;
  } catch (const char* text) {
    return text;
  } catch (int number) {
    return number;
  } catch (double number) {
    return number;
  } catch (bool value) {
    return value;
  } catch (const Value& value) {
    return nodecpp::detail::described(value);
  } catch (...) {
    return nodecpp::detail::errorFrom(thrown);
  }
}

bool hasCodeInStack(const Error& error) {
  return error->code && error->stack.startsWith(error->name + " [" + error->code + "]");
}

// Returns JavaScript's String(error). Node's own errors have their code in it.
String textOf(const Value& value) {
  if (value.kind() != Kind::error) return nodecpp::detail::toJsString(value);
  const Error& error = value.node()->error;
  return hasCodeInStack(error) ? error->name + " [" + error->code + "]: " + error->message : error.toString();
}

// Returns the properties of an error or object by their keys, also those that are not enumerable.
Map<String, Value> membersOf(const Value& value) {
  Map<String, Value> out;
  for (const auto& each : nodecpp::detail::propertiesOf(value)) out.set(each.key, each.value);
  if (value.kind() == Kind::error) {
    const Error& error = value.node()->error;
    out.set("name", error->name).set("message", error->message).set("stack", error->stack.toString());
  }
  return out;
}
// Returns one of these properties, or undefined.
Value memberOf(const Value& value, const String& key) { return membersOf(value).get(key, Value()); }

// Returns the properties to compare. Those of an Error are its own ones, its name and its message.
std::vector<ExpectedProperty> propertiesOf(const ExpectedError& expected) {
  std::vector<ExpectedProperty> out;
  if (expected.kind != ExpectedError::Kind::error) {
    for (const ExpectedProperty& each : expected.properties) out.push_back(each);
    return out;
  }
  for (const auto& each : nodecpp::detail::ownProperties(expected.error))
    if (!each.hidden) out.push_back({each.key, each.value});
  out.push_back({"name", expected.error->name});
  out.push_back({"message", expected.error->message});
  return out;
}

bool matchesPattern(const ExpectedProperty& expected, const Value& actual) {
  return expected.pattern && actual.kind() == Kind::string && expected.pattern.test(actual.text());
}

bool isRejection(std::string_view name) { return name == "rejects" || name == "doesNotReject"; }

}  // namespace

// Compares the error with an Error or with an object, property by property.
void Assert::expectProperties(const char* name, const Value& actual, const ExpectedError& error,
                              const Message& message) {
  if (!nodecpp::detail::isObjectValue(actual)) {
    AssertionError failure(
        {.message = message, .actual = actual, .expected = error.shown(), .operator_ = "deepStrictEqual"});
    assertionDetails(failure)->operator_ = name;
    throw failure;
  }
  const std::vector<ExpectedProperty> expected = propertiesOf(error);
  if (expected.empty())
    throw nodecpp::detail::invalidArgValue("error", util::inspect(error.shown()), "may not be an empty object");
  const Map<String, Value> members = membersOf(actual);
  for (const ExpectedProperty& each : expected) {
    const Value found = members.get(each.key, Value());
    if (matchesPattern(each, found)) continue;
    // A RegExp that does not match equals no text; it can only be compared with a RegExp.
    if (members.has(each.key) && nodecpp::detail::deepEqual(found, each.value, nodecpp::detail::Equality::strict))
      continue;
    if (!message.text().empty() || message.error()) detail::module.failed(actual, error.shown(), name, message);
    // The message shows the compared properties alone.
    Value left = Value::of(Kind::object), right = Value::of(Kind::object);
    util::Inspector(left).name("Comparison");
    util::Inspector(right).name("Comparison");
    for (const ExpectedProperty& one : expected) {
      const Value value = members.get(one.key, Value());
      if (members.has(one.key)) left.set(one.key, value);
      right.set(one.key, matchesPattern(one, value) ? value : one.value);
    }
    AssertionError failure({.actual = left, .expected = right, .operator_ = "deepStrictEqual"});
    assertionDetails(failure)->actual = actual;
    assertionDetails(failure)->expected = error.shown();
    assertionDetails(failure)->operator_ = name;
    throw failure;
  }
}

namespace {

// Returns the message for an error of another class than the expected one.
String otherClass(const ExpectedError& expected, const Value& actual) {
  String out = "The error is expected to be an instance of \"" + expected.text + "\". Received ";
  if (actual.kind() != Kind::error) return out + "\"" + util::inspect(actual, {.depth = -1}) + "\"";
  const Error& error = actual.node()->error;
  out += expected.text == error->name ? String("an error with identical name but a different prototype.")
                                      : "\"" + error->name + "\"";
  if (error->message) out += "\n\nError message:\n\n" + error->message;
  return out;
}

// Throws the errors of a text in the place of an expected error, which is the message of the assertion.
void checkText(const String& text, const Value& actual, const Message& message) {
  if (message.isGiven() || message.error())
    throw nodecpp::detail::invalidArgType("error", "of type function or an instance of Error, RegExp, or Object",
                                          "type string (" + util::inspect(text) + ")");
  const auto ambiguous = [](StringArg why) {
    return nodecpp::detail::codedError<TypeError>("ERR_AMBIGUOUS_ARGUMENT",
                                                  "The \"error/message\" argument is ambiguous. " + why.toString());
  };
  if (nodecpp::detail::isObjectValue(actual)) {
    const Value said = memberOf(actual, "message");
    if (said.kind() == Kind::string && said.text() == text)
      throw ambiguous("The error message \"" + text + "\" is identical to the message.");
  } else if (actual.kind() == Kind::string && actual.text() == text) {
    throw ambiguous("The error \"" + text + "\" is identical to the message.");
  }
}

}  // namespace

void Assert::expectThrown(const char* name, const Thrown& thrown, const ExpectedError& given,
                          const Message& givenMessage) {
  using Expected = ExpectedError::Kind;
  const Value actual = thrown.exception ? valueOf(thrown.exception) : Value();
  const bool isText = given.kind == Expected::text;
  if (isText) checkText(given.text, actual, givenMessage);
  const Message message = isText ? Message(given.text) : givenMessage;
  const Value expected = isText ? Value() : given.shown();
  if (!thrown.exception) {
    String details;
    if (given.kind == Expected::type) details = " (" + given.text + ")";
    if (given.kind == Expected::error) details = " (" + given.error->name + ")";
    const Value named = given.kind == Expected::properties ? memberOf(given.object, "name") : Value();
    if (named.kind() != Kind::undefined && !nodecpp::detail::toJsString(named).empty())
      details = " (" + nodecpp::detail::toJsString(named) + ")";
    if (message.error())
      details += ": " + textOf(message.error());
    else
      details += message.text().empty() ? String(".") : ": " + message.text();
    detail::module.failed({}, expected, name,
                          str("Missing expected ") + (isRejection(name) ? "rejection" : "exception") + details);
  }
  String generated;
  switch (given.kind) {
    case Expected::none:
    case Expected::text: return;
    case Expected::error:
    case Expected::properties: return expectProperties(name, actual, given, message);
    case Expected::type:
      if (given.isType(thrown.exception)) return;
      generated = otherClass(given, actual);
      break;
    case Expected::pattern: {
      const String text = textOf(actual);
      if (given.pattern.test(text)) return;
      generated = "The input did not match the regular expression " + given.pattern.toString() + ". Input:\n\n" +
                  util::inspect(text) + "\n";
      break;
    }
    case Expected::function: {
      const Value result = given.function(nodecpp::detail::errorFrom(thrown.exception));
      if (result.kind() == Kind::boolean && result.number() != 0) return;
      generated = "The validation function is expected to return \"true\". Received " + util::inspect(result);
      if (actual.kind() == Kind::error) generated += "\n\nCaught error:\n\n" + textOf(actual);
      break;
    }
  }
  const bool isGenerated = message.text().empty() && !message.error();
  // An Error as message is printed as text here, as in Node.
  const Message shown = isGenerated ? Message(generated) : message.error() ? Message(textOf(message.error())) : message;
  AssertionError failure({.message = shown, .actual = actual, .expected = expected, .operator_ = name});
  assertionDetails(failure)->generatedMessage = isGenerated;
  throw failure;
}

void Assert::expectNotThrown(const char* name, const Thrown& thrown, const ExpectedError& given,
                             const Message& givenMessage) {
  using Expected = ExpectedError::Kind;
  if (!thrown.exception) return;
  const Value actual = valueOf(thrown.exception);
  const bool isText = given.kind == Expected::text;
  const String message = isText                 ? given.text
                         : givenMessage.error() ? textOf(givenMessage.error())
                                                : givenMessage.text();
  bool isUnwanted = true;
  switch (given.kind) {
    case Expected::none:
    case Expected::text: break;
    case Expected::error:
    case Expected::properties:
      throw nodecpp::detail::invalidArgType("expected", "of type function or an instance of RegExp",
                                            "an instance of " + (given.error ? given.error->name : String("Object")));
    case Expected::pattern: isUnwanted = given.pattern.test(textOf(actual)); break;
    case Expected::type: isUnwanted = given.isType(thrown.exception); break;
    case Expected::function: {
      const Value result = given.function(nodecpp::detail::errorFrom(thrown.exception));
      isUnwanted = result.kind() == Kind::boolean && result.number() != 0;
      break;
    }
  }
  if (!isUnwanted) std::rethrow_exception(thrown.exception);
  detail::module.failed(actual, isText ? Value() : given.shown(), name,
                        str("Got unwanted ") + (isRejection(name) ? "rejection" : "exception") +
                            (message.empty() ? String(".") : ": " + message) + "\nActual message: \"" +
                            nodecpp::detail::toJsString(memberOf(actual, "message")) + "\"");
}

void Assert::ifError(const Value& given) const {
  const Value value = nodecpp::detail::described(given);
  if (value.kind() <= Kind::null) return;
  String message = "ifError got unwanted exception: ";
  const Value said = nodecpp::detail::isObjectValue(value) ? memberOf(value, "message") : Value();
  if (said.kind() != Kind::string)
    message += util::inspect(value);
  else if (!said.text().empty())
    message += said.text();
  else
    message += value.kind() == Kind::error ? value.node()->error->name : String("Object");
  AssertionError failure({.message = message,
                          .actual = value,
                          .expected = nullptr,
                          .operator_ = "ifError",
                          .diff = isFull_ ? "full" : "simple"});
  // The stack goes on with the calls of the error, without those that both have.
  if (value.kind() == Kind::error) {
    const String original = value.node()->error->stack.toString();
    const std::ptrdiff_t start = original.indexOf("\n    at");
    if (start >= 0) {
      const String calls = original.slice(start + 1);
      String own = failure->stack.toString();
      for (const String& call : calls.split("\n")) {
        const std::ptrdiff_t at = ("\n" + own + "\n").indexOf("\n" + call + "\n");
        if (at < 0) continue;
        own = own.slice(0, at > 0 ? at - 1 : 0);
        break;
      }
      failure->stack = own + "\n" + calls;
    }
  }
  throw failure;
}

}  // namespace nodecpp::assert
