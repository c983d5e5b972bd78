#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/url.h>
using namespace nodecpp;
using buffer::resolveObjectURL;

Promise<> program() {
  auto url = URL::createObjectURL(make<Blob>({"xyz"}, {.type = "q/r"}));
  console::log(url.replace(RegExp("[0-9a-f]{4}", "g"), "h"), url.length());
  console::log(resolveObjectURL(url), co_await resolveObjectURL(url)->text());
  console::log(resolveObjectURL(url + "#a"), resolveObjectURL(url + "?a"), resolveObjectURL(url + ":a"));
  console::log(resolveObjectURL("foo"), resolveObjectURL("blob:nodedata:1-2"), resolveObjectURL("blob:other:1"));
  URL::revokeObjectURL("no URL");
  URL::revokeObjectURL(url);
  URL::revokeObjectURL(url);
  console::log(resolveObjectURL(url));
  try {
    URL::createObjectURL({});
  } catch (Error& error) {
    console::log(error->code, error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
