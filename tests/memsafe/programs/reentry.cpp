// Programs with callbacks that use or release an object while a function of this object is running. All of these
// programs are right, as they are in JavaScript.
using namespace nodecpp;

// Adds a listener that removes all listeners, adds one, ends and releases the emitter, and then uses its captured variables.
template <class T>
void endIn(let<T> held, String name) {
  String text = world::text;
  held->prependListener(name, [=] {
    held->removeAllListeners();
    held->on("error", [](Error) {});
    held->on(name, [] { console::log("one that came later"); });
    if constexpr (requires { held->destroy(); }) held->destroy();
    if constexpr (requires { held->kill(); }) held->kill();
    if constexpr (requires { held->terminate(); }) held->terminate().then([](int) {});
    held = T();
    console::log(name, text.length());
  });
}
// Makes a socket that is destroyed by a listener of the event `name`. then(socket) does what makes the socket emit the event.
void socketIn(String name, Function<void(net::Socket)> then) {
  auto server = net::createServer([](net::Socket socket) {
    socket->on("error", [](Error) {});
    socket->end("bytes");
    socket->resume();
  });
  // The program ends when the sockets have closed.
  server->listen(0, "127.0.0.1", [=] {
    let<net::Socket> socket;
    socket = net::createConnection(server->address().port, "localhost");
    endIn(socket, name);
    then(socket.value());
    server->unref();
  });
}
// Makes one exchange of HTTP messages, in which a listener of the event `name` destroys the object that `of` names.
enum class Of { request, response, client, answer };
void exchangeIn(Of of, String name) {
  auto server = http::createServer([=](http::IncomingMessage request, http::ServerResponse response) {
    if (of == Of::request) { let<http::IncomingMessage> held = request; endIn(held, name); }
    if (of == Of::response) { let<http::ServerResponse> held = response; endIn(held, name); }
    request->resume();
    response->end("an answer");
  });
  server->listen(0, "127.0.0.1", [=] {
    let<http::ClientRequest> asked;
    asked = http::request({.host = "127.0.0.1", .port = server->address().port, .method = "POST", .agent = false}, [=](http::IncomingMessage answer) {
      if (of == Of::answer) { let<http::IncomingMessage> held = answer; endIn(held, name); }
      answer->resume();
    });
    auto same = asked.value();
    same->on("error", [](Error) {});
    if (of == Of::client) endIn(asked, name);
    same->end("a body");
  });
  server->on("listening", [=] { server->unref(); });
}
stream::Readable source() { return world::readable(); }
void readableIn(String name, Function<void(stream::Readable)> then) {
  let<stream::Readable> held = world::readable();
  auto same = held.value();
  endIn(held, name);
  then(same);
}
void writableIn(String name, Function<void(stream::Writable)> then) {
  let<stream::Writable> held = make<stream::Writable>(stream::WritableOptions{.highWaterMark = 1, .write = [](auto self, auto chunk, auto encoding, auto callback) { setImmediate([=] { callback(); }); }});
  auto same = held.value();
  endIn(held, name);
  then(same);
}

//! right emitter_event: an event of the program's own
void go() { let<EventEmitter> held = make<EventEmitter>(); endIn(held, "x"); held->emit("x"); }
//! run: go();
//! prints: x 44
//! right emitter_new_listener: newListener
void go() { let<EventEmitter> held = make<EventEmitter>(); endIn(held, "newListener"); auto same = held.value(); same->on("x", [] {}); }
//! run: go();
//! prints: newListener 44
//! right emitter_remove_listener: removeListener
void go() { let<EventEmitter> held = make<EventEmitter>(); endIn(held, "removeListener"); auto same = held.value(); same->on("x", [] {}); same->removeAllListeners("x"); }
//! run: go();
//! prints: removeListener 44
//! right emitter_error: error
void go() { let<EventEmitter> held = make<EventEmitter>(); endIn(held, "error"); auto same = held.value(); same->emit("error", Error("x")); }
//! run: go();
//! prints: error 44

