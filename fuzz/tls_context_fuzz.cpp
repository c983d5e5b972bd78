// Makes contexts of TLS from any bytes: as certificates, keys, archives, lists of revoked certificates, parameters and
// names of algorithms. Nothing may crash, and a context is made exactly when there is no failure. What was made must be
// good enough to begin a handshake. The first byte says what the rest is; in its upper half, whether the rest is binary
// and gets the lines of PEM, and whether the last bytes are a pass phrase.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/upward_calls.h"
#include "os/openssl/library.h"
#include "os/tls/engine.h"

using namespace nodecpp;

namespace {

enum : unsigned { wrapsInPem = 16, hasPassphrase = 32, isTwice = 64 };

std::string base64(std::string_view bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k)
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    if (i % 48 == 45) text += '\n';
  }
  return text;
}

std::string pem(std::string_view bytes, const std::string& label) {
  return "-----BEGIN " + label + "-----\n" + base64(bytes) + "\n-----END " + label + "-----\n";
}

// Decrypting a key may take as long as the key itself says. A program chooses its keys, so this is no fault.
bool takesLong(std::string_view bytes) { return bytes.find("ENCRYPTED") != bytes.npos; }

void set(os::TlsContextSpec& spec, unsigned what, std::string text, const std::string& passphrase, bool wraps) {
  static constexpr const char* labels[] = {"CERTIFICATE", "PRIVATE KEY",   "CERTIFICATE",
                                           "X509 CRL",    "DH PARAMETERS", "EC PRIVATE KEY"};
  if (wraps && what < 6) text = pem(text, labels[what]);
  switch (what) {
    case 0: spec.certificates = {text}; break;
    case 1:
    case 5: spec.keys = {{.bytes = text, .passphrase = passphrase, .hasPassphrase = !passphrase.empty()}}; break;
    case 2: spec.authorities = {text}; break;
    case 3: spec.revocations = {text}; break;
    case 4: spec.dhParameters = text; break;
    case 6: spec.archives = {{.bytes = text, .passphrase = passphrase, .hasPassphrase = !passphrase.empty()}}; break;
    case 7: spec.ciphers = text; break;
    case 8: spec.curves = text; break;
    case 9: spec.signatureAlgorithms = text; break;
    case 10: spec.sessionIdContext = text; break;
    case 11: spec.ticketKeys = text; break;
    // A certificate with its key in one text, as programs often have them.
    default: spec.certificates = {text}, spec.keys = {{.bytes = text}}; break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  os::linkOpenssl();
  os::TlsLibrary& library = detail::upward().tlsLibrary();
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1), passphrase;
  if (takesLong(text)) return 0;
  if (data[0] & hasPassphrase) {
    passphrase = text.substr(text.size() - std::min<std::size_t>(text.size(), 4));
    text.resize(text.size() - passphrase.size());
  }
  os::TlsContextSpec spec{.hasAuthorities = true};
  set(spec, data[0] & 15, text, passphrase, data[0] & wrapsInPem);
  if (data[0] & isTwice) {
    if (!spec.certificates.empty()) spec.certificates.push_back(spec.certificates[0]);
    spec.authorities = {text, text};
  }
  os::TlsContext* made = nullptr;
  os::TlsFailure failure = library.makeContext(spec, &made);
  if (bool(failure) == bool(made)) std::abort();
  if (!made) return 0;
  for (bool isServer : {false, true}) {
    auto engine = library.engine({.isServer = isServer, .context = made}, 1'800'000'000, failure);
    if (engine) engine->handshake();
  }
  if (library.ticketKeys(made).size() != 48) std::abort();
  library.setTicketKeys(made, text);
  library.close(made);
  return 0;
}
