// util.aborted. https://nodejs.org/docs/latest-v24.x/api/util.html#utilabortedsignal-resource
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/promise.h>

namespace nodecpp::detail {
Promise<> abortedOf(const AbortSignal& signal, const Handle<Object>& resource);
}

namespace nodecpp::util {

// Returns a promise that is fulfilled when the signal is aborted, or at once when it is aborted already. It is not
// fulfilled when `resource`, an object that waits for the signal, is gone before that; the promise does not keep that
// object alive. The promise is rejected with ERR_INVALID_ARG_TYPE when the signal or the resource is undefined.
template <class T>
Promise<> aborted(const AbortSignal& signal, const Handle<T>& resource) {
  return nodecpp::detail::abortedOf(signal, resource);
}

}  // namespace nodecpp::util
