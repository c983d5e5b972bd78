// glob: walks through directories and keeps, for each directory, the places in the patterns at which matching may go
// on.
#include <nodecpp/fs/glob.h>
#include <nodecpp/path.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "fs/directory.h"
#include "path/matches_glob.h"

namespace nodecpp::fs {

using namespace detail;
using os::DirectoryEntry;
using os::FileType;

namespace {

// The part of a pattern between two slashes.
struct PatternPart {
  std::string text;
  path::glob::SegmentPattern pattern;
  bool literal;
  bool globstar() const { return pattern.isGlobstar(); }
  bool matches(const std::string& name) const {
    return globstar() || (literal ? text == name : pattern.matches(path::glob::toUtf16(name)));
  }
};
using Pattern = std::vector<PatternPart>;

bool isLiteral(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '*' || text[i] == '?' || text[i] == '[') return false;
    if ((text[i] == '!' || text[i] == '@' || text[i] == '+') && i + 1 < text.size() && text[i + 1] == '(') return false;
  }
  return true;
}

std::vector<Pattern> parse(const std::vector<std::string>& texts) {
  std::vector<Pattern> patterns;
  for (std::string text : texts) {
    std::ranges::replace(text, '\\', '/');
    for (const std::string& each : path::glob::expandBraces(text)) {
      Pattern pattern;
      for (std::size_t at = 0;;) {
        std::size_t end = std::min(each.find('/', at), each.size());
        std::string part = each.substr(at, end - at);
        bool last = end == each.size(), first = pattern.empty();
        bool repeated = part == "**" && !first && pattern.back().globstar();
        // "." and empty parts are kept at the beginning and at the end only.
        if (!repeated && (first || last || (part != "." && !part.empty())))
          pattern.push_back({part, path::glob::SegmentPattern(part), isLiteral(part)});
        if (last) break;
        at = end + 1;
      }
      patterns.push_back(std::move(pattern));
    }
  }
  return patterns;
}

// The places in one pattern at which the next name may match. `links` are the places that were reached over a symbolic
// link. When links are followed, `reals` contains the real paths of the directories on the way, since links may form
// circles.
struct Track {
  std::size_t pattern;
  std::set<std::size_t> places;
  std::set<std::size_t> links;
  std::set<std::string> reals{};
};

struct Entry {
  std::string path;  // The path in the form in which the program gets it.
  std::string name;
  std::string directory;
  FileType type;
};

class Search {
 public:
  Search(Files& files, std::vector<Pattern> patterns, std::string given, std::string root, bool followLinks,
         std::function<bool(const std::string& full)> excluded, std::function<bool(const Entry&)> unwanted)
      : files_(files),
        patterns_(std::move(patterns)),
        given_(std::move(given)),
        root_(std::move(root)),
        followLinks_(followLinks),
        excluded_(std::move(excluded)),
        unwanted_(std::move(unwanted)) {}

  std::vector<Entry> run() {
    std::vector<Track> all;
    for (std::size_t i = 0; i < patterns_.size(); ++i) all.push_back({i, {0}, {}});
    std::vector<std::pair<std::string, std::vector<Track>>> stack{{".", all}};
    while (!stack.empty()) {
      auto [path, tracks] = std::move(stack.back());
      stack.pop_back();
      for (const Track& track : tracks) visit(path, track);
      for (auto& next : next_) stack.push_back(std::move(next));
      next_.clear();
    }
    return std::move(results_);
  }

