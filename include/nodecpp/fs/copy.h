// cp, which copies files and directories. Programs include nodecpp/fs.h.
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/promise.h>
#include <nodecpp/traits.h>

namespace nodecpp::fs {

// A function that decides what cp copies: (String source, String destination) => bool. Except for cpSync, it may also
// return a Promise<bool>.
class CpFilter {
 public:
  CpFilter() noexcept = default;
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, CpFilter>) && nodecpp::detail::TakesSomeOf<F, String, String>
  CpFilter(F&& f) {
    using R = decltype(nodecpp::detail::callWithFewer(f, String(), String()));
    if constexpr (nodecpp::detail::ConvertsTo<R, bool> && !requires { typename R::IsPromise; })
      filter_ = std::forward<F>(f);
    else
      asyncFilter_ = std::forward<F>(f);
  }
  explicit operator bool() const noexcept { return filter_ || asyncFilter_; }
  Promise<bool> operator()(String source, String destination) const {
    return asyncFilter_ ? asyncFilter_(source, destination) : Promise<bool>::resolve(filter_(source, destination));
  }
  // Calls a filter that returns a bool. Throws ERR_INVALID_RETURN_VALUE for a filter that returns a promise.
  bool runFilter(String source, String destination) const;

 private:
  Function<bool(String, String)> filter_;
  Function<Promise<bool>(String, String)> asyncFilter_;
};

struct CpOptions {
  bool dereference = false;
  bool errorOnExist = false;  // when `force` is false
  CpFilter filter{};
  bool force = true;
  double mode = 0;  // as the mode of copyFile
  bool preserveTimestamps = false;
  bool recursive = false;
  bool verbatimSymlinks = false;
};
// Copies a file or, with `recursive`, a directory and everything in it. Fails with ERR_FS_EISDIR, ERR_FS_CP_EINVAL,
// ERR_FS_CP_EEXIST, ERR_FS_CP_DIR_TO_NON_DIR and Node's other codes. cp and promises::cp call the filter for the whole
// tree before they copy the first file. https://nodejs.org/docs/latest-v24.x/api/fs.html#fscpsrc-dest-options-callback
void cp(const PathArg& src, const PathArg& dest, Done callback);
void cp(const PathArg& src, const PathArg& dest, CpOptions options, Done callback);
void cpSync(const PathArg& src, const PathArg& dest, CpOptions options = {});

namespace promises {
Promise<> cp(const PathArg& src, const PathArg& dest, CpOptions options = {});
}

}  // namespace nodecpp::fs
