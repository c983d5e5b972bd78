#include "api/run.h"

#include <nodecpp/process.h>

#include "api/program.h"
#include "os/posix/stack_guard.h"
#include "world/simulated_program.h"
#include "world/world.h"

namespace api {

namespace {

constexpr int instructions = 400;
constexpr int mostSteps = 4000;  // steps of the world; the limit is needed because intervals never end
constexpr int killed = 9;

// The bits of the first byte, which choose how the world behaves.
enum : unsigned {
  keepsObjects = 1,    // callbacks keep objects
  hasFaults = 2,       // the simulated network and disk fail at times
  diesOfErrors = 4,    // the program has no listener for uncaughtException
  completes = 8,       // the port behaves like a completion-based back end
  isKilled = 16,       // the program is killed, so that it does not end together with its world
  isCutShort = 32,     // the program ends in the middle of its work
};

}  // namespace

void run(const std::uint8_t* bytes, std::size_t size) {
  if (size < 3) return;
  os::guardStack();  // endless recursion becomes a RangeError
  const unsigned how = bytes[0];
  os::NetworkOptions options;
  options.seed = bytes[1] * 256u + bytes[2];
  options.completion = how & completes;
  if (how & hasFaults) options.faults = os::Faults::fromSeed(options.seed);
  sim::World world(options);
  sim::Program& program = world.spawn("api", [=] {
    if (!(how & diesOfErrors)) {
      process::on(event::uncaughtException, [](Error, String) {});
      process::on(event::unhandledRejection, [](Error, Promise<>) {});
    }
    Program::begin(bytes + 3, size - 3, instructions, how & keepsObjects);
  });
  int left = how & isCutShort ? 20 + bytes[2] % 64 : mostSteps;
  world.run([&] { return --left < 0 || !program.running(); });
  if (!(how & isKilled)) return;
  program.signal(killed);
  left = 10;
  world.run([&] { return --left < 0 || !program.running(); });
}

}  // namespace api
