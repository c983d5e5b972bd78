// MIME types and their parameters, as Node reads and writes them.
#include <nodecpp/util/mime_type.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "util/mime_syntax.h"
#include "util/quoted_text.h"

namespace nodecpp::util {

namespace {

using nodecpp::detail::text;
using nodecpp::detail::view;
using namespace nodecpp::mime;

[[noreturn]] void throwInvalid(const char* production, std::string_view input, std::string_view part,
                               std::size_t offset) {
  String message = str("The MIME syntax for a ") + production + " in \"" + text(input) + "\" is invalid";
  if (offset != input.npos) message += " at " + str(nodecpp::detail::utf16Length(part.substr(0, offset)));
  throw nodecpp::detail::codedError<TypeError>("ERR_INVALID_MIME_SYNTAX", message);
}

// Checks a text that is assigned as a whole.
String checkedToken(const char* production, StringArg value) {
  const std::size_t bad = notToken(view(value));
  if (view(value).empty() || bad != std::string_view::npos) throwInvalid(production, view(value), view(value), bad);
  return text(lower(view(value)));
}

struct Parts {
  std::string_view type, subtype, rest;
  const char* wrong = nullptr;  // the part that is not valid
  std::string_view part{};
  std::size_t at = std::string_view::npos;
};

Parts split(std::string_view input) {
  Parts out;
  auto refuse = [&](const char* production, std::string_view part) {
    out.wrong = production;
    out.part = part;
    out.at = notToken(part);
    return out;
  };
  const std::size_t from = std::min(input.find_first_not_of(whitespace), input.size());
  const std::size_t slash = input.find('/', from);
  out.type = input.substr(from, slash == input.npos ? input.npos : slash - from);
  if (out.type.empty() || slash == input.npos || notToken(out.type) != input.npos) return refuse("type", out.type);
  const std::size_t semicolon = std::min(input.find(';', slash), input.size());
  out.subtype = withoutTrailing(input.substr(slash + 1, semicolon - slash - 1));
  if (out.subtype.empty() || notToken(out.subtype) != input.npos) return refuse("subtype", out.subtype);
  out.rest = input.substr(std::min(semicolon + 1, input.size()));
  return out;
}

}  // namespace

void MIMEParamsObject::parse(StringArg given) {
  std::string_view rest = view(given);
  for (std::size_t first = 0; (first = rest.find_first_not_of(whitespace)) != rest.npos;) {
    rest.remove_prefix(first);
    const std::size_t end = rest.find_first_of(";=");
    const std::string name = lower(rest.substr(0, end));
    if (end == rest.npos) break;
    const bool hasValue = rest[end] == '=';
    rest.remove_prefix(end + 1);
    if (!hasValue) continue;
    if (rest.find_first_not_of(whitespace) == rest.npos) break;
    std::string value;
    if (rest.front() == '"') {
      rest.remove_prefix(1);
      value = takeQuoted(rest);
      // What stands between the closing quote and the next parameter begins the name of that one, as in Node.
      if (!rest.empty()) rest.remove_prefix(1);
    } else {
      const std::size_t semicolon = std::min(rest.find(';'), rest.size());
      value = withoutTrailing(rest.substr(0, semicolon));
      rest.remove_prefix(semicolon);
      if (value.empty()) continue;
      if (!rest.empty()) rest.remove_prefix(1);
    }
    if (name.empty() || notToken(name) != name.npos || notQuotable(value) != value.npos) continue;
    if (!data_.has(text(name))) data_.set(text(name), text(value));
  }
}

void MIMEParamsObject::delete_(StringArg name) { data_.delete_(text(lower(view(name)))); }
bool MIMEParamsObject::has(StringArg name) const { return data_.has(text(lower(view(name)))); }
Lookup MIMEParamsObject::get(StringArg name) const {
  const String key = text(lower(view(name)));
  return data_.has(key) ? Lookup(String(data_.get(key))) : Lookup(nullptr);
}
void MIMEParamsObject::set(StringArg name, StringArg value) {
  const std::string key = lower(view(name));
  const std::size_t badName = notToken(key), badValue = notQuotable(view(value));
  if (key.empty() || badName != key.npos) throwInvalid("parameter name", key, key, badName);
  if (badValue != key.npos) throwInvalid("parameter value", view(value), view(value), badValue);
  data_.set(text(key), value.toString());
}

String MIMEParamsObject::toString() const {
  std::string out;
  for (const auto& [name, value] : data_) {
    if (!out.empty()) out += ';';
    out += view(name);
    out += '=';
    out += encoded(view(value));
  }
  return text(out);
}

MIMETypeObject::MIMETypeObject(StringArg input) {
  const Parts parts = split(view(input));
  if (parts.wrong) throwInvalid(parts.wrong, view(input), parts.part, parts.at);
  type_ = text(lower(parts.type));
  subtype_ = text(lower(parts.subtype));
  params_ = make<MIMEParams>(text(parts.rest));
}
void MIMETypeObject::setType(StringArg type) { type_ = checkedToken("type", type); }
void MIMETypeObject::setSubtype(StringArg subtype) { subtype_ = checkedToken("subtype", subtype); }
String MIMETypeObject::toString() const {
  const String params = params_->toString();
  return params ? essence() + ";" + params : essence();
}

MIMEType MIMEType::parse(StringArg input) {
  if (split(view(input)).wrong) return {};
  return make<MIMEType>(input);
}

}  // namespace nodecpp::util
