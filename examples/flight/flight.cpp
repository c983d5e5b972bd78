#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/map.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/url.h>

#include <memory>
#include <vector>
using namespace nodecpp;

// Takes orders. /add?order=7&item=tea adds an item to an order at today's price. /pay?order=7 returns the total and
// closes the order. An item is not available when its supplier has not named its price within the limit.

const auto file = [] { return (process::env["PRICES"] || "examples/flight/prices.txt").toString(); };
constexpr int limit = 25;

struct Price {
  int cents;
};

struct Line {
  String item;
  std::shared_ptr<Price> price;
};

struct Order {
  std::vector<std::shared_ptr<Line>> lines;
  int asking = 0;
};

perThread<Map<String, std::shared_ptr<Order>>> orders;

std::shared_ptr<Order> orderOf(String id) {
  if (!orders->has(id)) orders->set(id, std::make_shared<Order>());
  return orders->get(id);
}

// Reads a row of the file: the item, its price, and the milliseconds that its supplier needs to answer.
Promise<std::shared_ptr<Price>> priceOf(String item) {
  auto text = co_await fs::promises::readFile(file(), "utf8");
  for (auto row : text.split("\n")) {
    auto parts = row.split(" ");
    if (parts[0] != item) continue;
    co_await sleep(toNumber(parts[2]));
    co_return std::make_shared<Price>(int(toNumber(parts[1])));
  }
  co_return nullptr;
}

Promise<std::shared_ptr<Price>> late() {
  co_await sleep(limit);
  co_return nullptr;
}

Promise<std::shared_ptr<Line>> add(std::shared_ptr<Order> order, String item) {
  auto line = std::make_shared<Line>(item);
  order->lines.push_back(line);
  order->asking++;
  line->price = co_await race([=] { return priceOf(item); }, [=] { return late(); });
  order->asking--;
  if (!line->price) order->lines.pop_back();
  co_return line;
}

int total(std::shared_ptr<Order> order) {
  int cents = 0;
  for (auto line : order->lines) cents += line->price->cents;
  return cents;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([=](this auto self, auto request, auto response) -> Promise<> {
    auto urlObj = url::parse(request->url, true);
    auto id = (urlObj.query["order"] || "0").toString();
    auto order = orderOf(id);
    if (urlObj.pathname == "/add") {
      auto line = co_await add(order, (urlObj.query["item"] || "").toString());
      response->statusCode = line->price ? 200 : 404;
      response->end(line->price ? "added " + line->item + "\n" : "there is no " + line->item + "\n");
    } else if (order->asking > 0) {
      response->statusCode = 409;
      response->end("a price is still asked for\n");
    } else {
      response->end("order " + id + ": " + total(order) + " cents\n");
      orders->delete_(id);
    }
  });

  server->listen(process::env["PORT"] || 2006, "127.0.0.1");
}); }
