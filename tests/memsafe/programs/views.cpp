// Programs with references, views and iterators that live longer than the objects that they refer to.

//! bad view_in_struct: view-member; asan: heap-use-after-free
struct Route { std::string_view path; };
//! good
struct Route { String path; };
//! run: Route route; { std::string text = world::text; route.path = text; } console::log(String(route.path));
//! prints: a text that is long enough to be on the heap
//! bad reference_in_struct: view-member; asan: stack-use-after-return
struct Handler { String& name; };
//! good
struct Handler { let<String> name; };
//! run bad: auto handler = [] { String name = world::text; return Handler{name}; }; auto made = handler(); console::log(made.name);
//! run good: let<String> name = world::text; Handler handler{name}; console::log(handler.name.value());
//! prints: a text that is long enough to be on the heap
//! bad const_reference_in_class: view-member; asan: stack-use-after-return
class Printer { public: explicit Printer(const String& text) : text_(text) {} void print() { console::log(text_); } private: const String& text_; };
//! good
class Printer { public: explicit Printer(String text) : text_(text) {} void print() { console::log(text_); } private: String text_; };
//! run: auto made = [] { String text = world::text; return Printer(text); }; auto printer = made(); printer.print();
//! prints: a text that is long enough to be on the heap
//! bad span_in_struct: view-member; asan: heap-use-after-free
struct Row { std::span<const int> cells; };
//! good
struct Row { Array<int> cells; };
//! run bad: auto made = [] { std::vector<int> cells = {1, 2}; return Row{cells}; }; auto row = made(); console::log(row.cells[0]);
//! run good: Row row{{1, 2}}; console::log(row.cells[0]);
//! prints: 1
//! bad iterator_in_struct: view-member; asan: heap-use-after-free
struct Cursor { std::vector<int>::iterator at; };
//! good
struct Cursor { std::size_t at = 0; };
//! run bad: Cursor cursor; { std::vector<int> list = {1}; cursor.at = list.begin(); } console::log(*cursor.at);
//! run good: Cursor cursor; std::vector<int> list = {1}; console::log(list[cursor.at]);
//! prints: 1
//! bad wrapper_in_struct: view-member; asan: stack-use-after-return
struct Link { std::reference_wrapper<String> to; };
//! good
struct Link { let<String> to; };
//! run bad: auto made = [] { String to = world::text; return Link{to}; }; auto link = made(); console::log(link.to.get());
//! run good: let<String> to = world::text; Link link{to}; console::log(link.to.value());
//! prints: a text that is long enough to be on the heap
//! bad optional_view: view-member; asan: heap-use-after-free
struct Header { std::optional<std::string_view> value; };
//! good
struct Header { std::optional<String> value; };
//! run: Header header; { std::string text = world::text; header.value = text; } console::log(String(*header.value));
//! prints: a text that is long enough to be on the heap
//! bad pair_of_views: view-member; asan: heap-use-after-free
struct Field { std::pair<std::string_view, std::string_view> both; };
//! good
struct Field { std::pair<String, String> both; };
//! run: Field field; { std::string text = world::text; field.both.first = text; } console::log(String(field.both.first));
//! prints: a text that is long enough to be on the heap
//! bad view_by_alias: view-member; asan: heap-use-after-free
using Text = std::string_view;
struct Cookie { Text name; };
//! good
using Text = String;
struct Cookie { Text name; };
//! run: Cookie cookie; { std::string text = world::text; cookie.name = text; } console::log(String(cookie.name));
//! prints: a text that is long enough to be on the heap
//! bad view_in_base: view-member; asan: heap-use-after-free
struct Base { std::string_view name; };
struct Named : Base { int id = 0; };
//! good
struct Base { String name; };
struct Named : Base { int id = 0; };
//! run: Named named; { std::string text = world::text; named.name = text; } console::log(String(named.name));
//! prints: a text that is long enough to be on the heap
//! bad view_in_template: view-member; asan: heap-use-after-free
template <class T> struct Box { T value; };
void show(Box<std::string_view> box) { console::log(String(box.value)); }
//! good
template <class T> struct Box { T value; };
void show(Box<String> box) { console::log(box.value); }
//! run bad: Box<std::string_view> box; { std::string text = world::text; box.value = text; } show(box);
//! run good: Box<String> box{world::text}; show(box);
//! prints: a text that is long enough to be on the heap
//! bad argument_kept: view-member; asan: heap-use-after-free
struct Options { StringArg name; };
//! good
struct Options { String name; };
//! run bad: auto made = [] { String text = world::text; return Options{text}; }; auto options = made(); console::log(String(options.name));
//! run good: Options options{world::text}; console::log(options.name);
//! prints: a text that is long enough to be on the heap

