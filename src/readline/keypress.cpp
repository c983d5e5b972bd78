// Makes a stream emit the keys that are read from it.
#include <nodecpp/loop_local.h>
#include <nodecpp/readline.h>
#include <nodecpp/string_decoder.h>
#include <nodecpp/timers.h>
#include <nodecpp/weak.h>

#include <string_view>

#include "base/assertion.h"
#include "base/text/utf8.h"
#include "loop/loop.h"
#include "readline/key_parser.h"

namespace nodecpp::readline {

using nodecpp::detail::Loop;

namespace {

// Reads the keys of a stream, and is there as long as the stream (`readers`). Nothing here holds the stream, this reader
// or the interface that reads from the stream, so that there is no cycle.
class KeyReader : public Object {
 public:
  KeyReader(const stream::Readable& stream, const Interface& interface)
      : stream_(stream),
        decoder_(make<string_decoder::StringDecoder>("utf8")),
        timeout_(interface ? interface->escapeCodeTimeout : 500) {
    if (interface) interface_ = WeakRef<Interface>(interface);
  }

  void begin(const stream::Readable& stream) {
    WeakRef<Handle<KeyReader>> weak{Handle<KeyReader>(this)};
    onData_ = [weak](stream::Chunk chunk) {
      if (auto self = weak.deref()) self->take(chunk);
    };
    onNewListener_ = [weak](String event) {
      if (auto self = weak.deref(); self && event == "keypress") self->listen();
    };
    if (stream->listenerCount(event::keypress) > 0)
      stream->on(event::data, onData_);
    else
      stream->on(event::newListener, onNewListener_);
  }

 private:
  void listen() {
    const stream::Readable stream = stream_.deref();
    stream->on(event::data, onData_);
    stream->off(event::newListener, onNewListener_);
  }

  void take(const stream::Chunk& chunk) {
    const stream::Readable stream = stream_.deref();
    const Interface interface = interface_.deref();
    if (stream->listenerCount(event::keypress) == 0) {
      stream->off(event::data, onData_);
      stream->on(event::newListener, onNewListener_);
      return;
    }
    const String text = chunk.isString() ? chunk.toString() : decoder_->write(chunk.buffer());
    if (text.empty()) return;
    clearTimeout(escapeTimer_);
    // While the characters of a chunk come, they are text that was pasted, in which a tab is a tab.
    if (interface) interface->isCompletionEnabled = false;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
      const char* const next = at + utf8::decode(at, end).size;
      if (next == end && interface) interface->isCompletionEnabled = true;
      const std::string_view character(at, std::size_t(next - at));
      pass(character);
      if (next == end && character == "\x1b")
        escapeTimer_ = setTimeout([self = Handle<KeyReader>(this)] { self->pass({}); }, timeout_);
      at = next;
    }
  }

  void pass(std::string_view character) {
    if (!parser_.take(character)) return;
    const String text = parser_.character();
    const Key key = parser_.key();
    // A character without a name and without an escape is a key when it is one character, which it always is here.
    if (const stream::Readable stream = stream_.deref()) stream->emit(event::keypress, text, key);
  }

  const WeakRef<stream::Readable> stream_;
  WeakRef<Interface> interface_;
  const string_decoder::StringDecoder decoder_;
  const double timeout_;
  detail::KeyParser parser_;
  Timeout escapeTimer_;
  Function<void(stream::Chunk)> onData_;
  Function<void(String)> onNewListener_;
};

// The readers of streams.
constinit nodecpp::detail::LoopLocal<WeakMap<stream::Readable, Handle<KeyReader>>> readers;

}  // namespace

void emitKeypressEvents(const stream::Readable& stream, const Interface& interface) {
  if (readers->has(stream)) return;
  auto reader = make<KeyReader>(stream, interface);
  readers->set(stream, reader);
  reader->begin(stream);
}

}  // namespace nodecpp::readline
