// References, views and iterators that outlive what they look at.

//! bad view_in_struct: view-member
struct Route { std::string_view path; };
//! good
struct Route { String path; };
//! bad reference_in_struct: view-member
struct Handler { String& name; };
//! good
struct Handler { let<String> name; };
//! bad const_reference_in_class: view-member
class Printer { public: explicit Printer(const String& text) : text_(text) {} void print() { console::log(text_); } private: const String& text_; };
//! good
class Printer { public: explicit Printer(String text) : text_(text) {} void print() { console::log(text_); } private: String text_; };
//! bad span_in_struct: view-member
struct Row { std::span<const int> cells; };
//! good
struct Row { Array<int> cells; };
//! bad iterator_in_struct: view-member
struct Cursor { std::vector<int>::iterator at; };
//! good
struct Cursor { std::size_t at = 0; };
//! bad wrapper_in_struct: view-member
struct Link { std::reference_wrapper<String> to; };
//! good
struct Link { let<String> to; };
//! bad optional_view: view-member
struct Header { std::optional<std::string_view> value; };
//! good
struct Header { std::optional<String> value; };
//! bad pair_of_views: view-member
struct Field { std::pair<std::string_view, std::string_view> both; };
//! good
struct Field { std::pair<String, String> both; };
//! bad view_by_alias: view-member
using Text = std::string_view;
struct Cookie { Text name; };
//! good
using Text = String;
struct Cookie { Text name; };
//! bad view_in_base: view-member
struct Base { std::string_view name; };
struct Named : Base { int id = 0; };
//! good
struct Base { String name; };
struct Named : Base { int id = 0; };
//! bad view_in_template: view-member
template <class T> struct Box { T value; };
void show(Box<std::string_view> box) { console::log(box.value.size()); }
//! good
template <class T> struct Box { T value; };
void show(Box<String> box) { console::log(box.value.length()); }
//! bad argument_kept: view-member
struct Options { StringArg name; };
//! good
struct Options { String name; };

//! bad vector_of_views: kept-view
void words(std::string text) { std::vector<std::string_view> all; all.push_back(text); console::log(all.size()); }
//! good
void words(String text) { Array<String> all; all.push(text); console::log(all.length()); }
//! bad map_by_view: kept-view
void count(std::string text) { std::map<std::string_view, int> counts; counts[text]++; console::log(counts.size()); }
//! good
void count(String text) { Map<String, int> counts; counts.set(text, 1); console::log(counts.size()); }
//! bad set_of_iterators: kept-view
void marks(std::list<int> list) { std::vector<std::list<int>::iterator> marks; marks.push_back(list.begin()); console::log(marks.size()); }
//! good
void marks(std::list<int> list) { std::vector<int> marks; marks.push_back(0); console::log(marks.size(), list.size()); }
//! bad references_in_vector: kept-view
void all(String name) { std::vector<std::reference_wrapper<String>> names; names.push_back(name); console::log(names.size()); }
//! good
void all(String name) { std::vector<String> names; names.push_back(name); console::log(names.size()); }

