// HTTP/1.1 servers and clients. https://nodejs.org/docs/latest-v24.x/api/http.html
#pragma once

#include <nodecpp/http/client.h>
#include <nodecpp/http/server.h>


namespace nodecpp::http {

// The usual text of a status code; undefined for one that has none.
struct StatusCodes {
  Lookup operator[](int code) const;
  Array<std::pair<int, String>> entries() const;
};
inline constexpr StatusCodes STATUS_CODES{};

// The methods that the parser takes, in Node's order.
struct Methods {
  Array<String> values() const;
  bool includes(StringArg method) const;
};
inline constexpr Methods METHODS{};

// Node keeps so many parsers for reuse; here each connection has its own, and this has no effect. ERR_OUT_OF_RANGE for
// what is no integer above 0.
void setMaxIdleHTTPParsers(double max);

// The bytes that a parse error came with, Node's error.rawPacket; empty for other errors.
Buffer rawPacket(const Error& error);

// The default of a server's maxHeaderSize.
inline constexpr double maxHeaderSize = 16384;

}  // namespace nodecpp::http
