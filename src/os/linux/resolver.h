// Name servers asked by c-ares, whose sockets are in the port's epoll set and whose time-outs end the port's waits.
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
  // How long the port may wait, at most `timeout`.
  int timeout(int timeout) const;
  void socketReady(int fd, std::uint32_t events);
  // Looks for time-outs, and tells what is known.
  void serve();

  bool closed = false;

 private:
  struct Asked {
    LinuxResolver& resolver;
    std::unique_ptr<Query> query;  // null when forgotten
    std::uint16_t id;
    std::uint64_t number;
    std::list<Asked>::iterator self{};
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
  void ended(Asked& asked, int status, std::string_view answer);
  void dropIfIdle();

  LinuxPort& port_;
  ResolverSpec spec_;
  ares_channeldata* channel_ = nullptr;
  bool systemServers_ = true;
  bool noServers_ = false;
  bool refused_ = false;           // the last that was asked: nobody listens
  bool malformed_ = false;         // why c-ares was last told that a connection is broken
  SocketAddress local4_, local6_;  // of size 0: any
  std::uint64_t lastNumber_ = 0;
  std::size_t live_ = 0;    // queries that somebody waits for
  std::list<Asked> asked_;  // those that c-ares has
  std::list<Asked> known_;  // those to be told
  std::map<int, Socket*> sockets_;
  std::map<int, int> types_;  // of sockets that c-ares has made
};

}  // namespace nodecpp::os
