// Functions in a var, and how a call passes arguments to a C++ function. Programs include nodecpp/var.h.
//
//   var Counter = [](This self, var from) { self["n"] = from; };
//   Counter["prototype"]["next"] = [](This self) { return self["n"]++; };
//   var counter = Counter.construct(5);
//   counter["next"]();
#pragma once

#include <nodecpp/var.h>

namespace nodecpp {

// The type of the first parameter of a function that uses JavaScript's `this`. It is undefined when the function is
// called by its name alone.
class This : public var {
 public:
  [[gnu::always_inline]] explicit This(const var& self) : var(self) {}
};
// The type of the last parameter of a function that takes any number of arguments: an array of the arguments that no
// other parameter takes.
class Rest : public var {
 public:
  explicit Rest(var&& list) : var(std::move(list)) {}
};

namespace detail {

// The arguments of a call. They stay in the caller's memory, so a VarCall is valid only during the call.
struct VarCall {
  const var& self;
  const var* args;
  std::size_t count;

  const var& at(std::size_t i) const noexcept { return i < count ? args[i] : undefinedVar; }
  var rest(std::size_t from) const;

  static const var undefinedVar;
};

template <class T>
inline constexpr bool isThis = std::same_as<std::remove_cvref_t<T>, This>;
template <class T>
inline constexpr bool isRest = std::same_as<std::remove_cvref_t<T>, Rest>;

// Whether a parameter receives the argument without a conversion.
template <class A>
inline constexpr bool isPassed = isThis<A> || isRest<A> || std::same_as<std::remove_cvref_t<A>, var>;

// Converts argument number `i`, not counting `this`, to the parameter type A.
template <class A>
decltype(auto) varArgument(const VarCall& call, std::size_t i) {
  using T = std::remove_cvref_t<A>;
  if constexpr (isThis<T>)
    return This(call.self);
  else if constexpr (isRest<T>)
    return Rest(call.rest(i));
  else if constexpr (std::same_as<T, var>)
    return call.at(i);
  else if constexpr (std::same_as<T, String>)
    return call.at(i).isNullish() ? call.at(i).isNull() ? String(nullptr) : String(undefined) : call.at(i).toString();
  else if constexpr (VarHandle<T>)
    return call.at(i).template handle<T>();
  else if constexpr (std::same_as<T, Buffer>)
    return call.at(i).buffer();
  else
    return static_cast<T>(call.at(i));
}

template <class... A>
struct VarSignature {
  // JavaScript's f.length: the number of parameters in front of the first one with a default value, without `this` and
  // the rest parameter.
  template <class F>
  static consteval std::uint32_t length() {
    if constexpr (least<F>() < sizeof...(A))
      return std::uint32_t(least<F>() - (takesThis() ? 1 : 0));
    else
      return std::uint32_t((0 + ... + int(!isThis<A> && !isRest<A>)));
  }
  // Calls f. As in JavaScript a missing or undefined argument is replaced by the parameter's default value, but only at
  // the end of the arguments, because C++ cannot leave out an argument in the middle of a call.
  template <class F>
  static decltype(auto) invoke(F& f, const VarCall& call) {
    if constexpr (least<F>() == sizeof...(A)) {
      return with(f, call, std::index_sequence_for<A...>{});
    } else {
      std::size_t given = call.count;
      while (given > 0 && call.args[given - 1].isUndefined()) --given;
      return withGiven<sizeof...(A)>(f, call, given + (takesThis() ? 1 : 0));
    }
  }
  static constexpr bool takesThis() {
    bool found = false;
    int place = 0;
    ((found = found || (place++ == 0 && isThis<A>)), ...);
    return found;
  }

