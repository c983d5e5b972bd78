#include "os/trace/build_ids.h"

#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os::record {

namespace {

std::string buildId(const dl_phdr_info& info) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& segment = info.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    std::string id = buildIdIn({reinterpret_cast<const char*>(info.dlpi_addr + segment.p_vaddr), segment.p_memsz});
    if (!id.empty()) return id;
  }
  return {};
}

}  // namespace

// A note consists of the size of its name, the size of its value and its type, then the name and the value, each padded
// to a multiple of four bytes.
std::string buildIdIn(std::string_view notes) {
  auto aligned = [](std::uint64_t size) { return (size + 3) & ~std::uint64_t(3); };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    std::memcpy(&note, notes.data(), sizeof note);
    std::uint64_t value = sizeof note + aligned(note.n_namesz), next = value + aligned(note.n_descsz);
    if (next > notes.size()) break;
    if (note.n_type == NT_GNU_BUILD_ID && notes.substr(sizeof note, note.n_namesz) == std::string_view("GNU", 4)) {
      static constexpr char digits[] = "0123456789abcdef";
      std::string id;
      for (char c : notes.substr(value, note.n_descsz)) {
        auto byte = static_cast<unsigned char>(c);
        (id += digits[byte >> 4]) += digits[byte & 15];
      }
      return id;
    }
    NODECPP_ASSERT(next >= value && next <= notes.size(), next, notes.size());
    notes.remove_prefix(next);
  }
  return {};
}

Texts loadedBuilds() {
  Texts builds;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* to) {
        auto& all = *static_cast<Texts*>(to);
        std::string name = info->dlpi_name;
        if (all.empty()) {
          char path[4096];
          ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
          name = size > 0 ? std::string(path, std::size_t(size)) : "the executable";
        } else if (name.empty() || name.starts_with("linux-vdso")) {
          return 0;  // The kernel's own module, which is not a file.
        }
        all.emplace_back(name, buildId(*info));
        return 0;
      },
      &builds);
  return builds;
}

}  // namespace nodecpp::os::record
