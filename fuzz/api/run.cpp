#include "api/run.h"

#include <nodecpp/process.h>

#include "api/program.h"
#include "os/posix/stack_guard.h"
#include "world/program.h"
#include "world/world.h"

namespace api {

namespace {

constexpr int instructions = 400;
constexpr int mostSteps = 4000;  // of the world: intervals go on for ever
constexpr int killed = 9;

// What the first byte says of the world.
enum : unsigned {
  keepsObjects = 1,    // callbacks keep objects
  hasFaults = 2,       // the network and the disk go wrong
  diesOfErrors = 4,    // nobody listens to uncaughtException
  completes = 8,       // the other manners of a back end
  isKilled = 16,       // the program is killed and does not end with its world
  isCutShort = 32,     // in the middle
};

}  // namespace

void run(const std::uint8_t* bytes, std::size_t size) {
  if (size < 3) return;
  os::guardStack();  // calls without end are a RangeError
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
