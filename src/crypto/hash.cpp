// createHash and hash.
#include <nodecpp/crypto/hash.h>

#include <openssl/err.h>

#include <utility>

#include "base/errors/validate.h"
#include "crypto/bytes.h"
#include "crypto/digests.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;

namespace detail {

struct HashState {
  Digest* digest;
  MdContext context;  // Null when the digest has been computed.
  std::size_t length;
  Buffer result{};  // The digest of a hash that was used as a stream.
  bool digestCalled = false;

  ~HashState() {
    if (context) digest->giveBack(std::move(context));
  }
};

}  // namespace detail

namespace {

using detail::Bytes;
using detail::Digest;
using detail::HashState;

Digest& digestOf(const StringArg& algorithm, auto message) {
  detail::validateString(algorithm, "algorithm");
  if (Digest* found = detail::findDigest(algorithm)) return *found;
  if (ERR_peek_error()) detail::throwOpenssl();
  throw Error(message());
}

Digest& hashedBy(const StringArg& algorithm) {
  return digestOf(algorithm, [] { return String("Digest method not supported"); });
}

// Throws OpenSSL's error, which 3.5 has, for a length of a digest that cannot have it.
[[noreturn]] void refuseLength(std::size_t) {
  ERR_clear_error();
  ERR_raise(ERR_LIB_EVP, EVP_R_NOT_XOF_OR_INVALID_LENGTH);
  detail::throwOpenssl();
}

// Returns how many bytes of digest the program wants. Calls `refuse`, which throws, for a length that the algorithm cannot have.
template <class Refuse>
std::size_t lengthOf(const Digest& digest, const stream::OptionalNumber& wanted, StringArg name, Refuse refuse) {
  if (!wanted.given) return digest.size;
  detail::validateUint32(wanted.value, name);
  const auto length = std::size_t(wanted.value);
  if (!digest.isXof && length != digest.size) refuse(length);
  return length;
}

// Computes the digest into `to`, which has room for `length` bytes.
void finish(EVP_MD_CTX* context, const Digest& digest, unsigned char* to, std::size_t length) {
  if (length == 0) return;
  if ((digest.isXof ? EVP_DigestFinalXOF(context, to, length) : EVP_DigestFinal_ex(context, to, nullptr)) != 1)
    detail::throwOpenssl();
}

void addData(HashState& state, detail::Octets data) {
  if (!state.context || EVP_DigestUpdate(state.context.get(), data.data(), data.size()) != 1)
    throw codedError("ERR_CRYPTO_HASH_UPDATE_FAILED", "Hash update failed");
}

// Calls `take` with the digest's bytes and returns its result.
template <class Take>
auto finishInto(HashState& state, Take take) {
  if (state.digestCalled) throw detail::finalized();
  state.digestCalled = true;
  if (!state.context) return take(detail::octetsOf(state.result));
  unsigned char few[EVP_MAX_MD_SIZE];
  Buffer many = state.length > sizeof few ? Buffer::allocUnsafeSlow(double(state.length)) : Buffer();
  unsigned char* to = many.empty() ? few : detail::writable(many);
  finish(state.context.get(), *state.digest, to, state.length);
  state.digest->giveBack(std::move(state.context));
  return take(detail::Octets(to, state.length));
}

HashState* begin(const StringArg& algorithm, const HashOptions& options) {
  Digest& digest = hashedBy(algorithm);
  const std::size_t length = lengthOf(digest, options.outputLength, "options.outputLength", refuseLength);
  return new HashState{&digest, digest.begin(), length};
}

}  // namespace

HashObject::HashObject(StringArg algorithm, const HashOptions& options) : HashObject(begin(algorithm, options)) {}

HashObject::~HashObject() { delete state_; }

Hash HashObject::update(const BytesArg& data, const TextEncoding& inputEncoding) {
  if (state_->digestCalled) throw detail::finalized();
  addData(*state_, Bytes(data, "data", detail::viewOrText, inputEncoding).octets());
  return Hash(this);
}