//! right socket_lookup: lookup
void go() { socketIn("lookup", [](net::Socket) {}); }
//! run: go();
//! prints: lookup 44
//! right socket_connect: connect
void go() { socketIn("connect", [](net::Socket) {}); }
//! run: go();
//! prints: connect 44
//! right socket_ready: ready
void go() { socketIn("ready", [](net::Socket) {}); }
//! run: go();
//! prints: ready 44
//! right socket_data: data
void go() { socketIn("data", [](net::Socket socket) { socket->resume(); }); }
//! run: go();
//! prints: data 44
//! right socket_readable: readable
void go() { socketIn("readable", [](net::Socket) {}); }
//! run: go();
//! prints: readable 44
//! right socket_end: end
void go() { socketIn("end", [](net::Socket socket) { socket->resume(); }); }
//! run: go();
//! prints: end 44
//! right socket_finish: finish
void go() { socketIn("finish", [](net::Socket socket) { socket->end("x"); }); }
//! run: go();
//! prints: finish 44
//! right socket_drain: drain
void go() { socketIn("drain", [](net::Socket socket) { socket->write(str("x").repeat(100000)); }); }
//! run: go();
//! prints: drain 44
//! right socket_timeout: timeout
void go() { socketIn("timeout", [](net::Socket socket) { socket->setTimeout(1); }); }
//! run: go();
//! prints: timeout 44
//! right socket_error: error
void go() { socketIn("error", [](net::Socket socket) { socket->destroy(Error("x")); }); }
//! run: go();
//! prints: error 44
//! right socket_close: close
void go() { socketIn("close", [](net::Socket socket) { socket->destroy(); }); }
//! run: go();
//! prints: close 44
//! right server_listening: listening
void go() { let<net::Server> held = net::createServer(); endIn(held, "listening"); auto same = held.value(); same->listen(0); setTimeout([=] { same->close(); }, 5); }
//! run: go();
//! prints: listening 44
//! right server_connection: connection
void go() {
  let<net::Server> held = net::createServer();
  auto same = held.value();
  endIn(held, "connection");
  same->listen(0, "127.0.0.1", [=] {
    auto socket = net::createConnection(same->address().port, "127.0.0.1");
    socket->on("connect", [=] { same->close(); setTimeout([=] { process::exit(0); }, 1000); });
  });
}
//! run: go();
//! prints: connection 44
//! right server_close: close
void go() { let<net::Server> held = net::createServer(); endIn(held, "close"); auto same = held.value(); same->listen(0, [=] { same->close(); }); }
//! run: go();
//! prints: close 44

//! right request_data: data of a request
void go() { exchangeIn(Of::request, "data"); }
//! run: go();
//! prints: data 44
//! right request_end: end of a request
void go() { exchangeIn(Of::request, "end"); }
//! run: go();
//! prints: end 44
//! right request_close: close of a request
void go() { exchangeIn(Of::request, "close"); }
//! run: go();
//! prints: close 44
//! right response_prefinish: prefinish of a response
void go() { exchangeIn(Of::response, "prefinish"); }
//! run: go();
//! prints: prefinish 44
//! right response_finish: finish of a response
void go() { exchangeIn(Of::response, "finish"); }
//! run: go();
//! prints: finish 44
//! right response_close: close of a response
void go() { exchangeIn(Of::response, "close"); }
//! run: go();
//! prints: close 44
//! right client_socket: socket of a client's request
void go() { exchangeIn(Of::client, "socket"); }
//! run: go();
//! prints: socket 44
//! right client_finish: finish of a client's request
void go() { exchangeIn(Of::client, "finish"); }
//! run: go();
//! prints: finish 44
//! right client_response: response of a client's request
void go() { exchangeIn(Of::client, "response"); }
//! run: go();
//! prints: response 44
//! right client_close: close of a client's request
void go() { exchangeIn(Of::client, "close"); }
//! run: go();
//! prints: close 44
//! right answer_data: data of an answer
void go() { exchangeIn(Of::answer, "data"); }
//! run: go();
//! prints: data 44
//! right answer_end: end of an answer
void go() { exchangeIn(Of::answer, "end"); }
//! run: go();
//! prints: end 44
//! right answer_close: close of an answer
void go() { exchangeIn(Of::answer, "close"); }
//! run: go();
//! prints: close 44

