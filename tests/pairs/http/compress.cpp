#include <nodecpp/http/compress.h>
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/zlib.h>

using namespace nodecpp;

namespace {

using Handler = Function<void(http::IncomingMessage, http::ServerResponse)>;
struct Case {
  String name;
  http::CompressOptions options;
  String method;
  http::Headers headers;
  Handler handler;
};
perThread<Array<Case>> cases;
void test(String name, http::CompressOptions options, String method, http::Headers headers, Handler handler) {
  cases->push({name, options, method, headers, handler});
}
void get(String name, http::CompressOptions options, http::Headers headers, Handler handler) { test(name, options, "GET", headers, handler); }

Buffer decompressed(http::IncomingMessage response, Buffer body) {
  if (body.length() == 0) return body;
  String encoding = response->headers["content-encoding"];
  if (encoding == "gzip") return zlib::gunzipSync(body);
  if (encoding == "deflate") return zlib::inflateSync(body);
  if (encoding == "br") return zlib::brotliDecompressSync(body);
  return body;
}
void show(Case one, http::IncomingMessage response, Buffer body) {
  console::log("== " + one.name, response->statusCode, response->statusMessage);
  for (int i = 0; i < response->rawHeaders.length(); i += 2) {
    if (response->rawHeaders[i] != "Date") console::log(response->rawHeaders[i] + ": " + response->rawHeaders[i + 1]);
  }
  Buffer plain = decompressed(response, body);
  console::log(plain.length(), zlib::crc32(plain), body.length() < plain.length());
}
void next() {
  if (cases->length() == 0) return;
  Case one = cases->shift();
  auto compress = http::compress(one.options);
  auto server = http::createServer([=](auto request, auto response) {
    compress(request, response, [=] { one.handler(request, response); });
  });
  server->listen(0, "127.0.0.1", [=] {
    auto request = http::request({.agent = false, .headers = one.headers, .host = "127.0.0.1", .method = one.method, .port = server->address().port}, [=](auto response) {
      Array<Buffer> parts;
      response->on(event::data, [=](Buffer chunk) mutable { parts.push(chunk); });
      response->on(event::end, [=] {
        show(one, response, Buffer::concat(parts));
        server->close(next);
      });
    });
    request->end();
  });
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  http::Headers gzip{{"Accept-Encoding", "gzip"}};
  String text = str("all work and no play ").repeat(100);
  Handler plainText = [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end(text);
  };
  const char* const wishes[] = {"gzip", "br", "deflate", "identity", "*", "", "GZIP", "compress", "gzip, deflate, br", "gzip;q=0.5, br;q=0.4", "br;q=0.5, gzip;q=0.5",
    "deflate, gzip", "deflate;q=1, gzip;q=0.9", "gzip;q=0", "*;q=0", "identity;q=0", "identity;q=1, gzip;q=0.5", "gzip;q=x", "gzip; q=0.5 ;x, deflate;q=0.6",
    "gzip;level=1;q=0.1, identity;q=0.2", "gzip;Q=0.1, deflate;q=0.5", "gzip x, deflate", "*;q=0.5, gzip;q=0", "gzip;q=2", "gzip;q=-1", ", ,gzip", "br;q=0.001, *;q=0.1",
    "gzip;q=0.5=1", "gzip;q", "gzip;", "deflate;q=0.5, gzip;q=0.5, deflate;q=0.6", "deflate, *;q=0.9", "x-gzip", "identity, *;q=0", "zstd, gzip;q=0.5", "*, deflate;q=0.1"};
  for (String wish : wishes) get("accepts " + wish, {}, {{"Accept-Encoding", wish}}, plainText);
  get("says nothing", {}, {}, plainText);
  for (String enforced : {"gzip", "deflate", "br", "identity", "*", "other"}) {
    get("enforces " + enforced, {.enforceEncoding = enforced}, {}, plainText);
    get("enforces " + enforced + ", the client says", {.enforceEncoding = enforced}, {{"Accept-Encoding", "deflate"}}, plainText);
  }

  const char* const types[] = {"text/html", "TEXT/HTML; charset=utf-8", " text/css", "application/json", "Application/JSON;x", "application/vnd.api+json", "image/svg+xml", "image/png",
    "application/octet-stream", "application/zip", "font/ttf", "font/woff2", "x/y", "x/y+text", "text", "", "application/json x", "video/mp4", "application/wasm"};
  for (String type : types) {
    get("type " + type, {}, gzip, [=](auto request, auto response) {
      response->setHeader("Content-Type", type);
      response->end(text);
    });
  }
  get("no type", {}, gzip, [=](auto request, auto response) { response->end(text); });
  get("several types", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", {"text/html", "text/plain"});
    response->end(text);
  });

