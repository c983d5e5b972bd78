#include <nodecpp/map.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/thread_transfer.h>

#include <vector>

#include "json/clone/clone.h"

namespace nodecpp {

namespace {

// Clones the handles inside of a value: a Blob becomes another Blob, which shares the bytes. Each object has one clone,
// however many handles refer to it. Throws for a handle to an object that cannot be cloned.
class HandleClones {
 public:
  detail::CloneHandle take = [this](const var& handle) {
    if (numbers_.has(handle)) return numbers_.get(handle);
    if (!handle.objectClass()->clone) throw detail::dataCloneError("#<Object> could not be cloned.");
    made_.push_back(handle.objectClass()->clone(handle.objectRef()));
    const double number = double(made_.size() - 1);
    numbers_.set(handle, number);
    return number;
  };
  detail::MakeHandle make = [this](double number) { return made_.at(std::size_t(number)); };

 private:
  Map<var, double> numbers_;
  std::vector<var> made_;
};

}  // namespace

var structuredClone(const var& value) {
  HandleClones handles;
  return detail::deserialize(detail::serialize(value, {}, handles.take), handles.make);
}

var structuredClone(const var& value, const StructuredCloneOptions& options) {
  std::vector<ArrayBuffer> arrays;
  for (const ArrayBuffer& each : options.transfer) {
    if (!each || each.store()->shared) throw detail::dataCloneError("Found invalid value in transferList.");
    if (each.detached()) throw detail::dataCloneError("Cannot transfer object of unsupported type.");
    for (const ArrayBuffer& other : arrays)
      if (other == each) throw detail::dataCloneError("Transfer list contains duplicate ArrayBuffer");
    arrays.push_back(each);
  }
  HandleClones handles;
  detail::Clone clone = detail::serialize(value, {}, handles.take, arrays);
  // The bytes of a transferred ArrayBuffer are copied for the clone when other objects of the program still refer to
  // them.
  for (Buffer& each : clone.moved)
    detail::unshare(each);
  return detail::deserialize(clone, handles.make);
}

ArrayBuffer structuredClone(const ArrayBuffer& value) { return structuredClone(var(value)).as<ArrayBuffer>(); }
ArrayBuffer structuredClone(const ArrayBuffer& value, const StructuredCloneOptions& options) {
  return structuredClone(var(value), options).as<ArrayBuffer>();
}

}  // namespace nodecpp
