#include "requests.h"

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  prepare();
  fs::mkdirSync(*root + "/f.d");
  co_await show("send", sends({.root = *root}), {"GET /", "GET /a.txt", "HEAD /a.txt", "POST /a.txt|Content-Length: 0", "GET /a.txt?x", "GET /missing", "HEAD /missing", "GET /dir", "GET /dir?a=b", "GET //dir", "GET /dir/", "GET /other/",
    "GET /%", "GET /a%00", "GET /../outside.txt", "GET /dir/../a.txt", "GET /.hidden", "GET /a.txt/", "GET /a.txt|Range: bytes=1-2", "GET /a.txt|Range: bytes=9-", "GET /a.txt|If-Match: \"x\"", "GET /a.txt|If-None-Match: *",
    "GET /digits.bin|Range: bytes=0-1,4-5", "GET /dir%2F", "GET /dir/%2e", "GET /<b>", "GET /x.css", "HEAD /dir"});
  for (String dotfiles : Array<String>{"allow", "deny", "ignore"}) co_await show("dotfiles " + dotfiles, sends({.dotfiles = dotfiles, .root = *root}), {"GET /.hidden", "GET /.folder/a.txt"});
  co_await show("extensions", sends({.extensions = {"d", "html"}, .root = *root}), {"GET /page", "GET /f", "GET /missing"});
  co_await show("no index", sends({.index = false, .root = *root}), {"GET /", "GET /dir/", "GET /dir"});
  co_await show("validators and cache", sends({.acceptRanges = false, .cacheControl = false, .etag = false, .lastModified = false, .root = *root}), {"GET /a.txt", "GET /a.txt|If-None-Match: *", "GET /a.txt|If-Match: *"});
  co_await show("maxAge", sends({.immutable = true, .maxAge = "1y", .root = *root}), {"HEAD /a.txt"});
  process::chdir(*root);
  co_await show("no root", [](auto request, auto response) { http::sendFile(request, response, request->url.slice(1)); }, {"GET /a.txt", "GET /dir/b.html", "GET /dir/../a.txt", "GET /../outside.txt", "GET /.hidden",
    "GET /./a.txt", "GET /dir"});
  tidy();
}); }
