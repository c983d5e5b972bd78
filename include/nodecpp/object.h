// The base of Node's objects and the handles that refer to them. A handle counts references without atomic operations
// and stays on its thread.
#pragma once

#include <nodecpp/arithmetic.h>
#include <nodecpp/compiler.h>
#include <nodecpp/instanceof.h>
#include <nodecpp/iterable.h>
#include <nodecpp/safety.h>
#include <nodecpp/trace.h>
#include <nodecpp/traits.h>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace nodecpp {

class Object;
class String;
class var;
template <class T>
class Handle;

namespace detail {
struct WeakRecord;
struct WeakRegistry;
struct ObjectTracing;
// Called when the last handle to `object` was destroyed. The object is freed when the running callback has returned to
// the loop (at once outside of callbacks), unless a new handle to the object was made by then.
void onLastHandleReleased(Object* object) noexcept;
// Frees the objects that onLastHandleReleased() collected. The loop calls freeUnreferenced after each callback.
void freeUnreferenced() noexcept;
// enterCallback and leaveCallback count the depth of nested callbacks. While the depth is above zero, unreferenced
// objects wait for freeUnreferenced().
void enterCallback() noexcept;
void leaveCallback() noexcept;
bool hasUnreferenced() noexcept;
bool insideCallback() noexcept;
// Called when an object ends in another way than by its last handle: because its constructor threw, or because it is
// destroyed while other handles to it exist.
void objectEnded(Object* object) noexcept;
// Throws a TypeError "Illegal constructor", as Node does for classes that a program cannot instantiate. Before the
// program runs and after it has ended, ends the process with a message instead.
[[noreturn]] void throwIllegalConstructor();

// Marks the construction of an object: Handle<T>(new (making) T(…)), where `making` lives until the handle exists.
// Meanwhile the object has an extra reference, so its constructor may make handles to the object and drop them. An
// object that is made in another way (on the stack, as a global, as a member, or by a plain `new`) has no such
// reference and would be freed when its first handle is dropped, so its constructor throws.
class Making {
 public:
  Making() noexcept : outer_(detail::exchange(innermost, this)) {}
  Making(const Making&) = delete;
  [[gnu::always_inline]] ~Making();
  // Returns the first handle to the object, to which the extra reference goes over.
  template <class T>
  Handle<T> give(T* object) noexcept {
    return made_ = nullptr, Handle<T>::attach(object);
  }

 private:
  friend class nodecpp::Object;
  static constinit thread_local Making* innermost;

  Making* const outer_;
  Object* made_ = nullptr;  // the object under construction, or constructed and not yet in a handle
  char* memory_ = nullptr;  // the memory for an object whose constructor has not begun yet
  std::size_t bytes_ = 0;
};

// Object::assign of a struct, defined in nodecpp/fields.h.
template <class T, class S>
void assignFields(T& target, const S& source);

// isNumberIn returns whether `value` is a number or a var that holds a number; numberIn returns that number.
template <class T>
constexpr bool isNumberIn(const T& value) {
  if constexpr (Arithmetic<T>)
    return !std::same_as<T, bool>;
  else if constexpr (requires { value.isNumber(); })
    return value.isNumber();
  else
    return false;
}
template <class T>
constexpr double numberIn(const T& value) {
  if constexpr (Arithmetic<T>)
    return static_cast<double>(value);
  else if constexpr (requires { value.isNumber(); })
    return value.toNumber();
  else
    return 0;
}
template <class A, class B>
bool sameValue(const A& a, const B& b) {
  if (isNumberIn(a) && isNumberIn(b)) {
    const double left = numberIn(a), right = numberIn(b);
    return left == right ? __builtin_signbit(left) == __builtin_signbit(right) : left != left && right != right;
  }
  if constexpr (requires { a == b; })
    return isNumberIn(a) == isNumberIn(b) && a == b;
  else
    return false;
}
}  // namespace detail

