// Programs that use a reference, a view or an iterator after a call, a listener or a change has made it invalid.

//! bad member_then_listener: stale-reference; prints: Bob
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
//! run: auto session = make<SessionObject>(); session->user = "Ann"; session->once("end", [=] { session->user = "Bob"; }); session->end();
//! prints: Ann
//! bad element_then_callback: stale-reference; asan: heap-use-after-free
struct Users { std::vector<String> names; Function<void()> changed; void first() { auto& name = names[0]; changed(); console::log(name); } };
//! good
struct Users { std::vector<String> names; Function<void()> changed; void first() { auto name = names[0]; changed(); console::log(name); } };
//! run: let<Users> users; users->names.push_back(world::text); users->changed = [=] { users->names = std::vector<String>(); }; users->first(); users->changed = nullptr;
//! prints: a text that is long enough to be on the heap
//! bad element_then_push: stale-reference; asan: heap-use-after-free
void grow() { std::vector<String> names = {"a"}; auto& first = names[0]; names.push_back("b"); console::log(first); }
//! good
void grow() { std::vector<String> names = {"a"}; names.push_back("b"); auto& first = names[0]; console::log(first); }
//! run: grow();
//! prints: a
//! bad element_then_clear: stale-reference; asan: heap-use-after-free
void drop() { std::vector<String> names = {"a text that is long enough to be on the heap"}; const auto& first = names.front(); names.clear(); console::log(first); }
//! good
void drop() { std::vector<String> names = {"a text that is long enough to be on the heap"}; const auto first = names.front(); names.clear(); console::log(first); }
//! run: drop();
//! prints: a text that is long enough to be on the heap
//! bad element_then_resize_in_loop: stale-reference; asan: heap-use-after-free
void grow() { std::vector<int> list = {1}; int& first = list[0]; for (int i = 0; i < 9; i++) { first++; list.push_back(i); } }
//! good
void grow() { std::vector<int> list = {1}; for (int i = 0; i < 9; i++) { list[0]++; list.push_back(i); } }
//! run: grow();
//! bad value_then_erase: stale-reference; asan: heap-use-after-free
void forget(String key) { std::map<String, String> cache; cache[key] = "x"; auto& value = cache[key]; cache.erase(key); console::log(value); }
//! good
void forget(String key) { std::map<String, String> cache; cache[key] = "x"; auto value = cache[key]; cache.erase(key); console::log(value); }
//! run: forget("key");
//! prints: x
//! bad field_of_handle: stale-reference; because: inside a callback an object without handles lives until the callback returns; outside it is freed at once
class UserObject : public Object { public: String name; };
void rename(Handle<UserObject> user) { const auto& old = user->name; user = nullptr; console::log(old); }
//! good
class UserObject : public Object { public: String name; };
void rename(Handle<UserObject> user) { const auto old = user->name; user = nullptr; console::log(old); }
//! run: auto user = make<UserObject>(); user->name = "Ann"; rename(user);
//! prints: Ann
//! bad object_of_owner: stale-reference; asan: use-after-poison
struct Session { String user; };
void close(owning_ptr<Session>& session) { auto& same = *session; session = nullptr; console::log(same.user); }
//! good
struct Session { String user; };
void close(owning_ptr<Session>& session) { auto user = session->user; session = nullptr; console::log(user); }
//! run: auto session = make_owning<Session>(world::text); close(session);
//! prints: a text that is long enough to be on the heap
//! bad parameter_after_callback: stale-reference; asan: heap-use-after-free
void tell(const String& name, Function<void()> before) { before(); console::log(name); }
//! good
void tell(String name, Function<void()> before) { before(); console::log(name); }
//! run bad: std::vector<String> names = {world::text}; tell(names[0], [&] { names.clear(); });
//! run good: let<String> name = world::text; tell(name.value(), [=] { name = ""; });
//! prints: a text that is long enough to be on the heap
//! bad changeable_parameter_after_callback: stale-reference; asan: heap-use-after-free
struct Count { int n = 0; };
void add(Count& count, Function<int()> next) { int by = next(); count.n += by; }
//! good
struct Count { int n = 0; };
void add(let<Count> count, Function<int()> next) { int by = next(); count->n += by; }
//! run bad: std::vector<Count> all(1); add(all[0], [&] { all = std::vector<Count>(); return 1; });
//! run good: let<Count> count; add(count, [] { return 1; }); console::log(count->n);
//! prints: 1
//! bad parameter_after_emit: stale-reference; asan: heap-use-after-free
void tell(EventEmitter emitter, const String& name) { emitter->emit("before"); console::log(name); }
//! good
void tell(EventEmitter emitter, String name) { emitter->emit("before"); console::log(name); }
//! run bad: auto emitter = make<EventEmitter>(); std::vector<String> names = {world::text}; emitter->on("before", [&] { names.clear(); }); tell(emitter, names[0]);
//! run good: auto emitter = make<EventEmitter>(); let<String> name = world::text; emitter->on("before", [=] { name = ""; }); tell(emitter, name.value());
//! prints: a text that is long enough to be on the heap
//! bad structured_binding: stale-reference; asan: heap-use-after-free
struct Point { int x = 0, y = 0; };
struct Shape { std::vector<Point> points; Function<void()> moved; void show() { auto& [x, y] = points[0]; moved(); console::log(x, y); } };
//! good
struct Point { int x = 0, y = 0; };
struct Shape { std::vector<Point> points; Function<void()> moved; void show() { auto [x, y] = points[0]; moved(); console::log(x, y); } };
//! run: let<Shape> shape; shape->points.push_back({1, 2}); shape->moved = [=] { shape->points = std::vector<Point>(); }; shape->show(); shape->moved = nullptr;
//! prints: 1 2
//! bad optional_then_reset: stale-reference; asan: heap-use-after-free
void clear() { std::optional<String> name = "a text that is long enough to be on the heap"; auto& same = *name; name.reset(); console::log(same); }
//! good
void clear() { std::optional<String> name = "a text that is long enough to be on the heap"; auto same = *name; name.reset(); console::log(same); }
//! run: clear();
//! prints: a text that is long enough to be on the heap
//! bad unique_then_reset: stale-reference; asan: heap-use-after-free
struct Node { int value = 1; };
void clear() { auto node = std::make_unique<Node>(); auto& value = node->value; node.reset(); console::log(value); }
//! good
struct Node { int value = 1; };
void clear() { auto node = std::make_unique<Node>(); auto value = node->value; node.reset(); console::log(value); }
//! run: clear();
//! prints: 1
//! bad variant_then_other: stale-reference; asan: heap-buffer-overflow
void change() { std::variant<String, int> value = String("a text that is long enough to be on the heap"); auto& text = std::get<String>(value); value = 1; console::log(text); }
//! good
void change() { std::variant<String, int> value = String("a text that is long enough to be on the heap"); auto text = std::get<String>(value); value = 1; console::log(text); }
//! run: change();
//! prints: a text that is long enough to be on the heap
//! bad through_own_function: stale-reference; asan: heap-use-after-free
struct Store { std::vector<String> lines; void add(String line) { lines.push_back(line); } void show() { const auto& first = lines[0]; add("more"); console::log(first); } };
//! good
struct Store { std::vector<String> lines; void add(String line) { lines.push_back(line); } void show() { const auto first = lines[0]; add("more"); console::log(first); } };
//! run: Store store; store.add("one"); store.show();
//! prints: one
//! bad listener_argument: stale-reference; because: emit() keeps its arguments alive; another caller of the listener need not
void wire(EventEmitter emitter, Function<void()> changed) { emitter->on("x", [=](const String& text) { changed(); console::log(text); }); }
//! good
void wire(EventEmitter emitter, Function<void()> changed) { emitter->on("x", [=](String text) { changed(); console::log(text); }); }
//! run bad: static String name = world::text; auto emitter = make<EventEmitter>(); wire(emitter, [] { name = "other"; }); emitter->emit("x", name);
//! run good: let<String> name = world::text; auto emitter = make<EventEmitter>(); wire(emitter, [=] { name = "other"; }); emitter->emit("x", name.value());
//! prints: a text that is long enough to be on the heap
//! bad branch_that_changes: stale-reference; asan: heap-use-after-free
void maybe(bool more) { std::vector<String> list = {"a"}; auto& first = list[0]; if (more) list.push_back("b"); console::log(first); }
//! good
void maybe(bool more) { std::vector<String> list = {"a"}; if (more) list.push_back("b"); auto& first = list[0]; console::log(first); }
//! run: maybe(true);
//! prints: a
//! bad changed_by_closure: stale-reference; asan: heap-use-after-free
void change() { std::vector<String> list = {"a"}; auto grow = [&] { list.push_back("b"); }; auto& first = list[0]; grow(); console::log(first); }
//! good
void change() { std::vector<String> list = {"a"}; auto grow = [&] { list.push_back("b"); }; grow(); auto& first = list[0]; console::log(first); }
//! run: change();
//! prints: a
//! bad swapped: stale-reference; asan: heap-use-after-free
void exchange() { std::vector<String> a = {"a text that is long enough to be on the heap"}, b; auto& first = a[0]; std::swap(a, b); b.clear(); console::log(first); }
//! good
void exchange() { std::vector<String> a = {"a text that is long enough to be on the heap"}, b; std::swap(a, b); auto& first = b[0]; console::log(first); }
//! run: exchange();
//! prints: a text that is long enough to be on the heap
//! bad global_of_thread: stale-reference; asan: heap-use-after-free
perThread<std::vector<String>> names;
void show(Function<void()> changed) { auto& first = names->front(); changed(); console::log(first); }
//! good
perThread<std::vector<String>> names;
void show(Function<void()> changed) { auto first = names->front(); changed(); console::log(first); }
//! run: names->push_back(world::text); show([] { names->clear(); });
//! prints: a text that is long enough to be on the heap

