#include "census/block_names.h"

#include <nodecpp/promise.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "base/assertion.h"
#include "base/errors/call_stack.h"

namespace nodecpp::census {

namespace {

using detail::CallSymbol;
using detail::upward;

__attribute__((noinline, no_sanitize("address", "undefined", "thread"))) const void* wordOf(const Node& node, std::ptrdiff_t at) noexcept {
  return *reinterpret_cast<const void* const volatile*>(node.address + at * std::ptrdiff_t(sizeof(void*)));
}

// A symbol of the program's file, with a readable name.
struct Symbol {
  std::string symbol, name, module;
};
Symbol symbolAt(const void* address) {
  Symbol found;
  if (!upward().symbolsOf || !address) return found;
  // symbolsOf expects the address to which a call returns, which is behind the call itself.
  upward().symbolsOf(static_cast<const char*>(address) + 1, &found, [](void* to, const CallSymbol& call) {
    auto& into = *static_cast<Symbol*>(to);
    into.symbol = call.symbol;
    into.name = call.function;
    into.module = call.module;
  });
  return found;
}

void eraseAll(std::string& text, std::string_view what) {
  for (std::size_t at = 0; (at = text.find(what)) != text.npos;) text.erase(at, what.size());
}
void replaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size()) text.replace(at, what.size(), with);
}

// Returns a class name as a program writes it: without the runtime's namespaces, and with the names of handles.
std::string readable(std::string_view of) {
  std::string text(of);
  for (std::string_view each : {"nodecpp::", "detail::", "(anonymous namespace)::", "__cxx11::"}) eraseAll(text, each);
  replaceAll(text, "> >", ">>");
  replaceAll(text, "> >", ">>");
  replaceAll(text, "TimeoutRecord", "Timeout");
  replaceAll(text, "ImmediateObject", "Immediate");
  return text;
}

// A class of the runtime such as net::SocketObject is called net::Socket in a program.
std::string className(std::string_view of) {
  std::string text = readable(of);
  if (of.starts_with("nodecpp::") && text.ends_with("Object")) text.erase(text.size() - 6);
  return text;
}

// Returns "Array<int>" for the text "nodecpp::Array<int>::push(int)" and the name "Array<". Empty when the text does
// not contain the template.
std::string templateIn(std::string_view text, std::string_view name) {
  std::size_t at = 0;
  while (true) {
    at = text.find(name, at);
    if (at == text.npos) return {};
    if (at == 0 || text[at - 1] == ':' || text[at - 1] == ' ') break;
    ++at;
  }
  int depth = 0;
  for (std::size_t end = at; end < text.size(); ++end) {
    if (text[end] == '<') ++depth;
    if (text[end] == '>' && text[end - 1] != '-' && --depth == 0) return readable(text.substr(at, end + 1 - at));
  }
  return {};
}

// Returns the first argument of a template: "Ticket" for "make_unique<Ticket, int&>".
std::string inner(std::string_view of) {
  const std::size_t begin = of.find('<') + 1;
  int depth = 0;
  std::size_t end = begin;
  for (; end < of.size(); ++end) {
    if (of[end] == '<') ++depth;
    if (of[end] == '>' && depth-- == 0) break;
    if (of[end] == ',' && depth == 0) break;
  }
  return std::string(of.substr(begin, end - begin));
}

struct Class {
  Kind kind;
  std::string what;
};

// Returns "Map<String, int>" for "Table<String, int>", because Table is the internal class behind Map and Set.
std::string tableName(std::string of) {
  static constexpr std::string_view table = "Table<", nothing = ", NoValue>";
  const bool isSet = of.ends_with(nothing);
  if (isSet) of.replace(of.size() - nothing.size(), nothing.size(), ">");
  return (isSet ? "Set<" : "Map<") + of.substr(table.size());
}

