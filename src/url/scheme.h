// What the legacy parser knows of schemes. Names without the colon count too, as they come from format()'s objects.
#pragma once

#include <string_view>

namespace nodecpp::url {

inline std::string_view withoutColon(std::string_view protocol) {
  return protocol.ends_with(':') ? protocol.substr(0, protocol.size() - 1) : protocol;
}

// Never has a host, and is not escaped.
inline bool isHostless(std::string_view protocol) { return withoutColon(protocol) == "javascript"; }

// Always has the `//`.
inline bool isSlashed(std::string_view protocol) {
  protocol = withoutColon(protocol);
  for (std::string_view name : {"http", "https", "ftp", "gopher", "file", "ws", "wss"})
    if (protocol == name) return true;
  return false;
}

}  // namespace nodecpp::url
