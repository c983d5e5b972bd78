// var: a value whose type is known at run time only, as every variable of JavaScript: what JSON::parse gives and what
// messages between threads and processes carry. Numbers, strings, booleans, Dates and Symbols are values; arrays, objects,
// functions and Buffers are counted references, as in JavaScript: copies of a var refer to the same object. What refers to
// itself in a circle is not freed. See docs/var.md.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/date.h>
#include <nodecpp/describe.h>
#include <nodecpp/fields.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/var/concepts.h>
#include <nodecpp/var/parts.h>
#include <nodecpp/var/text.h>
#include <nodecpp/var/type_name.h>

#include <bit>
#include <string_view>

namespace nodecpp {

class var : public detail::VarText {
 public:
  using NodecppVar = void;
  enum class Kind : unsigned char {
    undefined,
    null,
    boolean,
    number,
    string,
    array,
    object,
    buffer,
    date,
    handle,
    function,
    symbol,
    boxed,  // a Map, a Set, an Error, a BigInt
  };
  class Slot;
  class Elements;
  struct Entry;
  struct Property;

  // undefined. Explicit: `var v = {}` is no empty object, but an error.
  explicit var() noexcept { become(tagUndefined); }
  var(Undefined) noexcept { become(tagUndefined); }
  var(std::nullptr_t) noexcept { become(tagNull); }
  template <std::same_as<bool> T>
  var(T value) noexcept {
    become(tagBoolean, std::uint64_t(value));
  }
  template <detail::VarNumber T>
  var(T value) noexcept {
    become(tagNumber, double(value));
  }
  template <std::same_as<char> T>
  var(T value) : var(std::string_view(&value, 1)) {}
  // undefined and null for a String that is one of them.
  var(const String& value) noexcept { ::new (&string_) String(value), settle(); }
  var(String&& value) noexcept { ::new (&string_) String(std::move(value)), settle(); }
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::same_as<T, String>) && (!detail::BecomesVar<T>)
  var(S&& value) {
    ::new (&string_) String(std::forward<S>(value)), settle();
  }
  var(const Buffer& value);
  var(const Date& value) noexcept {
    become(tagDate, value.getTime());
  }
  var(const Lookup& value);
  // An object of the runtime's own or of a program's; undefined for an undefined handle.
  template <detail::VarHandle T>
  var(const T& handle);
  // A function, which may be called with any number of arguments: what it has no parameter for is dropped, what is missing
  // is undefined. Its parameters are vars, or what a var converts to; a first one that is a This is JavaScript's `this`, a
  // last one that is a Rest takes all others.
  template <detail::VarCallable F>
  var(F&& f);
  var(const Symbol& symbol);
  template <class T>
    requires detail::isBoxed<T>
  var(const T& value);
  // A vector becomes an array; a map, and a list of pairs with strings first, an object; an optional its value or
  // undefined; a struct with NODECPP_FIELDS an object.
  template <detail::VarList T>
    requires(!detail::isBoxed<T>)
  var(const T& list);
  template <detail::VarOptional T>
  var(const T& value);
  template <detail::BecomesVar T>
  var(const T& value) : var(value.template inVar<var>()) {}
  template <detail::HasFields T>
  var(const T& value);
  // Braces are neither an array nor an object: write var::array({…}) or var::object({{"key", value}, …}).
  var(std::initializer_list<var>) NODECPP_DELETED(NODECPP_NO_BRACES);

  var& operator=(std::initializer_list<var>) NODECPP_DELETED(NODECPP_NO_BRACES);

  // Inlined also where the compiler expects not to come: a call would be given the address of a variable, which then could
  // not be kept in a register anywhere.
  [[gnu::always_inline]] var(const var& other) noexcept {
    copyBytes(other);
    retain();
  }
  [[gnu::always_inline]] var(var&& other) noexcept {
    copyBytes(other);
    other.become(tagUndefined);
  }
  [[gnu::always_inline]] ~var() { drop(); }
  [[gnu::always_inline]] var& operator=(const var& other) noexcept {
    if (tail_.tag & counted) return putOver(var(other));
    copyBytes(other), retain();
    return *this;
  }
  [[gnu::always_inline]] var& operator=(var&& other) noexcept {
    if (tail_.tag & counted) return putOver(std::move(other));
    copyBytes(other);
    if (this != &other) other.become(tagUndefined);
    return *this;
  }
  [[gnu::always_inline]] void swap(var& other) noexcept;

