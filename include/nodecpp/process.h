// The process, and run(), the entry of every program. https://nodejs.org/docs/latest-v24.x/api/process.html
//
//   int main(int argc, char** argv) { return run(argc, argv, [] {
//     …the program's top level…
//   }); }
#pragma once

#include <nodecpp/process/process_object.h>

namespace nodecpp {

namespace detail {
int runProgram(int argc, char** argv, ProgramEntry entry);

// Calls a program's top level, which may be a coroutine.
template <class F>
void callTopLevel(F& program) {
  if constexpr (requires { typename decltype(program())::IsPromise; }) {
    topLevelPending();
    program().then([](auto...) { topLevelSettled(); });
  } else {
    static_cast<void>(program());
  }
}
}  // namespace detail

// Sets up the runtime, calls `program`, runs the event loop until nothing keeps it running, and returns the exit code,
// as Node does with a script. `program` may be a coroutine, as with top-level await. Arguments that begin with
// --nodecpp- are the runtime's own and are removed from argv; an unknown one ends the program with code 9.
template <class F>
int run(int argc, char** argv, F program) {
  void (*again)() = nullptr;
  if constexpr (std::is_empty_v<F> && std::is_default_constructible_v<F>)
    again = [] {
      F same{};
      detail::callTopLevel(same);
    };
  return detail::runProgram(
      argc, argv, {[program = std::move(program)]() mutable { detail::callTopLevel(program); }, again});
}

}  // namespace nodecpp
