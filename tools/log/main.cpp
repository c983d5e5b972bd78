// nodecpp-log shows what a recording holds. See docs/log.md.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "commands.h"

using namespace nodecpp::logtool;

namespace {

constexpr const char* usage =
    "nodecpp-log: recordings that a Node.cpp program has made with --nodecpp-record=DIR\n"
    "\n"
    "  nodecpp-log show DIR [--json] [--worker NAME] [--from TURN] [--to TURN] [--secrets]\n"
    "      each record: what came in, what the program did\n"
    "  nodecpp-log requests DIR [--json] [--worker NAME]\n"
    "      the HTTP requests of its servers, by the numbers of --nodecpp-until=request:N\n"
    "  nodecpp-log view DIR [--port N] [--worker NAME] [--secrets]\n"
    "      a page with the recording's time line and requests, served to this machine alone\n"
    "  nodecpp-log keygen NAME\n"
    "      makes NAME.pub, to export to, and NAME.key, to import with\n"
    "  nodecpp-log export DIR --to PUBLICKEY [--secrets] > FILE\n"
    "      encrypts a recording, which may hold secrets\n"
    "  nodecpp-log import --key PRIVATEKEY FILE|FOLDER DIR\n"
    "      makes the folder DIR of an encrypted recording: an exported file, or a folder of --nodecpp-record-key\n"
    "\n"
    "Of header fields that carry credentials (authorization, cookie, set-cookie, …) the values are hidden, in what is\n"
    "exported, too: --secrets leaves them there.\n"
    "The exit code is 0, 1 for a recording or file that is damaged, 2 for a command that cannot be carried out.\n";

constexpr struct {
  const char* name;
  int (*run)(Arguments);
} commands[] = {{"show", showCommand},     {"requests", requestsCommand}, {"view", viewCommand},
                {"keygen", keygenCommand}, {"export", exportCommand},     {"import", importCommand}};

// Handles SIGBUS. The log is mapped into memory, and another process may truncate the file while it is read.
void onCut(int) {
  static constexpr char text[] = "nodecpp-log: the log was cut while it was read\n";
  [[maybe_unused]] ssize_t put = ::write(STDERR_FILENO, text, sizeof text - 1);
  ::_exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGBUS, onCut);
  std::vector<std::string> words(argv + 1, argv + argc);
  std::string name = words.empty() ? "" : words[0];
  if (name == "help" || name == "--help" || name == "-h") {
    std::fputs(usage, stdout);
    return 0;
  }
  try {
    if (name.empty()) throw UsageError("what to do is missing");
    for (const auto& command : commands)
      if (name == command.name) return command.run(Arguments({words.begin() + 1, words.end()}));
    throw UsageError("there is no command " + name);
  } catch (const UsageError& error) {
    std::fprintf(stderr, "nodecpp-log: %s\n(nodecpp-log --help tells what there is)\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nodecpp-log: %s\n", error.what());
    return 1;
  }
}
