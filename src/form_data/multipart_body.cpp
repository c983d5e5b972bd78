// Writes a form as multipart/form-data (RFC 7578), as undici does.
#include <nodecpp/form_data.h>

#include <cmath>
#include <string>
#include <string_view>

#include "loop/random.h"

namespace nodecpp::detail {

namespace {

// Appends the text with each line end as CR LF.
void appendLines(std::string& out, StringArg text) {
  const std::string_view from(text.data(), text.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == '\r' && i + 1 < from.size() && from[i + 1] == '\n') continue;
    if (from[i] == '\r' || from[i] == '\n')
      out += "\r\n";
    else
      out += from[i];
  }
}

// Appends a name between quotes, where the line ends and quotes in it are escaped.
void appendQuoted(std::string& out, std::string_view name) {
  out += '"';
  for (char c : name) {
    if (c == '\n')
      out += "%0A";
    else if (c == '\r')
      out += "%0D";
    else if (c == '"')
      out += "%22";
    else
      out += c;
  }
  out += '"';
}

std::string randomBoundary() {
  const std::string number = std::to_string(std::uint64_t(std::floor(nextRandom() * 1e11)));
  return "----formdata-undici-0" + std::string(11 - number.size(), '0') + number;
}

}  // namespace

MultipartBody multipartBody(const FormData& form) {
  const std::string boundary = randomBoundary();
  List<BlobPart> parts;
  std::string text;  // what stands before the next file
  for (const auto& [name, value] : form) {
    std::string normalized;
    appendLines(normalized, name);
    text += "--" + boundary + "\r\nContent-Disposition: form-data; name=";
    appendQuoted(text, normalized);
    if (value.isFile()) {
      if (const String filename = value->name(); !filename.empty()) {
        text += "; filename=";
        appendQuoted(text, std::string_view(filename.data(), filename.size()));
      }
      const String type = value->type();
      text += "\r\nContent-Type: ";
      text += type.empty() ? std::string_view("application/octet-stream") : std::string_view(type.data(), type.size());
      text += "\r\n\r\n";
      parts.push_back(std::exchange(text, {}));
      parts.push_back(Blob(value));
    } else {
      text += "\r\n\r\n";
      appendLines(text, value.toString());
    }
    text += "\r\n";
  }
  parts.push_back(text + "--" + boundary + "--\r\n");
  return {make<Blob>(BlobParts(parts)), "multipart/form-data; boundary=" + str(boundary)};
}

}  // namespace nodecpp::detail
