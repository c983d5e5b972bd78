// JSON.stringify of a Value, for util.format's %j.
#include <algorithm>
#include <vector>

#include "json/writer.h"
#include "util/quoted_text.h"
#include "util/value_node.h"

namespace nodecpp::detail {

using util::Value;
using Kind = Value::Kind;

namespace {

struct Circular {};

class Json {
 public:
  // Writes a value. Returns false where JavaScript gives undefined.
  bool write(const Value& given) {
    const void* identity = given.node() ? given.node()->identity : nullptr;
    if (identity && std::find(open_.begin(), open_.end(), identity) != open_.end()) throw Circular();
    Value value = described(given);
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::function: return false;
      case Kind::null: out.literal("null"); return true;
      case Kind::boolean: out.put(str(value.number() != 0)); return true;
      case Kind::number:
        if (value.text())
          out.put(value.text());  // an integer that a double cannot hold exactly
        else
          out.number(value.number());
        return true;
      case Kind::string:
      case Kind::raw: out.quoted(value.text()); return true;
      case Kind::buffer: out.put(value.node()->buffer.toJSON()); return true;
      default: break;
    }
    if (value.kind() == Kind::typedArray) {
      elements(value.node()->view);
      return true;
    }
    constexpr std::size_t deepest = 2000;
    if (open_.size() >= deepest) throw RangeError("Maximum call stack size exceeded");
    open_.push_back(identity);
    bool any = false;
    if (value.kind() == Kind::array) {
      out.put('[');
      for (const auto& [element, unused] : value.node()->items) {
        if (any) out.put(',');
        any = true;
        if (!write(element)) out.literal("null");
      }
      out.put(']');
    } else {
      out.put('{');
      for (const ValueProperty& property : propertiesOf(value)) {
        if (property.hidden) continue;
        std::size_t before = out.size();
        if (any) out.put(',');
        out.quoted(property.key);
        out.put(':');
        if (write(property.value))
          any = true;
        else
          out.truncateTo(before);
      }
      out.put('}');
    }
    open_.pop_back();
    return true;
  }

  JsonText out;

 private:
  // Writes a typed array as an object with the indices as keys, as JavaScript does.
  void elements(const ViewBase& view) {
    const ViewBody& body = *ViewAccess::body(view);
    if (isBigView(body.kind) && body.length) throw TypeError("Do not know how to serialize a BigInt");
    out.put('{');
    for (std::size_t i = 0; i < body.length; ++i) {
      if (i) out.put(',');
      out.quoted(str(i));
      out.put(':');
      out.number(numberIn(view, i));
    }
    out.put('}');
  }

  std::vector<const void*> open_;
};

}  // namespace

String stringify(const Value& value) {
  Json json;
  try {
    return json.write(value) ? json.out.text() : String("undefined");
  } catch (const Circular&) {
    return "[Circular]";
  }
}

}  // namespace nodecpp::detail
