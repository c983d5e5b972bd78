#include "requests.h"

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  prepare();
  Array<String> a = {"GET /a.txt", "HEAD /a.txt", "GET /a.txt|Range: bytes=0-1"};
  co_await show("acceptRanges", files(*root, {.acceptRanges = false}), a);
  co_await show("cacheControl", files(*root, {.cacheControl = false}), a);
  for (double maxAge : Array<double>{1000, 1999, 86400000, 1e12, -1, toNumber("x")})
    co_await show("maxAge " + str(maxAge), files(*root, {.maxAge = maxAge}), {"HEAD /a.txt"});
  for (String maxAge : Array<String>{"1d", "2 hours", "1.5h", "10", "1 y", "-1d", "1 fortnight", "soon", "2 DAYS", "", ".5m", "1  w", " 1d"})
    co_await show("maxAge " + maxAge, files(*root, {.maxAge = maxAge}), {"HEAD /a.txt"});
  co_await show("immutable", files(*root, {.immutable = true, .maxAge = "1d"}), {"HEAD /a.txt", "HEAD /missing"});
  for (String dotfiles : Array<String>{"allow", "deny", "ignore"}) {
    Array<String> hidden = {"GET /.hidden", "GET /.folder/a.txt", "GET /.missing", "GET /.folder", "GET /a.txt"};
    co_await show("dotfiles " + dotfiles, files(*root, {.dotfiles = dotfiles}), hidden);
    co_await show("dotfiles " + dotfiles + " without fallthrough", filesThen(*root, {.dotfiles = dotfiles, .fallthrough = false}), hidden);
  }
  co_await show("extensions", files(*root, {.extensions = {"html", "htm"}}), {"GET /page", "GET /page.htm", "GET /dir/b", "GET /missing", "GET /dir", "GET /plain", "GET /a", "GET /page/", "GET /x.tar"});
  co_await show("extensions with a folder", files(*root, {.extensions = {"d", "html"}}), {"GET /f"});
  fs::mkdirSync(*root + "/f.d");
  put("f.html", "f\n");
  co_await show("extensions with a folder", files(*root, {.extensions = {"d", "html"}}), {"GET /f"});
  co_await show("extensions, only a folder", filesThen(*root, {.extensions = "d", .fallthrough = false}), {"GET /f", "GET /page", "GET /."});
  co_await show("index", files(*root, {.index = {"index.htm", "index.html"}}), {"GET /", "GET /dir/", "GET /other/"});
  co_await show("no index", files(*root, {.index = false}), {"GET /", "GET /dir/", "GET /dir"});
  co_await show("index in a folder", files(*root, {.index = "dir/b.html"}), {"GET /", "GET /dir/"});
  co_await show("index that climbs", files(*root, {.index = "../outside.txt"}), {"GET /"});
  co_await show("no redirect", files(*root, {.redirect = false}), {"GET /dir", "GET /dir/", "GET /other/", "GET /other"});
  co_await show("setHeaders", files(*root, {.setHeaders = [](auto response, String path, fs::Stats stat) {
    response->setHeader("X-Path", path.replace(*base, "BASE"));
    response->setHeader("X-Size", stat.size);
    response->setHeader("Cache-Control", "no-store");
    response->setHeader("ETag", "\"mine\"");
    response->setHeader("Content-Type", "text/x-mine");
    response->setHeader("Last-Modified", "never");
    response->setHeader("Accept-Ranges", "none");
    response->setHeader("Content-Language", "en");
  }}), a.concat(Array<String>{"GET /a.txt|If-None-Match: \"mine\"", "GET /dir", "GET /missing", "GET /a.txt|If-Match: \"x\"", "GET /a.txt|Range: bytes=9-", "GET /a.txt|If-Modified-Since: Tue, 14 Nov 2023 22:13:21 GMT"}));
  co_await show("setHeaders with a status", files(*root, {.setHeaders = [](auto response) { response->statusCode = 404; }}), {"GET /a.txt", "GET /a.txt|If-None-Match: *", "GET /a.txt|Range: bytes=0-0"});
  co_await show("start", files(*root, {.start = 2}), a.concat(Array<String>{"GET /empty.txt", "GET /digits.bin|Range: bytes=0-3", "GET /digits.bin|Range: bytes=-3", "GET /digits.bin|Range: bytes=999-"}));
  co_await show("end", files(*root, {.end = 3}), a.concat(Array<String>{"GET /empty.txt", "GET /digits.bin|Range: bytes=2-", "GET /digits.bin|Range: bytes=4-"}));
  co_await show("start and end", files(*root, {.end = 3, .start = 1}), a.concat(Array<String>{"GET /digits.bin|Range: bytes=1-1"}));
  co_await show("start beyond the end", files(*root, {.start = 100}), {"GET /a.txt", "HEAD /a.txt"});
  Array<String> bad = {"GET /a.txt", "GET /missing", "GET /dir", "GET /other/", "GET /%", "GET /../a", "GET /.hidden", "GET /a.txt|Range: bytes=9-", "GET /a.txt|If-Match: \"x\"", "GET /a.txt/", "GET /" + str("a").repeat(300), "GET /loop"};
  fs::symlinkSync("loop", *root + "/loop");
  co_await show("next", filesThen(*root), bad.concat(Array<String>{"POST /a.txt|Content-Length: 0"}));
  co_await show("next without fallthrough", filesThen(*root, {.fallthrough = false}), bad.concat(Array<String>{"POST /a.txt|Content-Length: 0"}));
  fs::symlinkSync(*base + "/outside.txt", *root + "/link.txt");
  fs::symlinkSync("dir", *root + "/folder_link");
  co_await show("links", files(*root), {"GET /folder_link/b.html", "GET /folder_link", "HEAD /link.txt|If-None-Match: *", "GET /loop"});
  co_await show("a root that is missing", files(*base + "/none"), {"GET /", "GET /a.txt"});
  co_await show("a root that is a file", files(*root + "/a.txt"), {"GET /", "GET /a.txt"});
  co_await show("a root with a slash", files(*root + "/"), {"GET /a.txt", "GET /dir/"});
  auto attempt = [](Function<void()> f) {
    try {
      f();
      console::log("fine");
    } catch (Error& error) {
      console::log(error->name, error->message);
    }
  };
  attempt([] { files(""); });
  tidy();
}); }
