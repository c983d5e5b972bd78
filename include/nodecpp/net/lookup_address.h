// One result of a name look-up, used by net and dns.
#pragma once

#include <nodecpp/lookup.h>


namespace nodecpp::net {

struct LookupAddress {
  String address{};
  int family = 0;  // 4 or 6
  template <class I>
  void inspectTo(I& out) const {
    if (address.empty())
      out.property("address", nullptr);
    else
      out.property("address", address);
    out.property("family", family);
  }
};

}  // namespace nodecpp::net
