#include <nodecpp/json.h>

#include <memory>

#include "json/tree.h"
#include "json/writer.h"

namespace nodecpp {

namespace {

using detail::JsonText;
using detail::SlotOrder;
using detail::VarArray;
using detail::VarObject;

constinit thread_local std::uint32_t writersOpen = 0;

// What a container that is being written has left to do. It is marked as open, so that a circle is seen at once however
// deep it is; the mark of a writer outside of this one (a replacer may stringify too) is put back.
struct Frame {
  var container;
  VarArray* array = nullptr;
  VarObject* object = nullptr;
  std::uint32_t next = 0;  // of the elements, slots, or keys of the list
  std::uint32_t size = 0;
  std::uint32_t openBefore = 0;
  std::uint32_t keySlot = 0;  // of what is written now, for the message about a circle
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
    if (!begin("", root)) return "undefined";
    while (!frames_.empty()) step();
    return out_.text();
  }

 private:
  // Writes a value, or what stands in front of the first member of an array or object, whose frame it pushes. False
  // where JavaScript leaves the member out. `lead` writes what comes in front of it.
  bool begin(StringArg key, const var& given) {
    return begin(key, given, [] {});
  }
  template <class Lead>
  bool begin(const StringArg& key, const var& given, Lead lead) {
    if (!function_ && !given.isDate() && !given.isBuffer() && !given.isHandle()) [[likely]]
      return plain(given, lead);
    var value = given;
    if (value.isDate())
      value = value.toNumber() == value.toNumber() ? var(value.date().toISOString()) : var(nullptr);
    else if (value.isBuffer())
      value = bufferObject(value.buffer());
    else if (value.isHandle() && value.objectClass()->toJSON)
      value = value.objectClass()->toJSON(value.objectRef());
    if (function_) value = function_(key.toString(), value);
    return plain(value, lead);
  }

  template <class Lead>
  bool plain(const var& value, Lead lead) {
    switch (value.kind()) {
      case var::Kind::undefined: return false;
      case var::Kind::null:
        lead();
        out_.literal("null");
        return true;
      case var::Kind::boolean:
        lead();
        if (value)
          out_.literal("true");
        else
          out_.literal("false");
        return true;
      case var::Kind::number:
        lead();
        out_.number(value.toNumber());
        return true;
      case var::Kind::string:
        lead();
        out_.quoted(value.text());
        return true;
      case var::Kind::array:
        enter(value);
        lead();
        out_.put('[');
        return true;
      case var::Kind::object:
        enter(value);
        lead();
        out_.put('{');
        return true;
      // What a replacer or toJSON gave is not asked for its toJSON again.
      default:
        lead();
        out_.literal("{}");
        return true;
    }
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
    Frame frame;
    frame.container = value;
    frame.array = array;
    frame.object = object;
    frame.openBefore = std::exchange(openIn, id_);
    if (array) {
      frame.size = array->size;
    } else if (only_) {
      frame.size = std::uint32_t(only_->size());
    } else if (object->shape->indexKeys || object->holes || function_) {
      frame.order = std::make_unique<SlotOrder>(*object);
      frame.size = frame.order->size();
    } else {
      frame.size = object->count;
    }
    frames_.push_back(std::move(frame));
  }
  void leave() {
    Frame& frame = frames_.back();
    (frame.array ? frame.array->openIn : frame.object->openIn) = frame.openBefore;
    frames_.pop_back();
  }

  // The next member of the innermost array or object, or its end.
  void step() {
    std::size_t index = frames_.size() - 1;
    Frame& frame = frames_[index];
    if (frame.next == frame.size) {
      bool array = frame.array != nullptr;
      bool any = frame.any;
      leave();
      if (any) newLine();
      out_.put(array ? ']' : '}');
      return;
    }
    std::uint32_t i = frame.next++;
    bool first = !frame.any;
    auto separate = [this, first] {
      if (!first) out_.put(',');
      newLine(frames_.size());
    };
    if (frame.array) {
      frame.any = true;
      frame.keySlot = i;
      separate();
      String name = function_ ? str(i) : String();
      var element = i < frame.array->size ? frame.array->data[i] : var();
      if (!begin(name, element)) out_.literal("null");
      return;
    }
    member(index, i, first);
  }

  void member(std::size_t index, std::uint32_t i, bool first) {
    Frame& frame = frames_[index];
    VarObject& object = *frame.object;
    std::uint32_t slot = only_ ? object.shape->find((*only_)[i]) : frame.order ? (*frame.order)[i] : i;
    if (slot >= object.count || VarObject::isHole(object.values[slot])) return;
    frame.keySlot = slot;
    // Both may change under a replacer, a toJSON.
    String key = object.shape->keys[slot];
    var value = object.values[slot];
    std::size_t depth = frames_.size();
    bool written = begin(key, value, [&] {
      if (!first) out_.put(',');
      newLine(depth);
      out_.quoted(key);
      out_.put(':');
      if (!indent_.empty()) out_.put(' ');
    });
    if (written) frames_[index].any = true;
  }

  void newLine() { newLine(frames_.size()); }
  void newLine(std::size_t depth) {
    if (indent_.empty()) return;
    out_.put('\n');
    for (; depth > 0; --depth) out_.put(indent_);
  }

  // V8's message: the first two and the last of the steps that lead round.
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
    // Strings and numbers of the list, each once.
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
