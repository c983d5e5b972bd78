// The schemes that the legacy parser treats specially. Names without the colon are accepted, too, since a program may
// give them to format().
#pragma once

#include <string_view>

namespace nodecpp::url {

inline std::string_view withoutColon(std::string_view protocol) {
  return protocol.ends_with(':') ? protocol.substr(0, protocol.size() - 1) : protocol;
}

// Whether URLs of this scheme have no host and are not escaped.
inline bool isHostless(std::string_view protocol) { return withoutColon(protocol) == "javascript"; }

// Whether URLs of this scheme always have `//`.
inline bool isSlashed(std::string_view protocol) {
  protocol = withoutColon(protocol);
  for (std::string_view name : {"http", "https", "ftp", "gopher", "file", "ws", "wss"})
    if (protocol == name) return true;
  return false;
}

}  // namespace nodecpp::url
