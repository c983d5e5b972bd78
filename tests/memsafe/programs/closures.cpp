// Programs with closures that run after the variables that they capture have ended.

//! bad timer_reference: reference-capture; asan: stack-use-after-return
void later() { String name = "Ann"; setTimeout([&] { console::log(name); }, 1); }
//! good
void later() { String name = "Ann"; setTimeout([=] { console::log(name); }, 1); }
//! run: later();
//! prints: Ann
//! bad interval_counts: reference-capture; asan: stack-use-after-return
void count() { int n = 0; setInterval([&n] { n++; }, 10); }
//! good
void count() { let<int> n = 0; setInterval([=] { n++; }, 10); }
//! run: count(); setTimeout([] { process::exit(0); }, 50);
//! bad immediate: reference-capture; asan: stack-use-after-return
void soon(String text) { setImmediate([&text] { console::log(text); }); }
//! good
void soon(String text) { setImmediate([text] { console::log(text); }); }
//! run: soon("text");
//! prints: text
//! bad next_tick: reference-capture; asan: stack-use-after-return
void tick() { Array<int> list = {1}; process::nextTick([&] { console::log(list.length()); }); }
//! good
void tick() { Array<int> list = {1}; process::nextTick([=] { console::log(list.length()); }); }
//! run: tick();
//! prints: 1
//! bad microtask: reference-capture; asan: stack-use-after-return
void micro() { int n = 1; queueMicrotask([&] { console::log(n); }); }
//! good
void micro() { int n = 1; queueMicrotask([=] { console::log(n); }); }
//! run: micro();
//! prints: 1
//! bad listener: reference-capture; asan: stack-use-after-return
void listen(EventEmitter emitter) { int calls = 0; emitter->on("x", [&] { calls++; }); }
//! good
void listen(EventEmitter emitter) { let<int> calls = 0; emitter->on("x", [=] { calls++; }); }
//! run: auto emitter = make<EventEmitter>(); listen(emitter); emitter->emit("x");
//! bad listener_once: reference-capture; asan: stack-use-after-return
void listen(EventEmitter emitter) { String last; emitter->once("x", [&last](String text) { last = text; }); }
//! good
void listen(EventEmitter emitter) { let<String> last; emitter->once("x", [last](String text) { last = text; }); }
//! run: auto emitter = make<EventEmitter>(); listen(emitter); emitter->emit("x", String("text"));
//! bad prepended: reference-capture; asan: stack-use-after-return
void listen(EventEmitter emitter) { bool seen = false; emitter->prependListener("x", [&] { seen = true; }); }
//! good
void listen(EventEmitter emitter) { let<bool> seen = false; emitter->prependListener("x", [=] { seen = true; }); }
//! run: auto emitter = make<EventEmitter>(); listen(emitter); emitter->emit("x");
//! bad server_request: reference-capture; asan: stack-use-after-return
http::Server serve() { int hits = 0; return http::createServer([&](auto request, auto response) { hits++; response->end(str(hits)); }); }
//! good
http::Server serve() { let<int> hits = 0; return http::createServer([=](auto request, auto response) { hits++; response->end(str(hits.value())); }); }
//! run: world::visit(serve());
//! prints: answer 1
//! bad body_of_request: reference-capture; asan: stack-use-after-return
http::Server serve() {
  return http::createServer([](auto request, auto response) {
    Array<Buffer> chunks;
    request->on(event::data, [&](Buffer chunk) { chunks.push(chunk); });
    request->on(event::end, [=] { response->end("ok"); });
  });
}
//! good
http::Server serve() {
  return http::createServer([](auto request, auto response) {
    Array<Buffer> chunks;
    request->on(event::data, [=](Buffer chunk) { chunks.push(chunk); });
    request->on(event::end, [=] { response->end("ok"); });
  });
}
//! run: world::visit(serve());
//! prints: answer ok
//! bad response_of_request: reference-capture; asan: stack-use-after-return
void fetch(String url) { String body; http::get(url, [&](auto response) { response->on(event::data, [=](Buffer chunk) { console::log(chunk.length()); }); body = "x"; }); }
//! good
void fetch(String url) { let<String> body; http::get(url, [=](auto response) { response->on(event::data, [=](Buffer chunk) { body += chunk.toString(); }); response->on(event::end, [=] { console::log(body.value()); }); }); }
//! run: auto server = http::createServer([](auto request, auto response) { response->end("text"); }); server->listen(0, "127.0.0.1", [=] { fetch(str("http://127.0.0.1:") + server->address().port); }); setTimeout([] { process::exit(0); }, 1500);
//! prints: text
//! bad socket_data: reference-capture; asan: stack-use-after-return
net::Server echo() { return net::createServer([](net::Socket socket) { String all; socket->on(event::data, [&](Buffer chunk) { all += chunk.toString(); }); }); }
//! good
net::Server echo() { return net::createServer([](net::Socket socket) { let<String> all; socket->on(event::data, [=](Buffer chunk) { all += chunk.toString(); }); }); }
//! run: world::call(echo());
//! bad socket_itself: reference-capture; asan: stack-use-after-return
net::Server echo() { return net::createServer([](net::Socket socket) { socket->on(event::data, [&socket](Buffer chunk) { socket->write(chunk); }); }); }
//! good
net::Server echo() { return net::createServer([](net::Socket socket) { socket->on(event::data, [socket](Buffer chunk) { socket->write(chunk); }); }); }
//! run: world::call(echo());
//! prints: answer some text
//! bad socket_close: reference-capture; asan: stack-use-after-return
void watch(net::Socket socket) { Map<String, int> open; socket->on(event::close, [&] { open.clear(); }); }
//! good
void watch(net::Socket socket) { Map<String, int> open; socket->on(event::close, [=] { open.clear(); }); }
//! run: world::withSocket([](net::Socket socket) { watch(socket); });
//! bad socket_error: reference-capture; asan: stack-use-after-return
void watch(net::Socket socket) { Error last; socket->on(event::error, [&](Error error) { last = error; }); }
//! good
void watch(net::Socket socket) { let<Error> last; socket->on(event::error, [=](Error error) { last = error; }); }
//! run: world::withSocket([](net::Socket socket) { watch(socket); socket->destroy(Error("x")); });
//! bad server_connection: reference-capture; asan: stack-use-after-return
void watch(net::Server server) { int open = 0; server->on(event::connection, [&] { open++; }); }
//! good
void watch(net::Server server) { let<int> open = 0; server->on(event::connection, [=] { open++; }); }
//! run: auto server = net::createServer([](net::Socket socket) { socket->end("bytes"); socket->resume(); }); watch(server); world::call(server);
//! prints: answer bytes
//! bad listening: reference-capture; asan: stack-use-after-return
void start() { auto server = net::createServer(); server->listen(0, [&] { console::log(server->listening()); }); }
//! good
void start() { auto server = net::createServer(); server->listen(0, [=] { console::log(server->listening()); }); }
//! run: start(); setTimeout([] { process::exit(0); }, 50);
//! prints: true
//! bad file_read: reference-capture; asan: stack-use-after-return
void load(String path) { fs::readFile(path, [&](Error error, Buffer data) { console::log(path, data.length()); }); }
//! good
void load(String path) { fs::readFile(path, [=](Error error, Buffer data) { console::log(path, data.length()); }); }
//! run: load("text.txt");
//! prints: text.txt 7
//! bad file_written: reference-capture; asan: stack-use-after-return
void save() { bool done = false; fs::writeFile("out.txt", "x", [&](Error error) { done = !error; }); }
//! good
void save() { let<bool> done = false; fs::writeFile("out.txt", "x", [=](Error error) { done = !error; }); }
//! run: save();
//! bad stream_data: reference-capture; asan: stack-use-after-return
void read(fs::ReadStream in) { int bytes = 0; in->on(event::data, [&](Buffer chunk) { bytes += int(chunk.length()); }); }
//! good
void read(fs::ReadStream in) { let<int> bytes = 0; in->on(event::data, [=](Buffer chunk) { bytes += int(chunk.length()); }); }
//! run: read(fs::createReadStream("text.txt"));
//! bad stream_end: reference-capture; asan: stack-use-after-return
void read(fs::ReadStream in) { String text = "end"; in->on(event::end, [&] { console::log(text); }); }
//! good
void read(fs::ReadStream in) { String text = "end"; in->on(event::end, [=] { console::log(text); }); }
//! run: auto in = fs::createReadStream("text.txt"); read(in); in->resume();
//! prints: end
//! bad writable_callback: reference-capture; asan: stack-use-after-return
void write(stream::Writable out) { int left = 1; out->write("x", [&] { left--; }); }
//! good
void write(stream::Writable out) { let<int> left = 1; out->write("x", [=] { left--; }); }
//! run: write(fs::createWriteStream("out2.txt"));
//! bad stream_function: reference-capture; asan: stack-use-after-return
auto make() { int seen = 0; auto w = nodecpp::make<stream::Writable>({.write = [&](auto self, auto chunk, auto encoding, auto callback) { seen++; callback(); }}); return w; }
//! good
auto make() { let<int> seen = 0; auto w = nodecpp::make<stream::Writable>({.write = [=](auto self, auto chunk, auto encoding, auto callback) { seen++; callback(); }}); return w; }
//! run: make()->end("x");
//! bad child_exec: reference-capture; asan: stack-use-after-return
void list() { String out; child_process::exec("ls", [&](Error error, String stdout_, String stderr_) { out = stdout_; }); }
//! good
void list() { let<String> out; child_process::exec("ls", [=](Error error, String stdout_, String stderr_) { out = stdout_; }); }
//! run: list();
//! bad child_exit: reference-capture; asan: stack-use-after-return
void start() { int code = 0; child_process::spawn("ls")->on(event::exit, [&](int with) { code = with; }); }
//! good
void start() { let<int> code = 0; child_process::spawn("ls")->on(event::exit, [=](int with) { code = with; }); }
//! run: start();
//! bad process_exit: reference-capture; asan: stack-use-after-return
void start() { String name = "x"; process::on(event::exit, [&] { console::log(name); }); }
//! good
void start() { String name = "x"; process::on(event::exit, [=] { console::log(name); }); }
//! run: start();
//! prints: x
//! bad promise_then: reference-capture; asan: stack-use-after-return
void chain(Promise<int> promise) { int sum = 0; promise.then([&](int n) { sum += n; }); }
//! good
void chain(Promise<int> promise) { let<int> sum = 0; promise.then([=](int n) { sum += n; }); }
//! run: chain(Promise<int>::resolve(1));
//! bad promise_catch: reference-capture; asan: stack-use-after-return
void chain(Promise<int> promise) { String why; promise.catch_([&](Error error) { why = error->message; return 0; }); }
//! good
void chain(Promise<int> promise) { let<String> why; promise.catch_([=](Error error) { why = error->message; return 0; }); }
//! run: chain(Promise<int>::reject(Error("x")));
//! bad promise_finally: reference-capture; asan: stack-use-after-return
void chain(Promise<int> promise) { bool done = false; promise.finally_([&] { done = true; }); }
//! good
void chain(Promise<int> promise) { let<bool> done = false; promise.finally_([=] { done = true; }); }
//! run: chain(Promise<int>::resolve(1));
//! bad abort_listener: reference-capture; asan: stack-use-after-return
void stop(AbortController controller) { bool stopped = false; controller->signal()->addEventListener("abort", [&] { stopped = true; }); }
//! good
void stop(AbortController controller) { let<bool> stopped = false; controller->signal()->addEventListener("abort", [=] { stopped = true; }); }
//! run: auto controller = make<AbortController>(); stop(controller); controller->abort();
//! bad returned_closure: reference-capture; asan: stack-use-after-return
auto counter() { int n = 0; return [&] { return ++n; }; }
//! good
auto counter() { let<int> n = 0; return [=] { return int(++n); }; }
//! run: auto next = counter(); world::useStack(); console::log(next());
//! prints: 1
//! bad returned_function: reference-capture; asan: stack-use-after-return
Function<int()> counter() { int n = 0; return [&] { return ++n; }; }
//! good
Function<int()> counter() { let<int> n = 0; return [=] { return int(++n); }; }
//! run: auto next = counter(); world::useStack(); console::log(next());
//! prints: 1
//! bad kept_in_function: reference-capture; asan: stack-use-after-return
void keep() { int n = 0; Function<void()> f = [&] { n++; }; setTimeout(f, 1); }
//! good
void keep() { let<int> n = 0; Function<void()> f = [=] { n++; }; setTimeout(f, 1); }
//! run: keep();
//! bad kept_in_std_function: reference-capture; asan: stack-use-after-return
struct Job { std::function<void()> run; };
Job job() { int n = 0; return {[&] { n++; }}; }
//! good
struct Job { Function<void()> run; };
Job job() { let<int> n = 0; return {[=] { n++; }}; }
//! run: auto made = job(); world::useStack(); made.run();
//! bad kept_in_array: reference-capture; asan: stack-use-after-return
Array<Function<void()>> jobs() { Array<Function<void()>> all; int n = 0; all.push([&] { n++; }); return all; }
//! good
Array<Function<void()>> jobs() { Array<Function<void()>> all; let<int> n = 0; all.push([=] { n++; }); return all; }
//! run: auto all = jobs(); world::useStack(); all[0]();
//! bad kept_in_vector: reference-capture; asan: stack-use-after-return
std::vector<Function<void()>> jobs() { std::vector<Function<void()>> all; int n = 0; all.push_back([&] { n++; }); return all; }
//! good
std::vector<Function<void()>> jobs() { std::vector<Function<void()>> all; let<int> n = 0; all.push_back([=] { n++; }); return all; }
//! run: auto all = jobs(); world::useStack(); all[0]();
//! bad assigned_to_member: reference-capture; asan: stack-use-after-return
struct Button { Function<void()> clicked; };
void wire(let<Button> button) { int n = 0; button->clicked = [&] { n++; }; }
//! good
struct Button { Function<void()> clicked; };
void wire(let<Button> button) { let<int> n = 0; button->clicked = [=] { n++; }; }
//! run: let<Button> button; wire(button); button->clicked();
//! bad name_given_later: reference-capture; asan: stack-use-after-return
void later() { int n = 0; auto step = [&] { n++; }; step(); setTimeout(step, 1); }
//! good
void later() { let<int> n = 0; auto step = [=] { n++; }; step(); setTimeout(step, 1); }
//! run: later();
//! bad copy_given_later: reference-capture; asan: stack-use-after-return
void later() { int n = 0; auto step = [&] { n++; }; auto same = step; setTimeout(same, 1); }
//! good
void later() { let<int> n = 0; auto step = [=] { n++; }; auto same = step; setTimeout(same, 1); }
//! run: later();
//! bad captured_by_copy_in_another: reference-capture; asan: stack-use-after-return
void later() { int n = 0; auto step = [&] { n++; }; setTimeout([step] { step(); }, 1); }
//! good
void later() { let<int> n = 0; auto step = [=] { n++; }; setTimeout([step] { step(); }, 1); }
//! run: later();
//! bad own_function_that_keeps: reference-capture; asan: stack-use-after-return
void each(Function<void(int)> f) { setTimeout([=] { f(1); }, 1); }
void program() { int sum = 0; each([&](int n) { sum += n; }); }
//! good
void each(Function<void(int)> f) { setTimeout([=] { f(1); }, 1); }
void program() { let<int> sum = 0; each([=](int n) { sum += n; }); }
//! run: program();
//! bad own_template_that_says_nothing: reference-capture; because: callers do not know what a template does with its function; this template calls it at once
template <class F> void twice(F f) { f(); f(); }
void program() { int sum = 0; twice([&] { sum++; }); }
//! good
template <class F> void twice(F&& f NODECPP_NOESCAPE) { f(); f(); }
void program() { int sum = 0; twice([&] { sum++; }); }
//! run: program();
//! bad lazy_view: reference-capture; asan: stack-use-after-return
auto some(std::vector<int>& list) { int least = 1; return list | std::views::filter([&](int n) { return n > least; }); }
//! good
auto some(Array<int> list) { int least = 1; return list.filter([&](int n) { return n > least; }); }
//! run bad: std::vector<int> list = {1, 2}; for (int n : some(list)) console::log(n);
//! run good: for (int n : some({1, 2})) console::log(n);
//! prints: 2
//! bad bound: reference-capture; asan: stack-use-after-return
auto adder() { int n = 0; return std::bind([&](int by) { return n += by; }, 1); }
//! good
auto adder() { let<int> n = 0; return [=] { n += 1; return n.value(); }; }
//! run: auto add = adder(); world::useStack(); console::log(add());
//! prints: 1
//! bad race_not_awaited: reference-capture; because: all() calls its functions at once, and this frame waits for them; that is not known of a promise that is only kept
Promise<int> one(int n) { co_return n; }
Promise<> program() { int a = 1; auto both = all([&] { return one(a); }, [&] { return one(a); }); a = 2; co_await both; }
//! good
Promise<int> one(int n) { co_return n; }
Promise<> program() { int a = 1; co_await all([&] { return one(a); }, [&] { return one(a); }); }
//! run: program();
//! bad loop_variable: reference-capture; asan: stack-use-after-return
void program() { for (int i = 0; i < 3; i++) setTimeout([&] { console::log(i); }, 1); }
//! good
void program() { for (int i = 0; i < 3; i++) setTimeout([=] { console::log(i); }, 1); }
//! run: program();
//! prints: 0
//! prints: 1
//! prints: 2
//! bad inner_of_outer: reference-capture; asan: stack-use-after-return
void program(Array<int> list) { list.forEach([&](int n) { setTimeout([&] { console::log(n); }, 1); }); }
//! good
void program(Array<int> list) { list.forEach([&](int n) { setTimeout([=] { console::log(n); }, 1); }); }
//! run: program({1, 2});
//! prints: 1
//! prints: 2
//! bad worker_message: reference-capture; asan: stack-use-after-return
void ask(worker_threads::Worker worker) { int answers = 0; worker->on(event::message, [&] { answers++; }); }
//! good
void ask(worker_threads::Worker worker) { let<int> answers = 0; worker->on(event::message, [=] { answers++; }); }
//! run: ask(make<worker_threads::Worker>([] { worker_threads::parentPort->postMessage(1); }));
//! bad sort_that_is_kept: reference-capture; asan: stack-use-after-return
Function<bool(int, int)> order(bool down) { return [&](int a, int b) { return down ? a > b : a < b; }; }
//! good
Function<bool(int, int)> order(bool down) { return [=](int a, int b) { return down ? a > b : a < b; }; }
//! run: auto down = order(true); world::useStack(); console::log(down(1, 2));
//! prints: false

