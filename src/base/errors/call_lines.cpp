#include <algorithm>
#include <string>

#include "base/errors/call_stack.h"
#include "base/upward_calls.h"

namespace nodecpp::detail {

namespace {

// The part of the process that a call of a stack trace belongs to.
enum class Owner : unsigned char {
  program,
  main,  // The program's function main(), which calls run().
  runtime,  // This library or the standard library.
  making,  // The functions of this library that make an Error.
  loop,  // The functions of the loop that call callbacks, and that are called by no callback.
  system,  // The functions that call main() or the first function of a thread.
};

bool starts(std::string_view text, std::string_view with) { return text.starts_with(with); }

// Returns the part of a mangled name from its first namespace on. "_Z" is followed by marks of a local entity and of a
// nested name and by the qualifiers of a method, which are skipped.
std::string_view scopeOf(std::string_view symbol) {
  std::size_t at = 2;
  while (at < symbol.size() && symbol[at] == 'Z') ++at;
  if (at < symbol.size() && symbol[at] == 'N') ++at;
  while (at < symbol.size() && std::string_view("rVKROH").find(symbol[at]) != symbol.npos) ++at;
  return symbol.substr(std::min(at, symbol.size()));
}

// Tells whether a function of this library makes errors. Such calls are left out: the error belongs to their caller.
bool makesErrors(std::string_view scope) {
  std::string_view name = scope;
  name.remove_prefix(std::string_view("7nodecpp").size());
  for (std::string_view each :
       {"10ErrorStack", "5Error", "9TypeError", "10RangeError", "11SyntaxError", "14ReferenceError", "8URIError",
        "9EvalError", "14AggregateError", "10AbortError", "6detail9CallStack", "6detail9callStack", "6detail10codedError",
        "6detail14invalidArgType", "6detail15invalidArgValue", "6detail10outOfRange", "6detail21exceptionWithHostPort",
        "6detail23uvExceptionWithHostPort", "6detail11uvException", "6detail14errnoException", "6detail12dnsException",
        "2os9callStack"})
    if (starts(name, each)) return true;
  return false;
}

// Tells whether a file is a header of this library or the standard library. Their functions may be inlined into the
// program's.
bool isRuntimeFile(std::string_view file) {
  static constexpr std::string_view own = __FILE__;
  static constexpr std::string_view sources = own.substr(0, own.size() - std::string_view("base/errors/call_lines.cpp").size());
  // A test beside the library's sources counts as a program.
  return starts(file, "include/nodecpp/") || file.find("/include/nodecpp/") != file.npos ||
         file.find("/include/c++/") != file.npos ||
         (sources.starts_with('/') && starts(file, sources) && file.find("_test.cpp") == file.npos);
}

Owner ownerOf(const CallSymbol& call) {
  const std::string_view symbol = call.symbol;
  if (starts(call.module, "/lib/") || starts(call.module, "/usr/lib/")) return Owner::system;
  if (symbol == "main" || call.function == "main") return Owner::main;
  if (symbol == "_start" || starts(symbol, "__libc_start") || starts(call.function, "__libc_start")) return Owner::system;
  if (starts(symbol, "_ZTh") || starts(symbol, "_ZTv") || starts(symbol, "_ZTc")) return Owner::runtime;
  // The symbol of a lambda that was converted to a function pointer.
  if (symbol.find("8__invokeE") != symbol.npos) return Owner::runtime;
  if (starts(symbol, "_Z")) {
    const std::string_view scope = scopeOf(symbol);
    for (std::string_view each : {"7nodecpp6detail4Loop4turn", "7nodecpp6detail4Loop3run", "7nodecpp6detail4Loop5drain",
                                  "7nodecpp6detail10runProgram"})
      if (starts(scope, each)) return Owner::loop;
    if (starts(scope, "7nodecpp")) return makesErrors(scope) ? Owner::making : Owner::runtime;
    for (std::string_view each : {"St", "Sa", "Ss", "Sb", "Si", "So", "Sd", "9__gnu_cxx", "10__cxxabiv1"})
      if (starts(scope, each)) return Owner::runtime;
  } else if (symbol.empty() && isRuntimeFile(call.file)) {
    return Owner::runtime;
  }
  return Owner::program;
}

std::string withoutPath(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == path.npos ? path : path.substr(slash + 1));
}

std::string hex(std::uintptr_t number) {
  std::string out;
  do out.insert(out.begin(), "0123456789abcdef"[number & 15]);
  while (number >>= 4);
  return "0x" + out;
}

// Makes a line in Node's format: "    at name (place)", or "    at place" for a function without a name.
std::string line(std::string_view async, const String& name, const std::string& place) {
  std::string out = "\n    at ";
  out += async;
  if (name.empty()) return out + place;
  return (out.append(name.data(), name.size()) += " (") + place + ")";
}

// Without debugging information, the place is an address that addr2line takes.
std::string lineOf(const CallSymbol& call) {
  const String name = callName(call.function);
  if (!call.file.empty()) return line("", name, std::string(call.file) + ":" + std::to_string(call.line));
  const std::string place = (call.module.empty() ? "program" : withoutPath(call.module)) + "+" + hex(call.offset);
  return line("", call.function.empty() || !name.empty() ? name : String("<anonymous>"), place);
}

// Returns a line such as "    at net::SocketObject::connect (nodecpp:net)", which corresponds to a line of Node's own
// modules.
std::string lineOfRuntime(std::string_view function) {
  std::string name(callName(function).data(), callName(function).size());
  for (std::string_view each : {"nodecpp::", "detail::"})
    if (name.starts_with(each)) name.erase(0, each.size());
  // A namespace inside of nodecpp is a module. A class or function directly in nodecpp belongs to the runtime.
  const std::size_t colon = name.find("::");
  const bool isModule = colon != name.npos && name[0] >= 'a' && name[0] <= 'z';
  const std::string module = isModule ? name.substr(0, colon) : "runtime";
  return line("", String::copyOf(name.data(), name.size()), "nodecpp:" + module);
}

class Lines {
 public:
  explicit Lines(std::uint32_t limit) : limit_(limit) {}

