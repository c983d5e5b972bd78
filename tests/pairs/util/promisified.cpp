#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers.h>
#include <nodecpp/util/promisify.h>
using namespace nodecpp;

void half(num n, Function<void(Error, num)> callback) {
  if (n != n) return callback(TypeError("no number"), NaN);
  process::nextTick([=] { callback(nullptr, n / 2); });
}
void done(String name, Function<void(Error)> callback) { callback(name ? Error() : Error("no name")); }
Promise<> program() {
  auto sleep = util::promisify(setTimeout);
  auto immediate = util::promisify(setImmediate);
  setTimeout([] { console::log("timer"); }, 5);
  co_await sleep(20);
  console::log(co_await sleep(1, "value"), co_await immediate(7));
  co_await immediate();
  auto halfAsync = util::promisify(half);
  console::log(co_await halfAsync(7));
  try {
    co_await halfAsync(NaN);
  } catch (const Error& error) {
    console::log(error->message);
  }
  co_await util::promisify(done)("a");
  console::log(co_await util::promisify([](String a, Function<void(Error, String)> callback) { callback(nullptr, a + "!"); })("x"));
  auto randomBytes = util::promisify(crypto::randomBytes);
  console::log((co_await randomBytes(8)).length());
  auto scrypt = util::promisify(crypto::scrypt);
  console::log((co_await scrypt("secret", "salt", 16)).toString("hex"));
  console::log((co_await scrypt("secret", Buffer::from("salt"), 16, {.N = 1024, .r = 4})).toString("base64"));
  auto pbkdf2 = util::promisify(crypto::pbkdf2);
  console::log((co_await pbkdf2("secret", "salt", 10, 16, "sha256")).toString("hex"));
}
int main(int argc, char** argv) { return run(argc, argv, [] { (void)program(); }); }
