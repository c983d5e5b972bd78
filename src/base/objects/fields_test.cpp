#include <nodecpp/fields.h>

#include <optional>
#include <string>

#include <doctest/doctest.h>

namespace {

struct Point {
  double x = 0, y = 0;
};
NODECPP_FIELDS(Point, x, y)

class Hidden {
 public:
  int id() const { return id_; }

 private:
  friend NODECPP_FIELDS(Hidden, id_) int id_ = 7;
};

struct Renamed {
  int kind = 1;
};
constexpr auto nodecppFields(const Renamed*) { return std::tuple(nodecpp::Field("class", &Renamed::kind)); }

struct None {};
NODECPP_FIELDS(None)

struct Undescribed {
  int x;
};

struct Many {
  int a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7, c8, d1, d2, d3, d4,
      d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5, f6, f7, f8, g1, g2, g3, g4, g5, g6, g7, g8,
      h1, h2, h3, h4, h5, h6, h7, h8;
};
NODECPP_FIELDS(Many, a1, a2, a3, a4, a5, a6, a7, a8, b1, b2, b3, b4, b5, b6, b7, b8, c1, c2, c3, c4, c5, c6, c7, c8, d1,
               d2, d3, d4, d5, d6, d7, d8, e1, e2, e3, e4, e5, e6, e7, e8, f1, f2, f3, f4, f5, f6, f7, f8, g1, g2, g3,
               g4, g5, g6, g7, g8, h1, h2, h3, h4, h5, h6, h7, h8)

using namespace nodecpp::detail;

template <class T>
std::string names() {
  std::string out;
  forEachField<T>([&](const auto& field) { out += std::string(field.name, field.nameLength) + " "; });
  return out;
}

}  // namespace

TEST_CASE("fields: by name, in order, readable and writable") {
  CHECK(names<Point>() == "x y ");
  Point point;
  forEachField<Point>([&, value = 1.0](const auto& field) mutable { point.*(field.member) = value++; });
  CHECK(point.x == 1);
  CHECK(point.y == 2);
}

TEST_CASE("fields: private ones by a friend, others by another name, none, and 64") {
  CHECK(names<Hidden>() == "id_ ");
  CHECK(Hidden().id() == 7);
  CHECK(names<Renamed>() == "class ");
  CHECK(names<None>().empty());
  CHECK(fieldCount<Many> == 64);
  static_assert(!HasFields<Undescribed>);
}

namespace {

struct Settings {
  int retries = 3;
  double delay = 0.5;
  std::optional<int> limit{};
};
NODECPP_FIELDS(Settings, retries, delay, limit)
struct SomeSettings {
  std::optional<int> retries{}, limit{};
  const char* delay = "no number";
};
NODECPP_FIELDS(SomeSettings, retries, limit, delay)

}  // namespace

TEST_CASE("fields: what an optional one does not have is not assigned") {
  Settings settings{.limit = 9};
  assignFields(settings, SomeSettings{});
  CHECK(settings.retries == 3);
  CHECK(settings.limit == 9);
  assignFields(settings, SomeSettings{.retries = 0, .limit = 1});
  CHECK(settings.retries == 0);
  CHECK(settings.limit == 1);
  CHECK(settings.delay == 0.5);
}