//! right readable_data: data
void go() { readableIn("data", [](stream::Readable stream) { stream->resume(); }); }
//! run: go();
//! prints: data 44
//! right readable_readable: readable
void go() { readableIn("readable", [](stream::Readable) {}); }
//! run: go();
//! prints: readable 44
//! right readable_end: end
void go() { readableIn("end", [](stream::Readable stream) { stream->resume(); }); }
//! run: go();
//! prints: end 44
//! right readable_pause: pause
void go() { readableIn("pause", [](stream::Readable stream) { stream->resume(); stream->pause(); }); }
//! run: go();
//! prints: pause 44
//! right readable_resume: resume
void go() { readableIn("resume", [](stream::Readable stream) { stream->resume(); }); }
//! run: go();
//! prints: resume 44
//! right readable_error: error
void go() { readableIn("error", [](stream::Readable stream) { stream->destroy(Error("x")); }); }
//! run: go();
//! prints: error 44
//! right readable_close: close
void go() { readableIn("close", [](stream::Readable stream) { stream->destroy(); }); }
//! run: go();
//! prints: close 44
//! right writable_drain: drain
void go() { writableIn("drain", [](stream::Writable stream) { stream->write("some text"); }); }
//! run: go();
//! prints: drain 44
//! right writable_finish: finish
void go() { writableIn("finish", [](stream::Writable stream) { stream->end("some text"); }); }
//! run: go();
//! prints: finish 44
//! right writable_pipe: pipe
void go() { writableIn("pipe", [](stream::Writable stream) { source()->pipe(stream); }); }
//! run: go();
//! prints: pipe 44
//! right writable_unpipe: unpipe
void go() { writableIn("unpipe", [](stream::Writable stream) { auto from = source(); from->pipe(stream); from->unpipe(stream); }); }
//! run: go();
//! prints: unpipe 44
//! right writable_error: error
void go() { writableIn("error", [](stream::Writable stream) { stream->destroy(Error("x")); }); }
//! run: go();
//! prints: error 44
//! right writable_close: close
void go() { writableIn("close", [](stream::Writable stream) { stream->destroy(); }); }
//! run: go();
//! prints: close 44

//! right file_open: open
void go() { let<fs::ReadStream> held = fs::createReadStream("text.txt"); endIn(held, "open"); }
//! run: go();
//! prints: open 44
//! right file_ready: ready
void go() { let<fs::ReadStream> held = fs::createReadStream("text.txt"); endIn(held, "ready"); }
//! run: go();
//! prints: ready 44
//! right file_data: data
void go() { let<fs::ReadStream> held = fs::createReadStream("text.txt"); endIn(held, "data"); held->resume(); }
//! run: go();
//! prints: data 44
//! right file_end: end
void go() { let<fs::ReadStream> held = fs::createReadStream("text.txt"); endIn(held, "end"); held->resume(); }
//! run: go();
//! prints: end 44
//! right file_close: close
void go() { let<fs::ReadStream> held = fs::createReadStream("text.txt"); endIn(held, "close"); held->resume(); }
//! run: go();
//! prints: close 44
//! right file_error: error
void go() { let<fs::ReadStream> held = fs::createReadStream("none.txt"); endIn(held, "error"); }
//! run: go();
//! prints: error 44
//! right written_file_open: open
void go() { let<fs::WriteStream> held = fs::createWriteStream("open.txt"); endIn(held, "open"); }
//! run: go();
//! prints: open 44
//! right written_file_finish: finish
void go() { let<fs::WriteStream> held = fs::createWriteStream("finish.txt"); endIn(held, "finish"); held->end("x"); }
//! run: go();
//! prints: finish 44
//! right watched_file: change
void go() {
  let<fs::FSWatcher> held = fs::watch("text.txt");
  auto same = held.value();
  endIn(held, "change");
  same->on("change", [=] { same->close(); });
  fs::utimesSync("text.txt", 1, 2);
  // The watcher is closed by the listener that is called last.
}
//! run: go();
//! prints: change 44

