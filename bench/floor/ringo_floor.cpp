// The floor of no_alloc in examples/ringo: the least that such a server can cost, because it only makes the system
// calls. It is a bare epoll loop that parses nothing: it sends the bytes that no_alloc sends to ab's HTTP/1.0 requests,
// and closes. (The response has no length, so Node.js closes the connection with ab -k too.)
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr char kBefore[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: ";
constexpr char kAfter[] = "\r\nConnection: close\r\n\r\n";
constexpr int kDateLength = 29;
constexpr int kBody = 1024;
constexpr int kDateAt = sizeof kBefore - 1;
constexpr int kBodyAt = kDateAt + kDateLength + sizeof kAfter - 1;

char answer[kBodyAt + kBody];
char input[65536];

// Writes the date of the current second into the response.
void refreshDate() {
  static time_t last = 0;
  timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (now.tv_sec == last) return;
  last = now.tv_sec;
  tm parts;
  gmtime_r(&last, &parts);
  char date[kDateLength + 1];
  strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  memcpy(answer + kDateAt, date, kDateLength);
}

// A request of ab always comes in one piece, and the response is sent in one piece.
void serve(int fd, unsigned events) {
  ssize_t got = events & EPOLLIN ? recv(fd, input, sizeof input, 0) : 0;
  if (got >= 4 && memcmp(input + got - 4, "\r\n\r\n", 4) == 0) send(fd, answer, sizeof answer, MSG_NOSIGNAL);
  close(fd);
}

}  // namespace

int main() {
  memcpy(answer, kBefore, sizeof kBefore - 1);
  memcpy(answer + kDateAt + kDateLength, kAfter, sizeof kAfter - 1);
  memset(answer + kBodyAt, 100, kBody);
  const char* port = getenv("PORT");
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port ? atoi(port) : 8001));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener, 511) != 0) {
    perror("ringo_floor: listen");
    return 1;
  }
  int epollFd = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener;
  epoll_ctl(epollFd, EPOLL_CTL_ADD, listener, &event);
  epoll_event ready[1024];
  for (;;) {
    int count = epoll_wait(epollFd, ready, 1024, -1);
    refreshDate();
    for (int i = 0; i < count; i++) {
      if (ready[i].data.fd != listener) {
        serve(ready[i].data.fd, ready[i].events);
        continue;
      }
      for (int fd; (fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.events = EPOLLIN | EPOLLRDHUP | EPOLLET;
        event.data.fd = fd;
        epoll_ctl(epollFd, EPOLL_CTL_ADD, fd, &event);
      }
    }
  }
}
