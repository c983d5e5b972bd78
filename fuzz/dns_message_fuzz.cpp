// Messages of name servers on any bytes, as a port hands them on: no crash, whatever type they are taken for, and every
// name that was read can be written again or holds what no host's name does.
#include <cstdlib>
#include <string>
#include <string_view>

#include "dns/dns.h"

using namespace nodecpp;

template <class T>
static void read(const dns::impl::Kind<T>& kind, const os::DnsMessage& message) {
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
    read(*dns::impl::kindNamed(type), message);
  read(dns::impl::kindATtl, message);
  read(dns::impl::kindAaaaTtl, message);
  return 0;
}
