#include "secrets.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::logtool {

using os::record::Kind;

namespace {

constexpr std::size_t longestName = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; }

}  // namespace

Secrets::Secrets() : names_{"authorization", "proxy-authorization", "cookie", "set-cookie"} {}

bool Secrets::isSecret(std::string_view name) const {
  while (!name.empty() && (name.back() == ' ' || name.back() == '\t')) name.remove_suffix(1);
  return std::ranges::find(names_, name) != names_.end();
}

void Secrets::look(Stream& stream, std::string_view bytes, const Found& found) const {
  using In = Stream::In;
  for (std::size_t at = 0; at < bytes.size();) {
    if (stream.in == In::rest || stream.in == In::value) {
      std::size_t end = std::min(bytes.find('\n', at), bytes.size());
      std::size_t shown = at, last = end;
      // The space after the colon and the end of the line stay unchanged.
      if (stream.name.empty())
        while (shown < end && (bytes[shown] == ' ' || bytes[shown] == '\t')) ++shown;
      if (last > shown && bytes[last - 1] == '\r') --last;
      if (stream.in == In::value && last > shown) {
        found(bytes.data() + shown, last - shown);
        stream.name = "-";  // a mark that the beginning of the value has passed
      }
      at = end;
      if (at == bytes.size()) return;
      ++at;
      stream.in = stream.in == In::value ? In::folded : In::name;
      stream.name.clear();
      continue;
    }
    char c = bytes[at];
    if (stream.in == In::folded) {
      // A line that begins with a space continues the value of the line before.
      stream.in = c == ' ' || c == '\t' ? In::value : In::name;
      continue;
    }
    ++at;
    if (c == ':') {
      stream.in = isSecret(stream.name) ? In::value : In::rest;
      stream.name.clear();
    } else if (c == '\n') {
      stream.name.clear();
    } else if (stream.name.size() >= longestName) {
      stream.in = In::rest;
    } else {
      stream.name += lower(c);
    }
  }
}

void Secrets::take(const os::record::Entry& entry, const Found& found) {
  os::record::Fields in = entry.in();
  switch (entry.kind) {
    case Kind::start: {
      in.get<std::uint64_t>();
      in.get<std::int64_t>();
      in.bytes();
      in.get<std::vector<std::string>>();
      in.get<std::vector<std::string>>();
      in.get<os::record::Texts>();
      in.get<os::record::Texts>();
      for (std::string name : in.get<std::vector<std::string>>()) {
        std::ranges::transform(name, name.begin(), lower);
        names_.push_back(std::move(name));
      }
      break;
    }
    case Kind::received: {
      auto id = in.get<std::uint64_t>();
      look(streams_[id], in.bytes(), found);
      break;
    }
    case Kind::close:
    case Kind::reset: streams_.erase(in.get<std::uint64_t>()); break;
    default: break;
  }
}

void hide(char* begin, std::size_t size) { std::memset(begin, '*', size); }

std::string_view Secrets::shown(const os::record::Entry& entry, std::string& copy) {
  bool any = false;
  take(entry, [&](const char* begin, std::size_t size) {
    if (!std::exchange(any, true)) copy = entry.fields;
    hide(copy.data() + (begin - entry.fields.data()), size);
  });
  return any ? std::string_view(copy) : entry.fields;
}

}  // namespace nodecpp::logtool
