// Forms in the bodies of requests and responses, and data URLs.
#include <nodecpp/fetch.h>
#include <nodecpp/form_data.h>

#include "bridge.h"

namespace wpt {
namespace {

template <class T>
var told(const Promise<T>& promise, Function<var(T)> value) {
  return wpt::told(Promise<>(promise), [=]() -> var { return value(promise.stateOrNull()->value); });
}

var entriesOf(FormData form) {
  Array<var> list;
  for (auto& entry : form) list.push(var::array({entry.name, entry.value.toString()}));
  return var(list);
}

}  // namespace

void defineForms() {
  define("formData", [](Array<var> a) -> var {
    http::Headers headers{{"Content-Type", a[1].toString()}};
    auto body = Buffer::from(a[2].toString(), "base64");
    auto form =
        bool(a[0]) ? make<Request>("http://localhost/", RequestInit{.method = "POST", .headers = headers, .body = body})
                         ->formData()
                   : make<Response>(body, ResponseInit{.headers = headers})->formData();
    return told<FormData>(form, entriesOf);
  });
  define("fetch data", [](Array<var> a) -> var {
    auto answer = [](this auto self, String url) -> Promise<var> {
      auto response = co_await fetch(url);
      auto bytes = Buffer::from(co_await response->arrayBuffer());
      co_return var::array(
          {response->status(), response->headers()->get("content-type").toString(), bytes.toString("base64")});
    };
    return told<var>(answer(a[0].toString()), [](var value) { return value; });
  });
}

}  // namespace wpt
