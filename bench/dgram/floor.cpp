// The least that an echo of datagrams costs, for bench/dgram.js: recvfrom and sendto in a loop.
#include <arpa/inet.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstdlib>

int main() {
  const int fd = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(std::atoi(std::getenv("PORT"))));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return 1;
  char bytes[65536];
  for (;;) {
    sockaddr_storage from;
    socklen_t size = sizeof from;
    const ssize_t got = recvfrom(fd, bytes, sizeof bytes, 0, reinterpret_cast<sockaddr*>(&from), &size);
    if (got >= 0) sendto(fd, bytes, std::size_t(got), 0, reinterpret_cast<sockaddr*>(&from), size);
  }
}
