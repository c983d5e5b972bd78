#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

void fails(Function<void()> f) {
  try {
    f();
    console::log("no error");
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message + (error->cause.empty() ? str("") : " <- " + error->cause[0]->message));
  }
}
template <class T>
Promise<> rejects(Promise<T> promise) {
  try {
    auto value = co_await promise;
    console::log("no error", value);
  } catch (const Error& error) {
    console::log(error->name + ": " + error->message);
  }
}
Array<HeadersEntry> all(Headers headers) {
  Array<HeadersEntry> list;
  for (auto entry : headers) list.push(entry);
  return list;
}
Promise<> run() {
  auto headers = make<Headers>({{"Content-Type", "text/plain"}, {"X-B", " padded\t"}, {"accept", "*/*"}, {"X-Empty", ""}});
  headers->append("x-b", "second");
  headers->append("Set-Cookie", "a=1");
  headers->append("set-cookie", "b=2");
  headers->append("Cookie", "c=3");
  headers->append("cookie", "d=4");
  for (auto [name, value] : headers) console::log(name, "=", value);
  console::log(Array<>::from(headers->keys()).join(), Array<>::from(headers->values()).join("|"));
  console::log(headers->get("X-b"), headers->get("missing"), headers->has("ACCEPT"), headers->has("missing"), headers->getSetCookie());
  headers->set("X-B", "only");
  headers->delete_("accept");
  headers->set("set-cookie", "z=9");
  headers->forEach([=](auto value, auto name, auto all) { console::log(name, value, all == headers); });
  console::log(headers);
  auto steps = headers->entries();
  auto firstStep = steps.next().value;
  console::log(firstStep, steps.next().done);
  headers->set("A-First", "1");
  console::log(steps.next().value);
  console::log(make<Headers>(headers)->get("set-cookie"), all(make<Headers>({{"a", "1"}, {"A", "2"}})));
  fails([=] { headers->append("a b", "c"); });
  fails([=] { headers->append("", "c"); });
  fails([=] { headers->append("a", "b\nc"); });
  fails([=] { headers->set("a", "b" + String::fromCharCode(0) + "c"); });
  fails([=] { headers->set("ü", "c"); });
  fails([=] { headers->get("a:b"); });
  fails([=] { headers->has(""); });
  fails([=] { headers->delete_("("); });
  fails([=] { headers->append("a", "€"); });
  fails([=] { headers->append("日", "x"); });
  fails([] { make<Headers>({{"a b", "c"}}); });
  headers->append("x-latin", "é");
  console::log(headers->get("x-latin"));

  auto request = make<Request>("http://example.com/a?b#c", {.method = "post", .headers = headers, .body = "text", .redirect = "manual"});
  console::log(request->method(), request->url(), request->headers()->get("content-type"), request->redirect(), request->mode(), request->credentials(),
    request->cache(), request->referrer(), request->referrerPolicy(), request->integrity(), request->keepalive(), request->duplex(), request->destination(), request->bodyUsed(), request->isReloadNavigation(), request->isHistoryNavigation());
  auto copy = request->clone();
  auto text = co_await request->text();
  auto used = request->bodyUsed(), copyUsed = copy->bodyUsed();
  console::log(text, used, copyUsed, co_await copy->text(), copy->url());
  fails([=] { request->clone(); });
  auto other = make<Request>(make<Request>("http://example.com/", {.method = "PUT", .headers = {{"X-A", "1"}}, .body = "body"}), {.headers = {{"X-B", "2"}}});
  console::log(other->method(), all(other->headers()), co_await other->text());
  // A body that is undefined is none.
  String missing = undefined;
  console::log(JSON::stringify(co_await make<Response>(missing)->text()), !make<Request>("http://example.com/", {.body = missing})->body());
  fails([] { make<Request>("/relative"); });
  fails([] { make<Request>("http://user@example.com/"); });
  fails([] { make<Request>("http://example.com/", {.body = "x"}); });
  fails([] { make<Request>("http://example.com/", {.method = "a b"}); });
  fails([] { make<Request>("http://example.com/", {.method = "trace"}); });
  fails([] { make<Request>("http://example.com/", {.mode = "navigate"}); });
  fails([] { make<Request>("http://example.com/", {.mode = "other"}); });
  fails([] { make<Request>("http://example.com/", {.method = "PUT", .mode = "no-cors"}); });
  fails([] { make<Request>("http://example.com/", {.redirect = "other"}); });
  fails([] { make<Request>("http://example.com/", {.cache = "only-if-cached"}); });
  fails([] { make<Request>("http://example.com/", {.duplex = "full"}); });
  fails([] { make<Request>("http://example.com/", {.referrer = "a b"}); });
  console::log(make<Request>("http://example.com/", {.referrer = ""})->referrer() == "", make<Request>("http://example.com/", {.referrer = "http://a.b/c"})->referrer());
  auto controller = make<AbortController>();
  auto aborted = make<Request>("http://example.com/", {.signal = controller->signal()});
  auto cloned = aborted->clone();
  controller->abort();
  console::log(aborted->signal()->aborted(), aborted->signal()->reason()->name, cloned->signal()->aborted(), aborted->signal() == controller->signal());

  auto response = make<Response>("{\"a\":[1,2]}", {.status = 201, .statusText = "Made", .headers = {{"X-A", "1"}}});
  console::log(response->status(), response->statusText(), response->ok(), response->redirected(), response->type(), response->url() == "", all(response->headers()));
  auto second = response->clone();
  auto value = co_await response->json();
  auto again = co_await second->json();
  console::log(value, again["a"][1], response->bodyUsed());
  co_await rejects(response->text());
  fails([=] { response->clone(); });
  response->headers()->set("X-B", "still mutable");
  console::log(response->headers()->get("x-b"));
  auto made = Response::json(var::object({{"b", var::array({true, nullptr})}}), {.status = 202, .headers = {{"X-A", "2"}}});
  console::log(made->status(), all(made->headers()), co_await made->text());
  auto moved = Response::redirect("http://example.com/there?x=ü", 301);
  console::log(moved->status(), moved->headers()->get("location"), moved->type(), moved->ok());
  fails([=] { moved->headers()->set("a", "b"); });
  fails([] { Response::redirect("nowhere"); });
  fails([] { Response::redirect("http://a/", 200); });
  auto failed = Response::error();
  console::log(failed->type(), failed->status(), failed->ok(), failed->statusText() == "");
  fails([] { make<Response>("x", {.status = 199}); });
  fails([] { make<Response>("x", {.status = 600}); });
  fails([] { make<Response>("x", {.status = 204}); });
  fails([] { make<Response>("x", {.statusText = "a\nb"}); });
  co_await rejects(make<Response>("{\"a\":")->json());
  co_await rejects(make<Response>("")->json());
  auto marked = co_await make<Response>("\ufeffmarked")->text();
  auto none = co_await make<Response>()->text();
  console::log(marked, none == "", make<Response>(nullptr, {.status = 204})->bodyUsed());
  auto bytes = co_await make<Response>("bytes")->arrayBuffer();
  console::log(Buffer::from(bytes).toString(), co_await make<Response>("abc")->bytes());
  console::log(co_await make<Response>(Buffer::from({0x61, 0xff, 0x62}))->text());
  auto blob = co_await make<Response>("blob", {.headers = {{"Content-Type", "Text/HTML; Charset=\"utf-8\"; a=\"b c\""}}})->blob();
  console::log(blob->type(), blob->size(), co_await blob->text());
  console::log(make<Response>(make<URLSearchParams>("a=b"))->headers()->get("content-type"), make<Response>(make<Blob>({"x"}, {.type = "a/b"}))->headers()->get("content-type"),
    make<Response>(Buffer::from("x"))->headers()->get("content-type"));

  for (String url : Array<String>{"data:,a%20b", "data:text/plain;base64,aGk=", "data:TEXT/html;Charset=x;b=\"c d\",%3cp%3e", "data:;base64,aG k", "data:;base64,aGk", "data:a;base64,!", "data:x",
    "data:text/plain; base64,aGk=", "data:%zz,%zz%4", "data:a/b;base64;x,aGk=", "about:blank", "foo:bar", "nothing", "blob:nodedata:none"}) {
    try {
      auto answer = co_await fetch(url);
      console::log(url, answer->status(), answer->statusText(), answer->type(), answer->url() == url, all(answer->headers()), co_await answer->text());
    } catch (const Error& error) {
      console::log(url, error->name, error->message, error->cause[0]->message);
    }
  }
  String at = URL::createObjectURL(make<Blob>({"0123456789"}, {.type = "text/x"}));
  for (String range : Array<String>{"", "bytes=2-4", "bytes=-3", "bytes = 8-", "bytes=20-", "bytes=3-2", "lines=1-2", "bytes=0-99"}) {
    try {
      auto answer = co_await fetch(at, range ? RequestInit{.headers = {{"Range", range}}} : RequestInit{});
      console::log(range, answer->status(), answer->statusText(), all(answer->headers()), co_await answer->text());
    } catch (const Error& error) {
      console::log(range, error->message, error->cause[0]->message);
    }
  }
}
int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] { (void)run(); }); }
