// OpenSSL's objects as they are owned here, its errors as Node throws them, and its random numbers, which come from the
// port.
#pragma once

#include <nodecpp/error.h>

#include <memory>

#include "os/openssl/failure.h"
#include "os/port/port.h"
#include "os/tls/engine.h"

namespace nodecpp::crypto::detail {

template <class T, auto F>
using Owned = std::unique_ptr<T, os::openssl::Freeing<F>>;

// Returns the error of a failure, with Node's properties.
Error errorOf(const os::TlsFailure& failure);
// Throws the first error that this thread's calls of OpenSSL have left, or an Error of the message `otherwise`, and clears
// the others.
[[noreturn]] void throwOpenssl(const char* otherwise = "error:00000000:lib(0)::reason(0)");

// While it lives, OpenSSL takes the random numbers of this thread from the port, so that a recording replays and a
// simulation repeats what OpenSSL makes of them. A job of crypto on the pool, which may not use the port, computes them from a
// seed that was drawn on the loop's thread. A function that the program itself runs on the pool has neither, and OpenSSL's own
// random numbers.
class RandomScope final : os::TlsSources {
 public:
  RandomScope();
  explicit RandomScope(const struct RandomSeed& seed);
  RandomScope(const RandomScope&) = delete;
  ~RandomScope();

 private:
  void random(char* to, std::size_t size) override;
  std::int64_t wallSeconds() override;

  struct Stream;
  os::Port* port_ = nullptr;
  os::TlsSources* before_ = nullptr;  // Those of TLS, whose callback may be running.
  std::unique_ptr<Stream> stream_;
};

// The seed of a job's random numbers.
struct RandomSeed {
  char bytes[32];
  // Draws a seed from the current loop's port.
  static RandomSeed draw();
  ~RandomSeed();
};

// Fills memory with random numbers of the current loop's port.
void fillRandom(char* to, std::size_t size);

// Overwrites memory with zeros, also where the compiler sees that nobody reads it afterwards.
void wipe(void* memory, std::size_t size) noexcept;

}  // namespace nodecpp::crypto::detail
