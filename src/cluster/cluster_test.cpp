// Tests a cluster in a simulated world: the primary and its workers are programs in it, in virtual time.
#include <doctest/doctest.h>
#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/http.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/sim/sim_process.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;

namespace {

// Both roles in one program, as cluster programs have them. The worker responds with its number: at once, or after the
// number of milliseconds in the URL.
int program(int argc, char** argv) {
  return run(argc, argv, [] {
    if (cluster::isWorker) {
      http::createServer([](auto request, auto response) {
        auto answer = [=] { response->end(str(cluster::worker->id)); };
        if (request->url == "/")
          answer();
        else
          setTimeout(answer, toNumber(request->url.slice(1)));
      })->listen(8000, "127.0.0.1");
      return;
    }
    if (process::argv[2] == "none") cluster::schedulingPolicy = cluster::SCHED_NONE;
    cluster::setupPrimary({.exec = "/bin/program", .respawn = true, .respawnDelay = 100});
    cluster::on(event::listening, [](auto worker, auto) { console::log("listening", worker->id); });
    cluster::on(event::exit,
                [](auto worker, auto code, auto signal) { console::log("exit", worker->id, code, signal); });
    cluster::fork();
    cluster::fork();
    process::on("SIGHUP", [] {
      cluster::restart({.timeout = 2000})
          .then([] { console::log("restarted"); }, [](Error error) { console::log(error->message); });
    });
    process::on("SIGTERM", [] { cluster::disconnect([] { process::exit(0); }); });
    process::on("SIGUSR2", [] { cluster::workers.values()[0]->kill("SIGKILL"); });
  });
}

struct Scene {
  explicit Scene(os::NetworkOptions options = {}, const char* policy = "rr") : world(std::move(options)) {
    world.executable("program", program);
    primary = &world.spawn("primary", program, {policy});
    world.settle(50);
  }
  // Sends one request on a new connection and returns the connection with the response.
  simulation::RawConnection ask(std::string url, bool last = true) {
    auto connection = world.connect(8000);
    connection.send("GET " + url + " HTTP/1.1\r\nHost: x\r\n" + (last ? "Connection: close\r\n" : "") + "\r\n");
    world.settle(5);
    return connection;
  }
  std::string body(simulation::RawConnection& connection) {
    std::string all(connection.received());
    auto at = all.rfind("\r\n\r\n");
    return at == all.npos ? "" : all.substr(at + 4);
  }
  std::string said() { return primary->standardOutput(); }
  simulation::World world;
  simulation::Program* primary;
};

}  // namespace

TEST_CASE("cluster: connections go to the workers in turn") {
  Scene scene;
  CHECK(scene.said() == "listening 1\nlistening 2\n");
  std::string order;
  for (int i = 0; i < 6; ++i) {
    auto connection = scene.ask("/");
    order += scene.body(connection);
  }
  CHECK(order == "121212");
}

TEST_CASE("cluster: by SCHED_NONE they accept from one descriptor") {
  Scene scene({}, "none");
  std::string all;
  for (int i = 0; i < 6; ++i) {
    auto connection = scene.ask("/");
    all += scene.body(connection);
  }
  CHECK(all.size() == 6);
}

TEST_CASE("cluster: a restart lets requests end, tells connections to, and refuses none") {
  for (const char* policy : {"rr", "none"}) {
    Scene scene({}, policy);
    auto slow = scene.ask("/700");
    auto kept = scene.ask("/", false);
    scene.primary->signal(1);
    std::vector<simulation::RawConnection> during;
    for (int i = 0; i < 100; ++i) {
      during.push_back(scene.ask("/"));
      scene.world.runFor(15);
    }
    // An idle connection gets one more response, which contains `Connection: close`.
    std::string before(kept.received());
    kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    scene.world.runFor(100);
    CHECK(std::string(kept.received()).substr(before.size()).find("Connection: close\r\n") != std::string::npos);
    scene.world.runFor(6000);
    CHECK(scene.said().find("restarted\n") != std::string::npos);
    CHECK((scene.body(slow) == "1" || scene.body(slow) == "2"));
    for (auto& connection : during) CHECK(scene.body(connection).size() == 1);
    auto after = scene.ask("/");
    CHECK((scene.body(after) == "3" || scene.body(after) == "4"));
    scene.primary->signal(15);
    scene.world.runFor(6000);
    CHECK_FALSE(scene.primary->running());
    CHECK(scene.primary->exitCode() == 0);
  }
}

TEST_CASE("cluster: a killed worker costs its own connections, and is started again") {
  Scene scene;
  auto first = scene.ask("/500");
  auto second = scene.ask("/500");
  scene.primary->signal(12);
  scene.world.runFor(1000);
  CHECK(scene.body(first) == "");
  CHECK(scene.body(second) == "2");
  CHECK(scene.said() == "listening 1\nlistening 2\nexit 1 null SIGKILL\nlistening 3\n");
  std::string order;
  for (int i = 0; i < 4; ++i) {
    auto connection = scene.ask("/");
    order += scene.body(connection);
  }
  CHECK((order == "2323" || order == "3232"));
}

