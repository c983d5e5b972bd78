// first error: write map.get(key) or map.set(key, value)
#include <nodecpp/map.h>
using namespace nodecpp;

int program(const Map<String, int>& ages) {
#ifdef TRAP
  return ages["Ann"];
#else
  return ages.get("Ann");
#endif
}
