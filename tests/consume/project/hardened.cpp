// Bugs that the compiler's hardening must stop, chosen by name. The program is compiled with the flags that users get.
#include <nodecpp/pool.h>
#include <nodecpp/process.h>

#include <pthread.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
using namespace nodecpp;

namespace {

int four[4] = {1, 2, 3, 4};
[[gnu::noinline]] int elementOf(int index) { return four[index]; }

[[gnu::noinline]] void copy(const char* text) {
  char place[8];
  std::strcpy(place, text);
  std::puts(place);
}

[[gnu::noinline]] void fill() {
  volatile unsigned char before[64];
  for (auto& each : before) each = 0xff;
}
[[gnu::noinline]] int forgotten() {
  volatile int value[16];
  return value[7];
}

// Uses a stack frame of many pages and touches only the lowest byte.
constexpr std::size_t large = 512 << 10;
[[gnu::noinline]] void* stepOver(void*) {
  volatile char block[large];
  block[0] = 1;
  return nullptr;
}
// Runs stepOver() in a thread with a small stack. Behind the stack is a protected page, and behind that other memory.
void stepOverTheEnd() {
  constexpr std::size_t stack = large / 2, page = 4096;
  auto* memory = static_cast<char*>(mmap(nullptr, large + stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + large - page, page, PROT_NONE);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory + large, stack);
  pthread_t thread;
  if (pthread_create(&thread, &attributes, stepOver, nullptr) == 0) pthread_join(thread, nullptr);
  std::puts("stepped over");
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String bug = process::argv[2];
  if (bug == "index") std::printf("%d\n", elementOf(int(process::argv.length()) + 5));
  if (bug == "index in a thread") pool::run([](int index) { return elementOf(index); }, 9);
  if (bug == "buffer") copy(std::getenv("LONG_TEXT"));
  if (bug == "frame") stepOverTheEnd();
  if (bug != "variable") return;
  fill();
  std::printf("%d\n", forgotten());
}); }
