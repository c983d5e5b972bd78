// The exports of a module: one line for each function and class, see nodecpp/node_module.h. Used in modules only.
#pragma once

#include <nodecpp/native/exported_object.h>

namespace nodecpp::native {

namespace detail {

// Describes an exported function, method, getter or setter.
struct FunctionRecord {
  enum class Kind : unsigned char { sync, promise, getter, setter };
  const char* name;
  Kind kind;
  bool isStatic;
  napi_callback callback;
  std::vector<const char*> parameters;
  // Writes the TypeScript signature, for example "(limit: number): number".
  void (*describe)(Types& types, const FunctionRecord& record);
};

struct ClassRecord {
  const void* key;
  const char* name;
  napi_callback construct = nullptr;
  std::vector<const char*> parameters;
  void (*describe)(Types& types, const ClassRecord& record) = nullptr;
  std::vector<FunctionRecord> members;
  napi_ref constructor = nullptr;
};

template <auto F, bool isPromise>
void describeFunction(Types& types, const FunctionRecord& record) {
  using E = Entry<F>;
  types << "(";
  E::Taken::describe(types, record.parameters);
  if (isPromise) types << (E::count ? ", " : "") << "options?: { signal?: AbortSignal }";
  types << "): " << (isPromise ? "Promise<" : "");
  if constexpr (std::is_void_v<typename E::Return>)
    types << "void";
  else
    Convert<std::remove_cvref_t<typename E::Return>>::describe(types);
  if (isPromise) types << ">";
}
template <auto F>
void describeGetter(Types& types, const FunctionRecord&) {
  Convert<std::remove_cvref_t<typename Entry<F>::Return>>::describe(types);
}

// Makes the record of a function or a method. A class only adds the object on which the method is called.
template <auto F>
FunctionRecord functionRecord(const char* name, std::vector<const char*> parameters, bool isStatic = false) {
  return {name,           FunctionRecord::Kind::sync, isStatic,
          Entry<F>::sync, std::move(parameters),      describeFunction<F, false>};
}
template <auto F>
FunctionRecord promiseRecord(const char* name, std::vector<const char*> parameters, bool isStatic = false) {
  return {name,
          FunctionRecord::Kind::promise,
          isStatic,
          Entry<F>::promise,
          std::move(parameters),
          describeFunction<F, true>};
}
template <std::size_t N>
std::vector<const char*> nameList(const char* const (&names)[N]) {
  return {names, names + N};
}

template <auto F>
void describeSetter(Types& types, const FunctionRecord& record) {
  types << "(";
  Entry<F>::Taken::describe(types, record.parameters);
  types << ")";
}
void defineClass(Environment& environment, napi_value target, ClassRecord& record);

// Wraps `object` into the JavaScript object `self`, which owns it from then on.
void wrap(Environment& environment, napi_value self, const void* key, void* object, void (*destroy)(void*));
// Wraps the object that makeObject has passed to `new`. Returns false when `new` was called with ordinary arguments.
bool adopt(Environment& environment, napi_value self, napi_value argument, std::size_t count);
// Throws a TypeError when the class was called without `new`.
void checkNew(napi_env env, napi_callback_info info, const ClassRecord& record);

template <class T, class... A>
struct Construct {
  static napi_value entry(napi_env env, napi_callback_info info) noexcept {
    constexpr std::size_t count = CountArguments<A...>::value;
    napi_value values[count + 1];
    std::size_t given = count + 1;
    napi_value self;
    void* data;
    napi_get_cb_info(env, info, &given, values, &self, &data);
    auto& exported = *static_cast<Exported*>(data);
    try {
      checkNew(env, info, *exported.environment->classOf(&typeKey<T>));
      if (adopt(*exported.environment, self, values[0], given)) return self;
      Reader reader{*exported.environment, env};
      Arguments<A...> arguments(reader, values, exported.parameters);
      auto object =
          arguments.call([]<class... G>(G&&... g) { return std::unique_ptr<T>(new T(std::forward<G>(g)...)); });
      wrap(*exported.environment, self, &typeKey<T>, object.get(), [](void* gone) { delete static_cast<T*>(gone); });
      object.release();
      return self;
    } catch (...) {
      return throwCaught(*exported.environment);
    }
  }
  static void describe(Types& types, const ClassRecord& record) { Arguments<A...>::describe(types, record.parameters); }
};

// The constructor of a class without one for JavaScript: only makeObject can use it.
[[noreturn]] void throwIllegalConstructor();
template <class T>
napi_value adoptOnly(napi_env env, napi_callback_info info) noexcept {
  napi_value argument, self;
  std::size_t given = 1;
  void* data;
  napi_get_cb_info(env, info, &given, &argument, &self, &data);
  auto& exported = *static_cast<Exported*>(data);
  try {
    if (adopt(*exported.environment, self, argument, given)) return self;
    throwIllegalConstructor();
  } catch (...) {
    return throwCaught(*exported.environment);
  }
}

}  // namespace detail

// The result of `exports.class_<T>("T")`, whose functions export the members of the class.
template <class T>
class ClassExport {
 public:
  explicit ClassExport(detail::ClassRecord& record) : record_(&record) {}