//! bad vector_of_views: kept-view; asan: heap-use-after-free
auto words(std::string text) { std::vector<std::string_view> all; all.push_back(text); return all; }
//! good
auto words(String text) { Array<String> all; all.push(text); return all; }
//! run: auto all = words(world::text); console::log(String(all[0]));
//! prints: a text that is long enough to be on the heap
//! bad map_by_view: kept-view; asan: heap-use-after-free
auto count(std::string text) { std::map<std::string_view, int> counts; counts[text]++; return counts; }
//! good
auto count(String text) { Map<String, int> counts; counts.set(text, 1); return counts; }
//! run: auto counts = count(world::text); for (auto [key, value] : counts) console::log(String(key), value);
//! prints: a text that is long enough to be on the heap 1
//! bad set_of_iterators: kept-view; asan: heap-use-after-free
void marks(std::list<int> list) { std::vector<std::list<int>::iterator> marks; marks.push_back(list.begin()); list.pop_front(); console::log(*marks[0]); }
//! good
void marks(std::list<int> list) { std::vector<int> marks; marks.push_back(list.front()); list.pop_front(); console::log(marks[0]); }
//! run: marks({1, 2});
//! prints: 1
//! bad references_in_vector: kept-view; asan: heap-use-after-free
auto all(String name) { std::vector<std::reference_wrapper<String>> names; names.push_back(name); return names; }
//! good
auto all(String name) { std::vector<String> names; names.push_back(name); return names; }
//! run bad: auto names = all(world::text); console::log(names[0].get());
//! run good: auto names = all(world::text); console::log(names[0]);
//! prints: a text that is long enough to be on the heap

//! bad reference_across_await: across-await; prints: Bob
class UserObject : public Object { public: String name; };
Promise<> show(Handle<UserObject> user) { const auto& name = user->name; co_await nullptr; console::log(name); }
//! good
class UserObject : public Object { public: String name; };
Promise<> show(Handle<UserObject> user) { const auto name = user->name; co_await nullptr; console::log(name); }
//! run: auto user = make<UserObject>(); user->name = "Ann"; auto shown = show(user); user->name = "Bob";
//! prints: Ann
//! bad element_across_await: across-await; asan: heap-use-after-free
struct Item { int price = 0; };
perThread<std::vector<Item>> items;
Promise<int> price() { co_return 1; }
Promise<> update() { auto& item = items->front(); item.price = co_await price(); }
//! good
struct Item { int price = 0; };
perThread<std::vector<Item>> items;
Promise<int> price() { co_return 1; }
Promise<> update() { int now = co_await price(); items->front().price = now; }
//! run: items->push_back({1}); auto done = update(); *items = std::vector<Item>(1);
//! bad iterator_across_await: across-await; asan: heap-use-after-free
perThread<std::map<String, int>> ages;
Promise<> show(String name) { auto it = ages->find(name); if (it == ages->end()) co_return; co_await nullptr; console::log(it->second); }
//! good
perThread<std::map<String, int>> ages;
Promise<> show(String name) { co_await nullptr; auto it = ages->find(name); if (it == ages->end()) co_return; auto age = it->second; console::log(age); }
//! run: ages->emplace("Ann", 3); auto shown = show("Ann"); ages->clear();
//! bad view_across_await: across-await; asan: heap-use-after-free
class PageObject : public Object { public: std::string text; };
Promise<> show(Handle<PageObject> page) { std::string_view text = page->text; co_await nullptr; console::log(String(text)); }
//! good
class PageObject : public Object { public: std::string text; };
Promise<> show(Handle<PageObject> page) { std::string text = page->text; co_await nullptr; console::log(String(text)); }
//! run: auto page = make<PageObject>(); page->text = world::text; auto shown = show(page); page->text = std::string(99, 'b');
//! prints: a text that is long enough to be on the heap
//! bad loop_across_await: across-await; asan: heap-use-after-free
class ListObject : public Object { public: std::vector<int> all; };
Promise<> each(Handle<ListObject> list) { for (int n : list->all) { co_await nullptr; console::log(n); } }
//! good
class ListObject : public Object { public: Array<int> all; };
Promise<> each(Handle<ListObject> list) { for (int n : list->all) { co_await nullptr; console::log(n); } }
//! run bad: auto list = make<ListObject>(); list->all = {1, 2}; auto done = each(list); list->all = std::vector<int>();
//! run good: auto list = make<ListObject>(); list->all = {1, 2}; auto done = each(list); list->all = Array<int>{};
//! prints: 1
//! prints: 2

