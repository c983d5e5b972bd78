// createHmac.
#include <nodecpp/crypto/hash.h>

#include <openssl/core_names.h>
#include <openssl/crypto.h>

#include <utility>

#include "crypto/bytes.h"
#include "crypto/digests.h"

namespace nodecpp::crypto {

namespace detail {

struct HmacState {
  Digest* digest;
  MacContext context;  // Null when the digest has been computed.
  std::uint64_t keyNumber;
  Buffer result{};     // The digest of an Hmac that was used as a stream.
  bool digestCalled = false;

  ~HmacState() {
    if (context && !digest->spareMac) giveBack();
  }
  void giveBack() {
    digest->spareMac = std::move(context);
    digest->spareMacKeyNumber = keyNumber;
  }
};

}  // namespace detail

namespace {

using detail::Bytes;
using detail::Digest;
using detail::HmacState;
using detail::MacContext;

// OpenSSL's algorithm, from this thread's first use on.
thread_local detail::Owned<EVP_MAC, EVP_MAC_free> hmacAlgorithm;

MacContext newContext(Digest& digest) {
  if (!hmacAlgorithm) hmacAlgorithm.reset(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  MacContext context(hmacAlgorithm ? EVP_MAC_CTX_new(hmacAlgorithm.get()) : nullptr);
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.macName.data(), 0), OSSL_PARAM_construct_end()};
  if (!context || EVP_MAC_CTX_set_params(context.get(), parameters) != 1) detail::throwOpenssl();
  return context;
}

constexpr std::size_t longestKeptKey = 256;

// Whether the spare context, which is used now, has this key.
bool hasKey(Digest& digest, detail::Octets key) {
  const bool isLast = std::exchange(digest.spareMacKeyNumber, 0) == digest.macKeyNumber && digest.macKeyNumber != 0;
  return isLast && !key.empty() && key.size() == digest.macKey.size() && CRYPTO_memcmp(key.data(), digest.macKey.data(), key.size()) == 0;
}

HmacState* begin(StringArg algorithm, const KeyArg& key) {
  detail::validateString(algorithm, "hmac");
  Bytes bytes(key, "key", detail::keyOrText);
  Digest& digest = detail::digestFor(algorithm);
  if (digest.isXof) detail::throwOpenssl();
  MacContext context = digest.spareMac ? std::move(digest.spareMac) : newContext(digest);
  if (!hasKey(digest, bytes.octets())) {
    // A null key would leave the key as it is, so an empty one has an address.
    static constexpr unsigned char none = 0;
    if (EVP_MAC_init(context.get(), bytes.size() ? bytes.data() : &none, bytes.size(), nullptr) != 1) detail::throwOpenssl();
    digest.macKey = bytes.size() <= longestKeptKey ? detail::Secret(bytes.octets()) : detail::Secret();
    ++digest.macKeyNumber;
  } else if (EVP_MAC_init(context.get(), nullptr, 0, nullptr) != 1) {
    detail::throwOpenssl();
  }
  return new HmacState{&digest, std::move(context), digest.macKeyNumber};
}

void addData(HmacState& state, detail::Octets data) {
  if (!state.context || EVP_MAC_update(state.context.get(), data.data(), data.size()) != 1) throw detail::finalized();
}

// Calls `take` with the digest's bytes and returns its result. As in Node, a further digest is empty.
template <class Take>
auto finishInto(HmacState& state, Take take) {
  if (std::exchange(state.digestCalled, true)) return take(detail::Octets());
  if (!state.context) return take(detail::octetsOf(state.result));
  unsigned char bytes[EVP_MAX_MD_SIZE];
  std::size_t size = 0;
  if (EVP_MAC_final(state.context.get(), bytes, &size, sizeof bytes) != 1) detail::throwOpenssl();
  state.giveBack();
  return take(detail::Octets(bytes, size));
}

}  // namespace

HmacObject::HmacObject(StringArg algorithm, const KeyArg& key) : state_(begin(algorithm, key)) {}

HmacObject::~HmacObject() { delete state_; }

Hmac HmacObject::update(const BytesArg& data, const TextEncoding& inputEncoding) {
  if (state_->digestCalled) throw detail::finalized();
  addData(*state_, Bytes(data, "data", detail::viewOrText, inputEncoding).octets());
  return Hmac(this);
}

Buffer HmacObject::digest() { return finishInto(*state_, detail::copied); }

String HmacObject::digest(const TextEncoding& outputEncoding) {
  outputEncoding.required();
  return finishInto(*state_, [&](detail::Octets bytes) { return detail::textOf(bytes, outputEncoding); });
}

void HmacObject::_transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) {
  addData(*state_, Bytes(chunk, "data", detail::viewOrText, TextEncoding(encoding)).octets());
  callback();
}

void HmacObject::_flush(stream::TransformCallback callback) {
  push(detail::endOfStream(*state_, [&] { return finishInto(*state_, detail::copied); }));
  callback();
}

Hmac createHmac(StringArg algorithm, const KeyArg& key) { return make<HmacObject>(algorithm, key); }

}  // namespace nodecpp::crypto
