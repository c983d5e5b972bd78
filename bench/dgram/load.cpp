// The load of bench/dgram.js: sends datagrams of 64 bytes to a server on 127.0.0.1 that sends each one back.
//   load PORT SECONDS WINDOW     WINDOW datagrams are under way at a time
// Prints {"done", "lost", "seconds"}: those that came back, and those for which nothing came in a tenth of a second.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "load PORT SECONDS WINDOW\n");
    return 2;
  }
  const double seconds = std::atof(argv[2]);
  const int window = std::atoi(argv[3]);
  const int fd = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(std::atoi(argv[1])));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return 1;
  char bytes[64] = "datagram", answer[128];
  long done = 0, lost = 0;
  int underWay = 0;
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
  while (spent() < seconds) {
    for (; underWay < window; ++underWay)
      if (send(fd, bytes, sizeof bytes, 0) < 0) break;
    pollfd wait{fd, POLLIN, 0};
    if (poll(&wait, 1, 100) <= 0) {
      lost += underWay;
      underWay = 0;
      continue;
    }
    while (recv(fd, answer, sizeof answer, MSG_DONTWAIT) > 0) {
      ++done;
      --underWay;
    }
  }
  std::printf("{\"done\": %ld, \"lost\": %ld, \"seconds\": %.3f}\n", done, lost, spent());
}
