#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/dgram.h>
#include <nodecpp/dns.h>
#include <nodecpp/fs.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using child_process::spawn;

void others(Function<void(String)> note, Function<void()> print);

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> lists;
  Function<void(String)> note = [=](String where) mutable { lists.push(where + ": " + process::getActiveResourcesInfo().filter([](String name) { return name != "PipeWrap"; }).join(" ")); };
  Function<void()> print = [=] { for (String list : lists) console::log(list); };

  note("start");
  auto timer = setTimeout([] {}, 10000);
  auto interval = setInterval([] {}, 10000);
  auto immediate = setImmediate([] {});
  note("timers");
  timer->unref();
  note("unref");
  timer->ref();
  clearInterval(interval);
  clearImmediate(immediate);
  note("cleared");
  clearTimeout(timer);

  fs::stat("/", [=](Error, fs::Stats) { note("in its callback"); });
  note("stat");
  auto found = fs::promises::stat("/");
  note("promise");
  dns::lookup("localhost", [](Error, String, int) {});
  dns::lookupService("127.0.0.1", 80, [](Error, String, String) {});
  note("lookups");

  setTimeout([=] {
    note("in a timer");
    let<net::Server> server;
    server = net::createServer([](net::Socket socket) { socket->resume(); })->listen(0, "127.0.0.1", [=] {
      note("server");
      server->unref();
      note("server unref");
      server->ref();
      let<net::Socket> client;
      client = net::connect(server->address().port, "127.0.0.1", [=] {
        setTimeout([=] {
          note("connected");
          client->destroy();
          server->close();
          note("closing");
          setTimeout([=] { others(note, print); }, 30);
        }, 30);
      });
    });
  }, 200);
}); }

void others(Function<void(String)> note, Function<void()> print) {
  note("closed");
  auto socket = dgram::createSocket("udp4");
  socket->bind(0, "127.0.0.1", [=] {
    note("datagrams");
    socket->unref();
    note("datagrams unref");
    socket->close();
    setTimeout([=] {
      auto watcher = fs::watch("/", [](String, String) {});
      note("watch");
      watcher->unref();
      note("watch unref");
      watcher->close();
      fs::watchFile("/", [](fs::Stats, fs::Stats) {});
      note("watchFile");
      fs::unwatchFile("/");
      setTimeout([=] {
        auto child = spawn("sleep", {"0.1"}, {.stdio = "ignore"});
        note("child");
        child->unref();
        note("child unref");
        child->ref();
        child->on(event::close, [=] { setTimeout([=] {
          note("end");
          print();
        }, 20); });
      }, 20);
    }, 20);
  });
}
