// The command nodecpp-log view: serves a page on the loopback interface with Node.cpp's own http module.
//
// A recording holds secrets, and its bytes may come from an attacker. The address of the page therefore contains a key
// that only this program's output shows: neither another page in the same browser nor another user of the machine can
// request anything. The Host header must name this machine, against DNS rebinding. A content security policy lets the
// page run and load only its own files.
#include <nodecpp/http.h>
#include <nodecpp/url.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "commands.h"
#include "os/trace/crc32c.h"
#include "os/trace/record_description.h"
#include "recording.h"
#include "replay_run.h"

namespace nodecpp::logtool {

namespace {

constexpr std::string_view pageText =
#include "page.inc"
    ;

std::string randomText() {
  unsigned char bytes[16];
  char text[2 * sizeof bytes + 1];
  randombytes_buf(bytes, sizeof bytes);
  sodium_bin2hex(text, sizeof text, bytes, sizeof bytes);
  return text;
}

std::string_view viewOf(const String& text) { return {text.data(), std::size_t(text.size())}; }

struct View {
  View(const std::string& folder, const Recording& recording)
      : recording(recording), run(folder, recording.program(), recording.buildId()), folder(folder) {}

  void answer(const http::IncomingMessage& request, const http::ServerResponse& response);
  void json(const http::ServerResponse& response, const std::string& text, int code = 200);
  bool isOurHost(std::string_view host) const;
  std::string page() const;
  std::string outputs(std::size_t index);
  std::string replayState() const;

