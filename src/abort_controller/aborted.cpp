#include <nodecpp/util/aborted.h>
#include <nodecpp/weak.h>

namespace nodecpp::detail {

Promise<> abortedOf(const AbortSignal& signal, const Handle<Object>& resource) {
  if (!signal)
    return Promise<>::reject(codedError<TypeError>("ERR_INVALID_ARG_TYPE", "signal is not of type AbortSignal."));
  if (!resource) return Promise<>::reject(invalidArgType("resource", "of type object", "undefined"));
  if (signal->aborted()) return Promise<>::resolve();
  return Promise<>([&](Resolver<void> resolve, Rejector) {
    signal->addEventListener("abort",
                             [resolve, weak = WeakRef<Handle<Object>>(resource)] {
                               if (weak.deref()) resolve();
                             },
                             {.once = true});
  });
}

}  // namespace nodecpp::detail
