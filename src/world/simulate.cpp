// --nodecpp-sim: runs an unchanged program in a simulated world, with clients if it is a server. See
// docs/simulation.md.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "world/simulate.h"
#include "base/assertion.h"
#include "process/process_state.h"
#include "world/clients.h"
#include "world/simulated_program.h"

namespace nodecpp::sim {

namespace {

using Kind = os::Finding::Kind;

constexpr int badOption = 9;   // Node's exit code for an invalid option.
constexpr int foundSome = 90;  // The exit code when the simulator has found something; Node gives no program this code.
constexpr int firstEphemeral = 49152;
constexpr int readOnly = 0;  // The value of O_RDONLY.

std::string text(const String& string) { return {string.data(), string.size()}; }

// Reads a real file completely. Returns false if it cannot be read.
bool readAll(os::Files& files, int fd, std::string& bytes) {
  char part[65536];
  os::Space space{part, sizeof part};
  std::int64_t got = 0;
  while ((got = files.read(fd, &space, 1, -1)) > 0) bytes.append(part, std::size_t(got));
  return got == 0;
}

os::NetworkOptions optionsFor(std::uint64_t seed, const ClientScript& script) {
  os::NetworkOptions options;
  options.seed = seed;
  options.faults = script.faultsOf(seed);
  options.watched = true;
  options.bounds = script.bounds;
  for (const auto& [name, address] : script.names) {
    bool ipv6 = address.find(':') != std::string::npos;
    os::Address known{ipv6 ? os::Address::Family::ipv6 : os::Address::Family::ipv4, address, 0};
    options.names[name].push_back(known);
    options.addresses.push_back(known);
  }
  return options;
}

class Simulation {
 public:
  Simulation(os::Port& real, std::uint64_t seed, ClientScript script, bool withClients)
      : real_(real),
        seed_(seed),
        script_(std::move(script)),
        withClients_(withClients),
        world_(optionsFor(seed, script_)) {}

  void begin(int argc, char** argv, const detail::RuntimeOptions& options, detail::ProgramEntry entry) {
    std::string path = argc > 0 ? argv[0] : "program";
    std::string directory = text(real_.process.currentDirectory());
    os::SimProgram identity{.name = path.substr(path.rfind('/') + 1), .directory = directory};
    for (const auto& [name, value] : real_.process.environment())
      if (name != "NODECPP_OPTIONS") identity.environment.emplace_back(name, value);
    // Only a file is read as standard input: a terminal or a pipe may give other bytes in each run.
    if (real_.process.standardKind(0) == os::StandardKind::file) readAll(real_.files, 0, identity.input);
    world_.network().disk.showReal(real_.files, directory, std::uint32_t(real_.process.effectiveUserId()), simulatedUser);
    servers_ = startServers(world_.network(), script_.servers);

    std::vector<String> arguments;
    for (const String& option : options.taken)
      if (!option.startsWith("--nodecpp-sim")) arguments.push_back(option);
    arguments.insert(arguments.end(), argv + std::min(argc, 1), argv + argc);
    Main runs = [entry = std::move(entry)](int count, char** words) {
      detail::ProgramEntry taken = entry;
      Program::takesOver(count, words, taken);
      return 0;
    };
    program_ = &world_.spawn(std::move(identity), std::move(runs), std::move(arguments));
    program_->port().showOn(real_);
  }

  // Runs the simulation and returns the exit code of the process.
  int run() {
    runProgram();
    std::string ended = program_->running()         ? "stopped by the simulator"
                        : program_->endedBySignal() ? fmt::format("ended by signal {}", program_->endedBySignal())
                                                    : fmt::format("ended with code {}", program_->exitCode());
    const os::Finding finding = world_.network().finding();
    say(fmt::format("the program {} after {:.3f} s of virtual time; faults: {}", ended, world_.now() / 1000,
                    world_.network().options.faults.text()));
    if (clients_) {
      const Clients::Count& count = clients_->count();
      say(fmt::format("{} requests answered, {} failed, {} abandoned", count.answered, count.failed, count.abandoned));
    }
    if (finding) say(fmt::format("found: {}: {}", finding.name(), finding.text));
    if (finding.kind == Kind::lostWakeUp) {
      std::vector<std::string> ends = world_.network().openEnds();
      for (std::size_t i = 0; i < std::min<std::size_t>(ends.size(), 16); ++i) say("open: " + ends[i]);
    }
    os::WatchedPort& watched = *program_->watched();
    say(fmt::format("seed {}, {} turns, {} operations, digest {:016x}", seed_, watched.turnsTaken(),
                    watched.digest().operations(), watched.digest().sum()));
    if (finding) return foundSome;
    // A program that ended by the SIGTERM that the simulator sent has ended as it should.
    bool asTold = reported_ != 0 && program_->endedBySignal() == reported_;
    return program_->running() || asTold ? 0 : program_->exitCode();
  }

