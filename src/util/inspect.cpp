#include "util/inspect.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nodecpp/dom_exception.h>
#include <nodecpp/typed_arrays/typed_array_functions.h>

#include "util/assertion_details.h"
#include "util/error_lines.h"
#include "util/palette.h"

namespace nodecpp::detail {

using util::Value;
using Kind = Value::Kind;

std::string Formatter::styled(std::string_view text, Style style) const {
  const auto codes = options_.colors ? styleCodes(style) : std::nullopt;
  if (!codes) return std::string(text);
  return "\x1b[" + std::to_string(codes->open) + "m" + std::string(text) + "\x1b[" + std::to_string(codes->close) + "m";
}

std::string Formatter::number(double value, const String& digits) const {
  std::string plain(view(digits ? digits : value == 0 && std::signbit(value) ? String("-0") : str(value)));
  return styled(options_.numericSeparator ? withSeparators(plain) : plain, Style::number);
}

std::string Formatter::primitive(const Value& value) const {
  switch (value.kind()) {
    case Kind::undefined: return styled("undefined", Style::undefined);
    case Kind::null: return styled("null", Style::null);
    case Kind::boolean: return styled(value.number() != 0 ? "true" : "false", Style::boolean);
    case Kind::number: return number(value.number(), value.text());
    default: break;
  }
  std::string_view text = view(value.text());
  std::string trailer;
  std::size_t units = utf16Length(text);
  double limit = std::max(options_.maxStringLength.value, 0.0);
  if (double(units) > limit) {
    std::size_t remaining = units - std::size_t(limit);
    text = text.substr(0, bytesOfUnits(text, std::size_t(limit)));
    units = std::size_t(limit);
    trailer = "... " + std::to_string(remaining) + " more character" + (remaining > 1 ? "s" : "");
  }
  bool isLong = units > 16 && double(units) > options_.breakLength.value - indentation_ - 4;
  if (options_.compact.levels == -1 || !isLong) return styled(quoted(text), Style::string) + trailer;
  // A long text is split at its line breaks, and each part is printed on a line of its own.
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (at) out += " +\n" + std::string(std::size_t(indentation_) + 2, ' ');
    out += styled(quoted(text.substr(at, end - at)), Style::string);
    at = end;
  }
  return out + trailer;
}

namespace {

std::string indented(std::string_view text, int indentation) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '\n') out.append(std::size_t(indentation), ' ');
  }
  return out;
}

std::string moreItems(std::size_t count) {
  return "... " + std::to_string(count) + " more item" + (count > 1 ? "s" : "");
}

// Returns the name of the value's class, or of JavaScript's class of its kind.
std::string constructorName(const Value& value) {
  if (value.kind() == Kind::iterator) return "Object [" + std::string(view(value.node()->name)) + " Iterator]";
  if (!value.node()->name.empty()) return std::string(view(value.node()->name));
  switch (value.kind()) {
    case Kind::array: return "Array";
    case Kind::map: return "Map";
    case Kind::set: return "Set";
    case Kind::promise: return "Promise";
    case Kind::error: return std::string(view(value.node()->error->name));
    case Kind::buffer: return "Buffer [Uint8Array]";
    default: return "Object";
  }
}

// Returns the properties that a typed array inherits from its class; they are printed with showHidden only.
std::vector<ValueProperty> hiddenOf(const ViewBase& view) {
  const ViewBody& body = *ViewAccess::body(view);
  const std::size_t element = kindSize(body.kind);
  const std::size_t bytes = body.store ? body.store->size : 0;
  return {{"BYTES_PER_ELEMENT", double(element), true},
          {"length", double(body.length), true},
          {"byteLength", double(body.length * element), true},
          {"byteOffset", body.outside ? 0 : double(body.byteOffset), true},
          {"buffer", Value::of(Kind::raw, "ArrayBuffer { [byteLength]: " + str(bytes) + " }"), true}};
}

}  // namespace

std::string Formatter::value(const Value& value, int depth) {
  if (value.isPrimitive()) return primitive(value);
  if (value.kind() == Kind::raw) return indented(view(value.text()), indentation_);
  if (value.kind() == Kind::function) return object(value, nullptr, depth);
  const void* identity = value.node()->identity;
  if (identity && std::find(open_.begin(), open_.end(), identity) != open_.end()) {
    auto at = std::find(circular_.begin(), circular_.end(), identity);
    auto index = at - circular_.begin() + 1;
    if (at == circular_.end()) circular_.push_back(identity);
    return styled("[Circular *" + std::to_string(index) + "]", Style::special);
  }
  if (value.kind() == Kind::error && options_.customInspect && !isAssertion_ && assertionDetails(value.node()->error))
    return assertion(value.node()->error);
  if (value.kind() != Kind::lazy) return object(value, identity, depth);
  Value shown = described(value);
  if (shown.kind() <= Kind::raw || shown.kind() == Kind::lazy) return this->value(shown, depth);
  return object(shown, identity, depth);
}

