// watch and watchFile, which report changes of files. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#fswatchfilename-options-listener
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/fs/fs_types.h>
#include <nodecpp/list.h>
#include <nodecpp/promise.h>

namespace nodecpp::fs {

class FSWatcherObject;
class StatWatcherObject;
class WatchIteratorObject;
using FSWatcher = Handle<FSWatcherObject>;
using StatWatcher = Handle<StatWatcherObject>;
using WatchIterator = Handle<WatchIteratorObject>;

struct WatchOptions {
  bool persistent = true;  // keeps the event loop running
  bool recursive = false;
  String encoding = "utf8";
  AbortSignal signal{};
  double maxQueue = 2048;      // promises.watch: how many changes are stored until next() asks for them
  String overflow = "ignore";  // promises.watch: further changes are dropped with a warning, or "error" ends the iteration
};

// A watcher, which reports the changes of a file or directory until it is closed.
class FSWatcherObject : public EventEmitterObject {
 public:
  FSWatcherObject(const PathArg& filename, const WatchOptions& options);
  ~FSWatcherObject() override;

  using EventEmitterObject::eventArgs;
  // The arguments are "rename" or "change", and the name of the changed file.
  static Args<String, String> eventArgs(event::change_t);
  static Args<> eventArgs(event::close_t);

  // Stops watching and emits `close` in a later tick.
  void close();
  // Set whether the watcher keeps the event loop running. Both functions return this watcher.
  FSWatcher ref();
  FSWatcher unref();
  const char* className() const override { return "FSWatcher"; }

 private:
  struct WatchedPaths;
  friend struct WatchState;
  void stop();
  WatchedPaths* watches_;
};

// Throws a system error, for example ENOENT. `listener` is added as a listener of `change`.
FSWatcher watch(const PathArg& filename, Function<void(String, String)> listener = nullptr);
FSWatcher watch(const PathArg& filename, WatchOptions options, Function<void(String, String)> listener = nullptr);

struct WatchFileOptions {
  bool persistent = true;
  double interval = 5007;  // in milliseconds
};
// Compares a file's attributes at intervals. All calls of watchFile for one path share a StatWatcher.
class StatWatcherObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  // The arguments are the current and the previous attributes, which are all zero for a missing file.
  static Args<Stats, Stats> eventArgs(event::change_t);
  StatWatcher ref();
  StatWatcher unref();
  const char* className() const override { return "StatWatcher"; }

 private:
  friend struct WatchState;
  void start(String path, const WatchFileOptions& options);
  void look();
  void onStat(int error, const Stats& found);
  void stop();

  String path_;
  double interval_ = 5007;
  bool persistent_ = true;
  bool stopped_ = false;
  bool known_ = false;  // the file's attributes have been read once
  int lastError_ = 0;
  Stats last_;
  Function<void()> cancelTimer_;
  Function<void(bool)> changeTimerRef_;
};
// Calls `listener` with the current and the previous attributes when they have changed, and once for a missing file.
// Throws ERR_INVALID_ARG_TYPE and ERR_OUT_OF_RANGE.
StatWatcher watchFile(const PathArg& filename, Function<void(Stats, Stats)> listener);
StatWatcher watchFile(const PathArg& filename, WatchFileOptions options, Function<void(Stats, Stats)> listener);
// Removes `listener`, or all listeners when none is given. Without listeners the file is not watched any more.
void unwatchFile(const PathArg& filename);
void unwatchFile(const PathArg& filename, const Function<void(Stats, Stats)>& listener);

// One change, the result of WatchIterator's next(). It converts to false at the end.
struct WatchEvent {
  String eventType{};
  String filename{};
  explicit operator bool() const noexcept { return !eventType.empty(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("[Object: null prototype]").property("eventType", eventType).property("filename", filename);
  }
};

// Waits for changes one by one, as Node's asynchronous iterator of fs.promises.watch.
//   while (auto event = co_await watcher->next()) …        for await (const event of watcher)
class WatchIteratorObject : public Object {
 public:
  WatchIteratorObject(const PathArg& filename, const WatchOptions& options);
  ~WatchIteratorObject() override;
  // Waits for the next change. The promise is rejected with an AbortError when the signal aborts, and with
  // ERR_FS_WATCH_QUEUE_OVERFLOW when there were more changes than `maxQueue` and `overflow` is "error".
  Promise<WatchEvent> next();
  // Stops watching, as leaving Node's loop does. A next() that waits returns the end.
  void return_();
  const char* className() const { return "AsyncGenerator"; }

 private:
  void changed(const WatchEvent& event);
  void fail(Error error);

  FSWatcher watcher_;
  AbortSignal signal_;
  Function<void()> onAbort_;
  Array<WatchEvent> events_;
  std::size_t maxQueue_ = 0;
  bool overflowFails_ = false;
  Function<void(Error, WatchEvent)> waiting_;
  bool over_ = false;
  Error error_;
};

namespace promises {
// At most 2048 changes are stored until next() asks for them. Beyond that, the oldest ones are dropped.
WatchIterator watch(const PathArg& filename, WatchOptions options = {});
}  // namespace promises

}  // namespace nodecpp::fs
