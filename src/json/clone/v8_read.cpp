// Makes a value from V8's format. The bytes may come from anybody: a size is compared with what is left before anything
// is made of it, and nesting costs no stack.
#include <nodecpp/error.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "base/text/transcode.h"
#include "json/clone/clone.h"
#include "json/clone/clone_marks.h"
#include "json/clone/v8_format.h"
#include "json/var_tree.h"

namespace nodecpp::detail {

namespace {

using Tag = V8Tag;

class V8Reader {
 public:
  V8Reader(std::string_view bytes, V8Use use) : all_(bytes), use_(use) {}

  ~V8Reader() {
    if (failed_) emptyAll(made_);
  }

  var run() {
    if (Tag(byte()) != Tag::version) malformed();
    const std::uint64_t version = varint();
    if (version < 13 || version > v8Version) malformed();
    failed_ = true;
    const var root = value();
    while (!open_.empty()) step();
    failed_ = false;
    return root;
  }

 private:
  enum class In : unsigned char { object, array, sparseArray, map, set, error };
  struct Open {
    In in;
    var container;
    std::uint64_t left = 0;   // the elements of an array that are still to come
    std::uint64_t count = 0;  // the properties, or the parts of a Map or a Set, that have come
    std::uint64_t size = 0;   // of an array
    var key = undefined;      // of a Map, whose value comes next when `count` is odd
  };

  [[noreturn]] static void malformed() { throw Error("Unable to deserialize cloned data."); }
  std::size_t left() const { return all_.size() - at_; }
  std::string_view take(std::uint64_t size) {
    if (size > left()) malformed();
    const std::string_view taken = all_.substr(at_, size);
    at_ += size;
    return taken;
  }
  unsigned char byte() { return static_cast<unsigned char>(take(1)[0]); }
  // Returns the next tag and skips the padding before it.
  Tag tag() {
    Tag next = Tag(byte());
    while (next == Tag::padding) next = Tag(byte());
    return next;
  }
  Tag peek() {
    while (at_ < all_.size() && all_[at_] == char(Tag::padding)) ++at_;
    if (at_ == all_.size()) malformed();
    return Tag(static_cast<unsigned char>(all_[at_]));
  }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const unsigned char next = byte();
      number |= std::uint64_t(next & 0x7f) << shift;
      if (next < 0x80) return number;
    }
    malformed();
  }
  double real() {
    double number = 0;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
  }
  double int32() {
    const auto number = std::uint32_t(varint());
    return std::int32_t(number >> 1 ^ (~(number & 1) + 1));
  }

  void step() {
    Open& here = open_.back();
    switch (here.in) {
      case In::object: return property(here, Tag::endOfObject);
      case In::array: return here.left ? element(here) : property(here, Tag::endOfArray);
      case In::sparseArray: return property(here, Tag::endOfSparseArray);
      case In::map: return mapPart(here);
      case In::set: return setPart(here);
      case In::error: return errorPart(here);
    }
  }

  // A container that is begun while a part is read moves `open_`, so the functions below do not use `here` after
  // value().
  void element(Open& here) {
    --here.left;
    const var list = here.container;
    if (peek() == Tag::hole) {
      tag();
      return list.setLength(std::size_t(list.length()) + 1);
    }
    list.push(value());
  }
  void property(Open& here, Tag end) {
    if (peek() == end) {
      tag();
      const std::uint64_t count = here.count, size = here.size;
      const bool isObject = here.in == In::object;
      open_.pop_back();
      if (varint() != count || (!isObject && varint() != size)) malformed();
      return;
    }
    ++here.count;
    const var container = here.container;
    const std::uint64_t size = here.size;
    const var name = key();
    if (container.isArray() && name.isNumber()) {
      if (!(name >= 0 && name < double(size))) malformed();
      const var element = value();
      return container.set(std::size_t(name.toNumber()), element);
    }
    const String text = name.toString();
    const var element = value();
    if (container.isArray())
      VarParts::makeNamed(container).set(text, element);
    else
      container.set(text, element);
  }
  var key() {
    switch (tag()) {
      case Tag::int32: return int32();
      case Tag::uint32: return double(std::uint32_t(varint()));
      case Tag::number: return real();
      case Tag::latin1: return latin1();
      case Tag::utf16: return utf16();
      case Tag::utf8: return utf8();
      default: malformed();
    }
  }
  void mapPart(Open& here) {
    const bool isKey = here.count % 2 == 0;
    if (isKey && peek() == Tag::endOfMap) return closed(here);
    ++here.count;
    if (isKey) {
      const std::size_t depth = open_.size() - 1;
      const var key = value();
      open_[depth].key = key;
      return;
    }
    const auto map = here.container.as<Map<var, var>>();
    const var key = here.key;
    map.set(key, value());
  }
  void setPart(Open& here) {
    if (peek() == Tag::endOfSet) return closed(here);
    ++here.count;
    const auto set = here.container.as<Set<var>>();
    set.add(value());
  }
  void closed(Open& here) {
    tag();
    const std::uint64_t count = here.count;
    open_.pop_back();
    if (varint() != count) malformed();
  }
  void errorPart(Open& here) {
    const auto error = here.container.as<Error>();
    const unsigned char kind = byte();
    for (const V8ErrorClass& each : v8ErrorClasses)
      if (kind == static_cast<unsigned char>(each.tag)) return setClassName(error, each.name);
    switch (V8ErrorTag(kind)) {
      case V8ErrorTag::message: error->message = key().toString(); return;
      case V8ErrorTag::stack: error->stack = key().toString(); return;
      case V8ErrorTag::cause: {
        const var cause = value();
        if (!error->cause) error->cause = cause;
        return;
      }
      case V8ErrorTag::end: return open_.pop_back();
      default: malformed();
    }
  }

