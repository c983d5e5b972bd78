// The floor: the least that a server of Listing 1 can cost, because it only makes the system calls. It is a bare epoll
// loop that parses nothing: it counts the blank lines that end requests, and sends as many copies of Listing 1's
// response to /?value=hello. For each wake-up it calls recv and send once. It is edge-triggered and allocates nothing
// for a request. A connection with a first request of HTTP/1.0 (as ab sends) gets Listing 1's response to that, and is
// closed. The server CPU time of Node.cpp is reported as a ratio to this program's.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int kCopies = 64;
constexpr char kBefore[] = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nDate: ";
constexpr char kAfter[] =
    "\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nTransfer-Encoding: chunked\r\n\r\n"
    "5\r\nhello\r\n0\r\n\r\n";
constexpr char kAfterOld[] = "\r\nConnection: close\r\n\r\nhello";  // the rest of a response to HTTP/1.0
constexpr int kDateLength = 29;
constexpr int kAnswerLength = sizeof kBefore - 1 + kDateLength + sizeof kAfter - 1;

constexpr int kOldAnswerLength = sizeof kBefore - 1 + kDateLength + sizeof kAfterOld - 1;

char answers[kCopies * kAnswerLength];
char oldAnswer[kOldAnswerLength];
char input[65536];
int epollFd;

struct Connection {
  int fd;
  bool fresh = true;   // The line end of the first request line has not been received yet.
  bool old = false;    // the first request was HTTP/1.0
  int matched = 0;     // how many bytes of "\r\n\r\n" the input so far ends with
  long owedBytes = 0;  // bytes that are not sent yet, because the socket's buffer was full
};

void compose(char* at, const char* date, const char* after, size_t afterLength) {
  memcpy(at, kBefore, sizeof kBefore - 1);
  memcpy(at + sizeof kBefore - 1, date, kDateLength);
  memcpy(at + sizeof kBefore - 1 + kDateLength, after, afterLength);
}

// Writes the date of the current second into every copy of the response.
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
  for (int i = 0; i < kCopies; i++) compose(answers + i * kAnswerLength, date, kAfter, sizeof kAfter - 1);
  compose(oldAnswer, date, kAfterOld, sizeof kAfterOld - 1);
}

// Reads the version in the first request line of a connection. A line that comes in two pieces, cut in its last ten
// bytes, counts as HTTP/1.1, because no load sends such a line.
void readVersion(Connection& connection, const char* at, long length) {
  auto* end = static_cast<const char*>(memchr(at, '\r', length));
  if (!end) return;
  connection.fresh = false;
  connection.old = end - at >= 8 && memcmp(end - 8, "HTTP/1.0", 8) == 0;
}

// Returns how many requests end in these bytes.
int countRequests(Connection& connection, const char* at, long length) {
  static constexpr char kEnd[] = {'\r', '\n', '\r', '\n'};
  int count = 0;
  for (const char* last = at + length; at < last; at++) {
    if (connection.matched == 0) {
      at = static_cast<const char*>(memchr(at, '\r', last - at));
      if (!at) break;
    }
    if (*at != kEnd[connection.matched]) {
      connection.matched = *at == '\r' ? 1 : 0;
    } else if (++connection.matched == 4) {
      connection.matched = 0;
      count++;
    }
  }
  return count;
}

void drop(Connection* connection) {
  close(connection->fd);
  delete connection;
}

// Sends the bytes that are owed. Returns false when the peer has closed the connection.
bool flush(Connection& connection) {
  while (connection.owedBytes > 0) {
    // Continues where the last incomplete send stopped within a response.
    long offset = (kAnswerLength - connection.owedBytes % kAnswerLength) % kAnswerLength;
    long length = std::min<long>(connection.owedBytes, static_cast<long>(sizeof answers) - offset);
    ssize_t sent = send(connection.fd, answers + offset, length, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    connection.owedBytes -= sent;
    if (sent < length) return true;
  }
  return true;
}

void serve(Connection* connection, unsigned events) {
  if (events & EPOLLIN) {
    for (;;) {
      ssize_t got = recv(connection->fd, input, sizeof input, 0);
      if (got == 0 || (got < 0 && errno != EAGAIN)) return drop(connection);
      if (got < 0) break;
      if (connection->fresh) readVersion(*connection, input, got);
      int requests = countRequests(*connection, input, got);
      if (connection->old && requests > 0) {
        // The buffer of a new socket always has room for so few bytes.
        send(connection->fd, oldAnswer, sizeof oldAnswer, MSG_NOSIGNAL);
        return drop(connection);
      }
      connection->owedBytes += static_cast<long>(requests) * kAnswerLength;
      // A short read means that the socket is empty, and epoll will report the next bytes.
      if (got < static_cast<ssize_t>(sizeof input)) break;
    }
  } else if (events & (EPOLLHUP | EPOLLERR)) {
    return drop(connection);
  }
  if (connection->owedBytes > 0 && !flush(*connection)) drop(connection);
}

}  // namespace

int main() {
  const char* port = getenv("PORT");
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port ? atoi(port) : 2000));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || listen(listener, 511) != 0) {
    perror("floor: listen");
    return 1;
  }
  epollFd = epoll_create1(0);
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = nullptr;
  epoll_ctl(epollFd, EPOLL_CTL_ADD, listener, &event);
  epoll_event ready[1024];
  for (;;) {
    int count = epoll_wait(epollFd, ready, 1024, -1);
    refreshDate();
    for (int i = 0; i < count; i++) {
      if (ready[i].data.ptr) {
        serve(static_cast<Connection*>(ready[i].data.ptr), ready[i].events);
        continue;
      }
      for (int fd; (fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK)) >= 0;) {
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
        event.data.ptr = new Connection{fd};
        epoll_ctl(epollFd, EPOLL_CTL_ADD, fd, &event);
      }
    }
  }
}
