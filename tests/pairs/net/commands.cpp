#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/net.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>
#include <nodecpp/symbol.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
class WrongType : public Error {
 public:
  WrongType() : Error("WRONGTYPE Operation against a key holding the wrong kind of value") {}
};
struct Line { String text; num next; };
class ParserObject : public Object {
 public:
  Buffer buffer = Buffer::alloc(0);
  Function<void(Array<String>)> onCommand;
  NODECPP_TRACE(onCommand)
  explicit ParserObject(Function<void(Array<String>)> onCommand) : onCommand(onCommand) {}
  void write(Buffer chunk) {
    buffer = buffer.length() ? Buffer::concat({buffer, chunk}) : chunk;
    for (Array<String> command; (command = next()) != nullptr;) if (command.length()) onCommand(command);
  }
  std::optional<Line> line(num from) {
    auto end = buffer.indexOf("\r\n", from);
    if (end < 0) return {};
    return Line{buffer.toString("latin1", from, end), end + 2};
  }
  Array<String> next() {
    if (buffer.length() == 0) return nullptr;
    Array<String> args; num at;
    if (buffer[0] != str("*").charCodeAt(0)) {
      auto found = line(0);
      if (!found) return nullptr;
      args = found->text.trim().split(re(R"(\s+)")).filter([](auto x) { return bool(x); }); at = found->next;
    } else {
      auto head = line(0);
      if (!head) return nullptr;
      at = head->next;
      for (num n = Number(head->text.slice(1)); n > 0; n--) {
        auto size = line(at);
        if (!size) return nullptr;
        if (size->text[0] != "$") throw SyntaxError(format("expected '$', got '{}'", size->text[0]));
        auto length = parseInt(size->text.substring(1), 10);
        if (buffer.length() < size->next + length + 2) return nullptr;
        args.push(buffer.subarray(size->next, size->next + length).toString());
        at = size->next + length + 2;
      }
    }
    buffer = buffer.subarray(at);
    return args;
  }
};
using Parser = Handle<ParserObject>;
perThread<Map<String, var>> store;
perThread<Map<String, Set<net::Socket>>> channels;
perThread<Symbol> OK = [] { return Symbol("OK"); };
String encode(var value);
var array(String key, bool create = false) {
  auto value = store->get(key);
  if (value == undefined && create) store->set(key, value = var::array());
  if (value != undefined && !Array<>::isArray(value)) throw WrongType();
  return value;
}
Set<String> set(String key, bool create = false) {
  auto value = store->get(key);
  if (value == undefined && create) store->set(key, value = Set<String>());
  if (value != undefined && !value.is<Set<String>>()) throw WrongType();
  if (value == undefined) return undefined;
  return value.as<Set<String>>();
}
using Command = Function<var(Array<String>, net::Socket)>;
perThread<Map<String, Command>> commands = [] { return Map<String, Command>{
  {"ping", [](auto args) { return args[0].orElse("PONG"); }},
  {"echo", [](auto args) { return args[0]; }},
  {"set", [](auto args) -> var {
    auto [key, value] = args.template first<2>(); auto options = args.slice(2);
    for (int i = 0; i < options.length(); i++) {
      auto option = options[i].toUpperCase();
      if (option == "NX") { if (store->has(key)) return nullptr; }
      else if (option == "XX") { if (!store->has(key)) return nullptr; }
      else if (option == "PX") i++;
      else throw Error("ERR syntax error");
    }
    store->set(key, value);
    return *OK;
  }},
  {"get", [](auto args) {
    auto value = store->get(args[0]);
    if (value != undefined && value.typeOf() != "string") throw WrongType();
    return value.orElse(nullptr);
  }},
  {"del", [](auto keys) { return keys.filter([](auto key) { return store->delete_(key); }).length(); }},
  {"incrby", [](auto args) {
    auto [key, by] = args.template first<2>();
    auto n = Number(commands->get("get")({key}, undefined).orElse(0)) + Number(by);
    if (!Number::isSafeInteger(n)) throw Error("ERR value is not an integer or out of range");
    store->set(key, String(n));
    return n;
  }},
  {"incr", [](auto args) { return commands->get("incrby")({args[0], "1"}, undefined); }},
  {"rpush", [](auto args) { return array(args[0], true).push(spread(args.slice(1))); }},
  {"lrange", [](auto args) {
    auto [key, from, to] = args.template first<3>();
    auto list = array(key).orElse(var::array());
    return +to == -1 ? list.slice(+from) : list.slice(+from, +to + 1);
  }},
  {"sadd", [](auto args) {
    auto members = args.slice(1);
    auto set = ::set(args[0], true); auto before = set.size();
    members.forEach([=](auto m) { set.add(m); });
    return set.size() - before;
  }},
  {"smembers", [](auto args) { return Array<>::from(::set(args[0]).orElse(Set<String>())).sort(); }},
  {"keys", [](auto args) {
    auto pattern = args[0].orElse("*");
    auto r = RegExp("^" + pattern.split("*").map([](auto x) { return RegExp::escape(x); }).join(".*") + "$");
    return Array<>::from(store->keys()).filter([=](auto key) { return r.test(key); });
  }},
  {"subscribe", [](auto names, auto client) {
    for (auto name : names) {
      if (!channels->has(name)) channels->set(name, {});
      channels->get(name).add(client);
      client->write(encode(var::array({"subscribe", name, channels->get(name).size()})));
    }
  }},
  {"publish", [](auto args) {
    auto [name, message] = args.template first<2>();
    auto clients = channels->get(name);
    for (auto client : clients.orElse({})) client->write(encode(var::array({"message", name, message})));
    return clients ? clients.size() : 0;
  }},
  {"quit", [](auto, auto client) { client->end(encode(*OK)); }},
}; };
String encode(var value) {
  if (value == *OK) return "+OK\r\n";
  if (value == nullptr) return "$-1\r\n";
  if (value.typeOf() == "number") return format(":{}\r\n", value);
  if (Array<>::isArray(value)) return format("*{}\r\n{}", value.length(), value.map(encode).join(""));
  if (value.is<Error>()) return format("-{}\r\n", value["message"]);
  return format("${}\r\n{}\r\n", Buffer::byteLength(String(value)), value);
}
perThread<net::Server> server = [] { return net::createServer([](auto client) {
  auto parser = make<Parser>([=](auto all) {
    auto name = all[0]; auto args = all.slice(1);
    auto command = commands->get(name.toLowerCase());
    var result;
    try {
      if (!command) throw Error(format("ERR unknown command '{}', with args beginning with: {}", name, args.map([](auto a) { return format("'{}' ", a); }).join("")));
      result = command(args, client);
    } catch (const Error& error) {
      result = error;
    }
    if (result != undefined) client->write(encode(result));
  });
  client->on(event::data, [=](auto chunk) {
    try { parser->write(chunk); } catch (const Error& error) { client->end(format("-ERR Protocol error: {}\r\n", error->message)); }
  });
  client->on(event::close, [=] { for (auto clients : channels->values()) clients.delete_(client); });
}); };
template <class... T> Array<Buffer> buffersOf(const T&... all) { return {Buffer::from(all)...}; }
net::Socket session(Array<Buffer> chunks, Function<void()> onEnd, String label = "") {
  auto socket = net::connect((*server)->address().port, "127.0.0.1");
  let<String> all = "";
  socket->setNoDelay(true);
  socket->on(event::data, [=](auto d) { all += d; });
  socket->on(event::end, [=] { console::log(label + JSON::stringify(all)); onEnd(); });
  socket->on(event::error, [](Error e) { console::log(e->message); });
  let<Function<void()>> send; send = [=] { if (chunks.length()) socket->write(chunks.shift(), [=] { setTimeout(send, 2); }); };
  socket->on(event::connect, send);
  return socket;
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  (*server)->listen(0, "127.0.0.1", [] {
    auto big = str("ż").repeat(5);
    session(buffersOf(
      "PING\r\nset a 1\r\n*2\r\n$4\r\nINCR\r\n$1\r\na\r\n*3\r\n$6\r\nincrby\r\n$1\r\na\r\n$4\r\n4", "0.5\r\n", "incrby a 40\r\n",
      format("*3\r\n$3\r\nSET\r\n$3\r\nutf\r\n${}\r\n", Buffer::byteLength(big)), Buffer::from(big).subarray(0, 3), Buffer::from(big).subarray(3), "\r\n", "get utf\r\nget none\r\n",
      "rpush list a b c\r\nlrange list 0 -1\r\nlrange list 1 1\r\nget list\r\nsadd list x\r\nsadd s z y z\r\nsmembers s\r\nsmembers s2\r\n",
      "set a 5 NX\r\nset a 6 XX\r\nset a 7 zz\r\nflush now please\r\nkeys *t\r\nkeys\r\ndel a none list\r\n\r\n",
      "*1\r\n$4\r\nQUIT\r\n"
    ), [] {
      auto listener = session(buffersOf("subscribe news sport\r\n"), [] { session(buffersOf("*1\r\n!4\r\nQUIT\r\n"), [] { (*server)->close([] { console::log("closed", *store); }); }, "bad "); }, "sub ");
      listener->once(event::data, [=] { session(buffersOf("publish news ", "hello\r\npublish none x\r\nquit\r\n"), [=] { listener->write("quit\r\n"); }, "pub "); });
    });
  });
}); }
