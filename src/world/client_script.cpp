#include "world/client_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::simulation {

namespace {

constexpr std::string_view defaultMix =
    "6 GET /\n"
    "6 GET /?value={random}\n"
    "2 GET /{random}/{number}?{random}={random}\n"
    "1 HEAD /\n"
    "3 POST / {random}={random}\n"
    "1 POST /?value={random} {bytes 5000}\n";

constexpr std::string_view methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

// Removes the first word from `text` and returns it.
std::string_view word(std::string_view& text) {
  std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
  std::string_view found = text.substr(begin, end - begin);
  text.remove_prefix(std::min(text.find_first_not_of(" \t", end), text.size()));
  return found;
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

// Reads a number that may end in K, M or G.
std::optional<double> size(std::string_view text) {
  double unit = 1;
  if (text.ends_with('K')) unit = 1 << 10;
  if (text.ends_with('M')) unit = 1 << 20;
  if (text.ends_with('G')) unit = 1 << 30;
  if (unit > 1) text.remove_suffix(1);
  std::optional<double> value = number(text);
  return value ? std::optional(*value * unit) : std::nullopt;
}

// Returns what a name in braces stands for, or nothing for an unknown name.
std::optional<std::string> placeholder(std::string_view name, os::SeededRandom& random) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  std::string text;
  if (name == "number") return std::to_string(random.below(1000));
  std::uint64_t length = 0;
  if (name == "random") {
    length = 1 + random.below(16);
  } else if (name.starts_with("bytes ")) {
    std::optional<double> value = size(name.substr(6));
    if (!value || *value < 0 || *value > 1 << 30) return {};
    length = std::uint64_t(*value);
  } else {
    return {};
  }
  for (std::uint64_t i = 0; i < length; ++i) text += letters[std::size_t(random.below(letters.size()))];
  return text;
}

// Replaces the known placeholders in `text`. Other braces, as in JSON, are kept.
std::optional<std::string> filled(std::string_view text, os::SeededRandom& random) {
  std::string result;
  while (true) {
    std::size_t begin = std::min(text.find('{'), text.size());
    result += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) return result;
    std::string_view name = text.substr(1, std::min(text.find('}'), text.size()) - 1);
    if (std::optional<std::string> value = placeholder(name, random)) {
      result += *value;
      text.remove_prefix(name.size() + 2);
    } else if (name.starts_with("bytes ")) {
      return {};
    } else {
      result += '{';
      text.remove_prefix(1);
    }
  }
}

class Reader {
 public:
  explicit Reader(ClientScript& s) : script_(s) {}

