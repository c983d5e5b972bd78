#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"

#include "world/simulated_program.h"

namespace nodecpp::sim {

namespace {
// The program whose main function runs now.
struct Beginning {
  Program* program = nullptr;
};
constinit detail::LoopLocal<Beginning> beginning;

struct Current {
  explicit Current(detail::Loop& loop) : before(detail::Loop::setCurrent(&loop)) {}
  ~Current() { detail::Loop::setCurrent(before); }
  Current(const Current&) = delete;
  detail::Loop* before;
};
}  // namespace

std::unique_ptr<os::SimPort> Program::makePort(os::Network& network, os::SimProgram identity) {
  if (!network.faulty() && !network.options.watched) return std::make_unique<os::SimPort>(network, std::move(identity));
  auto port = std::make_unique<os::WatchedPort>(network, std::move(identity));
  watched_ = port.get();
  return port;
}

Program::Program(os::Network& network, os::SimProgram identity, Main main, std::vector<String> arguments)
    : name_(identity.name),
      port_(makePort(network, std::move(identity))),
      loop_(*port_),
      main_(std::move(main)),
      arguments_(std::move(arguments)) {}

Program::~Program() {
  if (state_ == State::running) end(128 + 9);
}

// Runs `f` as the program, which may end with ProgramExit at any point.
template <class F>
void Program::guarded(F&& f) {
  Current current(loop_);
  try {
    f();
  } catch (const detail::ProgramExit& exit) {
    end(exit.code);
  }
}

bool Program::due() {
  if (state_ != State::running) return state_ == State::waiting;
  return port_->killed() || port_->ready() || !loop_.alive() || nextTime() <= port_->network().now();
}

std::uint64_t Program::nextTime() {
  if (state_ != State::running) return state_ == State::waiting ? 0 : never;
  double deadline = loop_.nextDeadline();
  return deadline < 1e15 ? loop_.startTime() + std::uint64_t(deadline) * 1'000'000 : never;
}

bool Program::takesOver(int argc, char** argv, detail::ProgramEntry& entry) {
  Beginning* now = beginning.find();
  if (!now || !now->program) return false;
  now->program->entry_ = std::move(entry);
  now->program->argv_.assign(argv, argv + argc);
  return true;
}

// Calls the main function, whose call of run() hands the program over, and then starts the program as run() would start
// it on a real port.
void Program::begin() {
  NODECPP_ASSERT(state_ == State::waiting && main_, state_);
  std::vector<std::string> words{name_};
  for (const String& argument : arguments_) words.emplace_back(argument.data(), argument.size());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  beginning.of(loop_).program = this;
  int code = main_(int(words.size()), argv.data());
  beginning.of(loop_).program = nullptr;
  main_ = nullptr;

  argv.clear();
  for (std::string& word : argv_) argv.push_back(word.data());
  int argc = int(argv.size());
  argv.push_back(nullptr);
  state_ = State::running;
  if (!entry_.main) return end(code);  // The program's main function did not call run().
  detail::RuntimeOptions options = detail::takeRuntimeOptions(argc, argv.data(), port_->process.environment());
  if (options.ends) {
    port_->process.writeStandard(options.fd, options.message);
    return end(options.code);
  }
  detail::installProcess(loop_, argc, argv.data(), std::move(options));
  detail::ProcessState::of(loop_).again = entry_.again;
  loop_.updateNow();
  detail::beginProgram(loop_, entry_.main);
  runTimers();
}

void Program::runTimers() {
  loop_.updateNow();
  loop_.runTimers();
}

// One step of the program: its beginning, or one turn of its loop. When nothing keeps the loop alive, the program gets
// its beforeExit events and may go on; otherwise it ends.
void Program::step() {
  NODECPP_ASSERT(state_ != State::ended, exitCode_);
  if (port_->killed()) return end(128 + 9);
  guarded([this] {
    if (state_ == State::waiting) return begin();
    if (loop_.alive() || port_->ready()) loop_.turn(false);
    if (loop_.alive() || port_->ready()) return;
    if (!detail::programGoesOn(loop_)) return end(detail::endProgram(loop_));
    runTimers();
  });
}

void Program::inside(const std::function<void()>& f) {
  guarded([&] { loop_.makeCallback(f); });
}

// Ends the program: frees what waits in its loop, closes its sockets as a kernel would, and tells the parent of its
// process.
void Program::end(int code) {
  if (std::exchange(state_, State::ended) == State::ended) return;
  Current current(loop_);
  exitCode_ = code;
  if (watched_) watched_->ended(code);
  entry_.main = nullptr;
  loop_.end();
  if (loop_.processState) detail::removeProcess(loop_);
  port_->processEnds(code);
  port_->end();
  loop_.end();  // Frees what the port's jobs have released.
}

}  // namespace nodecpp::sim
