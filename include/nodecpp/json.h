// JSON: JavaScript's JSON.parse and JSON.stringify. Results and error messages are exactly those of V8 in Node 24;
// docs/json.md lists the differences.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/JSON
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/json/binding.h>
#include <nodecpp/var.h>

namespace nodecpp {

namespace JSON {

// The third argument of a reviver. `source` is the text that a primitive value (number, string, boolean, null) was
// parsed from; it is undefined for objects and arrays, and for a value that an earlier call of the reviver has changed.
struct Context {
  var source;
};

}  // namespace JSON

namespace detail {

using Reviver = Function<var(const String& key, const var& value, const JSON::Context& context)>;
using ReplacerFunction = Function<var(const String& key, const var& value)>;

var parseJson(StringArg text);
var parseJson(StringArg text, const Reviver& reviver);

}  // namespace detail

namespace JSON {

// Parses `text` and returns the value. Throws a SyntaxError with V8's message when the text is not valid JSON. The
// returned value owns its data and does not refer to `text`.
inline var parse(nodecpp::detail::TextArg text) { return detail::parseJson(text); }
template <detail::IsVar T>
var parse(const T& text) {
  return detail::parseJson(text.isString() ? text.text() : text.toString());
}
template <std::same_as<Buffer> T>
var parse(const T& text) {
  return detail::parseJson(text.toString());
}
// Parses `text`, then calls `reviver(key, value)` or `reviver(key, value, context)` for each value, from the innermost
// values to the outermost. The value that the reviver returns replaces the parsed one; when the reviver returns
// undefined for an object's property, the property is removed. A text nested more than 4,000 levels deep is a
// RangeError.
template <class F>
var parse(nodecpp::detail::TextArg text, F reviver) {
  return detail::parseJson(
      text, [=](const String& key, const var& value, [[maybe_unused]] const Context& context) mutable -> var {
        if constexpr (std::is_invocable_v<F&, const String&, const var&, const Context&>)
          return var(reviver(key, value, context));
        else
          return var(reviver(key, value));
      });
}

// The second argument of stringify: nullptr for no replacer, or a function `(key, value)` that returns the value to
// write instead, or a list of the property names to write.
class Replacer {
 public:
  Replacer(std::nullptr_t = nullptr) {}
  template <class F>
    requires std::is_invocable_v<F&, const String&, const var&> && (!detail::IsVar<F>)
  Replacer(F f) : function([=](const String& key, const var& value) mutable -> var { return var(f(key, value)); }) {}
  Replacer(std::initializer_list<var> only) : keys(var::array(only)) {}
  template <class T>
    requires(detail::VarList<T> || detail::IsVar<T>)
  Replacer(const T& only) : keys(only) {
    if constexpr (detail::IsVar<T>) {
      if (!only.isFunction()) return;
      function = [f = keys](const String& key, const var& value) -> var { return f(key, value); };
      keys = undefined;
    }
  }

  detail::ReplacerFunction function;
  var keys;  // an array of property names, or undefined when the replacer is not a list
};

// The third argument of stringify: the indentation of each level. A number is a count of spaces (at most 10); of a
// string, the first 10 characters are used.
class Indent {
 public:
  template <class S>
    requires detail::StringLike<const S&>
  Indent(const S& text) : Indent(StringArg(text), 0) {}
  template <detail::VarNumber T>
  Indent(T spaces) : Indent(double(spaces), 0) {}
  String text;

 private:
  Indent(StringArg text, int);
  Indent(double spaces, int);
};

// Returns the JSON text of `value`, or undefined, as JavaScript does, when it is undefined or a function. Throws
// V8's TypeError for a value that contains itself and for a BigInt. A value may be nested to any depth.
String stringify(const var& value);
String stringify(const var& value, const Replacer& replacer, const Indent& indent = 0);

// A Map or Set has no properties of its own, so its JSON text is "{}", as in JavaScript.
template <class T>
  requires requires { typename T::NodecppCollection; }
String stringify(const T& collection) {
  return collection ? String("{}") : String(undefined);
}

}  // namespace JSON
}  // namespace nodecpp
