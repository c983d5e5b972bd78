// Tests http::files on the simulated port: files that change, vanish or are no files, links, folders, the files kept open,
// compressed files, clients that do not read. tests/pairs/http_files compares the answers with those of npm's packages.
#include <doctest/doctest.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/http/files.h>

#include <string>

#include "os/sim/sim_port.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using namespace nodecpp::simulation;
using PeerState = RawConnection::PeerState;

namespace {

// A program that serves /tmp/www, in which a test makes files.
struct Site {
  explicit Site(http::FilesOptions options = {}, os::NetworkOptions network = {}) : world(network) {
    program = &world.spawn("server", [options] {
      fs::mkdirSync("/tmp/www");
      http::createServer(http::files("/tmp/www", options))->listen(8080, "127.0.0.1");
    });
    world.settle();
  }
  ~Site() { CHECK(program->standardError() == ""); }

  void inside(const std::function<void()>& f) { program->inside(f); }
  void put(const char* name, const String& text) {
    inside([&] { fs::writeFileSync(str("/tmp/www/") + name, text); });
  }
  // Returns the answer to one request on a connection of its own.
  std::string ask(const std::string& path, const std::string& fields = "", const char* method = "GET") {
    auto client = world.connect(8080);
    client.send(std::string(method) + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + fields + "\r\n");
    world.settle(100);
    return client.received();
  }
  std::size_t openFiles() const { return program->port().disk().openCount(); }

  World world;
  Program* program;
};

std::string statusOf(const std::string& answer) { return answer.substr(0, answer.find('\r')); }
std::string bodyOf(const std::string& answer) {
  const std::size_t at = answer.find("\r\n\r\n");
  return at == answer.npos ? "no body" : answer.substr(at + 4);
}
std::string fieldOf(const std::string& answer, const std::string& name) {
  const std::size_t at = answer.find("\r\n" + name + ": ");
  if (at == answer.npos) return "";
  const std::size_t begin = at + name.size() + 4;
  return answer.substr(begin, answer.find('\r', begin) - begin);
}
String repeated(std::size_t count) { return String(std::string(count, 'x')); }

}  // namespace

TEST_CASE("files of all sizes arrive whole, and are closed") {
  for (std::size_t size : {0u, 1u, 1000u, 16000u, 65536u, 65537u, 1000000u}) {
    CAPTURE(size);
    Site site;
    site.put("a", repeated(size));
    const std::string answer = site.ask("/a");
    CHECK(statusOf(answer) == "HTTP/1.1 200 OK");
    CHECK(fieldOf(answer, "Content-Length") == std::to_string(size));
    CHECK(bodyOf(answer) == std::string(size, 'x'));
    CHECK(site.openFiles() == 0);
  }
}

TEST_CASE("pipelined requests are answered in their order") {
  Site site;
  site.put("large", repeated(300000));
  site.put("small", "s");
  auto client = site.world.connect(8080);
  const std::string large = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n", small = "GET /small HTTP/1.1\r\nHost: x\r\n\r\n";
  client.send(large + small + "HEAD /large HTTP/1.1\r\nHost: x\r\n\r\n" + small + large);
  site.world.settle(1000);
  std::string rest = client.received();
  for (std::size_t size : {300000u, 1u, 0u, 1u, 300000u}) {
    const std::size_t at = rest.find("\r\n\r\n");
    REQUIRE(at != rest.npos);
    REQUIRE(rest.size() >= at + 4 + size);
    rest = rest.substr(at + 4 + size);
  }
  CHECK(rest == "");
  CHECK(site.openFiles() == 0);
}

TEST_CASE("a file that becomes shorter while it is sent ends the connection") {
  Site site;
  site.put("a", repeated(2000000));
  auto client = site.world.connect(8080);
  client.pause();
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  site.world.settle(100);
  site.inside([] { fs::truncateSync("/tmp/www/a", 1000000); });
  client.resume();
  site.world.settle(1000);
  CHECK(statusOf(client.received()) == "HTTP/1.1 200 OK");
  CHECK(bodyOf(client.received()).size() <= 1000000);
  CHECK(client.peerState() != PeerState::open);
  CHECK(site.openFiles() == 0);
}

