// createCipheriv and createDecipheriv.
#include <nodecpp/crypto/cipher.h>

#include <openssl/err.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/assertion.h"
#include "crypto/bytes.h"
#include "crypto/ciphers.h"

namespace nodecpp::crypto {

using detail::Bytes;
using nodecpp::detail::codedError;

namespace detail {

struct CipherState {
  enum class Tag : unsigned char { unknown, known, passed };
  static constexpr int noTagLength = -1;

  const CipherKind* kind = nullptr;
  Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free> context{};  // Null after final().
  bool encrypts = true;
  bool isUpdated = false;  // update() was called.
  bool authenticationFailed = false;  // update() has seen a wrong tag, which final() reports.
  Tag tagState = Tag::unknown;
  int tagLength = noTagLength;
  int mostBytes = INT_MAX;  // The longest message.
  unsigned char tag[16] = {};

  bool isAuthenticated() const { return kind->isAuthenticated; }
  // Gives OpenSSL the tag, once and as soon as possible.
  bool passTag() {
    if (tagState != Tag::known) return true;
    if (EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, tagLength, tag) <= 0) return false;
    tagState = Tag::passed;
    return true;
  }
};

}  // namespace detail

namespace {

using detail::CipherState;

// GCM's tags have these lengths (NIST SP 800-38D, section 5.2.1.2).
bool isTagLengthOfGcm(double length) { return length == 4 || length == 8 || (length >= 12 && length <= 16); }

Error wrongTagLength(double length) {
  return codedError<TypeError>("ERR_CRYPTO_INVALID_AUTH_TAG", "Invalid authentication tag length: " + str(length));
}

Error wrongIv() { return codedError<TypeError>("ERR_CRYPTO_INVALID_IV", "Invalid initialization vector"); }

Error wrongState(StringArg operation) {
  return codedError("ERR_CRYPTO_INVALID_STATE", "Invalid state for operation " + operation.toString());
}

int checkedOption(const stream::OptionalNumber& option, StringArg name, int byDefault) {
  if (!option.given) return byDefault;
  if (!(option.value >= 0 && option.value <= 4294967295.0 && std::trunc(option.value) == option.value))
    throw nodecpp::detail::invalidArgValue("options." + name.toString(), str(option.value));
  return int(std::min(option.value, double(INT_MAX)));
}

void initAuthenticated(CipherState& state, std::size_t ivLength, int tagLength) {
  EVP_CIPHER_CTX* context = state.context.get();
  if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, int(ivLength), nullptr) <= 0) throw wrongIv();
  if (state.kind->mode == EVP_CIPH_GCM_MODE) {
    if (tagLength == CipherState::noTagLength) return;
    if (!isTagLengthOfGcm(tagLength)) throw wrongTagLength(tagLength);
    state.tagLength = tagLength;
    return;
  }
  if (tagLength == CipherState::noTagLength) {
    if (state.kind->nid != NID_chacha20_poly1305)
      throw codedError<TypeError>("ERR_CRYPTO_INVALID_AUTH_TAG",
                                  "authTagLength required for " + String::copyOf(state.kind->name.data(), state.kind->name.size()));
    tagLength = 16;
  }
  // The tag is as long as it has bytes here, whatever OpenSSL takes.
  if (tagLength > int(sizeof state.tag) || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, tagLength, nullptr) <= 0)
    throw wrongTagLength(tagLength);
  state.tagLength = tagLength;
  // CCM writes the length of the message into what the initialization vector leaves of 15 bytes.
  if (state.kind->mode == EVP_CIPH_CCM_MODE) state.mostBytes = ivLength == 12 ? 16777215 : ivLength == 13 ? 65535 : INT_MAX;
}