 private:
  template <std::size_t I>
  using At = std::tuple_element_t<I, std::tuple<A...>>;
  template <class F, std::size_t... I>
  static consteval bool takes(std::index_sequence<I...>) {
    return std::is_invocable_v<F&, At<I>...>;
  }
  // Returns the least number of arguments with which f can be called.
  template <class F, std::size_t N = sizeof...(A)>
  static consteval std::size_t least() {
    if constexpr (N == 0)
      return 0;
    else if constexpr (takes<F>(std::make_index_sequence<N - 1>()))
      return least<F, N - 1>();
    else
      return N;
  }
  template <class F, std::size_t... I>
  static decltype(auto) with(F& f, const VarCall& call, std::index_sequence<I...>) {
    constexpr std::size_t first = takesThis() ? 1 : 0;
    if constexpr (first == 0 || (isPassed<At<I>> && ...)) {
      return f(varArgument<At<I>>(call, I - first)...);
    } else {
      // Converting an argument may call a function of the program, which may drop the last other reference to `this`.
      const var self(call.self);
      const VarCall held{self, call.args, call.count};
      return f(varArgument<At<I>>(held, I - first)...);
    }
  }
  template <std::size_t N, class F>
  static decltype(auto) withGiven(F& f, const VarCall& call, std::size_t given) {
    if constexpr (N > least<F>())
      if (given < N) return withGiven<N - 1>(f, call, given);
    return with(f, call, std::make_index_sequence<N>());
  }
};
template <class M>
struct VarMethod;
#define NODECPP_VAR_METHOD(qualifiers)                              \
  template <class C, class R, class... A>                           \
  struct VarMethod<R (C::*)(A...) qualifiers> {                     \
    using type = VarSignature<A...>;                                \
  };
NODECPP_VAR_METHOD()
NODECPP_VAR_METHOD(const)
NODECPP_VAR_METHOD(noexcept)
NODECPP_VAR_METHOD(const noexcept)
#undef NODECPP_VAR_METHOD

// A generic function (with `auto` parameters) gets as many arguments as it takes, at most eight.
template <class F, std::size_t... I>
constexpr bool takesVars(std::index_sequence<I...>) {
  return std::is_invocable_v<F&, std::conditional_t<true, const var&, std::integral_constant<std::size_t, I>>...>;
}
template <class F, std::size_t N = 8>
consteval int varsTaken() {
  if constexpr (takesVars<F>(std::make_index_sequence<N>()))
    return int(N);
  else if constexpr (N == 0)
    return -1;
  else
    return varsTaken<F, N - 1>();
}
template <class F>
struct VarGeneric {
  template <class>
  static consteval std::uint32_t length() {
    return std::uint32_t(varsTaken<F>());
  }
  static decltype(auto) invoke(F& f, const VarCall& call) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) { return f(call.at(I)...); }(
               std::make_index_sequence<std::size_t(varsTaken<F>())>());
  }
};

template <class F>
struct VarInvoker : VarGeneric<F> {};
template <class F>
  requires requires { &F::operator(); }
struct VarInvoker<F> : VarMethod<decltype(&F::operator())>::type {};
template <class R, class... A>
struct VarInvoker<R (*)(A...)> : VarSignature<A...> {};

struct VarFunction : VarObject {
  var (*call)(VarFunction* function, const VarCall& with);
  // With a tracer, shows the references that the callable holds; without one, destroys the callable and frees the
  // memory.
  void (*handle)(VarFunction* function, Tracer* tracer);
  std::uint32_t length;
  String name;
};

template <class F>
struct VarClosure : VarFunction {
  F callable;

  template <class G>
  static VarFunction* make(G&& from) {
    void* memory = allocate(sizeof(VarClosure));
    auto* made = ::new (memory) VarClosure{{}, std::forward<G>(from)};
    made->beginFunction();
    made->length = VarInvoker<F>::template length<F>();
    made->call = [](VarFunction* function, const VarCall& with) -> var {
      F& f = static_cast<VarClosure*>(function)->callable;
      using R = decltype(VarInvoker<F>::invoke(f, with));
      if constexpr (std::is_void_v<R>) {
        VarInvoker<F>::invoke(f, with);
        return undefined;
      } else {
        static_assert(std::constructible_from<var, R>, "a function in a var returns what a var can be, or nothing");
        return var(VarInvoker<F>::invoke(f, with));
      }
    };
    made->handle = [](VarFunction* function, Tracer* tracer) {
      auto* self = static_cast<VarClosure*>(function);
      if (tracer) {
        if constexpr (mayRefer<F> && std::is_copy_constructible_v<F>) tracer->copy(std::as_const(self->callable));
        return;
      }
      self->~VarClosure();
      release(self, sizeof(VarClosure));
    };
    if constexpr (mayRefer<F>) made->enroll();
    return made;
  }
};

}  // namespace detail

template <detail::VarCallable F>
var::var(F&& f) : var(ofFunction(detail::VarClosure<std::decay_t<F>>::make(std::forward<F>(f)))) {}

template <class... A>
[[gnu::always_inline]] inline var var::operator()(A&&... args) const {
  return call(undefined, std::forward<A>(args)...);
}
template <class... A>
[[gnu::always_inline]] inline var var::call(const var& self, A&&... args) const {
  if constexpr (sizeof...(A) == 0) {
    return invoke({self, nullptr, 0});
  } else {
    const var list[] = {var(std::forward<A>(args))...};
    return invoke({self, list, sizeof...(A)});
  }
}
[[gnu::always_inline]] inline var var::run(const var& self, const var* args, std::size_t count) const {
  auto* function = static_cast<detail::VarFunction*>(inObject());
  return function->call(function, {self, args, count});
}
template <class... A>
var var::construct(A&&... args) const {
  if constexpr (sizeof...(A) == 0) {
    return constructWith(nullptr, 0);
  } else {
    const var list[] = {var(std::forward<A>(args))...};
    return constructWith(list, sizeof...(A));
  }
}
}  // namespace nodecpp
