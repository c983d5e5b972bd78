// let<T>: a variable that closures share, as JavaScript's `let` is. Copying a `let` shares the variable (that is what
// `[=]` does); assigning to it assigns the value. A loop's own counter stays an `int`.
#pragma once

#include <nodecpp/string.h>
#include <nodecpp/trace.h>
#include <nodecpp/view.h>

#include <concepts>
#include <type_traits>
#include <utility>

namespace nodecpp {

template <class T>
class let;

namespace detail {
template <class T>
inline constexpr bool isLet = false;
template <class T>
inline constexpr bool isLet<let<T>> = true;
template <>
inline constexpr bool isString<let<String>> = true;
}  // namespace detail

namespace detail {
// A class that is neither a number nor a reference: a method of it may have the variable assigned to and go on. (What a
// Queue's method gives is awaited, and must not hold the Queue meanwhile.)
template <class T>
concept PinnedInLet = std::is_class_v<T> && !isString<T> && !Arithmetic<T> && !HasUndefined<T> &&
                      !requires { typename T::NodecppReference; } && !requires(const T& t) { t.operator->(); };

// What `variable->` gives of such a class: the value, which stays until the full expression is over, whatever becomes of the
// variable.
template <class T>
struct LetBox {
  std::uint32_t refs;
  bool referred;  // by ref(): stays as long as the variable
  LetBox* next;
  T value;

  template <class... U>
  static LetBox* build(U&&... value) {
    return ::new (allocate(sizeof(LetBox))) LetBox{1, false, nullptr, T(std::forward<U>(value)...)};
  }
  static void drop(LetBox* box) noexcept {
    if (--box->refs != 0) return;
    destroyInTurn(box, [](void* gone) noexcept {
      static_cast<LetBox*>(gone)->~LetBox();
      release(gone, sizeof(LetBox));
    });
  }
};
template <class T>
class [[nodiscard]] LetInUse {
 public:
  explicit LetInUse(LetBox<T>* box) noexcept : box_(box) { detail::countHolder(box->refs); }
  LetInUse(const LetInUse&) = delete;
  ~LetInUse() { LetBox<T>::drop(box_); }
  T* operator->() const noexcept { return &box_->value; }

 private:
  LetBox<T>* box_;
};

// Where a variable keeps its value.
template <class T>
struct LetCell {
  explicit LetCell(auto&&... value) : value(std::forward<decltype(value)>(value)...) {}
  std::uint32_t refs = 1;
  std::uint32_t place = 0;  // among what the collector of circles looks at
  T value;
  T& get() noexcept { return value; }
  T& kept() noexcept { return value; }
  void show(Tracer& tracer) { tracer(value); }
};
template <PinnedInLet T>
struct LetCell<T> {
  explicit LetCell(auto&&... value) : box(LetBox<T>::build(std::forward<decltype(value)>(value)...)) {}
  LetCell(const LetCell&) = delete;
  ~LetCell() {
    LetBox<T>::drop(box);
    while (former) LetBox<T>::drop(std::exchange(former, former->next));
  }
  // For an assignment: another value where this one is in use.
  template <class U>
  void replace(U&& value) {
    LetBox<T>* fresh = LetBox<T>::build(std::forward<U>(value));
    LetBox<T>* before = std::exchange(box, fresh);
    if (before->referred)
      before->next = std::exchange(former, before);
    else
      LetBox<T>::drop(before);
  }
  // What is in use may refer to more than it shows.
  void show(Tracer& tracer) {
    if (box->refs == 1) tracer(box->value);
  }
  std::uint32_t refs = 1;
  std::uint32_t place = 0;
  LetBox<T>* box;
  LetBox<T>* former = nullptr;
  T& get() noexcept { return box->value; }
  T& kept() noexcept {
    box->referred = true;
    return box->value;
  }
};

// For the collector of circles.
template <class T>
inline constexpr TracedType tracedCell{
    [](void* cell) noexcept { return &static_cast<LetCell<T>*>(cell)->refs; },
    [](void* cell, Tracer& tracer) { static_cast<LetCell<T>*>(cell)->show(tracer); },
    [](void* cell) noexcept { dropCell(static_cast<LetCell<T>*>(cell)); },
    [](void* cell, std::uint32_t place) noexcept { static_cast<LetCell<T>*>(cell)->place = place; }};

template <class T>
[[gnu::always_inline]] inline void dropCell(LetCell<T>* cell) noexcept {
  if (--cell->refs != 0) return;
  if constexpr (std::is_trivially_destructible_v<LetCell<T>>)
    release(cell, sizeof *cell);
  else
    destroyInTurn(cell, [](void* memory) noexcept {
      auto* gone = static_cast<LetCell<T>*>(memory);
      if constexpr (mayRefer<T>) leaveRoll(gone, gone->place);
      gone->~LetCell<T>();
      release(gone, sizeof *gone);
    });
}
}  // namespace detail

template <class T>
class let {
 public:
  let() : cell_(build()) {}
  template <class U>
    requires std::constructible_from<T, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let(U&& value) : cell_(build(std::forward<U>(value))) {}
  let(const let& other) noexcept : cell_(other.cell_) { detail::countOnThread(cell_->refs); }
  ~let() { detail::dropCell(cell_); }