 private:
  static std::string join(const std::string& a, const std::string& b) {
    return plain(path::posix::normalize(b.empty() ? a : a + "/" + b));
  }
  std::string fullOf(const std::string& path) const {
    std::string full = path.starts_with('/') ? plain(path::posix::normalize(path)) : join(root_, path);
    while (full.size() > 1 && full.back() == '/') full.pop_back();
    return full;
  }
  FileType typeOf(const std::string& full) {
    auto [at, fresh] = types_.try_emplace(full, std::nullopt);
    if (fresh) {
      os::FileStat stat;
      if (!files_.lstat(full, stat)) {
        switch (int(stat.mode) & constants::S_IFMT) {
          case constants::S_IFDIR: at->second = FileType::directory; break;
          case constants::S_IFLNK: at->second = FileType::link; break;
          case constants::S_IFREG: at->second = FileType::file; break;
          case constants::S_IFIFO: at->second = FileType::fifo; break;
          case constants::S_IFSOCK: at->second = FileType::socket; break;
          case constants::S_IFCHR: at->second = FileType::character; break;
          default: at->second = FileType::block; break;
        }
      }
    }
    // `unknown` stands for a path that does not exist.
    return at->second.value_or(FileType::unknown);
  }
  bool isLinkToDirectory(const std::string& full) {
    os::FileStat stat;
    return !files_.stat(full, stat) && (int(stat.mode) & constants::S_IFMT) == constants::S_IFDIR;
  }
  void found(const std::string& path) {
    std::string full = fullOf(path);
    if (excluded_ && excluded_(full)) return;
    if (!known_.insert(path).second) return;
    // As in Node, the directory of an entry is named relative to `cwd` as the program gave it.
    std::string given = path.starts_with('/') ? path : join(given_, path);
    results_.push_back({path, plain(path::posix::basename(given)), plain(path::posix::dirname(given)), typeOf(full)});
  }
  void follow(const std::string& path, Track track) {
    std::string full = fullOf(path);
    if (excluded_ && (excluded_(full) || excluded_(full + "/"))) return;
    if (unwanted_) {
      std::size_t slash = full.rfind('/');
      if (unwanted_({path, full.substr(slash + 1), full.substr(0, slash), typeOf(full)})) return;
    }
    for (auto& [known, tracks] : next_)
      if (known == path) return tracks.push_back(std::move(track));
    next_.push_back({path, {std::move(track)}});
  }
  // Whether all places of this track were already visited at `path`.
  bool seen(const std::string& path, const Track& track) {
    NODECPP_ASSERT(!track.places.empty() && track.pattern < patterns_.size(), track.pattern, patterns_.size());
    bool all = true;
    for (std::size_t place : track.places) all = !seen_.insert({path, {track.pattern, place}}).second && all;
    return all;
  }

  void visit(const std::string& path, const Track& track);
  void child(const std::string& path, const DirectoryEntry& entry, const Track& track, bool isLast,
             const std::set<std::string>& reals);

  Files& files_;
  std::vector<Pattern> patterns_;
  std::string given_;  // the directory of relative paths, as given
  std::string root_;   // the same directory as an absolute path
  bool followLinks_;
  std::function<bool(const std::string&)> excluded_;
  std::function<bool(const Entry&)> unwanted_;
  std::vector<Entry> results_;
  std::set<std::string> known_;
  std::map<std::string, std::optional<FileType>> types_;
  std::set<std::pair<std::string, std::pair<std::size_t, std::size_t>>> seen_;
  std::vector<std::pair<std::string, std::vector<Track>>> next_;
};

