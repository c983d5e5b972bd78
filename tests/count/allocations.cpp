// Counts the heap allocations of a request in a steady state: all calls of malloc and similar functions on the server's
// thread, over loopback on the real port, once the slabs are filled.
//   allocations fixed | listing1      prints the number for each request, and fails when it is above the limit
#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>

#define main listing1_main
#include "../../examples/listing1/listing1.cpp"
#undef main

namespace {

std::atomic<long> allocations{0};
constinit thread_local bool counted = false;

void count() {
  if (counted) allocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

// glibc's own functions, by the names that remain when a program replaces malloc.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  count();
  return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
  count();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}
}

namespace {

int fixed_main(int argc, char** argv) {
  return run(argc, argv, [] {
    http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
      response->end("hello");
    })->listen(process::env["PORT"] || 2000, "127.0.0.1");
  });
}

int connectTo(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(std::uint16_t(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int i = 0; i < 500; ++i) {
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return client;
    close(client);
    usleep(10000);
  }
  std::fprintf(stderr, "the server did not listen on port %d\n", port);
  std::_Exit(1);
}

// Sends requests one after the other. Returns false when a response has another length than the first.
bool ask(int client, int times) {
  static std::size_t length = 0;
  const std::string_view request = "GET /?value=hello HTTP/1.1\r\nHost: localhost:2000\r\n\r\n";
  for (int i = 0; i < times; ++i) {
    if (send(client, request.data(), request.size(), 0) != ssize_t(request.size())) return false;
    char answer[4096];
    std::size_t got = 0;
    do {
      ssize_t n = recv(client, answer + got, sizeof answer - got, 0);
      if (n <= 0) return false;
      got += std::size_t(n);
    } while (got < length || (length == 0 && std::string_view(answer, got).find("hello") == std::string_view::npos));
    if (length == 0) {
      // The first response may come in pieces. What has arrived after a moment gives its length.
      usleep(50000);
      ssize_t n = recv(client, answer, sizeof answer, MSG_DONTWAIT);
      length = got + (n > 0 ? std::size_t(n) : 0);
    } else if (got != length) {
      return false;
    }
  }
  return true;
}

// Returns a port on which nobody listens at the moment.
int freePort() {
  int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(probe, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    std::_Exit(1);
  close(probe);
  return ntohs(address.sin_port);
}

}  // namespace

int main(int argc, char** argv) {
  const bool listing1 = argc > 1 && std::strcmp(argv[1], "listing1") == 0;
  const double allowed = listing1 ? 2 : 0;
  int port = freePort();
  setenv("PORT", std::to_string(port).c_str(), 1);
  std::thread server([=] {
    counted = true;
    char name[] = "server";
    char* arguments[] = {name, nullptr};
    listing1 ? listing1_main(1, arguments) : fixed_main(1, arguments);
  });
  int client = connectTo(port);
  constexpr int times = 20000;
  bool same = ask(client, 2000);
  long before = allocations;
  same = same && ask(client, times);
  double each = double(allocations - before) / times;
  if (!same) std::fprintf(stderr, "an answer was not like the first\n");
  std::printf("%s: %.4f heap allocations a request, at most %g\n", listing1 ? "listing1" : "fixed", each, allowed);
  std::fflush(stdout);
  // A few allocations in twenty thousand requests belong to the Date of each second and to the server's timers, not to
  // a request.
  std::_Exit(same && before > 0 && each <= allowed + 0.001 ? 0 : 1);
}
