// Variables, members, classes, promises, numbers.

//! bad next_in_list: shared-pointer
struct Node { int value = 0; std::shared_ptr<Node> next; };
//! good
struct Node { int value = 0; std::unique_ptr<Node> next; };
//! bad parent_and_children: shared-pointer
struct Tree { std::vector<std::shared_ptr<Tree>> children; std::shared_ptr<Tree> parent; };
//! good
class TreeObject : public Object { public: Array<Handle<TreeObject>> children; Handle<TreeObject> parent; };
//! bad by_a_closure: shared-pointer
struct Task { Function<void()> done; };
struct Queue { std::shared_ptr<Task> current; };
//! good
class TaskObject : public Object { public: Function<void()> done; };
struct Queue { Handle<TaskObject> current; };
//! bad two_classes: shared-pointer
struct Room;
struct Guest { std::weak_ptr<Room> room; std::function<void()> leave; };
struct Room { std::map<String, std::shared_ptr<Guest>> guests; };
//! good
struct Price { int cents = 0; };
struct Order { std::vector<std::shared_ptr<Price>> lines; };

//! bad counter: mutable-global
int requests = 0;
void hit() { requests++; }
//! good
perThread<int> requests = 0;
void hit() { ++*requests; }
//! bad cache: mutable-global
Map<String, String> cache;
//! good
perThread<Map<String, String>> cache;
//! bad static_in_function: mutable-global
int next() { static int id = 0; return ++id; }
//! good
perThread<int> id = 0;
int next() { return int(++*id); }
//! bad static_member: mutable-global
struct Account { static inline int opened = 0; };
//! good
struct Account { static inline perThread<int> opened = 0; };
//! bad hidden_in_namespace: mutable-global
namespace { String last; }
void set(String text) { last = text; }
//! good
namespace { perThread<String> last; }
void set(String text) { last = text; }
//! bad thread_local_state: atomic, mutable-global
thread_local int depth = 0;
//! good
perThread<int> depth = 0;
//! bad global_handler: mutable-global
Function<void()> onExit;
//! good
perThread<Function<void()>> onExit;

//! bad constant_text: counted-global
const String greeting = "hello";
//! good
constexpr std::string_view greeting = "hello";
//! bad constant_list: counted-global
const Array<int> primes = {2, 3, 5};
//! good
constexpr std::array primes = {2, 3, 5};
//! bad constant_in_function: counted-global
String name() { static const String text = "x"; return text; }
//! good
String name() { const String text = "x"; return text; }
//! bad constant_settings: counted-global
struct Settings { String host = "localhost"; int port = 80; };
const Settings defaults;
//! good
struct Settings { String host = "localhost"; int port = 80; };
perThread<Settings> defaults;

//! bad number: uninitialized
int count(bool more) { int n; if (more) n = 1; else n = 2; return n; }
//! good
int count(bool more) { int n = 2; if (more) n = 1; return n; }
//! bad flag: uninitialized
bool found(Array<int> list) { bool there; list.forEach([&](int n) { there = n > 0; }); return there; }
//! good
bool found(Array<int> list) { bool there = false; list.forEach([&](int n) { there = n > 0; }); return there; }
//! bad structure: uninitialized
struct Point { int x, y; };
int where() { Point p; p.x = 1; return p.x; }
//! good
struct Point { int x, y; };
int where() { Point p{}; p.x = 1; return p.x; }
//! bad list: uninitialized
int first() { std::array<int, 4> list; return list[0]; }
//! good
int first() { std::array<int, 4> list{}; return list[0]; }
//! bad kind: uninitialized
enum class Kind { a, b };
Kind kind() { Kind k; return k; }
//! good
enum class Kind { a, b };
Kind kind() { Kind k{}; return k; }

//! bad forgotten_member: uninitialized-member
class Timer { public: Timer(String name) : name(name) {} String name; int ticks; };
//! good
class Timer { public: Timer(String name) : name(name) {} String name; int ticks = 0; };
//! bad one_of_two_constructors: uninitialized-member
class Size { public: Size() {} explicit Size(int n) : n(n) {} int n; };
//! good
class Size { public: Size() : n(0) {} explicit Size(int n) : n(n) {} int n; };
//! bad member_of_object: uninitialized-member
class JobObject : public Object { public: double progress; };
//! good
class JobObject : public Object { public: double progress = 0; };
//! bad member_of_member: uninitialized-member
struct Point { int x, y; };
class Shape { public: explicit Shape(int n) : sides(n) {} int sides; Point middle; };
//! good
struct Point { int x = 0, y = 0; };
class Shape { public: explicit Shape(int n) : sides(n) {} int sides; Point middle; };

//! bad moved_text: use-after-move
void keep(String text) { Array<String> list; list.push(std::move(text)); console::log(text); }
//! good
void keep(String text) { Array<String> list; list.push(text); console::log(text); }
//! bad moved_in_loop: use-after-move
void keep(std::vector<int> part) { std::vector<std::vector<int>> all; for (int i = 0; i < 2; i++) all.push_back(std::move(part)); }
//! good
void keep(std::vector<int> part) { std::vector<std::vector<int>> all; for (int i = 0; i < 2; i++) all.push_back(part); }
//! bad moved_in_branch: use-after-move
void give(std::unique_ptr<int> p, bool now) { if (now) { auto other = std::move(p); } console::log(bool(p)); }
//! good
void give(std::unique_ptr<int> p, bool now) { if (now) { auto other = std::move(p); return; } console::log(bool(p)); }
//! bad moved_into_closure: use-after-move
void later(String text) { setTimeout([text = std::move(text)] { console::log(text); }, 1); console::log(text); }
//! good
void later(String text) { console::log(text); setTimeout([text = std::move(text)] { console::log(text); }, 1); }
//! bad moved_handle: use-after-move
void close(net::Socket socket) { auto last = std::move(socket); socket->end(); }
//! good
void close(net::Socket socket) { auto last = std::move(socket); last->end(); socket = last; }

