// The listener has a parameter that its event does not provide.
// first error: the listener's parameters do not fit what this event gives
#include <nodecpp/http.h>
using namespace nodecpp;

void program(http::IncomingMessage request) {
  request->on(event::error, [](Error error) {});
#ifdef TRAP
  request->on(event::end, [](Error error) {});
#endif
}
