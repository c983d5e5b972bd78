#include "replay_run.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "build_id.h"
#include "commands.h"

namespace nodecpp::logtool {

namespace {

constexpr std::chrono::minutes mostTime{2};
constexpr rlim_t mostOutput = rlim_t(4) << 30;
constexpr std::size_t mostWords = 4096;  // the number of bytes of the program's error output that are kept

std::string endOf(const std::string& path) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  off_t size = file.get() < 0 ? 0 : ::lseek(file.get(), 0, SEEK_END);
  std::string text(mostWords, '\0');
  ssize_t got =
      size <= 0 ? 0 : ::pread(file.get(), text.data(), text.size(), std::max<off_t>(0, size - off_t(mostWords)));
  text.resize(std::size_t(std::max<ssize_t>(0, got)));
  return text;
}

}  // namespace

ReplayRun::~ReplayRun() { end(); }

void ReplayRun::end() {
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    ::waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  clear();
}

std::string ReplayRun::cannot() const {
  if (program_.empty() || program_[0] != '/') return "the recording does not name its program";
  if (buildId_.empty()) return "the program of the recording has no build-id to know it by";
  std::string why, id = buildIdOf(program_, why);
  if (id.empty()) return "the program of the recording is not here: " + why;
  if (id != buildId_)
    return program_ + " is another build now: the recording was made by build-id " + buildId_ + ", this is " + id;
  return {};
}

bool ReplayRun::start() {
  if (state_ != State::none) return true;
  message_ = cannot();
  if (!message_.empty()) return false;
  const char* where = std::getenv("TMPDIR");
  directory_ = std::string(where && *where ? where : "/tmp") + "/nodecpp-log-XXXXXX";
  if (!::mkdtemp(directory_.data())) {
    message_ = "cannot make a folder " + directory_ + ": " + std::strerror(errno);
    directory_.clear();
    return false;
  }
  std::string replay = "--nodecpp-replay=" + folder_, output = "--nodecpp-replay-output=" + directory_ + "/output";
  char* arguments[] = {program_.data(), replay.data(), output.data(), nullptr};
  // The replayed program does not get NODECPP_OPTIONS, because those options were meant for nodecpp-log itself.
  std::vector<char*> variables;
  for (char** at = environ; *at; ++at)
    if (!std::string_view(*at).starts_with("NODECPP_OPTIONS=")) variables.push_back(*at);
  variables.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&files, 2, (directory_ + "/words").c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t all, nothing;
  sigfillset(&all);
  sigemptyset(&nothing);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &nothing);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  int error = ::posix_spawn(&child_, program_.c_str(), &files, &attributes, arguments, variables.data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error) {
    child_ = 0;
    message_ = "cannot run " + program_ + ": " + std::strerror(error);
    clear();
    return false;
  }
  rlimit size{mostOutput, mostOutput}, core{0, 0};
  ::prlimit(child_, RLIMIT_FSIZE, &size, nullptr);
  ::prlimit(child_, RLIMIT_CORE, &core, nullptr);
  started_ = std::chrono::steady_clock::now();
  state_ = State::running;
  return true;
}

void ReplayRun::look() {
  if (state_ != State::running) return;
  int status = 0;
  pid_t found = ::waitpid(child_, &status, WNOHANG | WUNTRACED);
  if (found == 0 || (found > 0 && WIFSTOPPED(status))) {
    bool stopped = found > 0;
    if (!stopped && std::chrono::steady_clock::now() - started_ < mostTime) return;
    tooLong_ = !stopped;
    ::kill(child_, SIGKILL);
    ::waitpid(child_, &status, 0);
  }
  child_ = 0;
  finish(status);
}

void ReplayRun::finish(int status) {
  state_ = State::over;
  std::string words = endOf(directory_ + "/words");
  if (tooLong_)
    message_ = "the replay was ended after two minutes: what it has sent by then is here";
  else if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    message_ = "";
  else if (WIFEXITED(status))
    message_ = "the replay ended with code " + std::to_string(WEXITSTATUS(status)) + ": " + words;
  else
    message_ = "the replay ended by signal " + std::to_string(WTERMSIG(status)) + ": " + words;
  output_ = std::make_unique<File>(::open((directory_ + "/output").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  if (output_->get() >= 0) index();
  clear();
}

// Reads the file that Replayer::output has written. Its last entry may be incomplete.
void ReplayRun::index() {
  struct stat status{};
  if (::fstat(output_->get(), &status) != 0) return;
  constexpr std::size_t head = 20;
  char entry[head];
  for (std::uint64_t at = 0; ::pread(output_->get(), entry, head, off_t(at)) == ssize_t(head);) {
    std::uint64_t operation;
    std::uint32_t size;
    std::memcpy(&operation, entry, sizeof operation);
    std::memcpy(&size, entry + 16, sizeof size);
    if (at + head + size > std::uint64_t(status.st_size)) break;
    places_[operation] = {at + head, size};
    at += head + size;
  }
}

// Removes the files, because they may hold secrets. The output stays readable through its open descriptor.
void ReplayRun::clear() {
  if (directory_.empty()) return;
  for (const char* name : {"/output", "/words"}) ::unlink((directory_ + name).c_str());
  ::rmdir(directory_.c_str());
  directory_.clear();
}

bool ReplayRun::output(std::uint64_t operation, std::size_t most, std::string& bytes) const {
  auto found = places_.find(operation);
  if (found == places_.end()) return false;
  bytes.resize(std::min<std::size_t>(found->second.size, most));
  return ::pread(output_->get(), bytes.data(), bytes.size(), off_t(found->second.offset)) == ssize_t(bytes.size());
}

}  // namespace nodecpp::logtool
