#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto show = [](StringArg what, URL u) { console::log(what, u->href(), u->origin(), u->host(), "\"" + u->port() + "\"", u->search(), u->hash()); };
  auto u = make<URL>("http://user:pa%20ss@example.com:8080/a/b/../c?x=1#y");
  show("at first", u);
  u->setPort(80);
  show("port 80", u);
  u->setPort("65536");
  show("port too large", u);
  u->setPort("8081/x");
  show("port 8081/x", u);
  u->setPort("");
  show("no port", u);
  u->setHost("h:90");
  show("host", u);
  u->setHostname("EXAMPLE.org:91");
  show("hostname with a port", u);
  u->setHostname("a b");
  show("hostname that is none", u);
  u->setHostname("0x7f.1");
  show("hostname that is a number", u);
  u->setHostname("español.com");
  show("hostname of other letters", u);
  u->setProtocol("https:anything");
  show("protocol", u);
  u->setProtocol("mailto");
  show("protocol of another kind", u);
  u->setUsername("");
  u->setPassword("p@ss:word");
  show("password", u);
  u->setPassword("");
  show("no password", u);
  u->setPathname("p q/../r?s#t");
  show("pathname", u);
  u->setSearch("a=1&b=c d");
  show("search", u);
  u->searchParams()->append("e", "f&g");
  show("appended", u);
  u->searchParams()->delete_("a");
  u->searchParams()->delete_("b");
  u->searchParams()->delete_("e");
  show("deleted", u);
  u->setSearch("?");
  show("empty search", u);
  u->setHash("#");
  show("empty hash", u);
  u->setHash("a b`<>");
  show("hash", u);
  u->setHref("file:///C|/x/../y");
  show("href", u);
  u->setHost("server");
  show("file host", u);
  u->setPort(80);
  u->setUsername("me");
  show("file has neither port nor user", u);
  u->setHref("data:text/plain,x y");
  u->setPathname("other");
  u->setHost("h");
  show("opaque", u);
  for (String text : {"", "nothing", "http://", "http://[::1", "http://a b/", "http://h:99999/"}) {
    try {
      u->setHref(text);
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message, "\"" + error->properties[0].second + "\"", Lookup());
    }
  }
  show("still", u);
  console::log(format("{}", u), "" + u, str(u), u->toString() == u->toJSON());
}); }
