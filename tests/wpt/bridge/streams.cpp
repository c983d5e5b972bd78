#include "bridge.h"
namespace wpt {
void defineStreams() {}
}  // namespace wpt
