// Native modules for Node.js. The same source can be built in two ways. As a module, the functions and classes that it
// exports with one line each can be loaded by Node.js (nodecpp_add_node_module in CMake); only Node-API is used. In a
// program of Node.cpp these lines do nothing.
//
//   #include <nodecpp/node_module.h>
//   int countPrimes(int limit) { … }
//   NODECPP_MODULE(exports) {
//     exports.function<countPrimes>("countPrimesSync", {"limit"});   // countPrimesSync(123456)
//     exports.async<countPrimes>("countPrimes", {"limit"});          // await countPrimes(123456, {signal})
//     exports.class_<Counter>("Counter").constructor<int>({"start"}).method<&Counter::add>("add", {"n"});
//   }
//
// docs/native.md describes which C++ types correspond to which JavaScript types, and the errors.
#pragma once

#include <nodecpp/native/native_types.h>

#if NODECPP_NODE_MODULE

#include <nodecpp/native/exports.h>

#define NODECPP_MODULE(exports)                                                            \
  static void nodecppModule(::nodecpp::native::Exports& exports);                          \
  extern "C" {                                                                             \
  NAPI_MODULE_EXPORT int32_t node_api_module_get_api_version_v1() { return NAPI_VERSION; } \
  NAPI_MODULE_EXPORT napi_value napi_register_module_v1(napi_env env, napi_value target) { \
    return ::nodecpp::native::detail::load(env, target, nodecppModule);                    \
  }                                                                                        \
  NAPI_MODULE_EXPORT const char* nodecpp_module_declarations() {                           \
    return ::nodecpp::native::detail::declarationsOf(nodecppModule);                       \
  }                                                                                        \
  }                                                                                        \
  static void nodecppModule([[maybe_unused]] ::nodecpp::native::Exports& exports)

#else

namespace nodecpp::native {

// In a program of Node.cpp, the export lines are only checked by the compiler.
template <class T>
struct ClassExport {
  template <class... A>
  ClassExport& constructor() {
    return *this;
  }
  template <class... A, std::size_t N>
  ClassExport& constructor(const char* const (&)[N]) {
    return *this;
  }
#define NODECPP_NATIVE_MEMBER(name)                         \
  template <auto F>                                         \
  ClassExport& name(const char*) {                          \
    return *this;                                           \
  }                                                         \
  template <auto F, std::size_t N>                          \
  ClassExport& name(const char*, const char* const(&)[N]) { \
    detail::checkNames<F, N>();                             \
    return *this;                                           \
  }
  NODECPP_NATIVE_MEMBER(method)
  NODECPP_NATIVE_MEMBER(async)
  NODECPP_NATIVE_MEMBER(static_)
  NODECPP_NATIVE_MEMBER(getter)
  NODECPP_NATIVE_MEMBER(setter)
#undef NODECPP_NATIVE_MEMBER
};

struct Exports {
#define NODECPP_NATIVE_EXPORT(name)                 \
  template <auto F>                                 \
  void name(const char*) {                          \
    detail::checkNames<F, 0>();                     \
  }                                                 \
  template <auto F, std::size_t N>                  \
  void name(const char*, const char* const(&)[N]) { \
    detail::checkNames<F, N>();                     \
  }
  NODECPP_NATIVE_EXPORT(function)
  NODECPP_NATIVE_EXPORT(async)
#undef NODECPP_NATIVE_EXPORT
  template <class T>
  ClassExport<T> class_(const char*) {
    return {};
  }
};

}  // namespace nodecpp::native

#define NODECPP_MODULE(exports) \
  [[maybe_unused]] static void nodecppModule([[maybe_unused]] ::nodecpp::native::Exports& exports)

#endif