// The base of all classes whose objects Node passes by reference.
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  virtual ~Object() {
    if (destruction_ != Destruction::now || refs_ != 1) [[unlikely]]
      detail::objectEnded(this);
  }

  // JavaScript's Object.keys(v), Object.values(v), Object.entries(v), Object.hasOwn(v, key) and Object.assign(target,
  // …) of a var. A struct with NODECPP_FIELDS is first converted to a var (nodecpp/json.h).
  template <class V>
  static auto keys(const V& of) {
    return keyed(of).keys();
  }
  template <class V>
  static auto values(const V& of) {
    return keyed(of).values();
  }
  template <class V>
  static auto entries(const V& of) {
    return keyed(of).entries();
  }
  template <class V, class K>
  static bool hasOwn(const V& of, const K& key) {
    return keyed(of).hasOwn(key);
  }
  template <class V, class... S>
    requires(!requires(const V* of) { nodecppFields(of); })
  static V assign(const V& target, const S&... sources) {
    (target.assign(sources), ...);
    return target;
  }
  // Object.assign to a struct: copies into `target` the fields with the same names from the sources, which are structs
  // or vars. Other fields of the sources are ignored. Returns `target`; the reference dangles once `target` is
  // destroyed.
  template <class V, class... S>
    requires requires(const V* of) { nodecppFields(of); }
  static V& assign(V& target [[clang::lifetimebound]], const S&... sources) {
    (detail::assignFields(target, sources), ...);
    return target;
  }
  // JavaScript's Object.fromEntries of a Map, of Object::entries(v), of list.entries() or of a var's [key, value] arrays.
  template <class L, class V = var>
  static V fromEntries(const L& list) {
    V out = V::object();
    for (const auto& each : list) {
      if constexpr (requires { each.first; })
        out.set(each.first, V(each.second));
      else if constexpr (requires { each.key; })
        out.set(each.key, each.value);
      else if constexpr (requires { each.index; })
        out.set(each.index, V(each.value));
      else
        out.set(V(each[0]).toString(), V(each[1]));
    }
    return out;
  }
  // JavaScript's Object.groupBy: returns an object of lists. Each element of `list` is appended to the list under the
  // key, as a text, that f(element, index) returns for it. Map<>::groupBy also takes elements that a var cannot hold.
  template <class L, class F, class V = var, class Text = String>
  static V groupBy(const L& list, F&& f) {
    V out = V::object();
    std::ptrdiff_t index = 0;
    for (const auto& each : list) {
      Text key;
      if constexpr (std::is_invocable_v<F&, decltype(each), std::ptrdiff_t>)
        key = V(f(each, index++)).toString();
      else
        key = V(f(each)).toString();
      if (!out.hasOwn(key)) out.set(key, V::array());
      out.get(key).push(V(each));
    }
    return out;
  }
  // The functions on prototypes, property descriptors and frozen objects take vars and follow JavaScript's functions of
  // the same names. What JavaScript forbids throws a TypeError with V8's message, as in strict mode.
  template <class P, class V = var>
  static V create(const P& prototype) {
    return V::create(V(prototype));
  }
  template <class V>
  static auto getPrototypeOf(const V& of) {
    return of.prototype();
  }
  template <class V, class P>
  static V setPrototypeOf(const V& of, const P& prototype) {
    of.setPrototype(prototype);
    return of;
  }
  // A descriptor is a var: defineProperty(v, "key", var::object({{"get", [](This self) {…}}, {"enumerable", true}})).
  template <class O, class K, class D, class V = var>
  static V defineProperty(const O& of, const K& key, const D& descriptor) {
    of.defineProperty(key, V(descriptor));
    return of;
  }
  template <class O, class D, class V = var>
  static V defineProperties(const O& of, const D& descriptors) {
    for (const auto& [key, descriptor] : descriptors.entries()) of.defineProperty(key, descriptor);
    return of;
  }
  template <class V, class K>
  static auto getOwnPropertyDescriptor(const V& of, const K& key) {
    return of.propertyDescriptor(key);
  }
  template <class V>
  static auto getOwnPropertyNames(const V& of) {
    return of.ownKeys(false);
  }
  template <class V>
  static auto getOwnPropertySymbols(const V& of) {
    return of.ownKeys(true);
  }
  template <class V>
  static V freeze(const V& of) {
    of.fix(true, true);
    return of;
  }
  template <class V>
  static V seal(const V& of) {
    of.fix(true, false);
    return of;
  }
  template <class V>
  static V preventExtensions(const V& of) {
    of.fix(false, false);
    return of;
  }
  template <class V>
  static bool isFrozen(const V& of) {
    return of.isFixed(6);
  }
  template <class V>
  static bool isSealed(const V& of) {
    return of.isFixed(4);
  }
  template <class V>
  static bool isExtensible(const V& of) {
    return !of.isFixed(0);
  }
  // JavaScript's SameValue comparison: NaN is the same as NaN, and 0 is not the same as -0.
  template <class A, class B>
  static bool is(const A& a, const B& b) {
    return detail::sameValue(a, b);
  }

  static void* operator new(std::size_t) NODECPP_DELETED("write make<X>(a, b) for JavaScript's new X(a, b)");
  static void* operator new(std::size_t bytes, detail::Making& making) {
    making.bytes_ = bytes;
    making.memory_ = static_cast<char*>(detail::allocate(bytes));
    return making.memory_;
  }
  static void operator delete(void* memory, std::size_t bytes) noexcept { detail::release(memory, bytes); }
  // The compiler calls this operator delete to free the memory of an object whose constructor threw.
  static void operator delete(void* memory, detail::Making& making) noexcept {
    making.made_ = nullptr;
    detail::release(memory, making.bytes_);
  }

 protected:
  // Returns a handle to this object, as Handle(this) does, for a closure that needs `this`: `[self = self()] {
  // self->count++; }`. The call is allowed in a constructor. In a destructor it ends the process.
  template <class Self>
  Handle<std::remove_const_t<Self>> self(this Self& object) {
    return Handle<std::remove_const_t<Self>>(const_cast<std::remove_const_t<Self>*>(&object));
  }

  // Throws a TypeError ("Illegal constructor") when the object is not being made by make().
  Object() : refs_(1), thread_(detail::threadNumber) {
    detail::Making* making = detail::Making::innermost;
    // The Object may be a base at an offset inside of the allocated memory. Each allocation is claimed by one Object
    // only, so an Object that is a member of another one has no allocation of its own and is refused.
    if (NODECPP_FAILS(objectOutsideMake, !making || std::size_t(reinterpret_cast<char*>(this) - making->memory_) >= making->bytes_)) [[unlikely]]
      detail::throwIllegalConstructor();
    making->memory_ = nullptr;
    making->made_ = this;
  }

 private:
  template <class>
  friend class Handle;
  friend class detail::Making;
  friend struct detail::WeakRegistry;
  friend struct detail::ObjectTracing;

  enum class Destruction : unsigned char { no, waits, now };
  // Converts `of` to a var when it is not one already. `Var` is a template parameter because the class var is not
  // complete here.
  template <class V, class Var = var>
  static decltype(auto) keyed(const V& of) {
    if constexpr (requires { of.keys(); })
      return (of);
    else
      return Var(of);
  }

  std::uint32_t refs_;
  Destruction destruction_ = Destruction::no;
  bool weak_ = false;  // a Weak refers to the object (nodecpp/weak.h), and the union holds weakRecord_
  std::uint16_t thread_;
  union {
    Object* nextToDestroy_ = nullptr;
    detail::WeakRecord* weakRecord_;
  };
};

