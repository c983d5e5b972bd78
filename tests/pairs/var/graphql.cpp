#include <nodecpp/console.h>
#include <nodecpp/fields.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
using namespace nodecpp;
// A small GraphQL: tokenizer, recursive descent parser, executor over resolvers.
class GraphQLError : public Error {
 public:
  std::optional<num> position;
  String path;
  GraphQLError(String message, std::optional<num> position = {}, String path = undefined) : Error(message), position(position), path(path) {
    (*this)->name = "GraphQLError";
  }
};
NODECPP_FIELDS(GraphQLError, position, path)
Array<var> tokenize(String source) {
  Array<var> tokens;
  auto pattern = re(R"x((?<space>[\s,]+|#[^\n]*)|(?<name>[_A-Za-z]\w*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<punct>\.\.\.|[{}()[\]:!$=@]))x", "y");
  num position = 0;
  while (position < source.length()) {
    pattern.setLastIndex(position);
    auto match = pattern.exec(source);
    if (!match) throw GraphQLError(format("Unexpected character {}", JSON::stringify(source[position])), position);
    auto space = match.groups["space"], name = match.groups["name"], number = match.groups["number"], string = match.groups["string"], punct = match.groups["punct"];
    if (name != undefined) tokens.push(var::object({{"kind", "name"}, {"value", name}, {"position", position}}));
    else if (number != undefined) tokens.push(var::object({{"kind", "number"}, {"value", Number(number)}, {"position", position}}));
    else if (string != undefined) tokens.push(var::object({{"kind", "string"}, {"value", JSON::parse(string)}, {"position", position}}));
    else if (punct != undefined) tokens.push(var::object({{"kind", "punct"}, {"value", punct}, {"position", position}}));
    else if (space == undefined) throw Error("unreachable");
    position = pattern.lastIndex();
  }
  tokens.push(var::object({{"kind", "end"}, {"value", nullptr}, {"position", position}}));
  return tokens;
}
var parse(String source) {
  auto tokens = tokenize(source);
  let<int> at = 0;
  auto peek = [=](String value) { return tokens[at]["kind"] == "punct" && tokens[at]["value"] == value; };
  auto fail = [=](String what) -> var { throw GraphQLError(format("Expected {}, found {}", what, tokens[at]["value"].orElse("end of query")), num(tokens[at]["position"])); };
  auto take = [=](String value) -> var { return peek(value) ? tokens[at++] : undefined; };
  auto expect = [=](String value) { return bool(take(value)) || bool(fail(format("\"{}\"", value))); };
  auto name = [=]() -> var { return tokens[at]["kind"] == "name" ? tokens[at++]["value"] : fail("a name"); };
  let<Function<var()>> value;
  value = [=]() -> var {
    auto token = tokens[at];
    if (token["kind"] == "number" || token["kind"] == "string") { at++; return var::object({{"literal", token["value"]}}); }
    if (take("$")) return var::object({{"variable", name()}});
    if (take("[")) {
      auto list = var::array();
      while (!take("]")) list.push(value());
      return var::object({{"list", list}});
    }
    if (take("{")) {
      auto object = var::object();
      while (!take("}")) { auto key = name(); expect(":"); object[key] = value(); }
      return var::object({{"object", object}});
    }
    auto word = name();
    if (word == "true") return var::object({{"literal", true}});
    else if (word == "false") return var::object({{"literal", false}});
    else if (word == "null") return var::object({{"literal", nullptr}});
    else return var::object({{"literal", word}});
  };
  let<Function<var()>> selections;
  selections = [=]() -> var {
    auto out = var::array();
    expect("{");
    while (!take("}")) {
      if (take("...")) { out.push(var::object({{"kind", "spread"}, {"name", name()}})); continue; }
      var field = name(), alias = field;
      if (take(":")) field = name();
      auto args = var::object();
      if (take("(")) while (!take(")")) { auto key = name(); expect(":"); args[key] = value(); }
      auto node = var::object({{"kind", "field"}, {"field", field}, {"alias", alias}, {"args", args}});
      while (take("@")) { auto directive = name(); expect("("); auto key = name(); expect(":"); node[directive] = value(); expect(")"); (void)key; }
      if (peek("{")) node["selections"] = selections();
      out.push(node);
    }
    return out;
  };
  auto document = var::object({{"operation", nullptr}, {"fragments", var::object()}});
  while (tokens[at]["kind"] != "end") {
    if (peek("{")) { document["operation"] = var::object({{"type", "query"}, {"variables", var::array()}, {"selections", selections()}}); continue; }
    auto word = name();
    if (word == "fragment") {
      auto key = name();
      if (name() != "on") fail("\"on\"");
      document["fragments"][key] = var::object({{"on", name()}, {"selections", selections()}});
    } else {
      auto operation = var::object({{"type", word}, {"name", tokens[at]["kind"] == "name" ? name() : "anonymous"}, {"variables", var::array()}});
      if (take("(")) while (!take(")")) {
        expect("$");
        auto variable = var::object({{"name", name()}});
        expect(":");
        variable["type"] = name();
        if (take("!")) variable["required"] = true;
        if (take("=")) variable["default"] = value();
        operation["variables"].push(variable);
      }
      operation["selections"] = selections();
      document["operation"] = operation;
    }
  }
  return document;
}
Promise<var> execute(String source, var root, var given = var::object()) {
  Array<var> errors;
  auto document = parse(source);
  auto variables = var::object();
  let<Function<var(var)>> evaluate;
  evaluate = [=](var node) -> var {
    if (node.has("literal")) return node["literal"];
    if (node.has("variable")) return variables[node["variable"]];
    if (node["list"]) return node["list"].map(evaluate);
    return Object::fromEntries(Object::entries(node["object"]).map([=](auto entry) { auto [key, each] = entry; return var::array({key, evaluate(each)}); }));
  };
  for (auto each : document["operation"]["variables"]) {
    auto name = each["name"], required = each["required"], other = each["default"];
    if (given.has(name)) variables[name] = given[name];
    else if (other) variables[name] = evaluate(other);
    else if (required) throw GraphQLError(format("Variable ${} is required", name));
  }
  let<Function<Promise<var>(var, var, Array<var>)>> run;
  let<Function<Promise<var>(var, var, Array<var>)>> complete;
  complete = [=](this auto self, var result, var node, Array<var> path) -> Promise<var> {
    if (result == nullptr) co_return nullptr;
    if (Array<>::isArray(result)) co_return co_await Promise<>::all(Array<var>::from(result).map([=](var each, int i) { return complete(each, node, Array<var>::of(spread(path), i)); }));
    if (!node["selections"]) co_return result;
    co_return run(result, node["selections"], path);
  };
  run = [=](this auto self, var object, var nodes, Array<var> path) -> Promise<var> {
    auto out = var::object();
    for (auto node : nodes) {
      if (node["kind"] == "spread") {
        auto fragment = document["fragments"][node["name"]];
        if (!fragment) throw GraphQLError(format("Unknown fragment {}", node["name"]));
        Object::assign(out, co_await run(object, fragment["selections"], path));
        continue;
      }
      if ((node["skip"] && evaluate(node["skip"])) || (node["include"] && !evaluate(node["include"]))) continue;
      auto here = Array<var>::of(spread(path), node["alias"]);
      try {
        auto args = var::object();
        for (auto key : Object::keys(node["args"])) args[key] = evaluate(node["args"][key]);
        auto resolver = object[node["field"]];
        auto result = resolver.typeOf() == "function" ? resolver.call(object, args) : var(resolver);
        if (result == undefined) throw GraphQLError(format("Cannot query field {}", node["field"]), {}, here.join("."));
        out[node["alias"]] = co_await complete(result, node, here);
      } catch (const Error& error) {
        errors.push(var::object({{"message", error->message}, {"path", here.join(".")}}));
        out[node["alias"]] = nullptr;
      }
    }
    co_return out;
  };
  auto data = co_await run(root, document["operation"]["selections"], {});
  co_return errors.length() ? var::object({{"data", data}, {"errors", errors}}) : var::object({{"data", data}});
}
var users() { return var::array({var::object({{"id", 1}, {"name", "Ann"}, {"age", 34.5}, {"friends", var::array({2, 3})}}), var::object({{"id", 2}, {"name", "Bob"}, {"age", 29}, {"friends", var::array({1})}}), var::object({{"id", 3}, {"name", "Zoë"}, {"age", nullptr}, {"friends", var::array()}})}); }
var userType(var user, var users) {
  return Object::assign(var::object(), user, var::object({
    {"friends", [=](var options) { return user["friends"].slice(0, options["first"].orElse(10)).map([=](var id) { return userType(users[id - 1], users); }); }},
    {"secret", [](This self) { throw Error(self["name"] + " keeps it"); }},
  }));
}
Promise<> main_() {
  auto users = ::users();
  auto root = var::object({
    {"user", [=](var options) { auto id = options["id"]; return users[id - 1] ? userType(users[id - 1], users) : nullptr; }},
    {"users", [=](var options) {
      auto where = options["where"].orElse(var::object()); auto orderBy = options["orderBy"].orElse("id");
      return users.filter([=](var u) { return !where["ids"] || where["ids"].includes(u["id"]); }).sort([=](var a, var b) { return a[orderBy] < b[orderBy] ? -1 : 1; }).map([=](var u) { return userType(u, users); });
    }},
    {"version", "1.0"},
  });
  for (auto each : Array<Array<var>>{
    {"{ version user(id: 1) { name age friends(first: 1) { id name } } }"},
    {"query Q($id: Int!, $full: Boolean = false) { u: user(id: $id) { ...f age @include(if: $full) } } fragment f on User { id name friends { name } }", var::object({{"id", 2}})},
    {"query Q($id: Int!, $full: Boolean = false) { u: user(id: $id) { ...f age @include(if: $full) } } fragment f on User { id name }", var::object({{"id", 3}, {"full", true}})},
    {"query ($id: Int!) { user(id: $id) { name } }"},
    {"{ users(where: {ids: [3, 1]}, orderBy: name) { id secret nothing } } # comment"},
    {"{ user(id: 1) { name }"}, {"{ user(id: ~1) }"}, {"{ user(id: 9) { name } }"}, {"{ a: version, b: version }"},
    {"{ user(id: 1) { ...missing } }"},
  }) {
    auto [query, variables] = each.first<2>();
    try {
      console::log(JSON::stringify(co_await execute(query, root, variables.orElse(var::object()))));
    } catch (const Error& error) {
      console::log(format("{}: {}", error->name, error->message), error->get("position"), instanceof<GraphQLError>(error));
    }
  }
  console::log(parse("{ a(x: [1, {y: \"z\\n\"}], b: $v) }"));
  console::dir(parse("query A { a(x: 1.5e3) }"), {.depth = Infinity});
}
int main(int argc, char** argv) { return run(argc, argv, [] { main_().then([] {}); }); }
