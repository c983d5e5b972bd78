// Programs that use variables, members, classes, promises and numbers wrongly.
//! because mutable-global: all threads use one variable, of which each worker should have its own; `counter` and similar programs show the races
//! because counted-global: all threads change one reference count; tests/safety shows the result in global_string_in_a_worker
//! because use-after-move: a moved-from value is empty or undefined, which no sanitizer reports, but the result is wrong
//! because discarded-promise: no memory is damaged, but the work goes on unnoticed, and its error ends the program
//! because endless-recursion: a stack overflow ends the program in a defined way, so the rule reports it and does not refuse it

//! bad next_in_list: shared-pointer; leak
struct Node { int value = 0; std::shared_ptr<Node> next; };
//! good
struct Node { int value = 0; std::unique_ptr<Node> next; };
//! run bad: auto node = std::make_shared<Node>(); node->next = node;
//! run good: auto node = std::make_unique<Node>(); node->next = std::make_unique<Node>(); console::log(node->next->value);
//! prints: 0
//! bad parent_and_children: shared-pointer; leak
struct Tree { std::vector<std::shared_ptr<Tree>> children; std::shared_ptr<Tree> parent; };
//! good
class TreeObject : public Object { public: Array<Handle<TreeObject>> children; Handle<TreeObject> parent; NODECPP_TRACE(children, parent) };
//! run bad: auto parent = std::make_shared<Tree>(), child = std::make_shared<Tree>(); parent->children.push_back(child); child->parent = parent;
//! run good: auto parent = make<TreeObject>(), child = make<TreeObject>(); parent->children.push(child); child->parent = parent; console::log(parent->children.length());
//! prints: 1
//! bad by_a_closure: shared-pointer; because: LeakSanitizer reports no leak, since the collector's list still refers to the closure
struct Task { Function<void()> done; };
struct Queue { std::shared_ptr<Task> current; };
//! good
class TaskObject : public Object { public: Function<void()> done; NODECPP_TRACE(done) };
struct Queue { Handle<TaskObject> current; };
//! run bad: Queue queue{std::make_shared<Task>()}; queue.current->done = [queue] { console::log("done"); }; queue.current->done();
//! run good: Queue queue{make<TaskObject>()}; queue.current->done = [queue] { console::log("done"); }; queue.current->done();
//! prints: done
//! bad two_classes: shared-pointer; leak
struct Room;
struct Guest { std::weak_ptr<Room> room; std::function<void()> leave; };
struct Room { std::map<String, std::shared_ptr<Guest>> guests; };
//! good
struct Price { int cents = 0; };
struct Order { std::vector<std::shared_ptr<Price>> lines; };
//! run bad: auto room = std::make_shared<Room>(); auto guest = std::make_shared<Guest>(); guest->leave = [room] {}; room->guests["Ann"] = guest;
//! run good: Order order; order.lines.push_back(std::make_shared<Price>()); console::log(order.lines[0]->cents);
//! prints: 0

//! bad counter: mutable-global; tsan: data race
int requests = 0;
void hit() { requests++; }
//! good
perThread<int> requests = 0;
void hit() { ++*requests; }
//! run bad: std::thread one([] { hit(); }), other([] { hit(); }); one.join(); other.join();
//! run good: hit(); int hits = requests; console::log(hits);
//! prints: 1
//! bad cache: mutable-global
Map<String, String> cache;
//! good
perThread<Map<String, String>> cache;
//! run good: cache->set("a", "b"); console::log(cache->size());
//! prints: 1
//! bad static_in_function: mutable-global; tsan: data race
int next() { static int id = 0; return ++id; }
//! good
perThread<int> id = 0;
int next() { return int(++*id); }
//! run bad: std::thread one([] { next(); }), other([] { next(); }); one.join(); other.join();
//! run good: console::log(next());
//! prints: 1
//! bad static_member: mutable-global; tsan: data race
struct Account { static inline int opened = 0; };
//! good
struct Account { static inline perThread<int> opened = 0; };
//! run bad: std::thread one([] { Account::opened++; }), other([] { Account::opened++; }); one.join(); other.join();
//! run good: ++*Account::opened; int opened = Account::opened; console::log(opened);
//! prints: 1
//! bad hidden_in_namespace: mutable-global; tsan: data race
namespace { String last; }
void set(String text) { last = text; }
//! good
namespace { perThread<String> last; }
void set(String text) { last = text; }
//! run bad: std::thread one([] { set("a"); }), other([] { set("b"); }); one.join(); other.join();
//! run good: set("a"); String text = last; console::log(text);
//! prints: a
//! bad thread_local_state: atomic, mutable-global
thread_local int depth = 0;
//! good
perThread<int> depth = 0;
//! run good: ++*depth; int deep = depth; console::log(deep);
//! prints: 1
//! bad global_handler: mutable-global
Function<void()> onExit;
//! good
perThread<Function<void()>> onExit;
//! run good: onExit = [] { console::log("exit"); }; Function<void()> told = onExit; told();
//! prints: exit