  // Exports a constructor. Without one, `new` throws, and objects come only from functions.
  template <class... A>
  ClassExport& constructor()
    requires(detail::CountArguments<A...>::value == 0)
  {
    return construct<A...>({});
  }
  template <class... A, std::size_t N>
  ClassExport& constructor(const char* const (&parameters)[N]) {
    static_assert(N == detail::CountArguments<A...>::value, "each parameter has its name, in order");
    return construct<A...>(detail::nameList(parameters));
  }

  template <auto F>
  ClassExport& method(const char* name) {
    detail::checkNames<F, 0>();
    return add(detail::functionRecord<F>(name, {}));
  }
  template <auto F, std::size_t N>
  ClassExport& method(const char* name, const char* const (&parameters)[N]) {
    detail::checkNames<F, N>();
    return add(detail::functionRecord<F>(name, detail::nameList(parameters)));
  }
  // Exports a method that returns a promise and runs on the pool. The object must not be used meanwhile, unless its
  // class is thread-safe.
  template <auto F>
  ClassExport& async(const char* name) {
    detail::checkNames<F, 0>();
    return add(detail::promiseRecord<F>(name, {}));
  }
  template <auto F, std::size_t N>
  ClassExport& async(const char* name, const char* const (&parameters)[N]) {
    detail::checkNames<F, N>();
    return add(detail::promiseRecord<F>(name, detail::nameList(parameters)));
  }
  template <auto F>
  ClassExport& static_(const char* name) {
    detail::checkNames<F, 0>();
    return add(detail::functionRecord<F>(name, {}, true));
  }
  template <auto F, std::size_t N>
  ClassExport& static_(const char* name, const char* const (&parameters)[N]) {
    detail::checkNames<F, N>();
    return add(detail::functionRecord<F>(name, detail::nameList(parameters), true));
  }
  // Exports a getter: an instance property whose value `Get` returns.
  template <auto Get>
  ClassExport& getter(const char* name) {
    detail::checkNames<Get, 0>();
    auto record = detail::functionRecord<Get>(name, {});
    record.kind = detail::FunctionRecord::Kind::getter;
    record.describe = detail::describeGetter<Get>;
    return add(std::move(record));
  }
  // Exports a setter. In errors, the assigned value is an argument called `name`.
  template <auto Set>
  ClassExport& setter(const char* name) {
    detail::checkNames<Set, 1>();
    auto record = detail::functionRecord<Set>(name, {name});
    record.kind = detail::FunctionRecord::Kind::setter;
    record.describe = detail::describeSetter<Set>;
    return add(std::move(record));
  }

 private:
  template <class... A>
  ClassExport& construct(std::vector<const char*> parameters) {
    record_->construct = detail::Construct<T, A...>::entry;
    record_->describe = detail::Construct<T, A...>::describe;
    record_->parameters = std::move(parameters);
    return *this;
  }
  ClassExport& add(detail::FunctionRecord record) {
    record_->members.push_back(std::move(record));
    return *this;
  }

  detail::ClassRecord* record_;
};

// Collects the exports of a module. The lines of NODECPP_MODULE fill it when the module is loaded.
class Exports {
 public:
  Exports() noexcept;
  Exports(const Exports&) = delete;
  ~Exports();

  // Exports a function that is called synchronously.
  template <auto F>
  void function(const char* name) {
    detail::checkNames<F, 0>();
    functions.push_back(detail::functionRecord<F>(name, {}));
  }
  template <auto F, std::size_t N>
  void function(const char* name, const char* const (&parameters)[N]) {
    detail::checkNames<F, N>();
    functions.push_back(detail::functionRecord<F>(name, detail::nameList(parameters)));
  }
  // Exports a function that returns a promise and runs on the pool. Its callers may add an argument {signal}.
  template <auto F>
  void async(const char* name) {
    detail::checkNames<F, 0>();
    functions.push_back(detail::promiseRecord<F>(name, {}));
  }
  template <auto F, std::size_t N>
  void async(const char* name, const char* const (&parameters)[N]) {
    detail::checkNames<F, N>();
    functions.push_back(detail::promiseRecord<F>(name, detail::nameList(parameters)));
  }
  // Exports a class. The result exports its members.
  template <class T>
  ClassExport<T> class_(const char* name) {
    auto& record = *classes.emplace_back(std::make_unique<detail::ClassRecord>());
    record.key = &detail::typeKey<T>;
    record.name = name;
    record.construct = detail::adoptOnly<T>;
    return ClassExport<T>(record);
  }

  // The following members are used by the runtime.
  std::vector<detail::FunctionRecord> functions;
  std::vector<std::unique_ptr<detail::ClassRecord>> classes;
  // Returns the TypeScript declarations.
  std::string declarations() const;
};

namespace detail {
napi_value load(napi_env env, napi_value target, void (*fill)(Exports& exports));
const char* declarationsOf(void (*fill)(Exports& exports));
}  // namespace detail
}  // namespace nodecpp::native