// At this point a handle holds the object, or the object is unreferenced and is freed.
inline detail::Making::~Making() {
  innermost = outer_;
  if (made_ && --made_->refs_ == 0) [[unlikely]]
    onLastHandleReleased(made_);
}

namespace detail {
// The cycle collector's access to an object's reference count.
struct ObjectTracing {
  static std::uint32_t* refs(Object* object) noexcept { return &object->refs_; }
  static void drop(Object* object) noexcept {
    if (--object->refs_ == 0) onLastHandleReleased(object);
  }
  // Shows the values of weak containers that have the object as their key.
  static void showWeak(Object* object, Tracer& tracer);
};

// A member of an object that keeps the object on the cycle collector's list while the object lives, and shows the
// object's members to the collector.
class Enrolment {
 public:
  template <class O, class Show>
  Enrolment(O* owner, Show) : owner_(owner), place_(enroll(this, traced<O, Show>)) {}
  Enrolment(const Enrolment&) = delete;
  ~Enrolment() { removeFromCollector(this, place_); }

 private:
  static void move(void* enrolment, std::uint32_t place) noexcept { static_cast<Enrolment*>(enrolment)->place_ = place; }
  template <class O>
  static O* ownerOf(void* enrolment) noexcept {
    return static_cast<O*>(static_cast<Enrolment*>(enrolment)->owner_);
  }
  template <class O, class Show>
  static constexpr TracedType traced{
      [](void* enrolment) noexcept { return ObjectTracing::refs(ownerOf<O>(enrolment)); },
      [](void* enrolment, Tracer& tracer) {
        O* owner = ownerOf<O>(enrolment);
        tracer.alias(owner);
        tracer.alias(static_cast<Object*>(owner));
        tracer.alias(dynamic_cast<void*>(owner));
        Show()(owner, tracer);
        ObjectTracing::showWeak(owner, tracer);
      },
      [](void* enrolment) noexcept { ObjectTracing::drop(ownerOf<O>(enrolment)); },
      &move};