TEST_CASE("cluster: by SCHED_NONE a worker is told to go while a listener waits to be sent to it") {
  simulation::World world;
  auto leaves = [](int argc, char** argv) {
    return run(argc, argv, [] {
      if (cluster::isWorker) {
        // The second reply waits until the descriptor of the first one was received.
        for (int port : {8000, 8001}) net::createServer()->listen(port, "127.0.0.1");
        process::nextTick([] { process::send("asked"); });
        return;
      }
      cluster::schedulingPolicy = cluster::SCHED_NONE;
      cluster::setupPrimary({.exec = "/bin/program"});
      auto worker = cluster::fork();
      worker->on(event::message, [=](var message) {
        console::log(message);
        worker->disconnect();
      });
      worker->on(event::exit, [](auto code, auto) { console::log("exit", code); });
    });
  };
  world.executable("program", leaves);
  simulation::Program& primary = world.spawn("primary", leaves, {});
  world.runFor(3000);
  CHECK_FALSE(primary.running());
  CHECK(primary.standardOutput() == "asked\nexit 0\n");
}

namespace {

// A worker that is written with the protocol's messages, and listens on port 8000. `answer` gets each message of the
// primary that concerns it, together with whether a handle came with the message, and returns the worker's messages.
struct ByHand {
  std::string acknowledge() const { return "{\"cmd\":\"NODE_HANDLE_ACK\"}\n"; }
  std::string refuse() const { return "{\"cmd\":\"NODE_HANDLE_NACK\"}\n"; }
  std::string accepted(bool yes) const {
    std::string number = line.substr(line.find("\"seq\":") + 6);
    number = number.substr(0, number.find_first_of(",}"));
    return acknowledge() + "{\"cmd\":\"NODE_CLUSTER\",\"ack\":" + number + ",\"accepted\":" + (yes ? "true" : "false") +
           "}\n";
  }
  bool has(const char* text) const { return line.find(text) != line.npos; }
  os::SimProcess& process;
  std::string id;
  std::string line;
};

os::SimExecutable byHand(std::function<std::string(ByHand&)> answer) {
  return [answer = std::move(answer)](os::SimProcess& process) {
    auto worker = std::make_shared<ByHand>(ByHand{process, "", ""});
    for (const String& entry : process.spec().environment)
      if (entry.startsWith("NODE_UNIQUE_ID=")) worker->id = std::string(entry.data() + 15, entry.size() - 15);
    process.write(3, R"({"cmd":"NODE_CLUSTER","seq":1,"act":"online"})"
                     "\n"
                     R"({"cmd":"NODE_CLUSTER","seq":2,"act":"queryServer","address":"127.0.0.1","port":8000,)"
                     R"("addressType":4,"backlog":511,"index":0})"
                     "\n");
    auto rest = std::make_shared<std::string>();
    process.onRead = [=, &process](int, std::string_view bytes) {
      *rest += bytes;
      for (std::size_t end; (end = rest->find('\n')) != rest->npos; rest->erase(0, end + 1)) {
        worker->line = rest->substr(0, end);
        process.write(3, answer(*worker));
      }
    };
  };
}

// A primary with two such workers.
struct HandScene {
  explicit HandScene(std::function<std::string(ByHand&)> answer, const char* policy = "rr")
      : world([&] {
          os::NetworkOptions options;
          options.executables["worker"] = byHand(std::move(answer));
          return options;
        }()) {
    auto primary = [] {
      if (process::argv[2] == "none") cluster::schedulingPolicy = cluster::SCHED_NONE;
      cluster::setupPrimary({.exec = "/bin/worker"});
      auto first = cluster::fork();
      cluster::fork();
      process::on("SIGUSR1", [=] { first->disconnect(); });
      process::on("SIGUSR2", [=] { first->kill("SIGKILL"); });
    };
    program = &world.spawn("primary", primary, {policy});
    world.settle(50);
  }
  void connect() {
    auto connection = world.connect(8000);
    world.settle(5);
  }
  simulation::World world;
  simulation::Program* program;
};

}  // namespace

TEST_CASE(
    "cluster: a connection that a worker has no descriptor for goes to another, and the worker takes part again") {
  std::string story;
  int refusals = 4;
  HandScene scene([&](ByHand& worker) -> std::string {
    if (!worker.has("newconn")) return "";
    bool refuses = worker.id == "1" && refusals > 0;
    refusals -= refuses;
    story += worker.id + (refuses ? "x " : " ");
    return refuses ? worker.refuse() : worker.accepted(true);
  });
  scene.connect();
  CHECK(story == "1x 1x 1x 1x 2 ");
  story.clear();
  for (int i = 0; i < 3; ++i) scene.connect();
  CHECK(story == "2 2 2 ");
  scene.world.runFor(1000);
  story.clear();
  for (int i = 0; i < 4; ++i) scene.connect();
  CHECK((story == "2 1 2 1 " || story == "1 2 1 2 "));
  CHECK(scene.program->standardError() == "");
}

