// Runs the cases on the port of mustache in the same way as cases.js runs them on the original.
#pragma once

#include "mustache.h"

#include <nodecpp/console.h>

namespace mustache {

// Converts {"$function": kind} to a function.
inline var revive(var value) {
  if (value.isArray()) return value.map([](var each) { return revive(each); });
  if (!value.isObject()) return value;
  if (value.hasOwn("$function")) {
    auto kind = value["$function"];
    if (kind == "upper") return var([] { return var([](String text, var render) { return String(render(text)).toUpperCase(); }); });
    if (kind == "wrap") return var([] { return var([](String text, var render) { return "<b>" + String(render("{{" + text + "}}")) + "</b>"; }); });
    if (kind == "raw") return var([] { return var([](String text) { return text; }); });
    if (kind == "nothing") return var([] { return var([] {}); });
    if (kind == "this") return var([](This self) { return self["name"]; });
    if (kind == "list") return var([] { return var::array({1, 2, 3}); });
    if (kind == "partials") return var([](String name) -> var { return name == "none" ? var(undefined) : var("<" + name + ": {{name}}>\n  {{#on}}x{{/on}}"); });
    if (kind == "escape") return var([](var value) { return "[" + String(value) + "]"; });
    return var([] { return 7.5; });
  }
  var out = var::object();
  for (auto key : Object::keys(value)) out[key] = revive(value[key]);
  return out;
}

inline var answer(var one) {
  try {
    if (one["parse"]) return parse(String(one["template"]), one["tags"]);
    if (one["clear"]) clearCache();
    return render(one["template"], revive(one["view"]), revive(one["partials"]), revive(one["config"]));
  } catch (const Error& error) {
    return var::array({error->name, error->message});
  }
}

}  // namespace mustache