//! bad this_in_timer: this-capture; asan: stack-use-after-return
struct Clock { int ticks = 0; void start() { setInterval([this] { ticks++; }, 10); } };
//! good
struct ClockObject : Object { int ticks = 0; void start() { auto self = Handle(this); setInterval([=] { self->ticks++; }, 10); } };
//! run bad: { Clock clock; clock.start(); } setTimeout([] { process::exit(0); }, 50);
//! run good: make<ClockObject>()->start(); setTimeout([] { process::exit(0); }, 50);
//! bad this_in_listener: this-capture; asan: heap-use-after-free
class ChatObject : public EventEmitterObject {
 public:
  int members = 0;
  explicit ChatObject(EventEmitter room) { room->on("join", [this] { members++; }); }
};
//! good
class ChatObject : public EventEmitterObject {
 public:
  let<int> members = 0;
  explicit ChatObject(EventEmitter room) { room->on("join", [members = members] { members++; }); }
};
//! run: auto room = make<EventEmitter>(); make<ChatObject>(room); setImmediate([=] { room->emit("join"); });
//! bad this_by_default: this-capture; asan: heap-use-after-free
class SessionObject : public Object {
 public:
  String user;
  void watch(net::Socket socket) { socket->on(event::close, [&] { console::log(user); }); }
};
//! good
class SessionObject : public Object {
 public:
  String user;
  void watch(net::Socket socket) { auto self = Handle(this); socket->on(event::close, [=] { console::log(self->user); }); }
};
//! run: world::withSocket([](net::Socket socket) { auto session = make<SessionObject>(); session->user = "Ann"; session->watch(socket); });
//! prints: Ann
//! bad this_in_promise: this-capture; asan: heap-use-after-free
class LoaderObject : public Object {
 public:
  int loaded = 0;
  void load(Promise<int> n) { n.then([this](int more) { loaded += more; }); }
};
//! good
class LoaderObject : public Object {
 public:
  int loaded = 0;
  void load(Promise<int> n) { auto self = Handle(this); n.then([=](int more) { self->loaded += more; }); }
};
//! run: make<LoaderObject>()->load(sleep(1).then([] { return 1; }));
//! bad this_in_file: this-capture; asan: heap-use-after-free
class CacheObject : public Object {
 public:
  Map<String, Buffer> files;
  void load(String path) { fs::readFile(path, [this, path](Error error, Buffer data) { files.set(path, data); }); }
};
//! good
class CacheObject : public Object {
 public:
  Map<String, Buffer> files;
  void load(String path) { auto self = Handle(this); fs::readFile(path, [=](Error error, Buffer data) { self->files.set(path, data); }); }
};
//! run: make<CacheObject>()->load("text.txt");
//! bad this_in_own_member: this-capture; asan: heap-use-after-free
class TaskObject : public Object {
 public:
  int runs = 0;
  Function<void()> run;
  void arm() { run = [this] { runs++; }; }
  NODECPP_TRACE(run)
};
//! good
class TaskObject : public Object {
 public:
  let<int> runs = 0;
  Function<void()> run;
  void arm() { run = [runs = runs] { runs++; }; }
  NODECPP_TRACE(run)
};
//! run: auto task = make<TaskObject>(); task->arm(); auto run = task->run; setImmediate([=] { run(); });
//! bad this_returned: this-capture; asan: stack-use-after-scope
struct Adder { int by = 1; auto function() { return [this](int n) { return n + by; }; } };
//! good
struct Adder { int by = 1; auto function() { return [by = by](int n) { return n + by; }; } };
//! run: auto add = Adder().function(); world::useStack(); console::log(add(1));
//! prints: 2
//! bad this_in_request: this-capture; asan: heap-use-after-free
class AppObject : public Object {
 public:
  int hits = 0;
  http::Server listen() { return http::createServer([this](auto request, auto response) { hits++; response->end(); }); }
};
//! good
class AppObject : public Object {
 public:
  int hits = 0;
  http::Server listen() { auto self = Handle(this); return http::createServer([=](auto request, auto response) { self->hits++; response->end(); }); }
};
//! run: world::visit(make<AppObject>()->listen());
//! prints: answer

