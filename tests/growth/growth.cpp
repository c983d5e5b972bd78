// Runs each operation at four sizes for run.js, which counts the instructions under callgrind. Each run is a call of a
// separate function, measured<NUMBER>.
//   growth --list            prints name, size, exponent and reason of each operation on a line, separated by tabs
//   growth [FIRST [COUNT]]   runs the operations from number FIRST on
#include "growth.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

namespace growth {

std::vector<Operation>& operations() {
  static std::vector<Operation> all;
  return all;
}

namespace {

constexpr std::size_t most = 1200;  // the most runs in one process

template <std::size_t I>
[[gnu::noinline]] void measured(const Work& work) {
  asm volatile("" : : "i"(I));  // makes each function different, so that the linker does not merge them
  work();
}

template <std::size_t... I>
constexpr auto tableOf(std::index_sequence<I...>) {
  return std::array<void (*)(const Work&), sizeof...(I)>{&measured<I>...};
}
constexpr auto table = tableOf(std::make_index_sequence<most>());

void run(std::size_t first, std::size_t count) {
  std::size_t slot = 0;
  for (std::size_t i = first; i < operations().size() && i - first < count; ++i) {
    for (std::size_t times : {1, 2, 4, 8}) {
      Work work = operations()[i].prepare(operations()[i].size * times);
      if (slot == most) std::abort();
      table[slot++](work);
    }
  }
}

}  // namespace
}  // namespace growth

int main(int argc, char** argv) {
  using namespace growth;
  if (argc > 1 && std::string_view(argv[1]) == "--list") {
    for (const Operation& one : operations())
      std::printf("%s\t%zu\t%g\t%s\n", one.name, one.size, one.exponent, one.reason);
    return 0;
  }
  program([&] {
    run(argc > 1 ? std::size_t(std::atol(argv[1])) : 0, argc > 2 ? std::size_t(std::atol(argv[2])) : SIZE_MAX);
  });
}
