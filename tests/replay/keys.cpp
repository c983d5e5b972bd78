// A TLS server that gets its private key in many ways, and passes it on in many: its recording must not have the key, and
// must replay all the same. The folder $KEYS has the files.
#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/tls.h>
#include <nodecpp/worker_threads.h>

#include <memory>

using namespace nodecpp;
using namespace nodecpp::worker_threads;

static void show(const String& from, const String& text) {
  console::log(from, text.length(), text.includes("-----END PRIVATE KEY-----"));
}
static String read(const String& name) { return fs::readFileSync(process::env["KEYS"] + "/" + name, "utf8"); }

// Connects to a server of its own, twice: the second connection takes up the session of the first one.
static Promise<> serve(tls::ServerOptions options) {
  auto [over, done, failed] = Promise<>::withResolvers();
  String authority = read("cert.pem");
  let<tls::Server> server;
  server = tls::createServer(std::move(options), [=](auto socket) { socket->end("hello"); });
  auto connect = [=](Buffer session, Function<void(Buffer)> then) {
    let<tls::TLSSocket> client;
    client = tls::connect({.port = server->address().port, .host = "127.0.0.1", .servername = "localhost", .session = session,
                           .ca = authority});
    auto last = std::make_shared<Buffer>();
    client->on(event::session, [=](Buffer given) { *last = given; });
    client->on(event::data, [=](auto chunk) { console::log(client->authorized, client->isSessionReused(), chunk.toString()); });
    client->on(event::close, [=](bool) { then(*last); });
  };
  server->listen(0, "127.0.0.1", [=] {
    connect({}, [=](Buffer session) {
      connect(session, [=](Buffer) { server->close(); });
    });
  });
  server->on(event::close, [=] { done(); });
  co_await over;
}

static Promise<> inPieces(String path) {
  auto [over, done, failed] = Promise<>::withResolvers();
  auto stream = fs::createReadStream(path, {.highWaterMark = 13});
  auto copy = fs::createWriteStream(path + ".stream");
  auto all = std::make_shared<String>();
  stream->on(event::data, [=](Buffer chunk) { *all += chunk.toString(); });
  stream->pipe(copy);
  copy->on(event::close, [=] {
    show("stream", *all);
    done();
  });
  co_await over;
}

// The key comes back from other processes.
static Promise<> throughChildren(String key) {
  show("run", child_process::execFileSync("cat", {}, {.input = key}).toString());
  show("argument", child_process::execFileSync("printf", {"%s", key}).toString());
  auto [over, done, failed] = Promise<>::withResolvers();
  auto child = child_process::spawn("cat", Array<String>());
  auto all = std::make_shared<String>();
  child->stdout->on(event::data, [=](auto chunk) { *all += chunk.toString(); });
  child->on(event::close, [=](auto, auto) {
    show("child", *all);
    done();
  });
  child->stdin->write(key.slice(0, 100));
  child->stdin->end(key.slice(100));
  co_await over;
}

static Promise<> throughThread(String key) {
  auto [over, done, failed] = Promise<>::withResolvers();
  auto worker = make<Worker>(thisFile, WorkerOptions{.workerData = key});
  worker->on(event::message, [=](var value) { show("thread", value.toString()); });
  worker->on(event::exit, [=](int) { done(); });
  co_await over;
}

static Promise<> fromStandardInput() {
  auto [over, done, failed] = Promise<>::withResolvers();
  auto all = std::make_shared<String>();
  process::stdin->on(event::data, [=](auto chunk) { *all += chunk.toString(); });
  process::stdin->on(event::end, [=] {
    show("standard input", *all);
    done();
  });
  co_await over;
}

static Promise<> everyWay() {
  String folder = process::env["KEYS"].toString(), key = read("key.pem"), both = read("both.pem");
  show("file", key);
  show("both", both);
  show("promise", (co_await fs::promises::readFile(folder + "/key.pem")).toString());
  show("environment", process::env["KEY"].toString());
  show("JSON", JSON::parse(process::env["KEY_JSON"].toString())["key"].toString());
  show("argument", process::argv[2]);
  console::log(fs::readFileSync(folder + "/key.der").length(), fs::readFileSync(folder + "/key.pfx").length());
  co_await inPieces(folder + "/key.pem");
  co_await fromStandardInput();
  co_await throughChildren(key);
  co_await throughThread(key);
  // Copies, and what the program prints.
  fs::writeFileSync(folder + "/key.copy", both);
  fs::writeFileSync(folder + "/der.copy", fs::readFileSync(folder + "/key.der"));
  co_await fs::promises::writeFile(folder + "/key.later", key);
  console::error(key);
  co_await serve({.key = key, .cert = read("cert.pem")});
  co_await serve({.key = both, .cert = both});
  co_await serve({.pfx = fs::readFileSync(folder + "/key.pfx"), .passphrase = "abcd"});
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  if (!isMainThread) {
    parentPort->postMessage(workerData);
    process::env["REDACTED_KEY"].toString();  // is not in the worker's log
    co_return;
  }
  co_await everyWay();
}); }
