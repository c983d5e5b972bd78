// Reports the memory of the program and its libraries (segments that the dynamic linker has mapped) and of this
// thread's stack.
#include <link.h>

#include <cstdint>

#include "base/upward_calls.h"
#include "os/linux/linux_call_stack.h"

namespace nodecpp::os {

using detail::MemoryRegion;

namespace {

struct Telling {
  void* context;
  void (*tell)(void* context, MemoryRegion around);
};

int reportRegionsOf(dl_phdr_info* module, std::size_t, void* data) {
  const auto& telling = *static_cast<Telling*>(data);
  const auto* base = reinterpret_cast<const char*>(module->dlpi_addr);
  for (int i = 0; i < module->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = module->dlpi_phdr[i];
    if (part.p_type == PT_LOAD) {
      const auto kind = part.p_flags & PF_W ? MemoryRegion::Kind::variables : MemoryRegion::Kind::constant;
      if (part.p_flags & PF_R) telling.tell(telling.context, {kind, base + part.p_vaddr, part.p_memsz});
    } else if (part.p_type == PT_TLS && module->dlpi_tls_data) {
      telling.tell(telling.context, {MemoryRegion::Kind::threadVariables,
                                     static_cast<const char*>(module->dlpi_tls_data), part.p_memsz});
    }
  }
  return 0;
}

}  // namespace

void memoryRegions(void* context, void (*tell)(void* context, MemoryRegion around)) {
  Telling telling{context, tell};
  ::dl_iterate_phdr(reportRegionsOf, &telling);
  const auto* here = static_cast<const char*>(__builtin_frame_address(0));
  const char* end = stackEnd();
  if (end > here) tell(context, {MemoryRegion::Kind::stack, here, std::size_t(end - here)});
}

}  // namespace nodecpp::os