  var value() {
    switch (tag()) {
      case Tag::undefined: return var();
      case Tag::null: return nullptr;
      case Tag::yes: return true;
      case Tag::no: return false;
      case Tag::int32: return int32();
      case Tag::uint32: return double(std::uint32_t(varint()));
      case Tag::number: return real();
      case Tag::bigInt: return bigInt();
      case Tag::latin1: return latin1();
      case Tag::utf16: return utf16();
      case Tag::utf8: return utf8();
      case Tag::again: {
        const std::uint64_t number = varint();
        if (number >= made_.size()) malformed();
        return made_[number];
      }
      case Tag::object: return begin({In::object, var::object()});
      case Tag::array: {
        // Each element takes a byte at least.
        const std::uint64_t size = varint();
        if (size > left()) malformed();
        return begin({.in = In::array, .container = var::array(), .left = size, .size = size});
      }
      case Tag::sparseArray: return sparseArray();
      case Tag::date: return kept(Date(real()));
      // C++ has no boxed primitives, so the values in them are taken.
      case Tag::trueObject: return kept(true);
      case Tag::falseObject: return kept(false);
      case Tag::numberObject: return kept(real());
      case Tag::bigIntObject: return kept(bigInt());
      case Tag::stringObject: return kept(key());
      case Tag::regExp: return regExp();
      case Tag::map: return begin({In::map, Map<var, var>()});
      case Tag::set: return begin({In::set, Set<var>()});
      case Tag::error: return begin({In::error, Error("")});
      case Tag::arrayBuffer: return arrayBuffer(false);
      case Tag::resizableArrayBuffer: return arrayBuffer(true);
      case Tag::host: return host();
      default: malformed();
    }
  }
  var kept(var made) {
    made_.push_back(made);
    return made;
  }
  var begin(Open open) {
    const var container = kept(open.container);
    open_.push_back(std::move(open));
    return container;
  }

  String latin1() {
    const std::string_view bytes = take(varint());
    return String::fromLatin1(bytes.data(), bytes.size());
  }
  String utf16() {
    const std::string_view bytes = take(varint());
    if (bytes.size() % 2 != 0) malformed();
    return fromUtf16(bytes.data(), bytes.size());
  }
  String utf8() {
    const std::string_view bytes = take(varint());
    return Buffer::copyOf(bytes.data(), bytes.size()).toString();
  }

  // An array with few elements. Its holes take no bytes in the message but memory here, so a message has a limit.
  var sparseArray() {
    const std::uint64_t size = varint();
    if (size > holesLeft_) malformed();
    holesLeft_ -= size;
    const var list = var::array();
    list.setLength(size);
    return begin({.in = In::sparseArray, .container = list, .size = size});
  }