//! bad view_in_timer: view-capture; asan: heap-use-after-free
void later(std::string_view text) { setTimeout([=] { console::log(String(text)); }, 1); }
//! good
void later(String text) { setTimeout([=] { console::log(text); }, 1); }
//! run bad: std::string text = world::text; later(text);
//! run good: later(world::text);
//! prints: a text that is long enough to be on the heap
//! bad view_of_local: view-capture; asan: heap-use-after-free
void later(std::string text) { std::string_view view = text; setTimeout([view] { console::log(String(view)); }, 1); }
//! good
void later(std::string text) { setTimeout([text] { console::log(String(text)); }, 1); }
//! run: later(world::text);
//! prints: a text that is long enough to be on the heap
//! bad iterator_in_listener: view-capture; asan: heap-use-after-free
void later(EventEmitter emitter, std::vector<int> list) { auto it = list.begin(); emitter->on("x", [it] { auto next = it; console::log(*++next); }); }
//! good
void later(EventEmitter emitter, Array<int> list) { let<int> at = 0; emitter->on("x", [=] { at++; console::log(list.at(at.value())); }); }
//! run: auto emitter = make<EventEmitter>(); later(emitter, {1, 2}); emitter->emit("x");
//! prints: 2
//! bad span_in_promise: view-capture; asan: heap-use-after-free
void later(Promise<> promise, std::span<const int> numbers) { promise.then([numbers] { console::log(numbers[0]); }); }
//! good
void later(Promise<> promise, Array<int> numbers) { promise.then([numbers] { console::log(numbers[0]); }); }
//! run bad: later(sleep(1), std::vector<int>{1, 2});
//! run good: later(sleep(1), {1, 2});
//! prints: 1
//! bad wrapped_reference: view-capture; asan: stack-use-after-return
void later(std::string& text) { auto same = std::ref(text); setTimeout([same] { console::log(same.get().size()); }, 1); }
//! good
void later(let<String> text) { setTimeout([text] { console::log(text->length()); }, 1); }
//! run bad: std::string text = world::text; later(text);
//! run good: later(let<String>(world::text));
//! prints: 44
//! bad marked_but_kept: view-capture; asan: stack-use-after-return
template <class F> void later(F&& f NODECPP_NOESCAPE) { Function<void()> kept = f; setTimeout(kept, 1); }
void program() { later([] {}); }
//! good
template <class F> void later(F&& f) { Function<void()> kept = f; setTimeout(kept, 1); }
void program() { later([] {}); }
//! run bad: int n = 0; later([&] { n++; });
//! run good: let<int> n = 0; later([=] { n++; });

