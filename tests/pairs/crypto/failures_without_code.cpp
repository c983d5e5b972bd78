// An error of OpenSSL that has no reason has no code either.
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto decipher = crypto::createDecipheriv("aes-256-gcm", Buffer::alloc(32), Buffer::alloc(12));
  decipher->setAuthTag(Buffer::alloc(16, 1));
  try {
    decipher->update("00", "hex");
    decipher->final();
  } catch (const Error& error) {
    console::log(error->message, error->code, error->code == undefined);
  }
  namespace subtle = crypto::webcrypto::subtle;
  auto [publicKey, privateKey] = co_await subtle::generateKey({.name = "ECDSA", .namedCurve = "P-256"}, true, {"sign", "verify"});
  auto jwk = co_await subtle::exportKey("jwk", publicKey);
  console::log(jwk["kty"], jwk["crv"], jwk["d"]);
}); }
