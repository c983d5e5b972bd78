#include "assert/message.h"

#include <string>
#include <vector>

#include "assert/line_diff.h"
#include "loop/loop.h"
#include "util/assertion_details.h"
#include "util/colors.h"
#include "util/deep_equal.h"
#include "util/value_node.h"

namespace nodecpp::detail {

namespace {

using assert::AssertionErrorOptions;
using util::Value;
using Kind = Value::Kind;
using Lines = std::vector<std::string>;

struct Heading {
  const char* name;
  const char* text;
};
constexpr Heading headings[] = {
    {"deepStrictEqual", "Expected values to be strictly deep-equal:"},
    {"partialDeepStrictEqual", "Expected values to be partially and strictly deep-equal:"},
    {"strictEqual", "Expected values to be strictly equal:"},
    {"strictEqualObject", "Expected \"actual\" to be reference-equal to \"expected\":"},
    {"deepEqual", "Expected values to be loosely deep-equal:"},
    {"notDeepStrictEqual", "Expected \"actual\" not to be strictly deep-equal to:"},
    {"notStrictEqual", "Expected \"actual\" to be strictly unequal to:"},
    {"notStrictEqualObject", "Expected \"actual\" not to be reference-equal to \"expected\":"},
    {"notDeepEqual", "Expected \"actual\" not to be loosely deep-equal to:"},
    {"notIdentical", "Values have same structure but are not reference-equal:"},
    {"notDeepEqualUnequal", "Expected values not to be loosely deep-equal:"},
};
String heading(StringArg name) {
  for (const Heading& each : headings)
    if (name == each.name) return each.text;
  return "undefined";
}

String inspected(const Value& value) {
  return util::inspect(value, {.showHidden = false,
                               .depth = 1000,
                               .customInspect = false,
                               .maxArrayLength = __builtin_inf(),
                               .compact = false,
                               .sorted = true,
                               .getters = true});
}

Lines linesOfText(const String& text) {
  Lines out;
  std::string_view rest(text.data(), text.size());
  for (;;) {
    const std::size_t end = rest.find('\n');
    out.emplace_back(rest.substr(0, end));
    if (end == rest.npos) return out;
    rest.remove_prefix(end + 1);
  }
}
String joinedLines(const Lines& lines, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i ? "\n" : "") + lines[i];
  return String::copyOf(out.data(), out.size());
}

bool isObject(const Value& value) { return isObjectValue(described(value)); }
bool isFunction(const Value& value) { return described(value).kind() == Kind::function; }

// Returns an error without its stack, because two errors never have the same one.
Value withoutStack(const Value& value) {
  Error copy = copyOf(value.node()->error);
  copy->stack = copy.toString();
  return Value(copy);
}

// Returns how many columns the terminal at standard error has, 80 when there is none.
double columnsOfTerminal() {
  int columns = 0, rows = 0;
  Loop* loop = Loop::currentOrNull();
  return loop && loop->port().process.windowSize(2, columns, rows) && columns > 0 ? columns : 80;
}

// The difference of two values as `actual` and `expected` of one of the functions that demand equality.
class Difference {
 public:
  Difference(const Value& actual, const Value& expected, const AssertionErrorOptions& options)
      : actual_(actual), expected_(expected), options_(options), colors_(diffColors(shouldColorize(2))) {}

  String text() {
    String name = toJsString(options_.operator_);
    const bool isPartial = name == "partialDeepStrictEqual";
    if (name == "strictEqual" &&
        ((isObject(actual_) && isObject(expected_)) || (isFunction(actual_) && isFunction(expected_))))
      name = "strictEqualObject";
    const String left = inspected(actual_), right = inspected(expected_);
    const Lines leftLines = linesOfText(left), rightLines = linesOfText(right);
    String header = str(colors_.green) + "+ actual" + colors_.white + " " + colors_.red + "- expected" + colors_.white;
    String message;
    bool wasCut = false;
    const bool isSimple =
        leftLines.size() == 1 && rightLines.size() == 1 && (!isObject(actual_) || !isObject(expected_));
    if (isSimple) {
      message = simple(left, right, header);
    } else if (left == right) {
      name = "notIdentical";
      wasCut = leftLines.size() > 50 && options_.diff != "full";
      message = joinedLines(leftLines, wasCut ? 50 : leftLines.size());
      if (wasCut) message += "\n...}";
      header = "";
    } else {
      const std::string all = printed(difference(leftLines, rightLines, isObject(actual_)), isPartial, colors_, wasCut);
      message = "\n" + String::copyOf(all.data(), all.size()).trimEnd();
      if (isPartial)
        header = str(colors_.gray) + (colors_.areOn ? "" : "+ ") + "actual" + colors_.white + " " + colors_.red +
                 "- expected" + colors_.white;
    }
    const String first = options_.message.text().empty() ? heading(name) : options_.message.text();
    return first + "\n" + header + (wasCut ? "\n... Skipped lines" : "") + "\n" + message + "\n";
  }