  const Recording& recording;
  ReplayRun run;
  std::string folder;
  std::string key = randomText(), nonce = randomText();
  int port = 0;
};

bool View::isOurHost(std::string_view host) const {
  std::string end = ":" + std::to_string(port);
  return host == "127.0.0.1" + end || host == "localhost" + end;
}

void replaceAll(std::string& text, std::string_view what, const std::string& with) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

std::string View::page() const {
  std::string text(pageText);
  replaceAll(text, "{{nonce}}", nonce);
  return text;
}

void View::json(const http::ServerResponse& response, const std::string& text, int code) {
  response->writeHead(code, {{"Content-Type", "application/json"},
                             {"Cache-Control", "no-store"},
                             {"X-Content-Type-Options", "nosniff"},
                             {"Content-Length", double(text.size())}});
  response->end(text);
}

std::string View::replayState() const {
  using State = ReplayRun::State;
  std::string why = run.state() == State::none ? run.cannot() : "";
  const char* state = run.state() == State::running ? "running"
                      : run.state() == State::over  ? "over"
                      : why.empty()                 ? "possible"
                                                    : "impossible";
  return std::string("{\"state\":\"") + state + "\",\"program\":" + os::record::quoted(recording.program()) +
         ",\"folder\":" + os::record::quoted(folder) +
         ",\"message\":" + os::record::quoted(why.empty() ? run.message() : why) + "}";
}

// Returns what the replay has sent in the writes of the response to a request.
std::string View::outputs(std::size_t index) {
  const auto& all = recording.requests().all();
  if (index >= all.size()) return "{\"error\":\"there is no such request\"}";
  const Request& request = all[index].together != none ? all[all[index].together] : all[index];
  std::string text = "{\"writes\":[";
  std::size_t left = Recording::maxBytes, count = 0;
  Secrets::Stream stream;
  for (std::uint32_t i = request.writes; i != none && left > 0 && count < Recording::mostItems;
       i = recording.requests().write(i).next, ++count) {
    const Write& write = recording.requests().write(i);
    std::string bytes;
    bool known = run.output(write.operation, std::min<std::uint64_t>(left, write.size), bytes);
    bool whole = known && bytes.size() == write.size;
    left -= bytes.size();
    if (count > 0) text += ",";
    text += "{\"operation\":" + std::to_string(write.operation) + ",\"size\":" + std::to_string(write.size) +
            ",\"known\":" + (known ? "true" : "false") + ",\"same\":" +
            (!whole                                                     ? "null"
             : os::crc32c(bytes.data(), bytes.size()) == write.checksum ? "true"
                                                                        : "false") +
            ",\"bytes\":";
    recording.hideIn(stream, bytes);
    text += os::record::quoted(base64(bytes)) + "}";
  }
  return text + "]}";
}

void View::answer(const http::IncomingMessage& request, const http::ServerResponse& response) {
  auto refuse = [&](int code, const char* why) {
    response->writeHead(code, {{"Content-Type", "text/plain"}, {"Connection", "close"}});
    response->end(str(why) + "\n");
  };
  if (!isOurHost(viewOf(request->headers["host"].toString())))
    return refuse(403, "This page is served to 127.0.0.1 and localhost alone.");
  auto address = url::parse(request->url, true);
  std::string path(viewOf(address.pathname.toString()));
  std::string start = "/" + key + "/";
  if (path.size() < start.size() || sodium_memcmp(path.data(), start.data(), start.size()) != 0)
    return refuse(404, "There is nothing here: the address is the one that nodecpp-log has printed.");
  path.erase(0, start.size());
  bool posts = request->method == "POST";
  if (posts != (path == "api/replay") && !(path == "api/replay" && request->method == "GET"))
    return refuse(405, "Not this way.");
  if (!posts && request->method != "GET") return refuse(405, "Not this way.");
  auto text = [&](const char* name) {
    return address.query[name].isUndefined() ? String() : address.query[name].toString();
  };
  auto number = [&](const char* name, std::int64_t otherwise) {
    String given = text(name);
    std::int64_t value = otherwise;
    auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value);
    return error == std::errc() && value >= 0 ? value : otherwise;
  };
  if (path.empty()) {
    std::string content = page();
    response->writeHead(200, {{"Content-Type", "text/html; charset=utf-8"},
                              {"Cache-Control", "no-store"},
                              {"Content-Security-Policy",
                               "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'nonce-" + nonce +
                                   "'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
                                   "frame-ancestors 'none'"},
                              {"Referrer-Policy", "no-referrer"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Content-Length", double(content.size())}});
    return void(response->end(content));
  }
  if (path == "api/summary") return json(response, recording.summary());
  if (path == "api/timeline")
    return json(response,
                recording.timeline(number("from", 0), number("to", INT64_MAX), std::size_t(number("buckets", 500))));
  if (path == "api/requests")
    return json(response, recording.list(viewOf(text("search")), number("from", INT64_MIN), number("to", INT64_MAX),
                                         std::size_t(number("offset", 0)), std::size_t(number("limit", 50)),
                                         text("sort") == "slowest"));
  if (path == "api/request")
    return json(response,
                recording.details(std::size_t(number("index", INT64_MAX)), std::uint64_t(number("offset", 0))));
  if (path == "api/output") return json(response, outputs(std::size_t(number("index", INT64_MAX))));
  if (path == "api/replay") {
    if (posts) run.start();
    return json(response, replayState());
  }
  refuse(404, "There is no such thing here.");
}

}  // namespace

int viewCommand(Arguments arguments) {
  std::uint64_t port = 0;
  std::string worker = "main";
  arguments.number("--port", port);
  arguments.value("--worker", worker);
  bool secrets = arguments.flag("--secrets");
  std::string folder = arguments.rest({"the log's folder"})[0];
  if (port > 65535) throw UsageError("--port needs a number up to 65535");
  initSodium();
  Recording recording;
  std::string why = recording.open(folder, worker, secrets);
  if (!why.empty()) throw UsageError(why);
  char* whole = ::realpath(folder.c_str(), nullptr);
  View view(whole ? whole : folder, recording);
  std::free(whole);

  char name[] = "nodecpp-log";
  char* words[] = {name, nullptr};
  return run(1, words, [&] {
    auto server = http::createServer([&](auto request, auto response) { view.answer(request, response); });
    server->on(event::error, [](Error error) {
      std::fprintf(stderr, "nodecpp-log: cannot listen: %s\n", error->message.toString().data());
      process::exit(1);
    });
    server->listen(int(port), "127.0.0.1", [&, server] {
      view.port = server->address().port;
      std::printf("http://127.0.0.1:%d/%s/\n", view.port, view.key.c_str());
      std::fflush(stdout);
    });
    setInterval([&] { view.run.look(); }, 50)->unref();
    for (const char* signal : {"SIGINT", "SIGTERM", "SIGHUP"})
      process::on(signal, [&] {
        view.run.end();
        process::exit(0);
      });
  });
}

}  // namespace nodecpp::logtool
