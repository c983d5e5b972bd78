#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

static util::Value about(Error error) { return util::array({error->name, error->code, error->syscall, error->hostname, error->message}); }
template <class... A>
static auto told(String name) { return [=](Error error, A... rest) { console::log(name, error ? about(error) : util::array({rest...})); }; }
static auto failed(String name) { return [=](Error error) { console::log(name, about(error)); }; }

int main(int argc, char** argv) { return run(argc, argv, [] {
auto nobody = make<dns::Resolver>({.timeout = 100, .tries = 2}), silent = make<dns::Resolver>({.timeout = 50, .tries = 2});
auto refused = make<dns::promises::Resolver>({.tries = 1}), cancelled = make<dns::promises::Resolver>();
nobody->setServers({"127.0.0.1:1"});
silent->setServers({"127.0.0.1:1"});
refused->setServers({"127.0.0.1:1"});
cancelled->setServers({"192.0.2.1"});
using Names = Array<String>;
auto main = [=](this auto self) -> Promise<> {
  dns::lookup("127.0.0.1", told<String, int>("lookup 4"));
  dns::lookup("::1", {.all = true}, told<Array<dns::LookupAddress>>("lookup 6"));
  dns::lookup("", [](Error, String, int family) { console::log("lookup nothing", util::array({nullptr, family})); });
  dns::lookup("", {.all = true}, told<Array<dns::LookupAddress>>("lookup nothing, all"));
  dns::lookup("", 6, [](Error, String, int family) { console::log("lookup nothing, 6", util::array({nullptr, family})); });
  process::nextTick([] { console::log("tick"); });
  dns::promises::lookup("127.0.0.1").then([](auto found) { console::log("promised", found); });
  dns::promises::lookup("").then([](auto found) { console::log("promised", found); });
  Promise<>::resolve().then([] { console::log("microtask"); });
  nobody->resolve4("a..b", told<Names>("bad name"));
  nobody->resolve4("x.onion", told<Names>("onion"));
  nobody->reverse("127.0.0.1", [](Error error) { console::log("reverse", error ? util::Value(error) : util::Value(nullptr)); });
  setImmediate([] { console::log("immediate"); });
  console::log("main");
  co_await sleep(50);
  for (String name : {"one.test", "two.test", "three.test"}) nobody->resolve4(name, told<Names>(name));
  try { nobody->setServers({"127.0.0.1"}); } catch (Error& error) { console::log(error->code, error->message); }
  co_await sleep(300);
  console::log(co_await util::promisify(dns::lookup)("localhost", {.family = 4}), co_await dns::promises::lookup("::1", {.all = true}));
  console::log(co_await util::promisify(dns::lookup)("127.0.0.1", 4), co_await util::promisify(dns::lookup)("127.0.0.1"));
  co_await util::promisify(dns::lookup)("nowhere.invalid").then([](auto) {}).catch_(failed("promisified"));
  console::log(co_await util::promisify(dns::lookupService)("127.0.0.1", 22));
  co_await refused->resolveMx("four.test").then([](auto) {}).catch_(failed("promises"));
  co_await refused->reverse("192.0.2.7").then([](auto) {}).catch_(failed("promises"));
  co_await refused->resolve("five.test", "TLSA").then([](auto) {}).catch_(failed("promises"));
  Array<Promise<>> all;
  for (String name : {"six.test", "seven.test"}) all.push(cancelled->resolve4(name).then([](auto) {}).catch_(failed(name)));
  cancelled->cancel();
  console::log("cancel");
  co_await Promise<>::all(all);
  cancelled->setServers({});
  co_await cancelled->resolve4("eight.test").then([](auto) {}).catch_(failed("no servers"));
  co_await dns::promises::lookup("nowhere.invalid", {.all = true}).then([](auto) {}).catch_(failed("lookup"));
  co_await dns::promises::lookupService("192.0.2.1", 80).then([](auto) {}).catch_([](Error error) { console::log("service", util::array({error->name, error->code, error->syscall, Lookup(), error->message})); });
  dns::lookupService("192.0.2.1", 80, told<String, String>("service"));
};
(void)main();
}); }
