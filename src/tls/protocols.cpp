// The names of protocols, which ALPN negotiates.
#include "tls/handshake.h"

namespace nodecpp::tls {

namespace {

// The bytes as Node's messages have them: <Buffer 03 01>.
String shown(const Buffer& bytes) {
  constexpr std::size_t most = 50;
  std::string text = "<Buffer";
  for (std::size_t i = 0; i < bytes.size() && i < most; ++i)
    for (char c : " " + detail::bytesOf(bytes.subarray(std::ptrdiff_t(i), std::ptrdiff_t(i + 1)).toString("hex"))) text += c;
  if (bytes.size() > most) text += " ... " + std::to_string(bytes.size() - most) + " more bytes";
  return detail::textOf(text + ">");
}

}  // namespace

ALPNList::ALPNList(const Buffer& binary) {
  auto refuse = [&](const char* why) {
    return nodecpp::detail::invalidArgValue("ALPNProtocols", shown(binary), why);
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