//! right child_spawn: spawn
void go() { let<child_process::ChildProcess> held = child_process::spawn("true"); endIn(held, "spawn"); }
//! run: go();
//! prints: spawn 44
//! right child_exit: exit
void go() { let<child_process::ChildProcess> held = child_process::spawn("true"); endIn(held, "exit"); }
//! run: go();
//! prints: exit 44
//! right child_close: close
void go() { let<child_process::ChildProcess> held = child_process::spawn("true"); endIn(held, "close"); }
//! run: go();
//! prints: close 44
//! right child_error: error
void go() { let<child_process::ChildProcess> held = child_process::spawn("no-such-program"); endIn(held, "error"); }
//! run: go();
//! prints: error 44
//! right child_output: data of its output
void go() { auto child = child_process::spawn("echo", {"text"}); let<stream::Readable> held = child->stdout; endIn(held, "data"); held->resume(); }
//! run: go();
//! prints: data 44

//! right worker_online: online
void go() { let<worker_threads::Worker> held = make<worker_threads::Worker>([] {}); endIn(held, "online"); }
//! run: go();
//! prints: online 44
//! right worker_message: message
void go() { let<worker_threads::Worker> held = make<worker_threads::Worker>([] { worker_threads::parentPort->postMessage(1); }); endIn(held, "message"); }
//! run: go();
//! prints: message 44
//! right worker_error: error
void go() { let<worker_threads::Worker> held = make<worker_threads::Worker>([] { throw Error("x"); }); endIn(held, "error"); }
//! run: go();
//! prints: error 44
//! right worker_exit: exit
void go() { let<worker_threads::Worker> held = make<worker_threads::Worker>([] {}); endIn(held, "exit"); }
//! run: go();
//! prints: exit 44
//! right port_message: message of a port
void go() {
  worker_threads::MessageChannel channel;
  let<worker_threads::MessagePort> held = channel.port1;
  auto other = channel.port2;
  endIn(held, "message");
  held->on("message", [=] { other->close(); });
  other->postMessage(1);
  setTimeout([=] { other->close(); }, 20);
}
//! run: go();
//! prints: message 44

//! right coroutine_drops_itself: a coroutine assigns to the variable that holds its own promise
Promise<> work(let<Promise<>> itself, String text) { co_await nullptr; itself = Promise<>::resolve(); co_await nullptr; console::log(text.length()); }
void go() { let<Promise<>> held; held = work(held, world::text); }
//! run: go();
//! prints: 44
//! right awaited_twice: two coroutines await one promise, and the first one drops it
Promise<> wait(let<Promise<int>> of, String name) { int n = co_await of.value(); of = Promise<int>::resolve(7); console::log(name, n); }
void go() { let<Promise<int>> held = sleep(1).then([] { return 1; }); auto a = wait(held, "a"); auto b = wait(held, "b"); held = Promise<int>::resolve(8); }
//! run: go();
//! prints: a 1
//! prints: b 1
//! right then_drops_its_promise: the callback of a promise drops that promise
void go() { let<Promise<int>> held = sleep(1).then([] { return 1; }); held->then([=](int n) { held = Promise<int>::resolve(2); console::log(n); }); }
//! run: go();
//! prints: 1
//! right all_that_drops: a function of all() drops the emitter that another function awaits
Promise<> wait(let<EventEmitter> of) { co_await sleep(1); if (of.value()) of->emit("x"); of = EventEmitter(); }
Promise<> go() { let<EventEmitter> held = make<EventEmitter>(); co_await all([=] { return wait(held); }, [=] { return wait(held); }); console::log("all"); }
//! run: co_await go();
//! prints: all
//! right race_whose_loser_holds: the loser's frame is destroyed with its variables
Promise<int> slow(String text) { co_await sleep(1000); console::log(text); co_return 1; }
Promise<int> fast() { co_await sleep(1); co_return 2; }
Promise<> go() { int n = co_await race([] { return slow(world::text); }, [] { return fast(); }); console::log(n); }
//! run: co_await go();
//! prints: 2
//! right queue_that_goes: the reader of a queue drops the queue
Promise<> read(let<Queue<String>> queue) { String text = co_await queue->get(); queue = Queue<String>(); console::log(text); }
Promise<> go() { let<Queue<String>> queue; auto done = read(queue); co_await queue->put(world::text); }
//! run: co_await go();
//! prints: a text that is long enough to be on the heap

