// var: a value whose type is known only at run time, as every variable in JavaScript. JSON::parse returns a var, and
// messages between threads and processes carry vars. Numbers, strings, booleans, Dates and Symbols are values. Arrays,
// objects, functions and Buffers are counted references, as in JavaScript: copies of a var refer to the same object.
// The cycle collector frees reference cycles through vars. See docs/var.md.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/date.h>
#include <nodecpp/describe.h>
#include <nodecpp/fields.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/var/type_name.h>
#include <nodecpp/var/var_concepts.h>
#include <nodecpp/var/var_iteration.h>
#include <nodecpp/var/var_operators.h>
#include <nodecpp/var/var_parts.h>
#include <nodecpp/var/var_words.h>

#include <string_view>

namespace nodecpp {

class var : public detail::VarIteration, public detail::VarOperators<var>, public detail::VarWords {
 public:
  using NodecppVar = void;
  enum class Kind : unsigned char {
    undefined, null, boolean, number, string, array, object, buffer, date, handle, function, symbol,
    boxed,  // a Map, a Set, an Error, a BigInt and other values in a VarBox
  };
  class Slot; class Elements; struct Entry; struct Property;

  // Makes undefined. The constructor is explicit, so that `var v = {}`, which would look like an empty object, does not
  // compile.
  [[gnu::always_inline]] explicit var() noexcept { become(tagUndefined); }
  [[gnu::always_inline]] var(Undefined) noexcept { become(tagUndefined); }
  [[gnu::always_inline]] var(std::nullptr_t) noexcept { become(tagNull); }
  template <std::same_as<bool> T>
  [[gnu::always_inline]] var(T value) noexcept { become(tagBoolean, std::uint64_t(value)); }
  template <detail::VarNumber T>
  [[gnu::always_inline]] var(T value) noexcept { become(tagNumber, double(value), markOf(value)); }
  template <std::same_as<char> T>
  var(T value) : var(std::string_view(&value, 1)) {}
  // A String that is undefined or null makes an undefined or null var.
  var(const String& value) noexcept { ::new (&string_) String(value), settle(); }
  var(String&& value) noexcept { ::new (&string_) String(std::move(value)), settle(); }
  template <class S, class T = std::remove_cvref_t<S>>
    requires detail::StringLike<const T&> && (!std::same_as<T, String>) && (!detail::BecomesVar<T>)
  [[gnu::always_inline]] var(S&& value) {
    ::new (&string_) String(std::forward<S>(value));
    if constexpr (!detail::isShortLiteral<S, 1, 22>) settle();
  }
  var(const Buffer& value);
  var(const Date& value) noexcept { become(tagDate, value.getTime()); }
  var(const Lookup& value);
  // Refers to an object of the runtime or of the program. An undefined handle makes an undefined var.
  template <detail::VarHandle T>
  var(const T& handle);
  // Makes a function that can be called with any number of arguments: surplus arguments are dropped, and missing ones
  // are undefined. The parameters are vars or types that a var converts to. A first parameter of type This receives
  // JavaScript's `this`, and a last parameter of type Rest receives all remaining arguments.
  template <detail::VarCallable F>
  var(F&& f);
  var(const Symbol& symbol);
  template <class T>
    requires detail::Boxed<T>
  var(const T& value);
  // Converts a container: a list becomes an array; a map, or a std::vector of pairs with strings as keys, an object;
  // an optional becomes its value or undefined; a struct with NODECPP_FIELDS becomes an object.
  template <detail::VarList T>
    requires(!detail::Boxed<T>)
  var(const T& list);
  template <detail::VarOptional T>
  var(const T& value);
  template <detail::BecomesVar T>
  var(const T& value) : var(detail::inVar<var>(value)) {}
  template <detail::HasFields T>
  var(const T& value);
  // Braces alone do not compile, because they could mean an array or an object: write var::array({…}) or
  // var::object({{"key", value}, …}).
  var(std::initializer_list<var>) NODECPP_DELETED(NODECPP_NO_BRACES);

  var& operator=(std::initializer_list<var>) NODECPP_DELETED(NODECPP_NO_BRACES);