void Search::visit(const std::string& path, const Track& track) {
  if (seen(path, track)) return;
  const Pattern& parts = patterns_[track.pattern];
  NODECPP_ASSERT(!parts.empty());
  std::size_t last = parts.size() - 1;
  std::string full = fullOf(path);
  FileType type = typeOf(full);
  // Without followLinks_, a symbolic link is entered unless every place in the pattern was reached over a link.
  bool overLink = std::ranges::any_of(track.places, [&](std::size_t place) { return !track.links.contains(place); });
  bool isDirectory =
      type == FileType::directory || (type == FileType::link && (followLinks_ ? isLinkToDirectory(full) : overLink));
  bool isFirst = track.places.contains(0);
  bool isLast = track.places.contains(last) || (parts[last].text.empty() && isDirectory && last > 0 &&
                                                track.places.contains(last - 1) && parts[last - 1].globstar());
  if (excluded_ && excluded_(full)) return;
  if (isFirst && parts[0].text.empty()) return follow("/", {track.pattern, {1}, {}, track.reals});
  if (isFirst && parts[0].text == "..") return follow("../", {track.pattern, {1}, {}, track.reals});
  if (isFirst && parts[0].text == ".") return follow(".", {track.pattern, {1}, {}, track.reals});

  if (isLast && parts[last].literal) {
    const std::string& text = parts[last].text;
    if (typeOf(fullOf(join(path, text))) != FileType::unknown && (!text.empty() || isDirectory))
      found(join(path, text));
    if (track.places.size() == 1 && track.places.contains(last)) return;
  } else if (isLast && parts[last].globstar() &&
             (path != "." || parts[0].text == "." || (last == 0 && type != FileType::unknown))) {
    found(path);
  }
  if (!isDirectory) return;
  std::set<std::string> reals = track.reals;
  std::string real;
  if (followLinks_ && !files_.realpath(full, real) && !reals.insert(real).second) return;

  std::vector<DirectoryEntry> entries;
  std::size_t first = *track.places.begin();
  // A single literal part names the only entry that can match, so the directory is not read.
  if (track.places.size() == 1 && first <= last && parts[first].literal) {
    FileType childType = typeOf(fullOf(join(path, parts[first].text)));
    if (childType == FileType::unknown) return;
    entries.push_back({parts[first].text, childType});
  } else {
    scan(files_, full, entries);
  }
  for (const DirectoryEntry& entry : entries) child(path, entry, track, isLast, reals);
}

void Search::child(const std::string& path, const DirectoryEntry& entry, const Track& track, bool isLast,
                   const std::set<std::string>& reals) {
  const Pattern& parts = patterns_[track.pattern];
  NODECPP_ASSERT(!parts.empty() && !track.places.empty());
  std::size_t last = parts.size() - 1;
  std::string entryPath = join(path, entry.name);
  const bool isLink = entry.type == FileType::link;
  const bool isDirectory =
      entry.type == FileType::directory || (followLinks_ && isLink && isLinkToDirectory(fullOf(entryPath)));
  auto test = [&](std::size_t place) { return place <= last && parts[place].matches(entry.name); };
  Track next{track.pattern, {}, {}, reals};
  for (std::size_t place : track.places) {
    if (place > last) continue;
    const PatternPart& current = parts[place];
    std::size_t after = place + 1;
    if (current.globstar()) {
      bool fromLink = !followLinks_ && track.links.contains(place), nextMatches = test(after);
      // A name with a leading dot is matched only by a part that begins with a dot.
      if (entry.name.starts_with('.') && !nextMatches) continue;
      if (unwanted_ && unwanted_({entry.name, entry.name, fullOf(path), entry.type})) continue;
      if (!fromLink && isDirectory)
        next.places.insert(place);
      else if (!fromLink && place == last)
        found(entryPath);
      if (nextMatches && after == last && !isLast)
        found(entryPath);
      else if (nextMatches && isDirectory)
        next.places.insert(place + 2);
      if ((nextMatches || parts[0].text == ".") && (isDirectory || isLink) && !fromLink) next.places.insert(after);
      if (isLink && !followLinks_) next.links.insert(place);
    } else if (current.literal) {
      if (test(place) && place != last) {
        next.places.insert(after);
      } else if (current.text == "." && test(after)) {
        if (after == last)
          found(entryPath);
        else
          next.places.insert(after + 1);
      }
    } else if (test(place)) {
      if (place == last)
        found(entryPath);
      else if (isDirectory)
        next.places.insert(after);
    }
  }
  if (!next.places.empty()) follow(entryPath, std::move(next));
}

using Unwanted = std::function<bool(const Entry&)>;

