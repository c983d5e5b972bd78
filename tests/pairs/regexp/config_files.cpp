#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/fields.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;
// Readers of INI, a subset of TOML and a subset of YAML, and a writer.
struct Where { num line; num column = 1; String source = ""; };
class ParseError : public SyntaxError {
 public:
  num line, column; String source;
  ParseError(String message, Where where) : SyntaxError(format("{} ({}:{})", message, where.line, where.column)), line(where.line), column(where.column), source(where.source) {
    (*this)->name = "ParseError";
  }
  String excerpt() const { return format("{}\n{}^", source, str(" ").repeat(column - 1)); }
};
NODECPP_FIELDS(ParseError, line, column, source)
struct IniOptions { bool arrays = true; Map<String, String> env{}; };
var ini(String text, IniOptions options = {}) {
  auto [arrays, env] = options;
  auto root = var::object();
  auto section = root;
  for (auto [index, line] : text.split(re("\\r?\\n")).entries()) {
    line = line.replace(re("(^|\\s)[;#].*$"), "").trim();
    if (line == "") continue;
    auto header = re(R"(^\[([^\]]*)\]$)").exec(line);
    if (header) {
      section = header[1].split(".").reduce([](var at, String name) { name = name.trim(); if (at[name] == nullptr) at[name] = var::object(); return var(at[name]); }, root);
      continue;
    }
    auto m = line.match(re(R"(^([^=\[]+?)\s*(\[\])?\s*(=\s*(.*))?$)")); String key = m[1], list = m[2], value = m[4].orElse("true");
    if (key == undefined) throw ParseError("cannot read", {.line = index + 1, .source = line});
    auto given = value.replace(re(R"(\$\{(\w+)(?::-([^}]*))?\})", "g"), [=](auto _, auto name, auto other) { return env.get(name).orElse(other).orElse(""); }).replace(re(R"(^(["'])(.*)\1$)"), "$2");
    if (list && arrays) { if (section[key] == nullptr) section[key] = var::array(); section[key].push(given); }
    else section[key] = given;
  }
  return root;
}
class TomlObject : public Object {
 public:
  String text;
  var root = var::object();
  var table = root; num position = 0, line = 1;
  explicit TomlObject(String text) : text(text) {}
  NODECPP_TRACE(root, table)
  [[noreturn]] void fail(String message) {
    auto start = text.lastIndexOf("\n", position - 1) + 1;
    throw ParseError(message, {.line = line, .column = position - start + 1, .source = text.slice(start).split("\n", 1)[0]});
  }
  String peek() { return text[position]; }
  RegExpMatch match(RegExp re) { auto m = RegExp(re.source(), "y" + re.flags()); m.setLastIndex(position); auto found = m.exec(text); if (found) position += found[0].length(); return found; }
  void space() { match(re("[ \\t]*")); }
  void blank() { for (auto c : match(re("(?:\\s|#[^\\n]*)*"))[0]) if (c == "\n") line++; }
  Array<String> key() {
    Array<String> parts;
    do {
      space();
      auto m = match(re("[\\w-]+")); if (!m) m = match(re(R"x("((?:[^"\\]|\\.)*)")x")); if (!m) m = match(re("'([^']*)'")); if (!m) fail("a key is missing");
      parts.push(m[1].orElse(m[0]));
      space();
    } while (match(re("\\.")));
    return parts;
  }
  var reach(var at, Array<String> path) { return path.reduce([self = self()](var o, String name) { if (o[name] == nullptr) o[name] = var::object(); var next = o[name]; if (next.typeOf() != "object") self->fail(format("{} is no table", name)); return Array<>::isArray(next) ? next.at(-1) : next; }, at); }
  var value() {
    RegExpMatch m;
    auto c = peek();
    if (c == "\"") {
      if ((m = match(re(R"x("""\n?(.*?)""")x", "s")))) { line += m[0].split("\n").length() - 1; return m[1]; }
      m = match(re(R"x("(?:[^"\\\n]|\\.)*")x")); if (!m) fail("a text is not closed");
      return JSON::parse(m[0]);
    } else if (c == "'") { m = match(re("'([^'\\n]*)'")); if (!m) fail("a text is not closed"); return m[1]; }
    else if (c == "[") {
      auto list = var::array();
      position++;
      for (blank(); !match(re("\\]")); blank()) { list.push(value()); blank(); if (!match(re(",")) && peek() != "]") fail("a comma is missing"); }
      return list;
    } else if (c == "{") {
      auto object = var::object();
      position++;
      space();
      while (!match(re("\\}"))) { pair(object); space(); if (!match(re(",\\s*")) && peek() != "}") fail("a comma is missing"); }
      return object;
    }
    if ((m = match(re(R"(\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)")))) return Date(m[0].replace(" ", "T"));
    if ((m = match(re("0x[\\da-f_]+|0b[01_]+|0o[0-7_]+", "i")))) return Number(m[0].replaceAll("_", ""));
    if ((m = match(re("[+-]?(?:inf|nan)\\b")))) return m[0].endsWith("nan") ? NaN : m[0][0] == "-" ? -Infinity : Infinity;
    if ((m = match(re("[+-]?\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:e[+-]?\\d+)?", "i")))) return +m[0].replace(re("_", "g"), "");
    if ((m = match(re("(true|false)\\b")))) return m[1] == "true";
    fail("a value is missing");
  }
  void pair(var into) {
    auto path = key(); auto name = path.pop();
    if (!match(re("=\\s*"))) fail("= is missing");
    auto target = reach(into, path);
    if (Object::hasOwn(target, name)) fail(format("{} is given twice", name));
    target[name] = value();
  }
  var parse() {
    for (blank(); position < text.length(); blank()) {
      if (match(re("\\[\\["))) {
        auto path = key(); auto name = path.pop();
        if (!match(re("\\]\\]"))) fail("]] is missing");
        auto parent = reach(root, path);
        if (parent[name] == nullptr) parent[name] = var::array();
        parent[name].push(table = var::object());
      } else if (match(re("\\["))) {
        table = reach(root, key());
        if (!match(re("\\]"))) fail("] is missing");
      } else pair(table);
      space();
      if (!match(re("#[^\\n]*")) && position < text.length() && peek() != "\n") fail("a line ends here");
    }
    return root;
  }
};
var toml(String text) { return make<Handle<TomlObject>>(text)->parse(); }
struct YamlLine { String source; num line, indent; String text; };
var yaml(String text) {
  auto lines = text.split("\n").map([](auto source, auto i) { return YamlLine{.source = source, .line = i + 1, .indent = source.search(re("\\S")), .text = source.replace(re("\\s+#.*$"), "").trim()}; }).filter([](auto line) { return line.text && line.text[0] != "#" && line.text != "---"; });
  let<int> at = 0;
  let<Function<var(String)>> scalar; scalar = [=](String s) -> var {
    if (re("^(~|null|)$").test(s)) return nullptr;
    if (s == "true" || s == "false") return s == "true";
    if (re(R"(^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$)").test(s)) return Number(s);
    if (re(R"(^\[.*\]$)").test(s)) return s.slice(1, -1).split(",").map([](auto x) { return x.trim(); }).filter([](auto x) { return bool(x); }).map(scalar);
    return re(R"(^(['"]).*\1$)").test(s) ? s.slice(1, -1) : s;
  };
  auto indentAt = [=](int i) { return i < lines.length() ? lines.at(i).indent : num(); };
  let<Function<var(num)>> block; block = [=](num indent) -> var {
    auto isList = lines[at].text.startsWith("- ") || lines[at].text == "-";
    auto out = isList ? var::array() : var::object();
    while (at < lines.length() && lines[at].indent == indent) {
      auto entry = lines.at(at);
      if (isList) {
        if (!re("^-( |$)").test(entry.text)) break;
        auto rest = entry.text.slice(1).trim();
        if (rest == "") { at++; out.push(indentAt(at) > indent ? block(indentAt(at)) : var(nullptr)); }
        else if (re("^[\\w-]+:( |$)").test(rest)) { auto changed = entry; changed.indent = indent + 2; changed.text = rest; lines[at] = changed; out.push(block(indent + 2)); }
        else { at++; out.push(scalar(rest)); }
        continue;
      }
      auto m = re(R"x(^("[^"]*"|[^:]+):(?:\s+(.*))?$)x").exec(entry.text);
      if (!m) throw ParseError("a colon is missing", {.line = entry.line, .column = entry.indent + 1, .source = entry.source});
      at++;
      String name = m[1], rest = m[2].orElse("");
      if (rest == "|" || rest == ">") {
        Array<String> body; auto first = at < lines.length() ? indentAt(at) : num(0);
        while (at < lines.length() && lines[at].indent > indent) body.push(lines[at++].source.slice(first));
        out[scalar(name)] = body.join(rest == "|" ? "\n" : " ");
      } else out[scalar(name)] = rest == "" && indentAt(at) > indent ? block(indentAt(at)) : scalar(rest);
    }
    if (at < lines.length() && lines[at].indent > indent) throw ParseError("unexpected indent", {.line = lines[at].line, .column = lines[at].indent + 1});
    return out;
  };
  return lines.length() ? block(lines[0].indent) : var(nullptr);
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(ini("; first\nname = \"a b\"\nflag\nhome=${HOME:-/root}/x${NONE}\n[paths.bin]\nall[]=/bin # c\nall[] = /usr/bin\n[ paths ]\nx = a=b\r\n", {.env = {{"HOME", "/h"}}}));
  console::dir(toml("title = \"T\\u00f6ml \\\"x\\\"\"\nhex = 0xFF_ff\nbig = 1_000.5e3\na.b.\"c d\" = [1, 2,\n # no\n 3,]\n[owner]\nborn = 1979-05-27T07:32:00Z\nday = 2024-02-29\nraw = 'C:\\x'\ntext = \"\"\"\nline 1\nline 2\"\"\"\npoint = {x = 1, y = -inf, deep.er = true}\n[[items]]\nid = 1\n[items.sub]\nok = false\n[[items]]\nid = +2 # end"), {.depth = 5});
  for (auto bad : {"a = 1\nb = \n", "a = \"x", "[a\n", "x = [1 2]", "a = 1 b", "a = 1\na = 2", "a = 1\na.b = 2"}) {
    try { toml(bad); } catch (const Error& error) { console::log(error->name, error->message, instanceof<ParseError>(error) ? error.as<ParseError>().excerpt() : "false"); }
  }
  console::log(JSON::stringify(yaml("---\nname: test # c\nlist:\n  - 1\n  - two: 2\n    three: [a, 3.5, ~]\n  -\n    - x\n  - \"q: r\"\nempty:\nnested:\n  deep:\n    on: true\ntext: |\n  a\n   b\nfold: >\n  c\n  d\n\"quoted key\": -1e3\n")));
  for (auto bad : {"a: 1\n   b: 2", "just text", ""}) {
    try { console::log(yaml(bad)); } catch (const ParseError& e) { console::log(e->name, e->message, e.line, e.column); }
  }
}); }
