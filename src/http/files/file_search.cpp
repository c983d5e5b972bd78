#include "http/files/file_search.h"

#include <algorithm>

#include "base/errors/uv_errors.h"

namespace nodecpp::http::detail {

namespace {

// Linux's numbers, as the role Files has them.
constexpr unsigned typeMask = 0170000, regularFile = 0100000, directory = 0040000;
constexpr int openFlags = 0 /* O_RDONLY */ | 04000 /* O_NONBLOCK */ | 0400 /* O_NOCTTY */;
constexpr int doNotFollow = 0400000 /* O_NOFOLLOW */;

FileOutcome outcomeOf(const os::FileStat& stat) noexcept {
  const unsigned type = stat.mode & typeMask;
  return type == regularFile ? FileOutcome::file : type == directory ? FileOutcome::directory : FileOutcome::special;
}

FileState failed(int error, const char* call) noexcept {
  return {.outcome = FileOutcome::failed, .error = error, .call = call};
}

// Whether `path` is `root` or lies below it. Both are absolute and without links.
bool isBelow(std::string_view path, std::string_view root) noexcept {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

// Sets `real` to the path without links. Returns the state of a path that the rule refuses or that does not exist, else
// an unknown state.
FileState checkLinks(os::Files& files, const std::string& path, LinkRule links, const std::string& root,
                     std::string& real) {
  std::string realRoot;
  if (int error = files.realpath(path, real)) return failed(error, "stat");
  if (int error = files.realpath(root, realRoot)) return failed(error, "stat");
  bool allowed = isBelow(real, realRoot);
  if (links == LinkRule::refuse && allowed) {
    // Without a link the real path is the real root with the rest of the path behind it.
    std::string_view rest = std::string_view(path).substr(std::min(root.size(), path.size()));
    std::string_view realRest = std::string_view(real).substr(realRoot == "/" ? 0 : realRoot.size());
    auto bare = [](std::string_view text) {
      while (text.starts_with('/')) text.remove_prefix(1);
      while (text.ends_with('/')) text.remove_suffix(1);
      return text;
    };
    allowed = bare(rest) == bare(realRest);
  }
  return {.outcome = allowed ? FileOutcome::unknown : FileOutcome::refused};
}

// Completes the state of a path that was opened.
void opened(os::Files& files, FileState& state) {
  if (int error = files.fstat(state.fd, state.stat)) {
    files.close(state.fd);
    state = failed(error, "fstat");
    return;
  }
  state.outcome = outcomeOf(state.stat);
  if (state.outcome != FileOutcome::file) files.close(std::exchange(state.fd, -1));
}

}  // namespace

// The file is opened before its kind is known, which is one call less for a file that exists. Nothing waits: a FIFO is
// opened without blocking, and no device becomes the terminal of this process. A file that cannot be opened may still
// be answered without its bytes (HEAD, 304), so that its state is asked for.
FileState lookAt(os::Files& files, const std::string& path, LinkRule links, const std::string& root) {
  std::string real;
  if (links != LinkRule::follow) {
    FileState state = checkLinks(files, path, links, root, real);
    if (state.outcome != FileOutcome::unknown) return state;
  }
  const std::string& place = links == LinkRule::follow ? path : real;
  FileState state;
  state.fd = files.open(place, links == LinkRule::follow ? openFlags : openFlags | doNotFollow, 0);
  if (state.fd == UV_ENOENT || state.fd == UV_ENOTDIR || state.fd == UV_ENAMETOOLONG) return failed(state.fd, "stat");
  if (state.fd < 0) {
    state.error = std::exchange(state.fd, -1);
    state.call = "open";
    if (int error = files.stat(place, state.stat)) return failed(error, "stat");
    state.outcome = outcomeOf(state.stat);
    return state;
  }
  opened(files, state);
  return state;
}

void lookAtReady(os::Files& files, const std::string& path, FileState& state) {
  const int fd = files.open(path, openFlags | os::openIfReady, 0);
  if (fd >= 0) {
    state.fd = fd;
    return opened(files, state);
  }
  // What else is wrong is found out where waiting does not matter.
  if (fd == UV_ENOENT || fd == UV_ENOTDIR) state = failed(fd, "stat");
}

namespace {

class Searching {
 public:
  Searching(const FileSearch& search, FileLooker& looker, FileSearchResult& result)
      : search_(search), looker_(looker), result_(result) {}

  void run() {
    if (search_.isFolder)
      tryNames();
    else
      tryPath();
    if (!result_.waits && !result_.missing && chosen().outcome == FileOutcome::file) findVariant();
  }

 private:
  const FileState& chosen() const { return result_.looks[result_.chosen].state; }

  FileOutcome look(std::ptrdiff_t other, std::ptrdiff_t variant = -1) {
    FileSearch::Look& look = result_.looks.add();
    look.other = other;
    look.variant = variant;
    if (variant < 0)
      looker_.look(search_.candidateOf(look), look.state);
    else
      looker_.look(search_.pathOf(look), look.state);
    if (look.state.outcome == FileOutcome::unknown) result_.waits = true;
    return look.state.outcome;
  }

  // Takes the last look as the result, or, for a candidate that is no file, notes how the search ends if no other is.
  // Returns whether the search is over.
  bool isOver(FileOutcome outcome) {
    result_.chosen = result_.looks.size() - 1;
    result_.missing = outcome == FileOutcome::directory || outcome == FileOutcome::special;
    return outcome != FileOutcome::failed && !result_.missing;
  }

  void tryPath() {
    const FileOutcome outcome = look(-1);
    if (outcome == FileOutcome::unknown) return;
    const bool slash = search_.path.ends_with('/');
    if (outcome == FileOutcome::special || (outcome == FileOutcome::file && slash)) result_.missing = true;
    if (outcome != FileOutcome::failed || chosen().error != UV_ENOENT) return;
    tryOthers();
  }

  void tryNames() {
    result_.missing = true;
    tryOthers();
  }

  void tryOthers() {
    for (std::size_t i = 0; i < search_.others.size(); ++i)
      if (isOver(look(std::ptrdiff_t(i)))) return;
  }

  void findVariant() {
    const std::ptrdiff_t candidate = result_.looks[result_.chosen].other;
    for (std::size_t i = 0; i < search_.variants.size(); ++i) {
      const FileOutcome outcome = look(candidate, std::ptrdiff_t(i));
      if (outcome == FileOutcome::unknown) return;
      const FileState& variant = result_.looks.last().state;
      if (outcome != FileOutcome::file || variant.error) continue;
      const os::FileTime &made = variant.stat.mtime, &changed = chosen().stat.mtime;
      if (std::pair(made.seconds, made.nanoseconds) < std::pair(changed.seconds, changed.nanoseconds)) continue;
      result_.compressed = std::ptrdiff_t(result_.looks.size()) - 1;
      return;
    }
  }

  const FileSearch& search_;
  FileLooker& looker_;
  FileSearchResult& result_;
};

}  // namespace

FileSearchResult searchFile(const FileSearch& search, FileLooker& looker) {
  FileSearchResult result;
  Searching(search, looker, result).run();
  return result;
}

}  // namespace nodecpp::http::detail
