// Keys as JSON Web Keys (RFC 7517, RFC 7518 and RFC 8037).
#include <nodecpp/json.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/param_build.h>

#include <climits>
#include <cstring>
#include <string>
#include <utility>

#include "crypto/asymmetric.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;

namespace {

using BigNumber = detail::Owned<BIGNUM, BN_clear_free>;
using ParameterBuild = detail::Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>;
using Parameters = detail::Owned<OSSL_PARAM, OSSL_PARAM_free>;

// The curves that have a name in JSON Web Keys, and OpenSSL's names.
constexpr struct {
  const char* jwk;
  const char* group;
} curves[] = {{"P-256", "prime256v1"}, {"P-384", "secp384r1"}, {"P-521", "secp521r1"}, {"secp256k1", "secp256k1"}};

// The numbers of an RSA key: their names here and at OpenSSL, the public ones first.
constexpr struct {
  const char* jwk;
  const char* parameter;
} rsaNumbers[] = {{"n", OSSL_PKEY_PARAM_RSA_N},          {"e", OSSL_PKEY_PARAM_RSA_E},          {"d", OSSL_PKEY_PARAM_RSA_D},
                  {"p", OSSL_PKEY_PARAM_RSA_FACTOR1},    {"q", OSSL_PKEY_PARAM_RSA_FACTOR2},    {"dp", OSSL_PKEY_PARAM_RSA_EXPONENT1},
                  {"dq", OSSL_PKEY_PARAM_RSA_EXPONENT2}, {"qi", OSSL_PKEY_PARAM_RSA_COEFFICIENT1}};
constexpr int publicNumbers = 2;

constexpr struct {
  const char* jwk;
  int type;
} rawKinds[] = {{"Ed25519", EVP_PKEY_ED25519}, {"Ed448", EVP_PKEY_ED448}, {"X25519", EVP_PKEY_X25519}, {"X448", EVP_PKEY_X448}};

Error invalidJwk(StringArg message) { return codedError<TypeError>("ERR_CRYPTO_INVALID_JWK", message); }

String encoded(const unsigned char* bytes, std::size_t size) {
  return Buffer::copyOf(reinterpret_cast<const char*>(bytes), size).toString("base64url");
}

// Returns a number of the key in as many bytes as it has, or in `size` bytes.
String numberOf(const EVP_PKEY* key, const char* parameter, int size = 0) {
  BIGNUM* read = nullptr;
  if (EVP_PKEY_get_bn_param(key, parameter, &read) != 1) detail::throwOpenssl();
  const BigNumber number(read);
  Buffer bytes = Buffer::allocUnsafeSlow(size ? size : BN_num_bytes(read));
  if (BN_bn2binpad(read, detail::writable(bytes), int(bytes.size())) < 0) detail::throwOpenssl();
  return bytes.toString("base64url");
}

var rsaJwk(const EVP_PKEY* key, bool isPrivate) {
  var jwk = var::object();
  jwk["kty"] = "RSA";
  for (int i = 0; i < (isPrivate ? int(std::size(rsaNumbers)) : publicNumbers); ++i)
    jwk[rsaNumbers[i].jwk] = numberOf(key, rsaNumbers[i].parameter);
  return jwk;
}

var ecJwk(const EVP_PKEY* key, bool isPrivate) {
  char group[64] = "";
  std::size_t length = 0;
  EVP_PKEY_get_group_name(key, group, sizeof group, &length);
  for (const auto& curve : curves) {
    if (std::strcmp(curve.group, group) != 0) continue;
    const int size = (EVP_PKEY_get_bits(key) + 7) / 8;
    var jwk = var::object();
    jwk["kty"] = "EC";
    jwk["x"] = numberOf(key, OSSL_PKEY_PARAM_EC_PUB_X, size);
    jwk["y"] = numberOf(key, OSSL_PKEY_PARAM_EC_PUB_Y, size);
    jwk["crv"] = curve.jwk;
    if (isPrivate) jwk["d"] = numberOf(key, OSSL_PKEY_PARAM_PRIV_KEY, size);
    return jwk;
  }
  throw codedError("ERR_CRYPTO_JWK_UNSUPPORTED_CURVE", str("Unsupported JWK EC curve: ") + group + ".");
}

var rawJwk(const EVP_PKEY* key, const char* name, bool isPrivate) {
  unsigned char bytes[64];
  std::size_t size = sizeof bytes;
  var jwk = var::object();
  jwk["crv"] = name;
  if (isPrivate) {
    if (EVP_PKEY_get_raw_private_key(key, bytes, &size) != 1) detail::throwOpenssl();
    jwk["d"] = encoded(bytes, size);
    detail::wipe(bytes, sizeof bytes);
    size = sizeof bytes;
  }
  if (EVP_PKEY_get_raw_public_key(key, bytes, &size) != 1) detail::throwOpenssl();
  jwk["x"] = encoded(bytes, size);
  jwk["kty"] = "OKP";
  return jwk;
}

// The properties of a JWK that is read.
class Jwk {
 public:
  explicit Jwk(const String& lines) : lines_(lines.data(), lines.size()) {}
  bool has(const char* name) const { return find(name) != std::string::npos; }
  String get(const char* name) const {
    const std::size_t at = find(name);
    if (at == std::string::npos) return undefined;
    const std::size_t from = at + std::strlen(name) + 2;
    const std::size_t to = lines_.find('\n', from);
    return String::copyOf(lines_.data() + from, to - from);
  }
  Buffer bytes(const char* name) const { return Buffer::from(get(name), "base64url"); }

