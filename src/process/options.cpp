// The runtime's own options: --nodecpp-… on the command line of any program, and in NODECPP_OPTIONS.
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/record/log_writer.h"
#include "process/process_state.h"

namespace nodecpp::detail {

namespace {

constexpr const char* helpText =
    "Options of the Node.cpp runtime, on the command line of any program or in NODECPP_OPTIONS.\n"
    "The program does not see them; what follows -- is the program's own.\n"
    "\n"
    "  --nodecpp-help                    print this\n"
    "  --nodecpp-version                 print the version of Node.cpp\n"
    "  --nodecpp-no-deprecation          print no warnings of deprecation\n"
    "  --nodecpp-trace-deprecation       print those with the lines of their stacks\n"
    "  --nodecpp-trace-warnings          print all warnings with them\n"
    "  --nodecpp-dns-result-order=ORDER  of dns::lookup: verbatim, ipv4first or ipv6first\n"
    "  --nodecpp-use-env-proxy           requests go through the proxies of HTTP_PROXY and HTTPS_PROXY, but for NO_PROXY\n"
    "  --nodecpp-census                  note who makes memory, for process::heapCensus() to tell what holds it\n"
    "  --nodecpp-census-signal=SIGNAL    the same, and write the census to nodecpp-census-PID.txt at this signal: SIGUSR2\n"
    "  --nodecpp-no-cycle-collection     do not free objects and functions that only hold each other\n"
    "  --nodecpp-max-memory=SIZE         the process ends with SIGABRT when it needs more memory (512M, 2G); as much as there is\n"
    "                                    by default\n"
    "  --nodecpp-pool-size=N             threads of pool::run; as many as processors by default\n"
    "  --nodecpp-pool-queue=N            calls of pool::run that may wait for a thread; 4096 by default\n"
    "\n"
    "  --nodecpp-record=DIR  record the run into the new folder DIR (%p: the process's number, %t: the time)\n"
    "  --nodecpp-record-limit=SIZE  keep the last SIZE bytes (64M, 1G) of each log, to be looked at; no replay begins there\n"
    "  --nodecpp-record-key=FILE    encrypt the recording while it is written, to a public key of nodecpp-log keygen\n"
    "  --nodecpp-record-private-keys  private keys and sessions of TLS stand in the recording, which then must be kept secret\n"
    "  --nodecpp-record-env=NAME,…     these variables stand in the recording, although the program does not read them\n"
    "  --nodecpp-record-redact=NAME,…  these do not, although it does; header fields of these names are hidden when shown\n"
    "  --nodecpp-replay=DIR  run what was recorded there again; exit code 0: identical, 3: different, 4: refused\n"
    "  --nodecpp-replay-worker=NAME  the replay is of one worker alone: worker-1 (a thread), cluster-1 (a process), …\n"
    "  --nodecpp-until=TURN  a replay stops before this turn, for a debugger; request:N: before this HTTP request\n"
    "  --nodecpp-replay-output=FILE  a replay also writes what the program sends to the new file FILE\n"
    "\n"
    "  --nodecpp-flight=SIZE  keep the last SIZE bytes (64M, 1G) of a recording in memory, to replay after a crash\n"
    "  --nodecpp-flight-core  after a crash, leave a core file in place of a process that waits for a debugger\n"
    "  --nodecpp-flight-kept=N            of N crashes at most a process waits; 3 by default\n"
    "  --nodecpp-flight-kept-memory=SIZE  with this much memory together; a quarter of the machine's by default\n"
    "\n"
    "  --nodecpp-sim=SEED          run in a simulated world, with the faults of that seed; 0 has none\n"
    "  --nodecpp-sim-clients=FILE  what clients do to the program there; none: there are no clients\n";

constexpr const char* orderOption = "--nodecpp-dns-result-order=";

[[noreturn]] void badValue(const String& why) { throw Error(why); }

std::uint64_t numberFrom(std::string_view text, std::uint64_t least = 1) {
  std::uint64_t number = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < least)
    badValue(least ? "a number from 1 is expected" : "a number is expected");
  return number;
}

// Returns a size in bytes, given for example as "64M" or "64m".
std::uint64_t sizeFrom(std::string_view text) {
  static constexpr std::string_view units = "KMGkmg";
  std::size_t unit = text.empty() ? units.npos : units.find(text.back());
  if (unit == units.npos) return numberFrom(text);
  std::uint64_t number = numberFrom(text.substr(0, text.size() - 1));
  int shift = 10 * (int(unit % 3) + 1);
  NODECPP_ASSERT(shift == 10 || shift == 20 || shift == 30, shift);
  if (number > (std::uint64_t(1) << 40) >> shift) badValue("at most 1024G");
  return number << shift;
}

// Splits an option "name=value". Returns false when the option has another name.
bool valueOf(const String& option, std::string_view name, std::string& value) {
  std::string_view text(option.data(), option.size());
  if (!text.starts_with(name) || text.size() <= name.size() || text[name.size()] != '=') return false;
  value = text.substr(name.size() + 1);
  if (value.empty()) badValue("a value is expected");
  return true;
}

void checkSession(const os::SessionSpec& session) {
  if (!session.record.empty() + !session.replay.empty() + (session.flight != 0) > 1)
    badValue("only one of recording, flight recording and replay is possible");
}

// Applies an option of recording or replay. Returns false for any other option.
bool applySession(const String& option, os::SessionSpec& session) {
  std::string value;
  if (valueOf(option, "--nodecpp-replay-output", session.output)) return true;
  if (valueOf(option, "--nodecpp-replay-worker", session.worker)) return true;
  if (valueOf(option, "--nodecpp-record-key", session.recordKey)) return true;
  if (valueOf(option, "--nodecpp-record-limit", value)) {
    session.recordLimit = sizeFrom(value);
    if (session.recordLimit < os::record::leastLimit) badValue("at least 1M");
    return true;
  }
  if (option == "--nodecpp-record-private-keys") return session.privateKeys = true;
  if (valueOf(option, "--nodecpp-record-env", value)) return session.shown = os::record::namesOf(value), true;
  if (valueOf(option, "--nodecpp-record-redact", value)) return session.redacted = os::record::namesOf(value), true;
  if (valueOf(option, "--nodecpp-record", session.record) || valueOf(option, "--nodecpp-replay", session.replay)) {
    checkSession(session);
    return true;
  }
  if (option == "--nodecpp-flight-core") return session.flightCore = true;
  if (valueOf(option, "--nodecpp-flight-kept", value)) return session.maxSnapshots = numberFrom(value), true;
  if (valueOf(option, "--nodecpp-flight-kept-memory", value)) return session.maxSnapshotMemory = sizeFrom(value), true;
  if (valueOf(option, "--nodecpp-flight", value)) {
    session.flight = sizeFrom(value);
    checkSession(session);
    return true;
  }
  if (!valueOf(option, "--nodecpp-until", value)) return false;
  std::string_view text = value;
  if (text.starts_with("request:"))
    session.untilRequest = numberFrom(text.substr(8));
  else
    session.untilTurn = numberFrom(text);
  return true;
}

// Applies an option of the census. Returns false for any other option.
bool applyCensus(const String& option, RuntimeOptions& options) {
  if (option == "--nodecpp-census") return options.census = true;
  std::string value;
  if (!valueOf(option, "--nodecpp-census-signal", value)) return false;
  options.censusSignal = value;
  const int number = signalNumber(options.censusSignal);
  NODECPP_ASSERT(number >= 0 && number < 32, number);
  constexpr int kill = 9, stop = 19;
  if (number == 0 || number == kill || number == stop) badValue("the name of a signal that can be caught is expected");
  return options.census = true;
}

// Applies an option of the pool. Returns false for any other option.
bool applyPool(const String& option, RuntimeOptions& options) {
  std::string value;
  bool size = valueOf(option, "--nodecpp-pool-size", value);
  if (!size && !valueOf(option, "--nodecpp-pool-queue", value)) return false;
  std::uint64_t number = numberFrom(value);
  if (size && number > 1024) badValue("at most 1024");
  (size ? options.poolSize : options.poolQueue) = number;
  return true;
}

bool applyMemory(const String& option, RuntimeOptions& options) {
  constexpr std::uint64_t least = 1 << 20;  // memory is counted in smaller steps
  std::string value;
  if (!valueOf(option, "--nodecpp-max-memory", value)) return false;
  options.maxMemory = sizeFrom(value);
  if (options.maxMemory < least) badValue("at least 1M");
  return true;
}

bool applySimulation(const String& option, RuntimeOptions& options) {
  std::string value;
  if (valueOf(option, "--nodecpp-sim-clients", value)) return options.simulationClients = value, true;
  if (!valueOf(option, "--nodecpp-sim", value)) return false;
  numberFrom(value, 0);
  options.simulation = value;
  return true;
}

void apply(const String& option, RuntimeOptions& options, const String& program, const char* where) {
  options.taken.push_back(option);
  // An earlier option ends the program, so this one is only removed from the command line.
  if (options.ends) return;
  if (option == "--nodecpp-version") {
    options = {.ends = true, .message = str(process::version) + "\n"};
  } else if (option == "--nodecpp-help") {
    options = {.ends = true, .message = helpText};
  } else if (option == "--nodecpp-no-deprecation") {
    options.noDeprecation = true;
  } else if (option == "--nodecpp-trace-deprecation") {
    options.traceDeprecation = true;
  } else if (option == "--nodecpp-trace-warnings") {
    options.traceWarnings = true;
  } else if (option == "--nodecpp-no-cycle-collection") {
    options.noCycleCollection = true;
  } else if (option == "--nodecpp-use-env-proxy") {
    options.useEnvProxy = true;
  } else if (option == str(orderOption) + "verbatim" || option == str(orderOption) + "ipv4first" ||
             option == str(orderOption) + "ipv6first") {
    options.dnsResultOrder = option.byteSlice(std::string_view(orderOption).size());
  } else {
    String why;
    try {
      if (applySession(option, options.session) || applySimulation(option, options) || applyPool(option, options) ||
          applyMemory(option, options) || applyCensus(option, options))
        return;
    } catch (const Error& error) {
      why = " (" + error->message + ")";
    }
    options = {
        .ends = true,
        .code = 9,
        .fd = 2,
        .message = program + ": bad option: " + option + where + why + "\n" + "--nodecpp-help tells what there is.\n"};
  }
}

}  // namespace

RuntimeOptions takeRuntimeOptions(int& argc, char** argv, const std::vector<std::pair<String, String>>& environment) {
  RuntimeOptions options;
  String program = argc > 0 ? String(argv[0]) : String("nodecpp");
  for (const auto& [name, value] : environment) {
    if (name != "NODECPP_OPTIONS") continue;
    for (const String& word : value.split(" "))
      if (!word.empty()) apply(word, options, program, " in NODECPP_OPTIONS");
  }
  int kept = 0;
  bool theirs = false;
  for (int i = 0; i < argc; ++i) {
    String argument(argv[i]);
    // All arguments after "--" belong to the program.
    theirs = theirs || argument == "--";
    if (i > 0 && !theirs && argument.startsWith("--nodecpp-"))
      apply(argument, options, program, "");
    else
      argv[kept++] = argv[i];
  }
  NODECPP_ASSERT(kept >= 0 && kept <= argc && (kept > 0) == (argc > 0), kept, argc);
  if (kept < argc) argv[kept] = nullptr;
  argc = kept;
  return options;
}

}  // namespace nodecpp::detail
