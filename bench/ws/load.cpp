// The load of bench/ws.js: WebSocket clients on one thread, for a server on 127.0.0.1.
//   load echo PORT SECONDS CONNECTIONS BYTES    messages that come back, one at a time on each connection
//   load broadcast PORT SECONDS CONNECTIONS     one client says when all others get the next message of 64 bytes
//   load idle PORT CONNECTIONS                  connections that stay open until stdin ends
// Prints {"done", "seconds", "errors"}: `done` counts the messages that were received.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point since) { return std::chrono::duration<double>(Clock::now() - since).count(); }

constexpr char upgrade[] =
    "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
    "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
constexpr std::size_t openingAtOnce = 64;
char scratch[1 << 18];

struct Client {
  int fd = -1;
  bool isOpen = false;
  std::size_t wanted = 0;  // bytes that are still to come of the message
  std::size_t toSend = 0;  // bytes of the frame that are still to be sent
};

struct Load {
  std::string kind;
  int port = 0;
  double seconds = 0;
  std::size_t bytes = 64;
  std::string frame;
  std::size_t answer = 0;  // the size of the frame that comes back
  int epoll = epoll_create1(0);
  std::vector<Client> clients;
  std::size_t opened = 0, done = 0, errors = 0;

  bool broadcasts() const { return kind == "broadcast"; }

  // Makes a frame of zeros with a mask of zeros: the server still has to apply it, unless it looks.
  void makeFrame() {
    frame = "\x82";
    const std::size_t head = bytes < 126 ? 0 : bytes < 65536 ? 2 : 8;
    frame += char(0x80 | (head == 0 ? bytes : head == 2 ? 126 : 127));
    for (std::size_t i = head; i-- > 0;) frame += char(bytes >> (8 * i));
    frame += "\x11\x22\x33\x44";
    for (std::size_t i = 0; i < bytes; ++i) frame += "\x11\x22\x33\x44"[i & 3];
    answer = 2 + head + bytes;
  }

  void open(Client& client) {
    client.fd = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(std::uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        ::send(client.fd, upgrade, sizeof upgrade - 1, 0) != ssize_t(sizeof upgrade - 1)) {
      ++errors;
      return;
    }
    const int on = 1;
    setsockopt(client.fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = &client;
    epoll_ctl(epoll, EPOLL_CTL_ADD, client.fd, &event);
  }

  void watch(Client& client, bool writes) {
    epoll_event event{};
    event.events = writes ? EPOLLIN | EPOLLOUT : EPOLLIN;
    event.data.ptr = &client;
    epoll_ctl(epoll, EPOLL_CTL_MOD, client.fd, &event);
  }

  void send(Client& client) {
    client.wanted = answer;
    client.toSend = frame.size();
    sendOn(client);
  }
  void sendOn(Client& client) {
    const ssize_t sent = ::send(client.fd, frame.data() + frame.size() - client.toSend, client.toSend, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) client.toSend -= std::size_t(sent);
    watch(client, client.toSend > 0);
  }

  void receive(Client& client) {
    const ssize_t got = recv(client.fd, scratch, sizeof scratch, MSG_DONTWAIT);
    if (got <= 0) {
      if (got < 0 && errno == EAGAIN) return;
      ++errors;
      close(client.fd);
      client.fd = -1;
      return;
    }
    std::size_t rest = std::size_t(got);
    if (!client.isOpen) {
      // The answer to the handshake comes whole.
      const std::string head(scratch, rest);
      const std::size_t end = head.find("\r\n\r\n");
      if (head.rfind("HTTP/1.1 101", 0) != 0 || end == head.npos) {
        ++errors;
        return;
      }
      client.isOpen = true;
      ++opened;
      client.wanted = answer;
      rest -= end + 4;
      if (opened < clients.size() && opened + openingAtOnce <= clients.size()) open(clients[opened + openingAtOnce - 1]);
      if (kind == "echo") send(client);
    }
    while (rest > 0) {
      const std::size_t part = rest < client.wanted ? rest : client.wanted;
      client.wanted -= part;
      rest -= part;
      if (client.wanted > 0) break;
      client.wanted = answer;
      ++done;
      if (kind == "echo") send(client);
      if (broadcasts() && done % clients.size() == 0) send(clients[0]);
    }
  }

  void run() {
    makeFrame();
    for (std::size_t i = 0; i < clients.size() && i < openingAtOnce; ++i) open(clients[i]);
    auto started = Clock::now();
    bool goes = false;
    epoll_event events[256];
    for (;;) {
      if (!goes && opened == clients.size()) {
        goes = true;
        started = Clock::now();
        done = 0;
        if (broadcasts()) send(clients[0]);
        if (kind == "idle") return;
      }
      if ((goes && secondsSince(started) >= seconds) || (!goes && secondsSince(started) > 60)) break;
      const int count = epoll_wait(epoll, events, 256, 100);
      for (int i = 0; i < count; ++i) {
        auto& client = *static_cast<Client*>(events[i].data.ptr);
        if (client.fd >= 0 && events[i].events & EPOLLOUT) sendOn(client);
        if (client.fd >= 0 && events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(client);
      }
    }
    seconds = secondsSince(started);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "load echo PORT SECONDS CONNECTIONS BYTES | broadcast PORT SECONDS CONNECTIONS | idle PORT CONNECTIONS\n");
    return 2;
  }
  Load load;
  load.kind = argv[1];
  load.port = std::atoi(argv[2]);
  const bool isIdle = load.kind == "idle";
  load.seconds = isIdle ? 0 : std::atof(argv[3]);
  load.clients.resize(std::size_t(std::atoi(argv[isIdle ? 3 : 4])));
  if (load.kind == "echo" && argc > 5) load.bytes = std::size_t(std::atol(argv[5]));
  load.run();
  std::printf("{\"done\": %zu, \"seconds\": %.3f, \"errors\": %zu}\n", load.done, load.seconds, load.errors);
  std::fflush(stdout);
  if (isIdle) while (read(0, scratch, sizeof scratch) > 0) {}
}
