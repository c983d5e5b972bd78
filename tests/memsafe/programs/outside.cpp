// Programs that bypass the runtime, so that a recording does not see what they do, or that share state between threads.
//! because user-thread: a thread by itself damages no memory, but a recording does not see when it runs, and counts of shared objects are not atomic
//! because atomic: an atomic variable itself is correct, but it is there for other threads, which a recording does not see
//! because pointer-order: addresses differ from run to run, so a replay makes other decisions than the recorded run
//! because direct-clock: a replay would read another time
//! because direct-random: a replay would draw other numbers
//! because direct-environment: neither a recording nor a simulation sees the call, and a process that ends by it closes and flushes nothing
//! because direct-file: neither a recording nor a simulation knows of it

//! bad thread: user-thread
void start() { std::thread other([] {}); other.join(); }
//! good
void start() { setTimeout([] {}, 0); }
//! run good: start();
//! bad async: user-thread
void start() { auto answer = std::async([] { return 1; }); (void)answer; }
//! good
Promise<int> start() { co_return 1; }
//! run good: start().then([](int n) { console::log(n); });
//! prints: 1
//! bad mutex: user-thread
struct Counter { std::mutex lock; int n = 0; };
//! good
struct Counter { int n = 0; };
//! run: Counter counter; counter.n++; console::log(counter.n);
//! prints: 1
//! bad sleep: user-thread
void wait() { std::this_thread::sleep_for(std::chrono::seconds(1)); }
//! good
Promise<> wait() { co_await sleep(10); }
//! run good: wait().then([] { console::log("later"); });
//! prints: later
//! bad locked: user-thread
void once(std::once_flag& flag) { std::call_once(flag, [] {}); }
//! good
void once(let<bool> flag) { if (!flag.value()) flag = true; }
//! run good: let<bool> flag = false; once(flag); console::log(flag.value());
//! prints: true
//! bad atomic_counter: atomic
struct Stats { std::atomic<int> hits{0}; };
//! good
struct Stats { int hits = 0; };
//! run good: Stats stats; stats.hits++; console::log(stats.hits);
//! prints: 1
//! bad volatile_flag: atomic
struct Loop { volatile bool stop = false; };
//! good
struct Loop { bool stop = false; };
//! run good: Loop loop; console::log(loop.stop);
//! prints: false
//! bad atomic_flag_given: atomic
void set(std::atomic_flag& flag) { flag.test_and_set(); }
//! good
void set(let<bool> flag) { flag = true; }
//! run good: let<bool> flag = false; set(flag); console::log(flag.value());
//! prints: true
//! bad ordered_by_address: pointer-order
bool before(const String& a, const String& b) { return std::addressof(a) < std::addressof(b); }
//! good
bool before(const String& a, const String& b) { return a < b; }
//! run good: console::log(before("a", "b"));
//! prints: true
//! bad hashed_by_address: pointer-order
struct Session {};
std::size_t key(Session& session) { return std::hash<Session*>()(std::addressof(session)); }
//! good
struct Session { int id = 0; };
std::size_t key(Session& session) { return std::hash<int>()(session.id); }
//! run good: Session session{7}; console::log(key(session));
//! prints: 7
//! bad less_by_address: pointer-order
struct Node {};
bool before(Node& a, Node& b) { return std::less<Node*>()(std::addressof(a), std::addressof(b)); }
//! good
struct Node { int id = 0; };
bool before(Node& a, Node& b) { return std::less<int>()(a.id, b.id); }
//! run good: Node a{1}, b{2}; console::log(before(a, b));
//! prints: true
//! bad system_clock: direct-clock
auto now() { return std::chrono::system_clock::now(); }
//! good
num now() { return Date::now(); }
//! run good: console::log(now() > 0);
//! prints: true
//! bad steady_clock: direct-clock
double took() { auto start = std::chrono::steady_clock::now(); return double((std::chrono::steady_clock::now() - start).count()); }
//! good
double took(double start) { return double(Date::now()) - start; }
//! run good: console::log(took(0) > 0);
//! prints: true
//! bad c_time: direct-clock
long now() { return time(nullptr); }
//! good
double now() { return double(Date::now()); }
//! run good: console::log(now() > 0);
//! prints: true
//! bad c_clock: direct-clock
long used() { return clock(); }
//! good
double used() { return process::uptime(); }
//! run good: console::log(used() > 0);
//! prints: true
//! bad random_device: direct-random
int draw() { std::random_device device; return int(device()); }
//! good
num draw() { return Math::random(); }
//! run good: console::log(draw() < 1);
//! prints: true
//! bad c_rand: direct-random
int dice() { return rand() % 6; }
//! good
num dice() { return Math::floor(Math::random() * 6); }
//! run good: console::log(dice() < 6);
//! prints: true
//! bad seeded: direct-random
void seed() { srand(1); }
//! good
void seed(std::mt19937& generator) { generator.seed(1); }
//! run good: std::mt19937 generator; seed(generator); console::log(double(generator()));
//! prints: 1791095845
//! bad environment: direct-environment
bool debug() { return std::getenv("DEBUG") != nullptr; }
//! good
bool debug() { return bool(process::env["DEBUG"]); }
//! run good: console::log(debug());
//! prints: false
//! bad exits: direct-environment
void stop() { std::exit(0); }
//! good
void stop() { process::exit(0); }
//! run good: stop(); console::log("not reached");
//! bad shell: direct-environment
int list() { return std::system("echo text"); }
//! good
void list() { child_process::exec("echo text", [](Error error, String out, String err) { console::log(out); }); }
//! run good: list();
//! prints: text
//! bad aborts: direct-environment
void fail() { std::abort(); }
//! good
void fail() { throw Error("cannot go on"); }
//! run good: try { fail(); } catch (const Error& error) { console::log(error->message); }
//! prints: cannot go on
//! bad copies_bytes: foreign-function; asan: stack-buffer-overflow
void copy(std::array<char, 4> to, std::array<char, 4> from) { std::memcpy(to.data(), from.data(), 8); }
//! good
void copy(Buffer to, Buffer from) { from.copy(to); }
//! run bad: copy({}, {});
//! run good: auto to = Buffer::alloc(2); copy(to, Buffer::from("abcd")); console::log(to.toString());
//! prints: ab
//! bad length_of_text: foreign-function; prints: 1
std::size_t length(std::string text) { return std::strlen(text.c_str()); }
//! good
std::size_t length(String text) { return text.byteLength(); }
//! run bad: console::log(length(std::string("a\0b", 3)));
//! run good: console::log(length(String(std::string_view("a\0b", 3))));
//! prints: 3
//! bad allocates: foreign-function; leak
bool room() { return std::malloc(10) != nullptr; }
//! good
bool room() { return Buffer::alloc(10).length() == 10; }
//! run: console::log(room());
//! prints: true
//! bad formats: foreign-function; asan: stack-buffer-overflow
void show(std::array<char, 8> out, int n) { std::snprintf(out.data(), 80, "%d", n); }
//! good
String show(int n) { return format("{}", n); }
//! run bad: show({}, 1234567890);
//! run good: console::log(show(1234567890));
//! prints: 1234567890
//! bad number_of_text: foreign-function; because: the behaviour is undefined for a number that is too large; no sanitizer checks the C library
int parse(std::string text) { return std::atoi(text.c_str()); }
//! good
double parse(String text) { return toNumber(text); }
//! run bad: console::log(parse("12 and more"));
//! run good: console::log(parse("12"));
//! prints: 12
//! bad fills: foreign-function; asan: stack-buffer-overflow
struct Cell { int a = 1; };
void clear(Cell& cell) { std::memset(std::addressof(cell), 0, 400); }
//! good
struct Cell { int a = 1; };
void clear(Cell& cell) { cell = {}; }
//! run bad: Cell cell; clear(cell);
//! run good: Cell cell{5}; clear(cell); console::log(cell.a);
//! prints: 1
//! bad output: direct-file
void show() { std::cout << "hello\n"; }
//! good
void show() { console::log("hello"); }
//! run good: show();
//! prints: hello
//! bad printed: direct-file
void show(int n) { std::printf("%d\n", n); }
//! good
void show(int n) { console::log(n); }
//! run good: show(3);
//! prints: 3
//! bad file_stream: direct-file
void save() { std::ofstream out("out3.txt"); }
//! good
void save() { fs::writeFileSync("out3.txt", ""); }
//! run good: save();
//! bad file_system: direct-file
bool there() { return std::filesystem::exists("/tmp"); }
//! good
bool there() { return fs::existsSync("/tmp"); }
//! run good: console::log(there());
//! prints: true
//! bad jumps: assembler; because: longjmp destroys no object of the frames that it leaves; the program does not call it
struct Parser { jmp_buf back; void fail() { longjmp(back, 1); } };
//! good
struct Parser { void fail() { throw SyntaxError("x"); } };
//! run good: try { Parser().fail(); } catch (const Error& error) { console::log(error->message); }
//! prints: x
//! bad nan_of_text: foreign-function; because: it reads up to a terminating zero, which the argument need not have
double none(std::string text) { return std::nan(text.c_str()); }
//! good
double none() { return std::nan(""); }
//! run good: console::log(none());
//! prints: NaN
