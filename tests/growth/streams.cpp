// The operations of events, streams, timers and promises whose cost run.js measures as the input grows.
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/readline.h>
#include <nodecpp/stream.h>
#include <nodecpp/stream/consumers.h>
#include <nodecpp/stream/operators.h>
#include <nodecpp/timers.h>

#include <vector>

#include "growth.h"

namespace growth {
namespace {

constexpr Event<int> tick{"tick"};
constexpr const char* searched = "each is looked for in the list";

EventEmitter emitterOf(std::size_t n) {
  auto emitter = make<EventEmitter>();
  emitter->setMaxListeners(0);
  for (std::size_t i = 0; i < n; ++i) emitter->on(tick, [](int value) { keep(value); });
  return emitter;
}

stream::Readable source() {
  return make<stream::Readable>({.read = [](stream::Readable, double) {}});
}
stream::Writable sink() {
  return make<stream::Writable>({.write = [](stream::Writable, stream::Chunk chunk, String, stream::Callback done) {
    keep(chunk);
    done();
  }});
}
// Returns a stream with n chunks in its buffer.
stream::Readable filled(std::size_t n, bool ended = true) {
  auto from = source();
  Buffer chunk = Buffer::from("0123456789");
  for (std::size_t i = 0; i < n; ++i) from->push(chunk);
  if (ended) from->push(nullptr);
  return from;
}

const Growth all[] = {
    {"emitter.on and emit", 1000, [](std::size_t n) { return [n] { emitterOf(n)->emit(tick, 1); }; }},
    {"emitter.prependListener, each", 500,
     [](std::size_t n) {
       return [n] {
         auto emitter = emitterOf(0);
         for (std::size_t i = 0; i < n; ++i) emitter->prependListener(tick, [](int) {});
       };
     }, 2, "each moves all listeners"},
    {"emitter.once and emit", 500,
     [](std::size_t n) {
       return [n] {
         auto emitter = emitterOf(0);
         for (std::size_t i = 0; i < n; ++i) emitter->once(tick, [](int) {});
         emitter->emit(tick, 1);
       };
     }, 2, searched},
    {"emitter.off, the last first", 500,
     [](std::size_t n) {
       auto emitter = emitterOf(0);
       Array<Listener> all;
       for (std::size_t i = 0; i < n; ++i) emitter->on(tick, [](int) {});
       all = emitter->listeners(tick);
       return [=] {
         for (std::size_t i = n; i-- > 0;) emitter->off(tick, all[i]);
       };
     }},
    {"emitter.off, the first first", 500,
     [](std::size_t n) {
       auto emitter = emitterOf(n);
       return [=, all = emitter->listeners(tick)] {
         for (std::size_t i = 0; i < n; ++i) emitter->off(tick, all[i]);
       };
     }, 2, searched},
    {"emitter.removeAllListeners", 1000, [](std::size_t n) { return [emitter = emitterOf(n)] { emitter->removeAllListeners(tick); }; }},
    {"emitter.removeAllListeners, told of", 500,
     [](std::size_t n) {
       return [emitter = emitterOf(n)] {
         emitter->on(event::removeListener, [](String, Listener) {});
         emitter->removeAllListeners(tick);
       };
     }},
    {"emitter, many names", 500,
     [](std::size_t n) {
       return [n] {
         auto emitter = make<EventEmitter>();
         for (std::size_t i = 0; i < n; ++i) emitter->on(keyOf(i), [](int) {});
         for (std::size_t i = 0; i < n; ++i) emitter->emit(keyOf(i), 1);
         keep(emitter->eventNames());
       };
     }},
    {"emitter, many names come and go", 500,
     [](std::size_t n) {
       return [n] {
         auto emitter = make<EventEmitter>();
         for (std::size_t i = 0; i < n; ++i) emitter->once(keyOf(i), [](int) {});
         for (std::size_t i = 0; i < n; ++i) emitter->emit(keyOf(i), 1);
       };
     }},

    {"readable.push and read, each", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = filled(n);
           while (from->read(10)) {
           }
         });
       };
     }},
    {"readline, a line in many chunks", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto input = source();
           auto lines = readline::createInterface({.input = input});
           const stream::Chunk chunk = Buffer::alloc(100, "x");
           for (std::size_t i = 0; i < n; ++i) input->emit(event::data, chunk);
           lines->close();
         });
       };
     }},
    {"readable.read, of all", 1000, [](std::size_t n) { return [n] { program([&] { keep(filled(n)->read()); }); }; }},
    {"readable.read, across chunks", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = filled(n);
           while (from->read(7)) {
           }
         });
       };
     }},
    {"readable.read, a large chunk in small parts", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = source();
           from->push(Buffer::alloc(double(10 * n)));
           while (from->read(10)) {
           }
         });
       };
     }},
    {"readable.read, of text in small parts", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = source();
           from->setEncoding("utf8");
           from->push(str("0123456789").repeat(n));
           while (from->read(10)) {
           }
         });
       };
     }},
    {"readable.unshift, each", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = source();
           for (std::size_t i = 0; i < n; ++i) from->unshift(Buffer::from("0123456789"));
           while (from->read(10)) {
           }
         });
       };
     }},
    {"readable.read, and the rest unshifted", 500,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = source();
           from->push(Buffer::alloc(double(10 * n)));
           while (auto all = from->read()) {
             if (all.length() <= 10) break;
             from->unshift(all.slice(10));
           }
         });
       };
     }},
    {"readable.setEncoding, with much in the buffer", 1000,
     [](std::size_t n) { return [n] { program([&] { keep(filled(n)->setEncoding("utf8")->read()); }); }; }},
    {"readable, data listeners", 1000,
     [](std::size_t n) { return [n] { program([&] { filled(n)->on(event::data, [](stream::Chunk chunk) { keep(chunk); }); }); }; }},
    {"readable.next, each", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           [](stream::Readable from) -> Promise<> {
             while (auto chunk = co_await from->next()) keep(chunk);
           }(filled(n));
         });
       };
     }},
    {"readable.pipe", 1000, [](std::size_t n) { return [n] { program([&] { filled(n)->pipe(sink()); }); }; }},
    {"readable.pipe through a PassThrough", 500,
     [](std::size_t n) { return [n] { program([&] { filled(n)->pipe(make<stream::PassThrough>())->pipe(sink()); }); }; }},
    {"readable.pipe, to many", 100,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto from = filled(3);
           from->setMaxListeners(0);
           for (std::size_t i = 0; i < n; ++i) from->pipe(sink());
         });
       };
     }, 2, searched},
    {"Readable.from many values", 500,
     [](std::size_t n) {
       return [n] {
         program([&] { stream::Readable::from(std::vector<stream::Chunk>(n, stream::Chunk("value")))->on(event::data, [](stream::Chunk) {}); });
       };
     }},
    {"readable.map and toArray", 500,
     [](std::size_t n) { return [n] { program([&] { filled(n)->map([](stream::Chunk chunk) { return chunk; })->toArray(); }); }; }},
    {"consumers.text", 1000, [](std::size_t n) { return [n] { program([&] { stream::consumers::text(filled(n)); }); }; }},
    {"writable.write, at once", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto to = sink();
           for (std::size_t i = 0; i < n; ++i) to->write("0123456789", [](Error) {});
           to->end();
         });
       };
     }},
    {"writable.write, that waits", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto to = make<stream::Writable>({.write = [](stream::Writable, stream::Chunk, String, stream::Callback done) {
             setImmediate([=] { done(); });
           }});
           for (std::size_t i = 0; i < n; ++i) to->write("0123456789");
           to->end();
         });
       };
     }},
    {"writable.cork, and one writev", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto to = make<stream::Writable>(
               {.writev = [](stream::Writable, Array<stream::WriteRequest>, stream::Callback done) { done(); }});
           to->cork();
           for (std::size_t i = 0; i < n; ++i) to->write("0123456789", [](Error) {});
           to->uncork();
           to->end();
         });
       };
     }},

    {"setTimeout, of one duration", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           for (std::size_t i = 0; i < n; ++i) setTimeout([] {}, 5);
         });
       };
     }},
    {"setTimeout, of many durations", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           for (std::size_t i = 0; i < n; ++i) setTimeout([] {}, double(1 + i * 7919 % n));
         });
       };
     }, 1.1, "durations are kept in a heap"},
    {"setTimeout and clearTimeout, in order", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           std::vector<Timeout> all;
           for (std::size_t i = 0; i < n; ++i) all.push_back(setTimeout([] {}, 5));
           for (const Timeout& each : all) clearTimeout(each);
         });
       };
     }},
    {"setTimeout and clearTimeout, backwards", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           std::vector<Timeout> all;
           for (std::size_t i = 0; i < n; ++i) all.push_back(setTimeout([] {}, double(1 + i % 100)));
           for (std::size_t i = n; i-- > 0;) clearTimeout(all[i]);
         });
       };
     }},
    {"timeout.refresh, each", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           std::vector<Timeout> all;
           for (std::size_t i = 0; i < n; ++i) all.push_back(setTimeout([] {}, 5));
           for (const Timeout& each : all) each->refresh();
         });
       };
     }},
    {"setImmediate", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           for (std::size_t i = 0; i < n; ++i) setImmediate([] {});
         });
       };
     }},
    {"nextTick", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           for (std::size_t i = 0; i < n; ++i) process::nextTick([] {});
         });
       };
     }},
    {"promise.then, many of one", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto one = Promise<int>::resolve(1);
           for (std::size_t i = 0; i < n; ++i) one.then([](int) {});
         });
       };
     }},
    {"promise.then, a chain", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           auto last = Promise<int>::resolve(1);
           for (std::size_t i = 0; i < n; ++i) last = last.then([](int value) { return value; });
         });
       };
     }},
    {"co_await, many times", 1000,
     [](std::size_t n) {
       return [n] {
         program([&] {
           [](std::size_t n) -> Promise<> {
             for (std::size_t i = 0; i < n; ++i) co_await Promise<int>::resolve(1);
           }(n);
         });
       };
     }},
};

}  // namespace
}  // namespace growth
