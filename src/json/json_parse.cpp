#include <nodecpp/json.h>

#include "json/json_walk.h"
#include "json/scanner.h"

namespace nodecpp::detail {

namespace {

// Calls the reviver for each value, from the innermost values to the outermost. `sources` is a tree of the same form as
// the value that has the source text of each primitive; a source is passed on only while the value is still the one
// that was read.
class Revival {
 public:
  explicit Revival(const Reviver& reviver) : reviver_(reviver) {}

  var revive(const String& key, var value, const var& source, const var& read, int depth) {
    constexpr int deepest = 4000;
    if (depth > deepest) throw RangeError("Maximum call stack size exceeded");
    if (value.isArray()) {
      bool same = source.isArray() && value == read;
      for (std::ptrdiff_t i = 0; i < value.length(); ++i) {
        var made = revive(str(i), at(value, i), at(same ? source : none_, i), at(same ? read : none_, i), depth + 1);
        if (i < value.length()) put(value, i, std::move(made));
      }
    } else if (value.isObject()) {
      bool same = source.isObject() && value == read;
      for (const var::Entry& entry : value.entries()) {
        var made = revive(entry.key, at(value, entry.key), at(same ? source : none_, entry.key), at(same ? read : none_, entry.key),
                          depth + 1);
        if (made.isUndefined())
          value.remove(entry.key);
        else
          put(value, entry.key, std::move(made));
      }
    }
    JSON::Context context;
    if (source.isString() && value == read) context.source = source;
    return reviver_(key, value, context);
  }

 private:
  // These functions are not inlined, because the frame of revive() is on the stack once for each level of the document.
  template <class Key>
  [[gnu::noinline]] static var at(const var& of, const Key& key) {
    return of.isUndefined() ? var() : of.get(key);
  }
  template <class Key>
  [[gnu::noinline]] static void put(const var& of, const Key& key, var value) {
    of.set(key, std::move(value));
  }

  const Reviver& reviver_;
  const var none_;
};

}  // namespace

// As in JavaScript, undefined and null are parsed as the texts that they print.
var parseJson(StringArg text) {
  if (text.isNullish()) [[unlikely]]
    return parseJson("" + text.toString());
  var out;
  return walkJson(text, out) ? out : scanJson(text);
}

var parseJson(StringArg text, const Reviver& reviver) {
  if (text.isNullish()) return parseJson("" + text.toString(), reviver);
  var sources;
  var value = scanJson(text, &sources);
  return Revival(reviver).revive("", value, sources, value, 0);
}

}  // namespace nodecpp::detail
