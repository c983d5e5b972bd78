#include <nodecpp/http.h>
#include <nodecpp/querystring.h>
using namespace nodecpp;

// The url lists the calls on the response, one in each segment: /writeHead=200/write=abc/end. Errors that a call throws
// and values that a call asks for are noted, and `notes` sends the notes.
void perform(http::IncomingMessage request, http::ServerResponse response, Array<String> steps, std::size_t from, let<String> notes);

void act(http::IncomingMessage request, http::ServerResponse response, String name, Array<String> a, let<String> notes) {
  if (name == "") response->end("ok");
  // State
  if (name == "status") response->statusCode = toNumber(a[0]);
  if (name == "message") response->statusMessage = a[0];
  if (name == "noDate") response->sendDate = false;
  if (name == "noKeep") response->shouldKeepAlive = false;
  if (name == "noChunks") response->useChunkedEncodingByDefault = false;
  if (name == "strict") response->strictContentLength = true;
  if (name == "sent") notes += "sent " + str(response->headersSent()) + "\n";
  if (name == "ended") notes += "ended " + str(response->writableEnded()) + " " + str(response->finished()) + "\n";
  if (name == "finished") notes += "finished " + str(response->writableFinished()) + "\n";
  if (name == "length") notes += "length " + str(response->writableLength()) + "\n";
  if (name == "kept") notes += "keep " + str(response->shouldKeepAlive) + " chunks " + str(response->chunkedEncoding) + "\n";
  if (name == "showStatus") notes += "status " + str(response->statusCode) + " " + response->statusMessage + "\n";
  // Headers
  if (name == "set") response->setHeader(a[0], a[1]);
  if (name == "setList") response->setHeader(a[0], {a[1], a[2]});
  if (name == "setNumber") response->setHeader(a[0], toNumber(a[1]));
  if (name == "setTwo") response->setHeader("A", "1")->setHeader("B", "2");
  if (name == "append") response->appendHeader(a[0], a[1]);
  if (name == "appendList") response->appendHeader(a[0], {a[1], a[2]});
  if (name == "remove") response->removeHeader(a[0]);
  if (name == "get") notes += "get " + response->getHeader(a[0]) + "\n";
  if (name == "has") notes += "has " + str(response->hasHeader(a[0])) + "\n";
  if (name == "names") notes += "names " + Lookup(response->getHeaderNames()).toString().replaceAll(",", " ") + "\n";
  if (name == "rawNames") notes += "rawNames " + Lookup(response->getRawHeaderNames()).toString().replaceAll(",", " ") + "\n";
  if (name == "flush") response->flushHeaders();
  if (name == "trailer") response->addTrailers({{a[0], a[1]}});
  if (name == "trailerList") response->addTrailers({{a[0], {a[1], a[2]}}});
  // Heads
  if (name == "writeHead") response->writeHead(toNumber(a[0]));
  if (name == "writeHeadSays") response->writeHead(toNumber(a[0]), a[1]);
  if (name == "writeHeadWith") response->writeHead(toNumber(a[0]), {{a[1], a[2]}});
  if (name == "writeHeadList") response->writeHead(toNumber(a[0]), {{a[1], {a[2], a[3]}}});
  if (name == "writeHeadTwo") response->writeHead(toNumber(a[0]), {{a[1], a[2]}, {a[3], a[4]}});
  if (name == "writeHeadAll") response->writeHead(toNumber(a[0]), a[1], {{a[2], a[3]}});
  if (name == "chain") response->writeHead(toNumber(a[0]))->end(a[1]);
  if (name == "continue") response->writeContinue();
  if (name == "processing") response->writeProcessing();
  if (name == "hints") response->writeEarlyHints({{"link", a[0]}});
  if (name == "hintsWith") response->writeEarlyHints({{"link", {a[0], a[1]}}, {a[2], a[3]}});
  // Bodies
  if (name == "write") response->write(a[0]);
  if (name == "writeAs") response->write(a[0], a[1]);
  if (name == "writeBytes") response->write(Buffer::from(a[0], "hex"));
  if (name == "writeMany") response->write(a[0].repeat(std::size_t(toNumber(a[1]))));
  if (name == "end") response->end();
  if (name == "endWith") response->end(a[0]);
  if (name == "endAs") response->end(a[0], a[1]);
  if (name == "endBytes") response->end(Buffer::from(a[0], "hex"));
  if (name == "endMany") response->end(a[0].repeat(std::size_t(toNumber(a[1]))));
  if (name == "cork") response->cork();
  if (name == "uncork") response->uncork();
  if (name == "notes") response->end(notes);
  if (name == "writeNotes") response->write(notes);
  // Other ways to end
  if (name == "destroy") response->destroy();
  if (name == "destroyRequest") request->destroy();
  if (name == "socketEnd") request->socket->end();
  if (name == "socketDestroy") request->socket->destroy();
  if (name == "socketWrite") request->socket->write(a[0]);
  if (name == "throw") throw Error("thrown on purpose");
}

void perform(http::IncomingMessage request, http::ServerResponse response, Array<String> steps, std::size_t from, let<String> notes) {
  for (std::size_t i = from; i < steps.size(); i++) {
    String name = steps[i].split("=")[0];
    Array<String> a = steps[i].slice(std::ptrdiff_t(name.length()) + 1).split(",").map(querystring::unescape);
    auto goOn = [=] { perform(request, response, steps, i + 1, notes); };
    if (name == "tick") return process::nextTick(goOn);
    if (name == "later") return void(setImmediate(goOn));
    if (name == "wait") return void(setTimeout(goOn, 5));
    if (name == "body") return void(request->resume()->on(event::end, goOn));
    if (name == "uncaught") throw Error("thrown on purpose");
    try {
      act(request, response, name, a, notes);
    } catch (Error& error) {
      notes += error->name + " " + (error->code == "" ? str("undefined") : error->code) + " " + error->message + "\n";
    }
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) {
    let<String> notes = "";
    Array<String> steps = request->url.slice(1).split("/");
    // Without a listener, an error of the response would end the program.
    if (!request->url.includes("/deaf")) response->on(event::error, [=](Error error) { notes += "event " + error->code + "\n"; });
    perform(request, response, steps, 0, notes);
  });
  server->listen(process::env["PORT"] || 2002, "127.0.0.1");
}); }
