// Describes a var for util.inspect.
#include <nodecpp/value.h>
#include <nodecpp/var.h>

#include <vector>

#include "json/var_tree.h"

namespace nodecpp {

using util::Inspector;
using util::Value;

namespace {

// Describes the properties of an object. A getter is not called; it is printed as [Getter].
void describeObject(const var& object, Inspector& out) {
  const detail::VarObject& parts = *detail::VarParts::object(object);
  const detail::SlotOrder order(parts);
  // As they are now: an object's `constructor` may be a getter of the program's, which changes this object.
  std::vector<var::Entry> properties;
  properties.reserve(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) properties.push_back({parts.shape->keys[order[i]], parts.values[order[i]]});
  for (const auto& [key, value] : properties) {
    if (!detail::VarParts::isAccessor(value)) {
      out.property(key, value);
      continue;
    }
    const detail::VarAccessor& pair = *detail::VarParts::accessor(value);
    out.property(key,
                 Value::of(Value::Kind::raw, pair.set.isUndefined()   ? "[Getter]"
                                             : pair.get.isUndefined() ? "[Setter]"
                                                                      : "[Getter/Setter]"));
  }
  const var symbols = object.ownKeys(true);
  for (var symbol : symbols) {
    const var described = symbol["description"];
    out.property("Symbol(" + described.toString() + ")", object[symbol]);
  }
}
void describeArray(const var& array, Inspector& out) {
  Value elements = Value::of(Value::Kind::array);
  std::size_t holes = 0;
  const auto tell = [&] {
    if (holes) elements.push(Value::of(Value::Kind::raw, "<" + str(holes) + (holes == 1 ? " empty item>" : " empty items>")));
    holes = 0;
  };
  for (std::ptrdiff_t i = 0; i < array.length(); ++i) {
    if (detail::VarParts::isHole(array.arrayRep()->data[i])) {
      ++holes;
      continue;
    }
    tell();
    elements.push(Value(array.get(i)));
  }
  tell();
  out.value(elements);
  if (const var named = detail::VarParts::named(array); named.isObject()) describeObject(named, out);
}

// Returns what Node prints before the braces: the name of the constructor, or [Object: null prototype].
String classOf(const var& object) {
  const var prototype = object.prototype();
  if (prototype.isNull()) return detail::VarParts::object(object)->bare ? "[Object: null prototype]" : "";
  const var maker = object["constructor"];
  return maker.isFunction() ? maker["name"].toString() : String("Object");
}

}  // namespace

void var::inspectTo(Inspector& out) const {
  switch (kind()) {
    case Kind::undefined: out.value(Value()); break;
    case Kind::null: out.value(nullptr); break;
    case Kind::boolean: out.value(boolean_); break;
    case Kind::number: out.value(number_); break;
    case Kind::string: out.value(string_); break;
    case Kind::buffer: out.value(buffer()); break;
    case Kind::date: out.value(date()); break;
    case Kind::symbol: out.value(Value::of(Value::Kind::raw, "Symbol(" + get("description").toString() + ")")); break;
    case Kind::boxed: {
      const auto describe = [](const var& boxed, Inspector& to) {
        const detail::VarBox* box = detail::VarParts::box(boxed);
        Value described;
        box->type->describe(described, detail::boxedValue(box));
        to.value(described);
      };
      const std::uint64_t identity = box_->type->hash(detail::boxedValue(box_));
      // A Map or a Set is described when it is printed, because it may contain itself.
      if (box_->type->iterate && identity)
        out.value(Value::ofObject(reinterpret_cast<const void*>(identity), "", [kept = *this, describe](Inspector& later) { describe(kept, later); }));
      else
        describe(*this, out);
      break;
    }
    case Kind::function: out.value(Value::of(Value::Kind::function, get("name").toString())); break;
    case Kind::handle: {
      Value described;
      handle_.type->describe(described, objectRef());
      out.value(described);
      break;
    }
    // An array or object is described only when it is printed, because it may contain itself.
    case Kind::array:
    case Kind::object: {
      var kept = *this;
      auto describe = isArray() ? describeArray : describeObject;
      out.value(Value::ofObject(identity(), isObject() ? classOf(*this) : String(), [kept, describe](Inspector& later) { describe(kept, later); }));
      break;
    }
  }
}

void detail::ErrorCause::describe(Value& out) const {
  if (!empty())
    out = Value(front());
  else if (other)
    out = Value(inVar<var>());
}

}  // namespace nodecpp
