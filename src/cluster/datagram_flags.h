// The flags of a socket for datagrams in the messages of a cluster; the numbers are libuv's.
#pragma once

namespace nodecpp::cluster::detail {

inline constexpr int ipv6OnlyFlag = 1;      // UV_UDP_IPV6ONLY
inline constexpr int reuseAddressFlag = 4;  // UV_UDP_REUSEADDR

}  // namespace nodecpp::cluster::detail