//! bad constant_text: counted-global
const String greeting = "hello";
//! good
constexpr std::string_view greeting = "hello";
//! run good: console::log(String(greeting));
//! prints: hello
//! bad constant_list: counted-global
const Array<int> primes = {2, 3, 5};
//! good
constexpr std::array primes = {2, 3, 5};
//! run good: console::log(primes[2]);
//! prints: 5
//! bad constant_in_function: counted-global
String name() { static const String text = "x"; return text; }
//! good
String name() { const String text = "x"; return text; }
//! run: console::log(name());
//! prints: x
//! bad constant_settings: counted-global
struct Settings { String host = "localhost"; int port = 80; };
const Settings defaults;
//! good
struct Settings { String host = "localhost"; int port = 80; };
perThread<Settings> defaults;
//! run good: Settings settings = defaults; console::log(settings.host, settings.port);
//! prints: localhost 80

//! bad number: uninitialized; because: both branches give it a value here, but a third branch that is added later may not
int count(bool more) { int n; if (more) n = 1; else n = 2; return n; }
//! good
int count(bool more) { int n = 2; if (more) n = 1; return n; }
//! run: console::log(count(true));
//! prints: 1
//! bad flag: uninitialized; msan: use-of-uninitialized-value
bool found(std::vector<int> list) { bool there; for (int n : list) there = n > 0; return there; }
//! good
bool found(std::vector<int> list) { bool there = false; for (int n : list) there = n > 0; return there; }
//! run bad: if (found({})) std::puts("found");
//! run good: console::log(found({}));
//! prints: false
//! bad structure: uninitialized; msan: use-of-uninitialized-value
struct Point { int x, y; };
int where() { Point p; p.x = 1; return p.y; }
//! good
struct Point { int x, y; };
int where() { Point p{}; p.x = 1; return p.y; }
//! run bad: if (where() > 0) std::puts("there");
//! run good: console::log(where());
//! prints: 0
//! bad list: uninitialized; msan: use-of-uninitialized-value
int first() { std::array<int, 4> list; return list[0]; }
//! good
int first() { std::array<int, 4> list{}; return list[0]; }
//! run bad: if (first() > 0) std::puts("first");
//! run good: console::log(first());
//! prints: 0
//! bad kind: uninitialized; msan: use-of-uninitialized-value
enum class Kind { a, b };
Kind kind() { Kind k; return k; }
//! good
enum class Kind { a, b };
Kind kind() { Kind k{}; return k; }
//! run bad: if (kind() == Kind::a) std::puts("a");
//! run good: console::log(int(kind()));
//! prints: 0

