// util.parseArgs: the arguments become tokens, and the tokens become values. It is here because the process has the
// arguments.
#include <nodecpp/json.h>
#include <nodecpp/process/process_object.h>
#include <nodecpp/util.h>
#include <nodecpp/util/parse_args.h>

#include <deque>
#include <vector>

namespace nodecpp::util {

namespace {

using nodecpp::detail::codedError;
using nodecpp::detail::invalidArgType;
using nodecpp::detail::invalidArgValue;
using nodecpp::detail::receivedText;

void require(bool isRight, const var& value, const String& name, StringArg expected) {
  if (!isRight) throw invalidArgType(name, expected, receivedText(value));
}
bool isBoolean(const var& value) { return value.kind() == var::Kind::boolean; }

void validateDefault(const ParseArgsOption& option, const String& name) {
  const bool isText = option.type == "string";
  auto validate = [&](const var& value, const String& at) {
    require(isText ? value.isString() : isBoolean(value), value, at, isText ? "of type string" : "of type boolean");
  };
  const var& given = option.default_;
  if (!option.multiple) return validate(given, name);
  require(given.isArray(), given, name, "an instance of Array");
  for (std::ptrdiff_t i = 0; i < given.length(); ++i) validate(given[i], name + "[" + str(i) + "]");
}

void validate(const ParseArgsEntry& entry) {
  const String name = "options." + entry.name;
  const ParseArgsOption& option = entry.option;
  require(option.type == "string" || option.type == "boolean", option.type ? var(option.type) : var(undefined),
          name + ".type", "('string|boolean')");
  if (option.short_ != undefined) {
    require(option.short_.isString(), option.short_, name + ".short", "of type string");
    if (option.short_.length() != 1)
      throw invalidArgValue(name + ".short", inspect(option.short_), "must be a single character");
  }
  if (option.default_ != undefined) validateDefault(option, name + ".default");
}

class Parser {
 public:
  explicit Parser(const ParseArgsConfig& config) : config_(config) {
    const Array<String> args = config.args.isUndefined() ? process::argv.slice(2) : config.args;
    for (const String& arg : args) remaining_.push_back(arg);
    for (const ParseArgsEntry& entry : config.options) options_.push_back(entry);
    const var& allowed = config.allowPositionals;
    if (allowed != nullptr) require(isBoolean(allowed), allowed, "allowPositionals", "of type boolean");
    allowPositionals_ = allowed == nullptr ? !config.strict : bool(allowed);
    for (const ParseArgsEntry& entry : options_) validate(entry);
  }

  ParsedArgs parse() {
    while (!remaining_.empty()) {
      const String arg = remaining_.front();
      remaining_.pop_front();
      if (grouped_ > 0)
        --grouped_;
      else
        ++index_;
      take(arg);
    }
    for (ParseArgsToken& token : tokens_) use(token);
    for (const ParseArgsEntry& entry : options_) {
      const ParseArgsOption& option = *find(entry.name);
      if (option.default_ != undefined && entry.name != "__proto__" && !result_.values.has(entry.name))
        result_.values.set(entry.name, option.default_);
    }
    if (config_.tokens) {
      result_.tokens = {};
      for (ParseArgsToken& token : tokens_) result_.tokens.push(std::move(token));
    }
    return std::move(result_);
  }

 private:
  // Returns the option of this name, or null. When two entries have one name, the later one counts, as in an object.
  const ParseArgsOption* find(const String& name) const {
    const ParseArgsOption* found = nullptr;
    for (const ParseArgsEntry& entry : options_)
      if (entry.name == name) found = &entry.option;
    return found;
  }
  bool takesText(const String& name) const {
    const ParseArgsOption* option = find(name);
    return option && option->type == "string";
  }
  String longName(const String& letter) const {
    for (const ParseArgsEntry& entry : options_)
      if (entry.option.short_.isString() && entry.option.short_.text() == letter) return entry.name;
    return letter;
  }

  // Makes tokens of one argument, and of the next one when that is its value.
  void take(const String& arg) {
    const std::ptrdiff_t length = arg.length();
    const bool isLong = length > 2 && arg.startsWith("--");
    if (arg == "--") return terminate();
    if (length == 2 && arg[0] == "-" && arg[1] != "-") return option(longName(arg.charAt(1)), arg);
    if (length > 2 && arg[0] == "-" && !isLong) {
      const String letter = arg.charAt(1), name = longName(letter);
      if (!takesText(name)) return expand(arg);
      return optionWithValue(name, "-" + letter, arg.slice(2));
    }
    if (!isLong) return tokens_.push_back({.kind = "positional", .index = index_, .value = arg});
    const std::ptrdiff_t equals = arg.indexOf("=", 3);
    if (equals < 0) return option(arg.slice(2), arg);
    // As in Node, an `=` in the first place of the name ends it too, once there is a later one.
    const std::ptrdiff_t end = arg.indexOf("=");
    const String name = arg.slice(2, double(end));
    optionWithValue(name, "--" + name, arg.slice(double(end + 1)));
  }

