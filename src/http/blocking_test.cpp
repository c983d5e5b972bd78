// Tests http::blocking: on Linux with real threads, and on the simulated port, where it is also recorded and replayed.
#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>
#include <nodecpp/http/blocking.h>
#include <nodecpp/http/promises.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/linux/linux_port.h"
#include "os/sim/sim_port.h"
#include "support/folder.h"
#include "support/program_run.h"

using namespace nodecpp;
using http::BlockingRequest;
using http::BlockingResponse;

namespace {

std::string notes;
void note(const String& text) { notes += std::string(text.data(), text.size()) + "\n"; }

// A handler calls pass() to wait until the loop lets it go on. It waits on a MailQueue, the only wait of a simulated
// thread.
os::MailAddress gate;
void pass() {
  os::Message message;
  gate->receive(message);
}
void open() { gate->post({}); }

void echo(BlockingRequest request, BlockingResponse response) {
  CHECK(!response->headersSent());
  response->setHeader("X-Was", {"a", "b"});
  response->setHeader("X-Method", request->method);
  if (request->url == "/head") {
    response->writeHead(201, "Made", {{"Content-Type", "text/plain"}});
    CHECK_THROWS_WITH_AS(response->setHeader("x", "y"), "Error: Cannot set headers after they are sent to the client",
                         Error);
    CHECK_THROWS_WITH_AS(response->writeHead(200), "Error: Cannot write headers after they are sent to the client",
                         Error);
  } else {
    response->statusCode = 202;
  }
  CHECK_THROWS_AS(response->writeHead(99), Error);
  response->end(request->url + " " + request->headers["x-sent"] + " " + request->headers["x-none"] + " " +
                request->body.toString());
  CHECK_THROWS_WITH_AS(response->write("more"), "Error: write after end", Error);
}

void wrong(BlockingRequest, BlockingResponse response) {
  CHECK_THROWS_WITH_AS(response->setHeader("a b", "x"), "TypeError: Header name must be a valid HTTP token [\"a b\"]",
                       TypeError);
  CHECK_THROWS_WITH_AS(response->setHeader("a", "x\n"), "TypeError: Invalid character in header content [\"a\"]",
                       TypeError);
  TypeError error("no way");
  error->code = "ERR_NO_WAY";
  throw error;
}

void gated(BlockingRequest, BlockingResponse response) {
  pass();
  response->end("passed");
}

std::atomic<int> written = 0;
void pour(BlockingRequest, BlockingResponse response) {
  std::string chunk(1000, 'x');
  for (written = 0; written < 1000 && response->write(chunk); ++written) {
  }
}

struct Answer {
  int status = 0;
  String message, body;
  Lookup was, retryAfter, method, connection;
};

Promise<Answer> ask(int port, String path, String body = "", String method = "POST") {
  auto options = http::RequestOptions{.agent = false,
                                      .headers = {{"X-Sent", "this"}},
                                      .host = "127.0.0.1",
                                      .method = method,
                                      .path = path,
                                      .port = port};
  auto response = co_await http::promises::request(options, body);
  Answer answer;
  answer.status = response->statusCode;
  answer.message = response->statusMessage;
  answer.was = response->headers["x-was"];
  answer.method = response->headers["x-method"];
  answer.retryAfter = response->headers["retry-after"];
  answer.connection = response->headers["connection"];
  answer.body = co_await stream::consumers::text(response);
  co_return answer;
}

Promise<int> listening(http::Server server) {
  auto [done, resolve, reject] = Promise<>::withResolvers();
  server->listen(0, "127.0.0.1", [resolve] { resolve(); });
  co_await done;
  co_return server->address().port;
}

// Returns a program that runs `body` to its end, which must be without an error.
auto programOf(const Function<Promise<>()>& body) {
  return [body] {
    body().catch_([](Error error) {
      note("failed: " + error.toString());
      CHECK(error.toString() == "");
    });
  };
}

// A test's program may wait at the gate.
int run(os::Port& port, const Function<Promise<>()>& body) {
  gate = os::MailQueue::make();
  const int code = tests::runOn(port, programOf(body));
  gate = nullptr;
  return code;
}

void onBoth(const Function<Promise<>()>& body) {
  notes.clear();
  SUBCASE("Linux") {
    os::LinuxPort port;
    CHECK(run(port, body) == 0);
  }
  SUBCASE("simulated") {
    os::Network network;
    os::SimPort port(network, {});
    CHECK(run(port, body) == 0);
  }
}

Promise<> story() {
  auto server = http::createServer(http::blocking(echo, {.threads = 2, .maxBody = 5000}));
  int port = co_await listening(server);
  auto answer = co_await ask(port, "/head", "body");
  CHECK(answer.status == 201);
  CHECK(answer.message == "Made");
  CHECK(answer.was == "a, b");
  CHECK(answer.body == "/head this undefined body");
  note(answer.body);
  answer = co_await ask(port, "/x", String("0123456789").repeat(300), "PUT");
  CHECK(answer.status == 202);
  CHECK(answer.method == "PUT");
  CHECK(answer.body.length() == 3000 + std::string_view("/x this undefined ").size());
  answer = co_await ask(port, "/x", String("0123456789").repeat(501));
  CHECK(answer.status == 413);
  CHECK(answer.connection == "close");
  std::vector<Promise<Answer>> many;
  for (int i = 0; i < 20; ++i) many.push_back(ask(port, "/" + str(i)));
  for (int i = 0; i < 20; ++i) CHECK((co_await many[i]).body == "/" + str(i) + " this undefined ");
  server->close();
}

}  // namespace