//! bad member_then_listener: stale-reference
class SessionObject : public EventEmitterObject {
 public:
  String user;
  void end() { const String& name = user; emit("end"); console::log(name); }
};
//! good
class SessionObject : public EventEmitterObject {
 public:
  String user;
  void end() { String name = user; emit("end"); console::log(name); }
};
//! bad element_then_callback: stale-reference
struct Users { std::vector<String> names; Function<void()> changed; void first() { auto& name = names[0]; changed(); console::log(name); } };
//! good
struct Users { std::vector<String> names; Function<void()> changed; void first() { auto name = names[0]; changed(); console::log(name); } };
//! bad element_then_push: stale-reference
void grow() { std::vector<String> names = {"a"}; auto& first = names[0]; names.push_back("b"); console::log(first); }
//! good
void grow() { std::vector<String> names = {"a"}; names.push_back("b"); auto& first = names[0]; console::log(first); }
//! bad element_then_clear: stale-reference
void drop() { std::vector<String> names = {"a"}; const auto& first = names.front(); names.clear(); console::log(first); }
//! good
void drop() { std::vector<String> names = {"a"}; const auto first = names.front(); names.clear(); console::log(first); }
//! bad element_then_resize_in_loop: stale-reference
void grow() { std::vector<int> list = {1}; int& first = list[0]; for (int i = 0; i < 9; i++) { first++; list.push_back(i); } }
//! good
void grow() { std::vector<int> list = {1}; for (int i = 0; i < 9; i++) { list[0]++; list.push_back(i); } }
//! bad value_then_erase: stale-reference
void forget(String key) { std::map<String, String> cache; cache[key] = "x"; auto& value = cache[key]; cache.erase(key); console::log(value); }
//! good
void forget(String key) { std::map<String, String> cache; cache[key] = "x"; auto value = cache[key]; cache.erase(key); console::log(value); }
//! bad field_of_handle: stale-reference
class UserObject : public Object { public: String name; };
void rename(Handle<UserObject> user) { const auto& old = user->name; user = nullptr; console::log(old); }
//! good
class UserObject : public Object { public: String name; };
void rename(Handle<UserObject> user) { const auto old = user->name; user = nullptr; console::log(old); }
//! bad object_of_owner: stale-reference
struct Session { String user; };
void close(owning_ptr<Session>& session) { auto& same = *session; session = nullptr; console::log(same.user); }
//! good
struct Session { String user; };
void close(owning_ptr<Session>& session) { auto user = session->user; session = nullptr; console::log(user); }
//! bad parameter_after_callback: stale-reference
void tell(const String& name, Function<void()> before) { before(); console::log(name); }
//! good
void tell(String name, Function<void()> before) { before(); console::log(name); }
//! bad changeable_parameter_after_callback: stale-reference
struct Count { int n = 0; };
void add(Count& count, Function<int()> next) { int by = next(); count.n += by; }
//! good
struct Count { int n = 0; };
void add(let<Count> count, Function<int()> next) { int by = next(); count->n += by; }
//! bad parameter_after_emit: stale-reference
void tell(EventEmitter emitter, const String& name) { emitter->emit("before"); console::log(name); }
//! good
void tell(EventEmitter emitter, String name) { emitter->emit("before"); console::log(name); }
//! bad structured_binding: stale-reference
struct Point { int x = 0, y = 0; };
struct Shape { std::vector<Point> points; Function<void()> moved; void show() { auto& [x, y] = points[0]; moved(); console::log(x, y); } };
//! good
struct Point { int x = 0, y = 0; };
struct Shape { std::vector<Point> points; Function<void()> moved; void show() { auto [x, y] = points[0]; moved(); console::log(x, y); } };
//! bad optional_then_reset: stale-reference
void clear() { std::optional<String> name = "Ann"; auto& same = *name; name.reset(); console::log(same); }
//! good
void clear() { std::optional<String> name = "Ann"; auto same = *name; name.reset(); console::log(same); }
//! bad unique_then_reset: stale-reference
struct Node { int value = 1; };
void clear() { auto node = std::make_unique<Node>(); auto& value = node->value; node.reset(); console::log(value); }
//! good
struct Node { int value = 1; };
void clear() { auto node = std::make_unique<Node>(); auto value = node->value; node.reset(); console::log(value); }
//! bad variant_then_other: stale-reference
void change() { std::variant<String, int> value = String("a"); auto& text = std::get<String>(value); value = 1; console::log(text); }
//! good
void change() { std::variant<String, int> value = String("a"); auto text = std::get<String>(value); value = 1; console::log(text); }
//! bad through_own_function: stale-reference
struct Store { std::vector<String> lines; void add(String line) { lines.push_back(line); } void show() { const auto& first = lines[0]; add("more"); console::log(first); } };
//! good
struct Store { std::vector<String> lines; void add(String line) { lines.push_back(line); } void show() { const auto first = lines[0]; add("more"); console::log(first); } };
//! bad listener_argument: stale-reference
void wire(EventEmitter emitter, Function<void()> changed) { emitter->on("x", [=](const String& text) { changed(); console::log(text); }); }
//! good
void wire(EventEmitter emitter, Function<void()> changed) { emitter->on("x", [=](String text) { changed(); console::log(text); }); }
//! bad branch_that_changes: stale-reference
void maybe(bool more) { std::vector<String> list = {"a"}; auto& first = list[0]; if (more) list.push_back("b"); console::log(first); }
//! good
void maybe(bool more) { std::vector<String> list = {"a"}; if (more) list.push_back("b"); auto& first = list[0]; console::log(first); }
//! bad changed_by_closure: stale-reference
void run() { std::vector<String> list = {"a"}; auto grow = [&] { list.push_back("b"); }; auto& first = list[0]; grow(); console::log(first); }
//! good
void run() { std::vector<String> list = {"a"}; auto grow = [&] { list.push_back("b"); }; grow(); auto& first = list[0]; console::log(first); }
//! bad swapped: stale-reference
void exchange() { std::vector<String> a = {"a"}, b; auto& first = a[0]; std::swap(a, b); b.clear(); console::log(first); }
//! good
void exchange() { std::vector<String> a = {"a"}, b; std::swap(a, b); auto& first = b[0]; console::log(first); }
//! bad global_of_thread: stale-reference
perThread<std::vector<String>> names;
void show(Function<void()> changed) { auto& first = names->front(); changed(); console::log(first); }
//! good
perThread<std::vector<String>> names;
void show(Function<void()> changed) { auto first = names->front(); changed(); console::log(first); }

