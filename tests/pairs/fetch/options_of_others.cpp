// A Response or a Request in the place of options: its getters are read as options are.
#include <nodecpp/fetch.h>
#include <nodecpp/http.h>
#include <nodecpp/stream/web.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto server = http::createServer([](auto request, auto response) -> Promise<> {
    String body = "";
    while (auto chunk = co_await request->next()) body += chunk;
    response->setHeader("X-Method", request->method);
    response->end(format("{} {} {} {}", request->url, request->headers["x-name"], request->headers["transfer-encoding"], body));
  });
  server->listen(0, "127.0.0.1", [=](this auto self, Error error) -> Promise<> {
    console::log(error);
    auto base = format("http://127.0.0.1:{}", server->address().port);
    auto first = make<Response>("first", {.status = 201, .statusText = "Made", .headers = {{"X-A", "1"}}});
    auto copy = make<Response>(first->body(), first);
    copy->headers()->set("X-B", "2");
    console::log(copy->status(), copy->statusText(), Array<>::from(copy->headers()), Array<>::from(first->headers()), co_await copy->text());
    auto empty = make<Response>(nullptr, first);
    console::log(empty->status(), var(nullptr), first->bodyUsed());
    auto parts = make<Response>("parts", {.status = first->status(), .statusText = first->statusText(), .headers = first->headers()});
    console::log(parts->status(), parts->headers()->get("x-a"));
    auto request = make<Request>(format("{}/one", base), {.method = "POST", .headers = {{"X-Name", "Ann"}}, .body = "text"});
    auto moved = make<Request>(format("{}/two", base), request);
    console::log(moved->url().slice(-4), moved->method(), moved->headers()->get("x-name"), request->bodyUsed(), moved->duplex());
    auto answer = co_await fetch(moved);
    console::log(answer->headers()->get("x-method"), co_await answer->text());
    auto again = co_await fetch(format("{}/three", base), make<Request>(format("{}/four", base), {.method = "PUT", .headers = {{"X-Name", "Bob"}}, .body = "more"}));
    console::log(again->headers()->get("x-method"), co_await again->text());
    auto controller = make<AbortController>();
    auto aborted = make<Request>(format("{}/five", base), make<Request>(base, {.signal = controller->signal()}));
    controller->abort();
    console::log(aborted->signal()->aborted());
    try {
      make<Response>("text", make<Response>(nullptr, {.status = 204}));
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
    server->close();
    server->closeAllConnections();
  });
}); }
