//! bad new_object: raw-new
struct User { String name; };
void program() { owning_ptr<User> user; console::log(bool(new User{"Ann"})); }
//! good
struct User { String name; };
void program() { auto user = make_owning<User>("Ann"); console::log(user->name); }
//! bad new_array: raw-new
int count() { return (new int[3]{1, 2, 3}) != nullptr; }
//! good
int count() { return int(Array<int>{1, 2, 3}.length()); }
//! bad placement_new: raw-new
struct Cell { int value; };
void program(std::array<char, 16> room) { console::log(bool(new (room.data()) Cell{1})); }
//! good
struct Cell { int value; };
void program() { std::optional<Cell> cell; cell.emplace(1); console::log(cell->value); }
//! bad new_in_unique: raw-new
struct Node { int value = 0; };
struct Tree { std::unique_ptr<Node> root{new Node}; };
//! good
struct Node { int value = 0; };
struct Tree { std::unique_ptr<Node> root = std::make_unique<Node>(); };
//! bad delete_given: raw-delete, pointer-variable
void close(int* counter) { delete counter; }
//! good
void close(owning_ptr<int>& counter) { counter = nullptr; }
//! bad delete_this: raw-delete
struct Session { void end() { delete this; } };
//! good
struct Sessions { Array<String> all; void end(int at) { all.splice(at, 1); } };
//! bad pointer_to_parent: pointer-member
struct Branch { Branch* parent = nullptr; };
//! good
class BranchObject : public Object { public: Handle<BranchObject> parent; };
//! bad bytes_in_table: pointer-member
struct Block { const unsigned char* bytes = nullptr; };
//! good
struct Block { Buffer bytes; const char* name = ""; };
//! bad vector_of_pointers: pointer-member
struct Pool { struct Slot { int n = 0; }; Slot* free = nullptr; };
//! good
struct Pool { struct Slot { int n = 0; }; std::vector<Slot> free; };
//! bad list_of_pointers: kept-view
struct Item { int n = 0; };
struct Shelf { std::vector<Item*> items; };
//! good
struct Item { int n = 0; };
struct Shelf { std::vector<Item> items; };
//! bad map_of_pointers: kept-view
struct Room { std::map<String, int*> scores; };
//! good
struct Room { std::map<String, int> scores; };
//! bad walk_by_pointer: pointer-arithmetic
int second(std::array<int, 3> list) { return *(list.data() + 1); }
//! good
int second(std::array<int, 3> list) { return list[1]; }
//! bad index_by_pointer: pointer-arithmetic
int third(std::vector<int> list) { return list.data()[2]; }
//! good
int third(std::vector<int> list) { return list[2]; }
//! bad arrow_of_address: pointer-arithmetic
struct Point { int x = 0; };
int x(std::vector<Point> list) { return list.data()->x; }
//! good
struct Point { int x = 0; };
int x(std::vector<Point> list) { return list[0].x; }
//! bad text_with_length: pointer-arithmetic
String head(String text) { return String(std::string(text.data(), 4)); }
//! good
String head(String text) { return text.slice(0, 4); }
//! bad span_with_length: pointer-arithmetic
int sum(std::vector<int> list, std::size_t count) { int total = 0; for (int n : std::span<int>(list.data(), count)) total += n; return total; }
//! good
int sum(std::vector<int> list) { int total = 0; for (int n : list) total += n; return total; }
//! bad iterator_plus: pointer-arithmetic
void removeAt(std::vector<int> list, int at) { list.erase(list.begin() + at); console::log(list.size()); }
//! good
void removeAt(Array<int> list, int at) { list.splice(at, 1); console::log(list.length()); }
//! bad iterator_index: pointer-arithmetic
int fourth(std::vector<int> list) { return list.begin()[3]; }
//! good
int fourth(std::vector<int> list) { return list[3]; }
//! bad iterator_advance: pointer-arithmetic
void from(std::vector<int> list, int at) { auto it = list.begin(); std::advance(it, at); if (it != list.end()) console::log(*it); }
//! good
void from(Array<int> list, int at) { console::log(list.at(at)); }
//! bad pointer_parameter: pointer-variable
void set(int* to) { if (to) console::log("set"); }
//! good
void set(let<int> to) { to = 1; }
//! bad pointer_to_local: pointer-variable
void program() { int n = 1; auto p = &n; console::log(bool(p)); }
//! good
void program() { let<int> n = 1; auto p = n; p = 2; console::log(n.value()); }
//! bad pointer_of_get_if: pointer-variable
void show(std::variant<int, String> value) { if (auto text = std::get_if<String>(&value)) console::log("text", bool(text)); }
//! good
void show(std::variant<int, String> value) { if (std::holds_alternative<String>(value)) console::log(std::get<String>(value)); }
//! bad text_of_string: pointer-variable
void show(std::string text) { const char* same = text.c_str(); text = "other"; console::log(same); }
//! good
void show(std::string text) { const char* same = "literal"; text = "other"; console::log(same, text.c_str()); }
//! bad text_given: pointer-variable
void log(const char* text) { setTimeout([=] { console::log(text); }, 1); }
void program(std::string name) { log(name.c_str()); }
//! good
void log(const char* text) { setTimeout([=] { console::log(text); }, 1); }
void program() { log("name"); }
//! bad text_returned: pointer-variable
const char* name(std::string text) { return text.data(); }
//! good
const char* name(bool first) { return first ? "first" : "second"; }
//! bad text_of_array: pointer-variable
struct Named { const char* name = ""; };
Named named() { const char text[] = "local"; return {text}; }
//! good
struct Named { const char* name = ""; };
Named named() { return {"literal"}; }
//! bad pointer_of_handle: pointer-variable
void keep(EventEmitter emitter) { auto raw = emitter.get(); console::log(bool(raw)); }
//! good
void keep(EventEmitter emitter) { auto same = emitter; console::log(bool(same)); }
//! bad released: pointer-variable
void leak(std::unique_ptr<int> p) { p.release(); }
//! good
void leak(std::unique_ptr<int> p) { p.reset(); }
//! bad reinterpret: pointer-cast
float bits(std::uint32_t n) { return reinterpret_cast<float&>(n); }
//! good
float bits(std::uint32_t n) { auto b = Buffer::alloc(4); b.writeUInt32LE(n, 0); return float(b.readFloatLE(0)); }
//! bad away_with_const: pointer-cast
void change(const String& text) { const_cast<String&>(text) = "x"; }
//! good
void change(let<String> text) { text = "x"; }
//! bad downcast: pointer-cast
class BaseObject : public Object { public: int kind = 0; };
class RightObject : public BaseObject { public: int more = 1; };
void show(Handle<BaseObject> base) { console::log(static_cast<RightObject&>(*base).more); }
//! good
class BaseObject : public Object { public: int kind = 0; };
class RightObject : public BaseObject { public: int more = 1; };
void show(Handle<BaseObject> base) { if (auto right = base.as<Handle<RightObject>>()) console::log(right->more); }
//! bad c_cast: pointer-cast
int first(std::string text) { return ((int&)text[0]); }
//! good
int first(Buffer bytes) { return int(bytes.readInt32LE(0)); }
//! bad from_number: pointer-cast
bool there(std::uintptr_t at) { return (void*)at != nullptr; }
//! good
bool there(Map<int, String> names, int id) { return names.has(id); }
//! bad to_number: pointer-cast
struct Thing { std::size_t id() { return (std::size_t)this; } };
//! good
struct Thing { int number = 0; int id() { return number; } };
//! bad bits_of_class: pointer-cast
double asDouble(std::uint64_t n) { return std::bit_cast<double>(n); }
//! good
double asDouble(std::uint64_t n) { auto b = Buffer::alloc(8); b.writeDoubleLE(double(n), 0); return b.readDoubleLE(0); }
//! bad tagged: union
struct Value { int kind = 0; union { int number; float fraction; }; };
//! good
struct Value { std::variant<int, float> value; };
//! bad named_union: union
union Bits { int i; float f; };
//! good
using Bits = std::variant<int, float>;
//! bad index_of_array: array-index
int day(int n) { const int days[] = {31, 28, 31}; return days[n]; }
//! good
int day(int n) { const std::array days = {31, 28, 31}; return days[std::size_t(n)]; }
//! bad index_beyond: array-index
int last() { int list[3] = {1, 2, 3}; return list[3]; }
//! good
int last() { int list[3] = {1, 2, 3}; return list[2]; }
//! bad index_of_literal: array-index
char digit(int n) { return "0123456789abcdef"[n]; }
//! good
String digit(int n) { return str("0123456789abcdef")[n]; }
//! bad index_of_member: array-index
struct Grid { int cells[9] = {}; int at(int i) { return cells[i]; } };
//! good
struct Grid { std::array<int, 9> cells{}; int at(int i) { return cells[std::size_t(i)]; } };
//! bad loop_over_array: array-index
int total() { int list[4] = {1, 2, 3, 4}; int sum = 0; for (int i = 0; i <= 4; i++) sum += list[i]; return sum; }
//! good
int total() { int list[4] = {1, 2, 3, 4}; int sum = 0; for (int n : list) sum += n; return sum; }
//! bad inline_assembler: assembler
void pause() { asm volatile("pause"); }
//! good
void pause() {}
//! bad too_much_unsafe_ends_with_its_block: raw-new
void program() { NODECPP_UNSAFE("only this one") { console::log(bool(new int(1))); } console::log(bool(new int(2))); }
//! good
void program() { NODECPP_UNSAFE("measured") { console::log(bool(new int(1))); } }
//! bad unsafe_function_next_to_it: raw-new
NODECPP_UNSAFE("a test") void one() { console::log(bool(new int(1))); }
void two() { console::log(bool(new int(2))); }
//! good
NODECPP_UNSAFE("a test") void one() { console::log(bool(new int(1))); }
//! bad launder: pointer-cast
struct Cell { int value = 1; };
int value(Cell cell) { return std::addressof(cell) == std::launder(std::addressof(cell)); }
//! good
struct Cell { int value = 1; };
int value(Cell cell) { return cell.value; }
