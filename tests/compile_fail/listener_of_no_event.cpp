// A listener is added for an event that this emitter never emits.
// first error: this emitter has no such event
#include <nodecpp/http.h>
using namespace nodecpp;

void program(http::IncomingMessage request) {
  request->on(event::end, [] {});
#ifdef TRAP
  request->on(event::listening, [] {});
#endif
}
