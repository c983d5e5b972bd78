// The numbers that options of keys have: crypto.constants. OpenSSL's headers define macros with these names, so the runtime's own
// files, which include them, do not include this one. Part of nodecpp/crypto.h.
// https://nodejs.org/docs/latest-v24.x/api/crypto.html#crypto-constants
#pragma once

namespace nodecpp::crypto::constants {

inline constexpr int RSA_PKCS1_PADDING = 1, RSA_NO_PADDING = 3, RSA_PKCS1_OAEP_PADDING = 4, RSA_X931_PADDING = 5;
inline constexpr int RSA_PKCS1_PSS_PADDING = 6;
inline constexpr int RSA_PSS_SALTLEN_DIGEST = -1, RSA_PSS_SALTLEN_MAX_SIGN = -2, RSA_PSS_SALTLEN_AUTO = -2;

}  // namespace nodecpp::crypto::constants
