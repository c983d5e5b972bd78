#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/form_data.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

Promise<> program() {
  auto form = make<FormData>();
  form->append("name", "Ann\nB");
  form->append("file", make<File>({"bytes"}, "a\"b.txt", {.type = "text/x"}));
  form->append("blob", make<Blob>({str("x").repeat(100000)}));
  auto server = http::createServer([](auto request, auto response) {
    console::log(request->headers["content-length"], str(request->headers["content-type"]).replace(RegExp("\\d{11}$"), "N"));
    let<String> body = "";
    request->on(event::data, [=](Buffer data) { body += data.toString(); });
    request->on(event::end, [=] {
      response->writeHead(200, {{"Content-Type", request->headers["content-type"]}});
      response->end(body);
    });
  });
  co_await Promise<>([=](auto resolve) { server->listen(0, resolve); });
  auto response = co_await fetch(format("http://127.0.0.1:{}", server->address().port), {.method = "POST", .body = form});
  auto again = co_await response->formData();
  console::log(Array<>::from(again->keys()), again->get("name"), again->get("file")->name(), again->get("file")->type(), co_await again->get("file")->text());
  console::log(again->get("blob")->name(), again->get("blob")->size(), response->bodyUsed());
  server->close();

  struct Case { String type, body; };
  for (auto [type, body] : Array<Case>{{"application/x-www-form-urlencoded", "a=b&c=%20d+e&a=f"}, {"text/plain", "x"}, {"multipart/form-data", "x"},
    {"multipart/form-data; boundary=X", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv\r\n--X--"}, {"multipart/form-data; boundary=\"X\"", "--X"}, {"", ""}})
    try {
      auto read = co_await make<Response>(body, {.headers = {{"Content-Type", type}}})->formData();
      for (auto& [name, value] : read) console::log(name, value);
    } catch (Error& error) {
      console::log(error->name, error->message, !error->cause.empty() ? error->cause[0]->message : "without a cause");
    }
  auto blob = co_await make<Response>(make<Blob>({"bytes"}, {.type = "a/b"}))->blob();
  console::log(blob, co_await blob->text());
  auto own = make<Request>("http://x/", {.method = "POST", .body = form});
  console::log((co_await own->formData())->get("name") == "Ann\r\nB", own->bodyUsed());
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
