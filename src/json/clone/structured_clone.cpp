#include <nodecpp/structured_clone.h>
#include <nodecpp/thread_transfer.h>

#include <vector>

#include "json/clone/clone.h"

namespace nodecpp {

var structuredClone(const var& value) { return detail::deserialize(detail::serialize(value)); }

var structuredClone(const var& value, const StructuredCloneOptions& options) {
  std::vector<ArrayBuffer> arrays;
  for (const ArrayBuffer& each : options.transfer) {
    if (!each || each.store()->shared) throw detail::dataCloneError("Found invalid value in transferList.");
    if (each.detached()) throw detail::dataCloneError("Cannot transfer object of unsupported type.");
    for (const ArrayBuffer& other : arrays)
      if (other == each) throw detail::dataCloneError("Transfer list contains duplicate ArrayBuffer");
    arrays.push_back(each);
  }
  detail::Clone clone = detail::serialize(value, {}, nullptr, arrays);
  // The bytes of a transferred ArrayBuffer are copied for the clone when other objects of the program still refer to
  // them.
  for (Buffer& each : clone.moved)
    detail::unshare(each);
  return detail::deserialize(clone);
}

ArrayBuffer structuredClone(const ArrayBuffer& value) { return structuredClone(var(value)).as<ArrayBuffer>(); }
ArrayBuffer structuredClone(const ArrayBuffer& value, const StructuredCloneOptions& options) {
  return structuredClone(var(value), options).as<ArrayBuffer>();
}

}  // namespace nodecpp
