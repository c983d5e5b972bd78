// Parses any bytes as the messages of name servers that a port passes on: the parser must not crash for any record
// type. A name that can be read and written must be read again as the same name, and no written name may be longer than
// 255 bytes.
#include <cstdlib>
#include <string>
#include <string_view>

#include "dns/dns_internal.h"

using namespace nodecpp;

template <class T>
static void read(const dns::detail::Kind<T>& kind, const os::DnsMessage& message) {
  T records{};
  kind.read(message, records);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::string name, wire, again;
  if (os::readName(bytes, name) && os::writeName(name, wire)) {
    if (!os::readName(wire, again) || again != name) std::abort();
  }
  if (os::writeName(bytes, wire) && wire.size() > 255) std::abort();
  os::DnsMessage message;
  if (!os::readMessage(bytes, message)) return 0;
  for (const char* type : {"A", "AAAA", "ANY", "CAA", "CNAME", "MX", "NAPTR", "NS", "PTR", "SOA", "SRV", "TLSA", "TXT"})
    read(*dns::detail::kindNamed(type), message);
  read(dns::detail::kindATtl, message);
  read(dns::detail::kindAaaaTtl, message);
  return 0;
}
