#include <nodecpp/json.h>

#include <memory>
#include <vector>

#include "json/var_tree.h"
#include "json/writer.h"

namespace nodecpp {

namespace {

using detail::JsonText;
using detail::SlotOrder;
using detail::VarArray;
using detail::VarObject;

constinit thread_local std::uint32_t writersOpen = 0;

// The progress of one array or object that is being written. Its `openIn` is set to the id of the Writer while it is
// open, so a circular reference is noticed at any depth by one comparison. The former value of `openIn` is restored
// afterwards, because a replacer may call stringify for the same object.
struct Frame {
  var container;
  VarArray* array = nullptr;
  VarObject* object = nullptr;
  std::uint32_t next = 0;  // the index of the next element, slot or listed key to write
  std::uint32_t size = 0;
  std::uint32_t openBefore = 0;
  std::uint32_t keySlot = 0;  // the slot or index that is being written, for the message about a circle
  bool any = false;
  std::unique_ptr<SlotOrder> order;
};

class Writer {
 public:
  Writer(const detail::ReplacerFunction& function, const std::vector<String>* only, const String& indent)
      : function_(function), only_(only), indent_(indent), id_(++writersOpen) {}
  ~Writer() {
    while (!frames_.empty()) leave();
    --writersOpen;
  }

  String run(const var& root) {
    if (!write("", root, false)) return undefined;
    while (!frames_.empty()) {
      if (frames_.back().array)
        elements(frames_.back());
      else
        members(frames_.back());
    }
    return out_.text();
  }

 private:
  using Kind = var::Kind;

  // Whether writing a value of this kind may call functions of the program (the replacer, toJSON, a getter), so that it
  // needs write().
  bool asks(Kind kind) const noexcept { return function_ || kind >= Kind::buffer; }

  // Whether an object may have a method toJSON, of its own or inherited. An object without a prototype has none when
  // its shape has no such key.
  bool hasToJson(const VarObject& object) noexcept {
    if (object.proto) return true;
    if (object.shape == plain_) return false;
    if (object.shape->find("toJSON") != detail::noSlot) return true;
    plain_ = object.shape;
    return false;
  }

  // Writes the members up to the next one that is an array or object, or up to the end. A nested container is entered
  // by pushing a frame and not by recursion, so nesting cannot exhaust the stack.
  void members(Frame& frame) {
    while (frame.next < frame.size) {
      std::uint32_t i = frame.next++;
      VarObject& object = *frame.object;
      std::uint32_t slot = only_ ? object.shape->find((*only_)[i]) : frame.order ? (*frame.order)[i] : i;
      if (slot >= object.count) continue;  // the listed key does not exist, or the property was removed meanwhile
      const var& value = object.values[slot];
      Kind kind = detail::VarParts::kind(value);
      frame.keySlot = slot;
      if (asks(kind)) {
        // The function that write() calls may change the object, so nothing of the object may be used afterwards.
        if (detail::VarParts::isHole(value)) continue;
        const String key = object.shape->keys[slot];
        write(key, detail::VarParts::isAccessor(value) ? frame.container.get(key) : value, true);
        return;
      }
      if (kind == Kind::undefined) continue;
      if (kind == Kind::object && hasToJson(*value.objectRep())) {
        const String key = object.shape->keys[slot];
        write(key, value, true);
        return;
      }
      lead(frame, object.shape->keys[slot]);
      if (kind == Kind::array || kind == Kind::object) return enter(value);
      scalar(value, kind);
    }
    leave('}');
  }

  void elements(Frame& frame) {
    while (frame.next < frame.size) {
      std::uint32_t i = frame.next++;
      frame.keySlot = i;
      if (function_ || i >= frame.array->size || asks(detail::VarParts::kind(frame.array->data[i])) ||
          (frame.array->data[i].isObject() && hasToJson(*frame.array->data[i].objectRep()))) {
        var element = i < frame.array->size ? frame.container.get(std::size_t(i)) : var();
        std::size_t index = frames_.size() - 1;
        lead(frame);
        const bool named = function_ || element.isObject() || element.isHandle();  // the key is asked for
        if (!write(named ? str(i) : String(), element, false)) out_.literal("null");
        if (frames_.size() != index + 1) return;
        continue;
      }
      const var& element = frame.array->data[i];
      Kind kind = detail::VarParts::kind(element);
      lead(frame);
      if (kind == Kind::array || kind == Kind::object) return enter(element);
      scalar(element, kind);
    }
    leave(']');
  }

  // Writes the comma and line break before an element, and for a member also its key.
  void lead(Frame& frame) {
    if (frame.any) out_.put(',');
    frame.any = true;
    newLine();
  }
  void lead(Frame& frame, const String& key) {
    lead(frame);
    out_.quoted(key);
    out_.put(':');
    if (!indent_.empty()) out_.put(' ');
  }

  [[gnu::always_inline]] void scalar(const var& value, Kind kind) {
    switch (kind) {
      case Kind::string: return out_.quoted(detail::VarParts::string(value));
      case Kind::number: return out_.number(detail::VarParts::number(value));
      case Kind::boolean: return detail::VarParts::boolean(value) ? out_.literal("true") : out_.literal("false");
      default: return out_.literal("null");
    }
  }

