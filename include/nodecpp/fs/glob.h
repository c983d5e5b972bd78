// glob: the paths that match patterns. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#fsglobpattern-options-callback
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/promise.h>

namespace nodecpp::fs {

// One or several patterns as a parameter.
class GlobPatterns {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  GlobPatterns(const T& pattern) : list({StringArg(pattern).toString()}) {}
  GlobPatterns(Array<String> patterns) : list(std::move(patterns)) {}
  GlobPatterns(std::initializer_list<String> patterns) : list(patterns) {}
  Array<String> list;
};

// Excludes paths from the result: a list of patterns, or a function that gets a path (with file types, a Dirent) and
// returns true to exclude it.
template <class Entry>
class GlobExclude {
 public:
  GlobExclude() noexcept = default;
  GlobExclude(Array<String> patterns) : patterns(std::move(patterns)) {}
  GlobExclude(std::initializer_list<String> list) : patterns(list) {}
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, GlobExclude>) && nodecpp::detail::TakesSomeOf<F, Entry>
  GlobExclude(F&& f) : function(std::forward<F>(f)) {}
  Array<String> patterns;
  Function<bool(Entry)> function;
};

struct GlobOptions {
  String cwd = ".";
  GlobExclude<String> exclude{};
  bool followSymlinks = false;  // `**` also enters directories that are symbolic links
};
struct GlobTypesOptions {
  String cwd = ".";
  GlobExclude<Dirent> exclude{};
  bool followSymlinks = false;
  bool withFileTypes = true;
};
// The result contains the paths in the order in which Node finds them. With an `exclude` function the search is done
// synchronously on the event loop's thread, since the function belongs to it.
void glob(const GlobPatterns& pattern, Function<void(Error, Array<String>)> callback);
void glob(const GlobPatterns& pattern, GlobOptions options, Function<void(Error, Array<String>)> callback);
Array<String> globSync(const GlobPatterns& pattern, GlobOptions options = {});

namespace detail {
void globTypes(const GlobPatterns& pattern, GlobTypesOptions options,
               Function<void(Error, Array<Dirent>)> callback);
Array<Dirent> globTypesSync(const GlobPatterns& pattern, GlobTypesOptions options);
Promise<Array<Dirent>> globTypes(const GlobPatterns& pattern, GlobTypesOptions options);
}  // namespace detail
template <class = void>
void glob(const GlobPatterns& pattern, GlobTypesOptions options, Function<void(Error, Array<Dirent>)> callback) {
  detail::globTypes(pattern, std::move(options), std::move(callback));
}
template <class = void>
Array<Dirent> globSync(const GlobPatterns& pattern, GlobTypesOptions options) {
  return detail::globTypesSync(pattern, std::move(options));
}

namespace promises {
// Returns all paths at once, where Node returns an asynchronous iterator.
Promise<Array<String>> glob(const GlobPatterns& pattern, GlobOptions options = {});
template <class = void>
Promise<Array<Dirent>> glob(const GlobPatterns& pattern, GlobTypesOptions options) {
  return detail::globTypes(pattern, std::move(options));
}
}  // namespace promises

}  // namespace nodecpp::fs
