// right: a getter of a certificate assigns to the variables that hold the certificate and the name of the host
// > the server is the right one
// > a-name-that-is-longer-than-what-a-string-has-room-for.example is not cert's CN: another
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
#include <nodecpp/tls.h>
#include <nodecpp/var.h>
using namespace nodecpp;

String longName() { return str("a-name-that-is-longer-than-what-") + "a-string-has-room-for.example"; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (String common : {longName(), String("another")}) {
    let<String> host = longName();
    let<var> certificate = var::object();
    certificate->defineProperty("subject", var::object({{"get", [=] {
      host = "short";
      certificate = undefined;
      return var::object({{"CN", common}});
    }}}));
    Error error = tls::checkServerIdentity(host, certificate);
    console::log(error ? error->message.slice(error->message.indexOf("a-name")).replace(". is", " is") : String("the server is the right one"));
  }
}); }
