// Name servers are asked by c-ares. Its sockets are in the port's epoll set, and its time-outs bound the port's waits.
#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/linux/linux_port.h"
#include "os/posix/socket_address.h"

struct ares_channeldata;

namespace nodecpp::os {

class LinuxResolver final : public Resolver {
 public:
  LinuxResolver(LinuxPort& port, const ResolverSpec& spec);
  ~LinuxResolver();

  bool open();
  std::vector<Address> servers() const;
  bool setServers(const std::vector<Address>& servers);
  void setLocalAddresses(const Address& ipv4, const Address& ipv6);
  void ask(const Question& question, Query* query);
  void forget(Query* query);
  void cancelAll();

  bool busy() const { return live_ != 0; }
  // Returns how long the port may wait in milliseconds, at most `timeout`.
  int timeout(int timeout) const;
  void socketReady(int fd, std::uint32_t events);
  // Checks time-outs, and calls `answered` for finished queries.
  void serve();

  bool closed = false;

 private:
  struct PendingQuery {
    LinuxResolver& resolver;
    std::unique_ptr<Query> query;  // Null when the query was forgotten.
    std::uint16_t id;
    std::uint64_t number;
    std::list<PendingQuery>::iterator self{};
    QueryError error = QueryError::none;
    std::string answer{};
  };
  struct Socket final : Watched {
    Socket(int descriptor, LinuxResolver& of) : Watched(Kind::names, descriptor), resolver(of) {}
    LinuxResolver& resolver;
  };
  struct Functions;
  friend class LinuxPort;

  void close();
  void ensureServers();
  std::uint16_t newId();
  void ended(PendingQuery& asked, int status, std::string_view answer);
  void dropIfIdle();

  LinuxPort& port_;
  ResolverSpec spec_;
  ares_channeldata* channel_ = nullptr;
  bool systemServers_ = true;
  bool noServers_ = false;
  bool refused_ = false;    // Whether the last query was refused because no server listens at the address.
  bool malformed_ = false;  // Whether c-ares was last told that a connection is broken because of a malformed answer.
  SocketAddress local4_, local6_;  // The local addresses that queries are sent from; an address of size 0 means any.
  std::uint64_t lastNumber_ = 0;
  std::size_t live_ = 0;    // The number of queries that someone waits for.
  std::list<PendingQuery> pendingQueries_;  // Queries that c-ares has and has not answered yet.
  std::list<PendingQuery> finishedQueries_;  // Finished queries whose answers are not reported yet.
  std::map<int, Socket*> sockets_;
  std::map<int, int> types_;  // The type (SOCK_DGRAM, SOCK_STREAM) of each socket that c-ares has opened.
};

}  // namespace nodecpp::os
