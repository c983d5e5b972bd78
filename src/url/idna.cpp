#include "url/idna.h"

#include <unicode/ucasemap.h>
#include <unicode/uidna.h>

#include <algorithm>
#include <memory>

namespace nodecpp::url {

namespace {

bool isAscii(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string asciiLower(std::string_view s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c | 0x20);
  return out;
}

// Opened once, kept to the end of the process: ICU's objects are immutable and shared between threads.
const UIDNA* open(std::uint32_t options) {
  UErrorCode status = U_ZERO_ERROR;
  return uidna_openUTS46(
      options | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE, &status);
}
const UIDNA* forDomains() {
  static const UIDNA* const opened = open(0);
  return opened;
}
// The rules for right-to-left text look at one label at a time in Node's library, at the whole domain in ICU.
const UIDNA* forLabels() {
  static const UIDNA* const opened = open(UIDNA_CHECK_BIDI);
  return opened;
}

// What the URL standard does not mind (CheckHyphens and VerifyDnsLength are false there).
constexpr std::uint32_t allowed = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                  UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                  UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// Calls an ICU function that writes to a buffer, again with a larger one if it must.
template <class F>
std::string written(std::string_view from, F write, bool& ok) {
  std::string out(from.size() * 4 + 64, '\0');
  for (;;) {
    UErrorCode status = U_ZERO_ERROR;
    std::int32_t size = write(out.data(), std::int32_t(out.size()), &status);
    if (status == U_BUFFER_OVERFLOW_ERROR) {
      out.resize(std::size_t(size));
      continue;
    }
    ok = U_SUCCESS(status);
    out.resize(ok ? std::size_t(size) : 0);
    return out;
  }
}

// "" when it is not valid.
template <class F>
std::string converted(const UIDNA* idna, std::string_view domain, F convert) {
  std::uint32_t errors = 0;
  bool ok = false;
  std::string out = written(
      domain,
      [&](char* to, std::int32_t room, UErrorCode* status) {
        UIDNAInfo info = UIDNA_INFO_INITIALIZER;
        std::int32_t size = convert(idna, domain.data(), std::int32_t(domain.size()), to, room, &info, status);
        errors = info.errors & ~allowed;
        return size;
      },
      ok);
  return ok && errors == 0 ? out : std::string();
}

}  // namespace

std::string toLower(std::string_view text) {
  if (isAscii(text)) return asciiLower(text);
  UErrorCode status = U_ZERO_ERROR;
  std::unique_ptr<UCaseMap, decltype(&ucasemap_close)> map(ucasemap_open("", 0, &status), &ucasemap_close);
  if (!map) return asciiLower(text);
  bool ok = false;
  std::string out = written(
      text,
      [&](char* to, std::int32_t room, UErrorCode* error) {
        return ucasemap_utf8ToLower(map.get(), to, room, text.data(), std::int32_t(text.size()), error);
      },
      ok);
  return ok ? out : asciiLower(text);
}

std::string toAscii(std::string_view domain) {
  if (isAscii(domain)) return asciiLower(domain);
  // Unicode 15.1 maps the capital sharp s to the small one; older tables, such as Debian 12's, to "ss".
  std::string mapped(domain);
  for (std::size_t at; (at = mapped.find("\xe1\xba\x9e")) != mapped.npos;) mapped.replace(at, 3, "\xc3\x9f");
  std::string out = converted(forDomains(), mapped, uidna_nameToASCII_UTF8);
  for (std::size_t at = 0; at < out.size();) {
    std::string_view label = std::string_view(out).substr(at, out.find('.', at) - at);
    if (label.starts_with("xn--") && converted(forLabels(), label, uidna_labelToUnicodeUTF8).empty()) return "";
    at += label.size() + 1;
  }
  return out;
}

std::string toUnicode(std::string_view domain) {
  std::string out;
  for (;;) {
    std::string_view label = domain.substr(0, domain.find('.'));
    // What is no valid Punycode stays.
    std::string text = label.starts_with("xn--") ? converted(forLabels(), label, uidna_labelToUnicodeUTF8) : "";
    out += text.empty() ? label : text;
    if (label.size() == domain.size()) return out;
    out += '.';
    domain.remove_prefix(label.size() + 1);
  }
}

}  // namespace nodecpp::url
