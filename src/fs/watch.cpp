// fs.watch, which uses the port's watches of paths (inotify), and watchFile, which compares attributes at intervals.
#include <nodecpp/fs/watch.h>
#include <nodecpp/path.h>
#include <nodecpp/timers.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "base/errors/validate.h"
#include "base/upward_calls.h"
#include "fs/directory.h"
#include "loop/active_resources.h"

namespace nodecpp::fs {

using namespace detail;

// The watchers of a loop, which are stopped when the loop ends.
struct WatchState {
  explicit WatchState(Loop& loop);
  // Stops the watchers that were made while the loop ended.
  ~WatchState() { stopAll(); }
  void stopAll();
  std::vector<FSWatcher> watchers;
  std::map<std::string, StatWatcher> files;

  static StatWatcher watchFile(const std::string& path, const WatchFileOptions& options);
  static void unwatched(const std::string& path);
};

namespace {
constinit nodecpp::detail::LoopLocal<WatchState> watched;
}

WatchState::WatchState(Loop& loop) {
  loop.atDestruction.push_front([](Loop& ending) { watched.of(ending).stopAll(); });
}

void WatchState::stopAll() {
  for (const FSWatcher& watcher : std::exchange(watchers, {})) watcher->stop();
  for (auto& [path, watcher] : std::exchange(files, {})) watcher->stop();
}

// The watches of the port behind one FSWatcher: a single one, or with `recursive` one for each directory.
struct FSWatcherObject::WatchedPaths {
  struct One final : os::PathSink {
    One(WatchedPaths* w, std::string p, std::string f) : watches(w), prefix(std::move(p)), full(std::move(f)) {}
    WatchedPaths* watches;
    std::string prefix;  // prepended to names in a subdirectory
    std::string full;
    os::PathWatch* watch = nullptr;
    void onChange(bool renamed, const std::string& name) override { watches->changed(*this, renamed, name); }
  };

  explicit WatchedPaths(FSWatcherObject* o) : owner(o), loop(Loop::current()) { active.setReferenced(false); }

  int add(const std::string& full, const std::string& prefix) {
    auto one = std::make_unique<One>(this, prefix, full);
    // The path of a subdirectory ends with a slash, so that an event about the subdirectory itself has an empty name.
    // changed() recognises such an event by the empty name.
    const std::string path = prefix.empty() ? full : full + "/";
    if (int error = loop.port().paths.watchPath(path, one.get(), &one->watch)) return error;
    NODECPP_ASSERT(one->watch);
    all.push_back(std::move(one));
    return 0;
  }
  // Watches the subdirectories, as far as they can be read.
  void addInner(const std::string& full, const std::string& prefix) {
    std::vector<os::DirectoryEntry> entries;
    if (scan(loop.port().files, full, entries)) return;
    for (const os::DirectoryEntry& entry : entries) addIfDirectory(inside(full, entry.name), prefix + entry.name);
  }
  void addIfDirectory(const std::string& full, const std::string& name) {
    bool known = std::ranges::any_of(all, [&](const auto& one) { return one->full == full; });
    if (known || !isDirectory(loop.port().files, full, false)) return;
    if (!add(full, name + "/")) addInner(full, name + "/");
  }
  void drop(const std::string& full) {
    std::erase_if(all, [&](const auto& one) {
      if (one->full != full && !one->full.starts_with(full + "/")) return false;
      loop.port().paths.unwatch(one->watch);
      return true;
    });
  }
  void changed(const One& one, bool renamed, const std::string& name) {
    // A subdirectory reports an event about itself that its parent directory reports, too, so this one is ignored.
    if (!one.prefix.empty() && name.empty()) return;
    String shown = text(one.prefix + name);
    std::string full = inside(one.full, name);
    loop.makeCallback(context, [&] {
      // A listener may close the watcher and release the last other handle to it, so this handle keeps it alive until
      // the end of the callback.
      FSWatcher hold(owner);
      owner->emit(event::change, String(renamed ? "rename" : "change"), shown);
      if (!recursive || !owner->watches_ || !renamed) return;
      // `rename` is reported when an entry appears and when it disappears.
      if (isDirectory(loop.port().files, full, false))
        addIfDirectory(full, plain(shown));
      else
        dropLater(full);
    });
  }
  // The watch is removed in a later tick, since it may be the one that is reporting at this moment.
  void dropLater(const std::string& full) {
    loop.nextTick([hold = FSWatcher(owner), full] {
      if (hold->watches_) hold->watches_->drop(full);
    });
  }
  void changeRef(bool on) {
    if (refed != on) on ? loop.ref() : loop.unref();
    refed = on;
    active.setReferenced(on);
  }

