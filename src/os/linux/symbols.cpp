#if NODECPP_BACKTRACE
#include <backtrace.h>
#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include "base/assertion.h"
#include "base/errors/call_stack.h"
#include "os/linux/linux_call_stack.h"

namespace nodecpp::os {

using detail::CallSymbol;

namespace symbols {
namespace {

void ignore(void*, const char*, int) {}

// Returns libbacktrace's state, one for the process, made when an error's stack is read for the first time. It maps the
// program's file and keeps its tables. Several threads may use it at the same time.
backtrace_state* symbolTables() {
  static backtrace_state* const state = backtrace_create_state(nullptr, 1, ignore, nullptr);
  return state;
}

// The calls at one address, innermost first. The last is the function that contains the address; the functions before
// it were inlined.
struct Calls {
  static constexpr int most = 64;
  struct Call {
    std::string function, file;
    int line;
  };
  Call calls[most];
  int count = 0;

  static int add(void* to, std::uintptr_t, const char* file, int line, const char* function) {
    auto& all = *static_cast<Calls*>(to);
    if (all.count == most) return 1;
    all.calls[all.count++] = {function ? function : "", file ? pathOf(file) : "", line};
    return 0;
  }
  // libbacktrace puts the compilation's folder in front of some names that are absolute paths already.
  static std::string pathOf(std::string_view file) {
    const std::size_t whole = file.rfind("//");
    return std::string(whole == file.npos ? file : file.substr(whole + 1));
  }
};

// Collects the names in a mangled name that the demangler of libstdc++ 12 does not understand: a function with an
// explicit object parameter or a requires-clause. The names come first in the text: "_ZNH4shop5Order3addI…" is
// shop::Order::add.
std::string namesIn(std::string_view mangled) {
  std::string out, last;
  auto add = [&](std::string_view name) { (out += out.empty() ? "" : "::") += last = name; };
  for (std::size_t at = 2; at < mangled.size();) {
    const char c = mangled[at];
    if (c >= '1' && c <= '9') {
      std::size_t length = 0;
      while (at < mangled.size() && mangled[at] >= '0' && mangled[at] <= '9' && length < mangled.size())
        length = length * 10 + std::size_t(mangled[at++] - '0');
      if (length > mangled.size() - at) break;
      const std::string_view name = mangled.substr(at, length);
      NODECPP_ASSERT(name.size() == length, name.size(), length);
      if (!name.starts_with("_GLOBAL__N")) add(name);
      at += length;
    } else if (std::string_view("NKrVROHZEL").find(c) != std::string_view::npos) {
      ++at;
    } else {
      if (mangled.substr(at).starts_with("cl")) add("operator()");
      if (mangled.substr(at).starts_with("C") && !last.empty()) add(std::string(last));
      break;
    }
  }
  return out.empty() ? std::string(mangled) : out;
}

// Returns a readable form of the symbol. The compiler appends a suffix to the name of a coroutine's parts (".resume")
// and of other clones, which is cut off.
std::string readable(const std::string& symbol) {
  const std::string mangled = symbol.substr(0, symbol.find('.'));
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  if (status == 0 && text) return text.get();
  return mangled.starts_with("_Z") ? namesIn(mangled) : mangled;
}

}  // namespace
}  // namespace symbols

void symbolsOf(const void* address, void* context, void (*tell)(void* context, const CallSymbol& call)) {
  using namespace symbols;
  // The address is the return address of the call, which may belong to the next line, so the address before it is
  // looked up.
  const auto at = reinterpret_cast<std::uintptr_t>(address) - 1;
  Calls calls;
  std::string symbol;
  if (backtrace_state* tables = symbolTables()) {
    backtrace_pcinfo(tables, at, Calls::add, ignore, &calls);
    backtrace_syminfo(
        tables, at,
        [](void* to, std::uintptr_t, const char* name, std::uintptr_t, std::uintptr_t) {
          if (name) *static_cast<std::string*>(to) = name;
        },
        ignore, &symbol);
  }
  NODECPP_ASSERT(calls.count >= 0 && calls.count <= Calls::most, calls.count);
  if (calls.count == 0) calls.count = 1;

  // An address in another file than the program's own is described by that file's name as well.
  Dl_info info{}, own{};
  const bool isKnown = ::dladdr(reinterpret_cast<void*>(at), &info) != 0;
  ::dladdr(reinterpret_cast<void*>(&symbolTables), &own);
  CallSymbol call;
  call.offset = at - (isKnown ? reinterpret_cast<std::uintptr_t>(info.dli_fbase) : 0);
  if (isKnown && info.dli_fbase != own.dli_fbase && info.dli_fname) call.module = info.dli_fname;
  for (int i = 0; i < calls.count; ++i) {
    const bool isInlined = i + 1 < calls.count;
    std::string function = calls.calls[i].function;
    if (!isInlined && !symbol.empty())
      function = readable(symbol);
    else if (function.starts_with("_Z"))
      function = readable(function);
    call.symbol = !isInlined                                    ? std::string_view(symbol)
                  : calls.calls[i].function.starts_with("_Z") ? std::string_view(calls.calls[i].function)
                                                              : std::string_view();
    call.function = function;
    call.file = calls.calls[i].file;
    call.line = calls.calls[i].line;
    tell(context, call);
  }
}

}  // namespace nodecpp::os

#endif
