#include <nodecpp/concurrency.h>
#include <nodecpp/events/once.h>
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/url.h>
using namespace nodecpp;

// Asks three shops at the same time what an article costs, and passes the first good answer on. The other requests are
// cancelled. The query says what each shop does: /?a=20/ok&b=5/fail&c=300/moved&limit=100. /open returns the number of
// connections to the shops that a request is waiting on.

struct Offer {
  String shop;
  int price = 0;
};
NODECPP_FIELDS(Offer, shop, price)

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  Array<String> names = {"a", "b", "c"};
  let<int> waiting = 0;
  Array<http::Server> shops;
  for (String name : names) shops.push(http::createServer([=](auto request, auto response) {
    auto parts = (request->url + "/").split("/");
    waiting++;
    response->on(event::close, [=] { waiting--; });
    setTimeout([=] {
      if (parts[2] == "hang") return;
      if (parts[2] == "moved") {
        response->writeHead(302, {{"Location", "/0/ok"}});
        response->end();
        return;
      }
      if (parts[2] == "stall") {
        response->write("{\"shop\":");
        return;
      }
      if (parts[2] == "bad") {
        response->end("{\"shop\":");
        return;
      }
      response->statusCode = parts[2] == "ok" ? 200 : 503;
      response->setHeader("Content-Type", "application/json");
      response->end(JSON::stringify(Offer{.shop = name, .price = int(100 + name.charCodeAt(0))}));
    }, toNumber(parts[1]));
  }));

  auto ask = [](int port, String path) -> Promise<Offer> {
    auto response = co_await fetch(str("http://127.0.0.1:") + port + "/" + path, {.headers = {{"Accept", "application/json"}}});
    if (!response->ok()) throw Error(str("status ") + response->status());
    co_return co_await response->json<Offer>();
  };

  auto cheapest = [=](URLSearchParams query) {
    Array<Function<Promise<Offer>()>> requests;
    for (size_t i = 0; i < shops.size(); i++) {
      auto path = query->get(names[i]) || "0/ok";
      requests.push([=] { return ask(shops[i]->address().port, path); });
    }
    return withTimeout((query->get("limit") || 1000).toNumber(), [=] { return any(requests); });
  };

  auto server = http::createServer([=](this auto self, auto request, auto response) -> Promise<> {
    auto url = make<URL>(request->url, "http://localhost");
    if (url->pathname() == "/open") {
      response->end(str(waiting.value()) + " open\n");
      co_return;
    }
    try {
      auto offer = co_await cheapest(url->searchParams());
      response->end(offer.shop + " sells it for " + offer.price + "\n");
    } catch (const Error& error) {
      response->statusCode = error->name == "TimeoutError" ? 504 : 502;
      response->end(error->message + "\n");
    }
  });

  for (auto shop : shops) {
    shop->listen(0, "127.0.0.1");
    co_await events::once(shop, event::listening);
  }
  server->listen(process::env["PORT"] || 2012, "127.0.0.1");
}); }