  // The copy and move operations are always inlined, even on paths that the compiler takes for unlikely. A call would
  // need the variable's address, and a variable with its address taken could not be kept in a register.
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

  // Makes a function with a name, as JavaScript's `function name() {}` does.
  template <detail::VarCallable F>
  static var function(StringArg name, F&& f) {
    var out(std::forward<F>(f));
    out.nameFunction(name);
    return out;
  }
  // JavaScript's [1, 2] and {a: 1, b: [2]} are written var::array({1, 2}) and var::object({{"a", 1}, {"b",
  // var::array({2})}}).
  static var array(std::initializer_list<var> elements = {});
  static var object(std::initializer_list<Property> properties = {});

  // isUndefined(), isNumber(), isArray() and their like are in detail::VarWords (nodecpp/var/var_words.h).
  Kind kind() const noexcept;
  bool isView() const noexcept;  // whether the value is a typed array, a DataView or a Buffer
  // Returns whether the var refers to a T that was stored without conversion: v.is<Map<String, int>>(), v.is<Error>().
  template <detail::Boxed T>
  bool is() const noexcept;
  // Returns the T that the var refers to, which shares its contents with the var. Throws a TypeError when the var holds
  // another type.
  template <detail::Boxed T>
  T as() const;
  // JavaScript's typeof: "undefined", "object" (also for null), "boolean", "number", "string", "function", "symbol" or
  // "bigint".
  detail::TypeName typeOf() const noexcept;

  // JavaScript's String(v), Number(v) and Boolean(v).
  String toString() const { return isString() ? string_ : ask(textOf, *this); }
  double toNumber() const { return tail_.tag == tagNumber ? inNumber() : ask(numberOf, *this); }
  explicit operator bool() const noexcept {
    if (tail_.tag == tagBoolean) return inBoolean();
    if (tail_.tag == tagNumber) return inNumber() == inNumber() && inNumber() != 0;
    if (tail_.tag == tagBox) return ask(truthOf, *this);
    return tail_.tag == tagSlice ? !string_.empty() : tail_.tag != 0 && (tail_.tag < tagUndefined || tail_.tag > tagNull) && tail_.tag != tagHole;
  }
  operator String() const { return toString(); }
  // JavaScript's Number(v). For an integer type the fraction is cut off, a number beyond the range becomes the end of
  // the range, and NaN becomes 0.
  template <detail::VarNumber T>
    requires std::is_arithmetic_v<T>  // num is excluded, because num has a constructor that takes a var
  operator T() const;
  // Return the string, Buffer or Date that the var holds. Throw a TypeError when it holds something else. The reference
  // that text() returns dangles once the var is destroyed or assigned to.
  const String& text() const [[clang::lifetimebound]] {
    if (!isString()) [[unlikely]]
      throwNoText();
    return string_;
  }
  Buffer buffer() const;
  // The result is const, so that v.date().setHours(0), which would change only the copy, does not compile.
  const Date date() const;
  // Returns the object behind a handle as a T. The result is undefined when the var holds no handle or its object is
  // not a T.
  template <class T>
  Handle<typename T::ObjectType> handle() const {
    return Handle<typename T::ObjectType>(dynamic_cast<typename T::ObjectType*>(objectRef()));
  }

