// error: may be gone when it goes on
#include <nodecpp/promise.h>

#include <string_view>
using namespace nodecpp;

#ifdef TRAP
Promise<int> f(std::string_view text) {
#else
Promise<int> f(String text) {
#endif
  co_await nullptr;
  co_return static_cast<int>(text.size());
}

void program() { f("a"); }
