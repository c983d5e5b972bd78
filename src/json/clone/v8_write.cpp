// Writes a value in V8's format.
#include <nodecpp/error.h>
#include <nodecpp/map.h>

#include <cmath>
#include <vector>

#include "base/text/transcode.h"
#include "json/clone/clone.h"
#include "json/clone/v8_format.h"
#include "json/var_tree.h"

namespace nodecpp::detail {

namespace {

using Tag = V8Tag;

class V8Writer {
 public:
  explicit V8Writer(V8Use use) : use_(use) {}

  std::string run(const var& root) {
    tag(Tag::version);
    varint(v8Version);
    value(root);
    while (!open_.empty()) step();
    return std::move(out_);
  }

 private:
  // A container whose parts are being written. `parts` are the keys and values, or the elements, in turn. They were
  // read when the container was reached, so that a getter that changes the container has no effect on the walk.
  struct Open {
    std::vector<var> parts;
    std::size_t next;
    std::size_t keysFrom;  // from here on every other part is the key of a property
    Tag end;
    std::uint64_t counts[2];  // follow the end tag
    int countsUsed;
  };

  void step() {
    Open& here = open_.back();
    if (here.next == here.parts.size()) {
      tag(here.end);
      for (int i = 0; i < here.countsUsed; ++i) varint(here.counts[i]);
      open_.pop_back();
      return;
    }
    const std::size_t at = here.next++;
    const var part = here.parts[at];
    if (VarParts::isHole(part)) return tag(Tag::hole);
    if (at >= here.keysFrom && (at - here.keysFrom) % 2 == 0) return key(part.text());
    value(part);
  }

  void tag(Tag of) { out_.push_back(char(of)); }
  void varint(std::uint64_t number) {
    for (; number > 0x7f; number >>= 7) out_.push_back(char(number | 0x80));
    out_.push_back(char(number));
  }
  void raw(const void* bytes, std::size_t size) { out_.append(static_cast<const char*>(bytes), size); }
  void real(double number) { raw(&number, sizeof number); }

  void number(double of) {
    if (!(of >= -2147483648.0 && of <= 2147483647.0) || of != std::trunc(of) || (of == 0 && std::signbit(of))) {
      tag(Tag::number);
      return real(of);
    }
    const auto whole = std::int32_t(of);
    tag(Tag::int32);
    varint(std::uint32_t(whole) << 1 ^ std::uint32_t(whole >> 31));
  }

  // A text of Latin-1 has one byte for each unit. Other texts have two, which begin at an even place.
  void text(const String& of) {
    const StringArg from(of);
    std::string units(std::size_t(of.length()), '\0');
    if (isLatin1(of)) {
      toLatin1(from, units.data(), units.size());
      tag(Tag::latin1);
      varint(units.size());
    } else {
      units.resize(units.size() * 2);
      toUtf16(from, units.data(), units.size());
      std::size_t prefix = 1;
      for (std::size_t left = units.size(); left > 0x7f; left >>= 7) ++prefix;
      if ((out_.size() + 1 + prefix) % 2 != 0) tag(Tag::padding);
      tag(Tag::utf16);
      varint(units.size());
    }
    out_ += units;
  }
  static bool isLatin1(const String& of) {
    const char* bytes = of.data();
    for (std::size_t i = 0; i < of.size(); ++i)
      if (static_cast<unsigned char>(bytes[i]) > 0xc3) return false;
    return true;
  }
  void key(const String& of) {
    std::uint32_t index = 0;
    if (indexKey(of, index))
      number(index);
    else
      text(of);
  }

  void value(const var& of) {
    switch (of.kind()) {
      case var::Kind::undefined: return tag(Tag::undefined);
      case var::Kind::null: return tag(Tag::null);
      case var::Kind::boolean: return tag(of ? Tag::yes : Tag::no);
      case var::Kind::number: return number(of.toNumber());
      case var::Kind::string: return text(of.text());
      case var::Kind::date:
        ++next_;
        tag(Tag::date);
        return real(of.toNumber());
      case var::Kind::buffer: {
        const Buffer bytes = of.buffer();
        if (!again(of)) host(v8BufferType, bytes.bytes(), bytes.size());
        return;
      }
      case var::Kind::array: return again(of) ? void() : array(of);
      case var::Kind::object: return again(of) ? void() : object(of);
      case var::Kind::boxed: return boxed(of);
      default: refuse(of);
    }
  }
  [[noreturn]] static void refuse(const var& of) {
    throw Error(notCloned(of));
  }
  // Writes the number of an object that has been written before, or gives it a number.
  bool again(const var& of) {
    if (!numbers_.has(of)) {
      numbers_.set(of, next_++);
      return false;
    }
    tag(Tag::again);
    varint(numbers_.get(of));
    return true;
  }