//! bad view_then_append: stale-view; asan: heap-use-after-free
void text() { std::string all = "a text that is long enough to be on the heap"; std::string_view head = all; all += " and grows"; console::log(String(head)); }
//! good
void text() { std::string all = "a text that is long enough to be on the heap"; all += " and grows"; std::string_view head = all; console::log(String(head)); }
//! run: text();
//! prints: a text that is long enough to be on the heap and grows
//! bad view_then_assign: stale-view; asan: heap-use-after-free
void text() { std::string all = "a long text that is on the heap"; std::string_view head = all; all = std::string(99, 'b'); console::log(String(head)); }
//! good
void text() { std::string all = "a long text that is on the heap"; std::string head = all; all = std::string(99, 'b'); console::log(String(head)); }
//! run: text();
//! prints: a long text that is on the heap
//! bad view_parameter_after_callback: stale-view; asan: heap-use-after-free
void tell(std::string_view text, Function<void()> before) { before(); console::log(String(text)); }
//! good
void tell(String text, Function<void()> before) { before(); console::log(text); }
//! run bad: std::string text = world::text; tell(text, [&] { text = std::string(99, 'b'); });
//! run good: let<String> text = world::text; tell(text.value(), [=] { text = ""; });
//! prints: a text that is long enough to be on the heap
//! bad view_of_member: stale-view; asan: heap-use-after-free
struct Parser { std::string input; Function<void()> more; void next() { std::string_view rest = input; more(); console::log(String(rest)); } };
//! good
struct Parser { std::string input; Function<void()> more; void next() { std::string rest = input; more(); console::log(String(rest)); } };
//! run: let<Parser> parser; parser->input = world::text; parser->more = [=] { parser->input = std::string(99, 'b'); }; parser->next(); parser->more = nullptr;
//! prints: a text that is long enough to be on the heap
//! bad span_then_push: stale-view; asan: heap-use-after-free
void list() { std::vector<int> all = {1}; std::span<int> some = all; all.push_back(2); console::log(some[0]); }
//! good
void list() { std::vector<int> all = {1}; all.push_back(2); std::span<int> some = all; console::log(some[0]); }
//! run: list();
//! prints: 1
//! bad part_of_view: stale-view; asan: heap-use-after-free
void part() { std::string all = "a text that is long enough to be on the heap"; std::string_view whole = all; auto head = whole.substr(0, 1); all = std::string(99, 'b'); console::log(String(head)); }
//! good
void part() { std::string all = "a text that is long enough to be on the heap"; auto head = all.substr(0, 1); all = std::string(99, 'b'); console::log(String(head)); }
//! run: part();
//! prints: a
//! bad own_view_type: stale-view; asan: heap-use-after-free
struct NODECPP_UNSAFE("looks at a text for a statement") Token { std::string_view text; };
void scan() { std::string all = "a text that is long enough to be on the heap"; Token token{all}; all = std::string(99, 'b'); console::log(String(token.text)); }
//! good
struct Token { std::string text; };
void scan() { std::string all = "a text that is long enough to be on the heap"; Token token{all}; all = std::string(99, 'b'); console::log(String(token.text)); }
//! run: scan();
//! prints: a text that is long enough to be on the heap