//! bad forgotten_member: uninitialized-member; msan: use-of-uninitialized-value
class Timer { public: Timer(String name) : name(name) {} String name; int ticks; };
//! good
class Timer { public: Timer(String name) : name(name) {} String name; int ticks = 0; };
//! run bad: Timer timer("x"); if (timer.ticks > 0) std::puts("ticks");
//! run good: Timer timer("x"); console::log(timer.ticks);
//! prints: 0
//! bad one_of_two_constructors: uninitialized-member; msan: use-of-uninitialized-value
class Size { public: Size() {} explicit Size(int n) : n(n) {} int n; };
//! good
class Size { public: Size() : n(0) {} explicit Size(int n) : n(n) {} int n; };
//! run bad: if (Size().n > 0) std::puts("size");
//! run good: console::log(Size().n);
//! prints: 0
//! bad member_of_object: uninitialized-member; because: as forgotten_member; but make() needs the library, which is not built with MemorySanitizer
class JobObject : public Object { public: double progress; };
//! good
class JobObject : public Object { public: double progress = 0; };
//! run good: console::log(make<JobObject>()->progress);
//! prints: 0
//! bad member_of_member: uninitialized-member; msan: use-of-uninitialized-value
struct Point { int x, y; };
class Shape { public: explicit Shape(int n) : sides(n) {} int sides; Point middle; };
//! good
struct Point { int x = 0, y = 0; };
class Shape { public: explicit Shape(int n) : sides(n) {} int sides; Point middle; };
//! run bad: if (Shape(3).middle.x > 0) std::puts("right");
//! run good: console::log(Shape(3).middle.x);
//! prints: 0

//! bad member_set_on_one_way: uninitialized-member; msan: use-of-uninitialized-value
class Door { public: explicit Door(int n) { if (n > 1) open = true; } bool open; };
//! good
class Door { public: explicit Door(int n) { if (n > 1) open = true; else open = false; } bool open; };
//! run bad: if (Door(1).open) std::puts("open");
//! run good: console::log(Door(1).open, Door(2).open);
//! prints: false true
//! bad member_read_before_it_is_set: uninitialized-member; msan: use-of-uninitialized-value
class Door { public: Door() { knocks = open ? 1 : 2; open = true; } int knocks = 0; bool open; };
//! good
class Door { public: Door() { open = true; knocks = open ? 1 : 2; } int knocks = 0; bool open; };
//! run bad: if (Door().knocks == 1) std::puts("open");
//! run good: console::log(Door().knocks);
//! prints: 1
//! bad member_used_by_a_method: uninitialized-member; msan: use-of-uninitialized-value
class Door { public: Door() { ask(); open = true; } void ask() { if (open) knocks = 1; } int knocks = 0; bool open; };
//! good
class Door { public: Door() { open = true; ask(); } void ask() { if (open) knocks = 1; } int knocks = 0; bool open; };
//! run bad: if (Door().knocks == 1) std::puts("open");
//! run good: console::log(Door().knocks);
//! prints: 1

//! bad moved_text: use-after-move
void keep(String text) { Array<String> list; list.push(std::move(text)); console::log(text); }
//! good
void keep(String text) { Array<String> list; list.push(text); console::log(text); }
//! run: keep("Ann");
//! prints: Ann
//! bad moved_in_loop: use-after-move; prints: 0
void keep(std::vector<int> part) { std::vector<std::vector<int>> all; for (int i = 0; i < 2; i++) all.push_back(std::move(part)); console::log(all[1].size()); }
//! good
void keep(std::vector<int> part) { std::vector<std::vector<int>> all; for (int i = 0; i < 2; i++) all.push_back(part); console::log(all[1].size()); }
//! run: keep({1, 2});
//! prints: 2
//! bad moved_in_branch: use-after-move; prints: false
void give(std::unique_ptr<int> p, bool now) { if (now) { auto other = std::move(p); } console::log(bool(p)); }
//! good
void give(std::unique_ptr<int> p, bool now) { if (now) { auto other = std::move(p); return; } console::log(bool(p)); }
//! run: give(std::make_unique<int>(1), true);
//! bad moved_into_closure: use-after-move; prints:  | Ann
void later(String text) { setTimeout([text = std::move(text)] { console::log(text); }, 1); console::log(text); }
//! good
void later(String text) { console::log(text); setTimeout([text = std::move(text)] { console::log(text); }, 1); }
//! run: later("Ann");
//! prints: Ann
//! prints: Ann
//! bad moved_handle: use-after-move; asan: SEGV
void close(net::Socket socket) { auto last = std::move(socket); socket->end(); }
//! good
void close(net::Socket socket) { auto last = std::move(socket); last->end(); socket = last; }
//! run: world::withSocket([](net::Socket socket) { close(socket); });