// `take` turns the entries that were found into the function's result.
template <class Exclude, class Take>
auto globWork(const GlobPatterns& patterns, StringArg cwd, const Exclude& exclude, bool followLinks, Unwanted unwanted,
              Take take) {
  std::vector<std::string> texts, excluded;
  for (const String& each : patterns.list) texts.push_back(plain(each));
  std::string given = plain(cwd), root = plain(path::resolve(cwd));
  for (const String& each : exclude.patterns) excluded.push_back(plain(path::resolve(root, each)));
  return work<std::vector<Entry>>(
      [=](Files& files, std::vector<Entry>& out) {
        std::function<bool(const std::string&)> isExcluded;
        if (!excluded.empty())
          isExcluded = [&](const std::string& full) {
            return std::ranges::any_of(excluded,
                                       [&](const std::string& each) { return path::matchesGlob(full, each); });
          };
        out = Search(files, parse(texts), given, root, followLinks, isExcluded, unwanted).run();
        return Failure();
      },
      take);
}

Dirent toDirent(const Entry& entry) { return {text(entry.name), text(entry.directory), int(entry.type)}; }

auto pathsWork(const GlobPatterns& patterns, const GlobOptions& options) {
  Unwanted unwanted;
  if (options.exclude.function)
    unwanted = [f = options.exclude.function](const Entry& entry) { return f(text(entry.path)); };
  return globWork(patterns, options.cwd, options.exclude, options.followSymlinks, std::move(unwanted),
                  [](std::vector<Entry>& entries) {
                    Array<String> paths;
                    for (const Entry& entry : entries) paths.push(text(entry.path));
                    return paths;
                  });
}
auto typesWork(const GlobPatterns& patterns, const GlobTypesOptions& options) {
  Unwanted unwanted;
  if (options.exclude.function)
    unwanted = [f = options.exclude.function](const Entry& entry) { return f(toDirent(entry)); };
  return globWork(patterns, options.cwd, options.exclude, options.followSymlinks, std::move(unwanted),
                  [](std::vector<Entry>& entries) {
                    Array<Dirent> out;
                    for (const Entry& entry : entries) out.push(toDirent(entry));
                    return out;
                  });
}

// Runs the search on the event loop's thread when it calls a function of the program, otherwise on the pool.
template <class W, class Callback>
void deliver(W search, bool here, Callback callback) {
  if (!here) return submit(std::move(search), std::move(callback));
  typename W::Value value;
  Error error;
  try {
    value = runSynchronously(std::move(search));
  } catch (const Error& thrown) {
    error = thrown;
  }
  Loop::current().nextTick([=] { callback(error, value); });
}
template <class W>
auto promise(W search, bool here) {
  using Value = typename W::Value;
  return Promise<Value>([&](Resolver<Value> resolve, Rejector reject) {
    deliver(std::move(search), here,
            [=](const Error& error, const Value& value) { error ? reject(error) : resolve(value); });
  });
}

}  // namespace

void glob(const GlobPatterns& pattern, Function<void(Error, Array<String>)> callback) {
  glob(pattern, GlobOptions{}, std::move(callback));
}
void glob(const GlobPatterns& pattern, GlobOptions options, Function<void(Error, Array<String>)> callback) {
  validateCallback(callback);
  deliver(pathsWork(pattern, options), bool(options.exclude.function), std::move(callback));
}
Array<String> globSync(const GlobPatterns& pattern, GlobOptions options) {
  return runSynchronously(pathsWork(pattern, options));
}
Promise<Array<String>> promises::glob(const GlobPatterns& pattern, GlobOptions options) {
  return promise(pathsWork(pattern, options), bool(options.exclude.function));
}

void detail::globTypes(const GlobPatterns& pattern, GlobTypesOptions options,
                     Function<void(Error, Array<Dirent>)> callback) {
  validateCallback(callback);
  deliver(typesWork(pattern, options), bool(options.exclude.function), std::move(callback));
}
Array<Dirent> detail::globTypesSync(const GlobPatterns& pattern, GlobTypesOptions options) {
  return runSynchronously(typesWork(pattern, options));
}
Promise<Array<Dirent>> detail::globTypes(const GlobPatterns& pattern, GlobTypesOptions options) {
  return promise(typesWork(pattern, options), bool(options.exclude.function));
}

}  // namespace nodecpp::fs