  bool full() const { return count_ >= limit_ || ended_; }
  void add(const CallSymbol& call) {
    if (full()) return;
    switch (ownerOf(call)) {
      case Owner::program:
        // The constructor of a program's own error class is not the place where the error happened.
        if (count_ == 0 && isErrorsConstructor(call)) return;
        put(lineOf(call));
        inRuntime_ = false;
        break;
      case Owner::main:
        // After main() has called the runtime, the calls were made by the event loop and not by main().
        if (!inRuntime_) put(lineOf(call));
        ended_ = true;
        break;
      case Owner::runtime:
        inRuntime_ = true;
        if (innermost_.empty() && !call.symbol.empty() && scopeOf(call.symbol).starts_with("7nodecpp"))
          innermost_ = call.function;
        break;
      case Owner::loop: ended_ = true; break;
      case Owner::making:
      case Owner::system: break;
    }
  }
  void add(const std::source_location& await) {
    if (count_ >= limit_) return;
    std::string_view file = await.file_name();
    if (file.empty() || isRuntimeFile(file)) return;
    put(line("async ", callName(await.function_name()),
             std::string(file) + ":" + std::to_string(await.line()) + ":" + std::to_string(await.column())));
  }
  String text(bool onlyProgram) const {
    std::string out = text_;
    if (count_ == 0 && !onlyProgram && !innermost_.empty()) out = lineOfRuntime(innermost_);
    return String::copyOf(out.data(), out.size());
  }

 private:
  static bool isErrorsConstructor(const CallSymbol& call) {
    const String name = callName(call.function);
    return name.startsWith("new ") && (name.endsWith("Error") || name.endsWith("Exception"));
  }
  void put(const std::string& line) {
    text_ += line;
    ++count_;
  }

  std::uint32_t limit_;
  std::uint32_t count_ = 0;
  bool inRuntime_ = false;
  bool ended_ = false;
  std::string text_;
  std::string innermost_;
};

}  // namespace

String CallStack::lines() {
  if (!upward().symbolsOf) return "";
  Lines lines(limit);
  for (std::uint32_t i = 0; i < calls && !lines.full(); ++i)
    upward().symbolsOf(call()[i], &lines,
                       [](void* to, const CallSymbol& symbol) { static_cast<Lines*>(to)->add(symbol); });
  for (std::uint32_t i = 0; i < awaits; ++i) lines.add(await()[i]);
  return lines.text(onlyProgram);
}

String CallStack::firstLineOf(const void* const* calls, std::size_t count) {
  const std::source_location none;
  CallStack* stack = make({1, std::uint32_t(count), 0, 1, false}, calls, &none);
  const String lines = stack->lines();
  drop(stack);
  return lines;
}

}  // namespace nodecpp::detail
