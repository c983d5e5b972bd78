#include "os/record/log_seal.h"

#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/assertion.h"
#include "os/trace/record_kinds.h"

namespace nodecpp::os::record {

namespace {
constexpr std::size_t keyBytes = crypto_secretstream_xchacha20poly1305_KEYBYTES;
constexpr std::size_t sealedKeyBytes = keyBytes + crypto_box_SEALBYTES;
static_assert(Seal::authenticatedBytes == sealedMagic.size() + sizeof formatVersion + sealedKeyBytes);
static_assert(Seal::headBytes == Seal::authenticatedBytes + crypto_secretstream_xchacha20poly1305_HEADERBYTES);
static_assert(Seal::frameBytes == 4 + crypto_secretstream_xchacha20poly1305_ABYTES);

unsigned char* bytesOf(char* at) { return reinterpret_cast<unsigned char*>(at); }
const unsigned char* bytesOf(const char* at) { return reinterpret_cast<const unsigned char*>(at); }
}  // namespace

struct Seal::State {
  unsigned char key[crypto_box_PUBLICKEYBYTES];
  crypto_secretstream_xchacha20poly1305_state stream;
  char head[Seal::authenticatedBytes];
  bool first = false;
};

Seal::Seal() : state_(std::make_unique<State>()) {}
Seal::~Seal() { sodium_memzero(&state_->stream, sizeof state_->stream); }

std::unique_ptr<Seal> Seal::to(const std::string& file, std::string& error) {
  std::unique_ptr<Seal> seal(new Seal);
  int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  char text[256];
  ssize_t size = descriptor < 0 ? -1 : ::read(descriptor, text, sizeof text);
  int failed = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (size < 0) return error = "cannot read the key '" + file + "': " + std::strerror(failed), nullptr;
  std::string_view line(text, std::size_t(size));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::size_t found = 0;
  bool good = sodium_init() >= 0 && line.starts_with(publicKeyWords) &&
              sodium_base642bin(seal->state_->key, sizeof seal->state_->key, line.data() + publicKeyWords.size(),
                                line.size() - publicKeyWords.size(), nullptr, &found, nullptr,
                                sodium_base64_VARIANT_ORIGINAL) == 0 &&
              found == sizeof seal->state_->key;
  // A key that is not a point on the curve cannot be encrypted to, so encrypting is tried here.
  unsigned char key[keyBytes] = {}, sealed[sealedKeyBytes];
  good = good && crypto_box_seal(sealed, key, sizeof key, seal->state_->key) == 0;
  if (!good) return error = "'" + file + "' is no public key of nodecpp-log keygen (NAME.pub)", nullptr;
  return seal;
}

char* Seal::begin(char* to) {
  unsigned char key[keyBytes];
  crypto_secretstream_xchacha20poly1305_keygen(key);
  std::memcpy(to, sealedMagic.data(), sealedMagic.size());
  std::memcpy(to + sealedMagic.size(), &formatVersion, sizeof formatVersion);
  char* at = to + sealedMagic.size() + sizeof formatVersion;
  // Seal::to has tested that a key can be encrypted to the public key, so this call cannot fail.
  if (crypto_box_seal(bytesOf(at), key, sizeof key, state_->key) != 0) std::abort();
  std::memcpy(state_->head, to, sizeof state_->head);
  crypto_secretstream_xchacha20poly1305_init_push(&state_->stream, bytesOf(to + authenticatedBytes), key);
  sodium_memzero(key, sizeof key);
  state_->first = true;
  return to + headBytes;
}

char* Seal::put(char* to, std::string_view bytes, bool last) {
  NODECPP_ASSERT(to && state_);
  bool first = std::exchange(state_->first, false);
  crypto_secretstream_xchacha20poly1305_push(
      &state_->stream, bytesOf(to + 4), nullptr, bytesOf(bytes.data()), bytes.size(),
      first ? bytesOf(state_->head) : nullptr, first ? sizeof state_->head : 0,
      last ? crypto_secretstream_xchacha20poly1305_TAG_FINAL : static_cast<unsigned char>(0));
  auto size = std::uint32_t(bytes.size() + frameBytes - 4);
  NODECPP_ASSERT(size >= frameBytes - 4, size);
  // The length is written last. Until then it is the zero at which the segment ends.
  std::atomic_signal_fence(std::memory_order_release);
  std::memcpy(to, &size, sizeof size);
  return to + 4 + size;
}

}  // namespace nodecpp::os::record
