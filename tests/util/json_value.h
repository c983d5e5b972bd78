// Converts JSON to a util::Value, for tables of expected texts. The input must be well-formed.
#pragma once

#include "base/text/utf8.h"
#include "util/value_node.h"

#include <string>
#include <string_view>

namespace nodecpp::test {

class JsonValue {
 public:
  explicit JsonValue(const std::string& text) : at_(text.c_str()) {}

  util::Value value() {
    using util::Value;
    switch (*at_) {
      case 'n': at_ += 4; return nullptr;
      case 't': at_ += 4; return true;
      case 'f': at_ += 5; return false;
      case '"': return String(string());
      case '[': {
        Value out = Value::of(Value::Kind::array);
        for (++at_; *at_ != ']'; skip(',')) out.push(value());
        ++at_;
        return out;
      }
      case '{': {
        Value out = Value::of(Value::Kind::object);
        for (++at_; *at_ != '}'; skip(',')) {
          std::string key = string();
          skip(':');
          out.set(key, value());
        }
        ++at_;
        return out;
      }
      default: {
        char* end;
        double number = std::strtod(at_, &end);
        at_ = end;
        return number;
      }
    }
  }

 private:
  void skip(char c) {
    if (*at_ == c) ++at_;
  }
  unsigned unit() {
    unsigned code = unsigned(std::stoul(std::string(at_, 4), nullptr, 16));
    at_ += 4;
    return code;
  }
  std::string string() {
    std::string out;
    for (++at_; *at_ != '"';) {
      if (*at_ != '\\') {
        out += *at_++;
        continue;
      }
      char c = at_[1];
      at_ += 2;
      std::size_t plain = std::string_view("bfnrt").find(c);
      if (c == 'u') {
        std::uint32_t code = unit();
        if (code >= 0xd800 && code < 0xdc00) {
          at_ += 2;
          code = 0x10000 + ((code - 0xd800) << 10) + (unit() - 0xdc00);
        }
        char bytes[4];
        out.append(bytes, utf8::put(bytes, code));
      } else {
        out += plain == std::string_view::npos ? c : "\b\f\n\r\t"[plain];
      }
    }
    ++at_;
    return out;
  }
  const char* at_;
};

inline util::Value jsonValue(const std::string& text) { return JsonValue(text).value(); }

}  // namespace nodecpp::test
