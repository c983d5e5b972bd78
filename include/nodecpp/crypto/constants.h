// The numbers that options of keys and of TLS have: crypto.constants. OpenSSL's headers define macros with these names, so the
// runtime's own files, which include them, do not include this one. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#crypto-constants
#pragma once

namespace nodecpp::crypto::constants {

// Paddings of RSA, and lengths of salt that a signature or a key decides.
inline constexpr int RSA_PKCS1_PADDING = 1, RSA_SSLV23_PADDING = 2, RSA_NO_PADDING = 3, RSA_PKCS1_OAEP_PADDING = 4,
    RSA_X931_PADDING = 5, RSA_PKCS1_PSS_PADDING = 6, RSA_PSS_SALTLEN_DIGEST = -1, RSA_PSS_SALTLEN_MAX_SIGN = -2,
    RSA_PSS_SALTLEN_AUTO = -2;

// Bits of verifyError of a DiffieHellman.
inline constexpr int DH_CHECK_P_NOT_SAFE_PRIME = 2, DH_CHECK_P_NOT_PRIME = 1, DH_UNABLE_TO_CHECK_GENERATOR = 4,
    DH_NOT_SUITABLE_GENERATOR = 8;

// Forms of a point of a curve.
inline constexpr int POINT_CONVERSION_COMPRESSED = 2, POINT_CONVERSION_UNCOMPRESSED = 4, POINT_CONVERSION_HYBRID = 6;

// Versions of TLS.
inline constexpr int TLS1_VERSION = 769, TLS1_1_VERSION = 770, TLS1_2_VERSION = 771, TLS1_3_VERSION = 772;

// Bits for the option secureOptions of tls.
inline constexpr long long SSL_OP_ALL = 2147485776, SSL_OP_ALLOW_NO_DHE_KEX = 1024,
    SSL_OP_ALLOW_UNSAFE_LEGACY_RENEGOTIATION = 262144, SSL_OP_CIPHER_SERVER_PREFERENCE = 4194304,
    SSL_OP_CISCO_ANYCONNECT = 32768, SSL_OP_COOKIE_EXCHANGE = 8192, SSL_OP_CRYPTOPRO_TLSEXT_BUG = 2147483648,
    SSL_OP_DONT_INSERT_EMPTY_FRAGMENTS = 2048, SSL_OP_LEGACY_SERVER_CONNECT = 4, SSL_OP_NO_COMPRESSION = 131072,
    SSL_OP_NO_ENCRYPT_THEN_MAC = 524288, SSL_OP_NO_QUERY_MTU = 4096, SSL_OP_NO_RENEGOTIATION = 1073741824,
    SSL_OP_NO_SESSION_RESUMPTION_ON_RENEGOTIATION = 65536, SSL_OP_NO_SSLv2 = 0, SSL_OP_NO_SSLv3 = 33554432,
    SSL_OP_NO_TICKET = 16384, SSL_OP_NO_TLSv1 = 67108864, SSL_OP_NO_TLSv1_1 = 268435456, SSL_OP_NO_TLSv1_2 = 134217728,
    SSL_OP_NO_TLSv1_3 = 536870912, SSL_OP_PRIORITIZE_CHACHA = 2097152, SSL_OP_TLS_ROLLBACK_BUG = 8388608;

// The ciphers of TLS that a program has by default.
inline constexpr char defaultCoreCipherList[] =
    "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
    "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:"
    "ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:"
    "ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA";
inline constexpr const char* defaultCipherList = defaultCoreCipherList;

}  // namespace nodecpp::crypto::constants