  void* owner_;
  std::uint32_t place_;
};
}  // namespace detail

// Names the members of a class derived from a class of the runtime that may lead back to objects of the class (handles,
// functions, lists of these, a `let`), so that reference cycles through these members are freed: NODECPP_TRACE(parent,
// children). A class whose base class has a NODECPP_TRACE list repeats the members of the base class in its own list.
// When an object is found to be unreachable, these members are emptied before the object is destroyed.
#define NODECPP_TRACE(...) \
  void nodecppTraceMembers(::nodecpp::detail::Tracer& tracer) { tracer(__VA_ARGS__); } \
  ::nodecpp::detail::Enrolment nodecppEnrolment{ \
      this, [](auto* self, ::nodecpp::detail::Tracer& tracer) { self->nodecppTraceMembers(tracer); }};

// A counted reference to a T. A default-constructed handle is `undefined`, and using it throws Node's TypeError.
template <class T>
class [[clang::trivial_abi]] Handle {
 public:
  using ObjectType = T;

  constexpr Handle() noexcept = default;
  constexpr Handle(std::nullptr_t) noexcept {}
  explicit Handle(T* object) noexcept : object_(object) { retain(); }
  Handle(const Handle& other) noexcept : object_(other.object_) {
    if (object_) detail::countCopy(static_cast<Object*>(object_)->refs_);
  }
  Handle(Handle&& other) noexcept : object_(detail::exchange(other.object_, nullptr)) {}
  template <class U>
    requires detail::DerivedFrom<U, T> && (!std::same_as<U, T>)
  Handle(const Handle<U>& other) noexcept : Handle(other.get()) {}
  [[gnu::always_inline]] ~Handle() { drop(); }

  Handle& operator=(const Handle& other) noexcept { return *this = Handle(other); }
  Handle& operator=(Handle&& other) noexcept {
    Handle taken(std::move(other));
    taken.object_ = detail::exchange(object_, taken.object_);
    return *this;
  }