  struct Threshold {
    Threshold(double number) : name(str(number)), value(number) {}
    Threshold(const char* text) : name(text), value(text) {}
    String name;
    http::ByteCount value;
  };
  for (const Threshold& each : std::initializer_list<Threshold>{0.0, 1.0, 2000.0, 2100.0, 2101.0, "0", "2kb", "3kb", "2KB", "1.5 kb", "3000", "10x", "none", "1mb", "-1kb", "+3kb", "3 kb", "2 k", "1.kb", "1e9", NaN})
    get("threshold " + each.name, {.threshold = each.value}, gzip, plainText);
  for (int length : {0, 1023, 1024}) {
    get("length by end " + str(length), {}, gzip, [=](auto request, auto response) {
      response->setHeader("Content-Type", "text/plain");
      response->end(str("x").repeat(length));
    });
    get("length by header " + str(length), {}, gzip, [=](auto request, auto response) {
      response->setHeader("Content-Type", "text/plain");
      response->setHeader("Content-Length", length);
      response->end(str("x").repeat(length));
    });
    get("length not known " + str(length), {}, gzip, [=](auto request, auto response) {
      response->setHeader("Content-Type", "text/plain");
      response->write(str("x").repeat(length));
      response->end();
    });
  }
  get("length by header, written", {}, gzip, [=](auto request, auto response) {
    response->writeHead(200, {{"Content-Type", "text/plain"}, {"content-length", text.length()}});
    response->write(text);
    response->end();
  });