//! bad reference_to_member: returned-reference; asan: heap-use-after-free
class BoxObject : public Object { public: String text; String& get() { return text; } };
//! good
class BoxObject : public Object { public: String text; String get() { return text; } };
//! run bad: auto box = make<BoxObject>(); box->text = world::text; String* text = &box->get(); setImmediate([text] { console::log(*text); });
//! run good: auto box = make<BoxObject>(); box->text = world::text; String text = box->get(); setImmediate([text] { console::log(text); });
//! prints: a text that is long enough to be on the heap
//! bad view_of_parameter: returned-reference; asan: heap-use-after-free
std::string_view head(const std::string& text) { return text; }
//! good
std::string_view head(const std::string& text [[clang::lifetimebound]]) { return text; }
//! run bad: std::string_view view = head(std::string(world::text)); console::log(String(view));
//! run good: std::string text = world::text; console::log(String(head(text)));
//! prints: a text that is long enough to be on the heap
//! bad element_of_parameter: returned-reference; asan: heap-use-after-free
int& first(std::vector<int>& list) { return list[0]; }
//! good
int& first(std::vector<int>& list [[clang::lifetimebound]]) { return list[0]; }
//! run bad: auto made = []() -> int& { std::vector<int> list = {1}; return first(list); }; console::log(made());
//! run good: std::vector<int> list = {1}; console::log(first(list));
//! prints: 1
//! bad iterator_returned: returned-reference; asan: heap-use-after-free
auto start(std::vector<int>& list) { return list.begin(); }
//! good
auto start(std::vector<int>& list) { return list.size(); }
//! run bad: auto made = [] { std::vector<int> list = {1}; return start(list); }; console::log(*made());
//! run good: std::vector<int> list = {1}; console::log(start(list));
//! prints: 1
//! bad closure_that_returns_reference: returned-reference; asan: heap-use-after-free
void show(std::vector<String> list) { auto first = [&]() -> String& { return list[0]; }; String& name = first(); list.clear(); console::log(name); }
//! good
void show(std::vector<String> list) { auto first = [&]() -> String { return list[0]; }; String name = first(); list.clear(); console::log(name); }
//! run: std::vector<String> list; list.push_back(world::text); show(std::move(list));
//! prints: a text that is long enough to be on the heap
//! bad span_of_member: returned-reference; asan: heap-use-after-free
struct Row { std::vector<int> cells; std::span<const int> all() const { return cells; } };
//! good
struct Row { std::vector<int> cells; std::span<const int> all() const [[clang::lifetimebound]] { return cells; } };
//! run bad: auto cells = Row{{1, 2}}.all(); console::log(cells[0]);
//! run good: Row row{{1, 2}}; console::log(row.all()[0]);
//! prints: 1