  void terminate() {
    tokens_.push_back({.kind = "option-terminator", .index = index_});
    for (String& rest : remaining_) tokens_.push_back({.kind = "positional", .index = ++index_, .value = rest});
    remaining_.clear();
  }
  void option(const String& name, const String& rawName) {
    ParseArgsToken token{.kind = "option", .name = name, .rawName = rawName, .index = index_};
    if (takesText(name) && !remaining_.empty()) {
      token.value = remaining_.front();
      token.inlineValue = false;
      remaining_.pop_front();
      ++index_;
    }
    tokens_.push_back(std::move(token));
  }
  void optionWithValue(const String& name, const String& rawName, const String& value) {
    tokens_.push_back(
        {.kind = "option", .name = name, .rawName = rawName, .index = index_, .value = value, .inlineValue = true});
  }
  // Replaces -abfFILE by -a -b -fFILE, which all have the index of this argument.
  void expand(const String& arg) {
    std::deque<String> expanded;
    const std::ptrdiff_t length = arg.length();
    for (std::ptrdiff_t i = 1; i < length; ++i) {
      const String letter = arg.charAt(double(i));
      const bool isLast = i == length - 1 || takesText(longName(letter));
      expanded.push_back("-" + (isLast ? arg.slice(double(i)) : letter));
      if (isLast) break;
    }
    grouped_ = expanded.size();
    remaining_.insert(remaining_.begin(), expanded.begin(), expanded.end());
  }

  // Adds what a token says to the result.
  void use(ParseArgsToken& token) {
    if (token.kind == "option") {
      if (config_.strict) checkUsage(token), checkValue(token);
      return store(token);
    }
    if (token.kind != "positional") return;
    if (!allowPositionals_)
      throw codedError<TypeError>(
          "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL",
          "Unexpected argument '" + token.value.text() + "'. This command does not take positional arguments");
    result_.positionals.push(token.value.text());
  }

  // Returns the name of the option that --no-NAME negates; otherwise the token's name.
  String negated(const String& name) const {
    return config_.allowNegative && name.startsWith("no-") ? name.slice(3) : name;
  }
  [[noreturn]] void throwUnknown(const String& rawName) const {
    const String hint = allowPositionals_
                            ? ". To specify a positional argument starting with a '-', place it at the end of the "
                              "command after '--', as in '-- " +
                                  JSON::stringify(rawName)
                            : String("");
    throw codedError<TypeError>("ERR_PARSE_ARGS_UNKNOWN_OPTION", "Unknown option '" + rawName + "'" + hint);
  }
  void checkUsage(const ParseArgsToken& token) const {
    String name = token.name;
    if (!find(name)) {
      name = negated(name);
      const ParseArgsOption* positive = name == token.name ? nullptr : find(name);
      if (!positive || positive->type != "boolean") throwUnknown(token.rawName);
    }
    const ParseArgsOption& option = *find(name);
    const String letter =
        option.short_.isString() && option.short_.length() ? "-" + option.short_.text() + ", " : String("");
    const bool isText = option.type == "string";
    if (isText == token.value.isString()) return;
    throw codedError<TypeError>(
        "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
        "Option '" + letter + "--" + name + (isText ? " <value>' argument missing" : "' does not take an argument"));
  }
  // Refuses a value of its own argument that looks like an option, since the value may have been forgotten.
  static void checkValue(const ParseArgsToken& token) {
    if (bool(token.inlineValue) || !token.value.isString()) return;
    const String& value = token.value.text();
    if (value.length() < 2 || value[0] != "-") return;
    const String& raw = token.rawName;
    const String example =
        raw.startsWith("--") ? "'" + raw + "=-XYZ'" : "'--" + token.name + "=-XYZ' or '" + raw + "-XYZ'";
    throw codedError<TypeError>(
        "ERR_PARSE_ARGS_INVALID_OPTION_VALUE",
        "Option '" + raw + "' argument is ambiguous.\nDid you forget to specify the option argument for '" + raw +
            "'?\nTo specify an option argument starting with a dash use " + example + ".");
  }

  void store(ParseArgsToken& token) {
    if (token.name == "__proto__") return;
    var value = token.value.orElse(true);
    if (token.value == undefined && negated(token.name) != token.name) {
      token.name = negated(token.name);
      value = false;
    }
    const ParseArgsOption* option = find(token.name);
    if (!option || !option->multiple) return result_.values.set(token.name, value);
    if (result_.values.has(token.name))
      result_.values.get(token.name).push(value);
    else
      result_.values.set(token.name, var::array({value}));
  }

  const ParseArgsConfig& config_;
  bool allowPositionals_ = false;
  std::vector<ParseArgsEntry> options_;
  std::deque<String> remaining_;
  std::size_t grouped_ = 0;  // how many of the next arguments come from one group of letters
  int index_ = -1;
  std::deque<ParseArgsToken> tokens_;
  ParsedArgs result_;
};

}  // namespace

ParsedArgs parseArgs(const ParseArgsConfig& config) { return Parser(config).parse(); }

}  // namespace nodecpp::util
