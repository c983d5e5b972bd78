#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
using namespace nodecpp;
class PointObject : public Object {
 public:
  num x, y;
  PointObject(num x, num y) : x(x), y(y) {}
  String toString() const { return format("({}; {})", x, y); }
};
using Point = Handle<PointObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto point = make<Point>(1, 2.5);
  Point none;
  console::log("at " + point, point + "!", String(point), String(none), str("a") + point + none);
  console::log(Array<Point>{point, point}.join(" - "), format("{}", point));
  String name = undefined;
  console::log(name.orElse(process::env["NOT_SET_ANYWHERE"]), name.orElse(process::env["HOME_OF_NOBODY"]) == undefined, name.orElse(process::argv[99]).orElse("none"));
  name = "";
  console::log(name.orElse(process::env["PATH"]) == "");
}); }