  // Returns a property, an element or a character; undefined when there is none. The result is the value that was read.
  // An assignment in the same statement, v["a"] = 1, sets the property. Throws a TypeError when the var is undefined or
  // null.
  template <detail::StringLike S>
  [[gnu::always_inline]] Slot operator[](S&& key) const;
  template <std::integral I>
  [[gnu::always_inline]] Slot operator[](I index) const;
  [[gnu::always_inline]] Slot operator[](const var& key) const;
  // get returns the value that operator[] reads: a property, an element or a character.
  [[gnu::always_inline]] var get(StringArg key) const;
  [[gnu::always_inline]] var get(std::size_t index) const;
  template <detail::IsVar K>
  var get(const K& key) const;
  // JavaScript's v?.key: returns undefined when the var is undefined or null.
  var maybe(StringArg key) const;
  template <detail::VarKey K>
  var maybe(const K& key) const;
  // JavaScript's v ?? other: returns `other` when the var is undefined or null.
  var orElse(var other) const { return isNullish() ? other : *this; }
  // Sets a property, v["key"] = value, where the key is always taken as the name of a property. Throws a TypeError when
  // the var holds a value that cannot have properties.
  [[gnu::always_inline]] void set(StringArg key, var value) const;
  [[gnu::always_inline]] void set(std::size_t index, var value) const;
  // JavaScript's Object.hasOwn(v, key).
  bool hasOwn(StringArg key) const;
  template <detail::VarKey K>
  bool hasOwn(const K& key) const {
    return hasOwn(StringArg(var(key).keyText()));
  }
  // JavaScript's `key in v`. Throws a TypeError when the var is not an object.
  bool has(StringArg key) const;
  template <detail::VarKey K>
  bool has(const K& key) const {
    return has(StringArg(var(key).keyText()));
  }
  // JavaScript's `delete v[key]`. Returns true. Throws a TypeError when the property cannot be deleted.
  bool remove(StringArg key) const;
  template <detail::IsVar K>
  bool remove(const K& key) const {
    return remove(StringArg(key.keyText()));
  }
  bool remove(std::size_t index) const;

  // The number of elements of an array or a typed array, of UTF-16 code units of a string, or of bytes of a Buffer; 0
  // for other values. The keys of an object are counted by Object::keys(v).length().
  std::ptrdiff_t length() const noexcept;
  // Iterates over the elements: `for (var element : v)`. The loop holds a reference to the array and visits elements
  // that are added meanwhile, as in JavaScript. Throws a TypeError when the var is not iterable.
  Elements begin() const;
  struct End {};
  End end() const noexcept { return {}; }
  // Calls the function as f(…), with `this` undefined. v["f"](…) calls it with v as `this`. Throws a TypeError when the
  // var is not a function.
  template <class... A>
  var operator()(A&&... args) const;
  // JavaScript's f.call(self, …), f.apply(self, list) and f.bind(self, …).
  template <class... A>
  var call(const var& self, A&&... args) const;
  var apply(const var& self, const var& list = nullptr) const;
  template <class... A>
  var bind(const var& self, A&&... args) const {
    return bound(self, array({var(std::forward<A>(args))...}));
  }
  // JavaScript's `new f(…)`: calls the function with a new object as `this`, which has f["prototype"] as its prototype.
  template <class... A>
  var construct(A&&... args) const;
  // JavaScript's `v instanceof f`.
  bool instanceOf(const var& f) const;

  // These functions implement Object.create, getPrototypeOf, setPrototypeOf, defineProperty and
  // getOwnPropertyDescriptor of JavaScript, which programs call as Object::create(p) and so on.
  static var create(const var& prototype);
  var prototype() const;
  void setPrototype(const var& to) const;
  void defineProperty(const var& key, const var& descriptor) const;
  var propertyDescriptor(const var& key) const;
  // Implements Object.preventExtensions: no property can be added afterwards. With `permanent` no property can be
  // deleted or reconfigured (Object.seal), and with `readOnly` none can be assigned to (Object.freeze). isFixed tests
  // for the given attributes of properties.
  void fix(bool permanent, bool readOnly) const;
  bool isFixed(std::uint8_t attributes) const;
  // Returns the own keys that are strings, or those that are symbols, including keys that are not enumerable.
  var ownKeys(bool symbols) const;

  // Return an object's enumerable keys, values and properties at this moment, in JavaScript's order. Object::keys(v)
  // and so on call them. Example: for (auto [key, value] : v.entries()).
  var keys() const;
  var values() const;
  Array<Entry> entries() const;
  // Implements Object.assign(*this, source). Returns this var.
  var assign(const var& source) const;

