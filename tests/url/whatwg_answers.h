// Answers the questions of whatwg_generate.js in the same way as whatwg_answers.js.
#pragma once

#include <nodecpp/url.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace nodecpp::whatwg_answers {

using Texts = std::vector<String>;

inline void addAll(Texts& out, const URL& u) {
  out.insert(out.end(), {u->href(), u->origin(), u->protocol(), u->username(), u->password(), u->host(), u->hostname(),
                         u->port(), u->pathname(), u->search(), u->hash()});
}

inline void change(Texts& out, const URLSearchParams& params, const String& op, const String& name,
                   const String& value) {
  const Texts done{"undefined"};
  auto answer = [&]() -> Texts {
    if (op == "append") return params->append(name, value), done;
    if (op == "set") return params->set(name, value), done;
    if (op == "delete") return params->delete_(name), done;
    if (op == "delete2") return params->delete_(name, value), done;
    if (op == "get") return {params->get(name).toString()};
    if (op == "getAll") return params->getAll(name).to<Texts>();
    if (op == "has") return {str(params->has(name))};
    if (op == "has2") return {str(params->has(name, value))};
    if (op == "sort") return params->sort(), done;
    return {str(params->size())};
  };
  for (const String& text : answer()) out.push_back(text);
}

inline void assign(const URL& u, const String& member, const String& value) {
  using Setter = void (url::URLObject::*)(const url::Text&);
  using O = url::URLObject;
  static const std::map<String, Setter> setters{{"href", &O::setHref},         {"protocol", &O::setProtocol},
                                                {"username", &O::setUsername}, {"password", &O::setPassword},
                                                {"host", &O::setHost},         {"hostname", &O::setHostname},
                                                {"port", &O::setPort},         {"pathname", &O::setPathname},
                                                {"search", &O::setSearch},     {"hash", &O::setHash}};
  ((*u).*setters.at(member))(value);
}

inline Texts set(const Texts& f) {
  auto u = make<URL>(f[1]);
  Texts out;
  for (std::size_t i = 2; i < f.size();) {
    if (f[i].startsWith(".")) {
      change(out, u->searchParams(), f[i].slice(1), f[i + 1], f[i + 2]);
      i += 3;
    } else {
      try {
        assign(u, f[i], f[i + 1]);
      } catch (const Error& error) {
        out.push_back(error->code);
      }
      i += 2;
    }
    addAll(out, u);
    out.push_back(u->searchParams()->toString());
  }
  return out;
}

inline Texts params(const Texts& f) {
  auto params = make<URLSearchParams>(f[1]);
  Texts out;
  for (std::size_t i = 2; i + 2 < f.size(); i += 3) {
    change(out, params, f[i], f[i + 1], f[i + 2]);
    out.push_back(params->toString());
  }
  for (auto& [name, value] : params) out.insert(out.end(), {name, value});
  out.push_back(params->toString());
  return out;
}

inline Texts parse(const Texts& f) {
  const bool based = f.size() > 2;
  const bool valid = based ? URL::canParse(f[1], f[2]) : URL::canParse(f[1]);
  const bool found = bool(based ? URL::parse(f[1], f[2]) : URL::parse(f[1]));
  Texts out;
  try {
    auto u = based ? make<URL>(f[1], f[2]) : make<URL>(f[1]);
    if (!valid || !found) return {"canParse or parse says no"};
    addAll(out, u);
    out.push_back(u->searchParams()->toString());
    if (make<URL>(u->href())->href() != u->href()) return {"its href is another URL"};
  } catch (const Error&) {
    if (valid || found) return {"canParse or parse says yes"};
    throw;
  }
  return out;
}

// `fields` begins with the name of the question.
inline Texts answer(const Texts& f) {
  const String& what = f[0];
  if (what == "wParse") return parse(f);
  if (what == "wSet") return set(f);
  if (what == "wParams") return params(f);
  if (what == "wOptions") {
    auto o = url::urlToHttpOptions(make<URL>(f[1]));
    return {o.protocol, o.hostname, o.hash, o.search, o.pathname, o.path, o.href, o.port.toString(), o.auth.toString()};
  }
  if (what == "wFormat") {
    const int flags = int(toNumber(f[2]));
    return {url::format(make<URL>(f[1]), {.auth = (flags & 1) != 0,
                                          .fragment = (flags & 2) != 0,
                                          .search = (flags & 4) != 0,
                                          .unicode = (flags & 8) != 0})};
  }
  if (what == "wWinPath")
    return {url::fileURLToPath(f[1], {.windows = true}),
            url::fileURLToPathBuffer(f[1], {.windows = true}).toString("hex")};
  if (what == "wWinUrl") return {url::pathToFileURL(f[1], {.windows = true})->href()};
  return {"unknown question " + what};
}

}  // namespace nodecpp::whatwg_answers