void init(CipherState& state, detail::Octets key, detail::Octets iv, int tagLength) {
  const detail::CipherKind& kind = *state.kind;
  if (iv.empty() ? kind.ivLength != 0 : !kind.isAuthenticated && iv.size() != std::size_t(kind.ivLength)) throw wrongIv();
  if (kind.nid == NID_chacha20_poly1305 && iv.size() != 12) throw wrongIv();
  if (iv.size() > INT_MAX) throw wrongIv();
  ERR_clear_error();
  state.context.reset(EVP_CIPHER_CTX_new());
  EVP_CIPHER_CTX* context = state.context.get();
  if (!context) detail::throwOpenssl("Failed to initialize cipher");
  if (kind.mode == EVP_CIPH_WRAP_MODE) EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
  if (EVP_CipherInit_ex2(context, kind.cipher.get(), nullptr, nullptr, state.encrypts, nullptr) != 1)
    detail::throwOpenssl("Failed to initialize cipher");
  if (kind.isAuthenticated) initAuthenticated(state, iv.size(), tagLength);
  if (key.size() > INT_MAX || EVP_CIPHER_CTX_set_key_length(context, int(key.size())) != 1) {
    ERR_clear_error();
    throw codedError<RangeError>("ERR_CRYPTO_INVALID_KEYLEN", "Invalid key length");
  }
  // A null vector stands for the one that the context has.
  if (EVP_CipherInit_ex2(context, nullptr, key.data(), iv.empty() ? nullptr : iv.data(), state.encrypts, nullptr) != 1)
    detail::throwOpenssl("Failed to initialize cipher");
}

CipherState* begin(StringArg algorithm, const KeyArg& key, const BytesArg* iv, const CipherOptions& options, bool encrypts) {
  detail::validateString(algorithm, "cipher");
  Bytes secret(key, "key", detail::keyOrText);
  const int tagLength = checkedOption(options.authTagLength, "authTagLength", CipherState::noTagLength);
  auto state = std::make_unique<CipherState>();
  state->encrypts = encrypts;
  auto initWith = [&](detail::Octets vector) {
    state->kind = detail::findCipher(algorithm);
    if (!state->kind) throw codedError("ERR_CRYPTO_UNKNOWN_CIPHER", "Unknown cipher");
    init(*state, secret.octets(), vector, tagLength);
  };
  if (iv)
    initWith(Bytes(*iv, "iv", detail::bytesOrText).octets());
  else
    initWith({});
  return state.release();
}

// Adds `data` and returns what comes out.
Buffer addData(CipherState& state, detail::Octets data) {
  constexpr const char* unsupported = "Trying to add data in unsupported state";
  if (!state.context || data.size() > INT_MAX - EVP_MAX_BLOCK_LENGTH) throw Error(unsupported);
  if (state.kind->mode == EVP_CIPH_CCM_MODE && data.size() > std::size_t(state.mostBytes))
    throw codedError<RangeError>("ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length");
  ERR_clear_error();
  EVP_CIPHER_CTX* context = state.context.get();
  if (!state.encrypts && state.isAuthenticated() && !state.passTag()) detail::throwOpenssl(unsupported);
  state.isUpdated = true;
  int size = int(data.size()) + EVP_CIPHER_CTX_get_block_size(context);
  const bool wraps = state.kind->mode == EVP_CIPH_WRAP_MODE;
  // The result of wrapping a key is longer, and OpenSSL says by how much.
  if (wraps && state.encrypts && EVP_CipherUpdate(context, nullptr, &size, data.data(), int(data.size())) != 1)
    detail::throwOpenssl(unsupported);
  Buffer out = Buffer::allocUnsafeSlow(double(size));
  // A null input would stand for authenticated data.
  static constexpr unsigned char none = 0;
  if (EVP_CipherUpdate(context, detail::writable(out), &size, data.empty() ? &none : data.data(), int(data.size())) != 1) {
    if (state.kind->mode != EVP_CIPH_CCM_MODE) detail::throwOpenssl(unsupported);
    ERR_clear_error();
    if (state.encrypts) throw Error(unsupported);
    // CCM checks the tag before it gives out the message, and final() reports that it is wrong.
    state.authenticationFailed = true;
    return {};
  }
  NODECPP_ASSERT(size >= 0 && std::size_t(size) <= out.size(), size, out.size());
  return out.subarray(0, size);
}

