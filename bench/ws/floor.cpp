// The least that an echo of WebSocket costs, for bench/ws.js: an epoll loop that reads, unmasks a frame that is there
// as a whole, and writes it back; with KIND=broadcast it writes the frame to all connections. It answers each request
// with the same handshake, and looks at nothing.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr char answer[] =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
    "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

struct Connection {
  int fd;
  bool isOpen = false;
  std::string bytes;
  std::string out;
};

bool flush(Connection& connection) {
  while (!connection.out.empty()) {
    const ssize_t sent = send(connection.fd, connection.out.data(), connection.out.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent <= 0) return false;
    connection.out.erase(0, std::size_t(sent));
  }
  return true;
}

std::vector<Connection*> all;  // the open connections, when frames go to all of them
bool broadcasts = false;

void write(Connection& connection, const std::uint8_t* head, std::size_t headSize, std::uint8_t* payload,
           std::size_t length) {
  iovec pieces[] = {{const_cast<std::uint8_t*>(head), headSize}, {payload, length}};
  msghdr message{};
  message.msg_iov = pieces;
  message.msg_iovlen = 2;
  const ssize_t sent = connection.out.empty() ? sendmsg(connection.fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
  const std::size_t done = sent > 0 ? std::size_t(sent) : 0;
  if (done < headSize) connection.out.append(reinterpret_cast<const char*>(head) + done, headSize - done);
  const std::size_t ofPayload = done > headSize ? done - headSize : 0;
  if (ofPayload < length) connection.out.append(reinterpret_cast<char*>(payload) + ofPayload, length - ofPayload);
}

// Takes one frame off the bytes. Returns false when it is not there as a whole.
bool echo(Connection& connection) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(connection.bytes.data());
  const std::size_t size = connection.bytes.size();
  if (size < 6) return false;
  std::size_t head = 2, length = bytes[1] & 127;
  if (length >= 126) {
    const std::size_t more = length == 126 ? 2 : 8;
    if (size < 2 + more) return false;
    length = 0;
    for (std::size_t i = 0; i < more; ++i) length = length << 8 | bytes[2 + i];
    head += more;
  }
  if (size < head + 4 + length) return false;
  std::uint64_t mask = 0;
  std::memcpy(&mask, bytes + head, 4);
  mask |= mask << 32;
  std::uint8_t* payload = bytes + head + 4;
  std::size_t i = 0;
  for (; i + 8 <= length; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, payload + i, 8);
    word ^= mask;
    std::memcpy(payload + i, &word, 8);
  }
  for (; i < length; ++i) payload[i] ^= std::uint8_t(mask >> (8 * (i & 7)));
  bytes[1] &= 127;
  if (broadcasts)
    for (Connection* each : all) write(*each, bytes, head, payload, length);
  else
    write(connection, bytes, head, payload, length);
  connection.bytes.erase(0, head + 4 + length);
  return true;
}

}  // namespace

int main() {
  const char* kind = std::getenv("KIND");
  broadcasts = kind && std::strcmp(kind, "broadcast") == 0;
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(std::atoi(std::getenv("PORT"))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener, 511) != 0)
    return 1;
  const int epoll = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
  static char scratch[1 << 16];
  std::vector<epoll_event> events(256);
  for (;;) {
    const int count = epoll_wait(epoll, events.data(), int(events.size()), -1);
    for (int i = 0; i < count; ++i) {
      auto* connection = static_cast<Connection*>(events[std::size_t(i)].data.ptr);
      if (!connection) {
        const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
        if (fd < 0) continue;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.events = EPOLLIN | EPOLLOUT | EPOLLET;
        event.data.ptr = new Connection{fd, false, {}, {}};
        epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
        continue;
      }
      flush(*connection);
      ssize_t got = 0;
      while ((got = read(connection->fd, scratch, sizeof scratch)) > 0) {
        connection->bytes.append(scratch, std::size_t(got));
        if (!connection->isOpen && connection->bytes.find("\r\n\r\n") != std::string::npos) {
          connection->isOpen = true;
          connection->bytes.clear();
          if (::write(connection->fd, answer, sizeof answer - 1) < 0) return 1;
          if (broadcasts) all.push_back(connection);
        }
        while (connection->isOpen && echo(*connection)) {
        }
        if (std::size_t(got) < sizeof scratch) break;
      }
      if (got == 0) {
        close(connection->fd);
        std::erase(all, connection);
        delete connection;
      }
    }
  }
}