TEST_CASE("a file that is deleted or replaced while it is sent is sent to its end") {
  Site site;
  site.put("a", repeated(2000000));
  auto client = site.world.connect(8080);
  client.pause();
  client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  site.world.settle(100);
  site.inside([] { fs::rmSync("/tmp/www/a"); });
  site.put("a", "new");
  client.resume();
  site.world.settle(1000);
  CHECK(bodyOf(client.received()) == std::string(2000000, 'x'));
  CHECK(bodyOf(site.ask("/a")) == "new");
  CHECK(site.openFiles() == 0);
}

TEST_CASE("a client that goes away or does not read keeps no file open for longer than its connection") {
  Site site;
  site.put("a", repeated(5000000));
  auto client = site.world.connect(8080);
  client.pause();
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  site.world.settle(100);
  CHECK(site.openFiles() == 1);
  client.reset();
  site.world.settle(100);
  CHECK(site.openFiles() == 0);
}

TEST_CASE("what the disk does not have in memory is found and read on another thread") {
  using Cache = os::SimDisk::Cache;
  for (Cache cache : {Cache::cold, Cache::unknown}) {
    CAPTURE(int(cache));
    Site site{{.precompressed = {"gzip"}}};
    site.put("a", repeated(1000000));
    site.put("b.txt", "small");
    site.put("b.txt.gz", "GZIP");
    site.world.network().disk.cache = cache;
    for (int i = 0; i < 2; ++i) {
      CHECK(bodyOf(site.ask("/a")) == std::string(1000000, 'x'));
      CHECK(bodyOf(site.ask("/b.txt", "Accept-Encoding: gzip\r\n")) == "GZIP");
      CHECK(statusOf(site.ask("/none")) == "HTTP/1.1 404 Not Found");
    }
    CHECK(site.openFiles() == 0);
  }
}

