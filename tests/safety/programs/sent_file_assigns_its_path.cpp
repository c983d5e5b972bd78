// right: a listener of newListener assigns to the variable that holds the path of the file to send
// > 200 the file
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/http/files.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String folder = fs::mkdtempSync("/tmp/sent_file_assigns_its_path-");
  const String name = "a-name-that-is-longer-than-what-a-string-has-room-for.txt";
  fs::writeFileSync(folder + "/" + name, "the file");
  auto server = http::createServer();
  server->on(event::request, [=](http::IncomingMessage request, http::ServerResponse response) {
    let<String> file = folder + "/" + name;
    let<http::ServerResponse> answer = response;
    answer->on(event::newListener, [=](String, Listener) {
      file = "other";
      answer = nullptr;
    });
    http::sendFile(request, answer, file, {}, [](Error error) {
      if (error) console::log(error->message);
    });
  });
  server->listen(0, "127.0.0.1", [=] {
    http::get(str("http://127.0.0.1:") + server->address().port, [=](http::IncomingMessage response) {
      let<String> body;
      response->setEncoding("utf8");
      response->on(event::data, [=](String text) { body += text; });
      response->on(event::end, [=] {
        console::log(response->statusCode, body);
        fs::rmSync(folder, {.recursive = true});
        server->closeAllConnections();
        server->close();
      });
    });
  });
}); }
