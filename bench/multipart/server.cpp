// Reads the files of forms with busboy and answers with their number and their bytes. server.js is the same program.
#include <nodecpp/busboy.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::createServer([](http::IncomingMessage request, http::ServerResponse response) {
    let<int> files = 0;
    let<double> bytes = 0;
    auto form = busboy({.headers = request->headers});
    form->on(event::file, [=](String name, BusboyFile file) {
      files++;
      file->on(event::data, [=](Buffer chunk) {
        bytes += double(chunk.length());
      });
    });
    form->on(event::close, [=] { response->end(format("{} files, {} bytes", files, bytes)); });
    request->pipe(form);
  })->listen(process::env["PORT"], "127.0.0.1");
}); }
