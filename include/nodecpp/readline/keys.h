// Keys of a terminal. Programs include nodecpp/readline.h.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/stream.h>

namespace nodecpp::readline {

// A key that was pressed, as the listeners of `keypress` are given it. rl->write takes one, too: {.ctrl = true, .name =
// "u"}. https://nodejs.org/docs/latest-v24.x/api/readline.html#rlwritedata-key
struct Key {
  bool ctrl = false;
  bool meta = false;  // Alt, or an escape before the key
  bool shift = false;
  String name = undefined;      // "a", "return", "up", "f1"; undefined for a character such as "."
  String sequence = undefined;  // what the terminal has sent
  String code = undefined;      // of an escape sequence: what stands for the key in it, "[A"

  template <class I>
  void inspectTo(I& out) const {
    out.name("");
    out.property("sequence", sequence);
    out.property("name", name);
    out.property("ctrl", ctrl);
    out.property("meta", meta);
    out.property("shift", shift);
    if (!code.isNullish()) out.property("code", code);
  }
};

class InterfaceObject;
using Interface = Handle<InterfaceObject>;

// Makes the stream emit `event::keypress` for each key that is read from it, while there is a listener. The first
// argument is the character, undefined for an escape sequence; the second is the Key. An escape that nothing follows
// for escapeCodeTimeout milliseconds, 500 or those of `interface`, is a key of its own. A second call changes nothing.
// https://nodejs.org/docs/latest-v24.x/api/readline.html#readlineemitkeypresseventsstream-interface
void emitKeypressEvents(const stream::Readable& stream, const Interface& interface = {});

}  // namespace nodecpp::readline

namespace nodecpp::event {
inline constexpr Event<String, readline::Key> keypress{"keypress"};
}  // namespace nodecpp::event
