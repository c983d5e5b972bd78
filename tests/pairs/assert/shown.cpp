#include <nodecpp/assert.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;
namespace strict = assert::strict;

template <class F>
void shown(F f) {
  try {
    f();
  } catch (const Error& error) {
    error->stack = error->stack.split("\n    at")[0];
    console::log(error);
    console::log(util::array({error}));
    console::log(assert::AssertionError::from(error).toString(), "generatedMessage,code,actual,expected,operator,diff");
  }
}

Array<int> numbersTo(int n) {
  Array<int> out;
  for (int i = 0; i < n; i++) out.push(i);
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto many = numbersTo(20).map([](int i) { return "line " + str(i); }).join("\n");

  shown([] { assert::strictEqual(1, 2); });
  shown([] { assert::strictEqual(util::array({1, util::object({{"a", 2}})}), util::object({{"b", Array<int>{3}}}), "a message"); });
  shown([] { assert::deepStrictEqual(util::object({{"a", util::object({{"b", util::object({{"c", 1}})}})}}), util::object({{"a", util::object({{"b", util::object({{"c", 2}})}})}})); });
  shown([=] { assert::strictEqual(many, str("x").repeat(600)); });
  shown([] { assert::ok(0, "zero"); });
  shown([] { assert::fail(); });
  shown([] { assert::throws([] {}, {{"name", "x"}}); });
  auto given = Error("e");
  given->stack = "Error: e";
  shown([=] { assert::ifError(given); });
  shown([] { assert::match("a", re("b")); });
  shown([] { throw assert::AssertionError({.message = "made", .actual = 1, .expected = 2, .operator_ = "mine"}); });
  shown([] { throw assert::AssertionError({.actual = "left", .expected = "right", .operator_ = "<>"}); });
  shown([] { throw assert::AssertionError({.actual = 1, .expected = 2, .operator_ = "strictEqual"}); });
  shown([] { throw assert::AssertionError({.actual = Array<int>{1}, .expected = Array<int>{2}, .operator_ = "deepStrictEqual", .diff = "full"}); });

  // Assertions with options, and the strict ones.
  auto numbers = numbersTo(60);
  auto loose = assert::Assert({.strict = false});
  auto full = assert::Assert({.diff = "full"});
  for (auto f : Array<Function<void()>>{
    [] { strict::equal(1, "1"); }, [] { strict::notEqual(1, "1"); }, [] { strict::deepEqual(Array<int>{1}, Array<String>{"1"}); },
    [] { strict::notDeepEqual(Array<int>{1}, Array<String>{"1"}); }, [] { strict::notDeepEqual(Array<int>{1}, Array<int>{1}); }, [] { strict::ok(1); },
    [=] { loose.equal(1, "1"); }, [=] { loose.deepEqual(Array<int>{1}, Array<String>{"1"}); }, [=] { full.equal(1, "1"); },
    [=] { full.notDeepStrictEqual(numbers, numbers); }, [=] { full.strictEqual(numbers, numbers.slice()); },
    [=] { full.match("a", re("b")); }, [=] { full.throws([] {}); }, [=] { full.throws([] { throw Error("k"); }, {{"message", "z"}}); },
    [=] { full.doesNotThrow([] { throw Error("k"); }); }, [=] { full.ifError(5); }, [=] { full.fail(); },
    [] { assert::Assert({.diff = "none"}); },
  }) {
    try {
      f();
      console::log("fine");
    } catch (const Error& error) {
      auto failed = assert::AssertionError::from(error);
      console::log(error->code, error->message, failed ? util::Value(failed.diff()) : util::Value());
    }
  }
}); }
