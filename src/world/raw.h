// Clients and servers of bytes for tests on a simulated network: no loop, no program.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/network.h"

namespace nodecpp::sim {

class World;
struct RawConnectionState;
struct RawServerState;

// A handle; copies are the same connection. It is closed, as by a program that ends, with the last of them.
class RawConnection {
 public:
  // What became of the other side: nothing yet, it has ended its direction, it has reset the connection, or it never
  // took it.
  enum class Fate { open, end, reset, refused };

  // All is sent in the end, however small the buffers are.
  void send(std::string_view bytes);
  // Cut before each of the offsets `cuts`, in order; each piece comes to the peer in a turn of its own.
  void sendInPieces(std::string_view bytes, const std::vector<std::size_t>& cuts);
  // Ends our direction after what was sent.
  void end();
  void reset();
  void close();
  // While paused nothing is read, so that the peer meets back-pressure.
  void pause();
  void resume();

  const std::string& received() const;
  // The same by the peer's writes, as they came. A write larger than the window comes in several.
  const std::vector<std::string>& pieces() const;
  Fate fate() const;
  // What was sent and has not left yet.
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
  // Those accepted so far, in order.
  const std::vector<RawConnection>& connections() const;
  int port() const;
  void close();
  // Whether to accept; those who wait meanwhile fill the backlog.
  void accepting(bool on);

  explicit RawServer(std::shared_ptr<RawServerState> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<RawServerState> state_;
};

// "open", "end", "reset", "refused".
const char* fateName(RawConnection::Fate fate);

}  // namespace nodecpp::sim
