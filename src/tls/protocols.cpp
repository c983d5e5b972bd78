// The names of protocols, which ALPN negotiates.
#include <nodecpp/util.h>

#include "tls/handshake.h"

namespace nodecpp::tls {

ALPNList::ALPNList(const Buffer& binary) {
  auto refuse = [&](const char* why) {
    return nodecpp::detail::invalidArgValue("ALPNProtocols", util::inspect(binary), why);
  };
  for (std::size_t at = 0; at < binary.size();) {
    std::size_t size = static_cast<unsigned char>(binary.bytes()[at++]);
    if (size == 0) throw refuse("must not contain zero-length protocol");
    if (size > binary.size() - at) throw refuse("contains truncated protocol");
    names_.push(String::copyOf(binary.bytes() + at, size));
    at += size;
  }
}

Buffer ALPNList::binary() const {
  detail::checkProtocols(*this);
  std::string bytes;
  for (const String& name : names_) {
    bytes += char(name.size());
    bytes += detail::bytesOf(name);
  }
  return detail::bufferOf(bytes);
}

}  // namespace nodecpp::tls