  // A function with a name, as `function name() {}` has.
  template <detail::VarCallable F>
  static var function(StringArg name, F&& f) {
    var out(std::forward<F>(f));
    out.nameFunction(name);
    return out;
  }
  // JavaScript's [1, 2] and {a: 1, b: [2]}: var::array({1, 2}) and var::object({{"a", 1}, {"b", var::array({2})}}).
  static var array(std::initializer_list<var> elements = {});
  static var object(std::initializer_list<Property> properties = {});

  Kind kind() const noexcept;
  bool isUndefined() const noexcept { return tail_.tag == tagUndefined; }
  bool isNull() const noexcept { return tail_.tag == tagNull; }
  // undefined or null, which is also `v == nullptr`.
  bool isNullish() const noexcept { return tail_.tag == tagUndefined || tail_.tag == tagNull; }
  bool isBoolean() const noexcept { return tail_.tag == tagBoolean; }
  bool isNumber() const noexcept { return tail_.tag == tagNumber; }
  bool isString() const noexcept { return tail_.tag <= mostInlined || tail_.tag == tagSlice; }
  bool isArray() const noexcept { return tail_.tag == tagArray; }
  // A plain object: no array, Buffer, Date or handle.
  bool isObject() const noexcept { return tail_.tag == tagObject; }
  bool isBuffer() const noexcept { return tail_.tag == tagBuffer; }
  bool isDate() const noexcept { return tail_.tag == tagDate; }
  bool isHandle() const noexcept { return tail_.tag == tagHandle; }
  bool isFunction() const noexcept { return tail_.tag == tagFunction; }
  bool isSymbol() const noexcept { return tail_.tag == tagSymbol; }
  bool isView() const noexcept;  // a typed array, a DataView or a Buffer
  // Whether it holds a T that it refers to as it is: v.is<Map<String, int>>(), v.is<Error>().
  template <class T>
  bool is() const noexcept;
  // That T, which is shared; a TypeError when it holds something else.
  template <class T>
  T as() const;
  // What JavaScript's typeof gives: "undefined", "object" (for null too), "boolean", "number", "string", "function",
  // "symbol", "bigint".
  detail::TypeName typeOf() const noexcept;

  // JavaScript's String(v), Number(v), Boolean(v).
  String toString() const { return isString() ? string_ : ask(textOf, *this); }
  double toNumber() const { return tail_.tag == tagNumber ? inNumber() : ask(numberOf, *this); }
  explicit operator bool() const noexcept {
    if (tail_.tag == tagBoolean) return inBoolean();
    if (tail_.tag == tagNumber) return inNumber() == inNumber() && inNumber() != 0;
    if (tail_.tag == tagBox) return ask(truthOf, *this);
    return tail_.tag == tagSlice ? !string_.empty() : tail_.tag != 0 && (tail_.tag < tagUndefined || tail_.tag > tagNull) && tail_.tag != tagHole;
  }
  operator String() const { return toString(); }
  // Number(v); for an integer cut to a whole number within the type's range, NaN to 0.
  template <detail::VarNumber T>
    requires std::is_arithmetic_v<T>  // a num takes a var itself
  operator T() const;
  // The string, Buffer, Date that it holds; a TypeError when it holds something else.
  const String& text() const [[clang::lifetimebound]];
  Buffer buffer() const;
  // Const, so that v.date().setHours(0), which would set a copy, does not compile.
  const Date date() const;
  // The object behind a handle as a T; undefined when it is none.
  template <class T>
  Handle<typename T::ObjectType> handle() const {
    return Handle<typename T::ObjectType>(dynamic_cast<typename T::ObjectType*>(objectRef()));
  }

