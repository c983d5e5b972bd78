#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/typed_arrays.h>

#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
ask("an unknown digest", [] { crypto::createHash("nonsense"); });
ask("no name", [] { crypto::createHash(""); });
ask("a digest of the past", [] { crypto::hash("nonsense", "x"); });
ask("an unknown digest of HMAC", [] { crypto::createHmac("nonsense", "x"); });
ask("update after digest", [] { auto hash = crypto::createHash("md5"); hash->digest(); hash->update("x"); });
ask("digest after digest", [] { auto hash = crypto::createHash("md5"); hash->digest(); hash->digest(); });
ask("text after digest", [] { auto hash = crypto::createHash("md5"); hash->digest(); hash->digest("hex"); });
ask("copy after digest", [] { auto hash = crypto::createHash("md5"); hash->digest(); hash->copy(); });
ask("update after HMAC", [] { auto hash = crypto::createHmac("md5", "k"); hash->digest(); hash->update("x"); });
ask("odd hex", [] { crypto::createHash("md5")->update("abc", "hex"); });
ask("odd hex of HMAC", [] { crypto::createHmac("md5", "k")->update("abc", "hex"); });
ask("bad hex", [] { return crypto::createHash("md5")->update("zz", "hex")->digest("hex"); });
ask("a length below zero", [] { crypto::createHash("shake128", {.outputLength = -1}); });
ask("a broken length", [] { crypto::createHash("shake128", {.outputLength = 1.5}); });
ask("a long length", [] { crypto::createHash("shake128", {.outputLength = Math::pow(2, 32)}); });
ask("a length of its own", [] { return crypto::createHash("sha256", {.outputLength = 32})->digest("hex"); });
ask("another length", [] { crypto::createHash("sha256", {.outputLength = 16}); });
ask("another length of hash", [] { crypto::hash("sha256", "x", {.outputLength = 16}); });
ask("an unknown output", [] { crypto::hash("sha1", "abc", "nonsense"); });
ask("an unknown output in options", [] { crypto::hash("sha1", "abc", {.outputEncoding = "nonsense"}); });
ask("undefined", [] { crypto::createHash("sha1")->update(undefined); });
ask("null", [] { crypto::createHash("sha1")->update(nullptr); });
ask("undefined for hash", [] { crypto::hash("sha1", undefined); });
ask("an undefined key", [] { crypto::createHmac("sha1", undefined); });
ask("a null key", [] { crypto::createHmac("sha1", nullptr); });
ask("a number", [] { crypto::createHash("sha1")->update(var(5)); });
ask("an object", [] { crypto::createHash("sha1")->update(var::object()); });
ask("an array", [] { crypto::createHash("sha1")->update(var::array({1})); });
ask("true", [] { crypto::createHash("sha1")->update(var(true)); });
ask("timing", [] { return crypto::timingSafeEqual(Buffer::from("a"), Buffer::from("bc")); });
ask("timing of texts", [] { return crypto::timingSafeEqual("a", "b"); });
ask("equal", [] { return crypto::timingSafeEqual(Buffer::from("ab"), Buffer::from("ab")); });
ask("not equal", [] { return crypto::timingSafeEqual(Buffer::from("ab"), Buffer::from("ac")); });
ask("equal of kinds", [] { return crypto::timingSafeEqual(Uint16Array(2), Buffer::alloc(4)); });
ask("empty", [] { return crypto::timingSafeEqual(Buffer::alloc(0), Buffer::alloc(0)); });

auto hash = crypto::createHash("sha256");
hash->setEncoding("hex");
hash->on(event::data, [=](String text) { console::log("data", text); });
hash->on(event::end, [] { console::log("end"); });
hash->on(event::close, [=] { console::log("close", hash->digest("hex")); });
hash->write("one");
hash->write(Buffer::from("two"));
hash->end("746872656f", "hex");
auto hmac = crypto::createHmac("sha1", "key");
hmac->on(event::readable, [=] {
  auto data = hmac->read();
  if (data) console::log("readable", data);
});
hmac->end("text");
auto piped = crypto::createHash("md5");
fs::createReadStream("/dev/null")->pipe(piped)->on(event::finish, [=] { console::log("finish", piped->read()); });
}); }
