#include "base/objects/cycle_collector.h"

#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/let.h>
#include <nodecpp/map.h>
#include <nodecpp/object.h>

#include <doctest/doctest.h>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace nodecpp;
using detail::CycleCollector;

namespace {

int nodes = 0;

struct Node : Object {
  Node() { ++nodes; }
  ~Node() override { --nodes; }
  Handle<Node> next;
  Array<Handle<Node>> others;
  Map<String, Handle<Node>> named;
  Function<void()> call = nullptr;
  NODECPP_TRACE(next, others, named, call)
};

// The collector does not know the members of the class.
struct Opaque : Object {
  Opaque() { ++nodes; }
  ~Opaque() override { --nodes; }
  Handle<Node> next;
};

struct Standard : Object {
  Standard() { ++nodes; }
  ~Standard() override { --nodes; }
  std::vector<Handle<Standard>> listed;
  std::map<int, Handle<Standard>> mapped;
  std::vector<std::vector<Function<void()>>> nested;
  NODECPP_TRACE(listed, mapped, nested)
};

// Counts its living instances, so that the destruction of a closure is visible.
struct Probe {
  Probe() { ++nodes; }
  Probe(const Probe&) { ++nodes; }
  Probe(Probe&&) noexcept { ++nodes; }
  ~Probe() { --nodes; }
};

// Returns the number of enrolled blocks, after collecting those that other tests have left.
std::size_t enrolled() {
  CycleCollector::collect();
  return CycleCollector::enrolled();
}

Handle<Node> ring(int length) {
  auto first = make<Node>();
  Handle<Node> last = first;
  for (int i = 1; i < length; ++i) {
    auto next = make<Node>();
    last->next = next;
    last = next;
  }
  last->next = first;
  return first;
}

}  // namespace

TEST_CASE("cycle collector: what is freed by its count leaves nothing on the list") {
  const std::size_t before = enrolled();
  {
    auto node = make<Node>();
    node->others.push(make<Node>());
    let<Function<void()>> f = [node] {};
    f();
    CHECK(CycleCollector::enrolled() > before);
  }
  CHECK(CycleCollector::enrolled() == before);
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: rings through members, lists, maps and functions are freed") {
  const std::size_t before = enrolled();
  ring(1);
  ring(7);
  {
    auto a = make<Node>(), b = make<Node>();
    a->others.push(b);
    b->named.set("a", a);
    auto c = make<Node>();
    c->call = [c] {};
    let<Function<int(int)>> factorial;
    factorial = [=, probe = Probe()](int n) { return n < 2 ? 1 : n * factorial(n - 1); };
    CHECK(factorial(5) == 120);
  }
  CHECK(nodes == 12);
  CHECK(CycleCollector::collect() > 0);
  CHECK(nodes == 0);
  CHECK(CycleCollector::enrolled() == before);
  CHECK(CycleCollector::collect() == 0u);
}

TEST_CASE("cycle collector: a list with more references than 32 bits count is held") {
  {
    auto node = make<Node>();
    node->others = Array<Handle<Node>>{node};
    node->named.set("itself", node);
  }
  detail::ArrayBody* body = nullptr;
  {
    auto node = make<Node>();
    const Array<Handle<Node>> list{node};
    node->others = list;
    std::memcpy(&body, &list, sizeof body);
    body->refs += std::uint64_t(1) << 32;
  }
  CycleCollector::collect();
  CHECK(nodes == 1);
  body->refs -= std::uint64_t(1) << 32;
  CycleCollector::collect();
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: what one handle from outside leads to stays as it is") {
  auto held = ring(5);
  auto other = ring(3);
  held->next->next->others.push(other);
  Handle<Node> inner = held->next;
  held = nullptr;
  other = nullptr;
  CHECK(CycleCollector::collect() == 0u);
  CHECK(nodes == 8);
  int length = 0;
  for (Handle<Node> at = inner; length == 0 || at != inner; at = at->next) ++length;
  CHECK(length == 5);
  CHECK(inner->next->others.length() == 1);
  inner = nullptr;
  CHECK(CycleCollector::collect() > 0);
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: what it cannot look into counts as outside") {
  auto node = make<Node>();
  auto opaque = make<Opaque>();
  opaque->next = node;
  struct NotCopied {
    Handle<Node> node;
    explicit NotCopied(Handle<Node> of) : node(of) {}
    NotCopied(NotCopied&&) = default;
  };
  struct Throws {
    Handle<Node> node;
    explicit Throws(Handle<Node> of) : node(of) {}
    Throws(Throws&&) = default;
    Throws(const Throws&) : node() { throw std::runtime_error("no copy"); }
  };
  auto first = make<Node>(), second = make<Node>();
  first->others.push(first);
  second->others.push(second);
  // Containers of the standard library keep their elements in other memory, where the collector does not see them.
  std::vector<Handle<Node>> elsewhere = {first};
  let<Function<void()>> f;
  f = [f, throws = std::make_shared<Throws>(second), elsewhere] {};
  elsewhere.clear();
  Handle<Node> firstAgain = first, secondAgain = second;
  first = second = nullptr;
  CHECK(CycleCollector::collect() == 0u);
  CHECK(nodes == 4);
  firstAgain = secondAgain = nullptr;
  opaque = nullptr;
  node = nullptr;
  f = Function<void()>();
  CHECK(CycleCollector::collect() > 0);
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: a slice looks at a thousand, and all is found") {
  std::vector<Handle<Node>> alive;
  const std::size_t before = enrolled();
  for (int i = 0; i < 20000; ++i) {
    alive.push_back(ring(2));
    if (i % 3 == 0) alive[alive.size() / 2] = nullptr;
    while (CycleCollector::isDue()) CycleCollector::slice();
  }
  CHECK(CycleCollector::largestSlice() <= 1000u);
  alive.clear();
  for (int i = 0; i < 120000; ++i) {
    ring(2);
    while (CycleCollector::isDue()) CycleCollector::slice();
    CHECK(nodes < 130000);
  }
  // Old garbage was freed together with younger garbage.
  CHECK(nodes < 10000);
  CycleCollector::collect();
  CHECK(nodes == 0);
  CHECK(CycleCollector::enrolled() == before);
}

