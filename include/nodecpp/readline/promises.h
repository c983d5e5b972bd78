// readline/promises: an interface whose questions are promises.
// https://nodejs.org/docs/latest-v24.x/api/readline.html#promises-api
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/readline.h>

namespace nodecpp::readline::promises {

class InterfaceObject;
using Interface = Handle<InterfaceObject>;

class InterfaceObject : public readline::InterfaceObject {
 public:
  using readline::InterfaceObject::InterfaceObject;
  // Writes `query` and returns the next line. Rejects with an AbortError when the signal is aborted or the interface is
  // closed by Ctrl-C or Ctrl-D, and with ERR_USE_AFTER_CLOSE when the interface is closed.
  Promise<String> question(StringArg query, const QuestionOptions& options = {});

 protected:
  void completeLine(bool again) override;
  void closedByKey(StringArg message) override;
  bool knowsDumbTerminals() const override { return false; }
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  static Promise<> complete(Interface self, bool again);
  Function<void(Error)> rejectQuestion_;
};

inline Interface createInterface(InterfaceOptions options) { return make<Interface>(std::move(options)); }
inline Interface createInterface(stream::Readable input, stream::Writable output = {}, Completer completer = {},
                                 stream::OptionalNumber terminal = {}) {
  return promises::createInterface(InterfaceOptions{
      .input = std::move(input), .output = std::move(output), .completer = std::move(completer), .terminal = terminal});
}

struct ReadlineOptions {
  bool autoCommit = false;
};

// Collects escape sequences for a terminal, and writes them together.
// https://nodejs.org/docs/latest-v24.x/api/readline.html#class-readlinepromisesreadline
class ReadlineObject : public Object {
 public:
  // With `autoCommit` each sequence is written in a tick of its own. Throws ERR_INVALID_ARG_TYPE when the stream cannot
  // be written to.
  explicit ReadlineObject(stream::Writable stream, ReadlineOptions options = {});

  // Collect a sequence and return this object. clearLine clears to the left of the cursor for -1, to the right for 1, and
  // the whole line for 0; it throws ERR_OUT_OF_RANGE for other directions.
  Handle<ReadlineObject> clearLine(int direction);
  Handle<ReadlineObject> clearScreenDown();
  Handle<ReadlineObject> cursorTo(int x);
  Handle<ReadlineObject> cursorTo(int x, int y);
  Handle<ReadlineObject> moveCursor(int dx, int dy);
  // Writes what was collected. The promise is resolved when the stream has taken it.
  Promise<> commit();
  // Drops what was collected. Returns this object.
  Handle<ReadlineObject> rollback();

 private:
  Handle<ReadlineObject> add(const String& sequence);
  const stream::Writable stream_;
  const bool autoCommit_;
  String collected_;
};
using Readline = Handle<ReadlineObject>;

}  // namespace nodecpp::readline::promises