  // A property, an element, a character; undefined when there is none. What it gives is the value, as read here;
  // assigned to in the same statement, v["a"] = 1, it sets the property. A TypeError for undefined and null.
  template <detail::StringLike S>
  [[gnu::always_inline]] Slot operator[](S&& key) const;
  template <std::integral I>
  [[gnu::always_inline]] Slot operator[](I index) const;
  [[gnu::always_inline]] Slot operator[](const var& key) const;
  // What operator[] reads.
  [[gnu::always_inline]] var get(StringArg key) const;
  [[gnu::always_inline]] var get(std::size_t index) const;
  // JavaScript's v?.key: undefined for undefined and null.
  var maybe(StringArg key) const;
  // JavaScript's v ?? other.
  var orElse(var other) const { return isNullish() ? other : *this; }
  // v["key"] = value, of a key that is always a property's name. A TypeError for what holds no properties.
  [[gnu::always_inline]] void set(StringArg key, var value) const;
  [[gnu::always_inline]] void set(std::size_t index, var value) const;
  // Object.hasOwn(v, key).
  bool hasOwn(StringArg key) const;
  template <detail::IsVar K>
  bool hasOwn(const K& key) const {
    return hasOwn(StringArg(key.keyText()));
  }
  // JavaScript's `key in v`. A TypeError for what is no object.
  bool has(StringArg key) const;
  template <detail::IsVar K>
  bool has(const K& key) const {
    return has(StringArg(key.keyText()));
  }
  // JavaScript's `delete v[key]`; true. A TypeError for a property that cannot be deleted.
  bool remove(StringArg key) const;
  template <detail::IsVar K>
  bool remove(const K& key) const {
    return remove(StringArg(key.keyText()));
  }
  bool remove(std::size_t index) const;

  // Of an array or a typed array its elements, of a string its UTF-16 units, of a Buffer its bytes; of an object 0, which has Object::keys(v).
  std::ptrdiff_t length() const noexcept {
    return tail_.tag == tagArray ? std::ptrdiff_t(inArray()->size) : isString() ? string_.length()
           : tail_.tag == tagBuffer ? inBuffer()->buffer.length() : tail_.tag == tagBox ? viewLength() : 0;
  }
  // The array's elements. `for (var element : v)`; a TypeError for what is not iterable. The loop holds the array and
  // sees it grow, as JavaScript's.
  Elements begin() const;
  struct End {};
  End end() const noexcept { return {}; }
  // Calls it, as f(…): `this` is undefined. v["f"](…) calls with v as `this`. A TypeError for what is no function.
  template <class... A>
  var operator()(A&&... args) const;
  // f.call(self, …), f.apply(self, list), f.bind(self, …).
  template <class... A>
  var call(const var& self, A&&... args) const;
  var apply(const var& self, const var& list = nullptr) const;
  template <class... A>
  var bind(const var& self, A&&... args) const {
    return bound(self, array({var(std::forward<A>(args))...}));
  }
  // JavaScript's `new f(…)`: `this` is a new object whose prototype is f["prototype"].
  template <class... A>
  var construct(A&&... args) const;
  // JavaScript's `v instanceof f`.
  bool instanceOf(const var& f) const;

  // What Object.create, getPrototypeOf, setPrototypeOf, defineProperty, getOwnPropertyDescriptor do: Object::create(p) and
  // so on are these.
  static var create(const var& prototype);
  var prototype() const;
  void setPrototype(const var& to) const;
  void defineProperty(const var& key, const var& descriptor) const;
  var propertyDescriptor(const var& key) const;
  // No more properties; none deleted; none assigned to.
  void fix(bool permanent, bool readOnly) const;
  bool isFixed(std::uint8_t attributes) const;
  // Of strings, or of symbols; those that are not enumerable, too.
  var ownKeys(bool symbols) const;

  // An object's keys, values and properties as they are now, in JavaScript's order; also Object::keys(v) and so on.
  // for (auto [key, value] : v.entries()).
  var keys() const;
  var values() const;
  Array<Entry> entries() const;
  // Object.assign(*this, source).
  var assign(const var& source) const;