TEST_CASE("cycle collector: what is taken up between slices stays") {
  std::vector<Handle<Node>> alive;
  for (int i = 0; i < 6000; ++i) alive.push_back(ring(3));
  CycleCollector::collect();
  Handle<Node> start = alive[0], back;
  alive.clear();
  // A search of all old blocks is under way while each of these handles is replaced by its neighbour.
  for (int i = 0; i < 4000; ++i) {
    ring(2);
    if (CycleCollector::isDue()) CycleCollector::slice();
    back = start->next;
    start = back;
    CHECK(bool(start->next));
    CHECK(bool(start->next->next));
  }
  start = back = nullptr;
  CycleCollector::collect();
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: what belongs to another loop is left alone") {
  int loop = 0;
  const void* before = CycleCollector::setOwner(&loop);
  ring(2);
  CycleCollector::setOwner(before);
  CHECK(CycleCollector::collect() == 0u);
  CHECK(nodes == 2);
  CycleCollector::setOwner(&loop);
  CHECK(CycleCollector::collect() > 0);
  CycleCollector::setOwner(before);
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: switched off, nothing is due") {
  CycleCollector::enable(false);
  for (int i = 0; i < 5000; ++i) ring(2);
  CHECK(!CycleCollector::isDue());
  CHECK(nodes == 10000);
  CycleCollector::enable(true);
  CHECK(CycleCollector::isDue());
  CycleCollector::collect();
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: destructors of what is freed find their members empty, and may make circles themselves") {
  struct Last : Object {
    ~Last() override {
      emptied = !me;
      ring(2);
    }
    explicit Last(bool& tells) : emptied(tells) {}
    bool& emptied;
    Handle<Last> me;
    NODECPP_TRACE(me)
  };
  bool emptied = false;
  {
    auto last = make<Last>(emptied);
    last->me = last;
  }
  CycleCollector::collect();
  CHECK(emptied);
  CycleCollector::collect();
  CHECK(nodes == 0);
}

TEST_CASE("cycle collector: each thread has a list of its own") {
  std::size_t there = 0, freed = 0;
  std::thread([&] {
    there = CycleCollector::enrolled();
    ring(4);
    freed = CycleCollector::collect();
  }).join();
  CHECK(there == 0u);
  CHECK(freed > 0);
  CHECK(nodes == 0);
}

TEST_CASE("a survey tells who refers to whom, and frees nothing") {
  CycleCollector::collect();
  const std::size_t before = CycleCollector::survey().parts.size();
  auto kept = make<Node>();
  {
    auto left = make<Node>(), right = make<Node>();
    left->next = right;
    right->next = left;
    kept->others.push(kept);
  }
  const detail::ReferenceSurvey survey = CycleCollector::survey();
  CHECK(nodes == 3);
  REQUIRE(survey.parts.size() >= before + 3);
  std::size_t loose = 0;
  for (const detail::ReferenceSurvey::Part& part : survey.parts) loose += part.loose;
  // The parts that the collector will free are the two nodes. A list or a map joins the collector's list with its first
  // element.
  CHECK(loose == 2);
  std::size_t references = 0;
  for (const detail::ReferenceSurvey::Reference& each : survey.references) {
    CHECK(each.from < survey.parts.size());
    references += survey.parts[each.from].loose ? each.times : 0;
  }
  CHECK(references == 2);
  kept->others = Array<Handle<Node>>();
  kept = nullptr;
  CHECK(CycleCollector::collect() >= 2);
  CHECK(nodes == 0);
}

TEST_CASE("circles through containers of the standard library are freed") {
  auto listed = make<Standard>();
  listed->listed.push_back(listed);
  auto mapped = make<Standard>();
  mapped->mapped[1] = mapped;
  auto nested = make<Standard>();
  nested->nested.push_back({[=] { static_cast<void>(nested); }});
  auto kept = make<Standard>();
  kept->listed.push_back(kept);
  listed = mapped = nested = nullptr;
  CycleCollector::collect();
  CHECK(nodes == 1);
  kept->listed.clear();
  kept = nullptr;
  CHECK(nodes == 0);
}
