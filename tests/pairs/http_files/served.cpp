#include "requests.h"

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  prepare();
  co_await show("files", files(*root), {
    "GET /", "GET /index.html", "HEAD /index.html", "GET /a.txt", "HEAD /a.txt", "GET /a.txt?query=1", "GET /a.txt#part", "GET /empty.txt", "HEAD /empty.txt",
    "GET /digits.bin", "GET /big.txt", "HEAD /big.txt", "GET /plain", "GET /sp%20ace.txt", "GET /%C3%BC.txt", "GET /UPPER.TXT", "GET /end.", "GET /missing", "GET /missing.txt",
    "HEAD /missing", "GET /missing/deeper", "GET /a.txt/", "GET /a.txt/b", "GET /a.txt%2F", "GET //a.txt", "GET /./a.txt", "GET /dir/../a.txt", "GET /dir//b.html",
  });
  co_await show("types", files(*root), {"GET /x.css", "GET /x.js", "GET /x.mjs", "GET /x.json", "GET /x.svg", "GET /x.png", "GET /x.wasm", "GET /x.tar.gz", "GET /x.woff2",
    "GET /x.xml", "GET /x.md", "GET /x.unknown"});
  co_await show("folders", files(*root), {
    "GET /dir/", "GET /dir", "HEAD /dir", "GET /dir?a=b&c=%20", "GET //dir", "GET ///dir?x", "GET /other/", "GET /other", "GET /dir/./", "GET /%64ir", "GET /dir%2F",
    "GET http://example.com/dir", "GET http://example.com/dir/b.html", "GET /dir?<x>", "GET /.", "GET /dir/..",
  });
  co_await show("hidden", files(*root), {"GET /.hidden", "GET /.folder/a.txt", "GET /.missing", "GET /dir/.", "GET /%2ehidden"});
  co_await show("climbing", files(*root), {
    "GET /../outside.txt", "GET /..", "GET /%2e%2e/outside.txt", "GET /..%2foutside.txt", "GET /dir/../../outside.txt", "GET /%252e%252e/outside.txt", "GET /..\\outside.txt",
    "GET /..%5coutside.txt", "GET /back%5cslash.txt", "GET /a.txt%00", "GET /%00", "GET /%", "GET /%zz", "GET /%c3", "GET /%c0%ae%c0%ae/outside.txt", "GET /dir/..%2f..%2foutside.txt",
    "GET /....//outside.txt", "GET /.../outside.txt", "GET /~root", "GET /C:/outside.txt", "GET //etc/passwd", "GET /%2fetc/passwd", "GET /<script>", "GET /\"quoted\"", "GET /a%20%22%3Cb",
  });
  co_await show("methods", files(*root), {"POST /a.txt|Content-Length: 0", "DELETE /a.txt", "OPTIONS /a.txt", "PUT /missing|Content-Length: 0", "OPTIONS *"});
  co_await show("methods without fallthrough", files(*root, {.fallthrough = false}), {"POST /a.txt|Content-Length: 0", "DELETE /missing", "GET /missing", "GET /dir", "GET /other/", "GET /%", "GET /../a", "GET /.hidden", "HEAD /missing"});
  tidy();
}); }
