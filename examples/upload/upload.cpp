#include <nodecpp/busboy.h>
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/stream.h>
using namespace nodecpp;
using stream::pipeline;

// Stores the files of forms. GET / answers with the page whose file is the first argument; POST /files stores each file of a
// form in the folder that is the second argument, and answers with a line for each field and file. A form has at most ten
// files, of at most 200 MB. The page shows how far an upload has come.

perThread<int> stored = 0;

void store(BusboyFile file, String filename, Function<void(String, double)> done) {
  auto target = format("{}/{}-{}", process::argv[3], stored = stored + 1, filename.replace(RegExp("[^\\w.-]", "g"), "_"));
  let<double> size = 0;
  file->on(event::data, [=](Buffer chunk) {
    size += double(chunk.length());
  });
  pipeline(file, fs::createWriteStream(target), [=](Error error) {
    auto failure = error ? error->message : file->truncated ? "The file is too large" : "";
    if (failure) fs::unlink(target, [] {});
    done(failure, size);
  });
}

void receive(http::IncomingMessage request, http::ServerResponse response) {
  Array<String> lines;
  let<String> failure = "";
  let<int> waiting = 1;
  auto partDone = [=] {
    if (--waiting > 0) return;
    response->writeHead(failure ? 400 : 201, {{"Content-Type", "text/plain; charset=utf-8"}});
    response->end(failure ? failure + "\n" : lines.join(""));
  };

  auto bb = busboy({.headers = request->headers, .defParamCharset = "utf8", .limits = {.fields = 100, .fileSize = 2e8, .files = 10}});
  bb->on(event::file, [=](String name, BusboyFile file, BusboyFileInfo info) {
    auto index = lines.push("") - 1;
    auto filename = info.filename || "unnamed";
    waiting++;
    store(file, filename, [=](String error, double size) {
      if (error) failure = failure || error;
      lines[index] = format("{}: {}, {}, {} bytes\n", name, filename, info.mimeType, size);
      partDone();
    });
  });
  bb->on(event::field, [=](String name, String value) {
    lines.push(format("{} = {}\n", name, value));
  });
  bb->on(event::filesLimit, [=] {
    failure = "There are too many files";
  });
  bb->on(event::error, [=](Error error) {
    failure = failure || error->message;
    bb->destroy();
    request->resume();
  });
  bb->on(event::close, partDone);
  request->on(event::close, [=] {
    if (!request->complete) bb->destroy();
  });
  request->pipe(bb);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto page = fs::readFileSync(process::argv[2]);

  let<http::Server> server;
  server = http::createServer([=](auto request, auto response) {
    if (request->method == "GET" && request->url == "/") {
      response->writeHead(200, {{"Content-Type", "text/html; charset=utf-8"}});
      response->end(page);
    } else if (request->method == "POST" && request->url == "/files") {
      try {
        receive(request, response);
      } catch (Error& error) {
        response->writeHead(415, {{"Content-Type", "text/plain"}});
        response->end(error->message + "\n");
      }
    } else {
      response->writeHead(404, {{"Content-Type", "text/plain"}});
      response->end("There is no such page.\n");
    }
  });

  server->listen(process::env["PORT"] || 8080, "127.0.0.1", [=] { console::log("listening on", server->address().port); });
}); }
