#include "os/trace/record_description.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "base/assertion.h"
#include "os/trace/field_encoding.h"

namespace nodecpp::os::record {

namespace {

std::string number(double value) {
  char text[32];
  auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

// Writes the members of a stat or a similar struct in brackets.
template <class T>
std::string list(Fields& in) {
  T value = in.get<T>();
  std::string text = "[";
  auto add = [&](const auto& member) {
    if (text.size() > 1) text += ',';
    if constexpr (requires { member.seconds; })
      text += number(double(member.seconds) + double(member.nanoseconds) / 1e9);
    else
      text += number(double(member));
  };
  std::apply([&](const auto&... member) { (add(member), ...); }, members(value));
  return text + "]";
}

std::string addressText(const Address& address) {
  std::string host(address.host.data(), address.host.size());
  switch (address.family) {
    case Address::Family::none: return "none";
    case Address::Family::ipv4: return host + ":" + std::to_string(address.port);
    case Address::Family::ipv6: return "[" + host + "]:" + std::to_string(address.port);
    case Address::Family::unix: return "unix:" + host;
  }
  return "?";
}

template <class F>
std::string each(std::uint64_t count, Fields& in, F&& one) {
  std::string text = "[";
  for (; count > 0 && in.isValid(); --count) (text += text.size() > 1 ? "," : "") += one();
  return text + "]";
}

std::string calls(std::string_view all);

// Reads one field of the given type (a letter of Layout) and returns it as JSON.
std::string value(char type, Fields& in) {
  switch (type) {
    case 'u': return std::to_string(in.get<std::uint64_t>());
    case 'i':
    case 'n':
    case 'm': return std::to_string(in.get<std::int64_t>());
    case 't':
    case 'b': return quoted(in.bytes());
    case 'f': return number(in.get<double>());
    case 'd': {
      auto digest = in.get<Digest>();
      char text[80];
      std::snprintf(text, sizeof text, "{\"size\":%llu,\"checksum\":\"%08x\"}",
                    static_cast<unsigned long long>(digest.size), digest.checksum);
      return text;
    }
    case 'a': return quoted(addressText(in.get<Address>()));
    case 'A': return each(in.get<std::uint64_t>(), in, [&] { return quoted(addressText(in.get<Address>())); });
    case 'L': return each(in.get<std::uint64_t>(), in, [&] { return quoted(in.bytes()); });
    case 'T':
      return each(in.get<std::uint64_t>(), in, [&] {
        std::string name = quoted(in.bytes());
        return "[" + name + "," + quoted(in.bytes()) + "]";
      });
    case 'E':
      return each(in.get<std::uint64_t>(), in, [&] {
        auto entry = in.get<DirectoryEntry>();
        return quoted(entry.name);
      });
    case 'S': return list<FileStat>(in);
    case 'F': return list<FileSystemStat>(in);
    case 'M': return list<MemoryUsage>(in);
    case 'R': return list<ResourceUsage>(in);
    case 'c': return calls(in.bytes());
  }
  return "null";
}

// Calls f(name, value, isResult) for each field that is present. Returns false when the fields do not fit the layout.
template <class F>
bool eachField(const char* layout, std::string_view fields, F&& f) {
  Fields in(fields);
  bool isResult = false;
  for (const char* at = layout; *at;) {
    if (*at == ' ') {
      ++at;
    } else if (*at == '|') {
      isResult = true;
      ++at;
    } else {
      const char* colon = at;
      while (*colon != ':') ++colon;
      NODECPP_ASSERT(*colon == ':' && colon[1], at);
      if (isResult && in.empty()) return true;  // The record has only the call, without its results.
      std::string text = value(colon[1], in);
      if (!in.isValid()) return false;
      f(std::string_view(at, std::size_t(colon - at)), text, isResult);
      at = colon + 2;
    }
  }
  return in.empty();
}

std::string calls(std::string_view all) {
  std::string text = "[";
  while (all.size() >= 5) {
    std::uint32_t size = 0;
    std::memcpy(&size, all.data() + 1, 4);
    if (all.size() - 5 < size) break;
    // Jobs call only functions of files, and those have no nested calls. Other kinds are rejected, so that a forged
    // record cannot nest without end.
    if (Kind(static_cast<unsigned char>(all[0])) < Kind::fileOpen) break;
    if (text.size() > 1) text += ',';
    text += "{" + describeJson(Kind(all[0]), all.substr(5, size)) + "}";
    all.remove_prefix(5 + size);
  }
  return text + "]";
}

}  // namespace

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (byte >= 0x20 && byte < 0x7f) {
          out += c;
        } else {
          char code[8];
          std::snprintf(code, sizeof code, "\\u%04x", byte);
          out += code;
        }
    }
  }
  return out + "\"";
}

std::string describe(Kind kind, std::string_view fields) {
  const Layout* layout = layoutOf(kind);
  if (!layout) return "unknown record " + std::to_string(int(kind));
  std::string text = layout->name;
  bool bar = false;
  bool fits = eachField(layout->fields, fields, [&](std::string_view name, const std::string& value, bool isResult) {
    if (isResult && !std::exchange(bar, true)) text += " |";
    ((text += " ") += name) += ":";
    text += value;
  });
  return fits ? text : text + " …";
}

std::string describeJson(Kind kind, std::string_view fields) {
  const Layout* layout = layoutOf(kind);
  if (!layout) return "\"kind\":null";
  std::string text = "\"kind\":" + quoted(layout->name);
  bool fits = eachField(layout->fields, fields, [&](std::string_view name, const std::string& value, bool) {
    (text += "," + quoted(name)) += ":" + value;
  });
  return fits ? text : text + ",\"malformed\":true";
}

}  // namespace nodecpp::os::record
