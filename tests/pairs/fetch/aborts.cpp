#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Promise<> ask(String name, String path, AbortSignal signal, String base, Function<void()> then = [] {}) {
  try {
    auto response = co_await fetch(base + path, {.signal = signal});
    console::log(name, response->status());
    then();
    console::log(name, co_await response->text());
  } catch (const Error& error) {
    console::log(name, error->name, error->message, error->code == "" ? "undefined" : error->code);
  }
}
Promise<> test(String base, Array<String> closed) {
  co_await ask("aborted", "/whole", AbortSignal::abort(), base);
  co_await ask("with a reason", "/whole", AbortSignal::abort(RangeError("mine")), base);
  co_await ask("timeout", "/never", AbortSignal::timeout(1000), base);
  auto before = make<AbortController>();
  setTimeout([=] { before->abort(); }, 300);
  co_await ask("before the head", "/never", before->signal(), base);
  auto within = make<AbortController>();
  co_await ask("in the body", "/half", within->signal(), base, [=] { setTimeout([=] { within->abort(); }, 20); });
  auto unread = make<AbortController>();
  co_await ask("before the body is read", "/whole", unread->signal(), base, [=] { unread->abort(Error("unread")); });
  auto after = make<AbortController>();
  co_await ask("after", "/whole", after->signal(), base);
  after->abort();
  auto request = make<Request>(base + "/never", {.signal = AbortSignal::any({AbortSignal::timeout(20), after->signal()})});
  try {
    co_await fetch(request);
  } catch (const Error& error) {
    console::log(error->name);
  }
  setTimeout([=] {
    console::log(closed.sort().join());
    process::exit();
  }, 50);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> closed;
  auto server = http::createServer([=](auto request, auto response) {
    response->on(event::close, [=] { closed.push(request->url); });
    if (request->url == "/half") response->write("half");
    if (request->url == "/whole") response->end("whole");
  });
  server->listen(0, "127.0.0.1", [=] { (void)test(str("http://127.0.0.1:") + server->address().port, closed); });
}); }
