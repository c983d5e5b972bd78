#include <nodecpp/readline/promises.h>

namespace nodecpp::readline::promises {

Promise<String> InterfaceObject::question(StringArg query, const QuestionOptions& options) {
  auto next = Promise<String>::withResolvers();
  if (options.signal && options.signal->aborted()) {
    next.reject(AbortError("The operation was aborted", options.signal->reason()));
    return next.promise;
  }
  Function<void()> onAbort;
  if (options.signal) {
    onAbort = [self = Interface(this), signal = options.signal, reject = next.reject] {
      self->cancelQuestion();
      reject(AbortError("The operation was aborted", signal->reason()));
    };
    options.signal->addEventListener("abort", onAbort, {.once = true});
  }
  try {
    ask(query, [signal = options.signal, onAbort, resolve = next.resolve](String line) {
      if (signal) signal->removeEventListener("abort", onAbort);
      resolve(line);
    });
  } catch (const Error& error) {
    next.reject(error);
  }
  return next.promise;
}

}  // namespace nodecpp::readline::promises
