#include "os/openssl/sources.h"

#include <openssl/rand.h>

#include <ctime>
#include <utility>

namespace nodecpp::os::openssl {

namespace {

// Where this thread's random numbers and its time come from; null for the system.
constinit thread_local TlsSources* sourcesOfThread = nullptr;

// OpenSSL 3 calls these functions deprecated in favour of a provider, which would have to be a library of its own.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// OpenSSL's own generator is replaced only when a simulation first sets a source, since a service keeps OpenSSL's.
const RAND_METHOD* systemRandom = nullptr;

int fillRandom(unsigned char* to, int size) {
  if (sourcesOfThread) {
    sourcesOfThread->random(reinterpret_cast<char*>(to), std::size_t(size));
    return 1;
  }
  return systemRandom->bytes(to, size);
}

void replaceRandom() {
  [[maybe_unused]] static const bool replaced = [] {
    systemRandom = RAND_OpenSSL();
    static RAND_METHOD method{};
    method.bytes = fillRandom;
    method.pseudorand = fillRandom;
    method.status = [] { return 1; };
    return RAND_set_rand_method(&method) == 1;
  }();
}

#pragma clang diagnostic pop

}  // namespace

TlsSources* setSources(TlsSources* sources) {
  if (sources) replaceRandom();
  return std::exchange(sourcesOfThread, sources);
}

void stampSession(SSL_SESSION* session) {
  if (sourcesOfThread && session) SSL_SESSION_set_time(session, long(sourcesOfThread->wallSeconds()));
}

void presentSession(SSL_SESSION* session, long made, long lifetime) {
  if (!sourcesOfThread) return;
  long age = long(sourcesOfThread->wallSeconds()) - made;
  SSL_SESSION_set_time(session, long(std::time(nullptr)) - (age > lifetime ? age : 0));
}

void restoreSession(SSL_SESSION* session, long made) {
  if (sourcesOfThread && session) SSL_SESSION_set_time(session, made);
}

}  // namespace nodecpp::os::openssl
