// A simulated world with certificates, for the tests of tls and of https.
#pragma once

#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/string.h>

#include <memory>

#include "loop/loop.h"
#include "net/internals.h"
#include "os/port/port.h"
#include "support/certificates.h"
#include "support/thrown.h"
#include "world/simulated_program.h"
#include "world/world.h"

namespace tests {

inline nodecpp::detail::Loop& loop() { return nodecpp::detail::Loop::current(); }
inline void print(const nodecpp::String& text) { loop().port().process.writeStandard(1, text + "\n"); }

// Checks that as many sockets live at the end of its scope as at the beginning.
struct NothingLeft {
  std::size_t before = nodecpp::net::detail::liveSockets();
  ~NothingLeft() { CHECK(nodecpp::net::detail::liveSockets() == before); }
};

// An authority, a second authority that the first one has signed, certificates that each of them has signed, and a
// certificate that nobody trusts. Their times come from the clock of the simulated world.
struct Certificates {
  Certificates()
      : now(std::int64_t(loop().port().clock.wallClock() / 1000)),
        root({.name = "the test's authority", .alternativeNames = "", .authority = true}, nullptr, now),
        middle({.name = "the authority below it", .alternativeNames = "", .authority = true}, &root, now),
        leaf({}, &root, now),
        below({}, &middle, now),
        other({.name = "other.example", .alternativeNames = "DNS:*.example.org"}, &root, now),
        named({.name = "named", .alternativeNames = "DNS:named.example"}, &root, now),
        own({}, nullptr, now) {}
  std::int64_t now;
  Certificate root, middle, leaf, below, other, named, own;
};

// A world whose programs may listen on port 443, and the options with which its servers and clients trust each other.
template <class ServerOptions, class ClientOptions>
struct TlsWorld {
  nodecpp::simulation::World world{{.privileged = true}};
  std::unique_ptr<Certificates> made;
  const Certificates& certificates() {
    if (!made) made = std::make_unique<Certificates>();
    return *made;
  }
  ServerOptions server() {
    return {.key = nodecpp::String(certificates().leaf.key()), .cert = nodecpp::String(certificates().leaf.pem())};
  }
  ClientOptions client() {
    ClientOptions options{.host = "127.0.0.1"};
    options.ca = nodecpp::String(certificates().root.pem());
    return options;
  }
};

}  // namespace tests
