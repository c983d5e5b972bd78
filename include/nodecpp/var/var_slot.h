// The second part of nodecpp/var.h, which includes this file: the results of a subscript and of a loop, and the
// functions that take a function.
#pragma once

#include <nodecpp/traits.h>
#include <nodecpp/var.h>

#include <limits>

namespace nodecpp {

// The fast paths of get and set: for an existing property, in the slot where it was found last.
inline var var::get(StringArg key) const {
  const std::uint32_t bits = detail::keyBits(key.data(), key.size());
  if (tail_.tag == tagObject) [[likely]] {
    const detail::VarObject* const object = inObject();
    std::uint32_t slot = object->shape->guessed(key, bits);
    if (slot != detail::noSlot) [[likely]] return object->values[slot];
    // A method, which most often the first prototype has.
    if (const detail::VarObject* const proto = object->firstToInherit(key, bits); proto != nullptr) [[likely]] {
      slot = proto->shape->guessed(key, bits);
      if (slot != detail::noSlot) [[likely]] return proto->values[slot];
    }
    if (const var* const there = object->findInherited(key.data(), key.size(), bits); there != nullptr) return *there;
  } else if (key.size() == 6 && detail::sameBytes(key.data(), "length", 6)) {
    // The property `length` has a fast path, because most loops read it in each iteration.
    if (tail_.tag == tagArray) return inArray()->size;
    if (tail_.tag == tagBuffer) return inBuffer()->buffer.length();
    if (isString()) return textLength();
  }
  return var(lookUpOf(word(0), word(1), word(2), key, bits));
}
inline var var::get(std::size_t index) const {
  if (tail_.tag == tagArray && index < inArray()->size) [[likely]] {
    const var& element = inArray()->data[index];
    const unsigned char tag = element.tail_.tag;
    // A number, or the row of a matrix, gets its tag as a constant, which the operator that follows need not test then.
    if (tag == tagNumber) return var(element.inNumber(), element.word(1));
    if (tag == tagArray) return var(tagArray, element.inCount());
    if (isPlain(element)) [[likely]] return element;
  }
  if (tail_.tag == tagBuffer && index < inBuffer()->buffer.size())
    return static_cast<unsigned char>(inBuffer()->buffer.bytes()[index]);
  return var(lookUpOf(word(0), word(1), word(2), index));
}
inline void var::set(StringArg key, var value) const {
  if (tail_.tag == tagObject) [[likely]] {
    const std::uint32_t slot = inObject()->shape->guessed(key, detail::keyBits(key.data(), key.size()));
    if (slot != detail::noSlot && !inObject()->locked) [[likely]] {
      if (value.refers()) inObject()->enroll();
      return void(inObject()->values[slot] = std::move(value));
    }
  }
  const Raw to = released(std::move(value));
  changeOf(word(0), word(1), word(2), key, to.words[0], to.words[1], to.words[2]);
}
inline void var::set(std::size_t index, var value) const {
  if (tail_.tag == tagArray && index < inArray()->size && !inArray()->locked) [[likely]] {
    if (value.refers()) inArray()->enroll();
    return void(inArray()->data[index] = std::move(value));
  }
  if (tail_.tag == tagBuffer && index < inBuffer()->buffer.size() && value.tail_.tag == tagNumber)
    return void(inBuffer()->buffer[std::ptrdiff_t(index)] = value.asInt32());
  const Raw to = released(std::move(value));
  changeOf(word(0), word(1), word(2), index, to.words[0], to.words[1], to.words[2]);
}
inline var::Kind var::kind() const noexcept {
  const unsigned char tag = tail_.tag;
  if (tag <= maxInlined || tag == tagSlice) return Kind::string;
  constexpr Kind low[] = {Kind::undefined, Kind::null, Kind::boolean, Kind::number, Kind::date, Kind::undefined};
  constexpr Kind high[] = {Kind::array, Kind::object, Kind::function, Kind::buffer, Kind::symbol, Kind::boxed};
  if (!(tag & counted)) return low[tag - tagUndefined];
  return tag < tagHandle ? high[tag - tagArray] : tag == tagHandle ? Kind::handle : Kind::boxed;
}

inline detail::TypeName var::typeOf() const noexcept {
  using enum detail::TypeName::Name;
  if (isString()) return string;
  if (tail_.tag == tagNumber) return number;
  if (tail_.tag == tagUndefined) return detail::TypeName::undefined;
  if (tail_.tag == tagBoolean) return boolean;
  if (tail_.tag == tagFunction) return function;
  if (tail_.tag == tagSymbol) return symbol;
  return isBigInt() ? bigint : object;
}

inline std::ptrdiff_t var::length() const noexcept {
  return tail_.tag == tagArray ? std::ptrdiff_t(inArray()->size) : isString() ? textLength()
         : tail_.tag == tagBuffer ? inBuffer()->buffer.length() : tail_.tag == tagBox ? ask(viewLengthOf, *this) : 0;
}
[[gnu::always_inline]] inline std::ptrdiff_t var::textLength() const noexcept {
  if ((word(2) >> 48 & 0xff) == 0xfe) [[likely]]
    return tail_.tag == tagSlice ? std::ptrdiff_t(std::uint32_t(word(2))) : tail_.tag;
  const Raw measured = ask(measuredOf, *this);
  const_cast<var*>(this)->setWord(2, measured.words[2]);
  return std::ptrdiff_t(measured.words[0]);
}
[[gnu::always_inline]] inline var& var::operator+=(const var& more) & {
  if (more.isWord(tagNumber)) [[likely]] {
    if (isWord(tagNumber)) [[likely]] {
      become(tagNumber, inNumber() + more.inNumber());
      return *this;
    }
  }
  addOther(more);
  return *this;
}
template <detail::IsUsedUp A>
[[gnu::always_inline]] inline var& var::operator+=(A&& more) & {
  if (more.isWord(tagNumber)) [[likely]] {
    if (isWord(tagNumber)) [[likely]] {
      become(tagNumber, inNumber() + more.inNumber());
      more.abandon();
      return *this;
    }
  }
  addOther(more);
  static_cast<var&>(more) = var();
  return *this;
}
[[gnu::always_inline]] inline void var::addOther(const var& more) {
  // Converting an operand may call a function of the program, which may assign to this variable. The sum is therefore
  // computed before this variable is changed.
  if (asksProgram() || more.asksProgram()) [[unlikely]]
    return void(*this = *this + more);
  // addOf takes over the bytes of this variable and returns the bytes of the sum.
  const Raw sum = ask(addOf, *this, more);
  __builtin_memcpy(static_cast<void*>(this), &sum, sizeof sum);
}
[[gnu::always_inline]] inline var var::shiftRightUnsigned(const var& n) const {
  if (bothNumbers(n)) [[likely]]
    return std::uint32_t(asInt32()) >> (n.asInt32() & 31);
  return calculated(">>>", *this, n);
}
[[gnu::always_inline]] inline var& var::step(double by) {
  // The destructor of the old value may look at this variable, so the new value is in place before.
  if (tail_.tag != tagNumber) [[unlikely]] return putOver(var(steppedOf(word(0), word(1), word(2), by)));
  return stepNumber(by);
}
[[gnu::always_inline]] inline var& var::stepNumber(double by) noexcept {
  const var sum = VarOperators::moved(*this, inNumber() + by, std::int32_t(by), 1);
  become(tagNumber, sum.word(0), sum.word(1));
  return *this;
}
[[gnu::always_inline]] inline var var::stepped(double by) {
  if (tail_.tag != tagNumber) [[unlikely]] {
    var before(ask(numericOf, *this));
    putOver(var(steppedOf(before.word(0), before.word(1), before.word(2), by)));
    return before;
  }
  const var before(inNumber(), word(1));
  stepNumber(by);
  return before;
}

inline void var::swap(var& other) noexcept {
  char raw[sizeof(var)];
  __builtin_memcpy(raw, static_cast<void*>(this), sizeof(var));
  __builtin_memcpy(static_cast<void*>(this), &other, sizeof(var));
  __builtin_memcpy(static_cast<void*>(&other), raw, sizeof(var));
}

inline void detail::VarArray::append(var&& element) {
  if (size == capacity) [[unlikely]]
    reserve(std::size_t(size) + 1);
  if (element.refers()) enroll();
  ::new (static_cast<void*>(data + size)) var(std::move(element));
  ++size;
}

template <detail::VarNumber T>
  requires std::is_arithmetic_v<T>
var::operator T() const {
  if constexpr (std::signed_integral<T> && sizeof(T) >= sizeof(std::int32_t))
    if (tail_.tag == tagNumber && isMarked()) [[likely]]
      return inInteger();
  const double value = toNumber();
  if constexpr (std::floating_point<T>)
    return T(value);
  else if (const double low = std::unsigned_integral<T> ? 0 : -double(std::numeric_limits<T>::max() / 2);
           value >= low && value <= double(std::numeric_limits<T>::max() / 2)) [[likely]]
    return T(value);
  else if (value != value)
    return 0;
  else if (value <= double(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  else if (value >= double(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  else
    return T(value);
}

// The result of v[key]: the value that was read, and the position it came from, which is valid only until the end of
// the statement.
class var::Slot : public var {
 public:
  using NodecppPlain = var;
  Slot(const Slot&) = default;
  // The other value of `found ? v["name"] : "none"`, which has no place.
  template <std::size_t N>
  Slot(const char (&text)[N]) : Slot(var(text)) {}
  // With an integer on the other side, `found ? v["n"] : 0`, the compiler cannot decide which value to convert, and the
  // program does not compile. Without this constructor the result would be an int, without the fraction of v["n"].
  template <class T>
    requires std::integral<T> || std::is_null_pointer_v<T> || std::same_as<T, Undefined>
  Slot(T value) : Slot(var(value)) {}
  template <class T>
    requires std::constructible_from<var, T&&> && (!std::same_as<std::remove_cvref_t<T>, Slot>)
  [[gnu::always_inline]] var operator=(T&& value) && {
    return put(var(std::forward<T>(value)));
  }
  template <class T>
  var operator=(std::initializer_list<T>) && NODECPP_DELETED(NODECPP_NO_BRACES);
  var operator=(std::initializer_list<var>) && NODECPP_DELETED(NODECPP_NO_BRACES);
  [[gnu::always_inline]] var operator=(const Slot& other) && { return put(other); }
  [[gnu::always_inline]] var operator=(var&& value) && { return put(std::move(value)); }
  // JavaScript's [a.x, b.y] = [b.y, a.x] is written swap(a["x"], b["y"]).
  friend void swap(Slot&& a, Slot&& b) {
    var first = a;
    std::move(a) = var(b);
    std::move(b) = std::move(first);
  }
  // A Slot in a variable (auto x = v["a"]) behaves as an independent var.
  template <class T>
    requires std::constructible_from<var, T&&> && (!std::same_as<std::remove_cvref_t<T>, Slot>)
  [[gnu::always_inline]] Slot& operator=(T&& value) & {
    var::operator=(var(std::forward<T>(value)));
    return *this;
  }
  Slot& operator=(const Slot& other) & {
    var::operator=(static_cast<const var&>(other));
    return *this;
  }
  // Calls the value as a function, with the object that it was read from as `this`. This Slot keeps the function alive
  // during the call.
  template <class... A>
  [[gnu::always_inline]] var operator()(A&&... args) const {
    if (NODECPP_FAILS(varFunction, !isFunction())) [[unlikely]]
      throwNoMethod(key_[0], key_[1], key_[2]);
    if constexpr (sizeof...(A) == 0) {
      return run(*base_, nullptr, 0);
    } else {
      const var list[] = {var(std::forward<A>(args))...};
      return run(*base_, list, sizeof...(A));
    }
  }

  using var::operator[];
  // The element of a row, as in rows[i][k]. The reference to the row is dropped when a number or an object has been read,
  // since only an assignment in the same statement needs the row, before which nothing else runs.
  template <detail::IsVar K>
  [[gnu::always_inline]] Slot operator[](const K& key) && {
    const std::size_t index(std::uint32_t(key.inInteger()));
    if (isWord(tagArray)) [[likely]]
      if (key.isWord(tagNumber)) [[likely]]
        if (key.isMarked()) [[likely]]
          if (detail::VarArray* const row = inArray(); index < row->size) [[likely]] {
            const var& element = row->data[index];
            if (element.isWord(tagNumber)) [[likely]] {
              const var value(element.inNumber(), element.word(1));
              if (--row->refs != 0) [[likely]] {
                abandon();
                return Slot(var(value), row, index);
              }
              row->refs = 1;
            } else if (element.isWord(tagObject) && row->refs != 1) {
              var value(tagObject, element.inCount());
              --row->refs, abandon();
              return Slot(std::move(value), row, index);
            }
          }
    return static_cast<const var&>(*this)[key];
  }

  using var::operator+=;
  using var::operator-=;
  using var::operator*=;
  using var::operator/=;
  using var::operator%=;
  using var::operator&=;
  using var::operator|=;
  using var::operator^=;
  using var::operator<<=;
  using var::operator>>=;
  using var::operator++;
  using var::operator--;
  // Converting an operand may call a function of the program that assigns to the variable of the object or of the key, so
  // both are kept meanwhile.
#define NODECPP_SLOT_OPERATOR(op)                                                                                          \
  [[gnu::always_inline]] var operator op##=(const var& b) && {                                                             \
    if (asksProgram() || b.asksProgram()) [[unlikely]]                                                                     \
      return keep(b, [](const var& left, const var& right) -> var { return left op right; });                              \
    return put(*this op b);                                                                                                \
  }
  NODECPP_SLOT_OPERATOR(-)
  NODECPP_SLOT_OPERATOR(*)
  NODECPP_SLOT_OPERATOR(/)
  NODECPP_SLOT_OPERATOR(%)
  NODECPP_SLOT_OPERATOR(&)
  NODECPP_SLOT_OPERATOR(|)
  NODECPP_SLOT_OPERATOR(^)
  NODECPP_SLOT_OPERATOR(<<)
  NODECPP_SLOT_OPERATOR(>>)
#undef NODECPP_SLOT_OPERATOR
  [[gnu::always_inline]] var operator+=(const var& b) && {
    if (asksProgram() || b.asksProgram()) [[unlikely]]
      return keep(b, [](const var& left, const var& right) -> var { return left + right; });
    return put(std::move(static_cast<var&>(*this) += b));
  }
  [[gnu::always_inline]] var operator++() && { return stepBy(1); }
  [[gnu::always_inline]] var operator--() && { return stepBy(-1); }
  [[gnu::always_inline]] var operator++(int) && { return stepBy(1, true); }
  [[gnu::always_inline]] var operator--(int) && { return stepBy(-1, true); }

 private:
  friend class var;
  explicit Slot(var&& alone) : var(std::move(alone)), base_(&noBase()), key_{0, 0, isIndex} {}
  static const var& noBase() noexcept;
  [[gnu::always_inline]] Slot(const var& base, StringArg name)
      : var(base.get(name)), base_(&base), key_{reinterpret_cast<std::uintptr_t>(name.data()), name.size(), isText} {}
  // For a number or an object in a row to which something else refers.
  [[gnu::always_inline]] Slot(var&& value, detail::VarArray* row, std::size_t index)
      : var(std::move(value)), base_(nullptr), key_{index, reinterpret_cast<std::uintptr_t>(row), isIndex} {}
  [[gnu::always_inline]] Slot(const var& base, std::size_t index) : var(base.get(index)), base_(&base), key_{index, 0, isIndex} {}
  // Takes a var as the key that is not an integer index.
  [[gnu::always_inline]] Slot(const var& base, const var& key) : Slot(base, key.word(0), key.word(1), key.word(2)) {}
  // Takes the words of the key first, because reading the property may call a function of the program that assigns to the
  // variable that the key came from.
  [[gnu::always_inline]] Slot(const var& base, Word a, Word b, Word c)
      : var(otherOf(base.word(0), base.word(1), base.word(2), a, b, c)), base_(&base), key_{a, b, c} {}
  [[gnu::always_inline]] var put(var value) {
    if (base_ == nullptr)
      putInRow(value);
    else if (key_[2] == isIndex)
      base_->set(std::size_t(key_[0]), var(value));
    else if (key_[2] == isText) [[likely]]
      base_->set(name(), var(value));
    else
      setOther(*base_, key_[0], key_[1], key_[2], var(value));
    return value;
  }
  [[gnu::always_inline]] void putInRow(const var& value) {
    detail::VarArray* const row = reinterpret_cast<detail::VarArray*>(key_[1]);
    if (key_[0] >= row->size || row->locked) [[unlikely]] return base().set(key_[0], var(value));
    if (value.refers()) row->enroll();
    row->data[key_[0]] = value;
  }
  // Returns the array or object that the value was read from.
  [[gnu::always_inline]] var base() const {
    if (base_ != nullptr) return *base_;
    var row;
    row.become(tagArray, key_[1]);
    row.retain();
    return row;
  }
  // Changes the property by one. Returns what it was before, as a number or BigInt, or what it is now.
  [[gnu::always_inline]] var stepBy(double by, bool before = false) {
    if (tail_.tag != tagNumber) [[unlikely]]
      return keepingStep(base(), keptKey(key_[0], key_[1], key_[2]), *this, by, before);
    const var was(inNumber(), word(1));
    var is(was);
    is.stepNumber(by);
    put(is);
    return before ? was : is;
  }
  using Operator = var (*)(const var& left, const var& right);
  // The functions that are not inlined get copies, so that this Slot and its object can stay in registers.
  [[gnu::always_inline]] var keep(const var& b, Operator change) const {
    return keeping(base(), keptKey(key_[0], key_[1], key_[2]), *this, var(b), change);
  }
  static var keeping(var base, var key, var value, var b, Operator change);
  static var keepingStep(var base, var key, var value, double by, bool before);
  static var keptKey(Word, Word, Word);
  static void putKept(const var& base, const var& key, var value);
  std::string_view name() const noexcept { return {reinterpret_cast<const char*>(key_[0]), key_[1]}; }
  static String otherText(std::uint64_t, std::uint64_t, std::uint64_t);
  static void setOther(const var& base, std::uint64_t, std::uint64_t, std::uint64_t, var value);
  static var::Raw otherOf(std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t);
  [[noreturn]] static void throwNoMethod(Word, Word, Word);
  // Values for key_[2] that no var has in its last word, because the highest byte of that word is a var's tag.
  static constexpr std::uint64_t isText = std::uint64_t(0x47) << 56, isIndex = std::uint64_t(0x48) << 56;

  // The object and the key, valid until the end of the statement. The key is a text (its address and size), an index,
  // or the words of a var. Without an object the second word of the key is the address of the row.
  const var* base_;
  std::uint64_t key_[3];
};

// A property in a literal of var::object. The name is a view that is valid until the end of the statement.
struct var::Property {
  template <detail::StringLike S>
  [[gnu::always_inline]] Property(S&& name, var of) : key(std::forward<S>(name)), value(std::move(of)) {}
  // A computed key, JavaScript's {[name]: of}, is a text.
  template <detail::IsVar S>
  Property(const S& name, var of) NODECPP_DELETED("a key is a text: write String(x)");
  StringArg key;
  var value;
};

// The iterator of a for-of loop over a var: over the elements of an array, including those added meanwhile, over the
// characters of a string, or over the results of the object's own [Symbol.iterator](), whose return() is called when
// the loop is left early.
class var::Elements {
 public:
  explicit Elements(const var& of) : list_(of) {
    if (!of.isArray()) begin();
  }
  Elements(Elements&& other) noexcept
      : list_(std::move(other.list_)),
        next_(std::move(other.next_)),
        value_(std::move(other.value_)),
        at_(other.at_),
        asks_(detail::exchange(other.asks_, false)) {}
  Elements& operator=(const Elements&) = delete;
  ~Elements() {
    if (asks_) leave();
  }
  var operator*() const { return asks_ ? value_ : list_.get(at_); }
  Elements& operator++() {
    if (asks_)
      step();
    else
      ++at_;
    return *this;
  }
  friend bool operator==(const Elements& a, End) {
    return a.list_.tail_.tag == tagArray ? a.at_ >= a.list_.inArray()->size : !a.asks_;
  }

 private:
  void begin();
  bool iterate(const var& of);
  void step();
  void leave() noexcept;

  var list_;  // the array, the text, or the iterator
  var next_;  // the `next` function of an iterator that is an object
  var value_;
  std::size_t at_ = 0;  // an index of the array, or the place of the next character among the bytes of a text
  bool asks_ = false;   // whether there is a text or an iterator that is not done
};

template <detail::StringLike S>
var::Slot var::operator[](S&& key) const {
  return Slot(*this, StringArg(key));
}
inline var::Slot var::operator[](const var& key) const {
  if (key.isWord(tagNumber)) [[likely]] {
    std::int64_t index = key.inInteger();
    if (!key.isMarked()) {
      // A number is an index when it is the same again after a conversion to an integer, which -0 is not, and below 2^32 - 1.
      index = detail::truncated(key.inNumber());
      const bool isWhole = __builtin_bit_cast(Word, double(index)) == key.word(0);
      if (!isWhole || std::uint64_t(index) >= 4294967295u) [[unlikely]]
        return Slot(*this, key);
    }
    return Slot(*this, std::size_t(index));
  }
  return Slot(*this, key);
}
template <std::integral I>
var::Slot var::operator[](I index) const {
  return Slot(*this, std::size_t(index));
}

namespace detail {

// Returns how for-of iterates over an object behind a handle; defined in nodecpp/var/var_box.h.
template <class T>
consteval auto varObjectIteration() -> Iterator<var> (*)(Object*);

template <class T>
inline constexpr VarClass varClass{[](util::Value& out, Object* object) {
                                     if (&describeInto<Handle<T>>)
                                       describeInto<Handle<T>>(out, Handle<T>(static_cast<T*>(object)));
                                   },
                                   [] {
                                     var (*json)(Object*, const String&) = nullptr;
                                     if constexpr (requires(T& object, const String& key) { var(object.toJSON(key)); })
                                       json = [](Object* object, const String& key) { return var(static_cast<T*>(object)->toJSON(key)); };
                                     else if constexpr (requires(T& object) { var(object.toJSON()); })
                                       json = [](Object* object, const String&) { return var(static_cast<T*>(object)->toJSON()); };
                                     return json;
                                   }(),
                                   varObjectIteration<T>(),
                                   [] {
                                     var (*clone)(Object*) = nullptr;
                                     if constexpr (requires(T& object) { var(object.structuredCloned()); })
                                       clone = [](Object* object) { return var(static_cast<T*>(object)->structuredCloned()); };
                                     return clone;
                                   }(), varPrimitive<T>()};

}  // namespace detail

template <detail::VarHandle T>
var::var(const T& handle) : var(static_cast<Object*>(handle.get()), &detail::varClass<typename T::ObjectType>) {}

[[gnu::always_inline]] inline String str(const var& value) { return value.toString(); }

}  // namespace nodecpp
