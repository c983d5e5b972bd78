// Reads a whole body of the type multipart/form-data, by the steps of undici. What comes in pieces, with limits, is the
// task of the package busboy.
#include <nodecpp/date.h>
#include <nodecpp/error.h>
#include <nodecpp/form_data.h>
#include <nodecpp/uri.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text/encoding.h"

namespace nodecpp::detail {

namespace {

constexpr std::string_view lineEnd = "\r\n";

[[noreturn]] void fail(StringArg cause) {
  throw TypeError("Failed to parse body as FormData.", {.cause = TypeError(cause)});
}

bool isToken(char c) {
  return c > ' ' && c < '\x7f' && std::string_view("()<>@,;:\\\"/[]?=").find(c) == std::string_view::npos;
}
bool isInFieldName(char c) { return isToken(c) && c != '{' && c != '}' && c != '`'; }
bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isInLine(char c) { return c != '\r' && c != '\n'; }

std::string lowerCased(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
  return out;
}

// Decodes UTF-8 without a byte order mark at its beginning.
String decoded(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return decode(bytes.data(), bytes.size(), Encoding::utf8);
}

// Takes back the escapes that browsers write in quoted names.
std::string unescaped(std::string_view quoted) {
  std::string out;
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    const std::string escape = lowerCased(quoted.substr(i, 3));
    const char c = escape == "%0a" ? '\n' : escape == "%0d" ? '\r' : escape == "%22" ? '"' : '\0';
    out += c ? c : quoted[i];
    if (c) i += 2;
  }
  return out;
}

struct PartHead {
  Lookup name = nullptr, filename = nullptr, contentType = nullptr;
  std::string encoding;
};

class Parser {
 public:
  Parser(const Buffer& body, const std::string& delimiter)
      : body_(body), input_(body.bytes(), body.size()), delimiter_(delimiter) {}

  FormData parse() {
    FormData form = make<FormData>();
    at_ = input_.find(delimiter_);
    if (at_ == input_.npos) fail("no boundary found in multipart body");
    while (true) {
      if (!rest().starts_with(delimiter_)) fail("expected a value starting with -- and the boundary");
      at_ += delimiter_.size();
      if (rest().starts_with("--")) return form;
      expectLineEnd();
      const PartHead head = parseHead();
      at_ += 2;
      append(form, head, parseBody());
    }
  }

 private:
  std::string_view rest() const { return input_.substr(std::min(at_, input_.size())); }
  char peek() const { return at_ < input_.size() ? input_[at_] : '\0'; }
  bool isAt(char c) const { return at_ < input_.size() && input_[at_] == c; }
  void expectLineEnd() {
    if (!rest().starts_with(lineEnd)) fail("expected CRLF");
    at_ += 2;
  }
  template <class F>
  std::string_view collect(F belongs) {
    const std::size_t from = at_;
    while (at_ < input_.size() && belongs(input_[at_])) ++at_;
    return input_.substr(from, at_ - from);
  }
  // Returns the rest of the line without blanks at its end, of which one at its beginning stays, as in undici.
  std::string_view collectValue() {
    std::string_view value = collect(isInLine);
    while (value.size() > 1 && isBlank(value.back())) value.remove_suffix(1);
    return value;
  }

  // Takes the bytes up to the next boundary and the line end behind them.
  Buffer parseBody() {
    const std::string_view boundary = std::string_view(delimiter_).substr(2);
    const std::size_t found = at_ <= input_.size() ? input_.find(boundary, at_) : input_.npos;
    if (found == input_.npos) fail("expected boundary after body");
    const std::size_t end = std::max(found >= 4 ? found - 4 : 0, at_);
    const Buffer body = body_.subarray(std::ptrdiff_t(at_), std::ptrdiff_t(end));
    at_ = end;
    expectLineEnd();
    return body;
  }

