// Content-Type and Content-Disposition: a value and its parameters, as busboy reads them.
#pragma once

#include <nodecpp/string.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace nodecpp::detail {

// Decodes text in a charset that a form names; nothing when it is none of UTF-8, latin1, UTF-16 and base64.
std::optional<String> decodeCharset(std::string_view bytes, StringArg charset);

// Returns the value of a hexadecimal digit; -1 for any other character.
int hexDigit(char c) noexcept;

struct HeaderParameters {
  std::string value;  // in lower case: "multipart/form-data", "form-data"
  std::map<std::string, String, std::less<>> parameters;

  // Returns null when there is no such parameter. The pointer is valid while this object lives.
  const String* find(std::string_view name) const {
    const auto found = parameters.find(name);
    return found == parameters.end() ? nullptr : &found->second;
  }
};

// Nothing for a malformed header. The texts are latin1 bytes. In a Content-Disposition a parameter whose name ends in a
// star is an extended one (RFC 5987), and the others are in `charset`.
std::optional<HeaderParameters> parseContentType(std::string_view text);
std::optional<HeaderParameters> parseDisposition(std::string_view text, StringArg charset);

}  // namespace nodecpp::detail
