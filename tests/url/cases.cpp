// Answers the questions of run.js, one on each line of standard input and of standard output. A string is written as
// the hexadecimal digits of its UTF-8 bytes, with a letter in front that gives its type.
#include <nodecpp/url.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "whatwg_answers.h"

using namespace nodecpp;

namespace {

std::string hex(StringArg s) {
  std::string out;
  for (std::size_t i = 0; i < s.size(); ++i) {
    out += "0123456789abcdef"[static_cast<unsigned char>(s.data()[i]) >> 4];
    out += "0123456789abcdef"[s.data()[i] & 15];
  }
  return out;
}
String unhex(const std::string& s) {
  std::string out;
  for (std::size_t i = 0; i + 1 < s.size(); i += 2) out += char(std::stoi(s.substr(i, 2), nullptr, 16));
  return out;
}

std::string show(const Lookup& value) {
  switch (value.kind()) {
    case Lookup::Kind::undefined: return "u";
    case Lookup::Kind::null: return "n";
    case Lookup::Kind::list: {
      std::string out = "l";
      for (const String& one : value.values()) out += hex(one) + ",";
      return out;
    }
    default: return "s" + hex(value.toString());
  }
}
std::string show(const querystring::ParsedUrlQuery& query) {
  std::string out = "o";
  for (const auto& [key, value] : query) {
    if (show(query[key]) != show(value)) return "look-up of a key failed";
    out += hex(key) + ":" + show(value) + ";";
  }
  return out;
}
std::string show(const url::Url& u) {
  std::string out;
  auto put = [&](const Lookup& member) { out += show(member) + " "; };
  put(u.protocol);
  out += u.slashes == nullptr ? "n " : u.slashes ? "t " : "f ";
  for (const Lookup* member : {&u.auth, &u.host, &u.port, &u.hostname, &u.hash, &u.search}) put(*member);
  out += u.query.isObject() ? show(u.query.parsed()) + " " : show(u.query.text()) + " ";
  for (const Lookup* member : {&u.pathname, &u.path, &u.href}) put(*member);
  return out;
}
std::string show(const Buffer& bytes) { return "s" + hex(std::string(bytes.bytes(), bytes.size())); }

// The fields are: u (undefined), n (null), s… (a string), d<number>, t (true), f (false), l<typed>,<typed>,… (a list)
Lookup member(const std::string& field) {
  if (field[0] == 'u') return {};
  if (field[0] == 'n') return nullptr;
  if (field[0] == 'd') return std::stod(field.substr(1));
  return unhex(field.substr(1));
}
querystring::QueryValue value(const std::string& field) {
  if (field[0] == 't' || field[0] == 'f') return field[0] == 't';
  if (field[0] != 'l') return member(field);
  Array<String> list;
  std::stringstream parts(field.substr(1));
  for (std::string part; std::getline(parts, part, ',');) list.push(unhex(part.substr(1)));
  return Lookup(list);
}

using Fields = std::vector<std::string>;

std::string parseQuery(const Fields& f) {
  querystring::ParseOptions options;
  if (f[4] != "-") options.maxKeys = std::stod(f[4]);
  if (f[5] == "upper") options.decodeURIComponent = [](String s) { return s.toUpperCase(); };
  if (f[5] == "throw")
    options.decodeURIComponent = [](String s) {
      if (s.includes("a")) throw Error("a");
      return s;
    };
  return show(querystring::parse(unhex(f[1]), unhex(f[2]), unhex(f[3]), options));
}

std::string stringify(const Fields& f) {
  querystring::ParsedUrlQuery query;
  for (std::size_t i = 4; i + 1 < f.size(); i += 2) query.set(unhex(f[i]), value(f[i + 1]));
  querystring::StringifyOptions options;
  if (f[3] == "upper") options.encodeURIComponent = [](String s) { return s.toUpperCase() + "!"; };
  return "s" + hex(querystring::stringify(query, unhex(f[1]), unhex(f[2]), options));
}

std::string formatObject(const Fields& f) {
  url::UrlObject u;
  u.protocol = member(f[1]);
  if (f[2] == "t") u.slashes = true;
  u.auth = member(f[3]);
  u.host = member(f[4]);
  u.hostname = member(f[5]);
  u.port = member(f[6]);
  u.pathname = member(f[7]);
  u.search = member(f[8]);
  if (f[9][0] == 'o')
    u.query = querystring::parse(unhex(f[9].substr(1)));
  else
    u.query = member(f[9]);
  u.hash = member(f[10]);
  return "s" + hex(url::format(u));
}

std::string answer(const Fields& f) {
  const std::string& what = f[0];
  auto text = [&](std::size_t i) { return unhex(f[i]); };
  auto string = [](const String& s) { return "s" + hex(s); };
  if (what == "parse") return show(url::parse(text(1), f[2] == "1", f[3] == "1"));
  if (what == "format") return string(url::format(text(1)));
  if (what == "formatObject") return formatObject(f);
  if (what == "resolve") return string(url::resolve(text(1), text(2)));
  if (what == "resolveObject") return show(url::resolveObject(text(1), text(2)));
  if (what == "qsParse") return parseQuery(f);
  if (what == "qsStringify") return stringify(f);
  if (what == "escape") return string(querystring::escape(text(1)));
  if (what == "unescape") return string(querystring::unescape(text(1)));
  if (what == "unescapeBuffer") return show(querystring::unescapeBuffer(text(1), f[2] == "1"));
  if (what == "domainToASCII") return string(url::domainToASCII(text(1)));
  if (what == "domainToUnicode") return string(url::domainToUnicode(text(1)));
  if (what == "fileURLToPath") return string(url::fileURLToPath(text(1)));
  if (what == "fileURLToPathBuffer") return show(url::fileURLToPathBuffer(text(1)));
  if (what == "pathToFileURL") return string(url::pathToFileURL(text(1))->href());
  if (what[0] == 'w') {
    std::vector<String> fields{what};
    for (std::size_t i = 1; i < f.size(); ++i)
      if (!f[i].empty()) fields.push_back(text(i).slice(1));
    std::string out = "l";
    for (const String& one : whatwg_answers::answer(fields)) out += hex(one) + ",";
    return out;
  }
  return "unknown question " + what;
}

// Reads a host from each line, and writes the results of URL and of domainToUnicode, separated by a tab.
void answerHosts() {
  for (std::string host; std::getline(std::cin, host);) {
    const URL u = URL::parse("http://" + host + "/");
    const String href = u ? u->href() : String(), unicode = url::domainToUnicode(host);
    std::cout << std::string_view(href.data(), href.size()) << '\t' << std::string_view(unicode.data(), unicode.size())
              << '\n';
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  if (argc > 1 && std::string_view(argv[1]) == "--hosts") {
    answerHosts();
    return 0;
  }
  for (std::string line; std::getline(std::cin, line);) {
    Fields fields;
    std::stringstream parts(line);
    for (std::string part; std::getline(parts, part, '\t');) fields.push_back(part);
    fields.resize(std::max<std::size_t>(fields.size(), 4));
    try {
      std::cout << answer(fields) << '\n';
    } catch (const Error& error) {
      std::cout << "! " << hex(error->name) << ' ' << hex(error->code) << ' ' << hex(error->message) << '\n';
    }
  }
}
