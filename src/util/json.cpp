// JSON.stringify of a Value, for %j.
#include <algorithm>
#include <cmath>

#include "util/node.h"
#include "util/text.h"

namespace nodecpp::detail {

using util::Value;
using Kind = Value::Kind;

namespace {

std::string jsonQuoted(std::string_view s) {
  static const char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : s) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          out += hex[c >> 4];
          out += hex[c & 15];
        } else {
          out += c;
        }
    }
  }
  return out + "\"";
}

struct Circular {};

class Json {
 public:
  // False where JavaScript gives undefined.
  bool write(const Value& given) {
    const void* identity = given.node() ? given.node()->identity : nullptr;
    if (identity && std::find(open_.begin(), open_.end(), identity) != open_.end()) throw Circular();
    Value value = described(given);
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::function: return false;
      case Kind::null: out += "null"; return true;
      case Kind::boolean: out += value.number() != 0 ? "true" : "false"; return true;
      case Kind::number:
        out += std::isfinite(value.number()) ? view(toJsString(value)) : std::string_view("null");
        return true;
      case Kind::string:
      case Kind::raw: out += jsonQuoted(view(value.text())); return true;
      case Kind::buffer: out += view(value.node()->buffer.toJSON()); return true;
      default: break;
    }
    open_.push_back(identity);
    const char* comma = "";
    if (value.kind() == Kind::array) {
      out += '[';
      for (const auto& [element, unused] : value.node()->items) {
        out += comma;
        comma = ",";
        if (!write(element)) out += "null";
      }
      out += ']';
    } else {
      out += '{';
      for (const ValueProperty& property : propertiesOf(value)) {
        if (property.hidden) continue;
        std::size_t before = out.size();
        out += comma + jsonQuoted(view(property.key)) + ":";
        if (write(property.value))
          comma = ",";
        else
          out.resize(before);
      }
      out += '}';
    }
    open_.pop_back();
    return true;
  }

  std::string out;

 private:
  std::vector<const void*> open_;
};

}  // namespace

String stringify(const Value& value) {
  Json json;
  try {
    return json.write(value) ? text(json.out) : String("undefined");
  } catch (const Circular&) {
    return "[Circular]";
  }
}

}  // namespace nodecpp::detail
