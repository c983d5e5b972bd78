// The runtime's own options: --nodecpp-… of any program, and NODECPP_OPTIONS.
#include "process/state.h"

namespace nodecpp::detail {

namespace {

constexpr const char* helpText =
    "Options of the Node.cpp runtime, on the command line of any program or in NODECPP_OPTIONS.\n"
    "The program does not see them; what follows -- is the program's own.\n"
    "\n"
    "  --nodecpp-help                    print this\n"
    "  --nodecpp-version                 print the version of Node.cpp\n"
    "  --nodecpp-no-deprecation          print no warnings of deprecation\n"
    "  --nodecpp-dns-result-order=ORDER  of dns::lookup: verbatim, ipv4first or ipv6first\n";

constexpr const char* orderOption = "--nodecpp-dns-result-order=";

void apply(const String& option, RuntimeOptions& options, const String& program, const char* where) {
  options.taken.push_back(option);
  if (options.ends) return;
  if (option == "--nodecpp-version") {
    options = {.ends = true, .message = str(process::version) + "\n"};
  } else if (option == "--nodecpp-help") {
    options = {.ends = true, .message = helpText};
  } else if (option == "--nodecpp-no-deprecation") {
    options.noDeprecation = true;
  } else if (option == str(orderOption) + "verbatim" || option == str(orderOption) + "ipv4first" ||
             option == str(orderOption) + "ipv6first") {
    options.dnsResultOrder = option.slice(std::string_view(orderOption).size());
  } else {
    options = {.ends = true,
               .code = 9,
               .fd = 2,
               .message = program + ": bad option: " + option + where + "\n" + "--nodecpp-help tells what there is.\n"};
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
    theirs = theirs || argument == "--";
    if (i > 0 && !theirs && argument.startsWith("--nodecpp-"))
      apply(argument, options, program, "");
    else
      argv[kept++] = argv[i];
  }
  if (kept < argc) argv[kept] = nullptr;
  argc = kept;
  return options;
}

}  // namespace nodecpp::detail
