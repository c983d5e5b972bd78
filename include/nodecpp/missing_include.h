// What the compiler says when a program uses a module without its header: "write #include <nodecpp/fs.h>". For the
// runtime.
//
// Each function here is found only as long as its module has not declared it: a name that follows `fs::` is looked up
// in the namespace fs itself first, and in the namespaces that fs uses only when fs has no such name. Where fs itself
// calls a function, or a program writes `using namespace fs`, `(...)` is the worst of all matches, and a template is
// worse than a function where a call has no arguments. Only functions that no module has as a variable can be named.
// `path` is left out: it is a common name of a program's own variable, which would become ambiguous.
#pragma once

#include <nodecpp/compiler.h>

namespace nodecpp {
// An error about a type that is only declared has a note that shows one of these lines.
class Date;    // write #include <nodecpp/date.h>
class RegExp;  // write #include <nodecpp/regexp.h>
class num;     // write #include <nodecpp/number.h>
class var;     // write #include <nodecpp/var.h>
// clang-format off
template <class T> class Promise;       // write #include <nodecpp/promise.h>
template <class T> class Set;           // write #include <nodecpp/set.h>
template <class T> class let;           // write #include <nodecpp/let.h>
template <class T> class perThread;     // write #include <nodecpp/per_thread.h>
template <class K, class V> class Map;  // write #include <nodecpp/map.h>
// clang-format on
}  // namespace nodecpp

#if !defined(NODECPP_FIELDS)
#define NODECPP_FIELDS(...) static_assert(false, "write #include <nodecpp/fields.h>");
#endif

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"

// NODECPP_NEEDS(module, name…) declares the functions of a module. It expands to a single line, because a header may
// have only so many of them. A macro does not expand itself, so NODECPP_AGAIN scans the line as often as it has names.
#define NODECPP_NEEDS(module, header, ...) \
  namespace nodecpp::module { namespace needsHeader { NODECPP_AGAIN(NODECPP_EACH(header, __VA_ARGS__)) } using namespace needsHeader; }
#define NODECPP_EACH(header, name, ...) \
  template <class = void> void name(...) = delete("write #include <nodecpp/" header ">"); __VA_OPT__(NODECPP_NEXT NODECPP_PARENTHESES (header, __VA_ARGS__))
#define NODECPP_NEXT() NODECPP_EACH
#define NODECPP_PARENTHESES ()
#define NODECPP_AGAIN(...) NODECPP_AGAIN2(NODECPP_AGAIN2(NODECPP_AGAIN2(NODECPP_AGAIN2(__VA_ARGS__))))
#define NODECPP_AGAIN2(...) NODECPP_AGAIN3(NODECPP_AGAIN3(NODECPP_AGAIN3(NODECPP_AGAIN3(__VA_ARGS__))))
#define NODECPP_AGAIN3(...) NODECPP_AGAIN4(NODECPP_AGAIN4(__VA_ARGS__))
#define NODECPP_AGAIN4(...) __VA_ARGS__

NODECPP_NEEDS(fs, "fs.h", accessSync, appendFile, appendFileSync, createReadStream, createWriteStream, existsSync,
              mkdir, mkdirSync, readFile, readFileSync, readdir, readdirSync, rmSync, stat, statSync, unlink,
              unlinkSync, watch, writeFile, writeFileSync)
NODECPP_NEEDS(crypto, "crypto.h", createHash, createHmac, randomBytes, randomInt, randomUUID, timingSafeEqual)
NODECPP_NEEDS(url, "url.h", format, parse, resolve)
NODECPP_NEEDS(querystring, "querystring.h", parse, stringify)
NODECPP_NEEDS(JSON, "json.h", parse, stringify)
NODECPP_NEEDS(Math, "math.h", abs, ceil, floor, max, min, pow, random, round, sqrt, trunc)
NODECPP_NEEDS(os, "os.h", cpus, hostname, platform, tmpdir)
NODECPP_NEEDS(console, "console.h", error, log, warn)
NODECPP_NEEDS(http, "http.h", createServer, get, request)
NODECPP_NEEDS(https, "https.h", createServer, get, request)
NODECPP_NEEDS(net, "net.h", connect, createConnection, createServer)
NODECPP_NEEDS(child_process, "child_process.h", exec, execFile, execSync, fork, spawn, spawnSync)
NODECPP_NEEDS(zlib, "zlib.h", createGunzip, createGzip, gunzip, gunzipSync, gzip, gzipSync)
NODECPP_NEEDS(dns, "dns.h", lookup, resolve, resolve4)
NODECPP_NEEDS(readline, "readline.h", createInterface)

NODECPP_NEEDS(util, "util/promisify.h", promisify)
NODECPP_NEEDS(util, "util/parse_args.h", parseArgs)
NODECPP_NEEDS(util, "util.h", format)
// The functions without a module. A program's own function of such a name is a better match, for the same reasons.
namespace nodecpp { namespace needsHeader {
template <class = void> void run(...) = delete("write #include <nodecpp/process.h>");
template <class = void> void setTimeout(...) = delete("write #include <nodecpp/timers.h>");
template <class = void> void setInterval(...) = delete("write #include <nodecpp/timers.h>");
template <class = void> void setImmediate(...) = delete("write #include <nodecpp/timers.h>");
template <class = void> void structuredClone(...) = delete("write #include <nodecpp/structured_clone.h>");
template <class = void> void fetch(...) = delete("write #include <nodecpp/fetch.h>");
template <class = void> void encodeURIComponent(...) = delete("write #include <nodecpp/uri.h>");
template <class = void> void decodeURIComponent(...) = delete("write #include <nodecpp/uri.h>");
template <class = void> void parseInt(...) = delete("write #include <nodecpp/number.h>");
template <class = void> void parseFloat(...) = delete("write #include <nodecpp/number.h>");
} using namespace needsHeader; }

#undef NODECPP_NEEDS
#undef NODECPP_EACH
#undef NODECPP_NEXT
#undef NODECPP_PARENTHESES
#undef NODECPP_AGAIN
#undef NODECPP_AGAIN2
#undef NODECPP_AGAIN3
#undef NODECPP_AGAIN4
#pragma clang diagnostic pop
#endif