//! bad forgotten_await: discarded-promise; prints: done | saved
Promise<> save() { co_await sleep(1); console::log("saved"); }
Promise<> program() { save(); console::log("done"); co_return; }
//! good
Promise<> save() { co_await sleep(1); console::log("saved"); }
Promise<> program() { co_await save(); console::log("done"); }
//! run: auto done = program();
//! prints: saved
//! prints: done
//! bad in_a_loop: discarded-promise; prints: all sent | sent
Promise<> send(int n) { co_await sleep(n); console::log("sent", n); }
Promise<> program(Array<int> list) { for (int n : list) send(n); console::log("all sent"); co_return; }
//! good
Promise<> send(int n) { co_await sleep(n); console::log("sent", n); }
Promise<> program(Array<int> list) { for (int n : list) co_await send(n); console::log("all sent"); }
//! run: auto done = program({1, 2});
//! prints: sent 1
//! prints: sent 2
//! prints: all sent
//! bad of_the_library: discarded-promise; ends: Uncaught exception
void clean() { fs::promises::unlink("none.txt"); }
//! good
Promise<> clean() { co_await fs::promises::unlink("none.txt"); }
//! run bad: clean();
//! run good: clean().catch_([](Error error) { console::log(error->code); });
//! prints: ENOENT
//! bad in_a_branch: discarded-promise; prints: done | logged
Promise<> log(String text) { co_await sleep(1); console::log("logged", text); }
Promise<> program(bool loud) { if (loud) log("x"); console::log("done"); co_return; }
//! good
Promise<> log(String text) { co_await sleep(1); console::log("logged", text); }
Promise<> program(bool loud) { if (loud) co_await log("x"); console::log("done"); }
//! run: auto done = program(true);
//! prints: logged x
//! prints: done
//! bad combined: discarded-promise
Promise<int> one() { co_return 1; }
Promise<> program() { Promise<>::all(one(), one()); co_return; }
//! good
Promise<int> one() { co_return 1; }
Promise<> program() { auto both = co_await Promise<>::all(one(), one()); (void)both; }
//! run: auto done = program();
//! bad rejected: discarded-promise; ends: Uncaught exception
void fail() { Promise<>::reject(Error("x")); }
//! good
Promise<> fail() { return Promise<>::reject(Error("x")); }
//! run bad: fail();
//! run good: fail().catch_([](Error error) { console::log(error->message); });
//! prints: x
//! bad chained_by_nobody: discarded-promise
Promise<> work() { co_return; }
void start() { setTimeout([] { work(); }, 1); }
//! good
Promise<> work() { co_return; }
void start() { setTimeout([] { work().catch_([](Error error) { console::log(error->message); }); }, 1); }
//! run: start();

//! bad throwing: throwing-destructor; ends: terminate called after throwing an instance of 'nodecpp::Error'
struct File { ~File() { if (open) throw Error("still open"); } bool open = false; };
//! good
struct File { ~File() { if (open) console::log("still open"); } bool open = false; };
//! run: File file; file.open = true;
//! prints: still open
//! bad allowed_to_throw: throwing-destructor; because: this destructor throws nothing; one that throws during another exception ends the process
struct Lock { ~Lock() noexcept(false) { release(); } void release() {} };
//! good
struct Lock { ~Lock() { release(); } void release() {} };
//! run: Lock lock;
//! bad throwing_deep: throwing-destructor; ends: terminate called after throwing an instance of 'nodecpp::RangeError'
struct Batch { ~Batch() { for (int n : sizes) { if (n > 3) throw RangeError("too big"); } } std::vector<int> sizes; };
//! good
struct Batch { ~Batch() { try { check(); } catch (const Error& error) { console::log(error->message); } } void check() { throw RangeError("x"); } };
//! run bad: Batch batch{{5}};
//! run good: Batch batch;
//! prints: x

//! bad walks_itself: endless-recursion
int depth(Map<String, int> tree, int at) { return at > 10 ? at : depth(tree, at + 1); }
//! good
int depth(Map<String, int> tree, int at) { while (at <= 10) at++; return at; }
//! run: console::log(depth({}, 0));
//! prints: 11
//! bad method_of_itself: endless-recursion
struct Tree { std::vector<Tree> children; int size() { int sum = 1; for (auto& child : children) sum += child.size(); return sum; } };
//! good
struct Tree { std::vector<int> children; int size() { return int(children.size()) + 1; } };
//! run: Tree tree; console::log(tree.size());
//! prints: 1