 private:
  // Each property is a line "name=value", with a line end in front.
  std::size_t find(const char* name) const { return lines_.find("\n" + std::string(name) + "="); }
  std::string lines_;
};

detail::Pkey built(const char* type, OSSL_PARAM_BLD* build, bool isPrivate) {
  const Parameters parameters(OSSL_PARAM_BLD_to_param(build));
  const detail::PkeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (parameters && context && EVP_PKEY_fromdata_init(context.get()) > 0)
    EVP_PKEY_fromdata(context.get(), &key, isPrivate ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters.get());
  ERR_clear_error();
  return detail::Pkey(key);
}

detail::Pkey readRsa(const Jwk& jwk, bool isPrivate) {
  const int count = isPrivate ? int(std::size(rsaNumbers)) : publicNumbers;
  const ParameterBuild build(OSSL_PARAM_BLD_new());
  BigNumber numbers[std::size(rsaNumbers)];
  for (int i = 0; i < count; ++i) {
    if (!jwk.has(rsaNumbers[i].jwk)) throw invalidJwk("Invalid JWK RSA key");
    const Buffer bytes = jwk.bytes(rsaNumbers[i].jwk);
    numbers[i].reset(BN_bin2bn(detail::octetsOf(bytes).data(), int(bytes.size()), nullptr));
    if (!numbers[i] || OSSL_PARAM_BLD_push_BN(build.get(), rsaNumbers[i].parameter, numbers[i].get()) != 1) detail::throwOpenssl();
  }
  detail::Pkey key = built("RSA", build.get(), isPrivate);
  if (!key) throw invalidJwk("Invalid JWK RSA key");
  return key;
}

detail::Pkey readEc(const Jwk& jwk, bool isPrivate) {
  if (!jwk.has("crv") || !jwk.has("x") || !jwk.has("y") || (isPrivate && !jwk.has("d"))) throw invalidJwk("Invalid JWK EC key");
  const String name = jwk.get("crv");
  for (const auto& curve : curves) {
    if (name != curve.jwk) continue;
    const detail::Owned<EC_GROUP, EC_GROUP_free> group(EC_GROUP_new_by_curve_name(OBJ_sn2nid(curve.group)));
    const std::size_t size = (std::size_t(EC_GROUP_get_degree(group.get())) + 7) / 8;
    const Buffer x = jwk.bytes("x"), y = jwk.bytes("y"), d = isPrivate ? jwk.bytes("d") : Buffer();
    const ParameterBuild build(OSSL_PARAM_BLD_new());
    if (x.size() != size || y.size() != size || d.size() > size) throw invalidJwk("Invalid JWK EC key");
    const Buffer point = Buffer::concat({Buffer::from({4}), x, y});
    const BigNumber number(isPrivate ? BN_bin2bn(detail::octetsOf(d).data(), int(d.size()), nullptr) : nullptr);
    OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve.group, 0);
    OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.bytes(), point.size());
    if (number) OSSL_PARAM_BLD_push_BN(build.get(), OSSL_PKEY_PARAM_PRIV_KEY, number.get());
    detail::Pkey key = built("EC", build.get(), isPrivate);
    if (!key) throw invalidJwk("Invalid JWK EC key");
    return key;
  }
  throw codedError<TypeError>("ERR_CRYPTO_INVALID_CURVE", "Invalid EC curve name");
}