TEST_CASE("a client that stops reading in the middle of a file runs into the server's time-out") {
  World world;
  Program& program = world.spawn("server", [] {
    fs::mkdirSync("/tmp/www");
    fs::writeFileSync("/tmp/www/a", repeated(5000000));
    auto server = http::createServer(http::files("/tmp/www"));
    server->setTimeout(1000);
    server->listen(8080, "127.0.0.1");
  });
  world.settle();
  auto stopped = world.connect(8080), slow = world.connect(8080);
  for (auto& client : {&stopped, &slow}) {
    client->pause();
    client->send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  // The slow client reads a little every half second.
  for (int i = 0; i < 8; ++i) {
    world.runFor(500);
    slow.resume();
    world.settle();
    slow.pause();
  }
  CHECK(stopped.received().size() < 5000000);
  stopped.resume();
  world.settle(100);
  CHECK(stopped.peerState() != PeerState::open);
  CHECK(bodyOf(slow.received()).size() == 5000000);
  world.runFor(2000);
  CHECK(program.port().disk().openCount() == 0);
  CHECK(program.standardError() == "");
}

TEST_CASE("links are followed, kept inside the root, or refused") {
  auto make = [](const String& links) {
    auto site = std::make_unique<Site>(http::FilesOptions{.links = links});
    site->inside([] {
      fs::writeFileSync("/tmp/secret", "secret");
      fs::mkdirSync("/tmp/other");
      fs::writeFileSync("/tmp/other/a", "other");
      fs::mkdirSync("/tmp/www/d");
      fs::writeFileSync("/tmp/www/d/a", "a");
      fs::symlinkSync("d/a", "/tmp/www/inner");
      fs::symlinkSync("/tmp/www/d", "/tmp/www/absolute");
      fs::symlinkSync("/tmp/secret", "/tmp/www/out");
      fs::symlinkSync("../other", "/tmp/www/up");
      fs::mkdirSync("/tmp/wwwx");
      fs::writeFileSync("/tmp/wwwx/a", "neighbour");
      fs::symlinkSync("../wwwx/a", "/tmp/www/neighbour");
      fs::symlinkSync("nowhere", "/tmp/www/dangling");
    });
    return site;
  };
  auto follow = make("follow");
  CHECK(bodyOf(follow->ask("/out")) == "secret");
  CHECK(bodyOf(follow->ask("/up/a")) == "other");
  CHECK(bodyOf(follow->ask("/inner")) == "a");
  auto inside = make("inside");
  CHECK(bodyOf(inside->ask("/inner")) == "a");
  CHECK(bodyOf(inside->ask("/absolute/a")) == "a");
  CHECK(bodyOf(inside->ask("/d/a")) == "a");
  for (const char* path : {"/out", "/up/a", "/neighbour", "/up/"}) CHECK(statusOf(inside->ask(path)) == "HTTP/1.1 404 Not Found");
  CHECK(statusOf(inside->ask("/dangling")) == "HTTP/1.1 404 Not Found");
  auto refuse = make("refuse");
  CHECK(bodyOf(refuse->ask("/d/a")) == "a");
  for (const char* path : {"/inner", "/absolute/a", "/out", "/up/a", "/neighbour"})
    CHECK(statusOf(refuse->ask(path)) == "HTTP/1.1 404 Not Found");
  Site stern{{.fallthrough = false, .links = "inside"}};
  stern.inside([] { fs::symlinkSync("/tmp/etc", "/tmp/www/etc"); fs::mkdirSync("/tmp/etc"); });
  CHECK(statusOf(stern.ask("/etc")) == "HTTP/1.1 403 Forbidden");
}

TEST_CASE("a compressed file is sent where the request accepts it and it is not older") {
  Site site{{.precompressed = {"br", "gzip"}}};
  site.put("a.txt", "text");
  site.put("a.txt.gz", "GZIP");
  site.put("a.txt.br", "BROTLI");
  site.put("b.txt", "text");
  site.inside([] {
    fs::utimesSync("/tmp/www/a.txt", 1000, 1000);
    fs::utimesSync("/tmp/www/a.txt.gz", 1000, 1000);
    fs::utimesSync("/tmp/www/a.txt.br", 1000, 1000);
  });
  std::string answer = site.ask("/a.txt", "Accept-Encoding: gzip, br\r\n");
  CHECK(bodyOf(answer) == "BROTLI");
  CHECK(fieldOf(answer, "Content-Encoding") == "br");
  CHECK(fieldOf(answer, "Content-Type") == "text/plain; charset=utf-8");
  CHECK(fieldOf(answer, "Vary") == "Accept-Encoding");
  CHECK(fieldOf(answer, "Content-Length") == "6");
  const std::string tag = fieldOf(answer, "ETag");
  CHECK(bodyOf(site.ask("/a.txt", "Accept-Encoding: gzip\r\n")) == "GZIP");
  answer = site.ask("/a.txt");
  CHECK(bodyOf(answer) == "text");
  CHECK(fieldOf(answer, "Content-Encoding") == "");
  CHECK(fieldOf(answer, "Vary") == "Accept-Encoding");
  CHECK(fieldOf(answer, "ETag") != tag);
  answer = site.ask("/a.txt", "Accept-Encoding: br\r\nIf-None-Match: " + tag + "\r\n");
  CHECK(statusOf(answer) == "HTTP/1.1 304 Not Modified");
  CHECK(fieldOf(answer, "Vary") == "Accept-Encoding");
  CHECK(bodyOf(site.ask("/a.txt", "Accept-Encoding: br\r\nRange: bytes=1-2\r\n")) == "RO");
  CHECK(bodyOf(site.ask("/b.txt", "Accept-Encoding: br\r\n")) == "text");
  CHECK(bodyOf(site.ask("/a.txt", "Accept-Encoding: br\r\n", "HEAD")) == "");
  site.inside([] { fs::utimesSync("/tmp/www/a.txt.br", 999, 999); });
  CHECK(bodyOf(site.ask("/a.txt", "Accept-Encoding: gzip, br\r\n")) == "GZIP");
  CHECK(site.openFiles() == 0);
}

TEST_CASE("files that are kept open are looked at again after a while, and there are at most so many") {
  Site site{{.openFiles = {.files = 2, .recheck = 1000}}};
  for (const char* name : {"a", "b", "c"}) site.put(name, name);
  CHECK(bodyOf(site.ask("/a")) == "a");
  CHECK(site.openFiles() == 1);
  // Replaced by rename, as a deployment does.
  site.put("new", "replaced");
  site.inside([] { fs::renameSync("/tmp/www/new", "/tmp/www/a"); });
  CHECK(bodyOf(site.ask("/a")) == "a");
  site.world.runFor(1000);
  CHECK(bodyOf(site.ask("/a")) == "replaced");
  CHECK(bodyOf(site.ask("/b")) == "b");
  CHECK(bodyOf(site.ask("/c")) == "c");
  CHECK(site.openFiles() == 2);
  CHECK(statusOf(site.ask("/missing")) == "HTTP/1.1 404 Not Found");
  CHECK(site.openFiles() == 1);
  site.put("missing", "found");
  CHECK(statusOf(site.ask("/missing")) == "HTTP/1.1 404 Not Found");
  site.world.runFor(1000);
  CHECK(bodyOf(site.ask("/missing")) == "found");
  // A file that became shorter within that time cannot be sent as promised.
  site.put("missing", repeated(100));
  site.world.runFor(1100);
  CHECK(bodyOf(site.ask("/missing")).size() == 100);
  site.inside([] { fs::truncateSync("/tmp/www/missing", 10); });
  CHECK(bodyOf(site.ask("/missing")).size() < 100);
}

TEST_CASE("etag: strong has no W/, and If-Range takes it") {
  Site site{{.etag = "strong"}};
  site.put("a", "hello");
  const std::string tag = fieldOf(site.ask("/a"), "ETag");
  CHECK(tag.starts_with("\"5-"));
  CHECK(bodyOf(site.ask("/a", "Range: bytes=1-2\r\nIf-Range: " + tag + "\r\n")) == "el");
  CHECK(statusOf(site.ask("/a", "If-None-Match: W/" + tag + "\r\n")) == "HTTP/1.1 304 Not Modified");
}

TEST_CASE("options that are wrong are refused with the packages' messages") {
  auto message = [](http::FilesOptions options) {
    std::string text = "fine";
    World world;
    world.spawn("program", [&] {
      try {
        http::files("/tmp/www", options);
      } catch (const Error& error) {
        text = std::string(error->name.data(), error->name.size()) + ": " + std::string(error->message.data(), error->message.size());
      }
    });
    world.run();
    return text;
  };
  CHECK(message({.dotfiles = "hide"}) == "TypeError: dotfiles option must be \"allow\", \"deny\", or \"ignore\"");
  CHECK(message({.extensions = true}) == "TypeError: extensions option must be array of strings or false");
  CHECK(message({.index = true}) == "TypeError: index option must be array of strings or false");
  CHECK(message({.etag = "weak"}) == "TypeError: etag option must be true, false, or \"strong\"");
  CHECK(message({.links = "none"}) == "TypeError: links option must be \"follow\", \"inside\", or \"refuse\"");
  CHECK(message({.precompressed = {"lzma"}}) == "TypeError: precompressed option has an unknown encoding: lzma");
  CHECK(message({.start = -1}).starts_with("RangeError: The value of \"start\" is out of range."));
  CHECK(message({.openFiles = {.files = 1.5}}).starts_with("RangeError: The value of \"openFiles.files\" is out of range."));
  CHECK(message({.extensions = false, .index = false}) == "fine");
}

TEST_CASE("sendFile tells its callback how it went, once") {
  World world;
  Program& program = world.spawn("server", [] {
    fs::mkdirSync("/tmp/www");
    fs::writeFileSync("/tmp/www/a", "hello");
    http::createServer([](auto request, auto response) {
      http::sendFile(request, response, request->url, {.root = "/tmp/www"}, [=](Error error) {
        nodecpp::detail::Loop::current().port().process.writeStandard(1, (error ? error->message : String("sent")) + "\n");
        if (error && !response->headersSent()) response->end("mine");
      });
    })->listen(8080, "127.0.0.1");
  });
  world.settle();
  auto client = world.connect(8080);
  client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
  world.settle(100);
  CHECK(bodyOf(client.received()) == "hello");
  auto other = world.connect(8080);
  other.send("GET /none HTTP/1.1\r\nHost: x\r\n\r\n");
  world.settle(100);
  CHECK(bodyOf(other.received()) == "mine");
  CHECK(program.standardOutput() == "sent\nENOENT: no such file or directory, stat '/tmp/www/none'\n");
}
