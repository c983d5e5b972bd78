#include <nodecpp/async_hooks.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/map.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::async_hooks;
using namespace nodecpp::worker_threads;

class TaskInfoObject : public AsyncResourceObject {
 public:
  Function<void(Error, var)> callback;
  NODECPP_TRACE(callback)
  explicit TaskInfoObject(Function<void(Error, var)> callback) : AsyncResourceObject("WorkerPoolTaskInfo"), callback(callback) {}
  void done(Error error, var result) {
    runInAsyncScope(callback, nullptr, error, result);
    emitDestroy();
  }
};
using TaskInfo = Handle<TaskInfoObject>;

constexpr Event<> freed{"free"};
struct Queued {
  var task;
  TaskInfo info;
};
class WorkerPoolObject : public EventEmitterObject {
 public:
  Array<Worker> workers;
  Array<Worker> free;
  Array<Queued> tasks;
  Map<Worker, TaskInfo> infos;
  NODECPP_TRACE(workers, free, tasks, infos)
  explicit WorkerPoolObject(int count) {
    for (int i = 0; i < count; i++) addNewWorker();
    auto self = Handle<WorkerPoolObject>(this);
    on(freed, [=] {
      if (self->tasks.length() > 0) {
        auto [task, info] = self->tasks.shift();
        self->start(task, info);
      }
    });
  }
  void addNewWorker() {
    auto worker = make<Worker>(thisFile);
    auto self = Handle<WorkerPoolObject>(this);
    worker->on(event::message, [=](var result) {
      TaskInfo info = self->infos.get(worker);
      self->infos.delete_(worker);
      self->free.push(worker);
      info->done(nullptr, result);
      self->emit(freed);
    });
    worker->on(event::error, [=](Error error) {
      TaskInfo info = self->infos.get(worker);
      self->infos.delete_(worker);
      self->workers.splice(self->workers.indexOf(worker), 1);
      self->addNewWorker();
      if (info) info->done(error, nullptr);
      else self->emit(event::error, error);
    });
    workers.push(worker);
    free.push(worker);
    emit(freed);
  }
  void run(var task, Function<void(Error, var)> callback) {
    auto info = make<TaskInfo>(callback);
    if (free.length() == 0) return void(tasks.push({task, info}));
    start(task, info);
  }
  void start(var task, TaskInfo info) {
    Worker worker = free.pop();
    infos.set(worker, info);
    worker->postMessage(task);
  }
  void close() {
    for (Worker worker : workers) worker->terminate();
  }
};
Set<var> setOf(var list) {
  Set<var> out;
  for (var each : list) out.add(each);
  return out;
}
using WorkerPool = Handle<WorkerPoolObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (!isMainThread) {
    parentPort->on(event::message, [](var task) {
      if (task["fail"]) throw RangeError("task " + task["id"] + " failed");
      num sum = 0;
      for (var value : task["values"]) sum += value;
      Map<var, var> found;
      for (var word : task["words"]) found.set(word, found.get(word).orElse(0) + 1);
      parentPort->postMessage(var::object({{"id", task["id"]}, {"sum", sum}, {"found", found}, {"date", task["date"]}, {"seen", setOf(task["words"])}}));
    });
  } else {
    auto requests = make<AsyncLocalStorage<var>>();
    auto pool = make<WorkerPool>(3);
    Array<String> lines;
    let<int> left = 12;
    for (int i = 0; i < 12; i++) {
      requests->run(var::object({{"request", i}}), [=] {
        var task = var::object({{"id", i}, {"values", Float64Array({num(i), num(i) * i, 0.5})}, {"words", var::array({"a", "b", "a", "w" + str(i)})}, {"date", Date(i * 1000)}, {"fail", i % 5 == 4}});
        pool->run(task, [=](Error error, var result) {
          var store = requests->getStore();
          if (error) lines.push(format("{} {} {}", store["request"], error->name, error->message));
          else {
            Array<String> pairs;
            for (auto [key, value] : result["found"].as<Map<var, var>>()) pairs.push(key + "," + value);
            lines.push(format("{} {} {} {} {} {}", store["request"], result["id"], result["sum"], pairs.join(";"), result["date"].date().toISOString(), result["seen"].as<Set<var>>().size()));
          }
          if (--left == 0) {
            pool->close();
            console::log(lines.sort([](String a, String b) { return parseInt(a) - parseInt(b); }).join("\n"));
          }
        });
      });
    }
    console::log(requests->getStore());
  }
}); }
