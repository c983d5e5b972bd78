#include <nodecpp/dom_exception.h>

#include <cmath>
#include <string_view>

#include <algorithm>
#include <vector>

#include <nodecpp/url.h>

#include "util/assertion_details.h"
#include "util/value_node.h"

namespace nodecpp {

namespace util {

using nodecpp::detail::ValueNode;

Value::Value(const Value& other) noexcept
    : kind_(other.kind_), number_(other.number_), text_(other.text_), node_(other.node_) {
  if (node_) detail::countHolder(node_->refs);
}

void Value::dropNode() noexcept {
  if (--node_->refs == 0) delete node_;
}

// Returns the node of the Value for a change. A node that other Values share is copied first.
ValueNode& Value::own() {
  if (!node_) {
    node_ = new ValueNode;
  } else if (node_->refs > 1) {
    auto* copy = new ValueNode(*node_);
    copy->refs = 1;
    --node_->refs;
    node_ = copy;
  }
  return *node_;
}

Value Value::of(Kind kind, StringArg text) {
  Value out;
  out.kind_ = kind;
  out.text_ = text.toString();
  if (kind > Kind::function) out.own();
  return out;
}

Value Value::ofNumber(double value) {
  Value out;
  out.kind_ = Kind::number;
  out.number_ = value;
  return out;
}

Value Value::ofInteger(double value, String digits) {
  Value out = ofNumber(value);
  out.text_ = std::move(digits);
  return out;
}

Value Value::ofBoolean(bool value) {
  Value out = ofNumber(value);
  out.kind_ = Kind::boolean;
  return out;
}

Value Value::ofError(const Error& error) {
  if (!error) return error.isNull() ? of(Kind::null) : Value();
  Value out = of(Kind::error);
  out.node_->error = error;
  out.node_->identity = error.operator->();
  return out;
}

Value Value::ofBuffer(const Buffer& buffer) {
  Value out = of(Kind::buffer);
  out.node_->buffer = buffer;
  return out;
}

Value Value::ofView(const nodecpp::detail::ViewBase& view) {
  if (view.isUndefined()) return {};
  const auto& body = *nodecpp::detail::ViewAccess::body(view);
  const bool isDataView = body.kind == nodecpp::detail::ElementKind::dataView;
  Value out = of(isDataView ? Kind::dataView : Kind::typedArray);
  out.node_->view = view;
  out.node_->identity = &body;
  out.node_->name = nodecpp::detail::kindName(body.kind);
  if (isDataView) {
    out.set("byteLength", double(body.length), true);
    out.set("byteOffset", body.outside ? Value() : Value(double(body.byteOffset)), true);
    out.set("buffer", ArrayBuffer::of(nodecpp::detail::shareStore(body.store)), true);
  }
  return out;
}

Value Value::ofArrayBuffer(const ArrayBuffer& buffer, StringArg className) {
  if (!buffer) return {};
  Value out = of(Kind::arrayBuffer);
  out.node_->bytes = buffer;
  out.node_->name = className.toString();
  out.set("byteLength", double(buffer.byteLength()), true);
  return out;
}

Value Value::ofObject(const void* identity, StringArg className, Function<void(Inspector&)> describe) {
  Value out = of(Kind::lazy);
  out.node_->identity = identity;
  out.node_->name = className.toString();
  out.node_->describe = std::move(describe);
  return out;
}

void Value::push(Value element) { own().items.emplace_back(std::move(element), Value()); }
void Value::entry(Value key, Value value) { own().items.emplace_back(std::move(key), std::move(value)); }

namespace {
// Returns the number of a key that is an array index; -1 for other keys.
double indexOfKey(StringArg key) {
  if (key.empty() || key.size() > 10 || (key.data()[0] == '0' && key.size() > 1)) return -1;
  double index = 0;
  for (std::size_t i = 0; i < key.size(); ++i) {
    char c = key.data()[i];
    if (c < '0' || c > '9') return -1;
    index = index * 10 + (c - '0');
  }
  return index < 4294967295.0 ? index : -1;
}
}  // namespace

void Value::set(StringArg key, Value value, bool hidden) {
  nodecpp::detail::ValueNode& node = own();
  auto& properties = node.properties;
  using nodecpp::detail::NameIndex;
  auto keyAt = [&](std::uint32_t i) { return std::string_view(properties[i].key.data(), properties[i].key.size()); };
  std::uint32_t known = NameIndex::none;
  if (properties.size() > NameIndex::walked) {
    if (node.index.empty())
      for (std::uint32_t i = 0; i < properties.size(); ++i) node.index.add(i, keyAt);
    known = node.index.find({key.data(), key.size()}, keyAt);
  } else {
    for (std::uint32_t i = 0; i < properties.size() && known == NameIndex::none; ++i)
      if (properties[i].key == key) known = i;
  }
  if (known != NameIndex::none) {
    properties[known].value = std::move(value);
    return;
  }
  auto at = properties.end();
  if (double index = indexOfKey(key); index >= 0) {
    auto numbers = properties.begin() + std::ptrdiff_t(node.numbers++);
    at = std::partition_point(properties.begin(), numbers,
                              [&](const auto& property) { return indexOfKey(property.key) < index; });
  }
  const bool last = at == properties.end();
  properties.insert(at, {key.toString(), std::move(value), hidden});
  if (!last)
    node.index.clear();  // the properties after the new one have other positions now
  else if (!node.index.empty())
    node.index.add(std::uint32_t(properties.size() - 1), keyAt);
}

Value object(std::initializer_list<Property> properties) {
  Value out = Value::of(Value::Kind::object);
  for (const Property& property : properties) out.set(property.key, property.value);
  return out;
}

Value array(std::initializer_list<Value> elements) {
  Value out = Value::of(Value::Kind::array);
  for (const Value& element : elements) out.push(element);
  return out;
}

Inspector& Inspector::name(StringArg className) {
  out_.own().name = className.toString();
  return *this;
}

Inspector& Inspector::prefix(StringArg className) {
  nodecpp::detail::ValueNode& node = out_.own();
  node.prefix = className.toString();
  if (node.name.empty()) node.name = node.prefix;
  return *this;
}

void Inspector::text(StringArg printed) { out_ = Value::of(Value::Kind::raw, printed); }

Inspector& Inspector::map() {
  out_ = Value::of(Value::Kind::map);
  return *this;
}

Inspector& Inspector::set() {
  out_ = Value::of(Value::Kind::set);
  return *this;
}

Inspector& Inspector::iterator(StringArg of, StringArg gives) {
  out_ = Value::of(Value::Kind::iterator, gives);
  return name(of);
}

Inspector& Inspector::promise(const void* identity, StringArg state) {
  out_ = Value::of(Value::Kind::promise, state);
  out_.node_->identity = identity;
  return *this;
}

void Inspector::arrayBuffer(const ArrayBuffer& buffer, StringArg className) {
  out_ = Value::ofArrayBuffer(buffer, className);
}

void Inspector::undefined() { out_ = Value(); }

void Inspector::become(Value::Kind kind) {
  if (out_.kind_ == Value::Kind::object) out_.kind_ = kind;
}

}  // namespace util

namespace detail {

using util::Value;

Value lookupValue(const Lookup& value) {
  switch (value.kind()) {
    case Lookup::Kind::undefined: return {};
    case Lookup::Kind::null: return nullptr;
    case Lookup::Kind::string: return Value::of(Value::Kind::string, value.toString());
    case Lookup::Kind::number: return Value::ofNumber(value.toNumber());
    case Lookup::Kind::list: break;
  }
  Value out = Value::of(Value::Kind::array);
  for (const String& element : value.values()) out.push(element);
  return out;
}

Value described(const Value& value) {
  if (value.kind() != Value::Kind::lazy) return value;
  Value out = Value::of(Value::Kind::object);
  util::Inspector inspector(out);
  inspector.name(value.node()->name);
  value.node()->describe(inspector);
  return out;
}

// Whether the name is that of a built-in class. Such a name is not printed as a property, even if the program has set a
// stack without it.
static bool isBuiltIn(const String& name) {
  for (const char* each : {"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "URIError", "EvalError",
                           "AggregateError", "AssertionError"})
    if (name == each) return true;
  return false;
}

namespace {

// Adds the fields that the error's class names by NODECPP_FIELDS. A property that was set later replaces a field.
class FieldsIn final : public ErrorFieldVisitor {
 public:
  FieldsIn(std::vector<ValueProperty>& out, const ErrorData& data) : out_(out), data_(data) {}
  void field(const ErrorField& field) override {
    for (const auto& [key, value] : data_.properties)
      if (key == field.name) return;
    Value value;
    field.describe(value, field.value);
    out_.push_back({field.name, std::move(value)});
  }

