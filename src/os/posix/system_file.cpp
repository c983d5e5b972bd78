#include "os/posix/system_file.h"

#include <cstdio>

namespace nodecpp::os {

std::string systemFile(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (!file) return text;
  char part[4096];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, file)) > 0;) text.append(part, got);
  std::fclose(file);
  return text;
}

}  // namespace nodecpp::os
