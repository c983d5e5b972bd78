// Reads any bytes as a value in V8's format: they must be refused, or be a value that is equal after it was written and
// read again.
#include <nodecpp/bigint.h>
#include <nodecpp/error.h>
#include <nodecpp/regexp.h>
#include <nodecpp/typed_arrays.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/objects/cycle_collector.h"
#include "json/clone/v8_format.h"

using namespace nodecpp;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // Values of all types must be known to the program.
  static const var known = var::array({BigInt(1), re("a"), BigInt64Array(), BigUint64Array()});
  const auto use = data[0] % 2 ? detail::V8Use::channel : detail::V8Use::serialize;
  struct AtEnd {
    ~AtEnd() { detail::CycleCollector::collect(); }
  } collectCircles;
  var value;
  try {
    value = detail::v8Deserialize(std::string_view(reinterpret_cast<const char*>(data) + 1, size - 1), use);
  } catch (const Error&) {
    return 0;
  }
  try {
    const std::string once = detail::v8Serialize(value, use);
    if (detail::v8Serialize(detail::v8Deserialize(once, use), use) != once) std::abort();
  } catch (const Error&) {
    // A view whose ArrayBuffer is too small, or causes of errors that are too deep, cannot be written.
  }
  return 0;
}
