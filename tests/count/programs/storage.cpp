// A server whose handler calls back later, and reads in each callback which request it belongs to: from an
// AsyncLocalStorage, or, without COUNT_STORAGE, from a variable, which says what the rest costs.
#ifdef COUNT_STORAGE
#include <nodecpp/async_hooks.h>
#endif
#include <nodecpp/http.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) {
  return run(argc, argv, [] {
#ifdef COUNT_STORAGE
    auto requestId = make<async_hooks::AsyncLocalStorage<int>>();
    auto inRequest = [=](int id, auto f) { requestId->run(id, f); };
    auto current = [=] { return requestId->getStore(); };
#else
  let<int> requestId = 0;
  auto inRequest = [=](int id, auto f) { requestId = id, f(); };
  auto current = [=] { return requestId.value(); };
#endif
    let<int> last = 0, seen = 0;
    http::createServer([=](auto, auto response) {
      inRequest(++last, [=] {
        seen = seen + current();
        response->on(event::finish, [=] { seen = seen + current(); });
        process::nextTick([=] {
          seen = seen + current();
          setImmediate([=] {
            seen = seen + current();
            response->end("hello");
          });
        });
      });
    })->listen(process::env["PORT"] || 2000, "127.0.0.1");
  });
}
