#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>

#include <vector>
using namespace nodecpp;
template <class T>
Promise<T> sleep(int ms, T value) { return Promise<T>([=](auto resolve) { setTimeout([=] { resolve(value); }, ms); }); }
template <class T>
Promise<T> fail(int ms, String text) { return Promise<T>([=](auto, auto reject) { setTimeout([=] { reject(Error(text)); }, ms); }); }
Promise<> program() {
  console::log(co_await Promise<>::all(Array{sleep(5, 1), sleep(1, 2), sleep(3, 3)}));
  try {
    co_await Promise<>::all(Array{sleep(20, 1), fail<int>(1, "first"), fail<int>(2, "second")});
  } catch (const Error& error) {
    console::log(error->message);
  }
  for (const auto& outcome : co_await Promise<>::allSettled(Array{sleep(1, 1), fail<int>(2, "x")})) console::log(outcome.status);
  console::log(co_await Promise<>::race(Array{sleep<String>(20, "slow"), sleep<String>(1, "fast")}));
  try {
    co_await Promise<>::race(Array{sleep<String>(20, "slow"), fail<String>(1, "fails first")});
  } catch (const Error& error) {
    console::log(error->message);
  }
  console::log(co_await Promise<>::any(Array{fail<String>(1, "a"), sleep<String>(5, "any"), fail<String>(2, "b")}));
  try {
    co_await Promise<>::any(Array{fail<int>(1, "a"), fail<int>(2, "b")});
  } catch (const Error& error) {
    console::log(error->name, error->message, error->errors.size());
  }
  // Promises of one type in braces.
  console::log(co_await Promise<>::all({sleep<String>(3, "x"), sleep<String>(1, "y")}), co_await Promise<>::race({sleep<String>(9, "x"), sleep<String>(1, "y")}));
  console::log((co_await Promise<>::allSettled({sleep<String>(1, "x"), fail<String>(1, "b")})).map([](auto each) { return each.status; }), co_await Promise<>::any({fail<String>(1, "b"), sleep<String>(2, "x")}));
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