//! bad coroutine_closure: coroutine-capture; because: this frame waits for the coroutine; a function that returns the promise, or is retracted, does not wait
Promise<> program() { int n = 0; auto add = [&](this auto self) -> Promise<> { co_await nullptr; n++; }; auto first = add(); co_await first; }
//! good
Promise<> program() { let<int> n = 0; auto add = [=](this auto self) -> Promise<> { co_await nullptr; n++; }; auto first = add(); co_await first; }
//! run: program();
//! bad coroutine_in_timer: coroutine-capture; asan: stack-use-after-return
void program() { int n = 0; setTimeout([&](this auto self) -> Promise<> { co_await nullptr; n++; }, 1); }
//! good
void program() { let<int> n = 0; setTimeout([=](this auto self) -> Promise<> { co_await nullptr; n++; }, 1); }
//! run: program();
//! bad coroutine_of_handler: coroutine-capture; asan: stack-use-after-return
http::Server serve() { int hits = 0; return http::createServer([&](this auto self, http::IncomingMessage request, http::ServerResponse response) -> Promise<> { co_await nullptr; hits++; response->end(); }); }
//! good
http::Server serve() { let<int> hits = 0; return http::createServer([=](this auto self, http::IncomingMessage request, http::ServerResponse response) -> Promise<> { co_await nullptr; hits++; response->end(); }); }
//! run: world::visit(serve());
//! prints: answer
//! bad coroutine_with_this: coroutine-capture; asan: heap-use-after-free
class JobObject : public Object {
 public:
  int done = 0;
  void start() { setTimeout([this](this auto self) -> Promise<> { co_await nullptr; done++; }, 1); }
};
//! good
class JobObject : public Object {
 public:
  int done = 0;
  void start() { auto job = Handle(this); setTimeout([=](this auto self) -> Promise<> { co_await nullptr; job->done++; }, 1); }
};
//! run: make<JobObject>()->start();
//! bad coroutine_returned: coroutine-capture; asan: stack-use-after-return
Promise<> program() { int n = 0; auto add = [&](this auto self) -> Promise<> { co_await nullptr; n++; }; return add(); }
//! good
Promise<> program() { let<int> n = 0; auto add = [=](this auto self) -> Promise<> { co_await nullptr; n++; }; return add(); }
//! run: program();
//! bad coroutine_returned_by_another: coroutine-capture; asan: stack-use-after-return
Promise<> program() { int n = 0; auto add = [&](this auto self) -> Promise<> { co_await nullptr; n++; }; auto twice = [&] { return add(); }; return twice(); }
//! good
Promise<> program() { let<int> n = 0; auto add = [=](this auto self) -> Promise<> { co_await nullptr; n++; }; auto twice = [=] { return add(); }; return twice(); }
//! run: program();
//! right coroutine_returned_within: the function inside returns before the variable ends
Promise<> program() { int n = 0; auto add = [&](this auto self) -> Promise<> { co_await nullptr; n++; }; auto twice = [&] { return add(); }; co_await twice(); co_await twice(); console::log(n); }
//! run: program();
//! prints: 2
//! bad kept_by_an_executor: reference-capture; asan: stack-use-after-return
Promise<int> one(int from) { return Promise<int>([=](Resolver<int> resolve) { int n = from; setTimeout([&] { resolve(n); }, 1); }); }
//! good
Promise<int> one(int from) { return Promise<int>([&](Resolver<int> resolve) { setTimeout([resolve, from] { resolve(from); }, 1); }); }
//! run: one(5).then([](int n) { console::log(n); });
//! prints: 5