//! bad loop_that_adds: stale-iterator; asan: heap-use-after-free
void grow() { std::vector<int> list = {1, 2}; for (int n : list) if (n == 1) list.push_back(3); }
//! good
void grow() { Array<int> list = {1, 2}; for (int n : list) if (n == 1) list.push(3); console::log(list.length()); }
//! run: grow();
//! prints: 3
//! bad loop_that_erases: stale-iterator; asan: heap-use-after-free
void drop() { std::list<int> ages = {-1, 3}; for (int age : ages) if (age < 0) ages.remove(age); }
//! good
void drop() { std::list<int> ages = {-1, 3}; std::erase_if(ages, [](int age) { return age < 0; }); console::log(ages.size()); }
//! run: drop();
//! prints: 1
//! bad listeners_that_add: stale-iterator; asan: heap-use-after-free
struct Bus { std::vector<Function<void()>> listeners; void fire() { for (auto listener : listeners) listener(); } };
//! good
struct Bus { Array<Function<void()>> listeners; void fire() { for (auto listener : listeners) listener(); } };
//! run bad: let<Bus> bus; bus->listeners.push_back([=] { bus->listeners.push_back([] {}); }); bus->listeners.push_back([] {}); bus->fire(); bus->listeners.clear();
//! run good: let<Bus> bus; bus->listeners.push([=] { bus->listeners.push([] { console::log("added"); }); }); bus->fire(); bus->listeners.setLength(0);
//! prints: added
//! bad clients_that_leave: stale-iterator; asan: heap-use-after-free
struct Chat { std::list<int> ids; Function<void(int)> send; void all() { for (int id : ids) send(id); } };
//! good
struct Chat { Set<int> ids; Function<void(int)> send; void all() { for (int id : ids) send(id); } };
//! run bad: let<Chat> chat; chat->ids = {1, 2}; chat->send = [=](int id) { chat->ids.remove(id); }; chat->all(); chat->send = nullptr;
//! run good: let<Chat> chat; chat->ids = Set<int>{1, 2}; chat->send = [=](int id) { chat->ids.delete_(id); console::log(id); }; chat->all(); chat->send = nullptr;
//! prints: 1
//! prints: 2
//! bad loop_that_emits: stale-iterator; asan: heap-use-after-free
class HubObject : public EventEmitterObject { public: std::vector<String> names; void tell() { for (String name : names) emit("name", name); } };
//! good
class HubObject : public EventEmitterObject { public: Array<String> names; void tell() { for (String name : names) emit("name", name); } };
//! run bad: auto hub = make<HubObject>(); hub->names = {"Ann", "Bob"}; hub->once("name", [=](String name) { hub->names = std::vector<String>(); }); hub->tell();
//! run good: auto hub = make<HubObject>(); hub->names = {"Ann", "Bob"}; hub->once("name", [=](String name) { hub->names = Array<String>{}; console::log(name); }); hub->tell();
//! prints: Ann
//! bad iterator_then_push: stale-iterator; asan: heap-use-after-free
void grow() { std::vector<int> list = {1}; auto it = list.begin(); list.push_back(2); if (it != list.end()) console::log(*it); }
//! good
void grow() { std::vector<int> list = {1}; list.push_back(2); auto it = list.begin(); if (it != list.end()) console::log(*it); }
//! run: grow();
//! prints: 1
//! bad iterator_then_erase: stale-iterator; asan: heap-use-after-free
void drop() { std::list<int> list = {1, 2}; for (auto it = list.begin(); it != list.end(); ++it) if (*it == 1) list.erase(it); }
//! good
void drop() { std::list<int> list = {1, 2}; for (auto it = list.begin(); it != list.end();) if (*it == 1) it = list.erase(it); else ++it; }
//! run: drop();
//! bad found_then_called: stale-iterator; asan: heap-use-after-free
struct Routes { std::map<String, int> all; Function<void()> log; void go(String path) { auto it = all.find(path); if (it == all.end()) return; log(); console::log(it->second); } };
//! good
struct Routes { std::map<String, int> all; Function<void()> log; void go(String path) { auto it = all.find(path); if (it == all.end()) return; int to = it->second; log(); console::log(to); } };
//! run: let<Routes> routes; routes->all["/"] = 1; routes->log = [=] { routes->all.clear(); }; routes->go("/"); routes->log = nullptr;
//! prints: 1
//! bad loop_over_sockets: stale-iterator; because: destroy() calls most listeners later, but those of an abort signal at once, which its type does not show
struct Pool { std::vector<net::Socket> sockets; void close() { for (auto socket : sockets) socket->destroy(); } };
//! good
struct Pool { Array<net::Socket> sockets; void close() { for (auto socket : sockets) socket->destroy(); } };
//! run bad: let<Pool> pool; world::withSocket([=](net::Socket socket) { pool->sockets.push_back(socket); pool->close(); });
//! run good: let<Pool> pool; world::withSocket([=](net::Socket socket) { pool->sockets.push(socket); pool->close(); console::log(socket->destroyed()); });
//! prints: true
//! bad loop_over_view: stale-iterator; asan: heap-use-after-free
struct Text { std::string all; Function<void(char)> each; void go() { for (char c : all) each(c); } };
//! good
struct Text { String all; Function<void(String)> each; void go() { for (auto c : all) each(c); } };
//! run bad: let<Text> text; text->all = world::text; text->each = [=](char) { text->all = std::string(99, 'b'); }; text->go(); text->each = nullptr;
//! run good: let<Text> text; text->all = "ab"; text->each = [=](String c) { text->all = ""; console::log(c); }; text->go(); text->each = nullptr;
//! prints: a
//! prints: b
//! bad loop_over_deque: stale-iterator; asan: heap-use-after-free
struct Jobs { std::deque<Function<void()>> queue; void run() { for (auto job : queue) job(); queue.clear(); } };
//! good
struct Jobs { std::deque<Function<void()>> queue; void run() { while (!queue.empty()) { auto job = queue.front(); queue.pop_front(); job(); } } };
//! run: let<Jobs> jobs; jobs->queue.push_back([=] { jobs->queue = std::deque<Function<void()>>(); }); jobs->queue.push_back([] {}); jobs->run();