//! bad sequence_of_a_view: coroutine-view; asan: heap-use-after-free
class NODECPP_UNSAFE("looks at a text for a statement") Word { public: Word(std::string_view text) : text_(text) {} String text() { return String(text_); } private: std::string_view text_; };
Sequence<String> spell(Word word) { co_yield word.text(); }
//! good
class Word { public: Word(String text) : text_(text) {} String text() { return text_; } private: String text_; };
Sequence<String> spell(Word word) { co_yield word.text(); }
//! run bad: auto given = [] { std::string text = world::text; return spell(Word(text)); }; auto all = given(); auto first = co_await all.next(); console::log(*first);
//! run good: auto all = spell(Word(world::text)); auto first = co_await all.next(); console::log(*first);
//! prints: a text that is long enough to be on the heap
//! bad vector_of_views_given: coroutine-view, kept-view; asan: heap-use-after-free
Promise<> parse(std::vector<std::string_view> words) { co_await nullptr; console::log(String(words[0])); }
//! good
Promise<> parse(Array<String> words) { co_await nullptr; console::log(words[0]); }
//! run bad: auto given = [] { std::string text = world::text; return parse({text}); }; auto parsed = given();
//! run good: auto parsed = parse({world::text});
//! prints: a text that is long enough to be on the heap
//! bad iterator_given: coroutine-view; asan: heap-use-after-free
Promise<> walk(std::vector<int>::iterator from) { co_await nullptr; console::log(*from); }
//! good
Promise<> walk(Array<int> list) { co_await nullptr; console::log(list[0]); }
//! run bad: auto given = [] { std::vector<int> list = {1}; return walk(list.begin()); }; auto walked = given();
//! run good: auto walked = walk({1});
//! prints: 1
//! bad class_with_constructor: coroutine-view; asan: heap-use-after-free
class NODECPP_UNSAFE("looks at a text for a statement") Word { public: Word(std::string_view text) : text_(text) {} void print() { console::log(String(text_)); } private: std::string_view text_; };
Promise<> parse(Word word) { co_await nullptr; word.print(); }
//! good
class Word { public: Word(String text) : text_(text) {} void print() { console::log(String(text_)); } private: String text_; };
Promise<> parse(Word word) { co_await nullptr; word.print(); }
//! run bad: auto given = [] { std::string text = world::text; return parse(Word(text)); }; auto parsed = given();
//! run good: auto parsed = parse(Word(world::text));
//! prints: a text that is long enough to be on the heap

//! bad iterator_of_temporary: view-of-temporary; asan: heap-use-after-free
std::vector<int> list() { return {1}; }
void program() { auto it = list().begin(); console::log(*it); }
//! good
std::vector<int> list() { return {1}; }
void program() { auto all = list(); auto it = all.begin(); if (it != all.end()) console::log(*it); }
//! run: program();
//! prints: 1
//! bad element_of_temporary: view-of-temporary; asan: heap-use-after-free
std::vector<String> list() { return {"a"}; }
void program() { auto& first = list()[0]; console::log(first); }
//! good
std::vector<String> list() { return {"a"}; }
void program() { auto first = list()[0]; console::log(first); }
//! run: program();
//! prints: a
//! bad loop_over_part_of_temporary: view-of-temporary; asan: heap-use-after-free
std::map<int, String> list() { return {{1, "a"}}; }
void program() { const auto& name = list().at(1); console::log(name); }
//! good
std::map<int, String> list() { return {{1, "a"}}; }
void program() { const auto name = list().at(1); console::log(name); }
//! run: program();
//! prints: a

//! bad inner_text: narrow-scope; asan: stack-use-after-scope
void pick(bool more) { std::string_view best; if (more) { std::string text = "abc"; best = text; } console::log(String(best)); }
//! good
void pick(bool more) { std::string best; if (more) { std::string text = "abc"; best = text; } console::log(String(best)); }
//! run: pick(true);
//! prints: abc
//! bad inner_iterator: narrow-scope; asan: heap-use-after-free
void pick() { std::vector<int>::iterator it; { std::vector<int> list = {1}; it = list.begin(); } auto same = it; console::log(*same); }
//! good
void pick() { std::vector<int> list = {1}; std::vector<int>::iterator it; { it = list.begin(); } auto same = it; if (same != list.end()) console::log(*same); }
//! run: pick();
//! prints: 1
//! bad later_text: narrow-scope; because: the view outlives its text by one destructor, which reads nothing
void pick() { std::string_view view; std::string text = "abc"; view = text; console::log(view.size()); }
//! good
void pick() { std::string text = "abc"; std::string_view view; view = text; console::log(view.size()); }
//! run: pick();
//! prints: 3

//! bad inner_view_of_inner_text: narrow-scope; asan: stack-use-after-scope
void pick() { std::string_view best; { std::string text = "abc"; std::string_view part = text; best = part; } console::log(String(best)); }
//! good
void pick() { std::string text = "abc"; std::string_view best; { std::string_view part = text; best = part; } console::log(String(best)); }
//! run: pick();
//! prints: abc
//! bad inner_view_assigned_later: narrow-scope; asan: stack-use-after-scope
void pick() { std::string wide = "wide"; std::string_view best; { std::string text = "abc"; std::string_view part = wide; part = text; best = part; } console::log(String(best)); }
//! good
void pick() { std::string wide = "wide", text = "abc"; std::string_view best; { std::string_view part = wide; part = text; best = part; } console::log(String(best)); }
//! run: pick();
//! prints: abc
//! right iterator_of_the_loop: the iterator of the loop looks into the list, which was there before
void pick() { std::vector<int> list = {1, 2}; auto best = list.begin(); for (auto it = list.begin(); it != list.end(); ++it) if (*it == 2) best = it; auto same = best; if (same != list.end()) console::log(*same); }
//! run: pick();
//! prints: 2

