// Makes a value from the bytes that clone.cpp has written.
#include "json/clone/clone.h"

#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>

#include <cstring>
#include <vector>

#include "json/clone/clone_marks.h"
#include "json/var_tree.h"

namespace nodecpp::detail {

namespace {

using Mark = CloneMark;

class Deserializer {
 public:
  Deserializer(const Clone& clone, const MakeHandle& make) : clone_(clone), make_(make) {}

  ~Deserializer() {
    if (failed_) emptyAll(made_);
  }

  var run() {
    failed_ = true;
    var root = value();
    while (!open_.empty()) {
      Open& here = open_.back();
      if (here.left == 0) {
        const Open done = here;
        open_.pop_back();
        if (done.isNamed) {
          const var named = value();
          if (!named.isObject() || VarParts::named(done.container).isObject()) malformed();
          VarParts::moveNamedProperties(done.container, named);
        } else if (done.cloning) {
          done.cloning->fill(done.boxed, done.container);
        }
        continue;
      }
      --here.left;
      var container = here.container;
      if (container.isArray()) {
        if (at_ < clone_.bytes.size() && Mark(clone_.bytes.bytes()[at_]) == Mark::hole) {
          ++at_;
          container.setLength(container.length() + 1);
        } else {
          container.push(value());
        }
      } else {
        String key = text();
        container.set(key, value());
      }
    }
    if (at_ != clone_.bytes.size()) malformed();
    failed_ = false;
    return root;
  }

 private:
  struct Open {
    var container;  // the container, or the list of parts from which `boxed` is filled
    std::uint64_t left;
    bool isNamed = false;  // whether the object of its named properties follows the elements
    const VarCloning* cloning = nullptr;
    var boxed = undefined;
  };

  [[noreturn]] static void malformed() { throw Error("Unable to deserialize cloned data."); }
  const char* take(std::uint64_t size) {
    if (size > clone_.bytes.size() - at_) malformed();
    const char* from = clone_.bytes.bytes() + at_;
    at_ += size;
    return from;
  }
  template <class T>
  T read() {
    T out = 0;
    std::memcpy(&out, take(sizeof out), sizeof out);
    return out;
  }
  String text() {
    auto size = read<std::uint64_t>();
    return String::copyOf(take(size), size);
  }

  var value() {
    switch (Mark(*take(1))) {
      case Mark::undefined: return var();
      case Mark::null: return nullptr;
      case Mark::yes: return true;
      case Mark::no: return false;
      case Mark::number: return read<double>();
      case Mark::date: return Date(read<double>());
      case Mark::string: return text();
      case Mark::array: return container(var::array());
      case Mark::named: return container(var::array(), true);
      case Mark::boxed: return boxed();
      case Mark::object: return container(var::object());
      case Mark::again: {
        auto number = read<std::uint64_t>();
        if (number >= made_.size()) malformed();
        return made_[number];
      }
      case Mark::bytes: {
        auto size = read<std::uint64_t>();
        return Buffer::copyOf(take(size), size);
      }
      case Mark::moved: {
        auto number = read<std::uint64_t>();
        if (number >= clone_.moved.size()) malformed();
        return clone_.moved[number];
      }
      case Mark::arrayBuffer: {
        auto size = read<std::uint64_t>(), most = read<std::uint64_t>();
        const char* bytes = take(size);
        return kept(arrayBuffer(Buffer::copyOf(bytes, size), size, most));
      }
      case Mark::movedArray: {
        auto number = read<std::uint64_t>(), size = read<std::uint64_t>(), most = read<std::uint64_t>();
        if (number >= clone_.moved.size() || clone_.moved[number].size() != size) malformed();
        return kept(arrayBuffer(clone_.moved[number], size, most));
      }
      case Mark::sharedArray: {
        const double number = read<double>();
        if (!make_) malformed();
        return kept(make_(number));
      }
      case Mark::view: return view();
      case Mark::handle: {
        double number = read<double>();
        if (!make_) malformed();
        return make_(number);
      }
      default: malformed();
    }
  }

  var kept(var made) {
    made_.push_back(made);
    return made;
  }
  static ArrayBuffer arrayBuffer(const Buffer& bytes, std::uint64_t size, std::uint64_t most) {
    if (most) {
      if (most - 1 < size) malformed();
      ArrayBuffer out(double(size), {.maxByteLength = double(most - 1)});
      if (size) std::memcpy(out.store()->data, bytes.bytes(), size);
      return out;
    }
    return ArrayBuffer::of(makeStoreOver(bytes.block(), bytes.bytes(), size));
  }
  var view() {
    const std::size_t place = made_.size();
    made_.push_back(var());
    const var of = value();
    const ArrayBuffer* buffer = of.arrayBufferRef();
    auto kind = read<std::uint64_t>(), offset = read<std::uint64_t>(), length = read<std::uint64_t>();
    const bool tracks = read<std::uint64_t>() != 0;
    if (!buffer || kind > std::uint64_t(ElementKind::dataView)) malformed();
    const double given = tracks ? __builtin_nan("") : double(length);
    const var made = varOver(makeCheckedView(ElementKind(kind), shareStore(buffer->store()), double(offset), given));
    made_[place] = made;
    return made;
  }

  var container(var made, bool isNamed = false) {
    made_.push_back(made);
    open_.push_back({made, read<std::uint64_t>(), isNamed});
    return made;
  }
  var boxed() {
    const auto number = read<std::uint64_t>(), count = read<std::uint64_t>();
    const CloneType* type = newestCloneType();
    while (type && type->number != number) type = type->next;
    if (!type || !type->type->cloning) malformed();
    const VarCloning& cloning = *type->type->cloning;
    const var parts = var::array();
    // A Map and the like are made empty and filled when all parts are there, because a part may refer to the Map
    // itself. The other types are made at once, from texts.
    if (cloning.fill) {
      const var made = kept(cloning.make(parts));
      open_.push_back({parts, count, false, &cloning, made});
      return made;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (Mark(*take(1)) != Mark::string) malformed();
      parts.push(text());
    }
    return kept(cloning.make(parts));
  }

  const Clone& clone_;
  const MakeHandle& make_;
  std::size_t at_ = 0;
  std::vector<var> made_;
  std::vector<Open> open_;
  bool failed_ = false;
};

}  // namespace

var deserialize(const Clone& clone, const MakeHandle& make) { return Deserializer(clone, make).run(); }

void emptyAll(const std::vector<var>& containers) {
  for (const var& each : containers) {
    if (each.isArray()) {
      each.setLength(0);
    } else if (each.isObject()) {
      for (const var& key : each.keys()) each.remove(key.text());
    } else if (each.is<Map<var, var>>()) {
      each.as<Map<var, var>>().clear();
    } else if (each.is<Set<var>>()) {
      each.as<Set<var>>().clear();
    } else if (each.is<Error>()) {
      each.as<Error>()->cause = ErrorCause();
    }
  }
}

}  // namespace nodecpp::detail