//! bad method_of_element: reentered-container; asan: heap-use-after-free
struct Session { Function<void()> done; String name; void end() { done(); console::log(name); } };
struct Server { std::vector<Session> sessions; void close() { sessions[0].end(); } };
//! good
class SessionObject : public Object { public: Function<void()> done; String name; void end() { done(); console::log(name); } NODECPP_TRACE(done) };
struct Server { Array<Handle<SessionObject>> sessions; void close() { sessions[0]->end(); } };
//! run bad: let<Server> server; server->sessions.push_back({[=] { server->sessions = std::vector<Session>(); }, world::text}); server->close();
//! run good: let<Server> server; auto session = make<SessionObject>(); session->name = world::text; session->done = [=] { server->sessions = Array<Handle<SessionObject>>{}; }; server->sessions.push(session); server->close();
//! prints: a text that is long enough to be on the heap
//! bad method_of_unique: reentered-container; asan: heap-use-after-free
struct Session { Function<void()> done; String name; void end() { done(); console::log(name); } };
struct Server { std::unique_ptr<Session> current; void close() { current->end(); } };
//! good
struct Session { Function<void()> done; String name; void end() { done(); console::log(name); } };
struct Server { owning_ptr<Session> current; void close() { current->end(); } };
//! run bad: auto server = make_owning<Server>(); soft_ptr<Server> same = server; server->current = std::make_unique<Session>(); server->current->name = world::text; server->current->done = [=] { same->current = nullptr; }; server->close();
//! run good: auto server = make_owning<Server>(); soft_ptr<Server> same = server; server->current = make_owning<Session>(); server->current->name = world::text; server->current->done = [=] { same->current = nullptr; }; server->close();
//! prints: a text that is long enough to be on the heap
//! bad method_of_optional: reentered-container; asan: heap-use-after-free
struct Session { Function<void()> done; String name; void end() { done(); console::log(name); } };
struct Server { std::optional<Session> current; void close() { current->end(); } };
//! good
struct Session { Function<void()> done; String name; void end() { done(); console::log(name); } };
struct Server { let<Session> current; void close() { current->end(); } };
//! run bad: auto server = make_owning<Server>(); soft_ptr<Server> same = server; server->current.emplace(); server->current->name = world::text; server->current->done = [=] { same->current.reset(); }; server->close();
//! run good: let<Server> server; server->current->name = world::text; server->current->done = [=] { server->current = Session(); }; server->close();
//! prints: a text that is long enough to be on the heap
//! bad sort_that_calls: reentered-container; asan: heap-use-after-free
struct Table { std::vector<int> rows; Function<bool(int, int)> order; void sort() { auto by = order; std::sort(rows.begin(), rows.end(), [=](int a, int b) { return by(a, b); }); } };
//! good
struct Table { Array<int> rows; Function<bool(int, int)> order; void sort() { auto by = order; rows.sort([=](int a, int b) { return by(a, b) ? -1 : 1; }); } };
//! run bad: let<Table> table; table->rows = {3, 2, 1}; table->order = [=](int a, int b) { table->rows = std::vector<int>(); return a < b; }; table->sort(); table->order = nullptr;
//! run good: let<Table> table; table->rows = {3, 2, 1}; table->order = [=](int a, int b) { table->rows = Array<int>{a, b}; return a < b; }; table->sort(); table->order = nullptr; console::log(table->rows.length());
//! prints: 2
//! bad for_each_that_calls: reentered-container; asan: heap-use-after-free
struct Bus { std::vector<Function<void()>> all; void fire() { std::for_each(all.begin(), all.end(), [](auto& f) { f(); }); } };
//! good
struct Bus { Array<Function<void()>> all; void fire() { all.forEach([](auto f) { f(); }); } };
//! run bad: let<Bus> bus; bus->all.push_back([=] { bus->all = std::vector<Function<void()>>(); }); bus->all.push_back([] {}); bus->fire();
//! run good: let<Bus> bus; bus->all.push([=] { bus->all = Array<Function<void()>>{}; }); bus->all.push([] { console::log("second"); }); bus->fire();
//! prints: second
//! bad erase_if_that_calls: reentered-container; asan: heap-use-after-free
struct Jobs { std::vector<int> ids; Function<bool(int)> done; void sweep() { auto ask = done; std::erase_if(ids, [=](int id) { return ask(id); }); } };
//! good
struct Jobs { Array<int> ids; Function<bool(int)> done; void sweep() { auto ask = done; ids = ids.filter([=](int id) { return !ask(id); }); } };
//! run bad: let<Jobs> jobs; jobs->ids = {1, 2}; jobs->done = [=](int id) { jobs->ids = std::vector<int>(); return id == 1; }; jobs->sweep(); jobs->done = nullptr;
//! run good: let<Jobs> jobs; jobs->ids = {1, 2}; jobs->done = [=](int id) { jobs->ids = Array<int>{}; return id == 1; }; jobs->sweep(); jobs->done = nullptr; console::log(jobs->ids.length());
//! prints: 1

//! bad asked_in_a_loop: stale-iterator; because: end() calls its listeners later now, but a future version may call one at once
struct Room { std::vector<net::Socket> all; void close() { for (auto& each : all) each->end(); } };
//! good
struct Room {
  let<std::vector<net::Socket>> all;
  int sum() { int n = 0; for (auto& each : all.ref()) n += int(each->localPort().toNumber()); return n; }
};
//! run good: console::log(Room().sum());
//! prints: 0