//! bad forgotten_await: discarded-promise
Promise<> save() { co_return; }
Promise<> program() { save(); co_return; }
//! good
Promise<> save() { co_return; }
Promise<> program() { co_await save(); }
//! bad in_a_loop: discarded-promise
Promise<> send(int n) { co_return; }
Promise<> program(Array<int> list) { for (int n : list) send(n); co_return; }
//! good
Promise<> send(int n) { co_return; }
Promise<> program(Array<int> list) { for (int n : list) co_await send(n); }
//! bad of_the_library: discarded-promise
void clean() { fs::promises::unlink("/tmp/x"); }
//! good
Promise<> clean() { co_await fs::promises::unlink("/tmp/x"); }
//! bad in_a_branch: discarded-promise
Promise<> log(String text) { co_return; }
Promise<> program(bool loud) { if (loud) log("x"); co_return; }
//! good
Promise<> log(String text) { co_return; }
Promise<> program(bool loud) { if (loud) co_await log("x"); }
//! bad combined: discarded-promise
Promise<int> one() { co_return 1; }
Promise<> program() { Promise<>::all(one(), one()); co_return; }
//! good
Promise<int> one() { co_return 1; }
Promise<> program() { auto both = co_await Promise<>::all(one(), one()); (void)both; }
//! bad rejected: discarded-promise
void fail() { Promise<>::reject(Error("x")); }
//! good
Promise<> fail() { return Promise<>::reject(Error("x")); }
//! bad chained_by_nobody: discarded-promise
Promise<> work() { co_return; }
void start() { setTimeout([] { work(); }, 1); }
//! good
Promise<> work() { co_return; }
void start() { setTimeout([] { work().catch_([](Error error) { console::log(error->message); }); }, 1); }

//! bad throwing: throwing-destructor
struct File { ~File() { if (open) throw Error("still open"); } bool open = false; };
//! good
struct File { ~File() { if (open) console::log("still open"); } bool open = false; };
//! bad allowed_to_throw: throwing-destructor
struct Lock { ~Lock() noexcept(false) { release(); } void release() {} };
//! good
struct Lock { ~Lock() { release(); } void release() {} };
//! bad throwing_deep: throwing-destructor
struct Batch { ~Batch() { for (int n : sizes) { if (n > 3) throw RangeError("too big"); } } std::vector<int> sizes; };
//! good
struct Batch { ~Batch() { try { check(); } catch (const Error& error) { console::log(error->message); } } void check() { throw RangeError("x"); } };

//! bad walks_itself: endless-recursion
int depth(Map<String, int> tree, int at) { return at > 10 ? at : depth(tree, at + 1); }
//! good
int depth(Map<String, int> tree, int at) { while (at <= 10) at++; return at; }
//! bad method_of_itself: endless-recursion
struct Tree { std::vector<Tree> children; int size() { int sum = 1; for (auto& child : children) sum += child.size(); return sum; } };
//! good
struct Tree { std::vector<int> children; int size() { return int(children.size()) + 1; } };

//! bad emitter_on_stack: object-outside-make
class ChatObject : public EventEmitterObject {};
void program() { ChatObject chat; chat.emit("x"); }
//! good
class ChatObject : public EventEmitterObject {};
void program() { auto chat = make<Handle<ChatObject>>(); chat->emit("x"); }
//! bad emitter_as_member: object-outside-make
class ChatObject : public EventEmitterObject {};
struct Room { ChatObject chat; };
//! good
class ChatObject : public EventEmitterObject {};
struct Room { Handle<ChatObject> chat; };
//! bad emitter_as_global: object-outside-make, mutable-global
class ChatObject : public EventEmitterObject {};
ChatObject chat;
//! good
class ChatObject : public EventEmitterObject {};
perThread<Handle<ChatObject>> chat;

//! bad average: lost-fraction
num average(int total, int count) { return total / count; }
//! good
num average(int total, int count) { return num(total) / count; }
//! bad printed: lost-fraction
void show(int total) { console::log(total / 3); }
//! good
void show(num total) { console::log(total / 3); }
//! bad to_double: lost-fraction
double half(int n) { double result = n / 2; return result; }
//! good
double half(int n) { double result = n / 2.0; return result; }
//! bad to_auto: lost-fraction
bool big(int total, int count) { auto mean = total / count; return mean > 2; }
//! good
bool big(int total, int count) { auto mean = double(total) / count; return mean > 2; }
//! bad in_a_sum: lost-fraction
double price(int cents) { return 1.5 + (cents / 100); }
//! good
double price(int cents) { return 1.5 + (cents / 100.0); }

//! bad below_size: mixed-signs
bool below(int i, std::vector<int> list) { return i < list.size(); }
//! good
bool below(num i, std::vector<int> list) { return i < list.size(); }
//! bad minus_one: mixed-signs
bool last(int at, String text) { return at == text.byteLength() + 0u; }
//! good
bool last(num at, String text) { return at == text.byteLength(); }
//! bad loop_to_size: mixed-signs
int sum(std::vector<int> list) { int total = 0; for (int i = -1; i < list.size(); i++) total += i; return total; }
//! good
int sum(std::vector<int> list) { int total = 0; for (int n : list) total += n; return total; }
//! bad remainder: mixed-signs
std::size_t slot(int hash, std::vector<int> table) { return hash % table.size(); }
//! good
std::size_t slot(std::size_t hash, std::vector<int> table) { return hash % table.size(); }