// Ends the message and returns the rest of it. The context is freed also when this fails.
Buffer finishMessage(CipherState& state) {
  if (!state.context) throw codedError("ERR_CRYPTO_INVALID_STATE", "Invalid state");
  ERR_clear_error();
  // CCM makes and checks the tag in update(). Node takes any tag for a message without update(), and this does not.
  if (state.kind->mode == EVP_CIPH_CCM_MODE && !state.isUpdated) addData(state, {});
  const auto context = std::move(state.context);
  const bool isAuthenticated = state.isAuthenticated();
  if (!state.encrypts && isAuthenticated && state.tagState == CipherState::Tag::known) {
    EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, state.tagLength, state.tag);
    state.tagState = CipherState::Tag::passed;
  }
  const char* failure = isAuthenticated ? "Unsupported state or unable to authenticate data" : "Unsupported state";
  // Without a tag nothing is authenticated. Node leaves this to OpenSSL, of which some versions take such a message.
  if (!state.encrypts && isAuthenticated && state.tagState != CipherState::Tag::passed) throw Error(failure);
  if (!state.encrypts && state.kind->mode == EVP_CIPH_CCM_MODE) {
    // update() has checked the tag; OpenSSL's own final step would fail.
    if (state.authenticationFailed) throw Error(failure);
    return {};
  }
  Buffer out = Buffer::allocUnsafeSlow(EVP_MAX_BLOCK_LENGTH);
  int size = 0;
  bool well = EVP_CipherFinal_ex(context.get(), detail::writable(out), &size) == 1;
  if (well && state.encrypts && isAuthenticated) {
    if (state.tagLength == CipherState::noTagLength) state.tagLength = int(sizeof state.tag);
    well = EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, state.tagLength, state.tag) > 0;
  }
  if (!well) detail::throwOpenssl(failure);
  return out.subarray(0, size);
}

}  // namespace

CipherBaseObject::CipherBaseObject(StringArg algorithm, const KeyArg& key, const BytesArg* iv, const CipherOptions& options,
                                   bool encrypts)
    : state_(begin(algorithm, key, iv, options, encrypts)) {}

CipherBaseObject::~CipherBaseObject() { delete state_; }

Buffer CipherBaseObject::update(const BytesArg& data, const TextEncoding& inputEncoding) {
  return addData(*state_, Bytes(data, "data", detail::viewOrText, inputEncoding).octets());
}

String CipherBaseObject::update(const BytesArg& data, const TextEncoding& inputEncoding, const TextEncoding& outputEncoding) {
  return decode(update(data, inputEncoding), outputEncoding, false);
}

Buffer CipherBaseObject::final() { return finishMessage(*state_); }

String CipherBaseObject::final(const TextEncoding& outputEncoding) { return decode(finishMessage(*state_), outputEncoding, true); }

String CipherBaseObject::decode(const Buffer& bytes, const TextEncoding& encoding, bool isLast) {
  const Encoding wanted = encoding.required();
  if (!decoder_) decoder_ = make<string_decoder::StringDecoderObject>(wanted);
  if (decoder_->kind() != wanted)
    throw nodecpp::detail::invalidArgValue("outputEncoding", nodecpp::detail::inspectString(nodecpp::detail::encodingName(wanted)),
                                           "cannot be changed from '" + decoder_->encoding() + "'");
  return isLast ? decoder_->end(bytes) : decoder_->write(bytes);
}

void CipherBaseObject::_transform(stream::Chunk chunk, String encoding, stream::TransformCallback callback) {
  push(addData(*state_, Bytes(chunk, "data", detail::viewOrText, TextEncoding(encoding)).octets()));
  callback();
}