// Prints an AssertionError as its [util.inspect.custom] does in Node: `actual` and `expected` are not printed in depth,
// because its message shows both.
std::string Formatter::assertion(const Error& error) const {
  util::InspectOptions options = options_;
  options.depth = 0;
  Formatter flat(options);
  flat.isAssertion_ = true;
  return indented(flat.value(Value(withShortTexts(error)), 0), indentation_);
}

std::vector<ValueProperty> Formatter::shownProperties(const Value& value) const {
  if (value.kind() == Kind::function) {
    if (!options_.showHidden) return {};
    return {{"length", 0, true}, {"name", value.text(), true}};
  }
  std::vector<ValueProperty> all = propertiesOf(value);
  if (value.kind() == Kind::error) {
    if (!options_.showHidden) return all;
    std::vector<ValueProperty> hidden{{"stack", Value::of(Kind::raw, "[Getter/Setter]"), true}};
    const String& message = value.node()->error->message;
    if (message) hidden.push_back({"message", message, true});
    all.insert(all.begin(), hidden.begin(), hidden.end());
    return all;
  }
  if (value.kind() == Kind::arrayBuffer || value.kind() == Kind::dataView) return all;
  if (value.kind() == Kind::typedArray && options_.showHidden) return hiddenOf(value.node()->view);
  if (value.kind() == Kind::array && options_.showHidden)
    all.insert(all.begin(), {"length", double(value.node()->items.size()), true});
  if (!options_.showHidden) std::erase_if(all, [](const ValueProperty& p) { return p.hidden; });
  return all;
}

// Sets the braces that enclose the value's elements and properties, and the text before them. Returns false when the
// value has neither elements nor properties to print: `frame.base` is then its whole text. `bare` says that there are
// no properties.
bool Formatter::frameOf(const Value& value, bool bare, int depth, Frame& frame) {
  auto whole = [&](std::string text) {
    frame.base = std::move(text);
    return false;
  };
  Braces& braces = frame.braces;
  switch (value.kind()) {
    case Kind::function:
      frame.base = value.text() ? "[Function: " + std::string(view(value.text())) + "]" : "[Function (anonymous)]";
      return !bare || whole(styled(frame.base, Style::special));
    case Kind::error: frame.base = errorBase(value); return !bare;
    case Kind::buffer: {
      const Buffer& buffer = value.node()->buffer;
      if (options_.customInspect) return whole(bufferText(buffer));
      braces = {"Buffer(" + std::to_string(buffer.size()) + ") [Uint8Array] [", "]"};
      frame.isArray = true;
      return !buffer.empty() || whole(braces.open + "]");
    }
    case Kind::typedArray: {
      const std::size_t size = ViewAccess::body(value.node()->view)->length;
      braces = {constructorName(value) + "(" + std::to_string(size) + ") [", "]"};
      frame.isArray = true;
      return size != 0 || !bare || whole(braces.open + "]");
    }
    case Kind::array:
    case Kind::map:
    case Kind::set: {
      frame.isArray = value.kind() == Kind::array;
      const std::size_t size = value.node()->items.size();
      const std::string name = constructorName(value);
      braces = {frame.isArray ? "[" : "{", frame.isArray ? "]" : "}"};
      if (!frame.isArray || name != "Array") braces.open = name + "(" + std::to_string(size) + ") " + braces.open;
      return size != 0 || !bare || whole(braces.open + braces.close);
    }
    case Kind::iterator:
      braces.open = "[" + std::string(view(value.node()->name)) + " " + std::string(view(value.text())) + "] {";
      return !value.node()->items.empty() || !bare || beyondDepth(depth) || whole(braces.open + "  }");
    case Kind::promise:
      braces.open = "Promise {";
      return true;
    default:
      if (!value.node()->name.empty()) braces.open = constructorName(value) + " {";
      return !bare || whole(braces.open + "}");
  }
}

// Prints a value as its [util.inspect.custom] does in Node: its prefix, and a plain object of one level less.
std::string Formatter::prefixed(const Value& value) const {
  Value plain = value;
  util::Inspector(plain).name("");
  plain.node()->prefix = String();
  util::InspectOptions options = options_;
  options.depth = options_.depth.value - 1;
  return std::string(view(value.node()->prefix)) + " " + indented(Formatter(options).value(plain, 0), indentation_);
}