//! bad emitter_on_stack: object-outside-make; asan: SEGV
class ChatObject : public EventEmitterObject {};
void program() { ChatObject chat; chat.emit("x"); }
//! good
class ChatObject : public EventEmitterObject {};
void program() { auto chat = make<Handle<ChatObject>>(); chat->emit("x"); }
//! run: program();
//! bad emitter_as_member: object-outside-make; asan: SEGV
class ChatObject : public EventEmitterObject {};
struct Room { ChatObject chat; };
//! good
class ChatObject : public EventEmitterObject {};
struct Room { Handle<ChatObject> chat; };
//! run bad: Room room;
//! run good: Room room; room.chat = make<ChatObject>(); console::log(room.chat->emit("x"));
//! prints: false
//! bad emitter_as_global: object-outside-make, mutable-global; because: it ends the program before main(), and with it every other program of this file; tests/safety has it as emitter_in_a_global
class ChatObject : public EventEmitterObject {};
ChatObject chat;
//! good
class ChatObject : public EventEmitterObject {};
perThread<Handle<ChatObject>> chat;
//! run good: chat = make<ChatObject>(); Handle<ChatObject> same = chat; console::log(same->emit("x"));
//! prints: false

//! bad average: lost-fraction; prints: 0
num average(int total, int count) { return total / count; }
//! good
num average(int total, int count) { return num(total) / count; }
//! run: console::log(average(1, 2));
//! prints: 0.5
//! bad printed: lost-fraction; prints: 3
void show(int total) { console::log(total / 3); }
//! good
void show(num total) { console::log(total / 3); }
//! run: show(10);
//! prints: 3.3333333333333335
//! bad to_double: lost-fraction; prints: 1
double half(int n) { double result = n / 2; return result; }
//! good
double half(int n) { double result = n / 2.0; return result; }
//! run: console::log(half(3));
//! prints: 1.5
//! bad to_auto: lost-fraction; prints: false
bool big(int total, int count) { auto mean = total / count; return mean > 2; }
//! good
bool big(int total, int count) { auto mean = double(total) / count; return mean > 2; }
//! run: console::log(big(5, 2));
//! prints: true
//! bad in_a_sum: lost-fraction; prints: 2.5
double price(int cents) { return 1.5 + (cents / 100); }
//! good
double price(int cents) { return 1.5 + (cents / 100.0); }
//! run: console::log(price(150));
//! prints: 3

//! bad below_size: mixed-signs; prints: false
bool below(int i, std::vector<int> list) { return i < list.size(); }
//! good
bool below(num i, std::vector<int> list) { return i < list.size(); }
//! run: console::log(below(-1, {1}));
//! prints: true
//! bad minus_one: mixed-signs; because: a negative number would equal the size only of a list that is too long to exist
bool last(int at, std::vector<int> list) { return at + 1 == list.size(); }
//! good
bool last(num at, std::vector<int> list) { return at + 1 == list.size(); }
//! run: console::log(last(1, {5, 6}));
//! prints: true
//! bad loop_to_size: mixed-signs; prints: 0
int sum(std::vector<int> list) { int total = 0; for (int i = -1; i < list.size(); i++) total += i; return total; }
//! good
int sum(std::vector<int> list) { int total = 0; for (int n : list) total += n; return total; }
//! run: console::log(sum({1, 2}));
//! prints: 3
//! bad remainder: mixed-signs; prints: 0
int slot(int hash, std::vector<int> table) { return int(hash % table.size()); }
//! good
int slot(int hash, std::vector<int> table) { int size = int(table.size()); return (hash % size + size) % size; }
//! run: console::log(slot(-1, {1, 2, 3}));
//! prints: 2
//! bad nobody_waits: discarded-promise; because: an error of the promise would be handled nowhere
Promise<> load() { co_await sleep(1); }
void program() { load(); }
//! good
Promise<> load() { co_await sleep(1); }
void program(worker_threads::Worker worker) { (void)load(); worker->terminate(); }
//! run good: program(make<worker_threads::Worker>([] {}));
