#include <nodecpp/structured_clone.h>

#include "json/clone.h"

namespace nodecpp {

var structuredClone(const var& value) { return detail::deserialize(detail::serialize(value)); }

}  // namespace nodecpp
