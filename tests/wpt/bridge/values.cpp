#include "values.h"

#include <nodecpp/bigint.h>
#include <nodecpp/regexp.h>
#include <nodecpp/set.h>

#include "memory.h"

namespace wpt {
namespace {

using worker_threads::MessagePort;

Error errorNamed(const String& name, const String& message) {
  if (name == "TypeError") return TypeError(message);
  if (name == "RangeError") return RangeError(message);
  if (name == "SyntaxError") return SyntaxError(message);
  if (name == "ReferenceError") return ReferenceError(message);
  return Error(message);
}

// Makes vars of one value, in which an object may be met again.
struct Reader {
  Map<double, var> known;

  var value(const var& told) {
    if (told.isNull() || told.isString() || told.isBoolean()) return told;
    if (told.hasOwn("n")) return toNumber(told["n"].toString());
    if (told.hasOwn("i")) return BigInt(told["i"].toString());
    if (told.hasOwn("f")) return var([] {});
    if (told.hasOwn("r")) return known.get(told["r"].toNumber());
    return told.hasOwn("kind") ? object(told["kind"].toString(), told) : var();
  }
  var know(const var& told, const var& made) {
    known.set(told["o"].toNumber(), made);
    return made;
  }
  var object(const String& kind, const var& told) {
    const var of = told["value"];
    if (kind == "date") return know(told, Date(toNumber(of.toString())));
    if (kind == "regexp") return know(told, RegExp(of[0].toString(), of[1].toString()));
    if (kind == "error") return know(told, errorNamed(of[0].toString(), of[1].toString()));
    if (kind == "buffer") return know(told, memoryOf(of));
    if (kind == "view") {
      value(told["buffer"]);
      return know(told, withView(of, [](auto view) { return var(view); }));
    }
    if (kind == "blob") return know(told, blobOf(of));
    if (kind == "port") return know(told, portOf(of));
    if (kind == "primitive") throw Error("there are no objects around primitive values");
    if (kind == "map") {
      const Map<var, var> map;
      const var made = know(told, map);
      for (const var& pair : told["entries"]) map.set(value(pair[0]), value(pair[1]));
      return made;
    }
    if (kind == "set") {
      const Set<var> set;
      const var made = know(told, set);
      for (const var& each : told["entries"]) set.add(value(each));
      return made;
    }
    const var made = know(told, kind == "array" ? var::array() : var::object());
    if (kind == "array") made.setLength(std::size_t(told["length"].toNumber()));
    for (const var& pair : told["entries"]) made[pair[0]] = value(pair[1]);
    return made;
  }
};

struct Writer {
  Map<var, double> seen;

  var value(const var& of) {
    if (of.isNull() || of.isString() || of.isBoolean()) return of;
    if (of.isUndefined()) return var::object({{"u", true}});
    if (of.isNumber()) {
      const double number = of.toNumber();
      return var::object({{"n", number == 0 && __builtin_signbit(number) ? String("-0") : str(number)}});
    }
    if (of.is<BigInt>()) return var::object({{"i", of.toString()}});
    if (seen.has(of)) return var::object({{"r", seen.get(of)}});
    const double number = double(seen.size());
    // A Date is a value here, and another object each time in JavaScript.
    if (!of.isDate()) seen.set(of, number);
    var told = object(of);
    told["o"] = of.isDate() ? -1 : number;
    return told;
  }
  static var plain(const char* kind, const var& value) { return var::object({{"kind", kind}, {"value", value}}); }
  template <class V>
  static bool isView(var& told, const var& of, const char* type) {
    if (!of.is<V>()) return false;
    told = plain("view", toldView(of.as<V>(), type));
    return true;
  }
  var object(const var& of) {
    if (of.isDate()) return plain("date", str(of.date().getTime()));
    if (of.is<RegExp>()) return plain("regexp", var::array({of.as<RegExp>().source(), of.as<RegExp>().flags()}));
    if (of.is<Error>()) return plain("error", var::array({of.as<Error>()->name, of.as<Error>()->message}));
    if (of.is<ArrayBuffer>()) return plain("buffer", memoryNumber(of.as<ArrayBuffer>()));
    if (const auto blob = of.handle<Blob>()) return plain("blob", toldBlob(blob));
    if (const auto port = of.handle<MessagePort>()) return plain("port", portNumber(port));
    var told;
    if (isView<Int8Array>(told, of, "Int8Array") || isView<Uint8Array>(told, of, "Uint8Array") ||
        isView<Uint8ClampedArray>(told, of, "Uint8ClampedArray") || isView<Int16Array>(told, of, "Int16Array") ||
        isView<Uint16Array>(told, of, "Uint16Array") || isView<Int32Array>(told, of, "Int32Array") ||
        isView<Uint32Array>(told, of, "Uint32Array") || isView<Float16Array>(told, of, "Float16Array") ||
        isView<Float32Array>(told, of, "Float32Array") || isView<Float64Array>(told, of, "Float64Array") ||
        isView<BigInt64Array>(told, of, "BigInt64Array") || isView<BigUint64Array>(told, of, "BigUint64Array") ||
        isView<DataView>(told, of, "DataView"))
      return told;
    var entries = var::array();
    if (of.is<Map<var, var>>()) {
      for (const auto& [key, each] : of.as<Map<var, var>>()) entries.push(var::array({value(key), value(each)}));
      return var::object({{"kind", "map"}, {"entries", entries}});
    }
    if (of.is<Set<var>>()) {
      for (const auto& each : of.as<Set<var>>()) entries.push(value(each));
      return var::object({{"kind", "set"}, {"entries", entries}});
    }
    for (const auto& [key, each] : of.entries()) entries.push(var::array({key, value(each)}));
    if (of.isArray()) return var::object({{"kind", "array"}, {"entries", entries}, {"length", double(of.length())}});
    return var::object({{"kind", "object"}, {"entries", entries}});
  }
};

}  // namespace

var valueOf(const var& told) { return Reader().value(told); }
var toldValue(const var& value) { return Writer().value(value); }

}  // namespace wpt
