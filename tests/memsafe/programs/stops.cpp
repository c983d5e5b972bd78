// Programs that the checker accepts and that a run-time check stops. The mark above each program names its check, and
// what happens when the test switches this check off once by its number.

//! stop undefined_handle: TypeError: Cannot read properties of undefined; check: nullHandle; asan: SEGV
void tell(EventEmitter emitter) { emitter->emit("x"); }
//! good
void tell(EventEmitter emitter) { if (emitter) emitter->emit("x"); console::log(bool(emitter)); }
//! run: tell(undefined);
//! prints: false
//! stop undefined_owner: TypeError: Cannot read properties of undefined; check: nullOwner; asan: SEGV
struct Session { String user; };
void end() { auto session = make_owning<Session>("Ann"); session = nullptr; console::log(session->user); }
//! good
struct Session { String user; };
void end() { auto session = make_owning<Session>("Ann"); console::log(session->user); session = nullptr; }
//! run: end();
//! prints: Ann
//! stop undefined_soft: TypeError: Cannot read properties of undefined; check: nullSoft; asan: SEGV
struct Session { String user; };
void show(soft_ptr<Session> session) { console::log(session->user); }
//! good
struct Session { String user; };
void show(soft_ptr<Session> session) { console::log(session ? session->user : String("nobody")); }
//! run: show(nullptr);
//! prints: nobody
//! stop ended_owner: ReferenceError: The object that this soft_ptr refers to no longer exists; check: endedOwner; asan: use-after-poison
struct Session { String user; };
void end() { auto session = make_owning<Session>("Ann"); soft_ptr<Session> same = session; session = nullptr; console::log(same->user); }
//! good
struct Session { String user; };
void end() { auto session = make_owning<Session>("Ann"); soft_ptr<Session> same = session; console::log(same->user); session = nullptr; }
//! run: end();
//! prints: Ann
//! stop undefined_map: TypeError: Cannot read properties of undefined; check: nullTable; asan: SEGV
void count(Map<String, int> counts) { counts.set("a", 1); }
//! good
void count(Map<String, int> counts) { if (counts) counts.set("a", 1); console::log(bool(counts)); }
//! run: count(Map<String, int>::undefined());
//! prints: false
//! stop undefined_weak_map: TypeError: Cannot read properties of undefined; check: nullWeak; asan: SEGV
void note(WeakMap<EventEmitter, int> notes) { notes.set(make<EventEmitter>(), 1); }
//! good
void note(WeakMap<EventEmitter, int> notes) { if (notes) notes.set(make<EventEmitter>(), 1); console::log(bool(notes)); }
//! run: note(WeakMap<EventEmitter, int>::undefined());
//! prints: false
//! stop undefined_function: TypeError: undefined is not a function; check: nullFunction; asan: SEGV
void call(Function<void()> done) { done(); }
//! good
void call(Function<void()> done) { if (done) done(); console::log(bool(done)); }
//! run: call(nullptr);
//! prints: false
//! stop undefined_error: TypeError: Cannot read properties of undefined; check: nullError; asan: SEGV
void tell(Error error) { console::log(error->message); }
//! good
void tell(Error error) { console::log(error ? error->message : String("no error")); }
//! run: tell(Error());
//! prints: no error
//! stop undefined_promise: TypeError: Cannot read properties of undefined; check: nullPromise; asan: SEGV
void wait(let<Promise<int>> answer) { answer->then([](int n) { console::log(n); }); }
//! good
void wait(let<Promise<int>> answer) { if (answer.value()) answer->then([](int n) { console::log(n); }); console::log(bool(answer.value())); }
//! run: wait(let<Promise<int>>());
//! prints: false
//! stop undefined_generator: TypeError: Cannot read properties of undefined; check: nullGenerator; asan: SEGV
void go(Generator<int> numbers) { numbers.next(); }
//! good
void go(Generator<int> numbers) { if (numbers) numbers.next(); console::log(bool(numbers)); }
//! run: go(Generator<int>::undefined());
//! prints: false
//! stop undefined_async_generator: TypeError: Cannot read properties of undefined; check: nullAsyncGenerator; asan: SEGV
void go(AsyncGenerator<int> numbers) { auto first = numbers.next(); }
//! good
void go(AsyncGenerator<int> numbers) { if (numbers) auto first = numbers.next(); console::log(bool(numbers)); }
//! run: go(AsyncGenerator<int>::undefined());
//! prints: false
//! stop sequence_used_up: TypeError: Cannot read properties of undefined; check: nullSequence; asan: SEGV
Sequence<int> numbers() { co_yield 1; co_yield 2; }
Promise<> go() { auto all = numbers(); auto doubled = all.map([](int n) { return n * 2; }); console::log(co_await all.toArray()); }
//! good
Sequence<int> numbers() { co_yield 1; co_yield 2; }
Promise<> go() { auto all = numbers(); auto doubled = all.map([](int n) { return n * 2; }); console::log(co_await doubled.toArray()); }
//! run: co_await go();
//! prints: [ 2, 4 ]
//! stop undefined_array_buffer: TypeError: Cannot read properties of undefined; check: nullArrayBuffer; asan: SEGV
void show(ArrayBuffer bytes) { console::log(bytes.byteLength()); }
//! good
void show(ArrayBuffer bytes) { console::log(bytes ? bytes.byteLength() : -1); }
//! run: show(ArrayBuffer::undefined());
//! prints: -1
//! stop undefined_pattern: TypeError: Cannot read properties of undefined; check: nullRegExp; asan: SEGV
void match(RegExp pattern) { console::log(pattern.test("a")); }
//! good
void match(RegExp pattern) { console::log(pattern ? pattern.test("a") : false); }
//! run: match(RegExp::undefined());
//! prints: false
//! stop undefined_list: TypeError: Cannot read properties of undefined; check: nullArray; asan: SEGV
void add(Array<int> list) { list.push(1); }
//! good
void add(Array<int> list) { if (list) list.push(1); console::log(bool(list)); }
//! run: add(Array<int>::undefined());
//! prints: false
//! stop index_beyond: RangeError; check: arrayIndex; asan: heap-buffer-overflow
int beyond(Array<int> list, int i) { int n = list[i]; return n; }
//! good
int beyond(Array<int> list, int i) { int n = i < list.length() ? int(list[i]) : 0; return n; }
//! run: console::log(beyond({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}, 1000));
//! prints: 0
//! stop at_beyond: RangeError; check: arrayAt; asan: heap-buffer-overflow
int beyond(Array<int> list, int i) { int n = list.at(i); return n; }
//! good
int beyond(Array<int> list, int i) { int n = i < list.length() ? int(list.at(i)) : 0; return n; }
//! run: console::log(beyond({1, 2}, 1000));
//! prints: 0
//! stop names_beyond: RangeError; check: arrayNames; prints: -1094795583
int third(Array<int> list) { auto [a, b, c] = list.first<3>(); return a + b + c; }
//! good
int third(Array<int> list) { auto [a, b] = list.first<2>(); return a + b; }
//! run: console::log(third({1, 2}));
//! prints: 3
//! stop iterator_beyond: RangeError; check: arrayIterator; ubsan: applying non-zero offset 8 to null pointer
int third(Array<int> list) { auto it = list.begin(); ++it; ++it; return *it; }
//! good
int third(Array<int> list) { int at = 0; for (int n : list) if (at++ == 2) return n; return 0; }
//! run: console::log(third({}));
//! prints: 0
//! held iterator_of_what_was_emptied: undefined, which is what the list has there; check: arrayIterator; prints
void show(Array<String> list) { auto it = list.begin(); list.setLength(0); console::log(*it); }
//! run: show({"a", world::text});
//! prints: undefined
//! stop value_beyond: RangeError; check: listIterator; ubsan: applying non-zero offset 18446744073709551612 to null pointer
int third(Array<int> list) { auto values = list.values(); auto it = values.begin(); ++it; ++it; return *it; }
//! good
int third(Array<int> list) { int at = 0; for (int n : list.values()) if (at++ == 2) return n; return 0; }
//! run: console::log(third({}));
//! prints: 0
//! stop entry_of_a_query_beyond: RangeError; check: queryIterator; asan: stack-buffer-overflow
String second(querystring::ParsedUrlQuery query) { auto it = query.begin(); ++it; ++it; return it->key; }
//! good
String second(querystring::ParsedUrlQuery query) { int at = 0; for (auto& [key, value] : query) if (at++ == 1) return key; return "none"; }
//! run: console::log(second(querystring::parse("a=1")));
//! prints: none
//! stop hole_of_numbers: RangeError; check: arrayPlace; asan: heap-buffer-overflow
void put(Array<int> list) { list[1000] = 1; console::log(list.length()); }
//! good
void put(Array<int> list) { list[0] = 1; console::log(list.length()); }
//! run: put({});
//! prints: 1
//! stop pop_of_none: RangeError; check: arrayPop; ubsan: applying non-zero offset 18446744073709551612 to null pointer
int last(Array<int> list) { int n = list.pop(); return n; }
//! good
int last(Array<int> list) { int n = list.length() ? list.pop() : 0; return n; }
//! run: console::log(last({}));
//! prints: 0
//! stop shift_of_none: RangeError; check: arrayShift; asan: SEGV
int first(Array<int> list) { int n = list.shift(); return n; }
//! good
int first(Array<int> list) { int n = list.length() ? list.shift() : 0; return n; }
//! run: console::log(first({}));
//! prints: 0
//! stop row_that_went: TypeError: Cannot read properties of undefined; check: arrayRow; ubsan: applying non-zero offset
void change(Array<Array<double>> rows) { auto&& place = rows[1][0]; rows = Array<Array<double>>(); std::move(place) = 5; }
//! good
void change(Array<Array<double>> rows) { auto&& place = rows[1][0]; std::move(place) = 5; console::log(rows[1][0]); }
//! run: change({{1}, {2}});
//! prints: 5
//! held byte_beyond: undefined, as in JavaScript; check: bufferIndex; asan: SEGV
void show(Buffer bytes) { console::log(bytes[1000000]); }
//! run: show(Buffer::alloc(2));
//! prints: -1
//! stop number_beyond: RangeError; check: bufferOffset; asan: SEGV
double read(Buffer bytes) { return bytes.readDoubleLE(1000000); }
//! good
double read(Buffer bytes) { return bytes.length() >= 8 ? bytes.readDoubleLE(0) : 0; }
//! run: console::log(read(Buffer::alloc(2)));
//! prints: 0
//! held unit_beyond: -1, where JavaScript has NaN; check: stringUnit; asan: SEGV
void show(String text) { console::log(text.charCodeAt(1000000)); }
//! run: show(world::text);
//! prints: -1
//! held character_beyond: undefined, as in JavaScript; check: stringCharacter; asan: SEGV
void show(String text) { console::log(text.charCodeAt(0), text[1000000]); }
//! run: show(world::text);
//! prints: 97 undefined
//! stop entry_behind_the_end: RangeError; check: tableEnd; asan: heap-buffer-overflow
int second(Map<int, int> ages) { auto it = ages.values().begin(); ++it; return *it; }
//! good
int second(Map<int, int> ages) { int at = 0; for (int age : ages.values()) if (at++ == 1) return age; return 0; }
//! run: console::log(second({{1, 30}}));
//! prints: 0
//! held element_beyond: undefined, as in JavaScript; check: typedIndex; asan: SEGV
void show(Int32Array numbers) { console::log(numbers[1000000]); }
//! run: show(Int32Array(2));
//! prints: undefined
//! stop view_beyond: RangeError: Offset is outside the bounds of the DataView; check: viewOffset; asan: SEGV
double read(DataView view) { return view.getFloat64(1000000); }
//! good
double read(DataView view) { return view.byteLength() >= 8 ? double(view.getFloat64(0)) : 0; }
//! run: console::log(read(DataView(ArrayBuffer(2))));
//! prints: 0
//! stop atomic_beyond: RangeError; check: atomicIndex; asan: SEGV
int read(Int32Array cells) { return Atomics::load(cells, 1000000); }
//! good
int read(Int32Array cells) { return Atomics::load(cells, 1); }
//! run: console::log(read(Int32Array(2)));
//! prints: 0
//! stop chunk_of_another_kind: TypeError; check: chunkKind; prints: 0
void show(stream::Chunk chunk) { console::log(chunk.buffer().length()); }
//! good
void show(stream::Chunk chunk) { console::log(chunk); }
//! run: show(stream::Chunk(7));
//! prints: 7
//! stop function_of_a_number: TypeError; check: varFunction; asan: SEGV
void call(var object) { object["run"](); }
//! good
void call(var object) { console::log(object["run"]); }
//! run: call(var::object({{"run", 7}}));
//! prints: 7
//! stop text_of_a_number: TypeError; check: varText; asan: stack-buffer-overflow
void show(var value) { console::log(value.toUpperCase()); }
//! good
void show(var value) { console::log(str(value).toUpperCase()); }
//! run: show(7);
//! prints: 7
//! stop list_of_a_number: TypeError; check: varArray; asan: SEGV
void add(var value) { value.push(1); }
//! good
void add(var value) { console::log(value); }
//! run: add(7);
//! prints: 7
//! stop object_on_the_stack: Illegal constructor; check: objectOutsideMake; also: object-outside-make; asan: SEGV
class ChatObject : public EventEmitterObject { public: String title = "chat"; };
void open() { ChatObject chat; chat.emit("join"); console::log(chat.title); }
//! good
class ChatObject : public EventEmitterObject { public: String title = "chat"; };
void open() { auto chat = make<ChatObject>(); chat->emit("join"); console::log(chat->title); }
//! run: open();
//! prints: chat
//! stop destructor_hands_out_its_object: a destructor gave away a handle to its object; check: objectGivenAway; also: untraced-members; asan: heap-use-after-free
class SessionObject : public Object {
 public:
  SessionObject(Array<Handle<SessionObject>> pool, String user) : pool(pool), user(user) {}
  ~SessionObject() override { pool.push(Handle(this)); }
  Array<Handle<SessionObject>> pool;
  String user;
};
//! good
class SessionObject : public Object {
 public:
  SessionObject(Array<Handle<SessionObject>> pool, String user) : pool(pool), user(user) {}
  Array<Handle<SessionObject>> pool;
  String user;
  NODECPP_TRACE(pool)
  void end() { pool.push(Handle(this)); }
};
//! run bad: Array<Handle<SessionObject>> pool; make<SessionObject>(pool, "Ann"); setImmediate([=] { console::log(pool[0]->user); });
//! run good: Array<Handle<SessionObject>> pool; make<SessionObject>(pool, "Ann")->end(); setImmediate([=] { console::log(pool[0]->user); });
//! prints: Ann
//! stop handle_of_another_thread: belongs to another thread; check: handleOfOtherThread; also: mutable-global; prints
Handle<EventEmitterObject> shared;
void share() { shared = make<EventEmitter>(); make<worker_threads::Worker>([] { shared = nullptr; }); }
//! good
perThread<Handle<EventEmitterObject>> shared;
void share() { shared = make<EventEmitter>(); make<worker_threads::Worker>([] { shared = nullptr; }); }
//! run: share();
//! stop function_of_another_thread: was dropped by another thread than that which made it; check: closureOfOtherThread; also: mutable-global; ends
Function<void()> greet;
void share(String text) { greet = [=] { console::log(text); }; make<worker_threads::Worker>([] { greet = nullptr; }); }
//! good
perThread<Function<void()>> greet;
void share(String text) { greet = [=] { console::log(text); }; make<worker_threads::Worker>([] { greet = nullptr; }); }
//! run: share(world::text);
//! stop text_of_another_thread: belongs to another thread; check: countOfOtherThread; also: mutable-global; prints: 44
String greeting;
void share() { greeting = world::text; String copy = greeting; make<worker_threads::Worker>([] { String copy = greeting; console::log(copy.length()); }); }
//! good
perThread<String> greeting;
void share() { *greeting = world::text; String copy = *greeting; make<worker_threads::Worker>([] { String copy = *greeting; console::log(copy.length()); }); }
//! run: share();
//! prints: 0
//! stop too_many_holders: more than 4294967295 references; check: count; prints: 0
void hold() { std::uint32_t holders = 4294967295; detail::countHolder(holders); console::log(holders); }
//! good
void hold() { std::uint32_t holders = 4294967294; detail::countHolder(holders); console::log(holders); }
//! run: hold();
//! prints: 4294967295
//! stop calls_without_end: RangeError: Maximum call stack size exceeded; check: stack; asan: stack-overflow
void call() { let<Function<int(int)>> deeper; deeper = [=](int n) { return deeper(n + 1) + 1; }; console::log(deeper(0)); }
//! good
void call() { let<Function<int(int)>> deeper; deeper = [=](int n) { return n > 100 ? 0 : deeper(n + 1) + 1; }; console::log(deeper(0)); }
//! run: call();
//! prints: 101
//! held method_ends_its_owner: the object stays until the call has returned; check: ownerInUse; asan: use-after-poison
struct Session { String user; Function<void()> done = nullptr; void end() { done(); console::log("end of", user); } };
struct Server { owning_ptr<Session> current; };
void end() {
  let<Server> server;
  server->current = make_owning<Session>(world::text);
  server->current->done = [=] { server->current = nullptr; };
  server->current->end();
}
//! run: end();
//! prints: end of a text that is long enough to be on the heap
//! held method_replaces_its_variable: the value stays until the call has returned; check: letInUse; prints: end of Bob
struct Session { String user; Function<void()> done = nullptr; void end() { done(); console::log("end of", user); } };
void end() {
  let<Session> current = Session{"Ann"};
  current->done = [=] { current = Session{"Bob"}; };
  current->end();
}
//! run: end();
//! prints: end of Ann
//! stop value_of_no_generator: RangeError: This iterator stands behind the last entry; check: iteratorEnd; asan: heap-use-after-free
Generator<String> names() { co_yield world::text; }
String second() { auto all = names(); auto it = all.begin(); ++it; return *it; }
//! good
Generator<String> names() { co_yield world::text; }
String second() { int at = 0; for (String name : names()) if (at++ == 1) return name; return "none"; }
//! run: console::log(second());
//! prints: none
//! stop set_beyond: RangeError: offset is out of bounds; check: bufferSet; asan: heap-buffer-overflow
void put(Buffer bytes) { bytes.set(Buffer::alloc(100), 0); }
//! good
void put(Buffer bytes) { bytes.set(Buffer::alloc(1), 0); console::log(bytes.length()); }
//! run: put(Buffer::alloc(2));
//! prints: 2
//! stop room_beyond: RangeError; check: bufferRoom; prints: -1
int last(ArrayBuffer bytes) { auto all = Buffer::from(bytes, 0, 1000000); return all[999999]; }
//! good
int last(ArrayBuffer bytes) { auto all = Buffer::from(bytes, 0, 2); return all[1]; }
//! run: console::log(last(ArrayBuffer(2)));
//! prints: 0
//! stop copy_from_beyond: RangeError; check: bufferCopy; ubsan: -100 is outside the range of representable values of type 'unsigned long'
void copy(Buffer from, Buffer to) { from.copy(to, 0, -100); }
//! good
void copy(Buffer from, Buffer to) { from.copy(to, 0, 0); console::log(to.length()); }
//! run: copy(Buffer::alloc(200), Buffer::alloc(200));
//! prints: 200
//! stop copy_to_before: RangeError; check: bufferCopyTo; ubsan: -100 is outside the range of representable values of type 'unsigned long'
void copy(Buffer from, Buffer to) { from.copy(to, -100, 0); }
//! good
void copy(Buffer from, Buffer to) { from.copy(to, 0, 0); console::log(to.length()); }
//! run: copy(Buffer::alloc(200), Buffer::alloc(200));
//! prints: 200
//! stop fill_beyond: RangeError; check: integerRange; asan: heap-buffer-overflow
void fill(Buffer bytes) { bytes.fill(1, 0, 1000000); }
//! good
void fill(Buffer bytes) { bytes.fill(1, 0, 2); console::log(bytes[1]); }
//! run: fill(Buffer::alloc(2));
//! prints: 1
//! stop view_too_long: RangeError: Invalid DataView length; check: viewLength; ends: Uncaught exception
double read(ArrayBuffer bytes) { DataView view(bytes, 0, 1000000); return view.getFloat64(999000); }
//! good
double read(ArrayBuffer bytes) { DataView view(bytes, 0, 8); return view.getFloat64(0); }
//! run: console::log(read(ArrayBuffer(8)));
//! prints: 0
//! stop typed_too_long: RangeError: Invalid typed array length; check: typedLength; ends: Uncaught exception
int read(ArrayBuffer bytes) { Int32Array numbers(bytes, 0, 1000000); return numbers[999999]; }
//! good
int read(ArrayBuffer bytes) { Int32Array numbers(bytes, 0, 2); return numbers[1]; }
//! run: console::log(read(ArrayBuffer(8)));
//! prints: 0
//! stop typed_set_beyond: RangeError: offset is out of bounds; check: typedSet; asan: heap-buffer-overflow
void put(Int32Array numbers) { numbers.set(Int32Array(100), 0); }
//! good
void put(Int32Array numbers) { numbers.set(Int32Array(1), 0); console::log(numbers.length()); }
//! run: put(Int32Array(2));
//! prints: 2
//! stop sum_of_none: TypeError: Reduce of empty array with no initial value; check: arrayReduce; asan: SEGV
int sum(Array<int> list) { return list.reduce([](int a, int b) { return a + b; }); }
//! good
int sum(Array<int> list) { return list.reduce([](int a, int b) { return a + b; }, 0); }
//! run: console::log(sum({}));
//! prints: 0
//! stop generator_asks_itself: TypeError: Generator is already running; check: generatorRuns; asan: stack-overflow
Generator<int> numbers(let<Generator<int>> itself) { itself->next(); co_yield 1; }
void go() { let<Generator<int>> held; held = numbers(held); held->next(); held = Generator<int>::undefined(); }
//! good
Generator<int> numbers(let<int> at) { at++; co_yield at.value(); }
void go() { let<int> at = 0; auto held = numbers(at); console::log(held.next().value); }
//! run: go();
//! prints: 1
