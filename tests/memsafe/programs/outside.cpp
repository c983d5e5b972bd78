// What goes round the runtime: a recording would not see it, a worker would share it.

//! bad thread: user-thread
void start() { std::thread other([] {}); other.join(); }
//! good
void start() { setTimeout([] {}, 0); }
//! bad async: user-thread
void start() { auto answer = std::async([] { return 1; }); (void)answer; }
//! good
Promise<int> start() { co_return 1; }
//! bad mutex: user-thread
struct Counter { std::mutex lock; int n = 0; };
//! good
struct Counter { int n = 0; };
//! bad sleep: user-thread
void wait() { std::this_thread::sleep_for(std::chrono::seconds(1)); }
//! good
Promise<> wait() { co_await sleep(1000); }
//! bad locked: user-thread
void once(std::once_flag& flag) { std::call_once(flag, [] {}); }
//! good
void once(let<bool> flag) { if (!flag.value()) flag = true; }
//! bad atomic_counter: atomic
struct Stats { std::atomic<int> hits{0}; };
//! good
struct Stats { int hits = 0; };
//! bad volatile_flag: atomic
struct Loop { volatile bool stop = false; };
//! good
struct Loop { bool stop = false; };
//! bad atomic_flag_given: atomic
void set(std::atomic_flag& flag) { flag.test_and_set(); }
//! good
void set(let<bool> flag) { flag = true; }
//! bad ordered_by_address: pointer-order
bool before(const String& a, const String& b) { return std::addressof(a) < std::addressof(b); }
//! good
bool before(const String& a, const String& b) { return a < b; }
//! bad hashed_by_address: pointer-order
struct Session {};
std::size_t key(Session& session) { return std::hash<Session*>()(std::addressof(session)); }
//! good
struct Session { int id = 0; };
std::size_t key(Session& session) { return std::hash<int>()(session.id); }
//! bad less_by_address: pointer-order
struct Node {};
bool before(Node& a, Node& b) { return std::less<Node*>()(std::addressof(a), std::addressof(b)); }
//! good
struct Node { int id = 0; };
bool before(Node& a, Node& b) { return std::less<int>()(a.id, b.id); }
//! bad system_clock: direct-clock
auto now() { return std::chrono::system_clock::now(); }
//! good
num now() { return Date::now(); }
//! bad steady_clock: direct-clock
double took() { auto start = std::chrono::steady_clock::now(); return double((std::chrono::steady_clock::now() - start).count()); }
//! good
double took(double start) { return double(Date::now()) - start; }
//! bad c_time: direct-clock
long now() { return time(nullptr); }
//! good
double now() { return double(Date::now()); }
//! bad c_clock: direct-clock
long used() { return clock(); }
//! good
double used() { return process::uptime(); }
//! bad random_device: direct-random
int draw() { std::random_device device; return int(device()); }
//! good
num draw() { return Math::random(); }
//! bad c_rand: direct-random
int dice() { return rand() % 6; }
//! good
num dice() { return Math::floor(Math::random() * 6); }
//! bad seeded: direct-random
void seed() { srand(1); }
//! good
void seed(std::mt19937& generator) { generator.seed(1); }
//! bad environment: direct-environment
bool debug() { return std::getenv("DEBUG") != nullptr; }
//! good
bool debug() { return bool(process::env["DEBUG"]); }
//! bad exits: direct-environment
void stop() { std::exit(1); }
//! good
void stop() { process::exit(1); }
//! bad shell: direct-environment
int list() { return std::system("ls"); }
//! good
void list() { child_process::exec("ls", [](Error error, String out, String err) { console::log(out); }); }
//! bad aborts: direct-environment
void fail() { std::abort(); }
//! good
void fail() { throw Error("cannot go on"); }
//! bad copies_bytes: foreign-function
void copy(std::array<char, 4> to, std::array<char, 4> from) { std::memcpy(to.data(), from.data(), 8); }
//! good
void copy(Buffer to, Buffer from) { from.copy(to); }
//! bad length_of_text: foreign-function
std::size_t length(std::string text) { return std::strlen(text.c_str()); }
//! good
std::size_t length(String text) { return text.byteLength(); }
//! bad allocates: foreign-function
bool room() { return std::malloc(10) != nullptr; }
//! good
bool room() { return Buffer::alloc(10).length() == 10; }
//! bad formats: foreign-function
void show(std::array<char, 8> out, int n) { std::snprintf(out.data(), 80, "%d", n); }
//! good
String show(int n) { return format("{}", n); }
//! bad number_of_text: foreign-function
int parse(std::string text) { return std::atoi(text.c_str()); }
//! good
double parse(String text) { return toNumber(text); }
//! bad fills: foreign-function
struct Cell { int a = 1; };
void clear(Cell& cell) { std::memset(std::addressof(cell), 0, 400); }
//! good
struct Cell { int a = 1; };
void clear(Cell& cell) { cell = {}; }
//! bad output: direct-file
void show() { std::cout << "hello\n"; }
//! good
void show() { console::log("hello"); }
//! bad printed: direct-file
void show(int n) { std::printf("%d\n", n); }
//! good
void show(int n) { console::log(n); }
//! bad file_stream: direct-file
void save() { std::ofstream out("/tmp/x"); }
//! good
void save() { fs::writeFileSync("/tmp/x", ""); }
//! bad file_system: direct-file
bool there() { return std::filesystem::exists("/tmp"); }
//! good
bool there() { return fs::existsSync("/tmp"); }
//! bad jumps: assembler
struct Parser { jmp_buf back; void fail() { longjmp(back, 1); } };
//! good
struct Parser { void fail() { throw SyntaxError("x"); } };