  FSWatcherObject* owner;
  Loop& loop;
  nodecpp::detail::ActiveResource active{loop, nodecpp::detail::ActiveResource::Kind::handle, "FSEventWrap"};
  Handle<Object> context = Loop::currentContext();
  bool recursive = false;
  bool refed = false;
  std::vector<std::unique_ptr<One>> all;
};

FSWatcherObject::FSWatcherObject(const PathArg& filename, const WatchOptions& options) : watches_(nullptr) {
  validateEncoding(options.encoding);
  std::string path = checked(filename, "filename");
  auto watches = std::make_unique<WatchedPaths>(this);
  if (int error = watches->add(path, "")) {
    Failure failed = failure(error, "watch", path);
    Error thrown = toError(failed);
    thrown->properties.emplace_back("filename", text(path));
    throw thrown;
  }
  watches->recursive = options.recursive;
  if (options.recursive) watches->addInner(path, "");
  if (options.persistent) watches->changeRef(true);
  watches_ = watches.release();
}

FSWatcherObject::~FSWatcherObject() { stop(); }

void FSWatcherObject::stop() {
  WatchedPaths* watches = std::exchange(watches_, nullptr);
  if (!watches) return;
  for (auto& one : watches->all) watches->loop.port().paths.unwatch(one->watch);
  watches->changeRef(false);
  NODECPP_ASSERT(!watches->refed && !watches_);
  // The watches are freed in a later tick, since one of them may be reporting at this moment.
  struct Guard {
    std::unique_ptr<WatchedPaths> watches;
    explicit Guard(WatchedPaths* w) : watches(w) {}
    Guard(Guard&&) = default;
    void operator()() const {}
  };
  watches->loop.nextTick(Function<void()>(Guard(watches)));
}

void FSWatcherObject::close() {
  if (!watches_) return;
  stop();
  FSWatcher self(this);
  std::erase(watched->watchers, self);
  Loop::current().nextTick([self] {
    self->emit(event::close);
    self->dropListeners();
  });
}

FSWatcher FSWatcherObject::ref() {
  if (watches_) watches_->changeRef(true);
  return FSWatcher(this);
}
FSWatcher FSWatcherObject::unref() {
  if (watches_) watches_->changeRef(false);
  return FSWatcher(this);
}

FSWatcher watch(const PathArg& filename, Function<void(String, String)> listener) {
  return watch(filename, WatchOptions{}, std::move(listener));
}
FSWatcher watch(const PathArg& filename, WatchOptions options, Function<void(String, String)> listener) {
  FSWatcher watcher = make<FSWatcherObject>(filename, options);
  watched->watchers.push_back(watcher);
  if (listener) watcher->on(event::change, listener);
  if (options.signal) {
    Function<void()> close = [watcher] { watcher->close(); };
    if (options.signal->aborted()) {
      Loop::current().nextTick(close);
    } else {
      options.signal->addEventListener("abort", close, {.once = true});
      // A signal that lives longer must not hold watchers that were closed.
      watcher->once(event::close, [close, signal = options.signal] { signal->removeEventListener("abort", close); });
    }
  }
  return watcher;
}

namespace {

// Keeps the loop running for a StatWatcher, whose timer does not, since a program sees its timers by
// process.getActiveResourcesInfo.
struct Keeping {
  explicit Keeping(Loop& l) : loop(l) { active.setReferenced(false); }
  ~Keeping() { set(false); }
  void set(bool on) {
    if (refed != on) on ? loop.ref() : loop.unref();
    refed = on;
    active.setReferenced(on);
  }
  Loop& loop;
  bool refed = false;
  nodecpp::detail::ActiveResource active{loop, nodecpp::detail::ActiveResource::Kind::handle, "StatWatcher"};
};

}  // namespace

// watchFile compares a file's attributes as libuv's uv_fs_poll does.
void StatWatcherObject::start(String path, const WatchFileOptions& options) {
  path_ = std::move(path);
  interval_ = options.interval;
  persistent_ = options.persistent;
  auto keeping = std::make_shared<Keeping>(Loop::current());
  keeping->set(persistent_);
  changeTimerRef_ = [keeping](bool on) { keeping->set(on); };
  look();
}

namespace {
struct Seen {
  int error = 0;
  os::FileStat stat;
};
bool sameStats(const Stats& a, const Stats& b) {
  return a.ctimeMs == b.ctimeMs && a.mtimeMs == b.mtimeMs && a.birthtimeMs == b.birthtimeMs && a.size == b.size &&
         a.mode == b.mode && a.uid == b.uid && a.gid == b.gid && a.ino == b.ino && a.dev == b.dev;
}
Stats noStats() { return toStats<Stats>(os::FileStat()); }
}  // namespace

void StatWatcherObject::look() {
  submit(
      work<Seen>(
          [path = plain(path_)](Files& files, Seen& seen) {
            seen.error = files.stat(path, seen.stat);
            return Failure();
          },
          [](Seen& seen) { return seen; }),
      [self = StatWatcher(this)](const Error&, const Seen& seen) {
        if (!self->stopped_) self->onStat(seen.error, seen.error ? noStats() : toStats<Stats>(seen.stat));
      },
      nullptr);
}

void StatWatcherObject::onStat(int error, const Stats& found) {
  NODECPP_ASSERT(error <= 0, error);
  Stats before = last_.given ? last_ : noStats();
  // The attributes that are read first are only the base for later comparisons, but a missing file is reported once, as
  // in Node.
  bool tells = error ? lastError_ != error : known_ && (lastError_ || !sameStats(last_, found));
  lastError_ = error;
  known_ = true;
  if (!error) last_ = found;
  Timeout timer = setTimeout([self = StatWatcher(this)] { self->look(); }, interval_);
  timer->unref();
  cancelTimer_ = [timer] { clearTimeout(timer); };
  if (tells) emit(event::change, found, before);
}

void StatWatcherObject::stop() {
  stopped_ = true;
  if (auto cancel = std::exchange(cancelTimer_, nullptr)) cancel();
  changeTimerRef_ = nullptr;
}

StatWatcher StatWatcherObject::ref() {
  persistent_ = true;
  if (changeTimerRef_) changeTimerRef_(true);
  return StatWatcher(this);
}
StatWatcher StatWatcherObject::unref() {
  persistent_ = false;
  if (changeTimerRef_) changeTimerRef_(false);
  return StatWatcher(this);
}

StatWatcher WatchState::watchFile(const std::string& path, const WatchFileOptions& options) {
  StatWatcher& watcher = watched->files[path];
  if (!watcher) {
    watcher = make<StatWatcherObject>();
    watcher->start(text(path), options);
  }
  return watcher;
}

void WatchState::unwatched(const std::string& path) {
  auto found = watched->files.find(path);
  if (found == watched->files.end() || found->second->listenerCount(event::change) != 0) return;
  found->second->stop();
  watched->files.erase(found);
}

StatWatcher watchFile(const PathArg& filename, Function<void(Stats, Stats)> listener) {
  return watchFile(filename, WatchFileOptions{}, std::move(listener));
}
StatWatcher watchFile(const PathArg& filename, WatchFileOptions options, Function<void(Stats, Stats)> listener) {
  std::string path = plain(path::resolve(text(checked(filename))));
  if (!listener) throw nodecpp::detail::invalidArgType("listener", "of type function", "undefined");
  nodecpp::detail::validateInteger(options.interval, "interval", 0, 4294967295.0);
  StatWatcher watcher = WatchState::watchFile(path, options);
  watcher->on(event::change, listener);
  return watcher;
}
void unwatchFile(const PathArg& filename) {
  std::string path = plain(path::resolve(text(checked(filename))));
  auto& files = watched->files;
  if (auto found = files.find(path); found != files.end()) found->second->removeAllListeners(event::change);
  WatchState::unwatched(path);
}
void unwatchFile(const PathArg& filename, const Function<void(Stats, Stats)>& listener) {
  std::string path = plain(path::resolve(text(checked(filename))));
  auto& files = watched->files;
  if (auto found = files.find(path); found != files.end()) found->second->off(event::change, listener);
  WatchState::unwatched(path);
}

WatchIteratorObject::WatchIteratorObject(const PathArg& filename, const WatchOptions& options)
    : signal_(options.signal) {
  nodecpp::detail::validateInteger(options.maxQueue, "options.maxQueue");
  if (options.overflow != "ignore" && options.overflow != "error")
    throw nodecpp::detail::invalidArgValue("options.overflow", nodecpp::detail::inspectString(options.overflow),
                                           "must be one of: 'ignore', 'error'");
  maxQueue_ = options.maxQueue < 0 ? 0 : std::size_t(options.maxQueue);
  overflowFails_ = options.overflow == "error";
  WatchOptions own = options;
  own.signal = nullptr;
  if (signal_ && signal_->aborted()) {
    error_ = abortedBy(signal_);
    over_ = true;
    return;
  }
  watcher_ = fs::watch(filename, own);
  // The listeners hold no handle, since neither the watcher nor the signal must keep its iterator alive; the destructor
  // removes them.
  watcher_->on(event::change, [this](String type, String name) { changed({type, name}); });
  if (!signal_) return;
  onAbort_ = [this] { fail(abortedBy(signal_)); };
  signal_->addEventListener("abort", onAbort_, {.once = true});
}

WatchIteratorObject::~WatchIteratorObject() {
  if (onAbort_) signal_->removeEventListener("abort", onAbort_);
  if (!watcher_) return;
  watcher_->removeAllListeners(event::change);
  watcher_->close();
}

void WatchIteratorObject::changed(const WatchEvent& event) {
  if (over_) return;
  if (auto waiting = std::exchange(waiting_, nullptr)) return waiting(nullptr, event);
  if (events_.length() < std::ptrdiff_t(maxQueue_)) {
    events_.push(event);
  } else if (overflowFails_) {
    Error error("fs.watch() queued more than " + str(double(maxQueue_)) + " events");
    error->code = "ERR_FS_WATCH_QUEUE_OVERFLOW";
    fail(std::move(error));
  } else if (const auto warning = nodecpp::detail::upward().warning) {
    Error text("fs.watch maxQueue exceeded");
    text->name = "Warning";
    warning(text);
  }
}

// Ends the iteration. The changes that were not asked for are dropped, as Node drops them.
void WatchIteratorObject::fail(Error error) {
  if (std::exchange(over_, true)) return;
  WatchIterator hold(this);  // the waiting caller may release the last handle
  events_.setLength(0);
  watcher_->close();
  if (auto waiting = std::exchange(waiting_, nullptr)) return waiting(error, {});
  error_ = std::move(error);
}

Promise<WatchEvent> WatchIteratorObject::next() {
  if (events_.length() != 0) return Promise<WatchEvent>::resolve(events_.shift());
  if (error_) return Promise<>::reject<WatchEvent>(std::exchange(error_, nullptr));
  if (over_) return Promise<WatchEvent>::resolve(WatchEvent());
  return Promise<WatchEvent>([this](Resolver<WatchEvent> resolve, Rejector reject) {
    waiting_ = [=, self = WatchIterator(this)](const Error& error, const WatchEvent& event) {
      error ? reject(error) : resolve(event);
    };
  });
}

void WatchIteratorObject::return_() {
  if (std::exchange(over_, true)) return;
  WatchIterator hold(this);
  watcher_->close();
  if (auto waiting = std::exchange(waiting_, nullptr)) waiting(nullptr, {});
}

WatchIterator promises::watch(const PathArg& filename, WatchOptions options) {
  return make<WatchIteratorObject>(filename, options);
}

}  // namespace nodecpp::fs