  // A copy of the value.
  T value() const { return cell_->get(); }
  // The value itself; valid while a `let` that shares the variable lives.
  T& ref() const [[clang::lifetimebound]] { return cell_->kept(); }
  operator const T&() const [[clang::lifetimebound]]
    requires(!detail::PinnedInLet<T>)
  {
    return cell_->value;
  }
  operator T() const
    requires detail::PinnedInLet<T>
  {
    return cell_->get();
  }

  template <class U>
    requires std::is_assignable_v<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  const let& operator=(U&& value) const {
    assign(std::forward<U>(value));
    return *this;
  }
  const let& operator=(const let& other) const {
    T copy = other.cell_->get();
    assign(std::move(copy));
    return *this;
  }
  template <class U>
    requires std::is_assignable_v<T&, U&&> && (!std::same_as<std::remove_cvref_t<U>, let>)
  let& operator=(U&& value) {
    assign(std::forward<U>(value));
    return *this;
  }
  let& operator=(const let& other) {
    std::as_const(*this) = other;
    return *this;
  }

  T operator++() const { return ++cell_->get(); }
  T operator++(int) const { return cell_->get()++; }
  T operator--() const { return --cell_->get(); }
  T operator--(int) const { return cell_->get()--; }

#define NODECPP_LET_ASSIGN(op) \
  template <class U> \
  const let& operator op##=(const U& right) const { \
    if constexpr (detail::isLet<U>) \
      cell_->get() op##= right.ref(); \
    else \
      cell_->get() op##= right; \
    return *this; \
  }
  NODECPP_OPERATORS(NODECPP_LET_ASSIGN)
#undef NODECPP_LET_ASSIGN

  // A handle in a `let` is used as the handle; anything else as a member of the value. What is called in this way stays until
  // the full expression is over: it may assign to the variable, and go on.
  decltype(auto) operator->() const {
    if constexpr (detail::UndefinedHandle<T>)
      return T(cell_->value);
    else if constexpr (requires(const T& t) { t.operator->(); })
      return static_cast<const T&>(cell_->value);
    else if constexpr (detail::PinnedInLet<T>)
      return detail::LetInUse<T>(cell_->box);
    else
      return &cell_->value;
  }
  template <class... A>
    requires std::is_invocable_v<const T&, A...> || std::is_invocable_v<T&, A...>
  decltype(auto) operator()(A&&... args) const {
    if constexpr (detail::PinnedInLet<T>) {
      const detail::LetInUse<T> value(cell_->box);
      return (*value.operator->())(std::forward<A>(args)...);
    } else {
      return cell_->value(std::forward<A>(args)...);
    }
  }
  template <class K>
  decltype(auto) operator[](K&& key) const {
    return cell_->get()[std::forward<K>(key)];
  }
  explicit operator bool() const
    requires(!std::same_as<T, bool> && !std::is_arithmetic_v<T> && std::constructible_from<bool, const T&>)
  {
    return static_cast<bool>(cell_->get());
  }

  // A `let<String>` is taken wherever a string is.
  auto data() const
    requires requires(const T& t) { t.data(); }
  {
    return cell_->get().data();
  }
  auto size() const
    requires requires(const T& t) { t.size(); }
  {
    return cell_->get().size();
  }

 private:
  using Cell = detail::LetCell<T>;
  template <class... U>
  static Cell* build(U&&... value) {
    static_assert(!detail::keepsView<T>, "a let outlives what a view looks at: write let<String>, or let of a Buffer or an Array");
    Cell* cell = ::new (detail::allocate(sizeof(Cell))) Cell(std::forward<U>(value)...);
    if constexpr (detail::mayRefer<T>) cell->place = detail::enroll(cell, detail::tracedCell<T>);
    return cell;
  }
  template <class U>
  void assign(U&& value) const {
    if constexpr (detail::PinnedInLet<T>) {
      if (NODECPP_FAILS(letInUse, cell_->box->refs != 1)) [[unlikely]]
        return cell_->replace(made(std::forward<U>(value)));
      if constexpr (!std::is_trivially_destructible_v<T> && std::is_swappable_v<T>) {
        // What is in the old value goes when the new one is there: a destructor of the program's may assign, too.
        T before = made(std::forward<U>(value));
        using std::swap;
        return swap(cell_->get(), before);
      }
    }
    cell_->get() = std::forward<U>(value);
  }
  // What the value is once `value` is assigned to it.
  template <class U>
  T made(U&& value) const {
    if constexpr (std::constructible_from<T, U&&>) {
      return T(std::forward<U>(value));
    } else {
      T copy = cell_->get();
      copy = std::forward<U>(value);
      return copy;
    }
  }

  Cell* cell_;
};

// Numbers and strings compare through their own operators; other classes' values by theirs.
template <class T, class U>
  requires(!detail::isLet<U>) && std::is_class_v<T> && (!requires(const T& t) { t.data(); }) &&
          requires(const T& a, const U& b) { a == b; }
bool operator==(const let<T>& a, const U& b) {
  return a.ref() == b;
}

// As JavaScript prints the variable's value.
template <class T>
auto str(const let<T>& variable) {
  return str(variable.ref());
}

// str("n: ") + n, where n is shared.
template <class S, class T>
  requires(detail::isString<S> && std::is_arithmetic_v<T>)
String operator+(const S& a, const let<T>& b) {
  return a + b.value();
}
template <class S, class T>
  requires(detail::isString<S> && std::is_arithmetic_v<T>)
String operator+(const let<T>& a, const S& b) {
  return a.value() + b;
}

}  // namespace nodecpp
