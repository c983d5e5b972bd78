#include "os/session/session.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/linux/environment_variables.h"
#include "os/posix/stack_guard.h"
#include "os/replay/replay_guard.h"
#include "os/session/flight_recorder.h"
#include "os/session/processor.h"
#include "os/session/recorded_port.h"
#include "os/trace/manifest.h"

namespace nodecpp::os {

namespace {

// Replaces %p by the process id and %t by the start time in seconds since 1970, so that a program that is started again
// and again gets a new folder each time.
std::string expanded(const std::string& folder, Port& port) {
  std::string path;
  for (std::size_t i = 0; i < folder.size(); ++i) {
    if (folder[i] != '%' || i + 1 == folder.size())
      path += folder[i];
    else if (char what = folder[++i]; what == 'p')
      path += std::to_string(port.process.pid());
    else if (what == 't')
      path += std::to_string(std::int64_t(port.clock.wallClock() / 1000));
    else
      path += what == '%' ? std::string("%") : std::string("%") + what;
  }
  return path;
}

record::Texts limits() {
  static constexpr struct {
    int resource;
    const char* name;
  } all[] = {{RLIMIT_NOFILE, "nofile"}, {RLIMIT_STACK, "stack"}, {RLIMIT_AS, "as"},
             {RLIMIT_DATA, "data"},     {RLIMIT_CORE, "core"},   {RLIMIT_FSIZE, "fsize"}};
  record::Texts found;
  for (const auto& [resource, name] : all) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) == 0)
      found.emplace_back(name, limit.rlim_cur == RLIM_INFINITY ? "unlimited" : std::to_string(limit.rlim_cur));
  }
  return found;
}

// Sets the parts of a Start that differ between any two starts: the clocks and the seed of random numbers.
void renewProcessValues(replay::Start& start, Port& port) {
  start.time = port.clock.hrtime();
  start.wall = std::int64_t(port.clock.wallClock());
  start.seed.resize(sizeof(record::ChaChaRandom::Seed));
  port.process.random(start.seed.data(), start.seed.size());
  NODECPP_ASSERT(start.seed.size() == 32 && start.time > 0, start.seed.size(), start.time);
}

record::VariableRules rulesOf(const SessionSpec& spec) {
  return {.all = spec.flight != 0, .keys = spec.privateKeys, .shown = spec.shown, .redacted = spec.redacted};
}

replay::Start startOf(Port& port, const SessionSpec& spec, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& options) {
  replay::Start start;
  renewProcessValues(start, port);
  record::VariableRules rules = rulesOf(spec);
  // A log that leaves the process's memory has marks in place of private keys, unless the user wants them.
  auto shown = [&](std::string_view text) {
    std::string room;
    return std::string(rules.all || rules.keys ? text : record::masked(text, room));
  };
  for (const std::string& argument : arguments) start.arguments.push_back(shown(argument));
  start.options = options;
  start.limits = limits();
  for (const auto& [name, value] : processEnvironment())
    if (rules.shows({name.data(), name.size()}))
      start.variables.emplace_back(std::string(name.data(), name.size()), shown({value.data(), value.size()}));
  start.redacted = spec.redacted;
  start.processor = record::processor();
  return start;
}

// Returns the name of this process's log. A worker of a cluster has its number in the environment, and its primary has
// created the folder before.
std::string nameIn(const std::string& folder) {
  const char* id = std::getenv("NODE_UNIQUE_ID");
  std::string_view number = id ? id : "";
  bool isNumber = !number.empty() && number.size() < 10 && number.find_first_not_of("0123456789") == number.npos;
  std::error_code ignored;
  return isNumber && std::filesystem::exists(folder + "/" + record::manifestName, ignored)
             ? "cluster-" + std::string(number)
             : "main";
}

// What a developer types to replay the log `name` in `folder`. A failed assertion prints it.
std::string replayCommand(const replay::Start& start, const std::string& folder, const std::string& name) {
  NODECPP_ASSERT(!start.arguments.empty() && !name.empty());
  std::string command = start.arguments[0] + " --nodecpp-replay=" + folder;
  if (name != "main") command += " --nodecpp-replay-worker=" + name;
  return command;
}