 private:
  static constexpr std::uint32_t simulatedUser = 1000;

  void say(const std::string& line) { real_.process.writeStandard(2, "simulation: " + line + "\n"); }
  bool over() const { return !program_->running(); }
  std::uint64_t operations() const { return program_->watched()->digest().operations(); }

  void runProgram() {
    NODECPP_ASSERT(program_ && program_->watched() && !clients_);
    int port = 0;
    world_.run(script_.limit * 1000, [&] { return over() || (withClients_ && (port = portForClients()) != 0); });
    if (over() || world_.network().finding()) return;
    if (port == 0) return endOfProgram();
    clients_ =
        std::make_unique<Clients>(world_.network(), script_, port, [this] { program_->watched()->progressed(); });
    clients_->begin();
    world_.run([&] { return over() || clients_->isOverOrStuck(); });
    if (over() || world_.network().finding()) return endClients();
    if (!clients_->over() && isStuck()) return;
    program_->signal(reported_ = detail::signalNumber("SIGTERM"));
    if (world_.run(script_.patience * 1000, [&] { return over(); }) || world_.network().finding()) return;
    found(Kind::lostWakeUp,
          fmt::format("no client is left, and it does not end at SIGTERM in {:.0f} s", script_.patience));
  }

  // Returns the port that clients connect to, or 0 while it is not listened on.
  int portForClients() {
    for (int port : world_.network().listening()) {
      bool ours = std::ranges::any_of(script_.servers, [&](const auto& server) { return server.port == port; });
      if (script_.port ? port == script_.port : port < firstEphemeral && !ours) return port;
    }
    return 0;
  }

  // A program without clients has nothing more to do, or has reached its time limit.
  void endOfProgram() {
    if (world_.idle())
      found(Kind::lostWakeUp, "the program waits, and there is nothing that will happen");
    else
      say(fmt::format("nobody has connected, and it still runs after {:.0f} s", script_.limit));
  }

  // Called when clients have waited longer than their patience. Waits as long again and decides whether the program
  // does nothing (lost wake-up) or repeats something (endless retry). Returns false when the answers have come after
  // all.
  bool isStuck() {
    std::uint64_t before = operations();
    NODECPP_ASSERT(clients_ && !over());
    world_.run(script_.patience * 1000, [&] { return over() || clients_->over(); });
    if (over() || world_.network().finding() || clients_->over()) return !clients_->over();
    NODECPP_ASSERT(operations() >= before, operations(), before);
    std::uint64_t done = operations() - before;
    std::vector<std::string> waiting = clients_->waiting();
    std::string who = waiting.empty() ? "a client waits" : waiting.front();
    if (waiting.size() > 1) who += fmt::format(", and {} more wait", waiting.size() - 1);
    if (done >= manyOperations)
      found(Kind::endlessRetry,
            fmt::format("{}, while the program did {} operations in {:.0f} s", who, done, script_.patience));
    else
      found(Kind::lostWakeUp, fmt::format("{}, and nothing is done about it", who));
    return true;
  }

  // The program has ended. Lets the clients that still wait see it.
  void endClients() {
    NODECPP_ASSERT(clients_);
    clients_->stop();
    world_.run(1000, [&] { return clients_->over(); });
  }

  void found(Kind kind, std::string what) { world_.network().report(kind, std::move(what)); }

  // The number of operations during a client's patience that the runtime's own timers alone do not reach.
  static constexpr std::uint64_t manyOperations = 20;

  os::Port& real_;
  std::uint64_t seed_;
  ClientScript script_;
  bool withClients_;
  World world_;
  std::shared_ptr<void> servers_;
  std::unique_ptr<Clients> clients_;
  Program* program_ = nullptr;
  int reported_ = 0;
};

}  // namespace

int simulate(os::Port& real, int argc, char** argv, const detail::RuntimeOptions& options, detail::ProgramEntry entry) {
  if (options.session.any()) {
    real.process.writeStandard(2, "simulation: it is neither recorded nor replayed: its seed repeats it\n");
    return badOption;
  }
  std::uint64_t seed = 0;
  std::from_chars(options.simulation.data(), options.simulation.data() + options.simulation.size(), seed);
  ClientScript script;
  std::string name = text(options.simulationClients), source, wrong;
  bool withClients = name != "none";
  if (withClients && !name.empty()) {
    int fd = real.files.open(name, readOnly, 0);
    if (fd < 0 || !readAll(real.files, fd, source)) wrong = name + " cannot be read";
    if (fd >= 0) real.files.close(fd);
  }
  if (wrong.empty()) wrong = readScript(source, name, script);
  if (!wrong.empty()) {
    real.process.writeStandard(2, "simulation: " + wrong + "\n");
    return badOption;
  }
  Simulation simulation(real, seed, std::move(script), withClients);
  simulation.begin(argc, argv, options, std::move(entry));
  return simulation.run();
}

}  // namespace nodecpp::sim