//! right list_for_each: forEach empties its list, and assigns to its variable
void go() { let<Array<String>> list = Array<String>{"a", "b", "c"}; list->forEach([=](String each) { list->setLength(0); list = Array<String>{}; console::log(each); }); }
//! run: go();
//! prints: a
//! right list_map: map
void go() { let<Array<String>> list = Array<String>{"a", "b"}; console::log(list->map([=](String each) { list->push("more"); list = Array<String>{}; return each + "!"; }).length()); }
//! run: go();
//! prints: 2
//! right list_sort: sort
void go() { let<Array<int>> list = Array<int>{3, 1, 2}; auto same = list.value(); same.sort([=](int a, int b) { same.setLength(1); list = Array<int>{}; return a - b; }); console::log(same.length()); }
//! run: go();
//! prints: 3
//! right list_reduce: reduce
void go() { Array<int> list = {1, 2, 3}; console::log(list.reduce([=](int sum, int n) { list.setLength(2); return sum + n; }, 0)); }
//! run: go();
//! prints: 3
//! right map_for_each: forEach of a Map
void go() {
  Map<String, int> ages = {{"Ann", 1}};
  let<int> left = 3;
  ages.forEach([=](int age, String name) {
    ages.clear();
    if (--left > 0) ages.set("Eve", age);
    console::log(name, age);
  });
}
//! run: go();
//! prints: Ann 1
//! prints: Eve 1
//! prints: Eve 1
//! right set_loop: a loop over a Set
void go() { Set<int> numbers = {1, 2, 3}; for (int n : numbers) { numbers.delete_(n); if (n < 10) numbers.add(n + 10); console::log(n); } }
//! run: go();
//! prints: 1
//! prints: 2
//! prints: 3
//! prints: 11
//! prints: 12
//! prints: 13
//! right text_loop: a loop over a text
void go() { let<String> text = "abc"; for (auto c : text.value()) { text = ""; console::log(c); } }
//! run: go();
//! prints: a
//! prints: b
//! prints: c
//! right bytes_loop: a loop over a Buffer
void go() { let<Buffer> bytes = Buffer::from("ab"); for (int byte : bytes.value()) { bytes = Buffer::alloc(0); console::log(byte); } }
//! run: go();
//! prints: 97
//! prints: 98
//! right var_loop: a loop over a list in a var
void go() { var list = var::array({1, 2, 3}); for (var each : list) { list.setLength(1); console::log(each); } }
//! run: go();
//! prints: 1
//! right var_for_each: forEach of a var
void go() { let<var> list = var::array({1, 2, 3}); list->forEach([=](var each) { list = 7; console::log(each); }); }
//! run: go();
//! prints: 1
//! prints: 2
//! prints: 3
//! right var_to_json: toJSON changes what is printed
void go() { var object = var::object({{"a", 1}, {"b", 2}}); object.set("toJSON", Function<var()>([=] { object.remove("b"); return var(1); })); console::log(JSON::stringify(object)); }
//! run: go();
//! prints: 1
