// The entries of the types "dns", "http" and "net", which modules of the runtime make for observers. Without an
// observer of its type, a module pays one test.
#pragma once

#include <nodecpp/loop_local.h>
#include <nodecpp/perf_hooks.h>

namespace nodecpp::perf_hooks::detail {

enum class Measured : unsigned char { dns = 1, http = 2, net = 4 };

struct MeasuredTypes {
  unsigned bits = 0;  // those that are observed
};
extern constinit nodecpp::detail::LoopLocal<MeasuredTypes> measuredTypes;

// Whether anybody observes entries of the type.
inline bool isMeasured(Measured type) noexcept {
  const auto* types = measuredTypes.find();
  return types && types->bits & unsigned(type);
}

// Whether an entry of the type "resource" would be kept or observed.
bool wantsResources();

// Returns what has begun now, for the detail that an entry of this name is to have.
Handle<Object> begin(const char* name, const var& detail);
// Gives observers the entry of what has begun, whose detail gets the properties of `further`, too. Does nothing for an
// undefined `begun`.
void end(Measured type, const Handle<Object>& begun, const var& further);

}  // namespace nodecpp::perf_hooks::detail
