// Tests for which host names a certificate is valid. The cases are those of RFC 6125, 6.4, with the answers that Node
// gives.
#include <doctest/doctest.h>
#include <nodecpp/tls.h>


using namespace nodecpp;

namespace {

var certificate(const char* commonName, const char* alternativeNames) {
  var made = var::object({{"subject", var::object()}});
  if (*commonName) made["subject"]["CN"] = commonName;
  if (*alternativeNames) made["subjectaltname"] = alternativeNames;
  return made;
}

}  // namespace

TEST_CASE("the names that a certificate means") {
  struct {
    const char *host, *commonName, *alternativeNames, *reason;
  } cases[] = {
      {"a.com", "a.com", "", ""},
      {"a.com.", "A.com", "", ""},
      {"a.com", "b.com", "", "Host: a.com. is not cert's CN: b.com"},
      {"a.com", "*.com", "", "Host: a.com. is not cert's CN: *.com"},
      {"b.a.com", "*.a.com", "", ""},
      {"c.b.a.com", "*.a.com", "", "Host: c.b.a.com. is not cert's CN: *.a.com"},
      {"xbc.a.com", "x*c.a.com", "", ""},
      {"b.a.com", "*b*.a.com", "", "Host: b.a.com. is not cert's CN: *b*.a.com"},
      {"b.a.com", "b.a.com", "DNS:c.a.com", "Host: b.a.com. is not in the cert's altnames: DNS:c.a.com"},
      {"b.a.com", "", "DNS:c.a.com, DNS:*.a.com", ""},
      {"xn--bcher-kva.a.com", "", "DNS:*.a.com", ""},
      {"a.com", "", "", "Cert does not contain a DNS name"},
      {"a.com", "", "DNS:a..com", "Host: a.com. is not in the cert's altnames: DNS:a..com"},
      {"8.8.8.8", "8.8.8.8", "", "IP: 8.8.8.8 is not in the cert's list: "},
      {"8.8.8.8", "", "IP Address:8.8.8.8", ""},
      {"8.8.4.4", "", "IP Address:8.8.8.8, IP Address:1.1.1.1", "IP: 8.8.4.4 is not in the cert's list: 8.8.8.8, 1.1.1.1"},
      {"8.8.8.8", "", "DNS:8.8.8.8", "IP: 8.8.8.8 is not in the cert's list: "},
      {"::1", "", "IP Address:0:0:0:0:0:0:0:1", ""},
      {"good.example", "", "DNS:\"evil.example, DNS:good.example\"",
       "Host: good.example. is not in the cert's altnames: DNS:\"evil.example, DNS:good.example\""},
      {"good.example", "", "\"DNS:evil.example, DNS:good.example\", DNS:good.example", ""},
  };
  for (const auto& one : cases) {
    CAPTURE(one.host);
    CAPTURE(one.alternativeNames);
    Error error = tls::checkServerIdentity(one.host, certificate(one.commonName, one.alternativeNames));
    if (!*one.reason) {
      CHECK_FALSE(error);
      continue;
    }
    REQUIRE(error);
    CHECK(error->code == "ERR_TLS_CERT_ALTNAME_INVALID");
    CHECK(error->get("reason").toString() == one.reason);
  }
}

TEST_CASE("several common names, and quotes that do not end") {
  var several = certificate("", "");
  several["subject"]["CN"] = var::array({"a.com", "b.com"});
  CHECK_FALSE(tls::checkServerIdentity("b.com", several));
  CHECK(tls::checkServerIdentity("c.com", several)->message ==
        "Hostname/IP does not match certificate's altnames: Host: c.com. is not cert's CN: a.com,b.com");
  for (const char* names : {"DNS:\"", "DNS:\"\\", "DNS:\"\\q\""}) {
    CAPTURE(names);
    bool thrown = false;
    try {
      tls::checkServerIdentity("a.com", certificate("", names));
    } catch (const Error& error) {
      thrown = error->code == "ERR_TLS_CERT_ALTNAME_FORMAT";
    }
    CHECK(thrown);
  }
}
