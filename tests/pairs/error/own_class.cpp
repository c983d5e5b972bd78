#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class HttpError : public Error {
 public:
  int status;
  HttpError(int status, String message, ErrorOptions options = {}) : Error(message, options), status(status) {
    (*this)->name = "HttpError";
  }
  virtual String describe() const { return format("{} {}", status, (*this)->message); }
};
class NotFound : public HttpError {
 public:
  String path;
  explicit NotFound(String path) : HttpError(404, "no " + path), path(path) {}
  String describe() const override { return "not found: " + HttpError::describe(); }
};
class Plain : public TypeError {
 public:
  using TypeError::TypeError;
};

void show(String place, Error err) {
  console::log(place, instanceof<HttpError>(err), instanceof<NotFound>(err), instanceof<TypeError>(err), instanceof<Error>(err),
    err.className(), err->name, str(err));
  if (instanceof<HttpError>(err)) console::log(" ", err.as<HttpError>().status, err.as<HttpError>().describe());
  if (instanceof<NotFound>(err)) console::log(" ", err.as<NotFound>().path);
}

void load(int id, Function<void(Error)> callback) {
  if (id > 2) return callback(NotFound(str("/") + id));
  if (id > 1) return callback(HttpError(403, "secret"));
  callback(id == 1 ? Plain("one") : Error());
}

Promise<int> deep(int n) {
  if (n == 0) throw NotFound("/deep");
  co_return co_await deep(n - 1);
}
Promise<> mainly(Error last) {
  try {
    co_await deep(3);
  } catch (const Error& err) {
    show("await", err);
  }
  try {
    co_await Promise<>::reject(last);
  } catch (const HttpError& err) {
    show("reject", err);
  }
  try {
    co_await Promise<>([](auto, auto reject) { setTimeout([=] { reject(NotFound("/later")); }, 1); });
  } catch (const Error& err) {
    show("later", err);
  }
  co_await deep(1).catch_([](Error err) { show("catch()", err); return 0; });
  co_await deep(1).then(nullptr, [](Error err) { show("then()", err); return 0; });
  for (auto result : co_await Promise<>::allSettled(Array<Promise<int>>{deep(0), Promise<>::reject<int>(HttpError(418, "teapot"))})) show("settled", result.reason);
  try {
    co_await Promise<>::any(Array<Promise<int>>{deep(0), Promise<>::reject<int>(HttpError(400, "any"))});
  } catch (const Error& err) {
    console::log(instanceof<AggregateError>(err), err.className());
    for (auto each : err->errors) show("any", each);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (int id = 0; id < 4; id++) load(id, [](Error err) {
    if (err) show("callback", err); else console::log("callback without an error");
  });

  try {
    throw NotFound("/thrown");
  } catch (const Error& err) {
    show("catch", err);
    load(0, [=] { show("from catch", err); });
    auto kept = err;
    show("variable", kept);
  }
  let<Error> last = nullptr;
  auto tell = [=](const Error& err) { last = err; };
  try {
    throw HttpError(500, "told");
  } catch (const Error& err) {
    tell(err);
  }
  show("told", last);

  Array<Error> list = {HttpError(400, "bad"), NotFound("/list"), Plain("list"), Error("plain")};
  for (auto err : list) show("array", err);
  Map<String, Error> map = {{"a", list[1]}};
  map.set("b", HttpError(409, "map"));
  show("map", map.get("a"));
  show("map", map.get("b"));
  console::log(map.get("a") == list[1]);

  auto emitter = make<EventEmitter>();
  emitter->on(event::error, [](Error err) { show("event", err); });
  emitter->emit(event::error, NotFound("/event"));
  emitter->on("failed", [](Error err, int count) { show("own event", err); console::log(count); });
  emitter->emit("failed", HttpError(502, "gateway"), 3);

  auto outer = HttpError(500, "outer", {.cause = NotFound("/cause")});
  show("with cause", outer);
  show("cause", outer->cause[0]);
  auto all = AggregateError({HttpError(401, "who"), NotFound("/all")}, "both");
  console::log(instanceof<AggregateError>(all), all->errors.length());
  for (auto err : all->errors) show("errors", err);

  auto controller = make<AbortController>();
  controller->signal()->addEventListener("abort", [=] { show("abort", controller->signal()->reason()); });
  controller->abort(HttpError(499, "left"));
  try {
    controller->signal()->throwIfAborted();
  } catch (const HttpError& err) {
    show("aborted", err);
  }

  using Next = Function<void(Error)>;
  Array<Function<void(Next)>> handlers = {
    [](Next next) { next(nullptr); },
    [](Next next) { next(NotFound("/page")); },
  };
  let<Function<void(int)>> runAll;
  runAll = [=](int at) {
    if (at == handlers.length()) return;
    handlers[at]([=](Error err) {
      if (err) return show("next", err);
      runAll(at + 1);
    });
  };
  runAll(0);

  auto rethrow = [] {
    try {
      throw NotFound("/again");
    } catch (const HttpError& err) {
      if (err.status != 404) return;
      throw;
    }
  };
  try {
    rethrow();
  } catch (const Error& err) {
    show("again", err);
  }

  auto stream = make<stream::Readable>({.read = [] {}});
  stream->on(event::error, [](Error err) { show("stream", err); });
  stream->destroy(HttpError(503, "stream"));

  (void)mainly(last);
}); }