std::string Formatter::object(const Value& value, const void* identity, int depth) {
  if (value.node() && !value.node()->prefix.empty() && !beyondDepth(depth)) return prefixed(value);
  std::vector<ValueProperty> properties = shownProperties(value);
  Frame frame;
  if (!frameOf(value, properties.empty(), depth, frame)) return std::move(frame.base);
  if (beyondDepth(depth)) {
    std::string name = value.kind() == Kind::function ? "Function" : constructorName(value);
    return styled("[" + name + "]", Style::special);
  }

  // inspect prints at most this many levels of nesting. Node stops at about this depth, because its call stack is
  // exhausted.
  constexpr std::size_t mostOpen = 1000;
  if (open_.size() >= mostOpen)
    return styled(
        "[" + constructorName(value) + ": Inspection interrupted prematurely. Maximum call stack size exceeded.]",
        Style::special);

  ++depth;
  deepest_ = depth;
  open_.push_back(identity);
  Lines output = elements(value, depth);
  for (const ValueProperty& each : properties) output.push_back(property(each, depth, frame.isArray));
  open_.pop_back();

  if (auto at = std::find(circular_.begin(), circular_.end(), identity); identity && at != circular_.end()) {
    std::string reference = styled("<ref *" + std::to_string(at - circular_.begin() + 1) + ">", Style::special);
    if (options_.compact.levels == -1)
      frame.braces.open = reference + " " + frame.braces.open;
    else
      frame.base = frame.base.empty() ? reference : reference + " " + frame.base;
  }
  if (options_.sorted.on) {
    auto begin = output.begin();
    if (frame.isArray) begin = output.end() - std::ptrdiff_t(properties.size());
    std::sort(begin, output.end(), [&](const std::string& a, const std::string& b) {
      return options_.sorted.compare ? options_.sorted.compare(text(a), text(b)) < 0 : a < b;
    });
  }
  return joined(std::move(output), frame.base, frame.braces, frame.isArray, depth, frame.isArray ? &value : nullptr);
}

Formatter::Lines Formatter::elements(const Value& value, int depth) {
  Lines out;
  if (value.kind() == Kind::function || value.kind() == Kind::error) return out;
  const ValueNode& node = *value.node();
  if (value.kind() == Kind::arrayBuffer) {
    out.push_back(contents(node.bytes));
    return out;
  }
  if (value.kind() == Kind::promise) {
    out.push_back(outcome(value, depth));
    return out;
  }
  const bool isBuffer = value.kind() == Kind::buffer, isTyped = value.kind() == Kind::typedArray;
  const bool isBig = isTyped && isBigView(ViewAccess::body(node.view)->kind);
  std::size_t size = isBuffer ? node.buffer.size() : isTyped ? ViewAccess::body(node.view)->length : node.items.size();
  std::size_t shown = std::size_t(std::min(std::max(options_.maxArrayLength.value, 0.0), double(size)));
  indentation_ += 2;
  // The pair of a key and its value does not count as a level of depth.
  if (value.kind() == Kind::iterator && value.text() == "Entries") --depth;
  for (std::size_t i = 0; i < shown; ++i) {
    if (isBuffer) {
      out.push_back(number(node.buffer[i], ""));
      continue;
    }
    if (isTyped) {
      out.push_back(isBig ? number(0, digitsIn(node.view, i) + "n") : number(numberIn(node.view, i), ""));
      continue;
    }
    std::string one = this->value(node.items[i].first, depth);
    if (value.kind() == Kind::map) one += " => " + this->value(node.items[i].second, depth);
    out.push_back(std::move(one));
  }
  indentation_ -= 2;
  if (shown < size) out.push_back(moreItems(size - shown));
  return out;
}

// Returns what Node prints in the braces of a promise.
std::string Formatter::outcome(const Value& promise, int depth) {
  const std::string state = promise.text() ? styled(view(promise.text()), Style::special) : "";
  if (promise.text() == "<pending>") return state;
  const auto& items = promise.node()->items;
  indentation_ += 2;
  const std::string result = value(items.empty() ? Value() : items.front().first, depth);
  indentation_ -= 2;
  return state.empty() ? result : state + " " + result;
}

