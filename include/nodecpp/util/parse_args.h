// util.parseArgs, which reads the arguments of a command line.
// https://nodejs.org/docs/latest-v24.x/api/util.html#utilparseargsconfig
//
//   auto [values, positionals, tokens] = util::parseArgs({.options = {{"port", {.type = "string", .short_ = "p"}}}});
//   if (values["port"]) …
#pragma once

#include <nodecpp/var.h>

namespace nodecpp::util {

// What the command line may say for one option, in the order of Node's page. `short` and `default` are keywords of C++.
struct ParseArgsOption {
  String type{};           // "boolean" or "string"
  bool multiple = false;   // the option may be given several times, and its value is an array
  var short_ = undefined;  // the letter of its short form, a string
  // The value when the option is not given: a string or a boolean, an array of them when `multiple` is true.
  var default_ = undefined;
};

// The entry of an option in the list of options: its long name, and what may be given.
struct ParseArgsEntry {
  String name;
  ParseArgsOption option{};
};

// The argument of parseArgs, in the order of Node's page.
struct ParseArgsConfig {
  Array<String> args = Array<String>::undefined();  // those of the process from process::argv[2] on when undefined
  Array<ParseArgsEntry> options{};
  bool strict = true;                // an unknown argument and a value of the wrong type are errors
  var allowPositionals = undefined;  // a boolean; by default the opposite of `strict`
  bool allowNegative = false;        // --no-NAME sets a boolean option to false
  bool tokens = false;               // the result contains the tokens
};

// The values of the options, by their long names: a string, a boolean, or an array of them; undefined for an option
// that is neither given nor has a default.
class ParseArgsValues : public var {
 public:
  ParseArgsValues() : var(var::object()) {}
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("[Object: null prototype]");
    for (const auto& [key, value] : entries()) out.property(key, value);
  }
};

// What parseArgs has found at one place of the arguments.
struct ParseArgsToken {
  String kind;                  // "option", "positional" or "option-terminator"
  String name{};                // the long name, of an option
  String rawName{};             // how an option was written: "-f" or "--foo"
  int index = 0;                // the index of the argument in `args`
  var value = undefined;        // a string; undefined for an option without a value
  var inlineValue = undefined;  // whether the value stood in the same argument; undefined without a value

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("kind", kind);
    if (kind == "option") out.property("name", name).property("rawName", rawName);
    out.property("index", index);
    if (kind != "option-terminator") out.property("value", value);
    if (kind == "option") out.property("inlineValue", inlineValue);
  }
};

struct ParsedArgs {
  ParseArgsValues values{};
  Array<String> positionals{};
  Array<ParseArgsToken> tokens = Array<ParseArgsToken>::undefined();  // undefined unless the config asks for them

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("values", values).property("positionals", positionals);
    if (!tokens.isUndefined()) out.property("tokens", tokens);
  }
};

// Reads arguments by POSIX's and GNU's conventions: -f, -f VALUE, -fVALUE, -abc, --foo, --foo VALUE, --foo=VALUE and
// --. Throws ERR_PARSE_ARGS_UNKNOWN_OPTION, ERR_PARSE_ARGS_INVALID_OPTION_VALUE and
// ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL, and for a wrong description of an option ERR_INVALID_ARG_TYPE and
// ERR_INVALID_ARG_VALUE.
ParsedArgs parseArgs(const ParseArgsConfig& config = {});

}  // namespace nodecpp::util