//! bad view_then_append: stale-view
void text() { std::string all = "a"; std::string_view head = all; all += "b"; console::log(head.size()); }
//! good
void text() { std::string all = "a"; all += "b"; std::string_view head = all; console::log(head.size()); }
//! bad view_then_assign: stale-view
void text() { std::string all = "a long text that is on the heap"; std::string_view head = all; all = "b"; console::log(head.size()); }
//! good
void text() { std::string all = "a long text that is on the heap"; std::string head = all; all = "b"; console::log(head.size()); }
//! bad view_parameter_after_callback: stale-view
void tell(std::string_view text, Function<void()> before) { before(); console::log(text.size()); }
//! good
void tell(String text, Function<void()> before) { before(); console::log(text.length()); }
//! bad view_of_member: stale-view
struct Parser { std::string input; Function<void()> more; void next() { std::string_view rest = input; more(); console::log(rest.size()); } };
//! good
struct Parser { std::string input; Function<void()> more; void next() { std::string rest = input; more(); console::log(rest.size()); } };
//! bad span_then_push: stale-view
void list() { std::vector<int> all = {1}; std::span<int> some = all; all.push_back(2); console::log(some.size()); }
//! good
void list() { std::vector<int> all = {1}; all.push_back(2); std::span<int> some = all; console::log(some.size()); }
//! bad part_of_view: stale-view
void part() { std::string all = "abc"; std::string_view whole = all; auto head = whole.substr(0, 1); all.clear(); console::log(head.size()); }
//! good
void part() { std::string all = "abc"; auto head = all.substr(0, 1); all.clear(); console::log(head.size()); }
//! bad own_view_type: stale-view
struct NODECPP_UNSAFE("looks at a text for a statement") Token { std::string_view text; };
void scan() { std::string all = "abc"; Token token{all}; all = ""; console::log(token.text.size()); }
//! good
struct Token { std::string text; };
void scan() { std::string all = "abc"; Token token{all}; all = ""; console::log(token.text.size()); }

