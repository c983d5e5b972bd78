// The servers that a client script names. Each answers every request alike, after a while.
#include <fmt/format.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "world/clients.h"
#include "world/http_reader.h"

namespace nodecpp::sim {

namespace {

constexpr std::uint64_t slowest = 20'000'000;  // The longest time to an answer, in nanoseconds.

// The data that the connections of one server share.
struct ServerState {
  ServerState(os::Network& n, const ClientScript::Server& s)
      : network(n), server(s), random(n.options.seed ^ std::uint64_t(s.port) ^ 0x736572766572) {}
  os::Network& network;
  ClientScript::Server server;
  os::SeededRandom random;
};

// One connection to a server. Answers that are posted for later hold it weakly, since it may be closed before.
struct Served final : os::SocketOwner, std::enable_shared_from_this<Served> {
  Served(const std::shared_ptr<ServerState>& s, os::SimSocket* accepted) : state(s), socket(accepted) {}
  ~Served() { drop(); }

  void socketChanged() override {
    auto self = shared_from_this();
    char bytes[8192];
    while (socket) {
      std::ptrdiff_t got = socket->read(bytes, sizeof bytes);
      NODECPP_ASSERT(got <= std::ptrdiff_t(sizeof bytes), got);
      if (got == UV_EAGAIN) break;
      if (got <= 0) return drop();
      std::string_view rest(bytes, std::size_t(got));
      while (!rest.empty()) {
        rest.remove_prefix(reader.take(rest));
        if (!reader.whole()) continue;
        withBody.push_back(!reader.isHead());
        reader.next();
        state->network.post(state->random.below(slowest), [weak = weak_from_this()] {
          if (auto self = weak.lock()) self->answer();
        });
      }
    }
    flush();
  }
  // Answers the first request that waits. The answers are posted for random times, and go in the requests' order.
  void answer() {
    std::string body = fillIn(state->server.body, state->random);
    bool sendsBody = withBody.front();
    withBody.pop_front();
    int status = state->server.status;
    // RFC 9110: these responses have no body, and 204 has no Content-Length either.
    std::string length = status == 204 ? std::string() : fmt::format("Content-Length: {}\r\n", body.size());
    if (status == 204 || status == 304) sendsBody = false;
    toSend += fmt::format("HTTP/1.1 {} Answer\r\n{}\r\n{}", status, length, sendsBody ? body : std::string());
    flush();
  }
  void flush() {
    while (socket && !toSend.empty()) {
      os::Slice slice{toSend.data(), toSend.size()};
      os::WriteResult result = socket->write(&slice, 1);
      NODECPP_ASSERT(result.error <= 0 && result.sent <= slice.size, result.error, result.sent, slice.size);
      if (result.error) return drop();
      toSend.erase(0, result.sent);
      if (result.sent < slice.size) return;
    }
  }
  void drop() {
    if (socket) std::exchange(socket, nullptr)->close();
  }

  std::shared_ptr<ServerState> state;
  os::SimSocket* socket;
  HttpReader reader{false};
  std::deque<bool> withBody;  // For each request that was not answered yet: whether its response has a body.
  std::string toSend;
};

// A server: its listening socket and its connections. Closed connections are removed when something is accepted.
struct Serving final : os::SocketOwner {
  Serving(os::Network& network, const ClientScript::Server& server)
      : state(std::make_shared<ServerState>(network, server)) {
    network.listen({.address = {os::Address::Family::ipv4, "0.0.0.0", server.port}}, this, &socket);
  }
  ~Serving() {
    if (socket) state->network.close(socket);
  }

  void socketChanged() override {
    std::erase_if(connections, [](const auto& connection) { return !connection->socket; });
    while (os::SimSocket* accepted = state->network.accept(socket)) {
      connections.push_back(std::make_shared<Served>(state, accepted));
      NODECPP_ASSERT(accepted->connected() && !accepted->owner);
      accepted->owner = connections.back().get();
      connections.back()->socketChanged();
    }
  }

  std::shared_ptr<ServerState> state;
  os::SimListenSocket* socket = nullptr;
  std::vector<std::shared_ptr<Served>> connections;
};

}  // namespace

std::shared_ptr<void> startServers(os::Network& network, const std::vector<ClientScript::Server>& servers) {
  auto all = std::make_shared<std::vector<std::unique_ptr<Serving>>>();
  for (const auto& server : servers) all->push_back(std::make_unique<Serving>(network, server));
  return all;
}

}  // namespace nodecpp::sim
