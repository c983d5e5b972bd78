// Runs several of our programs together in a simulated world, with the faults of a seed: `sim_worlds NAME SEED`. A
// client asks the examples and must get either an error or exactly the right answer. The exit code is 0 when everything
// went as allowed, 1 when it did not, and 90 when the simulator has found something.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <nodecpp/concurrency.h>
#include <nodecpp/fs.h>
#include <nodecpp/stream.h>

#include "net/socket_handle.h"
#include "world/simulated_program.h"
#include "world/world.h"

#define main echo_main
#include "../../examples/echo/echo.cpp"
#undef main
#define main gather_main
#include "../../examples/gather/gather.cpp"
#undef main
#define main names_main
#include "../../examples/names/names.cpp"
#undef main
#define main proxy_main
#include "../../examples/proxy/proxy.cpp"
#undef main
#define main records_main
#include "../../examples/records/records.cpp"
#undef main

namespace {

using namespace nodecpp::sim;
namespace os = nodecpp::os;

int problems = 0;

void wrong(const std::string& what) {
  ++problems;
  std::printf("wrong: %s\n", what.c_str());
}

constexpr int fileBytes = 100'000;

// A file server: streams a file, stores posted bodies and returns their size, and reads a file with a time limit.
int files_main(int argc, char** argv) {
  return run(argc, argv, [] {
    auto failed = [](auto response, Error error) {
      if (response->headersSent() || response->destroyed()) {
        response->destroy();
        return;
      }
      response->statusCode = 500;
      response->end(error->message);
    };
    http::createServer([=](http::IncomingMessage request, http::ServerResponse response) {
      if (request->url == "/file") {
        stream::pipeline(fs::createReadStream("/tmp/data"), response, [](Error) {});
      } else if (request->url == "/race") {
        auto race = [](http::ServerResponse answer) -> Promise<> {
          try {
            auto bytes = co_await withTimeout(200, [] { return fs::promises::readFile("/tmp/data"); });
            answer->end("raced " + str(bytes.length()));
          } catch (const Error& error) {
            answer->statusCode = 504;
            answer->end(error->message);
          }
        };
        race(response);
      } else {
        String path = "/tmp" + request->url;
        stream::pipeline(request, fs::createWriteStream(path), [=](Error error) {
          if (error) return failed(response, error);
          fs::stat(path, [=](Error wrong, fs::Stats stats) {
            if (wrong) return failed(response, wrong);
            response->end("stored " + str(stats.size));
            fs::unlink(path, [](Error) {});
          });
        });
      }
    })->listen(2004, "127.0.0.1");
  });
}

// Sends $REQUESTS requests to the server at $PORT, a few at a time. The client computes the answer of the echo server.
// From other servers it expects an answer that begins with one of $WORDS.
int client_main(int argc, char** argv) {
  return run(argc, argv, [] {
    auto agent = make<http::Agent>({.keepAlive = true, .maxSockets = 4});
    let<int> left = int(process::env["REQUESTS"].toNumber());
    let<int> right = 0;
    let<int> failed = 0;
    let<int> busy = 0;
    auto words = process::env["WORDS"].toString().split(",");
    bool echoes = process::env["WORDS"].toString() == "echo";
    bool files = process::env["WORDS"].toString() == "files";

    let<Function<void()>> next;
    auto over = [=](String outcome) {
      if (outcome == "right") right = right.value() + 1;
      if (outcome == "failed") failed = failed.value() + 1;
      if (outcome != "right" && outcome != "failed") {
        console::log("wrong: " + outcome);
        process::exitCode = 1;
      }
      busy = busy.value() - 1;
      next();
    };
    next = [=] {
      if (left.value() == 0) {
        if (busy.value() > 0) return;
        agent->destroy();
        setImmediate([=] { next = nullptr; });  // `next` holds itself, so it is cleared
        console::log(format("{} right, {} failed", right.value(), failed.value()));
        return;
      }
      left = left.value() - 1;
      busy = busy.value() + 1;
      int number = left.value();
      // The echo server writes a chunk for each byte, so long bodies are rare.
      std::size_t length = std::size_t(number % 20 == 0 ? 30'000 : number * 79 % 3000);
      String body = str("0123456789abcdef").repeat(length / 16 + 1).slice(0, length);
      bool posts = (echoes || files) && number % 3 == 0;
      String path = echoes || posts ? "/" + str(number) : process::env["ASK"].toString();
      if (files && !posts) path = number % 3 == 1 ? "/file" : "/race";
      let<bool> told = false;
      auto tell = [=](String outcome) {
        if (told.value()) return;
        told = true;
        // The outcome is handled later, because another error of the same request may follow this one.
        setImmediate([=] { over(outcome); });
      };
      auto request = http::request(
          {.agent = agent,
           .host = "127.0.0.1",
           .method = posts ? "POST" : "GET",
           .path = path,
           .port = process::env["PORT"].toNumber()},
          [=](auto answer) {
            let<String> text = "";
            answer->setEncoding("utf8");
            answer->on(event::data, [=](String chunk) { text = text.value() + chunk; });
            answer->on(event::error, [=](Error) { tell("failed"); });
            answer->on(event::end, [=] {
              String got = text.value();
              // the proxy's answer when the backend failed
              if (echoes && answer->statusCode == 502) return tell("failed");
              if (echoes) {
                bool same = got.includes("\"url\":\"" + path + "\"") &&
                            got.includes("\"body\":\"" + (posts ? body : "") + "\"");
                return tell(same ? "right" : path + ": " + got.slice(0, 200));
              }
              if (files) {
                if (answer->statusCode != 200) return tell("failed");
                bool whole = posts             ? got == "stored " + str(body.length())
                             : path == "/race" ? got == "raced " + str(fileBytes)
                                               : got.length() == std::size_t(fileBytes);
                return tell(whole ? "right" : path + ": " + got.slice(0, 100) + " of " + str(got.length()));
              }
              for (const String& word : words)
                if (got.startsWith(word)) return tell("right");
              tell(path + ": " + got);
            });
          });
      request->on(event::error, [=](Error) { tell("failed"); });
      if (posts)
        request->end(body);
      else
        request->end();
    };
    for (int i = 0; i < 4; i++) next();
  });
}

struct Stage {
  explicit Stage(std::uint64_t seed) : world(optionsFor(seed)) {}

  static os::NetworkOptions optionsFor(std::uint64_t seed) {
    os::NetworkOptions options;
    options.seed = seed;
    options.faults = os::Faults::fromSeed(seed);
    options.watched = true;
    os::Address address{os::Address::Family::ipv4, "10.0.0.1", 0};
    options.names["example.com"] = {address};
    options.zone[{"1.0.0.10.in-addr.arpa", 12}] = {
        .records = {
            {.owner = "1.0.0.10.in-addr.arpa", .type = 12, .ttl = 300, .data = std::string("\7example\3com\0", 13)}}};
    return options;
  }

  Program& spawn(const char* name, Main main, std::vector<String> arguments = {}, Environment environment = {}) {
    return world.spawn(name, std::move(main), std::move(arguments), std::move(environment));
  }
  // Runs until `program` has ended, which must happen within an hour of virtual time.
  void untilEnd(Program& program) {
    if (world.run(3'600'000, [&] { return !program.running(); }) || world.network().finding()) return;
    world.network().report(os::Finding::Kind::lostWakeUp, program.name() + " does not come to its end");
  }
  // Runs a client to its end and checks its output. The servers' connections must be closed some time later.
  void client(Environment environment) {
    Program& client = spawn("client", client_main, {}, std::move(environment));
    untilEnd(client);
    if (world.network().finding()) return;
    if (client.exitCode() != 0)
      wrong("the client ended with " + std::to_string(client.exitCode()) + client.standardError());
    std::printf("%s", client.standardOutput().c_str());
    world.runFor(600'000);
    if (std::size_t left = nodecpp::net::detail::liveSockets()) wrong(std::to_string(left) + " sockets stay");
    for (const auto& program : world.programs())
      if (std::size_t open = program->port().disk().openCount()) wrong(std::to_string(open) + " descriptors stay");
    for (const std::string& end : world.network().openEnds()) wrong("open: " + end);
  }
  World world;
};

void echo(Stage& stage) {
  stage.spawn("echo", echo_main);
  stage.world.settle();
  stage.client({{"PORT", "2001"}, {"REQUESTS", "40"}, {"WORDS", "echo"}});
}

void proxy(Stage& stage) {
  stage.spawn("echo", echo_main);
  stage.spawn("proxy", proxy_main);
  stage.world.settle();
  stage.client({{"PORT", "2002"}, {"REQUESTS", "40"}, {"WORDS", "echo"}});
}

void files(Stage& stage) {
  os::SimDisk& disk = stage.world.network().disk;
  os::SimFileRef file = disk.make(0100644, 1000, 1000);
  if (disk.capacity != UINT64_MAX) disk.capacity += fileBytes;
  disk.resize(*file, fileBytes);
  disk.put(disk.root->entries["tmp"], "data", file);
  stage.spawn("files", files_main);
  stage.world.settle();
  stage.client({{"PORT", "2004"}, {"REQUESTS", "60"}, {"WORDS", "files"}});
}

void gather(Stage& stage) {
  stage.spawn("gather", gather_main);
  // The gather server begins to listen when its backends do.
  stage.world.settle(1000);
  stage.client({{"PORT", "2003"},
                {"REQUESTS", "50"},
                {"ASK", "/?a=20/ok&b=5/cut&c=7/fail&limit=500"},
                {"WORDS", "from a,All promises were rejected,The operation was aborted due to timeout"}});
}

// A file that was written completely must be read completely. Otherwise the program must report an error.
void records(Stage& stage) {
  Program& write = stage.spawn("write", records_main, {"write", "/tmp/file", "100000", "1000"});
  stage.untilEnd(write);
  if (stage.world.network().finding()) return;
  std::printf("write: %d\n", write.exitCode());
  if (write.exitCode() != 0) {
    if (write.standardError().find("Error: E") == std::string::npos) wrong("write: " + write.standardError());
    return;
  }
  Program& read = stage.spawn("read", records_main, {"read", "/tmp/file", "777"});
  stage.untilEnd(read);
  if (stage.world.network().finding()) return;
  std::printf("read: %d\n", read.exitCode());
  bool whole = read.standardOutput().find("\"bytes\":100000,") != std::string::npos;
  bool failed = read.exitCode() != 0 && read.standardError().find("Error: E") != std::string::npos;
  if (!(read.exitCode() == 0 ? whole : failed)) wrong("read: " + read.standardOutput() + read.standardError());
}

void names(Stage& stage) {
  for (const char* form : {"straight", "callbacks"}) {
    Program& program = stage.spawn("names", names_main, {"example.com", form});
    stage.untilEnd(program);
    if (stage.world.network().finding()) return;
    std::printf("%s: %d %s", form, program.exitCode(), program.standardOutput().c_str());
    if (program.exitCode() > 1 || (program.exitCode() == 1) == program.standardError().empty())
      wrong(std::string(form) + ": " + std::to_string(program.exitCode()) + " " + program.standardError());
  }
}

constexpr std::pair<const char*, void (*)(Stage&)> worlds[] = {
    {"echo", echo}, {"proxy", proxy}, {"files", files}, {"gather", gather}, {"records", records}, {"names", names}};

}  // namespace

int main(int argc, char** argv) {
  for (auto [name, world] : worlds) {
    if (argc < 3 || std::strcmp(argv[1], name) != 0) continue;
    std::uint64_t seed = std::strtoull(argv[2], nullptr, 10);
    Stage stage(seed);
    world(stage);
    const os::Finding& finding = stage.world.network().finding();
    std::fprintf(stderr, "simulation: faults: %s\n", stage.world.network().options.faults.text().c_str());
    if (finding) std::fprintf(stderr, "simulation: found: %s: %s\n", finding.name(), finding.text.c_str());
    os::Digest all;
    std::uint64_t turns = 0, operations = 0;
    for (const auto& program : stage.world.programs()) {
      all.add(program->watched()->digest().sum());
      operations += program->watched()->digest().operations();
      turns += program->watched()->turnsTaken();
    }
    std::fprintf(stderr, "simulation: seed %llu, %llu turns, %llu operations, digest %016llx\n",
                 static_cast<unsigned long long>(seed), static_cast<unsigned long long>(turns),
                 static_cast<unsigned long long>(operations), static_cast<unsigned long long>(all.sum()));
    return finding ? 90 : problems ? 1 : 0;
  }
  std::fprintf(stderr, "sim_worlds echo|files|gather|names|proxy|records SEED\n");
  return 2;
}
