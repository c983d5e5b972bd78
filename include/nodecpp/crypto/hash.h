// Hashes and HMACs. Part of nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-hash
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/stream.h>

namespace nodecpp::crypto {

namespace detail {
struct HashState;
struct HmacState;
}  // namespace detail
class HashObject;
class HmacObject;
using Hash = Handle<HashObject>;
using Hmac = Handle<HmacObject>;

struct HashOptions {
  // The number of bytes of the digest, for algorithms such as shake256 whose output has any length.
  stream::OptionalNumber outputLength{};
};

// A digest that is computed from data as they come: by update(), or as a stream to which the data are written and from
// which the digest is read.
class HashObject final : public stream::TransformObject {
 public:
  // The state of the stream tells nothing about the hash.
  template <class I>
  void inspectTo(I&) const {}
  // As createHash.
  explicit HashObject(StringArg algorithm, const HashOptions& options = {});
  // For copy(): takes over a state.
  explicit HashObject(detail::HashState* state) noexcept : state_(state) {}
  ~HashObject() override;

  // Adds data; a text is encoded in `inputEncoding`, or else in UTF-8. Returns this hash. Throws ERR_CRYPTO_HASH_FINALIZED
  // after digest(), and ERR_INVALID_ARG_TYPE.
  Hash update(const BytesArg& data, const TextEncoding& inputEncoding = {});
  // Returns the digest as a Buffer, or as a text in `outputEncoding`. The hash cannot be used afterwards. Throws
  // ERR_CRYPTO_HASH_FINALIZED when it was called before, and ERR_UNKNOWN_ENCODING.
  Buffer digest();
  String digest(const TextEncoding& outputEncoding);
  // Returns a hash that has the same data so far. Throws ERR_CRYPTO_HASH_FINALIZED after digest().
  Hash copy(const HashOptions& options = {});

  const char* className() const override { return "Hash"; }

 protected:
  void _transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) override;
  void _flush(stream::TransformCallback callback) override;

 private:
  detail::HashState* state_ = nullptr;
};

// A keyed digest (RFC 2104), which is used as a Hash is.
class HmacObject final : public stream::TransformObject {
 public:
  // The state of the stream tells nothing about the hash.
  template <class I>
  void inspectTo(I&) const {}
  // As createHmac.
  explicit HmacObject(StringArg algorithm, const KeyArg& key);
  ~HmacObject() override;

  // Adds data. Returns this Hmac. Throws ERR_CRYPTO_HASH_FINALIZED after digest(), and ERR_INVALID_ARG_TYPE.
  Hmac update(const BytesArg& data, const TextEncoding& inputEncoding = {});
  // Returns the digest as a Buffer, or as a text in `outputEncoding`. A further call returns an empty one, as in Node.
  Buffer digest();
  String digest(const TextEncoding& outputEncoding);

  const char* className() const override { return "Hmac"; }

 protected:
  void _transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) override;
  void _flush(stream::TransformCallback callback) override;

 private:
  detail::HmacState* state_ = nullptr;
};

// Returns a new hash. `algorithm` is one of getHashes(). Throws "Digest method not supported" for another one, and OpenSSL's
// error for an outputLength that the algorithm cannot have.
Hash createHash(const StringArg& algorithm, const HashOptions& options = {});

// Returns a new Hmac. Throws ERR_CRYPTO_INVALID_DIGEST.
Hmac createHmac(StringArg algorithm, const KeyArg& key);

struct HashOneOptions {
  String outputEncoding = "hex";
  stream::OptionalNumber outputLength{};
};
// Returns the digest of `data` as a text in hex or in another encoding. It is faster than createHash() for data that are
// there as a whole. Throws as createHash(), and ERR_INVALID_ARG_VALUE for an unknown encoding. Node's
// hash(algorithm, data, 'buffer') is hashBuffer().
String hash(const StringArg& algorithm, const BytesArg& data, const StringArg& outputEncoding = "hex");
String hash(const StringArg& algorithm, const BytesArg& data, const HashOneOptions& options);
Buffer hashBuffer(const StringArg& algorithm, const BytesArg& data, stream::OptionalNumber outputLength = {});

// Returns the names of the digests, sorted.
Array<String> getHashes();

}  // namespace nodecpp::crypto
