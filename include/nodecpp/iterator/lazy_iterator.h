// Iterator: takes its elements from another iterator, or from functions of a program. Part of nodecpp/iterator.h.
#pragma once

#include <nodecpp/iterator.h>
#include <nodecpp/traits.h>

namespace nodecpp {

// The functions of a program's own iterator: JavaScript's {next() {…}, return() {…}}.
template <class T>
struct IteratorFunctions {
  Function<IteratorResult<T>()> next;
  Function<void()> return_{};
};

namespace detail {

struct NoSource {};
template <class T>
struct AsksFunctions {
  IteratorFunctions<T> functions;
  bool open = true;  // whether next() has neither thrown nor returned `done`
  template <class G>
  bool operator()(NoSource&, G&& give) {
    open = false;
    const IteratorResult<T> result = functions.next();
    if (result.done) return false;
    open = true;
    give(*result);
    return true;
  }
  void close() noexcept {
    if (open && functions.return_) closeBy(functions.return_);
  }
};

}  // namespace detail

// An iterator that takes its elements from another iterator or from functions.
template <class T>
class Iterator : public IteratorHelpers<T> {
  struct State {
    std::uint32_t refs = 1;
    bool done = false;
    bool asked = false;  // the next element is being computed; a nested call of next() gets none
    // Constructs the next element at `place`; returns false when there is none.
    virtual bool pull(T* place) = 0;
    virtual void closeSource() noexcept = 0;
    virtual void destroy() noexcept = 0;
  };
  template <class Step, class Source>
  struct StateOf final : State {
    StateOf(Step step, Source source) : step(std::move(step)), source(std::move(source)) {}
    bool pull(T* place) override {
      return step(source, [place](T element) { ::new (static_cast<void*>(place)) T(std::move(element)); });
    }
    void closeSource() noexcept override {
      if constexpr (requires { step.close(); }) step.close();
      detail::IteratorAccess::close(source);
    }
    void destroy() noexcept override {
      this->~StateOf();
      detail::release(this, sizeof(StateOf));
    }
    Step step;
    Source source;
  };

 public:
  using NodecppBoxed = Iterator;

  // Makes an iterator of functions: Iterator<int>::from({.next = [=]() -> IteratorResult<int> {…}}). Closing the
  // iterator calls return_(), if there is one. After next() has returned `done` or has thrown, it is not called again.
  static Iterator from(IteratorFunctions<T> functions) {
    return made(detail::AsksFunctions<T>{std::move(functions)}, detail::NoSource());
  }
  Iterator symbolIterator() const { return *this; }
  // For the runtime: makes an iterator that calls `step` with `source` for each element.
  template <class Step, class Source>
  static Iterator made(Step step, Source source) {
    return Iterator(::new (detail::allocate(sizeof(StateOf<Step, Source>)))
                        StateOf<Step, Source>(std::move(step), std::move(source)));
  }
  Iterator(const Iterator& other) noexcept : state_(other.state_) { detail::countHolder(state_->refs); }
  Iterator& operator=(const Iterator& other) noexcept {
    Iterator copy(other);
    std::swap(state_, copy.state_);
    return *this;
  }
  ~Iterator() {
    if (--state_->refs == 0) state_->destroy();
  }

  // Returns the next element with `done` false, or a result with `done` true behind the last element.
  IteratorResult<T> next() const {
    detail::Present<T> taken;
    if (!pull([&](T element) { taken = detail::Present<T>(std::move(element)); })) return IteratorResult<T>::end();
    return {taken.ref(), false};
  }

  // A loop that is left early closes the iterator, as in JavaScript.
  using Loop = detail::PullLoop<Iterator, T>;
  Loop begin() const { return Loop(*this); }
  detail::IterationEnd end() const noexcept { return {}; }

  explicit operator bool() const noexcept { return true; }
  const void* identity() const noexcept { return state_; }
  friend bool operator==(const Iterator& a, const Iterator& b) noexcept { return a.state_ == b.state_; }
  String toString() const { return "[object Iterator Helper]"; }
  friend String str(const Iterator& iterator) { return iterator.toString(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const { out.text("Object [Iterator Helper] {}"); }

 private:
  friend struct detail::IteratorAccess;

  explicit Iterator(State* state) noexcept : state_(state) {}
  // An exception from a function of the program ends the iterator and closes its source.
  template <class G>
  bool pull(G&& give) const {
    if (state_->done || state_->asked) return false;
    const Iterator held(*this);
    union Place {
      Place() {}
      ~Place() {}
      T element;
    } place;
    struct Asking {
      State* state;
      bool ended = true;
      ~Asking() {
        state->asked = false;
        if (ended && !detail::exchange(state->done, true)) state->closeSource();
      }
    } asking{held.state_};
    held.state_->asked = true;
    if (!held.state_->pull(&place.element)) return false;
    asking.ended = false;
    struct Made {
      T* element;
      ~Made() { element->~T(); }
    } made{&place.element};
    give(std::move(place.element));
    return true;
  }
  void close() const noexcept {
    if (detail::exchange(state_->done, true)) return;
    const Iterator held(*this);
    held.state_->closeSource();
  }

  State* state_;
};

// Iterator<> without an element type has the static function from.
template <>
class Iterator<detail::AnyElement> {
 public:
  Iterator() = delete;

  // JavaScript's Iterator.from(object). An iterator that has the functions above is returned as it is. For something
  // that for-of accepts, returns an iterator over it. For any other object, returns an iterator that calls
  // object.next(), and object.return_(), if there is one, when it is closed.
  template <class I, class Lists = Array<>>
  static auto from(const I& object) {
    if constexpr (requires { typename I::Element; object.next(); object.toArray(); })
      return object;
    else if constexpr (detail::IterableHandle<I> || detail::IterableValue<I> || requires { object.values(); })
      return from(detail::iteratorOver(object));
    else if constexpr (requires { object->next(); })
      return fromNext([object] { return object->next(); }, [object] {
        if constexpr (requires { object->return_(); }) object->return_();
      });
    else if constexpr (requires(I& own) { own.next(); })
      return fromOwn<I>(object);
    else
      return Lists::from(object).values();
  }

 private:
  template <class T>
  static T elementOf(const IteratorResult<T>&);
  template <class I>
  static auto fromOwn(let<I> own) {
    return fromNext([own] { return own.ref().next(); }, [own] {
      if constexpr (requires { own.ref().return_(); }) own.ref().return_();
    });
  }
  template <class F, class G>
  static auto fromNext(F next, G close) {
    using T = decltype(elementOf(next()));
    return Iterator<T>::from({.next = next, .return_ = close});
  }
};

}  // namespace nodecpp
