// The option `integrity` of fetch: hashes that the body must have. https://www.w3.org/TR/sri-2/
#pragma once

#include <nodecpp/buffer.h>

namespace nodecpp::detail {

// Whether the bytes have one of the hashes of the strongest kind (sha256, sha384 or sha512) in `integrity`, which is a
// list such as "sha256-AbC= sha512-…". True when it has no such hash.
bool matchesIntegrity(const Buffer& bytes, const String& integrity);

}  // namespace nodecpp::detail