  // Of arrays, as in JavaScript; a TypeError ("v.push is not a function") for what is none.
  template <class... T>
  [[gnu::always_inline]] std::size_t push(T&&... elements) const {
    if (NODECPP_FAILS(varArray, tail_.tag != tagArray || inArray()->fixed)) [[unlikely]]
      needGrowing("push");
    (inArray()->append(var(std::forward<T>(elements))), ...);
    return inArray()->size;
  }
  var pop() const;
  var shift() const;
  std::size_t unshift(var element) const;
  var splice(std::ptrdiff_t start, std::ptrdiff_t deleteCount = PTRDIFF_MAX, const Array<var>& items = {}) const;
  var reverse() const;
  String join(StringArg separator = ",") const;
  // By text, or by a function that gives a number below, equal to or above 0.
  var sort() const;
  template <class F>
  var sort(F compare) const {
    sortBy([](const var& a, const var& b, void* f) { return double((*static_cast<F*>(f))(a, b)); }, &compare);
    return *this;
  }
  void setLength(std::size_t length) const;
  // Of arrays and strings.
  var at(std::ptrdiff_t index) const;
  var slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  var concat(const var& more) const;
  bool includes(const var& element, std::ptrdiff_t from = 0) const;
  std::ptrdiff_t indexOf(const var& element, std::ptrdiff_t from = 0) const;
  // Of numbers; a TypeError of anything else. What strings have is in VarText.
  String toFixed(double digits = 0) const;
  String toPrecision(double digits) const;
  String toExponential(double digits) const;
  String toString(double radix) const;
  // f(element), f(element, index).
  template <class F>
  void forEach(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  var map(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  var filter(F&& f NODECPP_NOESCAPE) const;
  // All of what f gives for the elements; where that is an array, its elements.
  template <class F>
  var flatMap(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  var find(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  std::ptrdiff_t findIndex(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  var findLast(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  std::ptrdiff_t findLastIndex(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  bool some(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  bool every(F&& f NODECPP_NOESCAPE) const;
  // f(result so far, element, index). Without a first result it is the first element; a TypeError where there is none.
  template <class F>
  var reduce(F&& f NODECPP_NOESCAPE, var first) const;
  template <class F>
  var reduce(F&& f NODECPP_NOESCAPE) const;
  template <class F>
  var reduceRight(F&& f NODECPP_NOESCAPE, var first) const;
  std::ptrdiff_t lastIndexOf(const var& element, std::ptrdiff_t from = PTRDIFF_MAX) const;
  var fill(const var& value, std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  var copyWithin(std::ptrdiff_t target, std::ptrdiff_t from, std::ptrdiff_t to = PTRDIFF_MAX) const;
  var flat(double depth = 1) const;
  var toReversed() const;
  var toSorted() const { return slice().sort(); }
  template <class F>
  var toSorted(F compare) const {
    return slice().sort(std::move(compare));
  }
  var toSpliced(std::ptrdiff_t start, std::ptrdiff_t deleteCount = PTRDIFF_MAX, const Array<var>& items = {}) const;
  // A copy with another element; a RangeError for an index that it has not.
  var with(std::ptrdiff_t index, const var& value) const;

  // JavaScript's `a == b`, which converts: 1 and "1" are equal.
  bool looselyEquals(const var& other) const;
  // `==` is JavaScript's `===`; with nullptr it is `== null`, true for undefined too.
  friend bool operator==(const var& a, const var& b) noexcept {
    if (a.bothNumbers(b)) return a.inNumber() == b.inNumber();
    return a.isString() && b.isString() ? a.string_ == b.string_ : ask(sameOf, a, b);
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend bool operator==(const var& a, const T& b) noexcept {
    return a.isString() && StringArg(a.string_) == StringArg(b);
  }
  template <detail::VarNumber T>
  friend bool operator==(const var& a, T b) noexcept {
    return a.tail_.tag == tagNumber && a.inNumber() == double(b);
  }
  template <std::same_as<bool> T>
  friend bool operator==(const var& a, T b) noexcept {
    return a.tail_.tag == tagBoolean && a.inBoolean() == b;
  }
  friend bool operator==(const var& a, std::nullptr_t) noexcept { return a.isNullish(); }
  friend bool operator==(const var& a, Undefined) noexcept { return a.isUndefined(); }
  // Two strings by UTF-16 units, all else as numbers.
  friend std::partial_ordering operator<=>(const var& a, const var& b) {
    return a.bothNumbers(b) ? a.inNumber() <=> b.inNumber() : ask(orderOf, a, b);
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend std::partial_ordering operator<=>(const var& a, const T& b) {
    const var right(b);
    return ask(orderOf, a, right);
  }
  template <detail::VarNumber T>
  friend std::partial_ordering operator<=>(const var& a, T b) {
    return a.toNumber() <=> double(b);
  }

  // JavaScript's `a || b`: the value, not a truth value. Both sides are evaluated.
  template <detail::IsVar A, class B>
    requires std::constructible_from<var, const B&> && (!std::same_as<B, bool>)
  friend var operator||(const A& a, const B& b) {
    return a ? static_cast<const var&>(a) : var(b);
  }

  friend var operator+(const var& a, const var& b) {
    if (a.bothNumbers(b)) [[likely]]
      return a.inNumber() + b.inNumber();
    return var(ask(plusOf, a, b));
  }
  template <detail::VarNumber T>
  friend var operator+(const var& a, T b) {
    if (a.tail_.tag == tagNumber) [[likely]]
      return a.inNumber() + double(b);
    const var right(b);
    return var(ask(plusOf, a, right));
  }
  template <detail::VarNumber T>
  friend var operator+(T a, const var& b) {
    return var(a) + b;
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const var& a, const T& b) {
    return detail::concat(a.toString(), b);
  }
  template <class T>
    requires detail::StringLike<const T&>
  friend String operator+(const T& a, const var& b) {
    return detail::concat(a, b.toString());
  }
#define NODECPP_VAR_OPERATOR(op, expression)                  \
  friend var operator op(const var& left, const var& right) { \
    const auto [a, b] = numbersOf(left, right);               \
    return expression;                                        \
  }                                                           \
  template <detail::VarNumber T>                              \
  friend var operator op(const var& left, T right) {          \
    const double a = left, b = double(right);                 \
    return expression;                                        \
  }                                                           \
  template <detail::VarNumber T>                              \
  friend var operator op(T left, const var& right) {          \
    const double a = double(left), b = right;                 \
    return expression;                                        \
  }
  NODECPP_VAR_OPERATOR(-, a - b)
  NODECPP_VAR_OPERATOR(*, a* b)
  NODECPP_VAR_OPERATOR(/, a / b)
  NODECPP_VAR_OPERATOR(%, detail::remainder(a, b))
  // On 32 bits, as JavaScript's.
  NODECPP_VAR_OPERATOR(&, toInt32(a) & toInt32(b))
  NODECPP_VAR_OPERATOR(|, toInt32(a) | toInt32(b))
  NODECPP_VAR_OPERATOR(^, toInt32(a) ^ toInt32(b))
  NODECPP_VAR_OPERATOR(<<, std::int32_t(toUint32(a) << (toInt32(b) & 31)))
  NODECPP_VAR_OPERATOR(>>, toInt32(a) >> (toInt32(b) & 31))
#undef NODECPP_VAR_OPERATOR
  var operator~() const { return ~toInt32(*this); }
  // JavaScript's v >>> n.
  var shiftRightUnsigned(const var& n) const {
    const auto [a, b] = numbersOf(*this, n);
    return toUint32(a) >> (toInt32(b) & 31);
  }
  double operator-() const { return -toNumber(); }
  double operator+() const { return toNumber(); }
  [[gnu::always_inline]] var& operator+=(const var& more) & {
    if (bothNumbers(more)) [[likely]] {
      become(tagNumber, inNumber() + more.inNumber());
      return *this;
    }
    // What asks a function of the program's may find this variable assigned to by it.
    if (asksProgram() || more.asksProgram()) [[unlikely]]
      return *this = *this + more;
    // addOf has this one's bytes, and gives the sum's.
    const Raw sum = ask(addOf, *this, more);
    std::memcpy(static_cast<void*>(this), &sum, sizeof sum);
    return *this;
  }
  var& operator-=(const var& b) & { return *this = *this - b; }
  var& operator*=(const var& b) & { return *this = *this * b; }
  var& operator/=(const var& b) & { return *this = *this / b; }
  var& operator%=(const var& b) & { return *this = *this % b; }
  var& operator&=(const var& b) & { return *this = *this & b; }
  var& operator|=(const var& b) & { return *this = *this | b; }
  var& operator^=(const var& b) & { return *this = *this ^ b; }
  var& operator<<=(const var& b) & { return *this = *this << b; }
  var& operator>>=(const var& b) & { return *this = *this >> b; }
  var& operator++() & { return step(1); }
  var& operator--() & { return step(-1); }
  double operator++(int) & { return step(1).inNumber() - 1; }
  double operator--(int) & { return step(-1).inNumber() + 1; }

  void inspectTo(util::Inspector& out) const;
  using IsChunkValue = void;

  // For the runtime. Null when it is something else.
  detail::VarArray* arrayRep() const noexcept { return tail_.tag == tagArray ? inArray() : nullptr; }
  detail::VarObject* objectRep() const noexcept { return tail_.tag == tagObject ? inObject() : nullptr; }
  detail::VarBuffer* bufferRep() const noexcept { return tail_.tag == tagBuffer ? inBuffer() : nullptr; }
  static var ofArray(detail::VarArray* fresh) noexcept;  // takes over its one reference
  static var ofObject(detail::VarObject* fresh) noexcept;
  const detail::ViewBase* viewRef() const noexcept;
  const ArrayBuffer* arrayBufferRef() const noexcept;
  Object* objectRef() const noexcept { return tail_.tag == tagHandle ? handle_.object.get() : nullptr; }
  const detail::VarClass* objectClass() const noexcept { return tail_.tag == tagHandle ? handle_.type : nullptr; }
  std::uint64_t hashWord() const noexcept;  // of no string, number, Date: the same for what `==` calls equal
  // What tells two references apart; null for values.
  const void* identity() const noexcept {
    return tail_.tag & counted && tail_.tag != tagSlice && tail_.tag != tagSymbol ? static_cast<const void*>(inArray()) : nullptr;
  }

 private:
  friend struct detail::VarArray;
  friend struct detail::VarObject;
  friend class detail::TreeBuilder;
  friend struct detail::VarParts;
  friend class Symbol;
  friend struct detail::VarText;

  // The last byte. A string's is String's own: how many bytes it holds inline, or 0xff for a slice.
  static constexpr unsigned char mostInlined = 23;
  static constexpr unsigned char tagUndefined = 0x40, tagNull = 0x41, tagBoolean = 0x42, tagNumber = 0x43;
  static constexpr unsigned char tagDate = 0x44;
  static constexpr unsigned char tagHole = 0x45;  // of a property that was deleted
  // From here on something is counted; below tagHandle the count is what the pointer points to.
  static constexpr unsigned char tagArray = 0x80;
  static constexpr unsigned char tagObject = 0x81;
  static constexpr unsigned char tagFunction = 0x82;
  static constexpr unsigned char tagBuffer = 0x83;
  static constexpr unsigned char tagSymbol = 0x84;
  static constexpr unsigned char tagBox = 0x85;
  static constexpr unsigned char tagHandle = 0x90;
  static constexpr unsigned char tagAccessor = 0xc5;  // of a property with a getter or a setter; the hole's lower bits
  // Whether a property's value is one, as most are.
  static bool isPlain(const var& value) noexcept { return (value.tail_.tag & 0x7f) != tagHole; }
  static constexpr unsigned char tagSlice = 0xff;
  static constexpr unsigned char counted = 0x80;

  void settle() noexcept {
    if (string_.isNullish()) become(string_.isNull() ? tagNull : tagUndefined);
  }
  // What was counted here goes last: its destructor may look at this var.
  [[gnu::always_inline]] var& putOver(var&& other) noexcept {
    var taken(std::move(other));
    swap(taken);
    return *this;
  }
  // A value that is neither a String nor a handle. Written in the two pieces in which copies read it: a processor gives
  // a load what was stored just before only where one store has all of it.
  [[gnu::always_inline]] void become(unsigned char tag, std::uint64_t first = 0) noexcept {
    using Pair [[gnu::vector_size(16)]] = std::uint64_t;
    const Pair front = {first, 0};
    const std::uint64_t tail = std::uint64_t(tag) << 56;
    std::memcpy(static_cast<void*>(this), &front, 16);
    std::memcpy(reinterpret_cast<char*>(this) + 16, &tail, 8);
  }
  [[gnu::always_inline]] void become(unsigned char tag, double first) noexcept {
    become(tag, std::bit_cast<std::uint64_t>(first));
  }
  [[gnu::always_inline]] void copyBytes(const var& other) noexcept {
    std::memcpy(static_cast<void*>(this), static_cast<const void*>(&other), sizeof(var));
  }
  // What the compiler does not see into is given the words of a var instead of its address: then it keeps a number in a
  // register, as long as nobody is given the variable's address anywhere. Who gets the words may use them while the var
  // is as it was; what is returned so is given away.
  struct Raw {
    std::uint64_t words[3];
  };
  [[gnu::always_inline]] std::uint64_t word(std::size_t i) const noexcept {
    std::uint64_t out = 0;
    std::memcpy(&out, reinterpret_cast<const char*>(this) + 8 * i, sizeof out);
    return out;
  }
  // Calls one of those with the words of a, or of a and b.
  using Word = std::uint64_t;
  template <class R>
  [[gnu::always_inline]] static R ask(R (*f)(Word, Word, Word), const var& a) {
    return f(a.word(0), a.word(1), a.word(2));
  }
  template <class R>
  [[gnu::always_inline]] static R ask(R (*f)(Word, Word, Word, Word, Word, Word), const var& a, const var& b) {
    return f(a.word(0), a.word(1), a.word(2), b.word(0), b.word(1), b.word(2));
  }
  [[gnu::always_inline]] explicit var(const Raw& owned) noexcept { std::memcpy(static_cast<void*>(this), &owned, sizeof owned); }
  static Raw released(var&& of) noexcept {
    const Raw out{{of.word(0), of.word(1), of.word(2)}};
    of.become(tagUndefined);
    return out;
  }
  [[gnu::always_inline]] void retain() const noexcept {
    if (!(tail_.tag & counted)) return;
    if (tail_.tag < tagHandle) [[likely]]
      ++*inCount();
    else
      ask(retainOther, *this);
  }
  [[gnu::always_inline]] void drop() noexcept {
    if (!(tail_.tag & counted)) return;
    if (tail_.tag >= tagHandle)
      ask(dropOther, *this);
    else if (--*inCount() == 0)
      ask(destroy, *this);
  }
  static void retainOther(Word, Word, Word) noexcept;
  static void dropOther(Word, Word, Word) noexcept;
  static void destroy(Word, Word, Word) noexcept;
  static double numberOf(Word, Word, Word);
  static String textOf(Word, Word, Word);
  static Raw plusOf(Word, Word, Word, Word, Word, Word);
  static Raw addOf(Word, Word, Word, Word, Word, Word);
  static std::partial_ordering orderOf(Word, Word, Word, Word, Word, Word);
  static bool truthOf(Word, Word, Word) noexcept;
  static bool sameOf(Word, Word, Word, Word, Word, Word) noexcept;
  static Raw lookUpOf(Word, Word, Word, StringArg key);
  static Raw lookUpOf(Word, Word, Word, std::size_t index);
  // Whether its value as a number or a text may be what a function of the program's gives.
  // Whether it refers to what may refer on.
  bool refers() const noexcept { return tail_.tag & counted && tail_.tag != tagSlice && tail_.tag != tagBuffer && tail_.tag != tagSymbol; }
  bool asksProgram() const noexcept { return tail_.tag & counted && tail_.tag != tagSlice; }
  bool bothNumbers(const var& other) const noexcept { return tail_.tag == tagNumber && other.tail_.tag == tagNumber; }
  // As numbers. JavaScript has both operands before it asks the first, whose valueOf may assign to the other one.
  struct Two {
    double a, b;
  };
  [[gnu::always_inline]] static Two numbersOf(const var& left, const var& right) {
    if (left.tail_.tag != tagNumber && left.asksProgram()) [[unlikely]] return numbersAsked(left, right);
    return {left, right};
  }
  [[gnu::noinline]] static Two numbersAsked(var left, var right) { return {left, right}; }
  [[gnu::always_inline]] var& step(double by) {
    const double after = toNumber() + by;
    if (tail_.tag & counted) return putOver(var(after));  // what goes may look at this variable
    become(tagNumber, after);
    return *this;
  }
  // get and set where it is not as they expect, and += of what are not two numbers.
  var lookUp(StringArg key) const;
  var lookUp(std::size_t index) const;
  void change(StringArg key, var value) const;
  void change(std::size_t index, var value) const;
  var(Object* object, const detail::VarClass* type) noexcept;
  bool same(const var& other) const noexcept;
  std::partial_ordering order(const var& other) const;
  String asText() const;
  double asNumber() const;
  void add(const var& more);
  var primitive() const;
  var plus(const var& other) const;
  void append(var element) const;
  // Whether the array has an element there: a hole is none.
  bool hasElement(std::size_t index) const noexcept {
    return index < inArray()->size && inArray()->data[index].tail_.tag != tagHole;
  }
  void sortBy(double (*compare)(const var&, const var&, void*), void* context) const;
  template <bool last, class F>
  std::ptrdiff_t searchFor(F& f, var& found) const;
  std::ptrdiff_t viewLength() const noexcept;
  [[gnu::pure]] bool isBigInt() const noexcept;
  void needArray(const char* function) const;
  const String& needText(const char* function) const {
    if (NODECPP_FAILS(varText, !isString())) [[unlikely]]
      detail::throwNoFunction(*this, function);
    return string_;
  }
  // An array that may get more elements; one whose elements may change.
  void needGrowing(const char* function) const;
  void needChangeable(const char* function) const;
  // This array, with undefined for its holes.
  var filled() const;
  // As a property's name: of a Symbol what stands for it.
  String keyText() const;
  static var ofFunction(detail::VarFunction* fresh) noexcept;  // takes over its one reference
  var invoke(const detail::VarCall& call) const;
  var run(const var& self, const var* args, std::size_t count) const;  // of a function that somebody keeps meanwhile
  var constructWith(const var* args, std::size_t count) const;
  var bound(const var& self, const var& first) const;
  void nameFunction(StringArg name, bool ifNone = false) const;
  var read(const var& stored) const;
  var readNamed(const var& stored, StringArg key) const;
  static void keepKey(var key);
  var inherited(StringArg key) const;
  [[noreturn]] void throwReadOnly(StringArg key) const;

  // The first word is read as an integer always, or a compiler does not keep it in a register.
  double inNumber() const noexcept { return std::bit_cast<double>(word(0)); }
  bool inBoolean() const noexcept { return word(0) != 0; }
  std::uint32_t* inCount() const noexcept { return reinterpret_cast<std::uint32_t*>(word(0)); }
  detail::VarArray* inArray() const noexcept { return reinterpret_cast<detail::VarArray*>(word(0)); }
  detail::VarObject* inObject() const noexcept { return reinterpret_cast<detail::VarObject*>(word(0)); }
  detail::VarBuffer* inBuffer() const noexcept { return reinterpret_cast<detail::VarBuffer*>(word(0)); }
  detail::VarBox* inBox() const noexcept { return reinterpret_cast<detail::VarBox*>(word(0)); }

  struct Tail {
    char unused[23];
    unsigned char tag;
  };
  struct HandleRep {
    Handle<Object> object;
    const detail::VarClass* type;
  };
  union {
    String string_;
    double number_;
    bool boolean_;
    std::uint32_t* refs_;
    detail::VarArray* array_;
    detail::VarObject* object_;
    detail::VarBuffer* buffer_;
    detail::VarSymbol* symbol_;
    detail::VarBox* box_;
    detail::VarAccessor* accessor_;
    HandleRep handle_;
    Tail tail_;
  };
};

inline var* detail::VarObject::find(const StringArg& key) noexcept {
  const std::uint32_t slot = shape->find(key);
  return slot == noSlot || values[slot].tail_.tag == var::tagHole ? nullptr : values + slot;
}

}  // namespace nodecpp

#include <nodecpp/var/slot.h>

#include <nodecpp/var/box.h>
#include <nodecpp/var/function.h>