std::string Formatter::property(const ValueProperty& property, int depth, bool inArray) {
  int more = options_.compact.levels != -1 || inArray ? 2 : 3;
  indentation_ += more;
  std::string shown = value(property.value, depth);
  std::string gap = " ";
  if (more == 3 && options_.breakLength.value < double(displayWidth(shown)))
    gap = "\n" + std::string(std::size_t(indentation_), ' ');
  indentation_ -= more;
  std::string_view key = view(property.key);
  std::string name;
  if (key.starts_with("Symbol(") && key.ends_with(")"))
    name = styled(std::string(key), Style::string);  // Node colours symbols as strings
  else if (!isIdentifier(key))
    name = styled(quoted(key), Style::string);
  else
    name = key == "__proto__" ? "['__proto__']" : std::string(key);
  if (property.hidden) name = "[" + name + "]";
  return name + ":" + gap + shown;
}

// Node puts the name of the class into the first line of a stack that begins with another name.
static String withClassName(const String& stack, const String& name, const String& className) {
  if (name == className || !name.endsWith("Error") || !stack.startsWith(name)) return stack;
  const String rest = stack.slice(name.length());
  if (!rest.empty() && !rest.startsWith(":") && !rest.startsWith("\n")) return stack;
  return className + (className.includes(name) ? String() : " [" + name + "]") + rest;
}

std::string Formatter::errorBase(const Value& value) const {
  const ErrorData& data = *value.node()->error.operator->();
  String text = data.stack.empty() ? value.node()->error.toString() : data.stack.toString();
  if (DOMException::isDOMException(value.node()->error)) {
    if (text.startsWith(data.name)) text = "DOMException [" + data.name + "]" + text.slice(data.name.length());
  } else {
    text = withClassName(text, data.name, value.node()->error.className());
  }
  std::string_view stack = view(text);
  // Stack frames are searched after the message, because the message may contain text that looks like a frame.
  std::size_t message = data.message.empty() ? stack.npos : stack.find(view(data.message));
  std::size_t from = message == stack.npos ? 0 : message + data.message.size();
  const std::size_t frames = stack.find("\n    at", from);
  if (frames == stack.npos) return indented("[" + std::string(stack) + "]", indentation_);
  std::string out(stack.substr(0, frames));
  const std::string_view cause = data.cause.empty() ? std::string_view() : view(data.cause.front()->stack.ref());
  for (const std::string& line : withoutCommonLines(linesOf(stack.substr(frames + 1)), cause)) {
    const bool isOurs = line.starts_with("    ...") || line.find("(nodecpp:") != line.npos;
    out += "\n" + (isOurs ? styled(line, Style::undefined) : line);
  }
  return indented(out, indentation_);
}

namespace {

// Returns the first `limit` bytes in hexadecimal, and how many more there are.
std::string hexBytes(const char* bytes, std::size_t size, std::size_t limit) {
  static const char hex[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < std::min(size, limit); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (i) out += ' ';
    out += hex[byte >> 4];
    out += hex[byte & 15];
  }
  if (size > limit) out += " ... " + std::to_string(size - limit) + " more byte" + (size - limit > 1 ? "s" : "");
  return out;
}

}  // namespace

std::string Formatter::bufferText(const Buffer& buffer) const {
  constexpr std::size_t limit = 50;  // Node's buffer.INSPECT_MAX_BYTES
  return "<Buffer " + hexBytes(buffer.bytes(), buffer.size(), limit) + ">";
}

std::string Formatter::contents(const ArrayBuffer& buffer) const {
  if (buffer.detached()) return styled("(detached)", Style::special);
  const double limit = std::min(std::max(options_.maxArrayLength.value, 0.0), double(buffer.byteLength()));
  // Memory that threads share may change during printing, so its bytes are copied first.
  const ByteStore& store = *buffer.store();
  std::string bytes(std::size_t(limit), '\0');
  moveElements(ElementKind::uint8, store.shared, bytes.data(), store.data, bytes.size());
  return styled("[Uint8Contents]", Style::special) + ": <" + hexBytes(bytes.data(), store.size, bytes.size()) + ">";
}

}  // namespace nodecpp::detail

namespace nodecpp::util {

String Inspect::operator()(const Value& value, const InspectOptions& options) const {
  return nodecpp::detail::text(nodecpp::detail::Formatter(options).value(value, 0));
}
constinit nodecpp::detail::LoopLocal<InspectDefaults> inspectDefaults;

String Inspect::operator()(const Value& value) const { return (*this)(value, InspectOptions()); }
String Inspect::operator()(const Value& value, bool showHidden) const {
  return (*this)(value, InspectOptions{.showHidden = showHidden});
}
String Inspect::operator()(const Value& value, bool showHidden, Limit depth, bool colors) const {
  return (*this)(value, InspectOptions{.showHidden = showHidden, .depth = depth, .colors = colors});
}

}  // namespace nodecpp::util