//! bad loop_that_adds: stale-iterator
void grow() { std::vector<int> list = {1, 2}; for (int n : list) if (n == 1) list.push_back(3); }
//! good
void grow() { Array<int> list = {1, 2}; for (int n : list) if (n == 1) list.push(3); }
//! bad loop_that_erases: stale-iterator
void drop() { std::map<String, int> ages; for (auto [name, age] : ages) if (age < 0) ages.erase(name); }
//! good
void drop() { std::map<String, int> ages; std::erase_if(ages, [](auto& each) { return each.second < 0; }); }
//! bad listeners_that_add: stale-iterator
struct Bus { std::vector<Function<void()>> listeners; void fire() { for (auto listener : listeners) listener(); } };
//! good
struct Bus { Array<Function<void()>> listeners; void fire() { for (auto listener : listeners) listener(); } };
//! bad clients_that_leave: stale-iterator
struct Chat { std::set<int> ids; Function<void(int)> send; void all() { for (int id : ids) send(id); } };
//! good
struct Chat { Set<int> ids; Function<void(int)> send; void all() { for (int id : ids) send(id); } };
//! bad loop_that_emits: stale-iterator
class HubObject : public EventEmitterObject { public: std::vector<String> names; void tell() { for (String name : names) emit("name", name); } };
//! good
class HubObject : public EventEmitterObject { public: Array<String> names; void tell() { for (String name : names) emit("name", name); } };
//! bad iterator_then_push: stale-iterator
void grow() { std::vector<int> list = {1}; auto it = list.begin(); list.push_back(2); if (it != list.end()) console::log(*it); }
//! good
void grow() { std::vector<int> list = {1}; list.push_back(2); auto it = list.begin(); if (it != list.end()) console::log(*it); }
//! bad iterator_then_erase: stale-iterator
void drop() { std::list<int> list = {1, 2}; for (auto it = list.begin(); it != list.end(); ++it) if (*it == 1) list.erase(it); }
//! good
void drop() { std::list<int> list = {1, 2}; for (auto it = list.begin(); it != list.end();) if (*it == 1) it = list.erase(it); else ++it; }
//! bad found_then_called: stale-iterator
struct Routes { std::map<String, int> all; Function<void()> log; void go(String path) { auto it = all.find(path); if (it == all.end()) return; log(); console::log(it->second); } };
//! good
struct Routes { std::map<String, int> all; Function<void()> log; void go(String path) { auto it = all.find(path); if (it == all.end()) return; int to = it->second; log(); console::log(to); } };
//! bad loop_over_sockets: stale-iterator
struct Pool { std::vector<net::Socket> sockets; void close() { for (auto socket : sockets) socket->destroy(); } };
//! good
struct Pool { Array<net::Socket> sockets; void close() { for (auto socket : sockets) socket->destroy(); } };
//! bad loop_over_view: stale-iterator
struct Text { std::string all; Function<void(char)> each; void go() { for (char c : all) each(c); } };
//! good
struct Text { String all; Function<void(String)> each; void go() { for (auto c : all) each(c); } };
//! bad loop_over_deque: stale-iterator
struct Jobs { std::deque<Function<void()>> queue; void run() { for (auto job : queue) job(); queue.clear(); } };
//! good
struct Jobs { std::deque<Function<void()>> queue; void run() { while (!queue.empty()) { auto job = queue.front(); queue.pop_front(); job(); } } };

//! bad reference_across_await: across-await
class UserObject : public Object { public: String name; };
Promise<> show(Handle<UserObject> user) { const auto& name = user->name; co_await nullptr; console::log(name); }
//! good
class UserObject : public Object { public: String name; };
Promise<> show(Handle<UserObject> user) { const auto name = user->name; co_await nullptr; console::log(name); }
//! bad element_across_await: across-await
struct Item { int price = 0; };
perThread<std::vector<Item>> items;
Promise<int> price() { co_return 1; }
Promise<> update() { auto& item = items->front(); item.price = co_await price(); }
//! good
struct Item { int price = 0; };
perThread<std::vector<Item>> items;
Promise<int> price() { co_return 1; }
Promise<> update() { int now = co_await price(); items->front().price = now; }
//! bad iterator_across_await: across-await
perThread<std::map<String, int>> ages;
Promise<> show(String name) { auto it = ages->find(name); if (it == ages->end()) co_return; co_await nullptr; auto same = it; (void)same; }
//! good
perThread<std::map<String, int>> ages;
Promise<> show(String name) { co_await nullptr; auto it = ages->find(name); if (it == ages->end()) co_return; auto age = it->second; console::log(age); }
//! bad view_across_await: across-await
class PageObject : public Object { public: std::string text; };
Promise<> show(Handle<PageObject> page) { std::string_view text = page->text; co_await nullptr; console::log(text.size()); }
//! good
class PageObject : public Object { public: std::string text; };
Promise<> show(Handle<PageObject> page) { std::string text = page->text; co_await nullptr; console::log(text.size()); }
//! bad loop_across_await: across-await
class ListObject : public Object { public: std::vector<int> all; };
Promise<> each(Handle<ListObject> list) { for (int n : list->all) { co_await nullptr; console::log(n); } }
//! good
class ListObject : public Object { public: Array<int> all; };
Promise<> each(Handle<ListObject> list) { for (int n : list->all) { co_await nullptr; console::log(n); } }