TEST_CASE("cluster: workers that have as many connections as they may are asked now and then, not without end") {
  int asked = 0;
  HandScene scene([&](ByHand& worker) -> std::string {
    if (!worker.has("newconn")) return "";
    ++asked;
    return worker.accepted(false);
  });
  auto connection = scene.world.connect(8000);
  scene.world.runFor(1000);
  CHECK(asked >= 4);
  CHECK(asked <= 24);
}

TEST_CASE("cluster: what a worker was handed goes to another when it is killed, also after it was told to go") {
  std::string story;
  HandScene scene([&](ByHand& worker) -> std::string {
    if (!worker.has("newconn")) return "";
    story += worker.id + " ";
    return worker.id == "1" ? worker.acknowledge() : worker.accepted(true);  // the first one hangs before it accepts
  });
  auto connection = scene.world.connect(8000);
  scene.world.settle(20);
  CHECK(story == "1 ");
  scene.program->signal(SIGUSR1);
  scene.world.settle(20);
  scene.program->signal(SIGUSR2);
  scene.world.settle(200);
  CHECK(story == "1 2 ");
}

TEST_CASE("cluster: by SCHED_NONE a worker that has no descriptor for the listener is told EMFILE") {
  std::string story;
  HandScene scene(
      [&](ByHand& worker) -> std::string {
        if (worker.has("\"errno\":-24")) story += worker.id + " is told ";
        if (!worker.has("NODE_HANDLE\"")) return "";
        if (worker.id == "1") return worker.refuse();
        story += worker.id + " listens ";
        return worker.acknowledge();
      },
      "none");
  CHECK((story == "2 listens 1 is told " || story == "1 is told 2 listens "));
}

namespace {

// Workers that share a socket for datagrams at port 0, which each of them tells. A client's datagram makes the worker
// that gets it answer with its number, and "leave N" makes worker N close its socket.
int datagramProgram(int argc, char** argv) {
  return run(argc, argv, [] {
    if (cluster::isWorker) {
      auto socket = dgram::createSocket("udp4");
      socket->on(event::message, [=](Buffer bytes, dgram::RemoteInfo remote) {
        socket->send(str(cluster::worker->id), remote.port, remote.address);
      });
      process::on(event::message, [=](var) { socket->close(); });
      socket->bind(0, "127.0.0.1");
      return;
    }
    cluster::setupPrimary({.exec = "/bin/program"});
    let<int> port = 0, listening = 0;
    let<dgram::Socket> client;
    cluster::on(event::listening, [=](auto, auto address) mutable {
      if (listening++ > 0) console::log(address.addressType, address.port == port.value());
      port = address.port;
      if (listening < 3) return;
      client = dgram::createSocket("udp4", [](Buffer bytes) { console::log("from", bytes.toString()); });
      // Of those that come at once, one worker may take all.
      for (int i = 0; i < 30; ++i) setTimeout([=] { client->send("x", port, "127.0.0.1"); }, i);
    });
    process::on("SIGHUP", [=] {
      cluster::workers[1]->send("leave");
      cluster::workers[3]->kill("SIGKILL");
      setTimeout(
          [=] {
            for (int i = 0; i < 3; ++i) client->send("x", port, "127.0.0.1");
          },
          100);
    });
    process::on("SIGTERM", [=] {
      client->close();
      cluster::disconnect([] { console::log("all gone"); });
    });
    for (int i = 0; i < 3; ++i) cluster::fork();
  });
}

}  // namespace

TEST_CASE("cluster: workers share one socket for datagrams, also at port 0, and it ends with the last of them") {
  simulation::World world;
  world.executable("program", datagramProgram);
  simulation::Program& primary = world.spawn("primary", datagramProgram);
  world.settle(50);
  std::string said = primary.standardOutput();
  CHECK(said.starts_with("udp4 true\nudp4 true\nfrom "));
  CHECK(std::ranges::count(said, '\n') == 32);
  for (const char* id : {"from 1\n", "from 2\n", "from 3\n"}) CHECK(said.find(id) != said.npos);
  primary.signal(SIGHUP);
  world.settle(200);
  CHECK(primary.standardOutput().substr(said.size()) == "from 2\nfrom 2\nfrom 2\n");
  CHECK(world.network().datagramSockets.size() == 2);
  primary.signal(SIGTERM);
  world.run();
  CHECK(primary.standardOutput().ends_with("all gone\n"));
  CHECK(world.network().datagramSockets.empty());
}

TEST_CASE("cluster: with faults, a seed gives the same run again") {
  auto story = [](std::uint64_t seed) {
    os::NetworkOptions options;
    options.seed = seed;
    options.faults.latency = 3;
    options.faults.reordering = 0.5;
    options.faults.shortReads = 0.3;
    Scene scene(options);
    std::string all;
    for (int i = 0; i < 20; ++i) {
      auto connection = scene.ask(i % 3 ? "/" : "/20");
      if (i == 8) scene.primary->signal(12);
      if (i == 12) scene.primary->signal(1);
      scene.world.runFor(100);
      all += scene.body(connection) + ";";
    }
    return all + scene.said();
  };
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    std::string once = story(seed);
    CHECK(once.find("exit 1 null SIGKILL") != once.npos);
    CHECK(once == story(seed));
  }
}