  void array(const var& of) {
    const auto size = std::size_t(of.length());
    tag(Tag::array);
    varint(size);
    Open open{{}, 0, size, Tag::endOfArray, {0, size}, 2};
    open.parts.reserve(size);
    for (std::size_t i = 0; i < size; ++i) open.parts.push_back(of.arrayRep()->data[i]);
    if (const var named = VarParts::named(of); named.isObject()) properties(named, open);
    open_.push_back(std::move(open));
  }
  void object(const var& of) {
    tag(Tag::object);
    Open open{{}, 0, 0, Tag::endOfObject, {0, 0}, 1};
    properties(of, open);
    open_.push_back(std::move(open));
  }
  static void properties(const var& of, Open& open) {
    for (const auto& [key, value] : of.entries()) {
      open.parts.push_back(key);
      open.parts.push_back(value);
      ++open.counts[0];
    }
  }

  void boxed(const var& of) {
    if (const ViewBase* seen = of.viewRef()) return again(of) ? void() : view(*seen);
    if (const ArrayBuffer* bytes = of.arrayBufferRef()) return again(of) ? void() : arrayBuffer(*bytes);
    const VarBoxType& type = *VarParts::box(of)->type;
    if (!type.cloning) refuse(of);
    if (type.bigInt) return bigInt(type.bigInt->digits(boxedValue(VarParts::box(of)), 16));
    if (again(of)) return;
    if (of.is<Error>()) return error(of.as<Error>());
    const var parts = var::array();
    type.cloning->take(boxedValue(VarParts::box(of)), parts);
    if (type.pattern) return regExp(parts[0].text(), parts[1].text());
    // A Map gives keys and values in turn, a Set its elements.
    const bool isMap = type.text(boxedValue(VarParts::box(of))) == "[object Map]";
    const auto size = std::size_t(parts.length());
    tag(isMap ? Tag::map : Tag::set);
    Open open{{}, 0, size, isMap ? Tag::endOfMap : Tag::endOfSet, {size, 0}, 1};
    for (std::size_t i = 0; i < size; ++i) open.parts.push_back(parts.get(i));
    open_.push_back(std::move(open));
  }

  // The digits of 64 bits, the lowest first, after their number of bytes and the sign.
  void bigInt(const String& hexadecimal) {
    std::string_view digits(hexadecimal.data(), hexadecimal.size());
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    if (digits == "0") digits = {};
    const std::size_t bytes = (digits.size() + 15) / 16 * 8;
    tag(Tag::bigInt);
    varint(bytes << 1 | negative);
    std::string low(bytes, '\0');
    for (std::size_t i = 0; i < digits.size(); ++i) {
      const char digit = digits[digits.size() - 1 - i];
      const int value = digit <= '9' ? digit - '0' : digit - 'a' + 10;
      low[i / 2] = char(low[i / 2] | value << (i % 2 * 4));
    }
    out_ += low;
  }

  void regExp(const String& source, const String& flags) {
    std::uint64_t set = 0;
    for (std::size_t i = 0; i < flags.size(); ++i) set |= 1u << v8RegExpFlags.find(flags.data()[i]);
    tag(Tag::regExp);
    text(source);
    varint(set);
  }

  void error(const Error& of) {
    tag(Tag::error);
    for (const V8ErrorClass& each : v8ErrorClasses)
      if (of->name == each.name) out_.push_back(each.tag);
    errorText(V8ErrorTag::message, of->message);
    errorText(V8ErrorTag::stack, String(of->stack));
    if (!of->cause) return out_.push_back(char(V8ErrorTag::end));
    out_.push_back(char(V8ErrorTag::cause));
    open_.push_back({{var(of->cause)}, 0, 1, Tag(V8ErrorTag::end), {0, 0}, 0});
  }
  void errorText(V8ErrorTag kind, const String& of) {
    out_.push_back(char(kind));
    text(of);
  }

  void arrayBuffer(const ArrayBuffer& of) {
    const ByteStore& store = *of.store();
    if (store.detached) throw Error("An ArrayBuffer is detached and could not be cloned.");
    if (store.shared) throw Error("#<SharedArrayBuffer> could not be cloned.");
    tag(store.resizable ? Tag::resizableArrayBuffer : Tag::arrayBuffer);
    varint(store.size);
    if (store.resizable) varint(store.maxSize);
    raw(store.data, store.size);
  }
  void view(const ViewBase& of) {
    const ViewBody& body = *ViewAccess::body(of);
    if (body.store && body.store->detached) throw Error("An ArrayBuffer is detached and could not be cloned.");
    if (body.outside) throw Error("#<" + str(kindName(body.kind)) + "> could not be cloned.");
    host(v8ViewTypes[std::size_t(body.kind)], ViewAccess::data(of), body.length * kindSize(body.kind));
  }
  void host(std::uint32_t type, const char* bytes, std::size_t size) {
    tag(Tag::host);
    if (use_ == V8Use::channel) varint(0);
    varint(type);
    varint(size);
    raw(bytes, size);
  }

  const V8Use use_;
  std::string out_;
  std::vector<Open> open_;
  Map<var, std::uint32_t> numbers_;
  std::uint32_t next_ = 0;
};

}  // namespace

std::string v8Serialize(const var& value, V8Use use) { return V8Writer(use).run(value); }

}  // namespace nodecpp::detail
