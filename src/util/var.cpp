// A var as util.inspect sees it.
#include <nodecpp/value.h>
#include <nodecpp/var.h>

#include "json/tree.h"

namespace nodecpp {

using util::Inspector;
using util::Value;

namespace {

void describeArray(const var& array, Inspector& out) {
  Value elements = Value::of(Value::Kind::array);
  for (var element : array) elements.push(Value(element));
  out.value(elements);
}
void describeObject(const var& object, Inspector& out) {
  for (const auto& [key, value] : object.entries()) out.property(key, value);
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
    case Kind::handle: {
      Value described;
      handle_.type->describe(described, objectRef());
      out.value(described);
      break;
    }
    // Looked at when it is printed: it may contain itself.
    case Kind::array:
    case Kind::object: {
      var kept = *this;
      auto describe = isArray() ? describeArray : describeObject;
      out.value(Value::ofObject(identity(), "", [kept, describe](Inspector& later) { describe(kept, later); }));
      break;
    }
  }
}

}  // namespace nodecpp
