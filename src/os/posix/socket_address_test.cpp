#include "os/posix/socket_address.h"

#include <arpa/inet.h>
#include <doctest/doctest.h>

#include <cstring>
#include <string>

using namespace nodecpp;
using namespace nodecpp::os;

TEST_CASE("a text is an address of IPv4 exactly when inet_pton says so") {
  std::string texts[] = {
      "",         "0",         "0.0.0.0",   "255.255.255.255", "256.0.0.0", "1.2.3",     "1.2.3.4.5",
      "1.2.3.4.", ".1.2.3.4",  "1..2.3",    "01.2.3.4",        "1.2.3.04",  "1.2.3.00",  "1.2.3.0004",
      "1.2.3.4 ", " 1.2.3.4",  "1.2.3.-4",  "1.2.3.+4",        "1.2.3.0x4", "1,2,3,4",   "1.2.3.4\n",
      "::1",      "localhost", "1.2.3.999", "1.2.3.1000",      "999.1.1.1", "127.0.0.1", "10.20.30.40"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    SocketAddress ours;
    in_addr theirs{};
    const bool isAddress = inet_pton(AF_INET, text.c_str(), &theirs) == 1;
    CHECK((toSocketAddress({Address::Family::ipv4, String::copyOf(text.data(), text.size()), 80}, ours) == 0) ==
          isAddress);
    if (isAddress) CHECK(std::memcmp(&ours.v4.sin_addr, &theirs, sizeof theirs) == 0);
  }
  // A zero byte ends no text.
  SocketAddress ours;
  CHECK(toSocketAddress({Address::Family::ipv4, String::copyOf("1.2.3.4\0", 8), 80}, ours) == -EINVAL);
}

TEST_CASE("an address of IPv4 is written as inet_ntop writes it, and read again") {
  for (unsigned value = 0; value < 256; ++value) {
    SocketAddress name;
    name.v4.sin_family = AF_INET;
    name.v4.sin_port = htons(8080);
    name.v4.sin_addr.s_addr = htonl(value << 24 | (255 - value) << 16 | value << 8 | (value ^ 85));
    char text[INET_ADDRSTRLEN];
    inet_ntop(AF_INET, &name.v4.sin_addr, text, sizeof text);
    const Address address = fromSocketAddress(name);
    CHECK(address.host == text);
    CHECK(address.port == 8080);
    SocketAddress again;
    CHECK(toSocketAddress(address, again) == 0);
    CHECK(again.v4.sin_addr.s_addr == name.v4.sin_addr.s_addr);
  }
}
