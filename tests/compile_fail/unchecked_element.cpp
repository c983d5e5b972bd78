// In programs that use the library, the standard library checks each index. In a constant expression a wrong index is a
// compile error; at run time it ends the program.
// error: must be initialized by a constant expression
#include <nodecpp/string.h>

#include <span>
using namespace nodecpp;

constexpr int numbers[] = {1, 2};

std::size_t program() {
#ifdef TRAP
  constexpr std::size_t size = std::span<const int>(numbers).first(3).size();
#else
  constexpr std::size_t size = std::span<const int>(numbers).first(2).size();
#endif
  return size;
}