  for (String vary : {"*", "Accept", "Accept-Encoding", "accept-encoding", "Accept, ACCEPT-ENCODING , X", "A,*", "Accept-Encodings", ""}) {
    get("vary " + vary, {}, gzip, [=](auto request, auto response) {
      response->setHeader("vary", vary);
      plainText(request, response);
    });
  }
  get("vary twice", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Vary", {"A", "B"});
    plainText(request, response);
  });
  for (String control : {"no-transform", "No-Transform", "public, no-transform", "no-transform,x", " no-transform ", "no-transforms", "x-no-transform", "public; no-transform", "no-cache"}) {
    get("cache " + control, {}, gzip, [=](auto request, auto response) {
      response->setHeader("Cache-Control", control);
      plainText(request, response);
    });
  }
  get("cache twice", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Cache-Control", {"public", "no-transform"});
    plainText(request, response);
  });
  for (String encoding : {"identity", "Identity", "x-own", ""}) {
    get("encoded " + encoding, {}, gzip, [=](auto request, auto response) {
      response->setHeader("Content-Encoding", encoding);
      plainText(request, response);
    });
  }
  for (String tag : {"\"strong\"", "W/\"weak\""}) {
    get("tag " + tag, {}, gzip, [=](auto request, auto response) {
      response->setHeader("ETag", tag);
      plainText(request, response);
    });
  }
  test("HEAD", {}, "HEAD", gzip, plainText);
  test("HEAD with a length", {}, "HEAD", gzip, [=](auto request, auto response) {
    response->setHeader("Content-Length", 5000);
    plainText(request, response);
  });
  test("POST", {}, "POST", gzip, plainText);
  get("304", {.threshold = 0}, gzip, [=](auto request, auto response) {
    response->statusCode = 304;
    response->setHeader("Content-Type", "text/plain");
    response->end();
  });
  get("204", {.threshold = 0}, gzip, [=](auto request, auto response) {
    response->writeHead(204, {{"Content-Type", "text/plain"}});
    response->end();
  });

  get("writeHead", {}, gzip, [=](auto request, auto response) {
    response->setHeader("X-A", "set");
    response->setHeader("X-B", "set");
    response->writeHead(201, "Made", {{"X-B", "given"}, {"Content-Type", "text/plain"}, {"X-C", "given"}});
    response->end(text);
  });
  get("writeHead with a list", {}, gzip, [=](auto request, auto response) {
    response->setHeader("X-A", "set");
    response->writeHead(200, {"Content-Type", "text/plain", "X-A", "1", "x-a", "2", "Set-Cookie", "a", "Set-Cookie", "b"});
    response->end(text);
  });
  get("writeHead, then parts", {}, gzip, [=](auto request, auto response) {
    response->writeHead(200, {{"Content-Type", "text/plain"}});
    console::log(response->headersSent(), response->getHeader("content-encoding"), response->hasHeader("vary"));
    console::log(response->write(text), response->write(""), response->write(Buffer::from(text)));
    response->end("end");
  });
  get("the head twice", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->writeHead(200);
    try { response->writeHead(200); } catch (Error& error) { console::log(error->code, error->message); }
    try { response->writeHead(200, {{"X-A", "1"}}); } catch (Error& error) { console::log(error->code, error->message); }
    try { response->setHeader("X-A", "1"); } catch (Error& error) { console::log(error->code, error->message); }
    response->end(text);
  });
  get("a wrong status", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    try { response->writeHead(99); } catch (Error& error) { console::log(error->code, error->message); }
    response->statusCode = 200;
    response->end(text);
  });
  get("flushHeaders", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->flushHeaders();
    setTimeout([=] { response->end(text); }, 5);
  });
  get("end twice", {}, gzip, [=](auto request, auto response) {
    plainText(request, response);
    response->end("more");
    console::log(response->write("more"));
  });
  get("end twice, written", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    console::log(response->write(text));
    response->end();
    response->end("more");
    console::log(response->write("more"));
  });
  get("encodings", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->write("c3a4", "hex");
    response->write("ä", "latin1");
    response->write(Uint8Array({1, 2, 3}));
    response->end("AAEC", "base64");
  });
  get("the end with an encoding", {.threshold = 3}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end("AAEC", "base64");
  });
  get("an end with an encoding, too short", {.threshold = 4}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end("AAEC", "base64");
  });
  get("empty", {.threshold = 0}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end();
  });
  get("a large body at once", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end(text.repeat(100));
  });
  get("a large Buffer by br", {}, {{"Accept-Encoding", "br"}}, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->end(Buffer::from(text.repeat(100)));
  });
  get("trailers", {}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    response->setHeader("Trailer", "X-T");
    response->write(text);
    response->addTrailers({{"X-T", "1"}});
    response->end();
  });

  get("no filter lets it through", {.filter = [](auto, auto) { return false; }}, gzip, plainText);
  get("a filter of one's own", {.filter = [](auto request, auto response) { return request->url == "/" && !http::compress.filter(request, response); }}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "image/png");
    response->end(text);
  });
  get("a filter that throws", {.filter = [=](auto request, auto response) -> bool { throw Error("filter"); }}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    try { response->end(text); } catch (Error& error) { console::log(error->message); }
    response->end(text);
  });
  get("level 0", {.level = 0}, gzip, plainText);
  get("level 9 and others", {.chunkSize = 1024, .level = 9, .memLevel = 9, .strategy = zlib::constants::Z_FILTERED, .windowBits = 15}, gzip, plainText);
  get("raw brotli", {.brotli = {.params = {{zlib::constants::BROTLI_PARAM_QUALITY, 11}}}}, {{"Accept-Encoding", "br"}}, plainText);
  get("brotli of text", {.brotli = {.params = {{zlib::constants::BROTLI_PARAM_MODE, zlib::constants::BROTLI_MODE_TEXT}}}}, {{"Accept-Encoding", "br"}}, plainText);
  get("a wrong level", {.level = 10}, gzip, [=](auto request, auto response) {
    response->setHeader("Content-Type", "text/plain");
    try { response->end(text); } catch (Error& error) { console::log(error->code, error->message); }
    response->end(text);
  });
  next();
}); }
