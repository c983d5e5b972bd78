#include <nodecpp/http.h>
#include <nodecpp/url.h>
using namespace nodecpp;

String answer(const String& target) {
  auto value = url::parse(target, true).query["value"];
  return "value: " + value;
}
