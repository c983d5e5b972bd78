// Names: look-ups as the system makes them (getaddrinfo), and questions to name servers.
//
// The contract, for the author of a back end:
// - The result of a look-up is pushed in a later turn, once. A look-up cannot be taken back.
// - A resolver's questions are answered in later turns, in any order. After `close` nothing of it is pushed.
// - What an answer says is not the back end's business: it gives the message as it came, when it answers the very
//   question. Its reading is in dns_message.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "os/port/net.h"

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

// Asks a list of name servers. Each back end derives its own.
class Resolver {
 public:
  Resolver(const Resolver&) = delete;

 protected:
  Resolver() = default;
  ~Resolver() = default;
};

struct LookupSpec {
  String host;
  int family = 0;  // 0, 4, 6
  int flags = 0;   // AI_* as Node's dns.ADDRCONFIG, V4MAPPED, ALL
};
// The result of getaddrinfo, in its order.
using LookupDone = void (*)(void* context, ErrorCode error, std::vector<Address> addresses);
// Of getnameinfo: the names of an address and of its port.
using ServiceDone = void (*)(void* context, ErrorCode error, String host, String service);

class Names {
 public:
  virtual void lookup(const LookupSpec& spec, LookupDone done, void* context) = 0;
  virtual void lookupService(const Address& address, ServiceDone done, void* context) = 0;

  // A resolver with the system's name servers; null without memory. `close` forgets its questions.
  virtual Resolver* openResolver(const ResolverSpec& spec) = 0;
  virtual void close(Resolver* resolver) = 0;
  virtual std::vector<Address> nameServers(Resolver* resolver) = 0;
  // Called while nothing is asked. False where the list is none that can be asked; a server stands in it once; port 0
  // is 53.
  virtual bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) = 0;
  // The local addresses that it asks from, of family none: any.
  virtual void setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) = 0;
  virtual void ask(Resolver* resolver, const Question& question, Query* query) = 0;
  // Not called from `answered`.
  virtual void forget(Resolver* resolver, Query* query) = 0;
  // Answers all that is asked with QueryError::cancelled, in a later turn.
  virtual void cancelAll(Resolver* resolver) = 0;

 protected:
  ~Names() = default;
};

}  // namespace nodecpp::os
