#include "os/session/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstring>
#include <string>
#include <string_view>

namespace nodecpp::os::record {

std::string processor() {
#if defined(__x86_64__)
  char brand[49] = {};
  unsigned most = __get_cpuid_max(0x80000000u, nullptr);
  for (unsigned i = 0; i < 3 && most >= 0x80000004u; ++i) {
    unsigned words[4];
    __get_cpuid(0x80000002u + i, &words[0], &words[1], &words[2], &words[3]);
    std::memcpy(brand + i * sizeof words, words, sizeof words);
  }
  std::string_view name(brand);
  while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
  while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
  std::string text = (name.empty() ? std::string("x86-64") : std::string(name)) + ":";
  auto add = [&](bool has, const char* extension) {
    if (has) (text += ' ') += extension;
  };
  add(__builtin_cpu_supports("sse4.2"), "sse4.2");
  add(__builtin_cpu_supports("avx"), "avx");
  add(__builtin_cpu_supports("avx2"), "avx2");
  add(__builtin_cpu_supports("fma"), "fma");
  add(__builtin_cpu_supports("bmi2"), "bmi2");
  add(__builtin_cpu_supports("avx512f"), "avx512f");
  add(__builtin_cpu_supports("avx512vl"), "avx512vl");
  return text;
#else
  return {};
#endif
}

}  // namespace nodecpp::os::record
