// HTTP/1.1 servers and clients. https://nodejs.org/docs/latest-v24.x/api/http.html
#pragma once

#include <nodecpp/http/client.h>
#include <nodecpp/http/server.h>


namespace nodecpp::http {

// The standard reason phrase of each status code, as Node's http.STATUS_CODES; undefined for a code without one.
struct StatusCodes {
  Lookup operator[](int code) const;
  Array<std::pair<int, String>> entries() const;
  template <class I>
  void inspectTo(I& out) const {
    for (const auto& [code, phrase] : entries()) out.property(str(code), phrase);
  }
};
inline constexpr StatusCodes STATUS_CODES{};

// The request methods that the parser accepts, in the order of Node's http.METHODS.
struct Methods {
  Array<String> values() const;
  bool includes(StringArg method) const;
  template <class I>
  void inspectTo(I& out) const {
    out.value(values());
  }
};
inline constexpr Methods METHODS{};

// Checks `max` and has no other effect, since each connection has a parser of its own; Node keeps this number of
// parsers for reuse. Throws ERR_OUT_OF_RANGE unless `max` is an integer of at least 1.
void setMaxIdleHTTPParsers(double max);

// Returns a copy of the bytes in which the parser found the error, Node's error.rawPacket. Empty for any other error.
Buffer rawPacket(const Error& error);

// The default limit, in bytes, of a message's header section.
inline constexpr double maxHeaderSize = 16384;

}  // namespace nodecpp::http