// Finds the class that a function of the runtime makes, or that the name of a TracedType belongs to.
std::optional<Class> classIn(std::string_view name) {
  auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
  if (has("tracedCell<")) {
    std::string of = templateIn(name, "tracedCell<");
    return Class{Kind::cell, "let" + of.substr(of.find('<'))};
  }
  if (std::string of = templateIn(name, "make_owning<"); !of.empty()) return Class{Kind::object, inner(of)};
  if (std::string of = templateIn(name, "make_unique<"); !of.empty()) return Class{Kind::other, inner(of)};
  if (std::string of = templateIn(name, "make_shared<"); !of.empty()) return Class{Kind::other, inner(of)};
  if (has("headerOfNewFrame") || has("promise_type::operator new") || has("CoroutineBase")) return Class{Kind::frame, "coroutine"};
  if (has("FullListenerCell") || has("::makeListener")) return Class{Kind::closure, "listener"};
  if (std::string of = templateIn(name, "Function<"); !of.empty() && (has("::traced<") || has(">::build<")))
    return Class{Kind::closure, of};
  if (std::string of = templateIn(name, "VarBoxOf<"); !of.empty())
    return Class{Kind::cell, "var of " + of.substr(9, of.size() - 10)};
  if (has("VarFunction")) return Class{Kind::closure, "function in a var"};
  if (has("VarArray")) return Class{Kind::cell, "var array"};
  if (has("VarObject")) return Class{Kind::cell, "var object"};
  if (std::string of = templateIn(name, "Table<"); !of.empty()) return Class{Kind::cell, tableName(of)};
  if (std::string of = templateIn(name, "Map<"); !of.empty()) return Class{Kind::cell, of};
  if (std::string of = templateIn(name, "Set<"); !of.empty()) return Class{Kind::cell, of};
  if (std::string of = templateIn(name, "Array<"); !of.empty()) return Class{Kind::cell, of};
  if (std::string of = templateIn(name, "LetCell<"); !of.empty()) return Class{Kind::cell, "let" + of.substr(7)};
  if (std::string of = templateIn(name, "let<"); !of.empty()) return Class{Kind::cell, of};
  if (std::string of = templateIn(name, "Queue<"); !of.empty()) return Class{Kind::other, of};
  if (std::string of = templateIn(name, "Channel<"); !of.empty()) return Class{Kind::other, of};
  if (has("QueueCore<")) return Class{Kind::other, "Queue" + templateIn(name, "QueueCore<").substr(9)};
  if (has("nodecpp::Buffer::")) return Class{Kind::other, "Buffer"};
  if (has("nodecpp::String::") || has("nodecpp::detail::Block::")) return Class{Kind::other, "text or bytes"};
  if (has("makeState<") || has("nodecpp::Promise<")) {
    const std::string of = templateIn(name, "Promise<");
    return Class{Kind::other, of.empty() ? "Promise" : of};
  }
  return std::nullopt;
}

Place placeOf(std::string_view line) {
  // The line is "watch (/home/ann/leak.cpp:12)" or "/home/ann/leak.cpp:12".
  Place place;
  if (line.ends_with(')')) {
    const std::size_t open = line.rfind(" (");
    place.function = line.substr(0, open);
    // A function of the runtime, which is shown without a line.
    if (line.substr(open + 2).starts_with("nodecpp:")) {
      place.function = readable(place.function.starts_with("new ") ? place.function.substr(4) : place.function);
      return place;
    }
    line = line.substr(open + 2, line.size() - open - 3);
  }
  const std::size_t colon = line.rfind(':');
  int number = 0;
  if (colon != line.npos && std::from_chars(line.data() + colon + 1, line.data() + line.size(), number).ptr == line.data() + line.size()) {
    place.file = line.substr(0, colon);
    place.line = number;
  } else if (place.function.empty()) {
    place.function = line;
  } else {
    place.file = line;
  }
  return place;
}

