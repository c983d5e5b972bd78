// watch, watchFile: being told of changes. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#fswatchfilename-options-listener
#pragma once

#include <nodecpp/events.h>
#include <nodecpp/fs/base.h>
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
  bool persistent = true;  // keeps the program running
  bool recursive = false;
  String encoding = "utf8";
  AbortSignal signal{};
};

// Lives until it is closed.
class FSWatcherObject : public EventEmitterObject {
 public:
  FSWatcherObject(const PathArg& filename, const WatchOptions& options);
  ~FSWatcherObject() override;

  using EventEmitterObject::eventArgs;
  // "rename" or "change", and the name of what has changed.
  static Args<String, String> eventArgs(event::change_t);
  static Args<> eventArgs(event::close_t);

  // Stops; emits `close`.
  void close();
  // Whether it keeps the program running. They return this.
  FSWatcher ref();
  FSWatcher unref();
  const char* className() const override { return "FSWatcher"; }

 private:
  struct Watches;
  friend struct WatchState;
  void stop();
  Watches* watches_;
};

// ENOENT and the like are thrown.
FSWatcher watch(const PathArg& filename, Function<void(String, String)> listener = nullptr);
FSWatcher watch(const PathArg& filename, WatchOptions options, Function<void(String, String)> listener = nullptr);

struct WatchFileOptions {
  bool persistent = true;
  double interval = 5007;  // milliseconds
};
// The event of a file that is looked at again and again.
class StatWatcherObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  // What it is, and what it was; zeros of a file that is not there.
  static Args<Stats, Stats> eventArgs(event::change_t);
  StatWatcher ref();
  StatWatcher unref();
  const char* className() const override { return "StatWatcher"; }

 private:
  friend struct WatchState;
  void start(String path, const WatchFileOptions& options);
  void look();
  void looked(int error, const Stats& found);
  void stop();

  String path_;
  double interval_ = 5007;
  bool persistent_ = true;
  bool stopped_ = false;
  bool known_ = false;  // was seen once
  int lastError_ = 0;
  Stats last_;
  Function<void()> cancelTimer_;
  Function<void(bool)> changeTimerRef_;
};
StatWatcher watchFile(const PathArg& filename, Function<void(Stats, Stats)> listener);
StatWatcher watchFile(const PathArg& filename, WatchFileOptions options, Function<void(Stats, Stats)> listener);
// Without a listener, all of them.
void unwatchFile(const PathArg& filename);
void unwatchFile(const PathArg& filename, const Function<void(Stats, Stats)>& listener);

// One change, as promises::watch gives it. False at the end.
struct WatchEvent {
  String eventType{};
  String filename{};
  explicit operator bool() const noexcept { return !eventType.empty(); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.name("[Object: null prototype]").property("eventType", eventType).property("filename", filename);
  }
};

//   while (auto event = co_await watcher->next()) …        for await (const event of watcher)
class WatchIteratorObject : public Object {
 public:
  WatchIteratorObject(const PathArg& filename, const WatchOptions& options);
  ~WatchIteratorObject() override;
  // Waits for the next change. Rejected with an AbortError when the signal aborts.
  Promise<WatchEvent> next();
  // Leaves the loop: stops watching; a `next` that waits gives the end.
  void return_();
  const char* className() const { return "AsyncGenerator"; }

 private:
  FSWatcher watcher_;
  AbortSignal signal_;
  nodecpp::detail::List<WatchEvent> events_;
  Function<void(Error, WatchEvent)> waiting_;
  bool over_ = false;
  Error error_;
};

namespace promises {
// At most 2048 changes wait to be asked for; the oldest go.
WatchIterator watch(const PathArg& filename, WatchOptions options = {});
}  // namespace promises

}  // namespace nodecpp::fs
