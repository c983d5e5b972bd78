#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/crypto.h>
#include <nodecpp/http.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/promise.h>
#include <nodecpp/querystring.h>
#include <nodecpp/regexp.h>
#include <nodecpp/uri.h>
#include <nodecpp/fields.h>
using namespace nodecpp;
// A small express: routers, middleware, parameters, error handlers, cookies and sessions.
class HttpError : public Error {
 public:
  int status; bool expose;
  HttpError(int status, String message = undefined, ErrorOptions options = {}) : Error(message.orElse(http::STATUS_CODES[status]), options), status(status), expose(status < 500) {}
};
NODECPP_FIELDS(HttpError, status, expose)
// What the middleware adds to a request.
struct RequestObject : Object {
  http::IncomingMessage message;
  Map<String, String> params, cookies;
  querystring::ParsedUrlQuery query;
  var session, body;
  NODECPP_TRACE(message, session, body)
  explicit RequestObject(http::IncomingMessage message) : message(message) {}
};
using Req = Handle<RequestObject>;
using Res = http::ServerResponse;
using Next = Function<Promise<>(Error)>;
using Handler = Function<Promise<>(Req, Res, Next)>;
using ErrorHandler = Function<Promise<>(Error, Req, Res, Next)>;
class RouterObject;
using Router = Handle<RouterObject>;
struct Layer {
  String method = undefined, prefix = undefined;
  RegExp pattern = undefined;
  Array<String> names{};
  Array<Handler> handlers{};
  Handler handler{};
  ErrorHandler errorHandler{};
  Router router{};
};
class RouterObject : public Object {
 public:
  Array<Layer> stack;
  Router use(String path, Handler handler) { stack.push({.prefix = path.replace(re("/$"), ""), .handler = handler}); return self(); }
  Router use(Handler handler) { return use("/", handler); }
  Router use(ErrorHandler handler) { stack.push({.prefix = "", .errorHandler = handler}); return self(); }
  Router use(String path, Router router) { stack.push({.prefix = path.replace(re("/$"), ""), .router = router}); return self(); }
  Router add(String method, String path, Array<Handler> handlers) {
    Array<String> names;
    auto pattern = RegExp("^" + path.replace(re("[.+]", "g"), "\\$&").replace(re(R"x(:(\w+)(\([^)]*\))?(\?)?|\*)x", "g"), [=](String match, String name, String regex, String optional) {
      names.push(name.orElse("rest"));
      return name ? regex.orElse("([^/]+?)") + optional.orElse("") : "(.*)";
    }) + "/?$");
    stack.push({.method = method, .pattern = pattern, .names = names, .handlers = handlers});
    return self();
  }
  Router get(String path, Handler handler) { return add("GET", path, {handler}); }
  Router post(String path, Array<Handler> handlers) { return add("POST", path, handlers); }
  Router delete_(String path, Handler handler) { return add("DELETE", path, {handler}); }
  Promise<> handle(Req req, Res res, String path, Next done) {
    let<int> index = 0;
    let<Next> next;
    next = [=, self = self()](this auto me, Error error) -> Promise<> {
      while (index < self->stack.length()) {
        auto layer = self->stack[index++];
        if (layer.pattern) {
          if (error || (layer.method != req->message->method && !(layer.method == "GET" && req->message->method == "HEAD"))) continue;
          auto match = layer.pattern.exec(path);
          if (!match) continue;
          try {
            req->params = {};
            layer.names.forEach([=](auto name, int i) { if (match[i + 1] != undefined) req->params.set(name, decodeURIComponent(match[i + 1])); });
            for (auto handler : layer.handlers) {
              let<bool> passed = false;
              co_await handler(req, res, [=](Error e) { passed = true; if (e) throw e; });
              if (!passed) co_return;
            }
          } catch (const Error& e) { error = e; }
          continue;
        }
        if (!path.startsWith(layer.prefix) || !re("^(/|$)").test(path.slice(layer.prefix.length()))) continue;
        auto rest = path.slice(layer.prefix.length()) || "/";
        try {
          if (layer.router) { if (!error) co_return co_await layer.router->handle(req, res, rest, next); }
          else if (layer.errorHandler) { if (error) co_return co_await layer.errorHandler(error, req, res, next); }
          else if (!error) co_return co_await layer.handler(req, res, next);
        } catch (const Error& e) { error = e; }
      }
      co_return co_await done(error);
    };
    return next(nullptr);
  }
};
perThread<Map<String, var>> sessions;
perThread<int> sequence = 0;
String sign(String value) { return format("{}.{}", value, crypto::createHmac("sha256", "secret")->update(value)->digest("base64url").slice(0, 12)); }
Promise<> session(Req req, Res res, Next next) {
  req->cookies = Map<String, String>::from(req->message->headers["cookie"].orElse("").split(re(R"(;\s*)")).filter([](auto x) { return bool(x); }).map([](auto pair) { auto [k, v] = pair.split("=").map([](auto x) { return decodeURIComponent(x); }).template first<2>(); return std::pair(k, v); }));
  auto sid = req->cookies.get("sid");
  if (sid && sid == sign(sid.split(".")[0])) req->session = sessions->get(sid);
  if (!req->session) {
    auto id = sign(format("s{}", ++*sequence));
    sessions->set(id, req->session = var::object({{"views", 0}, {"id", id}}));
    res->setHeader("Set-Cookie", {format("sid={}; Path=/; HttpOnly", encodeURIComponent(id)), "seen=1"});
  }
  req->session["views"]++;
  return next(nullptr);
}
Promise<> body(Req req, Res res, Next next) {
  Array<Buffer> chunks;
  while (auto chunk = co_await req->message->next()) chunks.push(chunk);
  auto raw = Buffer::concat(chunks).toString();
  if (raw.length() > 100) throw HttpError(413);
  auto type = req->message->headers["content-type"] ? req->message->headers["content-type"].split(";")[0] : undefined;
  if (type == "application/json")
    try { req->body = JSON::parse(raw); } catch (const Error& cause) { throw HttpError(400, "bad json", {.cause = cause}); }
  else if (type == "application/x-www-form-urlencoded") req->body = querystring::parse(raw);
  else req->body = raw;
  co_return co_await next(nullptr);
}
void json(Res res, var value, int status = 200) {
  auto text = JSON::stringify(value);
  res->writeHead(status, {{"Content-Type", "application/json; charset=utf-8"}, {"Content-Length", Buffer::byteLength(text)}, {"ETag", format("\"{}\"", crypto::createHash("sha1")->update(text)->digest("hex").slice(0, 8))}});
  if (res->req->method == "HEAD") res->end(); else res->end(text);
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  var items = var::array({var::object({{"id", 1}, {"name", "tea"}}), var::object({{"id", 2}, {"name", "żur"}})});
  auto api = make<Router>()
    ->get("/items", [=](auto req, auto res) { json(res, items.filter([=](var item) { return item["name"].includes(req->query["q"].orElse("")); })); })
    ->get("/items/:id(\\d+)", [=](auto req, auto res) {
      auto item = items.find([=](var item) { return item["id"] == +req->params.get("id"); });
      if (!item) throw HttpError(404, format("no item {}", req->params.get("id")));
      json(res, item);
    })
    ->post("/items", {[](auto req, auto res, auto next) { return next(req->session["views"] > 50 ? HttpError(429) : Error()); }, [=](auto req, auto res) {
      var name = req->body["name"], tags = req->body["tags"].orElse(var::array()), first = tags[0].orElse("none"), more = Array<var>::from(tags).slice(1);
      if (!name || !name.trim()) throw HttpError(422, "name is required");
      items.push(var::object({{"id", items.length() + 1}, {"name", name}}));
      res->setHeader("Location", format("/api/items/{}", items.length()));
      json(res, Object::assign(var::object(), items.at(-1), var::object({{"first", first}, {"more", more}})), 201);
    }})
    ->delete_("/items/:id", [=](auto req, auto res) { res->statusCode = items.splice(ushr(items.findIndex([=](var item) { return String(item["id"]) == req->params.get("id"); }), 0), 1).length() ? 204 : 404; res->end(); })
    ->get("/crash", [](auto req, auto res) { var nothing = undefined; return void(nothing["x"]); })
    ->get("/files/*", [](auto req, auto res) { json(res, Object::fromEntries(req->params)); })
    ->get("/:a/:b?", [](auto req, auto res) { json(res, var::object({{"params", Object::fromEntries(req->params)}, {"query", req->query}, {"cookies", Array<>::from(req->cookies.keys())}})); });
  auto app = make<Router>()
    ->use([](Req req, Res res, Next next) { res->setHeader("X-Powered-By", "tests"); auto at = req->message->url.indexOf("?"); req->query = at < 0 ? querystring::ParsedUrlQuery() : querystring::parse(req->message->url.slice(at + 1)); return next(nullptr); })
    ->use(session)->use(body)
    ->use("/api", api)
    ->get("/", [](auto req, auto res) { res->end(format("views: {}", req->session["views"])); })
    ->use([](Error error, Req req, Res res, Next next) -> Promise<> { if (instanceof<HttpError>(error) && error.as<HttpError>().status == 404) co_return json(res, var::object({{"missing", error->message}}), 404); co_await next(error); })
    ->use([](Error error, Req req, Res res, Next next) { json(res, var::object({{"error", error->get("expose") ? error->message : "internal"}, {"cause", error->cause ? error->cause->name : undefined}, {"type", error.className()}}), int(Number(error->get("status").orElse(500)))); });
  auto server = http::createServer([=](auto message, auto res) {
    app->handle(make<Req>(message), res, message->url.split("?")[0], [=](Error error) { res->writeHead(error ? 500 : 404)->end(error ? String(error) : "Not Found"); });
  });
  struct Answer { int status; http::Headers headers; String text; };
  struct Options { http::Headers headers{}; String data = undefined; };
  auto request = [=](String method, String path, Options options = {}) {
    return Promise<Answer>([=](auto resolve, auto reject) {
      auto req = http::request({.agent = false, .headers = options.headers, .host = "127.0.0.1", .method = method, .path = path, .port = server->address().port}, [=](auto res) {
        let<String> text = "";
        res->setEncoding("utf8")->on(event::data, [=](String d) { text += d; })->on(event::end, [=] { resolve(Answer{res->statusCode, res->headers, text}); });
      });
      req->on(event::error, reject)->end(options.data);
    });
  };
  server->listen(0, "127.0.0.1", [=](this auto self) -> Promise<> {
    String cookie = "";
    http::Headers J = {{"Content-Type", "application/json"}};
    struct Case { String line; String data = undefined; http::Headers headers{}; };
    for (auto [line, data, headers] : Array<Case>{
      {"GET /"}, {"GET /"}, {"GET /api/items?q=%C5%BC"}, {"GET /api/items/2/"}, {"HEAD /api/items/1"}, {"GET /api/items/9"},
      {"POST /api/items", "{\"name\":\"jam\",\"tags\":[\"a\",\"b\",\"c\"]}", J}, {"POST /api/items", "{\"name\":\" \"}", J}, {"POST /api/items", "{nope", J},
      {"POST /api/items", "name=x+y&tags=1", {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}}}, {"POST /api/items", str("x").repeat(101)},
      {"DELETE /api/items/1"}, {"DELETE /api/items/77"}, {"GET /api/crash"}, {"GET /api/files/a/b.txt"}, {"GET /api/x%20y?k=1&k=2&l"}, {"GET /api/x/y"}, {"GET /apix"}, {"PUT /"}, {"GET /api/%zz/1"},
    }) {
      auto [method, path] = line.split(" ").template first<2>();
      if (cookie) headers.assign({{"Cookie", cookie}});
      auto answer = co_await request(method, path, {.headers = headers, .data = data});
      auto rest = answer.headers; rest.delete_("date");
      if (rest["set-cookie"]) cookie = rest["set-cookie"].map([](auto c) { return c.split(";", 1)[0]; }).join("; ");
      console::log(line, answer.status, JSON::stringify(rest), answer.text);
    }
    console::log(sessions->size(), Array<>::from(sessions->values())[0]);
    server->close();
  });
}); }
