// Clients and servers that send and receive bytes in tests on a simulated network, without a loop or a program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/sim_network.h"

namespace nodecpp::sim {

class World;
struct RawConnectionState;
struct RawServerState;

// A handle to a connection; copies refer to the same connection. The last copy closes it, as a program that ends would.
class RawConnection {
 public:
  // The state of the peer: open, its direction has ended, it has reset the connection, or it has refused it.
  enum class PeerState { open, end, reset, refused };

  // Sends all bytes in the end, however small the buffers are.
  void send(std::string_view bytes);
  // Sends the bytes cut at the offsets `cuts`, which are in ascending order. Each piece reaches the peer in a turn of
  // its own.
  void sendInPieces(std::string_view bytes, const std::vector<std::size_t>& cuts);
  // Ends our direction after the bytes sent before.
  void end();
  void reset();
  void close();
  // While paused, nothing is read, so that the peer meets back-pressure.
  void pause();
  void resume();

  const std::string& received() const;
  // Returns the received bytes divided by the peer's writes. A write larger than the window arrives in several pieces.
  const std::vector<std::string>& pieces() const;
  PeerState peerState() const;
  // Returns the number of bytes that were given to `send` and have not left yet.
  std::size_t unsent() const;
  bool connected() const;
  os::Address localAddress() const;
  os::Address remoteAddress() const;

  explicit RawConnection(std::shared_ptr<RawConnectionState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<RawConnectionState> state_;
};

class RawServer {
 public:
  // Returns the connections accepted so far, in order.
  const std::vector<RawConnection>& connections() const;
  int port() const;
  void close();
  // Whether connections are accepted. While they are not, connections that wait fill the backlog.
  void accepting(bool on);

  explicit RawServer(std::shared_ptr<RawServerState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<RawServerState> state_;
};

// Returns "open", "end", "reset" or "refused".
const char* peerStateName(RawConnection::PeerState fate);

}  // namespace nodecpp::sim
