// Programs that use pointers, casts, unions and arrays as in C.
//! because union: clang 19 has no sanitizer that knows which member was written last

//! bad new_object: raw-new; leak
struct User { String name; };
void program() { owning_ptr<User> user; console::log(bool(new User{"Ann"})); }
//! good
struct User { String name; };
void program() { auto user = make_owning<User>("Ann"); console::log(user->name); }
//! run: program();
//! prints: Ann
//! bad new_array: raw-new; leak
int count() { return (new int[3]{1, 2, 3}) != nullptr; }
//! good
int count() { return int(Array<int>{1, 2, 3}.length()); }
//! run: console::log(count());
//! prints: 3
//! bad placement_new: raw-new; asan: stack-buffer-overflow
struct Cell { int value; };
void program(std::array<char, 2> room) { console::log(bool(new (room.data()) Cell{1})); }
//! good
struct Cell { int value; };
void program() { std::optional<Cell> cell; cell.emplace(1); console::log(cell->value); }
//! run bad: program({});
//! run good: program();
//! prints: 1
//! bad new_in_unique: raw-new; because: the object is owned at once here; an exception between new and the owner would leak it
struct Node { int value = 0; };
struct Tree { std::unique_ptr<Node> root{new Node}; };
//! good
struct Node { int value = 0; };
struct Tree { std::unique_ptr<Node> root = std::make_unique<Node>(); };
//! run: Tree tree; console::log(tree.root->value);
//! prints: 0
//! bad delete_given: raw-delete, pointer-variable; asan: double-free
void close(int* counter) { delete counter; }
//! good
void close(owning_ptr<int>& counter) { counter = nullptr; }
//! run bad: int* counter = new int(1); close(counter); close(counter);
//! run good: auto counter = make_owning<int>(1); close(counter); close(counter); console::log(bool(counter));
//! prints: false
//! bad delete_this: raw-delete; asan: free
struct Session { void end() { delete this; } };
//! good
struct Sessions { Array<String> all; void end(int at) { all.splice(at, 1); } };
//! run bad: Session session; session.end();
//! run good: Sessions sessions; sessions.all = {"Ann", "Bob"}; sessions.end(0); console::log(sessions.all[0]);
//! prints: Bob
//! bad pointer_to_parent: pointer-member; asan: stack-use-after-scope
struct Branch { Branch* parent = nullptr; };
//! good
class BranchObject : public Object { public: Handle<BranchObject> parent; NODECPP_TRACE(parent) };
//! run bad: Branch child; { Branch parent; child.parent = &parent; } console::log(bool(child.parent->parent));
//! run good: auto child = make<BranchObject>(); child->parent = make<BranchObject>(); console::log(bool(child->parent->parent));
//! prints: false
//! bad bytes_in_table: pointer-member; asan: heap-use-after-free
struct Block { const unsigned char* bytes = nullptr; };
//! good
struct Block { Buffer bytes; const char* name = ""; };
//! run bad: Block block; { std::string text = world::text; block.bytes = reinterpret_cast<const unsigned char*>(text.data()); } console::log(int(block.bytes[0]));
//! run good: Block block; block.bytes = Buffer::from("a text"); console::log(block.bytes[0]);
//! prints: 97
//! bad vector_of_pointers: pointer-member; asan: stack-use-after-scope
struct Pool { struct Slot { int n = 0; }; Slot* free = nullptr; };
//! good
struct Pool { struct Slot { int n = 0; }; std::vector<Slot> free; };
//! run bad: Pool pool; { Pool::Slot slot; pool.free = &slot; } console::log(pool.free->n);
//! run good: Pool pool; pool.free.push_back({1}); console::log(pool.free[0].n);
//! prints: 1
//! bad list_of_pointers: kept-view; asan: stack-use-after-scope
struct Item { int n = 0; };
struct Shelf { std::vector<Item*> items; };
//! good
struct Item { int n = 0; };
struct Shelf { std::vector<Item> items; };
//! run bad: Shelf shelf; { Item item; shelf.items.push_back(&item); } console::log(shelf.items[0]->n);
//! run good: Shelf shelf; shelf.items.push_back({1}); console::log(shelf.items[0].n);
//! prints: 1
//! bad map_of_pointers: kept-view; asan: stack-use-after-scope
struct Room { std::map<String, int*> scores; };
//! good
struct Room { std::map<String, int> scores; };
//! run bad: Room room; { int score = 1; room.scores["Ann"] = &score; } console::log(*room.scores["Ann"]);
//! run good: Room room; room.scores["Ann"] = 1; console::log(room.scores["Ann"]);
//! prints: 1
//! bad walk_by_pointer: pointer-arithmetic; asan: stack-buffer-overflow
int at(std::array<int, 3> list, int i) { return *(list.data() + i); }
//! good
int at(std::array<int, 3> list, int i) { return list[std::size_t(i)]; }
//! run bad: console::log(at({1, 2, 3}, 3));
//! run good: console::log(at({1, 2, 3}, 1));
//! prints: 2
//! bad index_by_pointer: pointer-arithmetic; asan: heap-buffer-overflow
int third(std::vector<int> list) { return list.data()[2]; }
//! good
int third(std::vector<int> list) { return list[2]; }
//! run bad: console::log(third({1, 2}));
//! run good: console::log(third({1, 2, 3}));
//! prints: 3
//! bad arrow_of_address: pointer-arithmetic; asan: SEGV
struct Point { int x = 0; };
int x(std::vector<Point> list) { return list.data()->x; }
//! good
struct Point { int x = 0; };
int x(std::vector<Point> list) { return list[0].x; }
//! run bad: console::log(x({}));
//! run good: console::log(x({{1}}));
//! prints: 1
//! bad text_with_length: pointer-arithmetic; asan: heap-buffer-overflow
String head(String text) { return String(std::string(text.data(), 64)); }
//! good
String head(String text) { return text.slice(0, 64); }
//! run: console::log(head(world::text));
//! prints: a text that is long enough to be on the heap
//! bad span_with_length: pointer-arithmetic; asan: heap-buffer-overflow
int sum(std::vector<int> list, std::size_t count) { int total = 0; for (int n : std::span<int>(list.data(), count)) total += n; return total; }
//! good
int sum(std::vector<int> list) { int total = 0; for (int n : list) total += n; return total; }
//! run bad: console::log(sum({1, 2}, 3));
//! run good: console::log(sum({1, 2}));
//! prints: 3
//! bad iterator_plus: pointer-arithmetic; asan: negative-size-param
void removeAt(std::vector<int> list, int at) { list.erase(list.begin() + at); console::log(list.size()); }
//! good
void removeAt(Array<int> list, int at) { list.splice(at, 1); console::log(list.length()); }
//! run: removeAt({1, 2}, 5);
//! prints: 2
//! bad iterator_index: pointer-arithmetic; asan: heap-buffer-overflow
int fourth(std::vector<int> list) { return list.begin()[3]; }
//! good
int fourth(std::vector<int> list) { return list[3]; }
//! run bad: console::log(fourth({1, 2, 3}));
//! run good: console::log(fourth({1, 2, 3, 4}));
//! prints: 4
//! bad iterator_advance: pointer-arithmetic; asan: heap-buffer-overflow
void from(std::vector<int> list, int at) { auto it = list.begin(); std::advance(it, at); if (it != list.end()) console::log(*it); }
//! good
void from(Array<int> list, int at) { console::log(list.at(at)); }
//! run bad: from({1}, 3);
//! run good: from({1}, 0);
//! prints: 1
//! bad pointer_parameter: pointer-variable; asan: stack-use-after-scope
void set(int* to) { if (to) *to = 1; }
//! good
void set(let<int> to) { to = 1; }
//! run bad: int* to = nullptr; { int n = 0; to = &n; } set(to);
//! run good: let<int> n = 0; set(n); console::log(n.value());
//! prints: 1
//! bad pointer_to_local: pointer-variable; asan: stack-use-after-return
int* program() { int n = 1; auto p = &n; return p; }
//! good
let<int> program() { let<int> n = 1; auto p = n; return p; }
//! run bad: auto p = program(); world::useStack(); console::log(*p);
//! run good: auto p = program(); console::log(p.value());
//! prints: 1
//! bad pointer_of_get_if: pointer-variable; asan: heap-buffer-overflow
void show(std::variant<int, String> value) { if (auto text = std::get_if<String>(&value)) { value = 1; console::log(*text); } }
//! good
void show(std::variant<int, String> value) { if (std::holds_alternative<String>(value)) { auto text = std::get<String>(value); value = 1; console::log(text); } }
//! run: show(String(world::text));
//! prints: a text that is long enough to be on the heap
//! bad text_of_string: pointer-variable; asan: heap-use-after-free
void show(std::string text) { const char* same = text.c_str(); text = std::string(99, 'b'); console::log(same); }
//! good
void show(std::string text) { const char* same = "literal"; text = "other"; console::log(same, text.c_str()); }
//! run: show(world::text);
//! prints: literal other
//! bad text_given: pointer-variable; asan: heap-use-after-free
void log(const char* text) { setTimeout([=] { console::log(text); }, 1); }
void program(std::string name) { log(name.c_str()); }
//! good
void log(const char* text) { setTimeout([=] { console::log(text); }, 1); }
void program() { log("name"); }
//! run bad: program(world::text);
//! run good: program();
//! prints: name
//! bad text_returned: pointer-variable; asan: heap-use-after-free
const char* name(std::string text) { return text.data(); }
//! good
const char* name(bool first) { return first ? "first" : "second"; }
//! run bad: const char* text = name(world::text); console::log(text);
//! run good: console::log(name(true));
//! prints: first
//! bad text_of_array: pointer-variable; asan: stack-use-after-return
struct Named { const char* name = ""; };
Named named() { const char text[] = "local"; return {text}; }
//! good
struct Named { const char* name = ""; };
Named named() { return {"literal"}; }
//! run: auto made = named(); world::useStack(); console::log(made.name);
//! prints: literal
//! bad pointer_of_handle: pointer-variable; asan: heap-use-after-free
void keep(EventEmitter emitter) { auto raw = emitter.get(); setImmediate([=] { console::log(raw->emit("x")); }); }
//! good
void keep(EventEmitter emitter) { auto same = emitter; setImmediate([=] { console::log(same->emit("x")); }); }
//! run: keep(make<EventEmitter>());
//! prints: false
//! bad released: pointer-variable; leak
void leak(std::unique_ptr<int> p) { p.release(); }
//! good
void leak(std::unique_ptr<int> p) { p.reset(); }
//! run: leak(std::make_unique<int>(1));
//! bad reinterpret: pointer-cast; prints: 1.401298464324817e-45
float real(std::uint32_t n) { return reinterpret_cast<float&>(n); }
//! good
float real(std::uint32_t n) { return float(n); }
//! run: console::log(real(1));
//! prints: 1
//! bad away_with_const: pointer-cast; prints: x
void show(const String& text) { const_cast<String&>(text) = "x"; }
//! good
void show(String text) { text = "x"; }
//! run: String text = "a"; show(text); console::log(text);
//! prints: a
//! bad downcast: pointer-cast; asan: heap-buffer-overflow
class BaseObject : public Object { public: int kind = 0; };
class RightObject : public BaseObject { public: double more = 1; };
void show(Handle<BaseObject> base) { console::log(static_cast<RightObject&>(*base).more); }
//! good
class BaseObject : public Object { public: int kind = 0; };
class RightObject : public BaseObject { public: double more = 1; };
void show(Handle<BaseObject> base) { if (auto right = base.as<Handle<RightObject>>()) console::log(right->more); }
//! run bad: show(make<BaseObject>());
//! run good: show(make<RightObject>()); show(make<BaseObject>());
//! prints: 1
//! bad c_cast: pointer-cast; asan: heap-buffer-overflow
int first(std::string text) { return ((int&)text[text.size() - 1]); }
//! good
int first(Buffer bytes) { return int(bytes.readInt32LE(0)); }
//! run bad: console::log(first(world::text));
//! run good: console::log(first(Buffer::from("abcd")));
//! prints: 1684234849
//! bad from_number: pointer-cast; asan: SEGV
bool there(std::uintptr_t at) { return *(char*)at != 0; }
//! good
bool there(Map<int, String> names, int id) { return names.has(id); }
//! run bad: console::log(there(4096));
//! run good: console::log(there({{1, "Ann"}}, 1));
//! prints: true
//! bad to_number: pointer-cast; because: using an address as a number is no error, but the number differs in each run and in a replay
struct Thing { std::size_t id() { return (std::size_t)this; } };
//! good
struct Thing { int number = 0; int id() { return number; } };
//! run: Thing thing; console::log(thing.id() > 0);
//! prints: false
//! bad bits_of_class: pointer-cast; because: it is right for numbers; for a class with reference counts or pointers it makes a second owner
double asDouble(std::uint64_t n) { return std::bit_cast<double>(n); }
//! good
double asDouble(std::uint64_t n) { auto b = Buffer::alloc(8); b.writeDoubleLE(double(n), 0); return b.readDoubleLE(0); }
//! run: console::log(asDouble(0));
//! prints: 0
//! bad tagged: union; prints: 1.401298464324817e-45
struct Value { int kind = 0; union { int number; float fraction; }; };
//! good
struct Value { std::variant<int, float> value; };
//! run bad: Value value; value.number = 1; console::log(value.fraction);
//! run good: Value value; value.value = 1; console::log(std::get<int>(value.value));
//! prints: 1
//! bad named_union: union; prints: 1.401298464324817e-45
union Bits { int i; float f; };
//! good
using Bits = std::variant<int, float>;
//! run bad: Bits bits; bits.i = 1; console::log(bits.f);
//! run good: Bits bits = 1; console::log(std::get<int>(bits));
//! prints: 1
//! bad index_of_array: array-index; ubsan: index 7 out of bounds for type 'const int[3]'
int day(int n) { const int days[] = {31, 28, 31}; return days[n]; }
//! good
int day(int n) { const std::array days = {31, 28, 31}; return days[std::size_t(n)]; }
//! run bad: console::log(day(7));
//! run good: console::log(day(1));
//! prints: 28
//! bad index_beyond: array-index; ubsan: index 3 out of bounds for type 'int[3]'
int last() { int list[3] = {1, 2, 3}; return list[3]; }
//! good
int last() { int list[3] = {1, 2, 3}; return list[2]; }
//! run: console::log(last());
//! prints: 3
//! bad index_of_literal: array-index; ubsan: index 20 out of bounds for type 'const char[17]'
char digit(int n) { return "0123456789abcdef"[n]; }
//! good
String digit(int n) { return str("0123456789abcdef")[n]; }
//! run bad: console::log(int(digit(20)));
//! run good: console::log(digit(11));
//! prints: b
//! bad index_of_member: array-index; asan: stack-buffer-overflow
struct Grid { int cells[9] = {}; int at(int i) { return cells[i]; } };
//! good
struct Grid { std::array<int, 9> cells{}; int at(int i) { return cells[std::size_t(i)]; } };
//! run bad: console::log(Grid().at(9));
//! run good: console::log(Grid().at(8));
//! prints: 0
//! bad loop_over_array: array-index; ubsan: index 4 out of bounds for type 'int[4]'
int total() { int list[4] = {1, 2, 3, 4}; int sum = 0; for (int i = 0; i <= 4; i++) sum += list[i]; return sum; }
//! good
int total() { int list[4] = {1, 2, 3, 4}; int sum = 0; for (int n : list) sum += n; return sum; }
//! run: console::log(total());
//! prints: 10
//! bad inline_assembler: assembler; because: this instruction is harmless; no rule can see what an instruction does
void pause() { asm volatile("pause"); }
//! good
void pause() {}
//! run: pause();
//! bad too_much_unsafe_ends_with_its_block: raw-new; leak
void program() { NODECPP_UNSAFE("only this one") { auto made = new int(1); console::log(*made); delete made; } console::log(bool(new int(2))); }
//! good
void program() { NODECPP_UNSAFE("measured") { auto made = new int(1); console::log(*made); delete made; } }
//! run: program();
//! prints: 1
//! bad unsafe_function_next_to_it: raw-new; leak
NODECPP_UNSAFE("a test") void one() { auto made = new int(1); console::log(*made); delete made; }
void two() { console::log(bool(new int(2))); }
//! good
NODECPP_UNSAFE("a test") void one() { auto made = new int(1); console::log(*made); delete made; }
//! run bad: two();
//! run good: one();
//! prints: 1
//! bad launder: pointer-cast; because: it has an effect only where an object was replaced in its place, which the rule raw-new refuses
struct Cell { int value = 1; };
int value(Cell cell) { return std::addressof(cell) == std::launder(std::addressof(cell)); }
//! good
struct Cell { int value = 1; };
int value(Cell cell) { return cell.value; }
//! run: console::log(value({1}));
//! prints: 1
//! bad length_of_another: pointer-arithmetic; asan: heap-buffer-overflow
int last(std::string a, std::string b) { return std::string_view(a.data(), b.size()).back(); }
//! good
int last(std::string a) { return std::string_view(a.data(), a.size()).back(); }
//! run bad: std::string text = world::text; console::log(last(text, text + "more"));
//! run good: console::log(last("abc"));
//! prints: 99
//! bad bytes_as_name: pointer-variable; because: tell() gets a pointer into a text that other code may change
template <class T> void tell(const T& name) { console::log(name); }
void show(std::string text) { tell(text.c_str()); }
//! good
template <class T> void tell(const T& name) { console::log(name); }
void show(net::Socket socket) { tell(socket->readyState()); }
//! run good: show(make<net::Socket>());
//! prints: open
