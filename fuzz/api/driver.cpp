// Runs random programs of API calls without libFuzzer. `api_random FIRST COUNT [SECONDS]` makes programs from the COUNT
// numbers from FIRST on, stops after SECONDS, and prints how many calls they made. `api_random FILE…` runs inputs that
// a fuzzer has kept, or that an earlier run has written. A program that computes for longer than a minute is a finding
// too. The number of a program that fails is printed last.
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "api/run.h"
#include "os/sim/faults.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
extern "C" const char* __asan_default_options() { return "detect_leaks=0:handle_abort=1"; }
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }

namespace {

// The limit `slow` is CPU time, because the process may be stopped for a while or get little of the processor. A
// program that only waits is ended after an hour of real time.
constexpr time_t slow = 60;
constexpr unsigned stuck = 3600;
std::uint64_t current = 0;

void found() { std::fprintf(stderr, "api_random: found by number %llu\n", static_cast<unsigned long long>(current)); }

std::vector<std::uint8_t> bytesOf(std::uint64_t number) {
  nodecpp::os::SeededRandom random(number);
  std::vector<std::uint8_t> bytes(40 + random.below(700));
  for (std::uint8_t& byte : bytes) byte = std::uint8_t(random.next());
  return bytes;
}

void runOne(const std::vector<std::uint8_t>& bytes) {
  const itimerval limit{{}, {slow, 0}}, none{};
  setitimer(ITIMER_PROF, &limit, nullptr);
  alarm(stuck);
  api::run(bytes.data(), bytes.size());
  setitimer(ITIMER_PROF, &none, nullptr);
  alarm(0);
}

int usage() {
  std::fprintf(stderr, "api_random FIRST COUNT [SECONDS] | api_random --write NUMBER FILE | api_random FILE…\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return usage();
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(found);
  for (int number : {SIGALRM, SIGPROF}) std::signal(number, [](int) { std::abort(); });
  if (argc == 4 && std::strcmp(argv[1], "--write") == 0) {
    const auto bytes = bytesOf(std::strtoull(argv[2], nullptr, 10));
    std::ofstream(argv[3], std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
    return 0;
  }
  if (argv[1][std::strspn(argv[1], "0123456789")] != '\0') {
    for (int i = 1; i < argc; ++i) {
      std::ifstream in(argv[i], std::ios::binary);
      if (!in) return usage();
      runOne({std::istreambuf_iterator<char>(in), {}});
    }
  } else {
    if (argc < 3) return usage();
    const std::uint64_t first = std::strtoull(argv[1], nullptr, 10), count = std::strtoull(argv[2], nullptr, 10);
    const auto seconds = std::chrono::seconds(argc > 3 ? std::atoi(argv[3]) : 1'000'000);
    const auto begun = std::chrono::steady_clock::now();
    std::uint64_t programs = 0;
    for (current = first; current < first + count && std::chrono::steady_clock::now() - begun < seconds; ++current, ++programs)
      runOne(bytesOf(current));
    std::printf("%llu programs, ", static_cast<unsigned long long>(programs));
  }
  std::printf("%llu calls\n", static_cast<unsigned long long>(api::callsMade()));
}