void CipherBaseObject::_flush(stream::TransformCallback callback) {
  Error failure;
  try {
    push(finishMessage(*state_));
  } catch (const Error& error) {
    failure = error;
  }
  callback(failure);
}

void CipherBaseObject::setPadding(bool on) {
  if (!state_->context || EVP_CIPHER_CTX_set_padding(state_->context.get(), on) != 1) throw wrongState("setAutoPadding");
}

void CipherBaseObject::addAuthenticated(const BytesArg& data, const AADOptions& options) {
  CipherState& state = *state_;
  const int length = checkedOption(options.plaintextLength, "plaintextLength", -1);
  Bytes bytes(data, "aadbuf", detail::bytesOrText);
  if (!state.context || !state.isAuthenticated() || bytes.size() > INT_MAX) throw wrongState("setAAD");
  ERR_clear_error();
  EVP_CIPHER_CTX* context = state.context.get();
  int ignored = 0;
  // CCM begins with the tag and with the length of the message.
  if (state.kind->mode == EVP_CIPH_CCM_MODE) {
    if (length < 0)
      throw codedError<TypeError>("ERR_MISSING_ARGS", "options.plaintextLength required for CCM mode with AAD");
    if (length > state.mostBytes) throw codedError<RangeError>("ERR_CRYPTO_INVALID_MESSAGELEN", "Invalid message length");
    if ((!state.encrypts && !state.passTag()) || EVP_CipherUpdate(context, nullptr, &ignored, nullptr, length) != 1) {
      ERR_clear_error();
      throw wrongState("setAAD");
    }
  }
  // A null input would stand for the end of the data.
  static constexpr unsigned char none = 0;
  if (EVP_CipherUpdate(context, nullptr, &ignored, bytes.size() ? bytes.data() : &none, int(bytes.size())) != 1) {
    ERR_clear_error();
    throw wrongState("setAAD");
  }
}

Buffer CipherBaseObject::tag() {
  const CipherState& state = *state_;
  if (state.context || !state.encrypts || state.tagLength == CipherState::noTagLength) throw wrongState("getAuthTag");
  return Buffer::copyOf(reinterpret_cast<const char*>(state.tag), std::size_t(state.tagLength));
}

void CipherBaseObject::setTag(const BytesArg& argument, const TextEncoding& encoding) {
  CipherState& state = *state_;
  Bytes bytes(argument, "buffer", detail::bytesOrText, encoding);
  if (!state.context || !state.isAuthenticated() || state.encrypts || state.tagState != CipherState::Tag::unknown)
    throw wrongState("setAuthTag");
  const double length = double(bytes.size());
  const bool isAsAgreed = state.tagLength == length;
  const bool isValid = state.kind->mode == EVP_CIPH_GCM_MODE
                           ? (isAsAgreed || state.tagLength == CipherState::noTagLength) && isTagLengthOfGcm(length)
                           : isAsAgreed;
  if (!isValid) throw wrongTagLength(length);
  state.tagLength = int(length);
  state.tagState = CipherState::Tag::known;
  std::memcpy(state.tag, bytes.data(), bytes.size());
}

Cipheriv createCipheriv(StringArg algorithm, const KeyArg& key, const BytesArg& iv, const CipherOptions& options) {
  return make<CipherivObject>(algorithm, key, &iv, options);
}
Cipheriv createCipheriv(StringArg algorithm, const KeyArg& key, std::nullptr_t, const CipherOptions& options) {
  return make<CipherivObject>(algorithm, key, nullptr, options);
}
Decipheriv createDecipheriv(StringArg algorithm, const KeyArg& key, const BytesArg& iv, const CipherOptions& options) {
  return make<DecipherivObject>(algorithm, key, &iv, options);
}
Decipheriv createDecipheriv(StringArg algorithm, const KeyArg& key, std::nullptr_t, const CipherOptions& options) {
  return make<DecipherivObject>(algorithm, key, nullptr, options);
}

}  // namespace nodecpp::crypto