// The information that the calls which made a block give about it. Equal for all blocks that were made by the same
// calls.
struct Making {
  std::optional<Class> made;
  Place place;
  bool byMake = false;  // The block is an Object made by make<T>().
};
// Tells whether a function only allocates memory. Its caller is then the function that made the block.
bool givesMemory(std::string_view function) {
  for (std::string_view each : {"__sanitizer::", "__asan::", "__interceptor_", "___interceptor_", "malloc", "calloc", "realloc", "operator new",
                                "nodecpp::detail::MemoryNotes::", "nodecpp::detail::allocate", "nodecpp::detail::takeSlot",
                                "nodecpp::detail::(anonymous namespace)::takeElsewhere", "nodecpp::detail::(anonymous namespace)::fromMalloc"})
    if (function.starts_with(each)) return true;
  return false;
}

bool isMaking(std::string_view name) { return name.find("nodecpp::make<") != name.npos || name.starts_with("make<"); }

Making makingOf(std::vector<const void*> calls) {
  Making making;
  if (!upward().symbolsOf) return making;
  std::size_t own = 0;
  for (; own < calls.size(); ++own)
    if (const Symbol symbol = symbolAt(static_cast<const char*>(calls[own]) - 1); !givesMemory(symbol.name)) break;
  calls.erase(calls.begin(), calls.begin() + std::ptrdiff_t(own));
  if (calls.empty()) return making;
  const String line = detail::CallStack::firstLineOf(calls.data(), calls.size());
  std::string_view first(line.data(), line.size());
  static constexpr std::string_view begin = "\n    at ";
  if (first.starts_with(begin)) {
    first.remove_prefix(begin.size());
    making.place = placeOf(first);
  }
  // Finds the innermost call whose name contains a class.
  for (const void* call : calls) {
    upward().symbolsOf(call, &making, [](void* to, const CallSymbol& symbol) {
      auto& at = *static_cast<Making*>(to);
      const std::string_view name = symbol.function.empty() ? symbol.symbol : symbol.function;
      if (at.made || at.byMake) return;
      at.made = classIn(name);
      if (!at.made) at.byMake = isMaking(name);
    });
    if (making.made || making.byMake) break;
  }
  return making;
}

}  // namespace

struct Names::Known {
 public:
  explicit Known(const Heap& heap) : heap_(heap), makings_(heap.calls.size()) {}

