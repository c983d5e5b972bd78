// The module that `make bench-native` measures: one function for each kind of argument. addon.cpp is the same module
// written with node-addon-api.
#include <nodecpp/node_module.h>

#include <string>
#include <vector>

using namespace nodecpp;

namespace {

struct Point {
  double x = 0, y = 0, z = 0;
};
NODECPP_FIELDS(Point, x, y, z)

void nothing() {}
double number(double n) { return n + 1; }
double textLength(const std::string& text) { return double(text.size()); }
std::string text(const std::string& text) { return text; }
double bytes(std::span<const std::uint8_t> bytes) { return bytes[0] + double(bytes.size()); }
double lent(const Buffer& bytes) { return bytes[0] + double(bytes.size()); }
Point structure(const Point& point) { return {point.y, point.z, point.x}; }
double array(const std::vector<double>& list) {
  double sum = 0;
  for (double each : list) sum += each;
  return sum;
}

}  // namespace

NODECPP_MODULE(exports) {
  exports.function<nothing>("nothing");
  exports.function<number>("number", {"n"});
  exports.function<textLength>("stringIn", {"text"});
  exports.function<text>("string", {"text"});
  exports.function<bytes>("bytes", {"bytes"});
  exports.function<lent>("buffer", {"bytes"});
  exports.function<structure>("struct", {"point"});
  exports.function<array>("array", {"list"});
  exports.async<number>("promise", {"n"});
}
