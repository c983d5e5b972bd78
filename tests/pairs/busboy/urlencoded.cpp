#include <nodecpp/busboy.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Settings {
  String type = "application/x-www-form-urlencoded";
  BusboyLimits limits{};
  String defCharset = "utf8";
  Array<int> cuts{};
};
struct Form {
  String name, body;
  Settings settings{};
};
static String show(String text) { return text == nullptr ? str("undefined") : JSON::stringify(text); }
static void read(Form form, Function<void()> done) {
  console::log("--", form.name);
  auto bb = busboy({.headers = {{"content-type", form.settings.type}}, .defCharset = form.settings.defCharset, .limits = form.settings.limits});
  bb->on(event::field, [](String name, String value, BusboyFieldInfo info) { console::log(show(name), show(value), info.nameTruncated, info.valueTruncated, info.encoding, info.mimeType); });
  bb->on(event::fieldsLimit, [] { console::log("too many fields"); });
  bb->on(event::error, [](Error error) { console::log(error->message); });
  bb->on(event::finish, [] { console::log("finish"); });
  bb->on(event::close, done);
  auto bytes = Buffer::from(form.body, "latin1");
  int from = 0;
  auto cuts = form.settings.cuts.length() > 0 ? form.settings.cuts : Array<int>{int(bytes.length())};
  for (int cut : cuts) {
    bb->write(bytes.subarray(from, cut));
    from = cut;
  }
  bb->end();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Form> forms{
    {"plain", "a=1&b=2&c=&d&=e&f==g&a=h"},
    {"nothing", ""},
    {"empty", "&&a=1&&"},
    {"only signs", "=&=&="},
    {"an equals sign at the end", "a=1&="},
    {"a name at the end", "a=1&b"},
    {"escapes", "a%20b=c%3d%26d&e+f=g+h+&%41=%2b."},
    {"UTF-8", "n%C3%A4me=%E2%82%ac1&x=%F0%9F%98%80!&bad=%ff."},
    {"bytes that are not escaped", "n\u00c3\u00a4me=\u00e2\u0082\u00ac&y=\u00e2\u0082\u00ac%20.&z=\u00c3\u00a4%C3%A4."},
    {"malformed", "a=1&b=%x1"},
    {"malformed, too", "a=1&b=%1x&c=2"},
    {"an escape that is not whole", "a=1&b=%4"},
    {"a percent sign at the end", "a=1&b=%"},
    {"latin1", "n%e4me=\u00e4.", {.type = "application/x-www-form-urlencoded; charset=ISO-8859-1"}},
    {"charset in upper case", "a=%e4.", {.type = "application/x-www-form-urlencoded; charset=UTF-8"}},
    {"utf16le", "a%00=b%00c%00", {.defCharset = "utf16le"}},
    {"base64", "aa=bb", {.defCharset = "base64"}},
    {"long names", "abcd=1&abcde=2&abcdef=3&abc%44%45=4&abc++=5&abcde%zz=6", {.limits = {.fieldNameSize = 4}}},
    {"long values", "a=1234&b=12345&c=123456&d=123%34%35%36&e=123++&f=12345%zz&g=1=3=5", {.limits = {.fieldSize = 4}}},
    {"no names", "a=1&=2", {.limits = {.fieldNameSize = 0}}},
    {"two fields", "a=1&b=2&c=3&d=4", {.limits = {.fields = 2}}},
    {"as many fields", "a=1&b=2", {.limits = {.fields = 2}}},
    {"no field", "a=1", {.limits = {.fields = 0}}},
    {"in pieces", "name=value&n%C3%A4me=%E2%82%AC&last=x", {.cuts = {1, 4, 5, 7, 11, 13, 14, 16, 20, 24, 25, 30, 38}}},
    {"a long default", str("n").repeat(101) + "=" + str("v").repeat(10)},
  };
  let<Function<void()>> next;
  next = [=] {
    if (forms.length() > 0) return read(forms.shift(), next);
    for (auto type : {"application/x-www-form-urlencoded", "APPLICATION/X-WWW-Form-Urlencoded; x=y", "application/json"}) {
      try {
        console::log(busboy({.headers = {{"content-type", type}}})->className());
      } catch (const Error& error) {
        console::log(error->message);
      }
    }
  };
  next();
}); }