class Recording final : public Session {
 public:
  Recording(const std::string& folder, const std::string& name, std::unique_ptr<record::FileLog> log,
            const replay::Start& start, const record::VariableRules& rules, const record::LogOptions& options)
      : log_(std::move(log)), port_(linuxPort(), *log_, start) {
    port_.variableRules = rules;
    // This function is called on other threads, so it captures only values.
    port_.threadLog = [folder, of = name, start, options](const std::string& thread, Port& port, std::string& error) {
      std::string log = of == "main" ? thread : of + "-" + thread;
      RecordedPort::ThreadLog made{record::FileLog::create(folder, log, error, options), start};
      renewProcessValues(made.start, port);
      if (made.log) {
        std::string why = record::addToManifest(
            made.log->folder(),
            {.log = log, .kind = "thread", .of = of, .pid = linuxPort().process.pid(), .started = made.start.wall});
        if (!why.empty()) linuxPort().process.writeStandard(2, "(nodecpp) " + why + "\n");
      }
      return made;
    };
    port_.betweenTurns = [this] { openLog(); };
    port_.beforeExit = [this](bool) { log_->close(); };
  }
  Port& port() override { return port_; }
  int ended(int code) override {
    port_.ended(code);
    log_->close();
    return code;
  }

 private:
  // The program goes on when its log cannot be written. The user is told once.
  void openLog() {
    if (log_->stopped().empty() || std::exchange(reported_, true)) return;
    linuxPort().process.writeStandard(2, "(nodecpp) the recording has stopped: " + log_->stopped() + "\n");
  }

  std::unique_ptr<record::FileLog> log_;
  RecordedPort port_;
  bool reported_ = false;
};

class FlightRecording final : public Session {
 public:
  FlightRecording(std::unique_ptr<record::RingLog> ring, record::AtCrash atCrash, record::SnapshotLimits bounds,
                  const replay::Start& start)
      : ring_(std::move(ring)), flight_(*ring_, atCrash, bounds), port_(linuxPort(), *ring_, start) {
    // The flight recorder's ring is in the program's own memory, so it may have all values.
    port_.variableRules.all = true;
    flight_.handleStopRequests();
    port_.jobGate = &gate_;
    port_.signalReleased = [this] { flight_.handleStopRequests(); };
    port_.betweenTurns = [this] {
      if (ring_->broken() && !std::exchange(reported_, true))
        replay::show(2,
                     "(nodecpp) the flight recorder had no room for a turn, or jobs kept it from a snapshot: until the "
                     "next one a crash cannot be replayed\n");
      if (!begun_ || ring_->wantsNext()) snapshot();
    };
    port_.beforeExit = [this](bool failed) {
      if (!failed) end();
    };
  }
  Port& port() override { return port_; }
  int ended(int code) override {
    code = port_.ended(code);
    end();
    return code;
  }

 private:
  void snapshot() {
    // A job that is half done cannot be repeated, so there must be no running job. If there is one, a later turn may
    // find none. The next try waits 42 ms, so that a job that never ends does not cost this time in each turn.
    auto now = std::chrono::steady_clock::now();
    if (now < nextTry_) return;
    std::unique_lock gate(gate_, std::chrono::milliseconds(2));
    if (!gate) return void(nextTry_ = now + std::chrono::milliseconds(42));
    begun_ = true;
    if (!flight_.snapshot()) return;
    // The lock belongs to a thread that does not exist in this copy of the process. Here jobs run on the loop's thread.
    gate.release();
    port_.jobGate = nullptr;
    std::string why = replayer_.open(ring_->since(flight_.half()), ring_->turn);
    if (!why.empty()) replay::Replayer::refuse(why);
    bool core = flight_.atCrash() == record::AtCrash::core;
    rlimit limit{};
    if (core && ::getrlimit(RLIMIT_CORE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      ::setrlimit(RLIMIT_CORE, &limit);
    }
    replayer_.atFailure = core ? failedForCore : failedForDebugger;
    replayer_.atEnd = core ? endForCore : ring_->shared().gap ? endInGap : endForDebugger;
    replay::installGuardInCopy(replayer_, core ? replay::AfterCrash::happens : replay::AfterCrash::stops);
    port_.replayFrom(replayer_);
  }
  void end() {
    flight_.end();
    replay::show(2, flight_.report());
  }
  static void failedForDebugger(replay::Replayer& replayer) {
    replayer.atEnd = nullptr;
    replayer.stopHere("the error that ends the program does");
  }
  static void failedForCore(replay::Replayer&) { std::abort(); }
  static void endForDebugger(replay::Replayer& replayer) { replayer.stopHere("the end: the program was killed here"); }
  static void endInGap(replay::Replayer& replayer) {
    replayer.stopHere("what the flight recorder had no room for, and the crash");
  }
  static void endForCore(replay::Replayer&) { std::abort(); }

  std::unique_ptr<record::RingLog> ring_;
  record::Flight flight_;
  RecordedPort port_;
  std::shared_timed_mutex gate_;
  replay::Replayer replayer_;
  std::chrono::steady_clock::time_point nextTry_;
  bool begun_ = false;
  bool reported_ = false;
};

class Replay final : public Session {
 public:
  explicit Replay(std::unique_ptr<replay::Replayer> replayer) : replayer_(std::move(replayer)), port_(*replayer_) {
    replay::installGuard(*replayer_);
  }
  Port& port() override { return port_; }
  int ended(int code) override { return port_.ended(code); }

