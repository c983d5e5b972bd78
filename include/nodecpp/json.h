// JSON: Node's JSON.parse and JSON.stringify, results and errors to the letter of V8's.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/JSON
#pragma once

#include <nodecpp/function.h>
#include <nodecpp/json/binding.h>
#include <nodecpp/var.h>

namespace nodecpp {

namespace JSON {

// What a reviver is told of a value beside itself: of a primitive, the text that it was read from; else undefined.
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

// The value that `text` stands for. A SyntaxError in V8's words when it is no JSON.
inline var parse(StringArg text) { return detail::parseJson(text); }
template <detail::IsVar T>
var parse(const T& text) {
  return detail::parseJson(text.isString() ? text.text() : text.toString());
}
template <std::same_as<Buffer> T>
var parse(const T& text) {
  return detail::parseJson(text.toString());
}
// `reviver(key, value)` or `reviver(key, value, context)` is called for each value, innermost first, and says what it
// becomes; undefined takes it away.
template <class F>
var parse(StringArg text, F reviver) {
  return detail::parseJson(
      text, [=](const String& key, const var& value, [[maybe_unused]] const Context& context) mutable -> var {
        if constexpr (std::is_invocable_v<F&, const String&, const var&, const Context&>)
          return var(reviver(key, value, context));
        else
          return var(reviver(key, value));
      });
}

// stringify's second argument: nullptr, a function (key, value) that says what is written instead, or a list of the
// keys to write.
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
  var keys;  // an array, or undefined
};

// stringify's third: as many spaces, at most 10, or the first 10 characters of a text.
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

// The text of `value`; "undefined" where JavaScript gives undefined. A TypeError for what contains itself, a RangeError
// for what is nested too deep.
String stringify(const var& value);
String stringify(const var& value, const Replacer& replacer, const Indent& indent = 0);

// A Map or Set has no properties: "{}".
template <class T>
  requires requires { typename T::NodecppCollection; }
String stringify(const T& collection) {
  return collection ? "{}" : "undefined";
}

}  // namespace JSON
}  // namespace nodecpp
