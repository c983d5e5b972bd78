// Answers the questions of run.js: one JSON value on each line of standard input, and one on each line of standard
// output.
#include <nodecpp/json.h>
#include <nodecpp/regexp.h>

#include <iostream>
#include <string>
#include <string_view>

using namespace nodecpp;

namespace {

var textOrNull(const String& text) { return text == undefined ? var(nullptr) : var(text); }

var shown(const RegExpMatch& match) {
  if (!match) return nullptr;
  var out = var::array();
  out.push(double(match.index));
  for (const auto& each : match) out.push(textOrNull(each));
  if (match.groups) {
    var groups = var::object();
    for (const auto& name : match.groups.keys()) groups.set(name, textOrNull(match.groups[name]));
    out.push(groups);
  }
  if (match.indices) {
    var places = var::array();
    for (const auto& each : match.indices) {
      if (each.isUndefined()) {
        places.push(var(nullptr));
        continue;
      }
      places.push(var(double(std::ptrdiff_t(each[0]))));
      places.push(var(double(std::ptrdiff_t(each[1]))));
    }
    out.push(places);
  }
  return out;
}

var asked(const String& pattern, const String& flags, const String& text, int at) {
  var out = var::array();
  RegExp r(pattern, flags);
  r.setLastIndex(at);
  for (int i = 0; i < 4; i++) {
    const RegExpMatch match = r.exec(text);
    out.push(shown(match));
    out.push(double(r.lastIndex()));
    if (!match) break;
    if (match[0] == "") r.setLastIndex(double(r.lastIndex() + 1));
  }
  r.setLastIndex(0);
  out.push(text.replace(r, "[$&|$1|$<a>|$`]"));
  out.push(text.replace(r, [](String match, String first, auto second) { return "<" + match + first + second + ">"; }));
  out.push(double(text.search(r)));
  var parts = var::array();
  for (const auto& each : text.split(r, 20)) parts.push(textOrNull(each));
  out.push(parts);
  var all = var::array();
  if (const RegExpMatch match = text.match(r))
    for (std::ptrdiff_t i = 0; i < match.length() && i < 20; i++) all.push(textOrNull(match[i]));
  out.push(all);
  return out;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    const var question = JSON::parse(line);
    var out = var::array();
    try {
      const var texts = question.get("t");
      for (int i = 0; i < int(texts.length()); i++)
        out.push(asked(question.get("p").text(), question.get("f").text(), texts.get(i).text(), int(question.get("i").toNumber())));
    } catch (const Error& error) {
      out.push(error.toString());
    }
    const String answer = JSON::stringify(out);
    std::cout << std::string_view(answer.data(), answer.size()) << "\n";
  }
}
