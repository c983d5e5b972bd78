#include "extension.h"

namespace nodecpp::ws::detail {

namespace {

bool isTokenByte(char c) noexcept {
  if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return true;
  for (const char other : {'!', '#', '$', '%', '&', '\'', '*', '+', '-', '.', '^', '_', '`', '|', '~'})
    if (c == other) return true;
  return false;
}

// Reads a field from its beginning to its end.
class Reader {
 public:
  explicit Reader(StringArg field) noexcept : data_(field.data()), size_(field.size()) {}
  bool atEnd() const noexcept { return at_ == size_; }
  bool take(char c) noexcept {
    if (atEnd() || data_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool skipSpace() noexcept {
    const std::size_t from = at_;
    while (!atEnd() && (data_[at_] == ' ' || data_[at_] == '\t')) ++at_;
    return at_ > from;
  }
  // Reads a token, which has at least one byte.
  bool token(String& out) {
    const std::size_t from = at_;
    while (!atEnd() && isTokenByte(data_[at_])) ++at_;
    out = String::copyOf(data_ + from, at_ - from);
    return at_ > from;
  }
  // Reads the value of a parameter: a token, or one in quotes.
  bool value(String& out) {
    if (!take('"')) return token(out);
    String text;
    for (;;) {
      if (take('"')) break;
      take('\\');
      if (atEnd() || !isTokenByte(data_[at_])) return false;
      text += String::copyOf(data_ + at_++, 1);
    }
    out = text;
    return !text.empty();
  }
  // Reads what separates elements: space and then one of the marks, or the end, before which there is no space. Returns
  // false for anything else.
  bool separator(char& mark, bool allowsSemicolon) noexcept {
    const bool hasSpace = skipSpace();
    mark = '\0';
    if (atEnd()) return !hasSpace;
    if (take(',')) mark = ',';
    else if (allowsSemicolon && take(';')) mark = ';';
    return mark != '\0';
  }

 private:
  const char* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

}  // namespace

const Extension::Parameter* Extension::find(StringArg parameter) const noexcept {
  for (const Parameter& each : parameters)
    if (each.name == parameter) return &each;
  return nullptr;
}

void Extension::set(StringArg parameter, Lookup value) {
  for (Parameter& each : parameters)
    if (each.name == parameter) {
      each.value = std::move(value);
      return;
    }
  parameters.push_back({parameter.toString(), std::move(value)});
}

void Extension::remove(StringArg parameter) {
  erase_if(parameters, [&](const Parameter& each) { return each.name == parameter; });
}

String Extension::format() const {
  String out = name;
  for (const Parameter& each : parameters) {
    out += "; " + each.name;
    if (!each.value.isUndefined()) out += "=" + each.value.toString();
  }
  return out;
}

bool parseExtensions(StringArg field, nodecpp::detail::List<Extension>& out) {
  Reader reader(field);
  char mark = ',';
  while (mark == ',') {
    Extension extension;
    if (!out.empty()) reader.skipSpace();
    if (!reader.token(extension.name) || !reader.separator(mark, true)) return false;
    while (mark == ';') {
      Extension::Parameter parameter;
      reader.skipSpace();
      if (!reader.token(parameter.name)) return false;
      if (reader.take('=')) {
        String value;
        if (!reader.value(value)) return false;
        parameter.value = value;
      }
      extension.parameters.push_back(std::move(parameter));
      if (!reader.separator(mark, true)) return false;
    }
    out.push_back(std::move(extension));
  }
  return true;
}

bool parseProtocols(StringArg field, Set<String>& out) {
  Reader reader(field);
  char mark = ',';
  while (mark == ',') {
    String protocol;
    if (out.size() > 0) reader.skipSpace();
    if (!reader.token(protocol) || !reader.separator(mark, false) || out.has(protocol)) return false;
    out.add(protocol);
  }
  return true;
}

bool isToken(StringArg text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!isTokenByte(text.data()[i])) return false;
  return !text.empty();
}

}  // namespace nodecpp::ws::detail
