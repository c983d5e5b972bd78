// The data of a Value that is not a primitive.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/util.h>

#include <string_view>
#include <vector>

#include "base/containers/name_index.h"

namespace nodecpp::detail {

struct ValueProperty {
  String key;
  util::Value value;
  bool hidden = false;  // a property that is not enumerable in JavaScript; it is printed as [key]
};

struct ValueNode {
  std::uint32_t refs = 1;
  String name;                                             // the name of the class; "" for JavaScript's own
  String prefix;  // what stands in front of the text of a plain object; "" where the name is part of that text
  std::vector<std::pair<util::Value, util::Value>> items;  // keys and values; an element is only the first of a pair
  std::vector<ValueProperty> properties;
  Error error;
  Buffer buffer;
  ViewBase view;
  ArrayBuffer bytes;
  Function<void(util::Inspector&)> describe;
  const void* identity = nullptr;
  NameIndex index;          // finds a property by its key, when there are many
  std::size_t numbers = 0;  // how many properties, at the front, have an array index as key
};

// Returns a lazy value with one level described, or any other value unchanged.
util::Value described(const util::Value& value);
// Returns the own properties of an error in Node's order. `hidden` marks properties that are not enumerable in
// JavaScript.
std::vector<ValueProperty> ownProperties(const Error& error);
// Returns the properties of a value that is not a primitive; those of an error come from the Error.
std::vector<ValueProperty> propertiesOf(const util::Value& value);

// The twins of JavaScript's String(value) and Number(value).
String toJsString(const util::Value& value);
double toJsNumber(const util::Value& value);
// The twin of JSON.stringify(value): returns "undefined" where JavaScript returns undefined, and "[Circular]" for a
// value that contains itself, as %j prints it.
String stringify(const util::Value& value);

}  // namespace nodecpp::detail
