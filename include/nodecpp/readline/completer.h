// What completes the line of an interface. Programs include nodecpp/readline.h.
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

namespace nodecpp::readline {

// What a completer finds: the possible texts, and the part of the line that they replace.
struct Completions {
  Array<String> completions{};
  String completeOn{};
};

// The option `completer`. It is a function of the line up to the cursor, and returns its Completions or a promise of
// them, or gives them to a callback: [](String line) -> readline::Completions {…}, [](String line, auto callback) {…
// callback(nullptr, readline::Completions{…}); }.
class Completer {
 public:
  using Done = Function<void(Error, Completions)>;

  Completer() = default;
  template <class F>
    requires std::invocable<const F&, String> || std::invocable<const F&, String, Done>
  Completer(F f) {
    if constexpr (!std::invocable<const F&, String>)
      withCallback_ = std::move(f);
    else if constexpr (nodecpp::detail::ConvertsTo<std::invoke_result_t<const F&, String>, Completions>)
      atOnce_ = std::move(f);
    else
      later_ = std::move(f);
  }
  explicit operator bool() const noexcept { return withCallback_ || atOnce_ || later_; }

  // Used by the runtime: begins to complete. `done` is called with the result, perhaps at once; an error of a function
  // without a callback is thrown.
  void complete(const String& line, Done done) const;
  // Used by the runtime, for interfaces with promises: errors reject, and the result always comes later.
  Promise<Completions> completion(String line) const;

 private:
  Function<void(String, Done)> withCallback_;
  Function<Completions(String)> atOnce_;
  Function<Promise<Completions>(String)> later_;
};

}  // namespace nodecpp::readline
