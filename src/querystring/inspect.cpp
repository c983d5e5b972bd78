#include "querystring/inspect.h"

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace nodecpp::querystring::detail {

namespace {

constexpr std::size_t breakLength = 80;

// Columns, as Node counts them when it breaks lines: UTF-16 units.
std::size_t columns(const String& s) {
  std::size_t n = 0;
  for (const char* at = s.begin(); at < s.end();) {
    auto one = utf8::decode(at, s.end());
    n += one.code < 0x10000 ? 1 : 2;
    at += one.size;
  }
  return n;
}

String quoted(StringArg text) {
  std::string_view s(text.data(), text.size());
  char quote = '\'';
  if (s.find('\'') != s.npos) {
    if (s.find('"') == s.npos)
      quote = '"';
    else if (s.find('`') == s.npos && s.find("${") == s.npos)
      quote = '`';
  }
  std::string out(1, quote);
  for (std::size_t i = 0; i < s.size(); ++i) {
    auto c = static_cast<unsigned char>(s[i]);
    static constexpr char named[] = "btnvfr";
    if (c == static_cast<unsigned char>(quote) || c == '\\') {
      out += '\\';
      out += char(c);
    } else if (c >= 8 && c <= 13 && c != 11) {
      out += '\\';
      out += named[c - 8];
    } else if (c < 0x20 || c == 0x7f) {
      out += "\\x";
      out += "0123456789ABCDEF"[c >> 4];
      out += "0123456789ABCDEF"[c & 15];
    } else if (c == 0xc2 && i + 1 < s.size() && static_cast<unsigned char>(s[i + 1]) < 0xa0) {
      auto control = static_cast<unsigned char>(s[++i]);
      out += "\\x";
      out += "0123456789ABCDEF"[control >> 4];
      out += "0123456789ABCDEF"[control & 15];
    } else {
      out += char(c);
    }
  }
  return String(out + quote);
}

String printedKey(const String& key) {
  if (key == "__proto__") return "['__proto__']";
  bool plain = !key.empty() && !(key.data()[0] >= '0' && key.data()[0] <= '9');
  for (char c : key)
    plain = plain && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
  return plain ? key : quoted(key);
}

}  // namespace

String layOut(StringArg open, StringArg close, const std::vector<String>& members, std::size_t indent, bool breakable) {
  if (members.empty()) return open.toString() + close;
  std::size_t total = members.size() * 2 + indent + open.size() + 10;
  bool oneLine = breakable;
  for (const String& member : members) {
    total += columns(member);
    oneLine = oneLine && !member.includes("\n");
  }
  String out = open.toString();
  if (oneLine && total <= breakLength) {
    for (std::size_t i = 0; i < members.size(); ++i) out = out + (i ? ", " : " ") + members[i];
    return out + " " + close;
  }
  String line = "\n" + str("").padEnd(indent);
  for (std::size_t i = 0; i < members.size(); ++i) out = out + (i ? "," : "") + line + "  " + members[i];
  return out + line + close;
}

String inspect(const Lookup& value, std::size_t indent) {
  if (value.isString()) return quoted(value.toString());
  if (!value.isArray()) return value.toString();
  std::vector<String> members;
  for (const String& one : value.values()) members.push_back(quoted(one));
  return layOut("[", "]", members, indent, true);
}

String inspect(const ParsedUrlQuery& query, std::size_t indent) {
  std::vector<String> members;
  bool breakable = true;
  for (const auto& [key, value] : query) members.push_back(printedKey(key) + ": " + inspect(value, indent + 2));
  return layOut("[Object: null prototype] {", "}", members, indent, breakable);
}

}  // namespace nodecpp::querystring::detail