//! bad reference_to_member: returned-reference
class BoxObject : public Object { public: String text; String& get() { return text; } };
//! good
class BoxObject : public Object { public: String text; String get() { return text; } };
//! bad view_of_parameter: returned-reference
std::string_view head(const std::string& text) { return text; }
//! good
std::string_view head(const std::string& text [[clang::lifetimebound]]) { return text; }
//! bad element_of_parameter: returned-reference
int& first(std::vector<int>& list) { return list[0]; }
//! good
int& first(std::vector<int>& list [[clang::lifetimebound]]) { return list[0]; }
//! bad iterator_returned: returned-reference
auto start(std::vector<int>& list) { return list.begin(); }
//! good
auto start(std::vector<int>& list) { return list.size(); }
//! bad closure_that_returns_reference: returned-reference
void run(std::vector<String> list) { auto first = [&]() -> String& { return list[0]; }; console::log(first()); }
//! good
void run(std::vector<String> list) { auto first = [&]() -> String { return list[0]; }; console::log(first()); }
//! bad span_of_member: returned-reference
struct Row { std::vector<int> cells; std::span<const int> all() const { return cells; } };
//! good
struct Row { std::vector<int> cells; std::span<const int> all() const [[clang::lifetimebound]] { return cells; } };

//! bad vector_of_views_given: coroutine-view, kept-view
Promise<> parse(std::vector<std::string_view> words) { co_await nullptr; console::log(words.size()); }
//! good
Promise<> parse(Array<String> words) { co_await nullptr; console::log(words.length()); }
//! bad iterator_given: coroutine-view
Promise<> walk(std::vector<int>::iterator from) { (void)from; co_await nullptr; }
//! good
Promise<> walk(Array<int> list) { co_await nullptr; (void)list; }
//! bad class_with_constructor: coroutine-view
class NODECPP_UNSAFE("looks at a text for a statement") Word { public: Word(std::string_view text) : text_(text) {} private: std::string_view text_; };
Promise<> parse(Word word) { co_await nullptr; (void)word; }
//! good
class Word { public: Word(String text) : text_(text) {} private: String text_; };
Promise<> parse(Word word) { co_await nullptr; (void)word; }

//! bad iterator_of_temporary: view-of-temporary
std::vector<int> list() { return {1}; }
void program() { auto it = list().begin(); (void)it; }
//! good
std::vector<int> list() { return {1}; }
void program() { auto all = list(); auto it = all.begin(); (void)it; }
//! bad element_of_temporary: view-of-temporary
std::vector<String> list() { return {"a"}; }
void program() { auto& first = list()[0]; console::log(first); }
//! good
std::vector<String> list() { return {"a"}; }
void program() { auto first = list()[0]; console::log(first); }
//! bad loop_over_part_of_temporary: view-of-temporary
std::map<int, String> list() { return {{1, "a"}}; }
void program() { const auto& name = list().at(1); console::log(name); }
//! good
std::map<int, String> list() { return {{1, "a"}}; }
void program() { const auto name = list().at(1); console::log(name); }

//! bad inner_text: narrow-scope
void pick(bool more) { std::string_view best; if (more) { std::string text = "abc"; best = text; } console::log(best.size()); }
//! good
void pick(bool more) { std::string best; if (more) { std::string text = "abc"; best = text; } console::log(best.size()); }
//! bad inner_iterator: narrow-scope
void pick() { std::vector<int>::iterator it; { std::vector<int> list = {1}; it = list.begin(); } auto same = it; (void)same; }
//! good
void pick() { std::vector<int> list = {1}; std::vector<int>::iterator it; { it = list.begin(); } auto same = it; (void)same; }
//! bad later_text: narrow-scope
void pick() { std::string_view view; std::string text = "abc"; view = text; console::log(view.size()); }
//! good
void pick() { std::string text = "abc"; std::string_view view; view = text; console::log(view.size()); }

