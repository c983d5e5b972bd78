// What console::log prints of objects of the library.
#include <nodecpp/async_hooks.h>
#include <nodecpp/block_list.h>
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/http.h>
#include <nodecpp/number.h>
#include <nodecpp/perf_hooks.h>
#include <nodecpp/promise.h>
#include <nodecpp/regexp.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/util.h>
#include <nodecpp/worker_threads.h>
#include <nodecpp/zlib.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;
using perf_hooks::createHistogram, perf_hooks::PerformanceObserver;

class AccountObject : public Object {
 public:
  String owner;
  num cents;
  AccountObject(String owner, num cents) : owner(owner), cents(cents) {}
};
NODECPP_FIELDS(AccountObject, owner, cents)
using Account = Handle<AccountObject>;
class SilentObject : public Object {};
using Silent = Handle<SilentObject>;
class EmitterObject : public EventEmitterObject {};
using Emitter = Handle<EmitterObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(http::STATUS_CODES, http::METHODS);
  console::log(http::globalAgent);
  console::log(crypto::generateKeyPairSync("ed25519"), Array<crypto::KeyObject>{crypto::createSecretKey(Buffer::from("abc"))});
  console::log(crypto::generateKeyPairSync("rsa", {.modulusLength = 1024}).publicKey->asymmetricKeyDetails());
  console::log(crypto::generateKeyPairSync("ec", {.namedCurve = "prime256v1"}).privateKey->asymmetricKeyDetails());
  console::log(crypto::generateKeyPairSync("ed25519").publicKey->asymmetricKeyDetails());
  auto encoded = crypto::generateKeyPairSync("ed25519", crypto::EncodedKeyPairOptions{.publicKeyEncoding = {.type = "spki", .format = "der"}, .privateKeyEncoding = {.type = "pkcs8", .format = "pem"}});
  console::log(util::inspect(encoded).replace(re(R"([0-9a-f]{2} [0-9a-f ]+( \.\.\.|>)|[A-Za-z0-9+/]{20,}=*)", "g"), "…"));
  console::log(performance::mark("a", {.startTime = 1}), performance::mark("long", {.detail = var::object({{"list", var::array({1, 2})}}), .startTime = 2}));
  console::log(Array<perf_hooks::PerformanceEntry>{performance::measure("c", {.start = 1, .duration = 5})}, make<PerformanceObserver>([](auto) {}));
  console::log(performance::eventLoopUtilization(), createHistogram());
  auto histogram = createHistogram();
  for (int value : {1, 2, 3}) histogram->record(value);
  console::log(histogram);
  for (int value : {10, 50}) histogram->record(value);
  console::log(util::object({{"histogram", histogram}}), util::inspect(util::object({{"a", util::object({{"b", util::object({{"histogram", histogram}})}})}})));
  auto list = make<net::BlockList>();
  list->addAddress("1.2.3.4");
  list->addSubnet("10.0.0.0", 8);
  console::log(list, net::SocketAddress(), util::object({{"address", net::SocketAddress({.address = "::1", .family = "ipv6", .port = 80})}}));
  console::log(zlib::codes, buffer::constants, util::inspect.defaultOptions, make<string_decoder::StringDecoder>("hex")->encoding());
  console::log(make<async_hooks::AsyncLocalStorage<int>>(), diagnostics_channel::channel("x")->name, diagnostics_channel::tracingChannel("y"));
  console::log(isMainThread, threadId, util::array({threadName}), workerData, util::object({{"p", parentPort}}).node() ? util::Value(nullptr) : util::Value());
  console::log(Promise<int>::resolve(1), Promise<>::resolve(), Array<Promise<var>>{Promise<var>::resolve(var::object({{"a", 1}}))}, Promise<int>([](auto, auto) {}), util::object({{"a", util::object({{"b", util::object({{"c", Promise<>::resolve()}})}})}}));
  auto both = Promise<String>::withResolvers();
  auto promise = both.promise;
  console::log(both);
  console::log(util::inspect(both, {.depth = 0, .colors = true}));
  both.resolve(str("x").repeat(90));
  console::log(both);
  Error error("no");
  error->stack = "Error: no";
  auto failed = Promise<int>::reject(error);
  failed.catch_([](Error) { return 0; });
  console::log(failed, util::isDeepStrictEqual(promise, promise), util::isDeepStrictEqual(promise, Promise<String>::resolve(str("x").repeat(90))), String(promise));
  auto ann = make<Account>("Ann", 5);
  console::log(ann, Array<Account>{ann}, util::object({{"silent", make<Silent>()}}), util::inspect(util::object({{"a", util::object({{"b", util::object({{"ann", ann}})}})}}), {.depth = 1}), util::isDeepStrictEqual(ann, make<Account>("Bob", 5)));
  auto generic = [](auto x) { return x; };
  console::log(make<Silent>(), undefined, util::inspect(generic) == "[Function (anonymous)]" ? 2 : 0, Array<String>(), util::inspect(make<Emitter>()).slice(0, 7));
}); }