  T* operator->() const {
    check();
    return object_;
  }
  T& operator*() const {
    check();
    return *object_;
  }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  Handle orElse(Handle other) const { return object_ ? *this : std::move(other); }  // JavaScript's `object ?? other`
  // For the runtime: a pointer to the object, null when the handle is undefined. The pointer dangles once the last
  // handle to the object is destroyed.
  T* get() const noexcept { return object_; }
  // For the runtime: returns a handle that takes over a reference which is counted already.
  static Handle attach(T* object) noexcept {
    Handle made;
    made.object_ = object;
    return made;
  }

  // Calls the class's static function of the same name: stream::Readable::from(…).
  template <class... A>
    requires requires(A&&... args) { T::from(std::forward<A>(args)...); }
  static auto from(A&&... args) {
    return T::from(std::forward<A>(args)...);
  }
  template <class V, class... A>
    requires requires(std::initializer_list<V> values, A&&... args) { T::from(values, std::forward<A>(args)...); }
  static auto from(std::initializer_list<V> values, A&&... args) {
    return T::from(values, std::forward<A>(args)...);
  }

  // Returns a handle to the same object as a U. The result is undefined when the object is not a U.
  template <class U>
  Handle<typename U::ObjectType> as() const {
    return Handle<typename U::ObjectType>(dynamic_cast<typename U::ObjectType*>(object_));
  }

  template <class U>
  friend bool operator==(const Handle& a, const Handle<U>& b) noexcept {
    return static_cast<const Object*>(a.get()) == static_cast<const Object*>(b.get());
  }
  friend bool operator==(const Handle& a, std::nullptr_t) noexcept { return a.object_ == nullptr; }

  // begin and end allow `for (auto each : handle)` for a class with symbolIterator() (nodecpp/iterable.h). They are
  // friends, which are found for handles only, so that they do not collide with names begin and end of the program.
  template <class O = T>
    requires requires(O& object) { object.symbolIterator().begin(); }
  friend auto begin(const Handle& handle) {
    return handle->symbolIterator().begin();
  }
  template <class O = T>
    requires requires(O& object) { object.symbolIterator().begin(); }
  friend detail::IterationEnd end(const Handle&) noexcept {
    return {};
  }

 private:
  void check() const {
    if constexpr (detail::safetyChecks) {
      if (NODECPP_FAILS(nullHandle, !object_)) [[unlikely]]
        detail::throwUndefined();
    }
  }
  void retain() const noexcept {
    if (object_) detail::countOnThread(static_cast<Object*>(object_)->refs_);
  }
  [[gnu::always_inline]] void drop() noexcept {
    if (object_ && --static_cast<Object*>(object_)->refs_ == 0) detail::onLastHandleReleased(object_);
  }

  T* object_ = nullptr;
};

// JavaScript's `new X(a, b)` is make<X>(a, b), where X is a handle type or an object's class. Returns a handle to the
// new object; of another class, as of Date, the value X(a, b). The constructor may use Handle(this) as JavaScript uses
// `this`. When it throws after it has stored such a handle elsewhere, the process ends with a message.
template <class T, class... Args>
auto make(Args&&... args) {
  detail::Making making;
  if constexpr (!requires { typename T::ObjectType; } && !std::is_base_of_v<Object, T>)
    return T(std::forward<Args>(args)...);
  else if constexpr (!requires { typename T::ObjectType; })
    return making.give(new (making) T(std::forward<Args>(args)...));
  else if constexpr (std::same_as<T, Handle<typename T::ObjectType>>)
    return making.give(new (making) typename T::ObjectType(std::forward<Args>(args)...));
  else
    return T(new (making) typename T::ObjectType(std::forward<Args>(args)...));
}

// Makes an object of a class that declares its options as the type Options: make<stream::Readable>({.read = …}).
template <class T>
  requires requires { typename T::ObjectType::Options; }
T make(typename T::ObjectType::Options options) {
  detail::Making making;
  return T(new (making) typename T::ObjectType(std::move(options)));
}

}  // namespace nodecpp