//! bad found_or_not: unchecked-iterator; asan: stack-buffer-overflow
void age(std::map<String, int> ages, String name) { auto it = ages.find(name); console::log(it->second); }
//! good
void age(std::map<String, int> ages, String name) { auto it = ages.find(name); if (it != ages.end()) console::log(it->second); }
//! run: age({}, "x");
//! bad found_at_once: unchecked-iterator; asan: stack-buffer-overflow
int age(std::map<String, int> ages, String name) { return ages.find(name)->second; }
//! good
int age(std::map<String, int> ages, String name) { return ages.at(name); }
//! run bad: console::log(age({}, "x"));
//! run good: console::log(age({{"Ann", 3}}, "Ann"));
//! prints: 3
//! bad first_of_none: unchecked-iterator; prints: 0
int first(std::set<int> all) { return *all.begin(); }
//! good
int first(std::vector<int> all) { return all.front(); }
//! run bad: console::log(first({}));
//! run good: console::log(first({7}));
//! prints: 7
//! bad largest_of_none: unchecked-iterator; asan: SEGV
int most(std::vector<int> all) { return *std::max_element(all.begin(), all.end()); }
//! good
int most(std::vector<int> all) { int best = 0; for (int n : all) best = std::max(best, n); return best; }
//! run: console::log(most({}));
//! prints: 0
//! bad found_in_vector: unchecked-iterator; asan: heap-buffer-overflow
String user(std::vector<String> all, String name) { auto it = std::find(all.begin(), all.end(), name); return *it; }
//! good
String user(Array<String> all, String name) { return all[all.indexOf(name)]; }
//! run: console::log(user({"a"}, "b"));
//! prints: undefined

//! bad copied_over: open-output; asan: heap-buffer-overflow
void copy(std::vector<int> from, std::vector<int> to) { std::copy(from.begin(), from.end(), to.begin()); }
//! good
void copy(std::vector<int> from, std::vector<int> to) { std::copy(from.begin(), from.end(), std::back_inserter(to)); }
//! run: copy({1, 2, 3}, {1});
//! bad transformed_over: open-output; asan: heap-buffer-overflow
void twice(std::vector<int> from, std::vector<int> to) { std::transform(from.begin(), from.end(), to.begin(), [](int n) { return n * 2; }); }
//! good
void twice(Array<int> from) { auto to = from.map([](int n) { return n * 2; }); console::log(to.length()); }
//! run bad: twice({1, 2, 3}, {1});
//! run good: twice({1, 2, 3});
//! prints: 3
//! bad compared_beyond: open-output; asan: heap-buffer-overflow
bool same(std::vector<int> a, std::vector<int> b) { return std::equal(a.begin(), a.end(), b.begin()); }
//! good
bool same(std::vector<int> a, std::vector<int> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
//! run: console::log(same({1, 2, 3}, {1}));
//! prints: false
//! bad filled_beyond: open-output; asan: heap-buffer-overflow
void zeros(std::vector<int> list, int count) { std::fill_n(list.begin(), count, 0); }
//! good
void zeros(std::vector<int> list) { std::fill(list.begin(), list.end(), 0); }
//! run bad: zeros({1}, 100);
//! run good: zeros({1});
//! bad merged_over: open-output; asan: heap-buffer-overflow
void both(std::vector<int> a, std::vector<int> b, std::vector<int> to) { std::merge(a.begin(), a.end(), b.begin(), b.end(), to.begin()); }
//! good
void both(std::vector<int> a, std::vector<int> b, std::vector<int> to) { std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(to)); }
//! run: both({1, 2}, {3}, {0});

//! bad element_by_reference: reference-capture; asan: heap-use-after-free
void all(std::vector<std::pair<String, int>> ages) { for (auto& [name, age] : ages) setTimeout([&name] { console::log(name); }, 1); }
//! good
void all(std::vector<std::pair<String, int>> ages) {
  for (auto& [name, age] : ages) setTimeout([=] { console::log(name, age); }, 1);
}
//! run: all({{"Ann", 34}});
//! prints: Ann 34
