// readline/promises: an interface whose questions are promises.
// https://nodejs.org/docs/latest-v24.x/api/readline.html#promises-api
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/readline.h>

namespace nodecpp::readline::promises {

class InterfaceObject : public readline::InterfaceObject {
 public:
  using readline::InterfaceObject::InterfaceObject;
  // Writes `query` and returns the next line. Rejects with an AbortError when the signal is aborted, and with
  // ERR_USE_AFTER_CLOSE when the interface is closed.
  Promise<String> question(StringArg query, const QuestionOptions& options = {});
};
using Interface = Handle<InterfaceObject>;

inline Interface createInterface(InterfaceOptions options) { return make<Interface>(std::move(options)); }
inline Interface createInterface(stream::Readable input, stream::Writable output = {}) {
  return make<Interface>(InterfaceOptions{.input = std::move(input), .output = std::move(output)});
}

}  // namespace nodecpp::readline::promises