  // Writes a value that may be replaced first: by its toJSON, then by the replacer. For a `member` the key has not been
  // written yet. Returns false when JavaScript leaves the value out.
  bool write(const String& key, var value, bool member) {
    std::size_t index = frames_.size() - 1;
    if (value.isDate())
      value = value.toNumber() == value.toNumber() ? var(value.date().toISOString()) : var(nullptr);
    else if (value.isBuffer())
      value = bufferObject(value.buffer());
    else if (value.viewRef() && value.length())
      value = indexedObject(value);
    else if (value.isHandle() && value.objectClass()->toJSON)
      value = value.objectClass()->toJSON(value.objectRef(), key);
    else if (value.isObject() && hasToJson(*value.objectRep()))
      if (const var toJSON = value.get("toJSON"); toJSON.isFunction()) value = toJSON.call(value, key);
    if (function_) value = function_(key, value);
    plain_ = nullptr;
    if (value.isUndefined() || value.isFunction() || value.isSymbol()) return false;
    if (value.kind() == Kind::boxed && value.typeOf() == "bigint") throw TypeError("Do not know how to serialize a BigInt");
    if (member) lead(frames_[index], key);
    Kind kind = value.kind();
    if (kind == Kind::array || kind == Kind::object)
      enter(value);
    else if (kind >= Kind::buffer)
      out_.literal("{}");  // toJSON is not called again for the result of toJSON or of a replacer
    else
      scalar(value, kind);
    return true;
  }

  static var indexedObject(const var& elements) {
    var out = var::object();
    for (std::ptrdiff_t i = 0; i < elements.length(); ++i) out.set(str(i), elements.get(i));
    return out;
  }
  static var bufferObject(const Buffer& bytes) {
    var data = var::array();
    for (int byte : bytes) data.push(byte);
    return var::object({{"type", "Buffer"}, {"data", data}});
  }

  void enter(const var& value) {
    VarArray* array = value.arrayRep();
    VarObject* object = value.objectRep();
    std::uint32_t& openIn = array ? array->openIn : object->openIn;
    if (openIn == id_) throw circle(value);
    Frame& frame = frames_.emplace_back();
    frame.container = value;
    frame.array = array;
    frame.object = object;
    frame.openBefore = std::exchange(openIn, id_);
    out_.put(array ? '[' : '{');
    if (array) {
      frame.size = array->size;
    } else if (only_) {
      frame.size = std::uint32_t(only_->size());
    } else if (!object->shape->inOrder() || function_) {
      frame.order = std::make_unique<SlotOrder>(*object);
      frame.size = frame.order->size();
    } else {
      frame.size = object->count;
    }
  }
  void leave() {
    Frame& frame = frames_.back();
    (frame.array ? frame.array->openIn : frame.object->openIn) = frame.openBefore;
    frames_.pop_back();
  }
  void leave(char bracket) {
    bool any = frames_.back().any;
    leave();
    if (any) newLine();
    out_.put(bracket);
  }

  void newLine() {
    if (indent_.empty()) [[likely]]
      return;
    out_.put('\n');
    for (std::size_t depth = frames_.size(); depth > 0; --depth) out_.put(indent_);
  }

  // Returns the TypeError with V8's message, which shows the first two and the last of the steps that form the circle.
  TypeError circle(const var& again) {
    std::size_t start = 0;
    while (frames_[start].container != again) ++start;
    auto constructor = [&](std::size_t i) {
      return str("object with constructor '") + (frames_[i].array ? "Array" : "Object") + "'";
    };
    auto key = [&](std::size_t i) {
      const Frame& frame = frames_[i];
      if (frame.array) return "index " + str(frame.keySlot);
      const String& name = frame.object->shape->keys[frame.keySlot];
      return name.empty() ? String("<anonymous>") : "property '" + name + "'";
    };
    String out = str("Converting circular structure to JSON\n    --> starting at ") + constructor(start);
    std::size_t last = frames_.size() - 1;
    constexpr std::size_t shownFirst = 2;
    for (std::size_t i = start + 1; i <= last; ++i) {
      if (i > start + shownFirst && i < last) {
        out += "\n    |     ...";
        i = last;
      }
      out += str("\n    |     ") + key(i - 1) + " -> " + constructor(i);
    }
    return TypeError(out + "\n    --- " + key(last) + " closes the circle");
  }

  const detail::ReplacerFunction& function_;
  const std::vector<String>* only_;
  const String& indent_;
  std::uint32_t id_;
  // The shape of the last object that was found to have no key toJSON, which saves the lookup for similar objects. It is
  // reset after a function of the program may have run, since the function may have changed or freed the shape.
  const detail::Shape* plain_ = nullptr;
  JsonText out_;
  std::vector<Frame> frames_;
};

}  // namespace

JSON::Indent::Indent(StringArg given, int) : text(given.toString().slice(0, 10)) {}
JSON::Indent::Indent(double spaces, int) {
  if (spaces >= 1) text = str(" ").repeat(spaces < 10 ? std::size_t(spaces) : 10);
}

String JSON::stringify(const var& value) { return stringify(value, nullptr, 0); }

String JSON::stringify(const var& value, const Replacer& replacer, const Indent& indent) {
  std::vector<String> only;
  bool listed = replacer.keys.isArray();
  if (listed) {
    // The list of keys for stringify counts strings and numbers, each of them once, as in JavaScript.
    var seen = var::object();
    for (var key : replacer.keys) {
      if (!key.isString() && !key.isNumber()) continue;
      String name = key.toString();
      if (seen.hasOwn(name)) continue;
      seen.set(name, true);
      only.push_back(name);
    }
  }
  return Writer(replacer.function, listed ? &only : nullptr, indent.text).run(value);
}

}  // namespace nodecpp
