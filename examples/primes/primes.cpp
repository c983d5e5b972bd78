#include <nodecpp/child_process.h>
#include <nodecpp/http.h>
#include <nodecpp/path.h>
#include <nodecpp/pool.h>
#include <nodecpp/url.h>

#include <deque>

#include "sieve.h"
using namespace nodecpp;

// Counts the primes below ?limit=: on the event loop (/n0), in child processes (/b0, /b1), and on the thread pool
// (/c0).

// The part of Express that this example needs: GET handlers by path.
class Express {
 public:
  using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;
  void get(String path, Handler handler) { routes_->push({path, handler}); }
  void listen(auto port, String host) {
    auto routes = routes_;
    http::createServer([=](auto request, auto response) {
      auto pathname = url::parse(request->url).pathname;
      bool get = request->method == "GET" || request->method == "HEAD";
      for (auto [path, handler] : routes.ref()) {
        if (get && pathname == path) return handler(request, response);
      }
      response->writeHead(404);
      response->end();
    })->listen(port, host);
  }

 private:
  let<Array<std::pair<String, Handler>>> routes_;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  String build = process::env["NODECPP_BUILD"] || path::join(path::dirname(process::execPath()), "..");
  auto program = path::join(build, "examples/count_primes");

  // At most `maxChildren` run at the same time and `maxWaiting` requests wait; any further request gets the status 503.
  int maxChildren = (process::env["MAX_CHILDREN"] || 8).toNumber();
  size_t maxWaiting = (process::env["MAX_WAITING"] || 200).toNumber();
  let<int> children = 0;
  let<std::deque<Function<void()>>> waiting;

  auto enter = [=](Function<void()> start) {
    if (children == maxChildren && waiting->size() == maxWaiting) return false;
    if (children == maxChildren) {
      waiting->push_back(start);
    } else {
      children++;
      start();
    }
    return true;
  };

  auto leave = [=] {
    if (waiting->size()) {
      auto next = waiting->front();
      waiting->pop_front();
      next();
    } else {
      children--;
    }
  };

  auto limitOf = [](auto request) {
    auto text = str(url::parse(request->url, true).query["limit"] || "123456");
    bool digits = text.length() >= 1 && text.length() <= 7;
    for (auto c : text) digits = digits && c >= "0" && c <= "9";
    return digits ? int(toNumber(text)) : -1;
  };

  auto answer = [](auto response, int status, String text) {
    response->writeHead(status, {{"Content-Type", "text/plain"}, {"Content-Length", text.length()}});
    response->end(text);
  };

  auto badLimit = [=](auto response) {
    answer(response, 400, "limit is a whole number below 10000000\n");
  };

  auto busy = [=](auto response) {
    answer(response, 503, "too many wait already\n");
  };

  auto failed = [=](auto response, auto error) {
    answer(response, 500, format("it failed: {}\n", error));
  };

  auto counted = [=](auto response, int limit, auto count, double since) {
    double seconds = process::uptime() - since;
    answer(response, 200, format("There are {} primes under {}.\nIt took {:.3f} seconds.\n", count, limit, seconds));
  };

  Express app;

  app.get("/", [=](auto request, auto response) {
    answer(response, 200, "Hello!\n");
  });

  app.get("/n0", [=](auto request, auto response) {
    double since = process::uptime();
    int limit = limitOf(request);
    if (limit < 0) return badLimit(response);
    counted(response, limit, countPrimes(limit), since);
  });

  app.get("/b0", [=](auto request, auto response) {
    double since = process::uptime();
    int limit = limitOf(request);
    if (limit < 0) return badLimit(response);
    bool entered = enter([=] {
      child_process::exec(format("{} {}", program, limit), [=](Error error, auto stdout, auto stderr) {
        leave();
        if (error) return failed(response, error->code);
        counted(response, limit, stdout.toString().trim(), since);
      });
    });
    if (!entered) busy(response);
  });

  app.get("/b1", [=](auto request, auto response) {
    double since = process::uptime();
    int limit = limitOf(request);
    if (limit < 0) return badLimit(response);
    bool entered = enter([=] {
      auto child = child_process::spawn(program, {str(limit)}, {.shell = true});
      let<String> output = "";
      child->stdout->on(event::data, [=](Buffer chunk) { output += chunk.toString(); });
      child->on(event::error, [=](Error error) { output = ""; });
      child->on(event::close, [=](auto code, auto signal) {
        leave();
        if (code != 0) return failed(response, code == nullptr ? signal : code);
        counted(response, limit, output->trim(), since);
      });
    });
    if (!entered) busy(response);
  });

  app.get("/c0", [=](this auto self, auto request, auto response) -> Promise<> {
    double since = process::uptime();
    int limit = limitOf(request);
    if (limit < 0) co_return badLimit(response);
    try {
      counted(response, limit, co_await pool::run(countPrimes, limit), since);
    } catch (const Error& error) {
      if (error->code == "ERR_POOL_QUEUE_FULL") co_return busy(response);
      failed(response, error->message);
    }
  });

  app.listen(process::env["PORT"] || 3000, "127.0.0.1");
}); }