  // The functions of arrays, as in JavaScript. Each throws a TypeError ("v.push is not a function") when the var is not
  // an array.
  template <class... T>
    requires(!detail::IsSpread<T> && ...)
  [[gnu::always_inline]] std::ptrdiff_t push(T&&... elements) const {
    if (NODECPP_FAILS(varArray, tail_.tag != tagArray || inArray()->fixed)) [[unlikely]]
      var(*this).needGrowing("push");  // The address of a copy: with its own one passed, a var could not be in registers.
    (inArray()->append(var(std::forward<T>(elements))), ...);
    return inArray()->size;
  }
  // JavaScript's list.push(...more), written list.push(spread(more)).
  template <class... T>
    requires(detail::IsSpread<T> || ...)
  std::ptrdiff_t push(T&&... elements) const;
  var pop() const;
  var shift() const;
  var reverse() const;
  String join(detail::TextArg separator = ",") const;
  void setLength(std::size_t length) const;
  // The functions that arrays and strings have in common, as in JavaScript.
  var at(std::ptrdiff_t index) const;
  var slice(std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  bool includes(const var& element, std::ptrdiff_t from = 0) const;
  std::ptrdiff_t indexOf(const var& element, std::ptrdiff_t from = 0) const;
  // The functions of numbers. Each throws a TypeError when the var is not a number. The functions of strings are in
  // VarText.
  String toFixed(double digits = 0) const;
  String toPrecision(double digits) const;
  String toExponential(double digits) const;
  String toString(double radix) const;
  // forEach, map, filter, find, some, every, reduce, sort, concat, unshift, splice and their like are in detail::VarIteration
  // (nodecpp/var/var_iteration.h).
  std::ptrdiff_t lastIndexOf(const var& element, std::ptrdiff_t from = PTRDIFF_MAX) const;
  var fill(const var& value, std::ptrdiff_t from = 0, std::ptrdiff_t to = PTRDIFF_MAX) const;
  var copyWithin(std::ptrdiff_t target, std::ptrdiff_t from, std::ptrdiff_t to = PTRDIFF_MAX) const;
  var flat(double depth = 1) const;
  var toReversed() const;
  // Returns a copy with another element at `index`. Throws a RangeError when `index` is out of range.
  var with(std::ptrdiff_t index, const var& value) const;

  // JavaScript's `a == b`, which converts its operands: 1 and "1" are equal.
  bool looselyEquals(const var& other) const;
  // JavaScript's `a || b`, which gives one of the two values and not a bool. Both operands are evaluated.
  template <detail::IsVar A, class B>
    requires std::constructible_from<var, const B&> && (!std::same_as<B, bool>)
  friend var operator||(const A& a, const B& b) {
    return a ? static_cast<const var&>(a) : var(b);
  }

  // JavaScript's a ** b.
  friend var pow(const var& base, const var& exponent) { return calculated("**", base, exponent); }
  var operator~() const { return isNumber() ? var(~asInt32()) : calculated("~", *this, *this); }
  // JavaScript's v >>> n, for which C++ has no operator.
  [[gnu::always_inline]] var shiftRightUnsigned(const var& n) const;
  var operator-() const { return isAsked() ? calculated("-v", *this, *this) : var(-toNumber()); }
  // Throws a TypeError for a BigInt, as JavaScript does.
  double operator+() const { return isAsked() ? calculated("+v", *this, *this).inNumber() : toNumber(); }
  [[gnu::always_inline]] var& operator+=(const var& more) &;
  template <detail::IsUsedUp A> [[gnu::always_inline]] var& operator+=(A&& more) &;  // uses up a temporary
  [[gnu::always_inline]] var& operator-=(const var& b) & { return *this = *this - b; }
  [[gnu::always_inline]] var& operator*=(const var& b) & { return *this = *this * b; }
  [[gnu::always_inline]] var& operator/=(const var& b) & { return *this = *this / b; }
  [[gnu::always_inline]] var& operator%=(const var& b) & { return *this = *this % b; }
  [[gnu::always_inline]] var& operator&=(const var& b) & { return *this = *this & b; }
  [[gnu::always_inline]] var& operator|=(const var& b) & { return *this = *this | b; }
  [[gnu::always_inline]] var& operator^=(const var& b) & { return *this = *this ^ b; }
  [[gnu::always_inline]] var& operator<<=(const var& b) & { return *this = *this << b; }
  [[gnu::always_inline]] var& operator>>=(const var& b) & { return *this = *this >> b; }
  [[gnu::always_inline]] var& operator++() & { return step(1); }
  [[gnu::always_inline]] var& operator--() & { return step(-1); }
  [[gnu::always_inline]] var operator++(int) & { return stepped(1); }
  [[gnu::always_inline]] var operator--(int) & { return stepped(-1); }

  void inspectTo(util::Inspector& out) const;
  using IsChunkValue = void;

  // For the runtime. Further functions for it are in detail::VarWords.
  static var ofArray(detail::VarArray* fresh) noexcept;  // takes over the array's one reference
  static var ofObject(detail::VarObject* fresh) noexcept;
  const detail::ViewBase* viewRef() const noexcept;
  const ArrayBuffer* arrayBufferRef() const noexcept;
  // Equal for values that `==` calls equal; not for strings, numbers and Dates.
  std::uint64_t hashWord() const noexcept;
  static var ofUncounted(const Raw& bytes) noexcept;

 private:
  friend struct detail::VarArray;
  friend struct detail::VarObject;
  friend class detail::TreeBuilder;
  friend struct detail::VarParts;
  friend class Symbol;
  friend struct detail::VarText;
  friend struct detail::VarIteration;
  friend class detail::VarOperators<var>;

  // Whether the value of a property is a plain value, as most are, and neither a hole nor an accessor.
  static bool isPlain(const var& value) noexcept { return (value.tail_.tag & 0x7f) != tagHole; }
  void settle() noexcept {
    if (string_.isNullish()) become(string_.isNull() ? tagNull : tagUndefined);
  }
  // The counted value that this var held is released last, because a destructor may access this var.
  [[gnu::always_inline]] var& putOver(var&& other) noexcept {
    var taken(std::move(other));
    swap(taken);
    return *this;
  }
  [[gnu::always_inline]] var(double number, Word second) noexcept { become(tagNumber, number, second); }
  [[gnu::always_inline]] explicit var(const Raw& owned) noexcept { __builtin_memcpy(static_cast<void*>(this), &owned, sizeof owned); }
  // Another reference to an array or an object.
  [[gnu::always_inline]] var(unsigned char tag, std::uint32_t* count) noexcept { detail::countHolder(*count), become(tag, reinterpret_cast<Word>(count)); }
  static Raw released(var&& of) noexcept {
    const Raw out{{of.word(0), of.word(1), of.word(2)}};
    of.become(tagUndefined);
    return out;
  }
  [[gnu::always_inline]] void retain() const noexcept {
    if (!(tail_.tag & counted)) return;
    if (!(tail_.tag & indirect)) [[likely]]
      detail::countHolder(*inCount());
    else
      ask(retainOther, *this);
  }
  [[gnu::always_inline]] void drop() noexcept {
    if (!(tail_.tag & counted)) return;
    if (tail_.tag & indirect)
      ask(dropOther, *this);
    else if (--*inCount() == 0)
      ask(destroy, *this);
  }
  [[noreturn]] void throwNoText() const;
  static void retainOther(Word, Word, Word) noexcept;
  static void dropOther(Word, Word, Word) noexcept;
  static void destroy(Word, Word, Word) noexcept;
  static double numberOf(Word, Word, Word);
  static String textOf(Word, Word, Word);
  [[gnu::cold]] static Raw plusOf(Word, Word, Word, Word, Word, Word);
  [[gnu::cold]] static Raw addOf(Word, Word, Word, Word, Word, Word);
  [[gnu::cold]] static Raw operatedOf(Word, Word, Word, Word, Word, Word, const char* operation);
  [[gnu::cold]] static Raw numericOf(Word, Word, Word);
  [[gnu::cold]] static Raw steppedOf(Word, Word, Word, double by);
  [[gnu::cold]] static std::partial_ordering orderOf(Word, Word, Word, Word, Word, Word);
  static bool truthOf(Word, Word, Word) noexcept;
  static bool sameOf(Word, Word, Word, Word, Word, Word) noexcept;
  static Raw lookUpOf(Word, Word, Word, StringArg key, std::uint32_t bits);
  // Returns the length of a text, and its last word, which tells from now on whether the text is ASCII.
  static Raw measuredOf(Word, Word, Word) noexcept;
  // The length of the text that the var holds. The second highest byte of its last word says that the text is ASCII.
  std::ptrdiff_t textLength() const noexcept;
  static Raw lookUpOf(Word, Word, Word, std::size_t index);
  // asksProgram, with the most frequent answer first.
  bool isAsked() const noexcept { return tail_.tag != tagNumber && asksProgram(); }
  // Returns the result of an operator, given by its text, for operands that may be BigInts or objects. It takes copies,
  // since JavaScript reads both operands before it calls the valueOf of the first, which may assign to the other.
  [[gnu::noinline]] static var calculated(const char* operation, var left, var right);
  // Changes this variable as ++ or -- does; stepped returns the number or BigInt that it was before.
  var& step(double by);
  var stepped(double by);
  var& stepNumber(double by) noexcept;
  // The general cases of get, set and +=, which their fast paths do not handle.
  var lookUp(StringArg key) const;
  var lookUp(std::size_t index) const;
  void change(StringArg key, var value) const;
  void change(std::size_t index, var value) const;
  // Take over the value, whose words come last.
  static void changeOf(Word, Word, Word, StringArg key, Word, Word, Word);
  static void changeOf(Word, Word, Word, std::size_t index, Word, Word, Word);
  var(Object* object, const detail::VarClass* type) noexcept;
  bool same(const var& other) const noexcept;
  std::partial_ordering order(const var& other) const;
  String asText() const;
  double asNumber() const;
  void add(const var& more);
  [[gnu::always_inline]] void addOther(const var& more);  // += for operands that are not two numbers
  var primitive(StringArg hint = "default") const;
  String addedText() const { return asksProgram() ? primitive().toString() : toString(); }  // in `text + v`
  var plus(const var& other) const;
  var spliceAll(std::ptrdiff_t start, std::ptrdiff_t deleteCount, const Array<var>& elements) const;
  void append(var element) const;
  // Whether the array has an element at `index`. A hole is not an element.
  bool hasElement(std::size_t index) const noexcept {
    return index < inArray()->size && inArray()->data[index].tail_.tag != tagHole;
  }
  void sortBy(double (*compare)(const var&, const var&, void*), void* context) const;
  void sortByText() const;
  [[noreturn]] static void throwNoComparison(const var& compare);
  std::ptrdiff_t unshiftAll(std::initializer_list<var> elements) const;
  var concatAll(std::initializer_list<var> more) const;
  static std::ptrdiff_t viewLengthOf(Word, Word, Word) noexcept;
  bool isBigInt() const noexcept { return tail_.tag == tagBox && isBigBox(inBox()); }
  [[gnu::pure]] static bool isBigBox(const detail::VarBox* box) noexcept;
  var numeric() const;
  void needArray(const char* function) const;
  const String& needText(const char* function) const {
    if (NODECPP_FAILS(varText, !isString())) [[unlikely]]
      detail::throwNoFunction(function);
    return string_;
  }
  // Throw unless this is an array to which elements may be added, or whose elements may be changed.
  void needGrowing(const char* function) const;
  void needChangeable(const char* function) const;
  var filled() const;  // a copy of this array with undefined in place of holes
  // Returns the value as the name of a property. A Symbol is represented by a text that no other key can equal.
  String keyText() const;
  static var ofFunction(detail::VarFunction* fresh) noexcept;  // takes over the function's one reference
  var invoke(const detail::VarCall& call) const;
  // Calls a function that the caller keeps alive meanwhile.
  var run(const var& self, const var* args, std::size_t count) const;
  var constructWith(const var* args, std::size_t count) const;
  var bound(const var& self, const var& first) const;
  void nameFunction(StringArg name, bool ifNone = false) const;
  var read(const var& stored) const;
  var readNamed(const var& stored, StringArg key) const;
  static void keepKey(var key);
  var inherited(StringArg key) const;
  [[noreturn]] void throwReadOnly(StringArg key) const;
};

inline var* detail::VarObject::find(const StringArg& key) noexcept {
  const std::uint32_t slot = shape->find(key);
  return slot == noSlot || values[slot].tail_.tag == var::tagHole ? nullptr : values + slot;
}

}  // namespace nodecpp

#include <nodecpp/var/var_entry.h>

#include <nodecpp/var/var_box.h>
#include <nodecpp/var/var_function.h>