 private:
  std::unique_ptr<replay::Replayer> replayer_;
  RecordedPort port_;
};

}  // namespace

std::unique_ptr<Session> Session::open(const SessionSpec& spec, std::vector<std::string>& arguments,
                                       std::vector<std::string>& options, std::string& error) {
  guardStack();  // A replay must get the same RangeError for a stack overflow as the program did.
  if (spec.flight != 0) {
    auto ring = record::RingLog::create(spec.flight);
    if (!ring) return error = "no memory for a flight recorder of that size", nullptr;
    return std::make_unique<FlightRecording>(std::move(ring),
                                             spec.flightCore ? record::AtCrash::core : record::AtCrash::stop,
                                             record::SnapshotLimits{spec.maxSnapshots, spec.maxSnapshotMemory},
                                             startOf(linuxPort(), spec, arguments, options));
  }
  if (spec.replay.empty()) {
    std::string folder = std::filesystem::absolute(expanded(spec.record, linuxPort())).string();
    std::string name = nameIn(folder);
    record::LogOptions keeping{.limit = spec.recordLimit, .key = spec.recordKey};
    auto log = record::FileLog::create(folder, name, error, keeping);
    if (!log) return nullptr;
    // Workers of a cluster are started with the same options, so they record into the same folder.
    for (std::string& option : options)
      if (option.starts_with("--nodecpp-record=")) option = "--nodecpp-record=" + folder;
    replay::Start start = startOf(linuxPort(), spec, arguments, options);
    error = record::addToManifest(log->folder(), {.log = name,
                                                  .kind = name == "main" ? "process" : "cluster worker",
                                                  .of = name == "main" ? "" : "main",
                                                  .pid = linuxPort().process.pid(),
                                                  .started = start.wall});
    if (!error.empty()) return nullptr;
    detail::setReplayCommand(replayCommand(start, folder, name).c_str());
    return std::make_unique<Recording>(folder, name, std::move(log), start, rulesOf(spec), keeping);
  }
  auto replayer = std::make_unique<replay::Replayer>();
  replayer->untilTurn = spec.untilTurn;
  replayer->untilRequest = spec.untilRequest;
  std::string why = replayer->open(spec.replay, spec.worker.empty() ? "main" : spec.worker);
  if (!why.empty()) replay::Replayer::refuse(why);
  if (!spec.output.empty()) why = replayer->openOutput(spec.output);
  if (!why.empty()) replay::Replayer::refuse(why);
  const replay::Start& start = replayer->start();
  if (start.arguments.empty()) replay::Replayer::refuse("the log's start is malformed: it names no program");
  replay::show(2, replayer->otherProcessor(record::processor()));
  // The C library and others read the environment directly and must find that of the recorded program. A variable that
  // is recorded later is set when the replay gets there.
  ::clearenv();
  for (const auto& [name, value] : start.variables) {
    std::string_view text = value;
    setVariable(name, &text);
  }
  arguments = start.arguments;
  options = start.options;
  return std::make_unique<Replay>(std::move(replayer));
}

}  // namespace nodecpp::os
