// Encryption with a secret key. Part of nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#class-cipheriv
#pragma once

#include <nodecpp/crypto/key_object.h>
#include <nodecpp/stream.h>
#include <nodecpp/string_decoder.h>

namespace nodecpp::crypto {

namespace detail {
struct CipherState;
}  // namespace detail
class CipherivObject;
class DecipherivObject;
using Cipheriv = Handle<CipherivObject>;
using Decipheriv = Handle<DecipherivObject>;

struct CipherOptions {
  // The number of bytes of the tag. CCM and OCB need it; for GCM and ChaCha20-Poly1305 it is 16 by default.
  stream::OptionalNumber authTagLength{};
};

struct AADOptions {
  // The number of bytes of the message, which CCM needs in advance.
  stream::OptionalNumber plaintextLength{};
};

// What both directions share: a Transform stream that can also be used by update() and final().
class CipherBaseObject : public stream::TransformObject {
 public:
  ~CipherBaseObject() override;
  // The state of the stream tells nothing about the cipher.
  template <class I>
  void inspectTo(I&) const {}

  // Adds data, and returns what has been encrypted or decrypted of them so far: as a Buffer, or as a text in
  // `outputEncoding`. A text is encoded in `inputEncoding`, or else in UTF-8. Throws "Trying to add data in unsupported state"
  // after final(), ERR_CRYPTO_INVALID_MESSAGELEN, and ERR_UNKNOWN_ENCODING or ERR_INVALID_ARG_VALUE for an output encoding
  // that does not exist or is another one than before.
  Buffer update(const BytesArg& data, const TextEncoding& inputEncoding = {});
  String update(const BytesArg& data, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding);
  // Returns the rest. Throws OpenSSL's error for data that have no whole last block or wrong padding, "Unsupported state or
  // unable to authenticate data" for a wrong tag, and ERR_CRYPTO_INVALID_STATE when it was called before.
  Buffer final();
  String final(const TextEncoding& outputEncoding);

 protected:
  CipherBaseObject(StringArg algorithm, const KeyArg& key, const BytesArg* iv, const CipherOptions& options, bool encrypts);
  void _transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) override;
  void _flush(stream::TransformCallback callback) override;

  // Do the work of the functions of these names. They throw ERR_CRYPTO_INVALID_STATE.
  void setPadding(bool on);
  void addAuthenticated(const BytesArg& data, const AADOptions& options);
  Buffer tag();
  void setTag(const BytesArg& tag, const TextEncoding& encoding);

 private:
  String decode(const Buffer& bytes, const TextEncoding& encoding, bool isLast);

  detail::CipherState* state_;
  string_decoder::StringDecoder decoder_;
};

class CipherivObject final : public CipherBaseObject {
 public:
  CipherivObject(StringArg algorithm, const KeyArg& key, const BytesArg* iv, const CipherOptions& options)
      : CipherBaseObject(algorithm, key, iv, options, true) {}

  // Returns the tag, after final(). Throws ERR_CRYPTO_INVALID_STATE before it and for algorithms without one.
  Buffer getAuthTag() { return tag(); }
  // Adds data that are authenticated and not encrypted. Returns this object. Throws ERR_CRYPTO_INVALID_STATE, and
  // ERR_MISSING_ARGS without the length that CCM needs.
  Cipheriv setAAD(const BytesArg& buffer, const AADOptions& options = {}) {
    addAuthenticated(buffer, options);
    return Cipheriv(this);
  }
  // Sets whether the last block is filled up to its whole size, as it is by default. Returns this object. Throws
  // ERR_CRYPTO_INVALID_STATE after final().
  Cipheriv setAutoPadding(bool autoPadding = true) {
    setPadding(autoPadding);
    return Cipheriv(this);
  }

  const char* className() const override { return "Cipheriv"; }
};

class DecipherivObject final : public CipherBaseObject {
 public:
  DecipherivObject(StringArg algorithm, const KeyArg& key, const BytesArg* iv, const CipherOptions& options)
      : CipherBaseObject(algorithm, key, iv, options, false) {}

  // Sets the tag that the message must have. Returns this object. Throws ERR_CRYPTO_INVALID_AUTH_TAG for a length that the
  // algorithm does not have, and ERR_CRYPTO_INVALID_STATE when a tag was set before or the algorithm has none.
  Decipheriv setAuthTag(const BytesArg& buffer, const TextEncoding& encoding = {}) {
    setTag(buffer, encoding);
    return Decipheriv(this);
  }
  Decipheriv setAAD(const BytesArg& buffer, const AADOptions& options = {}) {
    addAuthenticated(buffer, options);
    return Decipheriv(this);
  }
  Decipheriv setAutoPadding(bool autoPadding = true) {
    setPadding(autoPadding);
    return Decipheriv(this);
  }

  const char* className() const override { return "Decipheriv"; }
};

// Returns a cipher for one of getCiphers(). `iv` is nullptr for algorithms without one. Throws ERR_CRYPTO_UNKNOWN_CIPHER,
// ERR_CRYPTO_INVALID_KEYLEN, ERR_CRYPTO_INVALID_IV, ERR_CRYPTO_INVALID_AUTH_TAG, ERR_INVALID_ARG_VALUE for an option, and
// OpenSSL's errors.
Cipheriv createCipheriv(StringArg algorithm, const KeyArg& key, const BytesArg& iv, const CipherOptions& options = {});
Cipheriv createCipheriv(StringArg algorithm, const KeyArg& key, std::nullptr_t, const CipherOptions& options = {});
Decipheriv createDecipheriv(StringArg algorithm, const KeyArg& key, const BytesArg& iv, const CipherOptions& options = {});
Decipheriv createDecipheriv(StringArg algorithm, const KeyArg& key, std::nullptr_t, const CipherOptions& options = {});

// What is known of a cipher. It converts to false when there is none with that name, or none that takes the lengths.
// blockSize and ivLength are 0 where Node leaves them out.
struct CipherInfo {
  String mode{};  // "cbc", "gcm", "stream", …
  String name{};
  double nid = 0;
  double blockSize = 0;
  double ivLength = 0;
  double keyLength = 0;

  explicit operator bool() const noexcept { return !name.empty(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (name.empty()) return out.text("undefined");
    out.property("mode", mode).property("name", name).property("nid", nid);
    if (blockSize) out.property("blockSize", blockSize);
    if (ivLength) out.property("ivLength", ivLength);
    out.property("keyLength", keyLength);
  }
};
struct CipherInfoOptions {
  stream::OptionalNumber keyLength{};
  stream::OptionalNumber ivLength{};
};
CipherInfo getCipherInfo(StringArg name, const CipherInfoOptions& options = {});
CipherInfo getCipherInfo(double nid, const CipherInfoOptions& options = {});

// Returns the names of the ciphers, sorted.
Array<String> getCiphers();

}  // namespace nodecpp::crypto
