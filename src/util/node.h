// What a Value that is no primitive refers to.
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/util.h>

#include <string_view>
#include <vector>

#include "base/name_index.h"

namespace nodecpp::detail {

struct ValueProperty {
  String key;
  util::Value value;
  bool hidden = false;  // not enumerable: printed as [key]
};

struct ValueNode {
  std::uint32_t refs = 1;
  String name;                                             // of the class; "" for JavaScript's own of the kind
  std::vector<std::pair<util::Value, util::Value>> items;  // elements are the first of each
  std::vector<ValueProperty> properties;
  Error error;
  Buffer buffer;
  ViewBase view;
  ArrayBuffer bytes;
  Function<void(util::Inspector&)> describe;
  const void* identity = nullptr;
  NameIndex index;          // of the properties, where they are many
  std::size_t numbers = 0;  // of the properties, in front, whose keys are indices
};

// A lazy value looked at: one level of it. Any other value itself.
util::Value described(const util::Value& value);
// The own properties of an error in Node's order; `hidden` are those that JavaScript does not enumerate.
std::vector<ValueProperty> ownProperties(const Error& error);
// The properties of anything that is no primitive (an error's are not in its node).
std::vector<ValueProperty> propertiesOf(const util::Value& value);

// JavaScript's String(value) and Number(value).
String toJsString(const util::Value& value);
double toJsNumber(const util::Value& value);
// JSON.stringify(value); "undefined" where JavaScript gives undefined, "[Circular]" for what contains itself.
String stringify(const util::Value& value);

}  // namespace nodecpp::detail
