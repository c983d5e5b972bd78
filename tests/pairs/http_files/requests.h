// Helpers of the pairs about files over http: a folder with files of fixed times, and requests whose answers are printed.
#pragma once

#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/http/files.h>
#include <nodecpp/json.h>
#include <nodecpp/os.h>
#include <nodecpp/path.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>

using namespace nodecpp;

inline perThread<String> base;
inline perThread<String> root;

inline void put(String name, String text, double time = 1700000000.123) {
  String file = *root + "/" + name;
  fs::mkdirSync(path::dirname(file), {.recursive = true});
  fs::writeFileSync(file, text);
  fs::utimesSync(file, time, time);
}
inline String digits(int count) { return str("0123456789").repeat(count); }

inline void prepare() {
  base = fs::mkdtempSync(path::join(os::tmpdir(), "files-"));
  root = *base + "/root";
  put("index.html", "<p>index</p>\n");
  put("a.txt", "hello\n");
  put("empty.txt", "");
  put("digits.bin", digits(100));
  put("big.txt", digits(20000), 1600000000);
  put("plain", "no extension\n");
  put(".hidden", "hidden\n");
  put(".folder/a.txt", "in a hidden folder\n");
  put("dir/index.html", "<p>dir</p>\n");
  put("dir/index.htm", "<p>older</p>\n");
  put("dir/b.html", "<p>b</p>\n");
  put("other/a.txt", "no index\n");
  put("page.html", "<p>page</p>\n");
  put("page.htm", "<p>page of old</p>\n");
  put("sp ace.txt", "space\n");
  put("ü.txt", "umlaut\n");
  put("back\\slash.txt", "backslash\n");
  put("UPPER.TXT", "upper\n");
  put("end.", "a dot at the end\n");
  for (String name : Array<String>{"x.css", "x.js", "x.mjs", "x.json", "x.svg", "x.png", "x.wasm", "x.tar.gz", "x.woff2", "x.xml", "x.md", "x.unknown"}) put(name, name);
  put("../outside.txt", "outside\n");
}

// A response on one line of text for each line of the head. A long body is shown by its length and its hash.
inline String shown(String answer) {
  auto at = answer.indexOf("\r\n\r\n");
  if (at < 0) return "[" + answer + "]";
  String head = answer.slice(0, at);
  auto date = head.indexOf("Date: ");
  if (date >= 0) head = head.slice(0, date) + "Date: …" + head.slice(head.indexOf(" GMT", date) + 4);
  head = head.replaceAll("\r\n", "\n  ");
  String body = answer.slice(at + 4);
  String hash = crypto::createHash("sha1")->update(body, "latin1")->digest("hex");
  return head + "\n  --\n  " + (body.length() > 400 ? str(body.length()) + " bytes, " + hash : JSON::stringify(body));
}

inline Promise<String> ask(int port, String text) {
  return Promise<String>([=](auto resolve) {
    auto fields = text.split("|");
    String lines = fields[0] + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    for (int i = 1; i < fields.length(); ++i) lines += fields[i] + "\r\n";
    let<net::Socket> socket;
    socket = net::connect(port, "127.0.0.1", [=] { socket->write(lines + "\r\n", "latin1"); });
    let<String> answer = "";
    socket->setEncoding("latin1");
    socket->on(event::data, [=](auto chunk) { answer += chunk.toString(); });
    socket->on(event::error, [] {});
    socket->on(event::close, [=] { resolve(answer.value()); });
  });
}

using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;

// Serves by `handler` and prints the answers to the requests, which are "GET /path|Field: value|…".
inline Promise<> show(String title, Handler handler, Array<String> requests) {
  console::log("== " + title);
  auto server = http::createServer(handler);
  co_await Promise<>([=](auto resolve) { server->listen(0, "127.0.0.1", [=] { resolve(); }); });
  for (String request : requests) {
    String answer = co_await ask(int(server->address().port), request);
    console::log("-- " + request);
    console::log("  " + shown(answer).replaceAll(*base, "BASE"));
  }
  co_await Promise<>([=](auto resolve) { server->close([=] { resolve(); }); });
}

// The handler of a program that has no further handlers.
inline Handler files(String folder, http::FilesOptions options = {}) { return http::files(folder, options); }
// The handler of a program whose next handler says what it got.
inline Handler filesThen(String folder, http::FilesOptions options = {}) {
  auto serve = http::files(folder, options);
  return [=](http::IncomingMessage request, http::ServerResponse response) {
    serve(request, response, [=](Error error) {
      if (!error) return void(response->end("next"));
      response->end(JSON::stringify(var::array({error->name, error->message, error->code || "", error->get("status").toNumber(), error->get("statusCode").toNumber(), error->get("expose") == "true"})).toString().replaceAll(*base, "BASE"));
    });
  };
}
inline Handler sends(http::FilesOptions options) {
  return [=](http::IncomingMessage request, http::ServerResponse response) {
    http::sendFile(request, response, request->url.split("?")[0], options);
  };
}
inline void tidy() { fs::rmSync(*base, {.recursive = true}); }
