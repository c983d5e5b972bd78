#include "world/raw_connections.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "world/world.h"

namespace nodecpp::simulation {

using os::Slice;

// The state that copies of a RawConnection share. It reads and sends whenever its socket changes.
struct RawConnectionState final : os::SocketOwner {
  ~RawConnectionState() {
    if (socket) socket->close();
  }

  void socketChanged() override {
    if (!socket || !socket->attempted()) return;
    if (socket->connectError()) {
      fate = RawConnection::PeerState::refused;
      return drop();
    }
    if (!paused) read();
    write();
  }

  void read() {
    char bytes[4096];
    while (socket && !over) {
      // Reads at most one write of the peer, so that the writes can be told apart.
      std::ptrdiff_t got = socket->read(bytes, std::min(sizeof bytes, socket->firstPiece()));
      if (got == UV_EAGAIN) return;
      if (got <= 0) {
        over = true;
        fate = got == 0 ? RawConnection::PeerState::end : RawConnection::PeerState::reset;
        return;
      }
      received.append(bytes, std::size_t(got));
      if (freshPiece) pieces.emplace_back();
      NODECPP_ASSERT(!pieces.empty() && std::size_t(got) <= sizeof bytes, got);
      pieces.back().append(bytes, std::size_t(got));
      freshPiece = socket->pieceEnded();
    }
  }

  void write() {
    while (socket && socket->connected() && !toSend.empty()) {
      auto& [bytes, apart] = toSend.front();
      Slice slice{bytes.data(), bytes.size()};
      os::WriteResult result = socket->write(&slice, 1, apart);
      NODECPP_ASSERT(result.error <= 0 && result.sent <= bytes.size(), result.error, result.sent, bytes.size());
      if (result.error) {
        // The remaining pieces will never leave. A reset may also be reported by reading.
        if (result.error == UV_ECONNRESET && !over) {
          over = true;
          fate = RawConnection::PeerState::reset;
        }
        toSend.clear();
        return;
      }
      if (result.sent < bytes.size()) {
        bytes.erase(0, result.sent);
        return;
      }
      toSend.pop_front();
    }
    if (socket && socket->connected() && endAsked && toSend.empty()) {
      endAsked = false;
      socket->shutdown();
    }
  }

  void drop() {
    if (socket) std::exchange(socket, nullptr)->close();
  }

  os::SimSocket* socket = nullptr;
  std::deque<std::pair<std::string, bool>> toSend;
  bool endAsked = false;
  bool paused = false;
  bool over = false;
  bool freshPiece = true;
  std::string received;
  std::vector<std::string> pieces;
  RawConnection::PeerState fate = RawConnection::PeerState::open;
};

struct RawServerState final : os::SocketOwner {
  explicit RawServerState(os::Network& n) : network(n) {}
  ~RawServerState() { close(); }

  void socketChanged() override {
    while (accepting && socket) {
      os::SimSocket* accepted = network.accept(socket);
      if (!accepted) return;
      auto state = std::make_shared<RawConnectionState>();
      state->socket = accepted;
      NODECPP_ASSERT(accepted->connected() && !accepted->owner);
      accepted->owner = state.get();
      connections.emplace_back(state);
      state->socketChanged();
    }
  }
  void close() {
    if (socket) network.close(std::exchange(socket, nullptr));
  }

  os::Network& network;
  os::SimListenSocket* socket = nullptr;
  bool accepting = true;
  std::vector<RawConnection> connections;
};

void RawConnection::send(std::string_view bytes) {
  if (!state_->socket || bytes.empty()) return;
  state_->toSend.emplace_back(bytes, false);
  state_->write();
}

void RawConnection::sendInPieces(std::string_view bytes, const std::vector<std::size_t>& cuts) {
  if (!state_->socket) return;
  std::size_t from = 0;
  auto piece = [&](std::size_t to) {
    if (to > from) state_->toSend.emplace_back(bytes.substr(from, to - from), true);
    from = to;
  };
  for (std::size_t cut : cuts) piece(std::min(cut, bytes.size()));
  piece(bytes.size());
  state_->write();
}

void RawConnection::end() {
  state_->endAsked = true;
  state_->write();
}
void RawConnection::reset() {
  if (state_->socket) std::exchange(state_->socket, nullptr)->reset();
}
void RawConnection::close() { state_->drop(); }
void RawConnection::pause() { state_->paused = true; }
void RawConnection::resume() {
  state_->paused = false;
  state_->socketChanged();
}
const std::string& RawConnection::received() const { return state_->received; }
const std::vector<std::string>& RawConnection::pieces() const { return state_->pieces; }
RawConnection::PeerState RawConnection::peerState() const { return state_->fate; }
std::size_t RawConnection::unsent() const {
  std::size_t sum = 0;
  for (const auto& [bytes, apart] : state_->toSend) sum += bytes.size();
  return sum;
}
bool RawConnection::connected() const { return state_->socket && state_->socket->connected(); }
os::Address RawConnection::localAddress() const { return state_->socket ? state_->socket->local : os::Address(); }
os::Address RawConnection::remoteAddress() const { return state_->socket ? state_->socket->remote : os::Address(); }

const std::vector<RawConnection>& RawServer::connections() const { return state_->connections; }
int RawServer::port() const { return state_->socket ? state_->socket->address.port : 0; }
void RawServer::close() { state_->close(); }
void RawServer::accepting(bool on) {
  state_->accepting = on;
  state_->socketChanged();
}

const char* peerStateName(RawConnection::PeerState fate) {
  switch (fate) {
    case RawConnection::PeerState::open: return "open";
    case RawConnection::PeerState::end: return "end";
    case RawConnection::PeerState::reset: return "reset";
    case RawConnection::PeerState::refused: return "refused";
  }
  return "";
}

namespace {

os::Address addressOf(int port, StringArg host) {
  String text = host.toString();
  return {text.includes(":") ? os::Address::Family::ipv6 : os::Address::Family::ipv4, text, port};
}

void need(os::ErrorCode error) {
  if (error) throw std::logic_error("a raw connection or server cannot be made: error " + std::to_string(error));
}

RawConnection connectTo(os::Network& network, const os::Address& address) {
  auto state = std::make_shared<RawConnectionState>();
  need(network.connect({address, {}}, state.get(), &state->socket));
  return RawConnection(state);
}

RawServer listenAt(os::Network& network, const os::Address& address) {
  auto state = std::make_shared<RawServerState>(network);
  need(network.listen({.address = address}, state.get(), &state->socket));
  return RawServer(state);
}

}  // namespace

RawConnection World::connect(int port, StringArg host) { return connectTo(network_, addressOf(port, host)); }
RawServer World::listen(int port, StringArg host) { return listenAt(network_, addressOf(port, host)); }

}  // namespace nodecpp::sim
