// Programs with one bug each that the simulator must find: `sim_planted NAME` runs the program with its bug, and
// `sim_planted NAME fixed` without it.
#include <cstdio>
#include <cstring>

#define main lost_wake_up_main
#include "planted/lost_wake_up.cpp"
#undef main
#define main use_after_close_main
#include "planted/use_after_close.cpp"
#undef main
#define main unbounded_queue_main
#include "planted/unbounded_queue.cpp"
#undef main
#define main endless_retry_main
#include "planted/endless_retry.cpp"
#undef main

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "";
  if (std::strcmp(name, "lost_wake_up") == 0) return lost_wake_up_main(argc - 1, argv + 1);
  if (std::strcmp(name, "use_after_close") == 0) return use_after_close_main(argc - 1, argv + 1);
  if (std::strcmp(name, "unbounded_queue") == 0) return unbounded_queue_main(argc - 1, argv + 1);
  if (std::strcmp(name, "endless_retry") == 0) return endless_retry_main(argc - 1, argv + 1);
  std::fprintf(stderr, "sim_planted lost_wake_up|use_after_close|unbounded_queue|endless_retry [fixed]\n");
  return 2;
}
