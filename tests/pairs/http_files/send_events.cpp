#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/http/files.h>
#include <nodecpp/json.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto folder = fs::mkdtempSync("/tmp/sent-");
  fs::writeFileSync(folder + "/a.txt", "a file\n");
  fs::writeFileSync(folder + "/.hidden", "secret\n");
  fs::mkdirSync(folder + "/sub");
  auto inFolder = [=](String path) { return path.slice(folder.length()); };
  Array<String> log;
  auto server = http::createServer([=](auto request, auto response) {
    auto sending = http::send(request, request->url, {.index = false, .root = folder});
    sending->on(event::headers, [=](auto response, String path, fs::Stats stat) {
      log.push(format("headers {} {} {}", inFolder(path), stat.size, response->headersSent()));
      response->setHeader("Cache-Control", "private");
      response->setHeader("X-Path", inFolder(path));
    });
    sending->on(event::file, [=](String path, fs::Stats stat) { log.push(format("file {} {}", inFolder(path), stat.isFile())); });
    sending->on(event::end, [=] { log.push("end"); });
    if (!request->headers["x-plain"]) {
      sending->on(event::directory, [=](auto response, String path) {
        log.push("directory " + inFolder(path));
        response->statusCode = 403;
        response->end("a folder");
      });
      sending->on(event::error, [=](Error error) {
        log.push(format("error {} {} {} {}", error->get("status"), error->get("statusCode"), error->name, error->code == "" ? str("undefined") : error->code));
        response->statusCode = int(error->get("status").toNumber());
        response->end("error " + error->get("status"));
      });
    }
    sending->pipe(response);
  });
  server->listen(0, "127.0.0.1", [=] {
    Array<Array<String>> paths = {{"/a.txt"}, {"/missing"}, {"/sub"}, {"/.hidden"}, {"/..%2fa"}, {"/a.txt", "plain"}, {"/missing", "plain"}, {"/sub", "plain"}, {"/a.txt", "range"}};
    let<Function<void()>> next;
    next = [=] {
      if (!paths.length()) {
        console::log(log);
        fs::rmSync(folder, {.recursive = true});
        return void(server->close());
      }
      auto each = paths.shift();
      String path = each[0], kind = each.length() > 1 ? String(each[1]) : str("");
      http::Headers headers = kind == "plain" ? http::Headers{{"X-Plain", "1"}} : kind == "range" ? http::Headers{{"Range", "bytes=90-"}} : http::Headers{};
      http::get({.agent = false, .headers = headers, .host = "127.0.0.1", .path = path, .port = server->address().port}, [=](auto response) {
        let<String> body = "";
        response->setEncoding("utf8");
        response->on(event::data, [=](String chunk) { body += chunk; });
        response->on(event::end, [=] {
          console::log(path, response->statusCode, response->headers["cache-control"], response->headers["x-path"], response->headers["location"], JSON::stringify(body.value().slice(0, 60)));
          next.value()();
        });
      });
    };
    next.value()();
  });
}); }
