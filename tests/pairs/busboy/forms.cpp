// Forms, good and malformed, with limits: what busboy tells of them.
#include <nodecpp/busboy.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

String part(String head, String body) { return format("--X\r\n{}\r\n\r\n{}\r\n", head, body); }
String field(String name, String value) { return part(format("Content-Disposition: form-data; name=\"{}\"", name), value); }
String file(String name, String filename, String body) {
  return part(format("Content-Disposition: form-data; name=\"{}\"; filename=\"{}\"\r\nContent-Type: image/png", name, filename), body); }
const char* const end = "--X--\r\n";
const char* const type = "multipart/form-data; boundary=X";

struct Form {
  String name;
  BusboyConfig config;
  String text;
};

Array<Form> forms() { return {
  {"all", {}, field("a", "1") + file("f", "x.png", "bytes") + field("b", "") + file("g", "y", "") + end},
  {"before and after", {}, str("before\r\n") + field("a", "1") + end + "after"},
  {"empty", {}, end},
  {"no end", {}, field("a", "1")},
  {"no end in a file", {}, field("a", "1") + "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\nsome"},
  {"no end in a header", {}, "--X\r\nContent-Disposition: form"},
  {"nothing", {}, ""},
  {"fieldSize", {.limits = {.fieldSize = 3}}, field("a", "12") + field("b", "123") + field("c", "1234") + end},
  {"fileSize", {.limits = {.fileSize = 3}}, file("a", "x", "12") + file("b", "x", "123") + file("c", "x", "1234") + end},
  {"fields", {.limits = {.fields = 1}}, field("a", "1") + field("b", "2") + file("f", "x", "b") + field("c", "3") + end},
  {"files", {.limits = {.files = 1}}, file("f", "x", "b") + field("a", "1") + file("g", "x", "b") + file("h", "x", "b") + end},
  {"parts", {.limits = {.parts = 2}}, field("a", "1") + file("f", "x", "b") + field("b", "2") + field("c", "2") + end},
  {"no parts", {.limits = {.parts = 0}}, field("a", "1") + end},
  {"no fields", {.limits = {.fields = 0}}, field("a", "1") + end},
  {"paths", {}, file("f", "C:\\\\dir\\\\a.png", "") + file("f", "../../etc/passwd", "") + file("f", "..", "") + file("f", "a/", "") + end},
  {"paths kept", {.preservePath = true}, file("f", "../../etc/passwd", "") + file("f", "C:\\dir\\a.png", "") + end},
  {"names", {}, field("\u00c5\u00bc", "\u00c5\u00bc") + part("content-disposition: FORM-DATA; Name=tok; other=\"q\\\"\\\\\\x\"", "v") + field("", "no name") + end},
  {"names as utf8", {.defParamCharset = "utf8"}, field("\u00c5\u00bc", "v") + file("\u00c5\u00bc", "\u00c5\u00bc.png", "v") + end},
  {"values as latin1", {.defCharset = "latin1"}, field("a", "\u00c5\u00bc") + end},
  {"charsets", {}, part("Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=ISO-8859-2", "\u00b1") +
    part("Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=\"utf-16le\"", "a\0" "b\0") +
    part("Content-Disposition: form-data; name=\"a\"\r\nContent-Type: text/plain; charset=unknown", "v") + end},
  {"extended", {}, part("Content-Disposition: form-data; name=a; filename*=utf-8'en'%e2%82%ac.txt; filename=x", "v") +
    part("Content-Disposition: form-data; name=a; filename*=iso-8859-1''%a3.txt", "v") +
    part("Content-Disposition: form-data; name=a; filename*=utf-8''%zz", "v") + end},
  {"types", {}, part("Content-Disposition: form-data; name=a\r\nContent-Type: application/octet-stream", "v") +
    part("Content-Disposition: form-data; name=a\r\nContent-Type: nonsense\r\nContent-Transfer-Encoding: BASE64", "v") +
    part("Content-Disposition: form-data; name=a\r\nContent-Type: Text/HTML; x", "v") + end},
  {"folded", {}, part("Content-Disposition: form-data;\r\n name=\"a\"\r\nX: \r\nY:", "v") + end},
  {"other parts", {}, part("Content-Disposition: attachment; name=\"a\"", "v") + part("X: y", "v") +
    part("Content-Disposition: form-data; name", "v") + part("Content-Disposition: form-data", "v") + end},
  {"bad header", {}, part("Content Disposition: form-data", "v") + end},
  {"bad header value", {}, part("Content-Disposition: form\x01" "data", "v") + end},
  {"no colon", {}, part("Content-Disposition", "v") + end},
  {"empty name", {}, part(": a", "v") + end},
  {"line end", {}, str("--X\r\nContent-Disposition: form-data; name=\"a\"\n\nv\r\n") + end},
  {"long header", {}, part("X: " + str("y").repeat(17000), "v") + end},
  {"nearly too long", {}, part("X: " + str("y").repeat(16000) + "\r\nContent-Disposition: form-data; name=\"a\"", "v") + end},
  {"many headers", {}, part(str("X: y\r\n").repeat(2500) + "Content-Disposition: form-data; name=\"a\"", "v") + end},
  {"nearly a boundary", {}, field("a", "\r\n--Y\r\n--\r\n-\r\n\r\n--") + "--X \r\njunk\r\n" + field("b", "\r\r\n-") + "--X-\r\njunk\r\n" + end},
}; }

void run(BusboyConfig config, Buffer body, int pieces, Function<void(Array<util::Value>)> done) {
  Array<util::Value> lines;
  config.headers = {{"content-type", type}};
  auto bb = busboy(config);
  bb->on(event::file, [=](String name, BusboyFile file, BusboyFileInfo info) {
    lines.push(util::array({"file", name, info}));
    let<String> text = "";
    file->on(event::data, [=](Buffer data) { text += data.toString("latin1"); });
    file->on(event::limit, [=] { lines.push("limit of the file"); });
    file->on(event::end, [=] { lines.push(util::array({"the file ends", text, file->truncated})); });
    file->on(event::error, [=](Error error) { lines.push(util::array({"the file fails", error->message})); });
  });
  bb->on(event::field, [=](String name, String value, BusboyFieldInfo info) { lines.push(util::array({"field", name, value, info})); });
  for (auto limit : Array<String>{"partsLimit", "filesLimit", "fieldsLimit"}) bb->on(limit, [=] { lines.push(limit); });
  bb->on(event::error, [=](Error error) { lines.push(util::array({"error", error->message})); });
  bb->on(event::finish, [=] { lines.push("finish"); });
  bb->on(event::close, [=] {
    lines.push("close");
    done(lines);
  });
  for (int from = 0; from < body.length(); from += pieces) bb->write(body.subarray(from, from + pieces));
  bb->end();
}

void next(int index) {
  if (index == forms().length()) return;
  Form form = forms()[index];
  auto [name, config, text] = form;
  console::log(name);
  auto body = Buffer::from(text, "latin1");
  run(config, body, 1000000, [=](Array<util::Value> whole) {
    for (auto line : whole) console::log(line);
    next(index + 1);
  });
}

int main(int argc, char** argv) { return nodecpp::run(argc, argv, [] {
  next(0);

  for (auto value : Array<Lookup>{undefined, "multipart/form-data", "text/plain", "multipart", "multipart/form-data; boundary", "multipart/form-data; boundary=\"\"", "; a", "multipart/mixed; boundary=x"})
    try {
      busboy({.headers = value.isUndefined() ? http::Headers() : http::Headers{{"content-type", value}}});
      console::log("fine");
    } catch (Error& error) {
      console::log(error->message);
    }
}); }