  void append(const FormData& form, const PartHead& head, Buffer body) {
    if (head.encoding == "base64") body = Buffer::from(body.toString(), "base64");
    const String name = head.name.toString();
    if (head.filename.isNull()) return form->append(name, FormDataValue(body.toString()));
    const String type = head.contentType.isNull() ? String("text/plain") : head.contentType.toString();
    const bool isAsciiType =
        std::ranges::all_of(std::string_view(type.data(), type.size()), [](char c) { return c >= 0; });
    // Made of no parts for its type: in lower case, or "" when it has characters that a type cannot have.
    const Blob typed = make<Blob>(BlobParts(), {.type = isAsciiType ? type : String()});
    form->append(
        name, make<FileObject>(make<Blob>(body, typed->type()), head.filename.toString(), Date::now(), typed->type()));
  }

  PartHead parseHead() {
    PartHead head;
    while (!rest().starts_with(lineEnd)) {
      std::string_view name = collect([](char c) { return isInLine(c) && c != ':'; });
      while (!name.empty() && isBlank(name.front())) name.remove_prefix(1);
      while (!name.empty() && isBlank(name.back())) name.remove_suffix(1);
      if (name.empty() || !std::ranges::all_of(name, isInFieldName))
        fail("header name does not match the field-name token production");
      if (!isAt(':')) fail("expected :");
      ++at_;
      collect(isBlank);
      const std::string field = lowerCased(name);
      if (field == "content-disposition")
        parseDisposition(head);
      else if (field == "content-type")
        head.contentType = latin1(collectValue());
      else if (field == "content-transfer-encoding")
        head.encoding = collectValue();
      else
        collect(isInLine);
      expectLineEnd();
    }
    if (head.name.isNull()) fail("header name is null");
    return head;
  }

  static String latin1(std::string_view bytes) { return decode(bytes.data(), bytes.size(), Encoding::latin1); }

  void parseDisposition(PartHead& head) {
    head.name = head.filename = nullptr;
    bool isExtended = false;
    if (lowerCased(collect(isToken)) != "form-data") fail("expected form-data for content-disposition header");
    while (at_ < input_.size() && !rest().starts_with(lineEnd)) {
      std::string attribute;
      bool extended = false;
      String value;
      if (!parseAttribute(attribute, extended, value)) break;
      if (attribute == "name") head.name = value;
      if (attribute != "filename" || (isExtended && !extended)) continue;
      head.filename = value;
      isExtended = isExtended || extended;
    }
    if (head.name.isNull()) fail("name attribute is required in content-disposition header");
  }

  bool parseAttribute(std::string& name, bool& extended, String& value) {
    if (isAt(';')) ++at_;
    collect(isBlank);
    name = lowerCased(collect([](char c) { return isToken(c) && c != '*'; }));
    if (name.empty()) return false;
    extended = isAt('*');
    if (extended) ++at_;
    if (!isAt('=')) return false;
    ++at_;
    collect(isBlank);
    if (extended) {
      const std::string_view text = collect([](char c) { return c != ' ' && isInLine(c) && c != ';'; });
      if (!lowerCased(text).starts_with("utf-8")) fail("unknown encoding, expected utf-8''");
      value = decodeURIComponent(decoded(text.substr(std::min<std::size_t>(text.size(), 7))));
    } else if (isAt('"')) {
      ++at_;
      const std::string_view quoted = collect([](char c) { return isInLine(c) && c != '"'; });
      if (!isAt('"')) fail("Closing quote not found");
      ++at_;
      value = decoded(unescaped(quoted));
    } else {
      value = decoded(collect(isToken));
    }
    return true;
  }

  const Buffer& body_;
  std::string_view input_;
  const std::string& delimiter_;
  std::size_t at_ = 0;
};

}  // namespace

FormData parseMultipart(const Buffer& body, const Lookup& boundary) {
  if (boundary.isUndefined()) fail("missing boundary in content-type header");
  const String text = boundary.toString();
  const std::string delimiter = "--" + std::string(text.data(), text.size());
  return Parser(body, delimiter).parse();
}

}  // namespace nodecpp::detail