//! bad method_of_element: reentered-container
struct Session { Function<void()> done; void end() { done(); } };
struct Server { std::vector<Session> sessions; void close() { sessions[0].end(); } };
//! good
class SessionObject : public Object { public: Function<void()> done; void end() { done(); } };
struct Server { Array<Handle<SessionObject>> sessions; void close() { sessions[0]->end(); } };
//! bad method_of_unique: reentered-container
struct Session { Function<void()> done; void end() { done(); } };
struct Server { std::unique_ptr<Session> current; void close() { current->end(); } };
//! good
struct Session { Function<void()> done; void end() { done(); } };
struct Server { owning_ptr<Session> current; void close() { current->end(); } };
//! bad method_of_optional: reentered-container
struct Session { Function<void()> done; void end() { done(); } };
struct Server { std::optional<Session> current; void close() { current->end(); } };
//! good
struct Session { Function<void()> done; void end() { done(); } };
struct Server { let<Session> current; void close() { current->end(); } };
//! bad sort_that_calls: reentered-container
struct Table { std::vector<int> rows; Function<bool(int, int)> order; void sort() { auto by = order; std::sort(rows.begin(), rows.end(), [=](int a, int b) { return by(a, b); }); } };
//! good
struct Table { Array<int> rows; Function<bool(int, int)> order; void sort() { auto by = order; rows.sort([=](int a, int b) { return by(a, b) ? -1 : 1; }); } };
//! bad for_each_that_calls: reentered-container
struct Bus { std::vector<Function<void()>> all; void fire() { std::for_each(all.begin(), all.end(), [](auto& f) { f(); }); } };
//! good
struct Bus { Array<Function<void()>> all; void fire() { all.forEach([](auto f) { f(); }); } };
//! bad erase_if_that_calls: reentered-container
struct Jobs { std::vector<int> ids; Function<bool(int)> done; void sweep() { auto ask = done; std::erase_if(ids, [=](int id) { return ask(id); }); } };
//! good
struct Jobs { Array<int> ids; Function<bool(int)> done; void sweep() { auto ask = done; ids = ids.filter([=](int id) { return !ask(id); }); } };

//! bad found_or_not: unchecked-iterator
void age(std::map<String, int> ages, String name) { auto it = ages.find(name); console::log(it->second); }
//! good
void age(std::map<String, int> ages, String name) { auto it = ages.find(name); if (it != ages.end()) console::log(it->second); }
//! bad found_at_once: unchecked-iterator
int age(std::map<String, int> ages, String name) { return ages.find(name)->second; }
//! good
int age(std::map<String, int> ages, String name) { return ages.at(name); }
//! bad first_of_none: unchecked-iterator
int first(std::set<int> all) { return *all.begin(); }
//! good
int first(std::vector<int> all) { return all.front(); }
//! bad largest_of_none: unchecked-iterator
int most(std::vector<int> all) { return *std::max_element(all.begin(), all.end()); }
//! good
int most(std::vector<int> all) { int best = 0; for (int n : all) best = std::max(best, n); return best; }
//! bad found_in_vector: unchecked-iterator
String user(std::vector<String> all, String name) { auto it = std::find(all.begin(), all.end(), name); return *it; }
//! good
String user(Array<String> all, String name) { return all[all.indexOf(name)]; }

//! bad copied_over: open-output
void copy(std::vector<int> from, std::vector<int> to) { std::copy(from.begin(), from.end(), to.begin()); }
//! good
void copy(std::vector<int> from, std::vector<int> to) { std::copy(from.begin(), from.end(), std::back_inserter(to)); }
//! bad transformed_over: open-output
void twice(std::vector<int> from, std::vector<int> to) { std::transform(from.begin(), from.end(), to.begin(), [](int n) { return n * 2; }); }
//! good
void twice(Array<int> from) { auto to = from.map([](int n) { return n * 2; }); console::log(to.length()); }
//! bad compared_beyond: open-output
bool same(std::vector<int> a, std::vector<int> b) { return std::equal(a.begin(), a.end(), b.begin()); }
//! good
bool same(std::vector<int> a, std::vector<int> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
//! bad filled_beyond: open-output
void zeros(std::vector<int> list, int count) { std::fill_n(list.begin(), count, 0); }
//! good
void zeros(std::vector<int> list) { std::fill(list.begin(), list.end(), 0); }
//! bad merged_over: open-output
void both(std::vector<int> a, std::vector<int> b, std::vector<int> to) { std::merge(a.begin(), a.end(), b.begin(), b.end(), to.begin()); }
//! good
void both(std::vector<int> a, std::vector<int> b, std::vector<int> to) { std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(to)); }
