#include <nodecpp/events.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/path.h>
#include <nodecpp/stream.h>

#include <vector>
using namespace nodecpp;

struct Point { num n; };
NODECPP_FIELDS(Point, n)
struct Both { num n; std::vector<num> list; };
NODECPP_FIELDS(Both, n, list)
constexpr Event<num> tick{"tick"};

int main(int argc, char** argv) { return run(argc, argv, [] {
  const num n = num(7) / 2;
  auto emitter = make<EventEmitter>();
  emitter->on(tick, [](num value) { console::log("tick", value, value / 2); });
  emitter->emit(tick, n);
  console::log(JSON::stringify(Both{n, {n, 1}}), JSON::parse<Point>("{\"n\": 2.5}").n * 2, JSON::stringify(var::array({n}), nullptr, 2));
  console::log(Buffer::of(n, 255), std::vector<int>{10, 20, 30, 40}[n - 0.5], str("abcdef").slice(n), str("abcdef").charAt(n - 1.5));
  auto pass = make<stream::PassThrough>({.highWaterMark = n * 4, .objectMode = true});
  pass->on(event::data, [](num chunk) { console::log("chunk", chunk); });
  pass->write(n);
  pass->end();
  const String file = path::join("/tmp", "number-" + str(process::pid));
  const num fd = fs::openSync(file, "w", num(0600));
  fs::writeSync(int(fd), "x" + n);
  fs::closeSync(int(fd));
  console::log(fs::readFileSync(file, "utf8"));
  fs::unlinkSync(file);
  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    response->setHeader("X-Number", n);
    response->writeHead(200, {{"X-Other", n * 2}});
    response->end();
  });
  server->listen(num(0), "127.0.0.1", [=] {
    http::get({.agent = false, .host = "127.0.0.1", .port = server->address().port}, [=](auto response) {
      console::log(response->headers["x-number"], response->headers["x-other"], parseFloat(response->headers["x-number"]) * 2);
      response->resume();
      server->close();
      setTimeout([](num value) { console::log("later", value); }, n, n + 1);
    });
  });
}); }
