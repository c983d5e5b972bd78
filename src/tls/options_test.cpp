// Certificates and keys as programs hold them: in variables of several kinds, and in a var.
#include <doctest/doctest.h>
#include <nodecpp/json.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/tls.h>

#include <string>

#include "support/tls_world.h"
#include "world/world.h"

using namespace nodecpp;
using simulation::Program;
using tls::BytesList;

namespace {
perThread<String> kept("-text-");

std::string shown(const BytesList& list) {
  std::string all = list.given() ? "" : "none";
  for (const auto& each : list.entries())
    all += std::string(each.bytes.bytes().bytes(), each.bytes.bytes().size()) + "," + std::string(each.passphrase.data()) + ";";
  return all;
}

// Returns the message with which a context of these options is refused.
String refusal(const tls::SecureContextOptions& options) {
  try {
    tls::createSecureContext(options);
  } catch (const Error& error) {
    return error->code + ": " + error->message;
  }
  return "none";
}
}  // namespace

TEST_CASE("a certificate is a text or a Buffer, in whichever variable it is") {
  CHECK(shown({}) == "none");
  CHECK(shown("a") == "a,;");
  CHECK(shown(Buffer::from("b")) == "b,;");
  let<Buffer> bytes = Buffer::from("c");
  let<String> string = "d";
  CHECK(shown(bytes) == "c,;");
  CHECK(shown(string) == "d,;");
  CHECK(shown({bytes, string}) == "c,;d,;");
}

TEST_CASE("a certificate in a var has JavaScript's meaning") {
  for (const var& nothing : {var(), var(nullptr), var(0), var(""), var(false)}) CHECK(shown(nothing) == "none");
  CHECK(shown(var("a")) == "a,;");
  CHECK(shown(var(Buffer::from("b"))) == "b,;");
  CHECK(shown(var::array({"a", Buffer::from("b")})) == "a,;b,;");
  CHECK(shown(var::array({var::object({{"pem", "a"}, {"passphrase", "x"}}), var::object({{"buf", "b"}})})) == "a,x;b,;");
  var options = var::object({{"key", "k"}});
  CHECK(shown(options["key"]) == "k,;");
  CHECK(shown(options["none"]) == "none");
}

TEST_CASE("a certificate in a var that is neither a text nor bytes is refused with the option's name") {
  const char* text = "ERR_INVALID_ARG_TYPE: The \"options.{}\" property must be of type string or an instance of Buffer, "
                     "TypedArray, or DataView. Received {}";
  simulation::World world;
  Program& program = world.spawn("program", [&] {
    CHECK(shown(kept) == "-text-,;");
    CHECK(shown({kept, "b"}) == "-text-,;b,;");
    CHECK(refusal({.ca = var(true)}) == format(text, "ca", "type boolean (true)"));
    CHECK(refusal({.cert = var::object({})}) == format(text, "cert", "an instance of Object"));
    CHECK(refusal({.key = var(5)}) == format(text, "key", "type number (5)"));
    CHECK(refusal({.key = var::array({var::object({{"pem", 5}})})}) == format(text, "key", "type number (5)"));
    CHECK(refusal({.crl = var(5)}) == format(text, "crl", "type number (5)"));
    CHECK(refusal({.dhparam = var(5)}) == format(text, "dhparam", "type number (5)"));
    tests::print("done");
  });
  world.settle();
  CHECK(program.standardOutput() == "done\n");
}
