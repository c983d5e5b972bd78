#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(URL::canParse("/a", "http://h"), make<URL>("//x/y", "https://h")->href());
  auto attempt = [](auto f) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->stack.split("\n")[0]);
    }
  };
  attempt([] { make<URL>("x"); });
  attempt([] { make<URL>("x:y")->setHref("1"); });
  make<URL>("/a", "http://");
  console::log("not reached");
}); }