 private:
  bool areTexts() const { return actual_.kind() == Kind::string && expected_.kind() == Kind::string; }
  static bool isZero(const Value& value) { return value.kind() == Kind::number && value.number() == 0; }

  // Both values are printed on one line each.
  String simple(const String& left, const String& right, String& header) const {
    constexpr double shortText = 12;
    double length = double(left.length() + right.length());
    if (actual_.kind() == Kind::string) length -= 2;  // the quotes
    if (expected_.kind() == Kind::string) length -= 2;
    if (length <= shortText && (!isZero(actual_) || !isZero(expected_))) {
      header = "";
      return left + " !== " + right;
    }
    if (areTexts() && colors_.areOn) {
      header = str(colors_.green) + "actual" + colors_.white + " " + colors_.red + "expected" + colors_.white;
      return byCharacters(left, right);
    }
    String out = str("\n") + colors_.green + "+" + colors_.white + " " + left + "\n" + colors_.red + "- " +
                 colors_.white + right;
    if (double(left.length() + right.length()) > columnsOfTerminal()) return out;
    // A mark under the first character that differs, unless that is among the first two of the text.
    std::ptrdiff_t at = 0;
    while (at < left.length() && at < right.length() && left.charCodeAt(at) == right.charCodeAt(at)) ++at;
    if (at >= 3 && at < left.length()) out += "\n" + str(" ").repeat(double(at + 2)) + "^";
    return out;
  }

  String byCharacters(const String& left, const String& right) const {
    const auto characters = [](const String& text) {
      Lines out;
      for (const char *at = text.data(), *end = at + text.size(); at < end;) {
        const char* next = at + 1;
        while (next < end && (static_cast<unsigned char>(*next) & 0xC0) == 0x80) ++next;
        out.emplace_back(at, next);
        at = next;
      }
      return out;
    };
    const Lines from = characters(left), to = characters(right);
    std::string out = "\n";
    for (const auto& [kind, text] : difference(from, to, false)) {
      out += kind == DiffStep::Kind::both         ? colors_.white
             : kind == DiffStep::Kind::onlyActual ? colors_.green
                                                  : colors_.red;
      out += std::string(text) + colors_.white;
    }
    return String::copyOf(out.data(), out.size());
  }

  const Value& actual_;
  const Value& expected_;
  const AssertionErrorOptions& options_;
  const DiffColors colors_;
};

// The message of notStrictEqual and notDeepStrictEqual, which shows one value.
String unequalMessage(const Value& actual, const String& name, bool isFull) {
  const DiffColors colors = diffColors(shouldColorize(2));
  const bool isReference = name == "notStrictEqual" && (isObject(actual) || isFunction(actual));
  const String base = heading(isReference ? str("notStrictEqualObject") : name);
  Lines lines = linesOfText(inspected(actual));
  if (lines.size() > 50 && !isFull) {
    lines.resize(47);
    lines[46] = std::string(colors.blue) + "..." + colors.white;
  }
  const String shown = joinedLines(lines, lines.size());
  if (lines.size() == 1) return base + (shown.length() > 5 ? "\n\n" : " ") + shown;
  return base + "\n\n" + shown + "\n";
}

// The message of all other functions: both values and the name of the operator between them.
String otherMessage(const Value& actual, const Value& expected, const String& name, bool isFull) {
  constexpr std::ptrdiff_t longText = 512;
  String left = inspected(actual), right = inspected(expected);
  if (name == "notDeepEqual" && left == right) {
    left = heading(name) + "\n\n" + left;
    return left.length() > 1024 && !isFull ? left.slice(0, 1021) + "..." : left;
  }
  if (left.length() > longText && !isFull) left = left.slice(0, 509) + "...";
  if (right.length() > longText && !isFull) right = right.slice(0, 509) + "...";
  if (name == "deepEqual") return heading(name) + "\n\n" + left + "\n\nshould loosely deep-equal\n\n" + right;
  if (name == "notDeepEqual")
    return heading("notDeepEqualUnequal") + "\n\n" + left + "\n\nshould not loosely deep-equal\n\n" + right;
  return left + " " + name + " " + right;
}

}  // namespace

String assertionMessage(const AssertionErrorOptions& options) {
  const String name = toJsString(options.operator_);
  const bool hasDifference = name == "deepStrictEqual" || name == "strictEqual" || name == "partialDeepStrictEqual";
  if (options.message.isGiven()) {
    return hasDifference ? Difference(options.actual, options.expected, options).text() : options.message.text();
  }
  const bool areErrors = options.actual.kind() == Kind::error && options.expected.kind() == Kind::error;
  const Value actual = areErrors ? withoutStack(options.actual) : options.actual;
  const Value expected = areErrors ? withoutStack(options.expected) : options.expected;
  if (hasDifference) return Difference(actual, expected, options).text();
  const bool isFull = options.diff == "full";
  if (name == "notDeepStrictEqual" || name == "notStrictEqual") return unequalMessage(actual, name, isFull);
  return otherMessage(actual, expected, name, isFull);
}

}  // namespace nodecpp::detail