 private:
  std::vector<ValueProperty>& out_;
  const ErrorData& data_;
};

}  // namespace

std::vector<ValueProperty> ownProperties(const Error& error) {
  std::vector<ValueProperty> out;
  const ErrorData& data = *error.operator->();
  auto text = [&](const char* key, const String& value) {
    if (!value.empty()) out.push_back({key, value});
  };
  // Node's errors of listen and bind ("listen EADDRINUSE: address …") have `code` before `errno`; all other errors have
  // `errno` first.
  bool codeFirst = data.message.startsWith(data.syscall + " " + data.code + ":");
  // An AssertionError has `generatedMessage` before its code.
  const bool isAssertion = assertionDetails(error) != nullptr;
  if (isAssertion) out.push_back({"generatedMessage", assertionDetails(error)->generatedMessage});
  // The code of a DOMException is on its prototype in Node.
  const String code = DOMException::isDOMException(error) ? String() : data.code;
  if (codeFirst) text("code", code);
  // Errors of name servers have an `errno` that is undefined.
  if (data.errno_ || data.syscall.startsWith("query") || data.syscall == "getHostByAddr")
    out.push_back({"errno", data.errno_ ? Value(data.errno_) : Value()});
  if (!codeFirst) text("code", code);
  text("syscall", data.syscall);
  text("address", data.address);
  // An error of listening on a path has port -1 in Node.
  if (data.port >= 0 || (codeFirst && data.syscall == "listen")) out.push_back({"port", data.port});
  text("path", data.path);
  text("dest", data.dest);
  text("hostname", data.hostname);
  FieldsIn fields(out, data);
  visitFields(error, fields);
  for (const auto& [key, value] : data.properties)
    if (!key.empty()) out.push_back({key, value});
  for (const auto& each : data.objects) {
    if (isAssertion && each.key == "generatedMessage") continue;
    Value value;
    each.describe(value, each.value.get());
    out.push_back({each.key, std::move(value)});
  }
  // A name that was set after the error was made is an own property of the error.
  if (!isBuiltIn(data.name) && !data.stack.includes(data.name)) out.push_back({"name", data.name});
  if (data.cause) out.push_back({"cause", Value(data.cause), true});
  if (!data.errors.empty() || data.name == "AggregateError") out.push_back({"errors", data.errors, true});
  return out;
}

std::vector<ValueProperty> propertiesOf(const Value& value) {
  if (value.kind() == Value::Kind::error) return ownProperties(value.node()->error);
  return value.node() ? value.node()->properties : std::vector<ValueProperty>{};
}

static String joined(const ViewBase& view) {
  String out;
  for (std::size_t i = 0, size = ViewAccess::body(view)->length; i < size; ++i) {
    if (i) out += ",";
    out += isBigView(ViewAccess::body(view)->kind) ? digitsIn(view, i) : str(numberIn(view, i));
  }
  return out;
}

String toJsString(const Value& given) {
  Value value = described(given);
  switch (value.kind()) {
    case Value::Kind::undefined: return "undefined";
    case Value::Kind::null: return "null";
    case Value::Kind::boolean: return str(value.number() != 0);
    case Value::Kind::number: return value.text() ? value.text() : str(value.number());
    case Value::Kind::string:
    case Value::Kind::raw: return value.text();
    case Value::Kind::function: return util::inspect(value);  // a compiled function has no source text
    case Value::Kind::error: return value.node()->error.toString();
    case Value::Kind::buffer: return value.node()->buffer.toString();
    case Value::Kind::typedArray: return joined(value.node()->view);
    case Value::Kind::arrayBuffer:
    case Value::Kind::dataView: return "[object " + value.node()->name + "]";
    case Value::Kind::map: return "[object Map]";
    case Value::Kind::set: return "[object Set]";
    case Value::Kind::promise: return "[object Promise]";
    case Value::Kind::iterator: return str("[object ") + value.node()->name + " Iterator]";
    case Value::Kind::array: break;
    default: return "[object Object]";
  }
  String out;
  const char* comma = "";
  for (const auto& [element, unused] : value.node()->items) {
    out += comma;
    comma = ",";
    if (element.kind() > Value::Kind::null) out += toJsString(element);
  }
  return out;
}

double toJsNumber(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::undefined: return std::nan("");
    case Value::Kind::null: return 0;
    case Value::Kind::boolean:
    case Value::Kind::number: return value.number();
    default: return toNumber(toJsString(value));
  }
}

}  // namespace detail
}  // namespace nodecpp

// Prints the `input` of fileURLToPath's errors. The instantiation is here because url, which makes these errors, is on
// a lower level than util.
template void nodecpp::detail::describeInto(nodecpp::util::Value& out,
                                            const nodecpp::Handle<nodecpp::url::URLObject>& url);