  // Reads one line of a client script. Returns an error message, or an empty string.
  std::string line(std::string_view text) {
    std::string_view rest = text;
    std::string_view first = word(rest);
    if (std::ranges::count(methods, first) || number(first)) return request(text);
    if (first == "port") return whole(first, rest, 1, 65535, script_.port);
    if (first == "clients") return whole(first, rest, 1, 100'000, script_.clients);
    if (first == "requests") return whole(first, rest, 0, 1'000'000'000, script_.requests);
    if (first == "patience") return amount(first, rest, script_.patience);
    if (first == "limit") return amount(first, rest, script_.limit);
    if (first == "memory") return bound(first, rest, script_.bounds.memory);
    if (first == "jobs") return bound(first, rest, script_.bounds.jobs);
    if (first == "failures") return bound(first, rest, script_.bounds.failures);
    if (first == "host") return one(first, rest, script_.host);
    if (first == "header") return header(rest);
    if (first == "server") return server(rest);
    if (first == "name") return name(rest);
    if (first == "fault" || first == "faults") return fault(rest);
    return fmt::format("\"{}\" is no word of a script", first);
  }

 private:
  template <class N>
  static std::string whole(std::string_view what, std::string_view rest, double least, double most, N& to) {
    std::optional<double> value = number(word(rest));
    if (!value || *value != std::floor(*value) || *value < least || *value > most || !rest.empty())
      return fmt::format("{} takes a whole number from {} to {}", what, least, most);
    to = N(*value);
    return {};
  }
  static std::string amount(std::string_view what, std::string_view rest, double& to) {
    std::optional<double> value = number(word(rest));
    if (!value || *value <= 0 || *value > 1e9 || !rest.empty())
      return fmt::format("{} takes a number of seconds", what);
    to = *value;
    return {};
  }
  static std::string bound(std::string_view what, std::string_view rest, std::uint64_t& to) {
    std::optional<double> value = size(word(rest));
    if (!value || *value < 1 || *value > 1e15 || !rest.empty())
      return fmt::format("{} takes a number, as 500 or 16M", what);
    to = std::uint64_t(*value);
    return {};
  }
  static std::string one(std::string_view what, std::string_view rest, std::string& to) {
    to = word(rest);
    return to.empty() || !rest.empty() ? fmt::format("{} takes one word", what) : "";
  }

  std::string header(std::string_view rest) {
    std::size_t colon = rest.find(':');
    if (colon == rest.npos || colon == 0) return "header takes a name, a colon and a value";
    std::string_view value = rest.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    script_.headers.emplace_back(rest.substr(0, colon), value);
    return {};
  }
  std::string server(std::string_view rest) {
    ClientScript::Server server;
    if (std::string wrong = whole("server", word(rest), 1, 65535, server.port); !wrong.empty()) return wrong;
    if (std::string_view status = word(rest); !status.empty())
      if (std::string wrong = whole("a server's status", status, 200, 599, server.status); !wrong.empty()) return wrong;
    server.body = rest.empty() ? "hello" : rest;
    if (std::string wrong = placeholders(server.body); !wrong.empty()) return wrong;
    script_.servers.push_back(std::move(server));
    return {};
  }
  std::string name(std::string_view rest) {
    std::string_view name = word(rest), address = word(rest);
    if (address.empty() || !rest.empty()) return "name takes a name and its address";
    script_.names.push_back({std::string(name), std::string(address)});
    return {};
  }
  // A fault of an unknown name or value is found here, by setting it on a copy.
  std::string fault(std::string_view rest) {
    std::string_view name = word(rest), text = word(rest);
    if (name == "none" && text.empty()) {
      script_.faults.push_back({"none"});
      return {};
    }
    std::optional<double> value = number(text);
    if (!value || !rest.empty()) return "fault takes a name and a number, or none";
    os::Faults known;
    if (std::string wrong = known.set(name, *value); !wrong.empty()) return wrong;
    script_.faults.push_back({std::string(name), *value});
    return {};
  }
  std::string request(std::string_view rest) {
    ClientScript::Request request;
    std::string_view first = word(rest);
    if (std::optional<double> weight = number(first)) {
      if (*weight <= 0) return "a weight is above 0";
      request.weight = *weight;
      first = word(rest);
    }
    if (!std::ranges::count(methods, first)) return fmt::format("\"{}\" is no method", first);
    request.method = first;
    request.path = word(rest);
    if (!request.path.starts_with('/')) return "a path begins with /";
    request.body = rest;
    for (const std::string* text : {&request.path, &request.body})
      if (std::string wrong = placeholders(*text); !wrong.empty()) return wrong;
    script_.mix.push_back(std::move(request));
    return {};
  }
  static std::string placeholders(std::string_view text) {
    os::SeededRandom random(1);
    return filled(text, random) ? "" : "{bytes N} takes a size, as 500 or 16K";
  }

  ClientScript& script_;
};

}  // namespace

std::string readScript(std::string_view text, const std::string& name, ClientScript& script) {
  // If the script has no request of its own, the second pass reads the default requests.
  for (int pass = 0; pass < 2; ++pass) {
    for (int line = 1; !text.empty(); ++line) {
      std::string_view now = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(now.size() + 1, text.size()));
      if (now.ends_with('\r')) now.remove_suffix(1);
      now.remove_prefix(std::min(now.find_first_not_of(" \t"), now.size()));
      if (now.empty() || now[0] == '#') continue;
      if (std::string wrong = Reader(script).line(now); !wrong.empty())
        return fmt::format("{}:{}: {}", name, line, wrong);
    }
    if (!script.mix.empty()) break;
    text = defaultMix;
  }
  return {};
}

std::string fillIn(std::string_view text, os::SeededRandom& random) { return filled(text, random).value_or(""); }

os::Faults ClientScript::faultsOf(std::uint64_t seed) const {
  os::Faults result = os::Faults::fromSeed(seed);
  for (const Fault& fault : faults) {
    if (fault.name == "none")
      result = {};
    else
      result.set(fault.name, fault.value);
  }
  return result;
}

}  // namespace nodecpp::sim
