#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/parser/parser.h"

namespace nodecpp::http {

namespace {

struct Status {
  int code;
  std::string_view text;
};

constexpr Status statuses[] = {
    {100, "Continue"},
    {101, "Switching Protocols"},
    {102, "Processing"},
    {103, "Early Hints"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {207, "Multi-Status"},
    {208, "Already Reported"},
    {226, "IM Used"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {305, "Use Proxy"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {407, "Proxy Authentication Required"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Payload Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {418, "I'm a Teapot"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Entity"},
    {423, "Locked"},
    {424, "Failed Dependency"},
    {425, "Too Early"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {506, "Variant Also Negotiates"},
    {507, "Insufficient Storage"},
    {508, "Loop Detected"},
    {509, "Bandwidth Limit Exceeded"},
    {510, "Not Extended"},
    {511, "Network Authentication Required"},
};

// The status lines of all codes. `byCode` contains, for a code minus 100, the number of its line plus one.
struct Lines {
  struct Line {
    char text[52]{};
    std::uint8_t size = 0;
  };
  std::array<Line, std::size(statuses)> lines{};
  std::array<std::uint8_t, 412> byCode{};
};

constexpr Lines lines = [] {
  Lines made;
  for (std::size_t i = 0; i < std::size(statuses); ++i) {
    auto& line = made.lines[i];
    auto put = [&](std::string_view text) {
      for (char c : text) line.text[line.size++] = c;
    };
    int code = statuses[i].code;
    const char digits[] = {char('0' + code / 100), char('0' + code / 10 % 10), char('0' + code % 10)};
    put("HTTP/1.1 ");
    put({digits, 3});
    put(" ");
    put(statuses[i].text);
    put("\r\n");
    made.byCode[std::size_t(code - 100)] = std::uint8_t(i + 1);
  }
  return made;
}();

std::size_t numberOf(int code) {
  auto index = std::size_t(code - 100);
  return index < lines.byCode.size() ? lines.byCode[index] : 0;
}

}  // namespace

std::string_view detail::statusText(int code) noexcept {
  std::size_t number = numberOf(code);
  return number ? statuses[number - 1].text : std::string_view();
}

std::string_view detail::statusLine(int code) noexcept {
  std::size_t number = numberOf(code);
  return number ? std::string_view(lines.lines[number - 1].text, lines.lines[number - 1].size) : std::string_view();
}

Lookup StatusCodes::operator[](int code) const {
  std::string_view text = detail::statusText(code);
  return text.empty() ? Lookup() : Lookup(text);
}
Array<std::pair<int, String>> StatusCodes::entries() const {
  Array<std::pair<int, String>> all;
  for (const Status& status : statuses) all.push({status.code, status.text});
  return all;
}

Array<String> Methods::values() const {
  Array<String> names;
  for (int i = 0; i <= int(detail::Method::query); ++i) {
    // The parser knows further methods: the one of HTTP/2's preface and those of RTSP.
    auto method = detail::Method(i);
    if (method == detail::Method::pri ||
        (method >= detail::Method::describe && method <= detail::Method::flush))
      continue;
    names.push(detail::methodName(method));
  }
  return names.sort();
}
bool Methods::includes(StringArg method) const {
  auto all = values();
  return std::ranges::find(all, method.toString()) != all.end();
}

void setMaxIdleHTTPParsers(double max) {
  if (!std::isfinite(max) || max != std::trunc(max)) throw nodecpp::detail::outOfRange("max", "an integer", str(max));
  if (!(max >= 1 && max <= 9007199254740991.0))
    throw nodecpp::detail::outOfRange("max", ">= 1 && <= 9007199254740991", nodecpp::detail::rangeNumber(max));
}

Buffer rawPacket(const Error& error) {
  if (error)
    for (const auto& [name, value] : error->properties)
      if (name == "rawPacket") return Buffer::from(value.toString(), "latin1");
  return Buffer();
}

}  // namespace nodecpp::http
