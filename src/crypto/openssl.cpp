#include "crypto/openssl.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/rand.h>

#include <cstring>

#include "loop/loop.h"
#include "os/openssl/sources.h"
#include "os/trace/chacha.h"

namespace nodecpp::crypto::detail {

namespace {

String plain(const std::string& text) { return String::copyOf(text.data(), text.size()); }

// What OpenSSL asks of the system when it is first used. This happens before the program begins, because a replay refuses
// to open files and to draw random numbers beside the port. OpenSSL reads its configuration and its own files, and seeds
// the generator that it has itself: the numbers come from the port, but the making of an RSA key asks that generator for
// its strength. A replay computes on the main thread, which this prepares.
[[maybe_unused]] const bool prepared = [] {
  OPENSSL_init_crypto(OPENSSL_INIT_LOAD_CONFIG, nullptr);
  return RAND_get0_private(nullptr) != nullptr;
}();

}  // namespace

Error errorOf(const os::TlsFailure& failure) {
  Error error(plain(failure.message));
  if (!failure.library.empty()) error->set("library", plain(failure.library));
  if (!failure.reason.empty()) error->set("reason", plain(failure.reason));
  if (!failure.code.empty()) error->code = plain(failure.code);
  return error;
}

void throwOpenssl(const char* otherwise) { throw errorOf(os::openssl::takeFailure(otherwise)); }

struct RandomScope::Stream {
  explicit Stream(const RandomSeed& seed) : random([&] {
    os::record::ChaChaRandom::Seed bytes;
    std::memcpy(bytes.data(), seed.bytes, bytes.size());
    return bytes;
  }()) {}
  os::record::ChaChaRandom random;
};

RandomScope::RandomScope() {
  nodecpp::detail::Loop* loop = nodecpp::detail::Loop::currentOrNull();
  if (loop) port_ = &loop->port();
  before_ = os::openssl::setSources(loop ? this : nullptr);
  // Within a job of crypto its seed remains the source.
  if (!loop) os::openssl::setSources(before_);
}

RandomScope::RandomScope(const RandomSeed& seed)
    : before_(os::openssl::setSources(this)), stream_(std::make_unique<Stream>(seed)) {}

RandomScope::~RandomScope() { os::openssl::setSources(before_); }

void RandomScope::random(char* to, std::size_t size) {
  if (port_)
    port_->process.random(to, size);
  else
    stream_->random.fill(to, size);
}

// Only TLS asks for the time, and no TLS runs in a scope.
std::int64_t RandomScope::wallSeconds() { return 0; }

RandomSeed RandomSeed::draw() {
  RandomSeed seed;
  fillRandom(seed.bytes, sizeof seed.bytes);
  return seed;
}

RandomSeed::~RandomSeed() { wipe(bytes, sizeof bytes); }

void fillRandom(char* to, std::size_t size) {
  if (size) nodecpp::detail::Loop::current().port().process.random(to, size);
}

void wipe(void* memory, std::size_t size) noexcept { OPENSSL_cleanse(memory, size); }

}  // namespace nodecpp::crypto::detail
