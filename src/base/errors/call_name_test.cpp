#include "base/errors/call_stack.h"

#include <doctest/doctest.h>

using namespace nodecpp;

TEST_CASE("a function's name in a stack") {
  auto name = [](std::string_view function) { return detail::callName(function); };
  CHECK(name("f(int)") == "f");
  CHECK(name("main") == "main");
  CHECK(name("void shop::Order::add(shop::Line const&, int) const") == "shop::Order::add");
  CHECK(name("std::function<void (int)> makeIt<int, std::vector<int> >(std::vector<int>)") == "makeIt");
  CHECK(name("(anonymous namespace)::parse(std::basic_string_view<char, std::char_traits<char> >)") == "parse");
  CHECK(name("Promise<> f(int)") == "f");
  CHECK(name("f[abi:cxx11](int)") == "f");
  CHECK(name("decltype(auto) g<int>(int&&)") == "g");
}

TEST_CASE("operators and constructors in a stack") {
  auto name = [](std::string_view function) { return detail::callName(function); };
  CHECK(name("Foo::Foo(int)") == "new Foo");
  CHECK(name("shop::Order<int>::Order(shop::Line)") == "new shop::Order");
  CHECK(name("Foo::~Foo()") == "Foo::~Foo");
  CHECK(name("Foo::operator()(int) const") == "Foo::operator()");
  CHECK(name("bool operator< <int>(Foo<int> const&, Foo<int> const&)") == "operator<");
  CHECK(name("operator<<(std::ostream&, Foo const&)") == "operator<<");
  CHECK(name("Foo::operator[](unsigned long)") == "Foo::operator[]");
  CHECK(name("Foo::operator->() const") == "Foo::operator->");
  CHECK(name("Foo::operator bool() const") == "Foo::operator bool");
  CHECK(name("cooperator(int)") == "cooperator");
}

TEST_CASE("lambdas have no name in a stack, as in V8") {
  auto name = [](std::string_view function) { return detail::callName(function); };
  CHECK(name("main::$_0::operator()() const") == "");
  CHECK(name("f(int)::{lambda(auto:1)#2}::operator()<int>(int) const") == "");
  CHECK(name("auto main()::(anonymous class)::operator()(auto) const [x:auto = int]") == "");
  CHECK(name("operator()<int>") == "");
  CHECK(name("operator()") == "");
  CHECK(name("main::$_0::__invoke()") == "");
  // A method of a local class inside of a lambda has a name, although the lambda has none.
  CHECK(name("main::$_0::operator()() const::Local::run(int)") == "main::operator()::Local::run");
}

TEST_CASE("names that make no sense do no harm") {
  for (std::string_view each : {"", "(", ")", "<", ">>>", "((((", "operator", "operator(", "::", "a::", "{", "}", "~", " ", "f(", "f)", "[", "f const",
                                "\x01\x02\x03"})
    CHECK_NOTHROW(static_cast<void>(detail::callName(each)));
}
