#include <nodecpp/date.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>

#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
ask("bytes", [] { return crypto::randomBytes(10).length(); });
ask("no bytes", [] { return crypto::randomBytes(0); });
ask("broken", [] { return crypto::randomBytes(1.5).length(); });
ask("negative bytes", [] { crypto::randomBytes(-1); });
ask("many bytes", [] { crypto::randomBytes(Math::pow(2, 31)); });
ask("NaN bytes", [] { crypto::randomBytes(NaN); });
ask("differ", [] { return crypto::randomBytes(16).equals(crypto::randomBytes(16)); });
auto buffer = Buffer::alloc(40);
ask("filled", [=] { return crypto::randomFillSync(buffer).equals(buffer); });
ask("a part", [] { return crypto::randomFillSync(Buffer::alloc(20), 19).subarray(0, 19).toString("hex"); });
ask("a shorter part", [] { return crypto::randomFillSync(Buffer::alloc(20), 10, 0).toString("hex"); });
ask("an offset behind the end", [] { crypto::randomFillSync(Buffer::alloc(4), 5); });
ask("a negative offset", [] { crypto::randomFillSync(Buffer::alloc(4), -1); });
ask("too many", [] { crypto::randomFillSync(Buffer::alloc(4), 2, 5); });
ask("a negative size", [] { crypto::randomFillSync(Buffer::alloc(4), 2, -1); });
ask("a NaN offset", [] { crypto::randomFillSync(Buffer::alloc(4), NaN); });
ask("numbers", [] { return crypto::randomFillSync(Uint32Array(4)).length(); });
ask("numbers from one on", [] { return crypto::randomFillSync(Uint32Array(4), 3)[2]; });
ask("an offset behind the numbers", [] { crypto::randomFillSync(Uint32Array(4), 5); });
ask("too many numbers", [] { crypto::randomFillSync(Uint32Array(4), 2, 3); });
ask("an ArrayBuffer", [] { return crypto::randomFillSync(ArrayBuffer(12)).byteLength(); });
ask("values", [] { return crypto::getRandomValues(Uint16Array(3)).length(); });
ask("floats", [] { crypto::getRandomValues(Float32Array(3)); });
ask("many values", [] { crypto::getRandomValues(Uint8Array(65537)); });
ask("as many as may be", [] { return crypto::getRandomValues(Buffer::alloc(65536)).length(); });
ask("below 1", [] { return crypto::randomInt(1); });
ask("between", [] { auto n = crypto::randomInt(-5, -2); return n >= -5 && n < -2 && Number::isInteger(n); });
ask("below 0", [] { crypto::randomInt(0); });
ask("below -5", [] { crypto::randomInt(-5); });
ask("backwards", [] { crypto::randomInt(5, 3); });
ask("broken", [] { crypto::randomInt(1.5); });
ask("broken from", [] { crypto::randomInt(0.5, 3); });
ask("NaN", [] { crypto::randomInt(NaN); });
ask("too far", [] { crypto::randomInt(Math::pow(2, 50)); });
ask("too far from", [] { crypto::randomInt(0, Math::pow(2, 48)); });
ask("just far enough", [] { return crypto::randomInt(Math::pow(2, 48) - 1) < Math::pow(2, 48); });
ask("beyond", [] { crypto::randomInt(Math::pow(2, 53), Math::pow(2, 53) + 2); });
double most = 0, least = 1000;
for (int i = 0; i < 5000; ++i) {
  auto n = crypto::randomInt(100);
  most = Math::max(n, most);
  least = Math::min(n, least);
}
console::log(least, most);
ask("a UUID", [] { return RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$").test(crypto::randomUUID()); });
ask("a UUID alone", [] { return RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$").test(crypto::randomUUID({.disableEntropyCache = true})); });
ask("a UUID of version 7", [] { return RegExp("^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$").test(crypto::randomUUIDv7()); });
ask("the time", [] { return Math::abs(parseInt(crypto::randomUUIDv7().replace("-", "").slice(0, 12), 16) - Date::now()) < 5000; });
Set<String> seen;
for (int i = 0; i < 1000; ++i) seen.add(crypto::randomUUID());
console::log(seen.size());
ask("no callback", [] { crypto::randomFill(Buffer::alloc(1), nullptr); });
ask("a size before the callback", [] { crypto::randomBytes(-1, [] {}); });
process::nextTick([] { console::log("tick"); });
crypto::randomInt(5, [](Error error, double n) { console::log("int", n < 5); });
crypto::randomInt(5, 6, [](Error error, double n) { console::log("int", n); });
crypto::randomBytes(3, [](Error error, Buffer bytes) {
  console::log("bytes", bytes.length());
  crypto::randomFill(Uint16Array(3), [](Error error, Uint16Array numbers) {
    console::log("fill", numbers.length());
    crypto::randomFill(Buffer::alloc(3), 1, 2, [](Error error, Buffer bytes) {
      console::log("part", bytes[0]);
      crypto::generateKey("hmac", {.length = 64}, [](Error error, crypto::KeyObject key) { console::log("key", key->export_().length()); });
    });
  });
});
}); }