  // Returns the type of a value that the program stores in vars and that has the given part, or null.
  template <class Part>
  static const VarBoxType* typeWith(Part VarBoxType::* part) {
    const CloneType* type = newestCloneType();
    while (type && !(type->type->*part)) type = type->next;
    return type ? type->type : nullptr;
  }
  static var madeOf(const VarBoxType* type, std::initializer_list<var> parts, const char* header) {
    if (!type) throw Error("Unable to deserialize cloned data: the program does not use " + str(header));
    return type->cloning->make(var::array(parts));
  }
  var bigInt() {
    const std::uint64_t sizeAndSign = varint();
    const std::string_view low = take(sizeAndSign >> 1);
    std::string digits = "0x0";
    for (std::size_t i = low.size(); i-- > 0;) {
      const auto each = static_cast<unsigned char>(low[i]);
      digits += "0123456789abcdef"[each >> 4];
      digits += "0123456789abcdef"[each & 15];
    }
    const VarBoxType* type = typeWith(&VarBoxType::bigInt);
    const var number = madeOf(type, {String(digits)}, "BigInt");
    if (!(sizeAndSign & 1)) return number;
    const var zero = type->bigInt->of(0);
    return type->bigInt->calculate('-', boxedValue(VarParts::box(zero)), boxedValue(VarParts::box(number)));
  }
  var regExp() {
    const String source = key().toString();
    const std::uint64_t bits = varint();
    String flags;
    for (std::size_t i = 0; i < v8RegExpFlags.size(); ++i)
      if (bits >> i & 1) flags += v8RegExpFlags.substr(i, 1);
    return kept(madeOf(typeWith(&VarBoxType::pattern), {source, flags}, "RegExp"));
  }

  var arrayBuffer(bool resizable) {
    const std::uint64_t size = varint(), most = resizable ? varint() : size;
    const std::string_view bytes = take(size);
    if (most < size || (resizable && most > mostReserved)) malformed();
    const ArrayBuffer made =
        resizable ? ArrayBuffer(double(size), {.maxByteLength = double(most)}) : ArrayBuffer(double(size));
    if (size) std::memcpy(made.store()->data, bytes.data(), size);
    const var buffer = kept(made);
    if (left() == 0 || peek() != Tag::view) return buffer;
    tag();
    return view(made);
  }
  // A view that follows its ArrayBuffer. Node writes views in another way, but reads this one too.
  var view(const ArrayBuffer& of) {
    static constexpr std::string_view tags = "bBCwWdDhfFqQ?";
    const std::size_t kind = tags.find(char(varint()));
    if (kind == tags.npos) malformed();
    const double offset = double(varint()), size = double(varint());
    const std::uint64_t flags = varint();
    const double length = size / double(kindSize(ElementKind(kind)));
    if (length != std::trunc(length)) malformed();
    return kept(
        varOver(makeCheckedView(ElementKind(kind), shareStore(of.store()), offset, flags & 1 ? std::nan("") : length)));
  }
  var host() {
    const std::size_t place = made_.size();
    made_.push_back(var());
    // Other objects than views are written as a plain object.
    if (use_ == V8Use::channel && varint() != 0) {
      if (tag() != Tag::object) malformed();
      const var object = begin({In::object, var::object()});
      made_[place] = object;
      return object;
    }
    const std::uint64_t type = varint();
    const std::string_view bytes = take(varint());
    var made;
    if (type == v8BufferType) {
      made = Buffer::copyOf(bytes.data(), bytes.size());
    } else {
      std::size_t kind = 0;
      while (kind < sizeof v8ViewTypes && v8ViewTypes[kind] != type) ++kind;
      if (kind == sizeof v8ViewTypes || bytes.size() % kindSize(ElementKind(kind)) != 0) malformed();
      const ArrayBuffer buffer{double(bytes.size())};
      if (!bytes.empty()) std::memcpy(buffer.store()->data, bytes.data(), bytes.size());
      const double length = double(bytes.size() / kindSize(ElementKind(kind)));
      made = varOver(makeCheckedView(ElementKind(kind), shareStore(buffer.store()), 0, length));
    }
    made_[place] = made;
    return made;
  }

  static constexpr std::uint64_t mostReserved = std::uint64_t(1) << 32;
  const std::string_view all_;
  const V8Use use_;
  std::size_t at_ = 0;
  std::uint64_t holesLeft_ = 1 << 24;
  std::vector<var> made_;
  std::vector<Open> open_;
  bool failed_ = false;
};

}  // namespace

var v8Deserialize(std::string_view bytes, V8Use use) { return V8Reader(bytes, use).run(); }

}  // namespace nodecpp::detail
