#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/path.h>
#include <nodecpp/process.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/url.h>

#include <deque>
#include <vector>

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  String high = JSON::parse("\"\\ud83d\""), low = JSON::parse("\"\\ude00\"");
  console::log("a" + high, low + "b", high + "x" + low);
  console::log(var::array({high, low}), var::object({{"key", "a" + high + "'"}}), var::array({high + "\"'"}));
  console::log(util::inspect(high), util::format("%s %j %o", high, high, high), JSON::stringify(var::array({high, low})));
  console::log(Buffer::from("a" + high), Buffer::byteLength(high), Buffer::from(high + low + "!"), Buffer::byteLength(high + low));
  console::log(Buffer::from(high, "utf16le"), Buffer::from("a" + low, "latin1"), Buffer::byteLength("a" + low, "utf16le"));
  Buffer room = Buffer::alloc(6);
  console::log(room.write("ab" + high + low + "cd"));
  console::log(room);
  console::log(room.fill(high));
  console::log(Buffer::from({0x3d, 0xd8, 0x41, 0}).toString("utf16le") == high + "A", var::array({Buffer::from({0x3d, 0xd8}).toString("utf16le")}));
  auto decoder = make<string_decoder::StringDecoder>("utf16le");
  String first = decoder->write(Buffer::from({0x41, 0, 0x3d, 0xd8}));
  console::log(var::array({first, decoder->end()}));
  String half = decoder->write(Buffer::from({0x3d, 0xd8}));
  String rest = decoder->write(Buffer::from({0, 0xde}));
  console::log(var::array({half, rest, decoder->end()}));
  String file = path::join("/tmp", "surrogates-" + str(process::pid));
  fs::writeFileSync(file, "x" + high);
  console::log(fs::readFileSync(file));
  fs::appendFileSync(file, low + "y");
  console::log(fs::readFileSync(file), fs::statSync(file).size);
  int fd = fs::openSync(file, "w");
  console::log(fs::writeSync(fd, high + low + high), fs::readFileSync(file));
  fs::closeSync(fd);
  fs::unlinkSync(file);
  for (const String& each : {"a" + high, high + "a", low})
    try {
      console::log(make<URLSearchParams>({{"each", each}})->toString());
      console::log(querystring::escape(each));
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  process::stdout->write("written " + high + "\n");
  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    if (request->url == "/end") return response->end("<" + high + ">");
    if (request->url == "/joined") return response->end(high + low);
    response->write("<" + high);
    response->write(low + ">");
    return response->end(low);
  });
  server->listen(0, "127.0.0.1", [=] {
    let<std::deque<String>> paths = std::deque<String>{"/end", "/joined", "/write"};
    let<Function<void()>> next;
    next = [=] {
      if (paths.ref().empty()) return void(server->close());
      String at = paths.ref().front();
      paths.ref().pop_front();
      http::get({.agent = false, .host = "127.0.0.1", .path = at, .port = server->address().port}, [=](auto response) {
        Array<Buffer> parts;
        response->on(event::data, [=](Buffer part) { parts.push(part); });
        response->on(event::end, [=] {
          console::log(at, response->headers["content-length"], Buffer::concat(parts));
          next();
        });
      });
    };
    next();
  });
}); }
