// Names: look-ups by the system (getaddrinfo), and queries to name servers.
//
// The contract, for the author of a back end:
// - The result of a look-up is pushed once, in a later turn. A look-up cannot be cancelled.
// - A resolver's queries are answered in later turns, in any order. After `close` no answer of the resolver is pushed.
// - The back end does not interpret an answer: it passes on a message of a name server as it came, if the message
//   answers exactly the question that was asked. dns_message.h reads messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "os/port/net_role.h"

namespace nodecpp::os {

// The reason why a query has no answer.
enum class QueryError : unsigned char { none, timeout, refused, malformed, cancelled, noServers, noMemory };

struct ResolverSpec {
  int timeout = -1;              // The time-out of a query's first try in milliseconds; -1 for 2000.
  int tries = 4;                 // How often each name server is tried.
  std::uint32_t maxTimeout = 0;  // The longest time-out of a try in milliseconds; 0 for no limit.
};

struct Question {
  std::string name;  // The name that is looked up, in DNS wire format.
  std::uint16_t type = 1;
};

// One question and the code that waits for its answer. The port owns the query from `ask` until `answered` has returned
// or `forget` is called, and then destroys it.
class Query {
 public:
  Query() = default;
  Query(const Query&) = delete;
  virtual ~Query() = default;
  // Called once, in a turn of the loop. `answer` is a name server's message that answers exactly this question. It is
  // valid during the call, and empty when there is an error. The message's contents are not checked: dns_message.h
  // reads them.
  virtual void answered(QueryError error, std::string_view answer) = 0;
};

// A handle for a list of name servers and the queries that are under way to them. The functions of Names below work on
// it. Each back end derives its own class, which holds the state.
class Resolver {
 public:
  Resolver(const Resolver&) = delete;

 protected:
  Resolver() = default;
  ~Resolver() = default;
};

struct LookupSpec {
  String host;
  int family = 0;  // The address family to look up: 4, 6, or 0 for both.
  int flags = 0;   // The AI_* flags of Node's dns.ADDRCONFIG, V4MAPPED and ALL.
};
// Receives the result of getaddrinfo, in the order that the system gives.
using LookupDone = void (*)(void* context, ErrorCode error, std::vector<Address> addresses);
// Receives the result of getnameinfo: the host name of an address and the service name of its port.
using ServiceDone = void (*)(void* context, ErrorCode error, String host, String service);

class Names {
 public:
  virtual void lookup(const LookupSpec& spec, LookupDone done, void* context) = 0;
  virtual void lookupService(const Address& address, ServiceDone done, void* context) = 0;

  // Opens a resolver with the system's name servers. Returns null when memory is short. `close` drops the resolver's
  // queries without answering them.
  virtual Resolver* openResolver(const ResolverSpec& spec) = 0;
  virtual void close(Resolver* resolver) = 0;
  virtual std::vector<Address> nameServers(Resolver* resolver) = 0;
  // Sets the list of name servers. Called while no query is under way. Returns false when no server of the list can be
  // asked. Servers that are listed twice are asked once; port 0 means 53.
  virtual bool setNameServers(Resolver* resolver, const std::vector<Address>& servers) = 0;
  // Sets the local addresses that queries are sent from. An address of family none means any address.
  virtual void setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) = 0;
  virtual void ask(Resolver* resolver, const Question& question, Query* query) = 0;
  // Cancels one query without calling `answered`. Must not be called from inside `answered`.
  virtual void forget(Resolver* resolver, Query* query) = 0;
  // Cancels all queries of the resolver: each is answered with QueryError::cancelled in a later turn.
  virtual void cancelAll(Resolver* resolver) = 0;

 protected:
  ~Names() = default;
};

}  // namespace nodecpp::os