Buffer HashObject::digest() { return finishInto(*state_, detail::copied); }

String HashObject::digest(const TextEncoding& outputEncoding) {
  // An encoding that does not exist is refused before the digest is computed.
  if (!state_->digestCalled) outputEncoding.required();
  return finishInto(*state_, [&](detail::Octets bytes) { return detail::textOf(bytes, outputEncoding); });
}

Hash HashObject::copy(const HashOptions& options) {
  if (state_->digestCalled || !state_->context) throw detail::finalized();
  Digest& digest = *state_->digest;
  const std::size_t length = lengthOf(digest, options.outputLength, "options.outputLength", refuseLength);
  detail::MdContext copy = digest.spare ? std::move(digest.spare) : detail::MdContext(EVP_MD_CTX_new());
  if (!copy || EVP_MD_CTX_copy_ex(copy.get(), state_->context.get()) != 1) detail::throwOpenssl("Digest copy error");
  return make<HashObject>(new HashState{&digest, std::move(copy), length});
}

void HashObject::_transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) {
  addData(*state_, Bytes(chunk, "data", detail::viewOrText, TextEncoding(encoding)).octets());
  callback();
}

void HashObject::_flush(stream::TransformCallback callback) {
  push(detail::endOfStream(*state_, [&] { return finishInto(*state_, detail::copied); }));
  callback();
}

Hash createHash(const StringArg& algorithm, const HashOptions& options) { return make<HashObject>(algorithm, options); }

namespace {

// Computes the digest of `data` and calls `take` with its bytes.
template <class Take>
auto hashAtOnce(const StringArg& algorithm, const BytesArg& data, const stream::OptionalNumber& outputLength, Take take) {
  detail::validateString(algorithm, "algorithm");
  Bytes bytes(data, "input", detail::viewOrText);
  Digest& digest = digestOf(algorithm, [&] { return "Digest method " + algorithm.toString() + " is not supported"; });
  const std::size_t length = lengthOf(digest, outputLength, "options.outputLength", [&](std::size_t wanted) {
    throw Error("Output length " + str(double(wanted)) + " is invalid for " + algorithm.toString() + ", which does not support XOF");
  });
  unsigned char few[EVP_MAX_MD_SIZE];
  Buffer many = length > sizeof few ? Buffer::allocUnsafeSlow(double(length)) : Buffer();
  unsigned char* to = many.empty() ? few : detail::writable(many);
  detail::MdContext context = digest.begin();
  if (EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) != 1) detail::throwOpenssl();
  finish(context.get(), digest, to, length);
  digest.giveBack(std::move(context));
  return take(detail::Octets(to, length));
}

}  // namespace

String hash(const StringArg& algorithm, const BytesArg& data, const StringArg& outputEncoding) {
  TextEncoding encoding{outputEncoding};
  if (encoding.kind() != TextEncoding::Kind::known)
    throw nodecpp::detail::invalidArgValue("outputEncoding", nodecpp::detail::inspectString(outputEncoding));
  return hashAtOnce(algorithm, data, {}, [&](detail::Octets digest) { return detail::textOf(digest, encoding); });
}

String hash(const StringArg& algorithm, const BytesArg& data, const HashOneOptions& options) {
  TextEncoding encoding{options.outputEncoding};
  if (encoding.kind() != TextEncoding::Kind::known)
    throw nodecpp::detail::invalidArgValue("outputEncoding", nodecpp::detail::inspectString(options.outputEncoding));
  return hashAtOnce(algorithm, data, options.outputLength, [&](detail::Octets digest) { return detail::textOf(digest, encoding); });
}

Buffer hashBuffer(const StringArg& algorithm, const BytesArg& data, stream::OptionalNumber outputLength) {
  return hashAtOnce(algorithm, data, outputLength, detail::copied);
}

}  // namespace nodecpp::crypto