  Name of(const Node& node) {
    Name name;
    std::optional<Class> made = traced(node);
    if (!made) made = polymorphic(node);
    if (node.calls != none) {
      const Making& making = madeAt(node.calls);
      name.made = making.place;
      if (!made) made = making.made;
    }
    if (made) {
      name.kind = made->kind;
      name.what = made->what;
    } else {
      name.what = unnamed;
    }
    if (name.kind == Kind::frame || (!node.type && node.bytes >= sizeof(detail::WaitingFrame))) ifFrame(node, name);
    return name;
  }
  bool isObject(const Node& node) { return node.calls != none && polymorphic(node) && madeAt(node.calls).byMake; }
  std::vector<Name> all() {
    std::vector<Name> names;
    names.reserve(heap_.nodes.size());
    for (const Node& node : heap_.nodes) names.push_back(of(node));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Node& node = heap_.nodes[i];
      if (node.label == none) continue;
      NODECPP_ASSERT(node.labelledBy < names.size() && node.label < heap_.labels.size(), node.labelledBy, node.label);
      names[i].kind = Kind::closure;
      names[i].what = "listener of " + names[node.labelledBy].what + " for \"" + heap_.labels[node.label] + "\"";
    }
    return names;
  }
  std::optional<Class> polymorphic(const Node& node) {
    // For a block that was not noted only the address of its count is known. In an Object the count is stored behind
    // the vtable pointer.
    const bool isNoted = node.calls != none;
    if (isNoted ? node.bytes < sizeof(void*) : !node.refs) return std::nullopt;
    const void* table = wordOf(node, isNoted ? 0 : -1);
    if (!table || !heap_.isStatic(table)) return std::nullopt;
    const auto [at, isNew] = tables_.try_emplace(reinterpret_cast<std::uintptr_t>(table));
    if (isNew) {
      const Symbol symbol = symbolAt(table);
      static constexpr std::string_view mark = "vtable for ";
      if (symbol.symbol.starts_with("_ZTV") && symbol.name.starts_with(mark)) at->second = className(symbol.name.substr(mark.size()));
    }
    if (at->second.empty()) return std::nullopt;
    return Class{Kind::object, at->second};
  }

 private:
  std::optional<Class> traced(const Node& node) {
    if (!node.type) return std::nullopt;
    const auto [at, isNew] = types_.try_emplace(reinterpret_cast<std::uintptr_t>(node.type));
    if (isNew) {
      const Symbol symbol = symbolAt(node.type);
      // Objects are named by their own class, from the vtable.
      if (symbol.name.find("Enrolment") == std::string::npos && symbol.name.find("EventEmitterObject::traced") == std::string::npos)
        at->second = classIn(symbol.name);
    }
    return at->second;
  }
  const Making& madeAt(std::uint32_t calls) {
    NODECPP_ASSERT(calls < makings_.size() && makings_.size() == heap_.calls.size(), calls, makings_.size());
    std::optional<Making>& known = makings_[calls];
    if (!known) known = makingOf(heap_.calls[calls]);
    return *known;
  }
  // A coroutine's frame contains the WaitingFrame by which it waits, which is recognised by the function in its member
  // `drop`.
  void ifFrame(const Node& node, Name& name) {
    const auto drop = reinterpret_cast<const void*>(detail::WaitingFrame().drop);
    for (std::size_t at = 1; (at + 1) * sizeof(void*) <= node.bytes; ++at) {
      if (wordOf(node, std::ptrdiff_t(at)) != drop) continue;
      const auto* frame = reinterpret_cast<const detail::WaitingFrame*>(node.address + (at - 1) * sizeof(void*));
      if (node.address + node.bytes < reinterpret_cast<const char*>(frame + 1)) return;
      name.kind = Kind::frame;
      name.what = "coroutine";
      if (*frame->where.file_name()) {
        const String function = detail::callName(frame->where.function_name());
        name.waits = {std::string(function.data(), function.size()), frame->where.file_name(), int(frame->where.line())};
        if (!function.empty()) name.what += " " + name.waits.function;
      }
      return;
    }
  }

  const Heap& heap_;
  std::vector<std::optional<Making>> makings_;
  // Keyed by addresses in the program's file. The tables are only looked up, so that their order has no effect on the
  // output.
  std::unordered_map<std::uintptr_t, std::string> tables_;
  std::unordered_map<std::uintptr_t, std::optional<Class>> types_;
};

std::string Place::text() const {
  if (file.empty()) return function;
  const std::string at = line ? file + ":" + std::to_string(line) : file;
  return function.empty() ? at : function + " (" + at + ")";
}

Variable variableAt(const void* address) {
  const Symbol symbol = symbolAt(address);
  if (symbol.name.empty()) return {"a variable of the program", false};
  const bool ofRuntime = symbol.name.find("nodecpp::") != std::string::npos || symbol.name.starts_with("std::") || !symbol.module.empty();
  return {(symbol.name.starts_with("guard variable") ? "" : "the variable ") + readable(symbol.name), !ofRuntime};
}

Names::Names() = default;
Names::~Names() = default;

void Names::begin(const Heap& heap) { known_ = std::make_unique<Known>(heap); }

bool Names::isTimer(const Node& node) {
  NODECPP_ASSERT(known_);
  const auto made = known_->polymorphic(node);
  return made && (made->what == "Timeout" || made->what == "Immediate");
}

const std::uint32_t* Names::countOf(const Node& node) {
  // The count is at the beginning of a listener's cell, and behind the vtable pointer in an Object.
  if (node.label != none) return reinterpret_cast<const std::uint32_t*>(node.address);
  if (known_->isObject(node)) return reinterpret_cast<const std::uint32_t*>(node.address + sizeof(void*));
  return nullptr;
}

std::vector<Name> Names::all() { return known_->all(); }

}  // namespace nodecpp::census