TEST_CASE("blocking: a handler answers from its thread") { onBoth(story); }

TEST_CASE("blocking: what runs is replayed without its threads") {
  notes.clear();
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  {
    os::Network network;
    os::SimPort world(network, {});
    tests::record(world, path, programOf(story));
  }
  const std::string told = std::exchange(notes, "");
  CHECK(told == "/head this undefined body\n");
  tests::replay(path, programOf(story));
  CHECK(notes == told);
}

TEST_CASE("blocking: beside asynchronous routes; the queue has a bound, above it 503 with Retry-After") {
  onBoth([]() -> Promise<> {
    auto slow = http::blocking(gated, {.threads = 2, .queue = 1, .retryAfter = 7});
    auto server = http::createServer([=](auto request, auto response) {
      if (request->url == "/slow") return slow(request, response);
      response->end("quick");
    });
    int port = co_await listening(server);
    std::vector<Promise<Answer>> waiting;
    for (int i = 0; i < 3; ++i) waiting.push_back(ask(port, "/slow"));
    co_await sleep(20);
    CHECK((co_await ask(port, "/quick")).body == "quick");
    auto refused = co_await ask(port, "/slow", "with a body");
    CHECK(refused.status == 503);
    CHECK(refused.retryAfter == "7");
    for (int i = 0; i < 3; ++i) open();
    for (auto& each : waiting) CHECK((co_await each).body == "passed");
    waiting.clear();
    open();
    CHECK((co_await ask(port, "/slow")).status == 200);
    server->close();
  });
}

TEST_CASE("blocking: write waits for a client that does not read, and knows when it has gone") {
  onBoth([]() -> Promise<> {
    auto server = http::createServer(http::blocking(pour, {.threads = 1, .highWaterMark = 5000}));
    int port = co_await listening(server);
    auto response = co_await http::promises::get({.agent = false, .host = "127.0.0.1", .port = port});
    String all = co_await stream::consumers::text(response);
    CHECK(all.length() == 1000 * 1000);
    CHECK(written == 1000);
    // This client reads nothing, so a part of the response stays in the process and in the sockets' buffers.
    response = co_await http::promises::get({.agent = false, .host = "127.0.0.1", .port = port});
    response->destroy();
    // The thread is free again after the client has closed the connection.
    all = co_await stream::consumers::text(
        co_await http::promises::get({.agent = false, .host = "127.0.0.1", .port = port}));
    CHECK(all.length() == 1000 * 1000);
    server->close();
  });
}

TEST_CASE("blocking: what a handler throws is thrown on the loop, and its connection is closed") {
  onBoth([]() -> Promise<> {
    auto server = http::createServer(http::blocking(wrong, {.threads = 1}));
    Error thrown;
    process::on(event::uncaughtException, [&thrown](Error error) { thrown = error; });
    int port = co_await listening(server);
    Error failed;
    try {
      co_await ask(port, "/");
    } catch (const Error& error) {
      failed = error;
    }
    CHECK(failed->code == "ECONNRESET");
    REQUIRE(thrown);
    CHECK(thrown->name == "TypeError");
    CHECK(thrown->message == "no way");
    CHECK(thrown->code == "ERR_NO_WAY");
    server->close();
  });
}

// On Linux a hanging handler ends together with the process, which tests/blocking tests.
TEST_CASE("blocking: a program ends while a handler still runs") {
  os::Network network;
  os::SimPort port(network, {});
  auto body = []() -> Promise<> {
    auto server = http::createServer(http::blocking(gated, {.threads = 1}));
    int port = co_await listening(server);
    auto hangs = ask(port, "/");
    hangs.catch_([](Error) {});
    // exit() is called in a timer, because a coroutine frame through which the program's end passes is not freed.
    setTimeout([] { process::exit(3); }, 20);
  };
  CHECK(run(port, body) == 3);
}
