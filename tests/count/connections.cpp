// Measures the memory that a server holds after connections have come and gone, over loopback on the real port: once
// after the first 10,000 connections (or the first quarter, when that is fewer), and once after all. The clients are
// another process. They send nothing, stop at any byte of a request, send one request or several, reset the connection,
// or close half of it or all of it.
//   connections COUNT      prints both, and fails when the second is more than 1 MiB above the first
#include <nodecpp/http.h>
#include <nodecpp/process.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using namespace nodecpp;

namespace {

constexpr int together = 64;
constexpr std::string_view request =
    "POST /path?query=1 HTTP/1.1\r\nHost: localhost\r\nCookie: a=b\r\nContent-Length: 11\r\n\r\nhello world";

// One of `together` clients that are connected at the same time. `number` chooses what it does.
struct Client {
  int socket = -1;
  std::size_t answers = 0;

  bool open(int port, long number) {
    socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    // The system reuses a port only a minute after its connection was closed, so the clients use many addresses.
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + std::uint32_t(number / together % 200));
    int on = 1;
    setsockopt(socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return false;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(std::uint16_t(port));
    for (int i = 0; connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0; ++i) {
      if (i == 500) return false;
      usleep(10000);
    }
    std::string bytes;
    switch (number % 8) {
      case 0: break;                                                        // the client sends nothing
      case 1: bytes = request.substr(0, std::size_t(number / 8) % request.size()); break;
      case 2: bytes = std::string(request) + std::string(request); answers = 2; break;
      case 3: bytes = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", answers = 1; break;
      case 4: bytes = "not HTTP\r\n\r\n"; break;
      default: bytes = request, answers = 1;
    }
    return bytes.empty() || send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) == ssize_t(bytes.size());
  }
  // Reads until all responses have arrived.
  bool read() {
    std::size_t seen = 0;
    std::string text;
    while (seen < answers) {
      char bytes[4096];
      ssize_t size = recv(socket, bytes, sizeof bytes, 0);
      if (size <= 0) return false;
      text.append(bytes, std::size_t(size));
      seen = 0;
      for (std::size_t at = 0; (at = text.find("0123456789", at)) != text.npos; ++at) ++seen;
    }
    return true;
  }
  void leave(long number) {
    if (number % 3 == 0) {
      linger reset{1, 0};
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    } else if (number % 3 == 1) {
      shutdown(socket, SHUT_WR);
      char bytes[512];
      while (recv(socket, bytes, sizeof bytes, 0) > 0) {
      }
    }
    close(socket);
  }
};

[[noreturn]] void playClients(int portFrom, long count) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int port = 0;
  if (::read(portFrom, &port, sizeof port) != sizeof port) std::_Exit(1);
  for (long number = 0; number < count; number += together) {
    Client clients[together];
    for (int i = 0; i < together; ++i)
      if (!clients[i].open(port, number + i)) std::perror("a client cannot connect"), std::_Exit(1);
    for (auto& each : clients)
      if (!each.read()) std::fprintf(stderr, "an answer did not come\n"), std::_Exit(1);
    for (int i = 0; i < together; ++i) clients[i].leave(number + i);
  }
  std::_Exit(0);
}

long residentKiB() {
  std::FILE* file = std::fopen("/proc/self/status", "re");
  long size = 0;
  char line[256];
  while (std::fgets(line, sizeof line, file))
    if (std::sscanf(line, "VmRSS: %ld", &size) == 1) break;
  std::fclose(file);
  return size;
}

struct Counts {
  long open = 0, gone = 0, first = 0;
} counts;

}  // namespace

int main(int argc, char** argv) {
  const long count = (argc > 1 ? std::atol(argv[1]) : 1000000) / together * together;
  const long few = std::min(10000L, count / 4) / together * together;
  int portTo[2];
  if (pipe(portTo) != 0) return 1;
  const pid_t clients = fork();
  if (clients == 0) {
    close(portTo[1]);
    playClients(portTo[0], count);
  }
  close(portTo[0]);
  const int code = run(argc, argv, [=] {
    auto http = http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
      request->on(event::data, [](Buffer) {});
      request->on(event::end, [=] { response->end(str("0123456789")); });
    });
    http->on(event::connection, [=](net::Socket socket) {
      ++counts.open;
      socket->on(event::close, [=] {
        --counts.open;
        ++counts.gone;
        // The memory is measured when no connection is open.
        if (counts.gone == few) counts.first = residentKiB();
        if (counts.gone == count) http->close();
      });
    });
    http->listen(0, "127.0.0.1", [=] {
      const int port = http->address().port;
      if (write(portTo[1], &port, sizeof port) != sizeof port) http->close();
      close(portTo[1]);
    });
  });
  int status = 0;
  waitpid(clients, &status, 0);
  const long last = residentKiB();
  std::printf("%ld KiB after %ld connections, %ld KiB after %ld\n", counts.first, few, last, count);
  const bool right = code == 0 && status == 0 && counts.gone == count && counts.first > 0 && last <= counts.first + 1024;
  std::printf(right ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n");
  return right ? 0 : 1;
}
