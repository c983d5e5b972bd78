#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message);
    }
  };
  auto u = make<URL>("https://a%20b:c%2Fd@測試.com:8080/p/a?x=y#z");
  auto options = url::urlToHttpOptions(u);
  console::log(options.protocol, options.hostname, options.hash, options.search, options.pathname, options.path, options.href, options.port, options.auth);
  console::log(url::urlToHttpOptions(make<URL>("http://[::1]/")).hostname, url::urlToHttpOptions(make<URL>("http://h")).port, url::urlToHttpOptions(make<URL>("http://u@h")).auth);
  attempt([] { return url::urlToHttpOptions(make<URL>("http://%zz@h/")).auth; });
  console::log(url::format(u), url::format(u, {.unicode = true}));
  console::log(url::format(u, {.auth = false, .search = false}), url::format(u, {.fragment = false}));
  attempt([] { return url::fileURLToPath("file:///a%20b/c"); });
  attempt([] { return url::fileURLToPath(make<URL>("file:///a")); });
  attempt([] { return url::fileURLToPath("http://h/a"); });
  attempt([] { return url::fileURLToPath("a"); });
  attempt([] { return url::fileURLToPath("file://h/a"); });
  attempt([] { return url::fileURLToPath("file:///a%2Fb"); });
  attempt([] { return url::fileURLToPath("file:///%"); });
  attempt([] { return url::fileURLToPath("file:///a", {.windows = true}); });
  attempt([] { return url::fileURLToPath("file:///C:/a%5Cb", {.windows = true}); });
  attempt([] { return url::fileURLToPath("file://server/a", {.windows = true}); });
  attempt([] { return url::fileURLToPathBuffer("file:///%ff").length(); });
  attempt([] { return url::pathToFileURL("/a b/#?%\n")->href(); });
  attempt([] { return url::pathToFileURL("C:\\a b\\", {.windows = true})->href(); });
  attempt([] { return url::pathToFileURL("\\\\server", {.windows = true})->href(); });
  attempt([] { return url::pathToFileURL("\\\\server\\share\\x", {.windows = true})->href(); });
  console::log(url::pathToFileURL("/a/")->pathname(), url::pathToFileURL("/")->href());
  console::log(url::domainToASCII("español.com"), url::domainToUnicode("xn--fiq228c.com"), "\"" + url::domainToASCII("xn--iñvalid.com") + "\"");
  console::log(u);
  console::log(util::object({{"u", make<URL>("x:y")}}));
  attempt([] { return make<URL>(); });
}); }