detail::Pkey readRaw(const Jwk& jwk, bool isPrivate) {
  const String name = jwk.get("crv");
  for (const auto& kind : rawKinds) {
    if (name != kind.jwk || !jwk.has("x") || (isPrivate && !jwk.has("d"))) continue;
    const Buffer bytes = jwk.bytes(isPrivate ? "d" : "x");
    const auto* data = detail::octetsOf(bytes).data();
    detail::Pkey key(isPrivate ? EVP_PKEY_new_raw_private_key(kind.type, nullptr, data, bytes.size())
                               : EVP_PKEY_new_raw_public_key(kind.type, nullptr, data, bytes.size()));
    ERR_clear_error();
    if (key) return key;
  }
  throw invalidJwk("Invalid JWK OKP key");
}

}  // namespace

namespace detail {

Pkey publicOfPoint(const char* group, Octets point) {
  RandomScope random;
  const ParameterBuild build(OSSL_PARAM_BLD_new());
  if (!build || point.empty() || OSSL_PARAM_BLD_push_utf8_string(build.get(), OSSL_PKEY_PARAM_GROUP_NAME, group, 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(build.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()) != 1)
    return nullptr;
  return built("EC", build.get(), false);
}

Pkey publicOfBytes(const char* type, Octets bytes) {
  Pkey key;
  for (const auto& kind : rawKinds)
    if (StringArg(kind.jwk) == StringArg(type)) key.reset(EVP_PKEY_new_raw_public_key(kind.type, nullptr, bytes.data(), bytes.size()));
  ERR_clear_error();
  return key;
}

Buffer rawPublic(const EVP_PKEY* key) {
  if (EVP_PKEY_get_base_id(key) == EVP_PKEY_EC) {
    const int size = (EVP_PKEY_get_bits(key) + 7) / 8;
    return Buffer::concat({Buffer::from({4}), Buffer::from(numberOf(key, OSSL_PKEY_PARAM_EC_PUB_X, size), "base64url"),
                           Buffer::from(numberOf(key, OSSL_PKEY_PARAM_EC_PUB_Y, size), "base64url")});
  }
  std::size_t size = 0;
  if (EVP_PKEY_get_raw_public_key(key, nullptr, &size) != 1) throwOpenssl();
  const Buffer bytes = Buffer::allocUnsafeSlow(double(size));
  if (EVP_PKEY_get_raw_public_key(key, writable(bytes), &size) != 1) throwOpenssl();
  return bytes;
}

KeyObject keyOfJwk(const String& lines, bool isPrivate) {
  const Jwk jwk(lines);
  const String type = jwk.get("kty");
  RandomScope random;
  ERR_clear_error();
  if (type == "RSA") {
    if (isPrivate && jwk.has("n") && jwk.has("e") && !jwk.has("d")) throw invalidJwk("JWK does not contain private key material");
    return keyObjectOf(readRsa(jwk, isPrivate), isPrivate);
  }
  if (type == "EC") return keyObjectOf(readEc(jwk, isPrivate), isPrivate);
  if (type == "OKP") return keyObjectOf(readRaw(jwk, isPrivate), isPrivate);
  throw invalidJwk(type.isUndefined() ? String("Invalid JWK format") : type + " is not a supported JWK key type");
}

stream::Chunk jwkOf(const KeyObjectObject& key) {
  if (!key.key()) {
    var jwk = var::object();
    jwk["kty"] = "oct";
    jwk["k"] = key.secret().toString("base64url");
    return jwk;
  }
  RandomScope random;
  ERR_clear_error();
  const EVP_PKEY* pkey = key.key()->key.get();
  const int type = EVP_PKEY_get_base_id(pkey);
  if (type == EVP_PKEY_RSA) return rsaJwk(pkey, key.isPrivate());
  if (type == EVP_PKEY_EC) return ecJwk(pkey, key.isPrivate());
  for (const auto& kind : rawKinds)
    if (kind.type == type) return rawJwk(pkey, kind.jwk, key.isPrivate());
  throw codedError("ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE", "Unsupported JWK Key Type.");
}

}  // namespace detail

}  // namespace nodecpp::crypto
