// nodecpp-declarations MODULE.node FILE.d.ts writes TypeScript declarations of what the module exports. The module is
// loaded lazily without Node.js, so only the functions that are called are looked up.
#include <dlfcn.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: nodecpp-declarations MODULE.node FILE.d.ts\n");
    return 2;
  }
  void* module = dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL);
  void* function = module ? dlsym(module, "nodecpp_module_declarations") : nullptr;
  if (!function) {
    std::fprintf(stderr, "nodecpp-declarations: %s\n", dlerror());
    return 1;
  }
  const char* text = reinterpret_cast<const char* (*)()>(function)();
  std::FILE* file = std::fopen(argv[2], "w");
  if (!file || std::fwrite(text, 1, std::strlen(text), file) != std::strlen(text) || std::fclose(file) != 0) {
    std::perror(argv[2]);
    return 1;
  }
}
