// What a port asks name servers, and who is told. Part of port.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nodecpp::os {

// Why there is no answer.
enum class QueryError : unsigned char { none, timeout, refused, malformed, cancelled, noServers, noMemory };

struct ResolverSpec {
  int timeout = -1;              // milliseconds, of a first try; -1: 2000
  int tries = 4;                 // of each name server
  std::uint32_t maxTimeout = 0;  // milliseconds that a try takes at most, 0: no limit
};

struct Question {
  std::string name;  // as it goes over the wire
  std::uint16_t type = 1;
};

// One question and who asks it. The port holds it from `ask` until `answered` has returned, or until it is told to
// forget it, and destroys it then.
class Query {
 public:
  Query() = default;
  Query(const Query&) = delete;
  virtual ~Query() = default;
  // Once, in a turn. `answer` is the message of a name server to this very question, empty where there is an error.
  // What stands in it is not looked at: see dns_message.h.
  virtual void answered(QueryError error, std::string_view answer) = 0;
};

// Asks a list of name servers. Each port derives its own.
class Resolver {
 public:
  Resolver(const Resolver&) = delete;

 protected:
  Resolver() = default;
  ~Resolver() = default;
};

}  // namespace nodecpp::os
