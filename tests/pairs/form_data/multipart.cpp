// What fetch makes of a form, and what it reads from bodies, good and malformed.
#include <nodecpp/console.h>
#include <nodecpp/form_data.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
using namespace nodecpp;

Promise<> program() {
  auto form = make<FormData>();
  form->append("a", "1\n2\r3\r\n4");
  form->append("b\"\r\n", make<Blob>({"xx"}));
  form->append("c", make<File>({"yy"}, "q\"\n\r.txt", {.type = "text/x"}));
  form->append("d", make<File>({""}, "", {.type = "A/B"}));
  form->append("é", "zażółć");
  auto response = detail::multipartBody(form);
  auto type = response.type;
  auto boundary = type.slice(type.indexOf("=") + 1);
  console::log(RegExp("^multipart/form-data; boundary=----formdata-undici-0\\d{11}$").test(type));
  console::log(JSON::stringify((co_await response.bytes->text()).replaceAll(boundary, "X")));
  auto again = detail::parseMultipart(Buffer::from(co_await response.bytes->arrayBuffer()), boundary);
  console::log(var::array({str(again->get("a")), again->get("c")->name(), again->get("d").isString() ? "string" : "object", again->get("b\"\r\n")->size()}));

  Array<String> parts = {
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv\r\n--X\r\ncontent-disposition:form-data; name=b; filename=c\r\nContent-Type: A/B; q=r \r\n\r\n\r\n--X--\r\nafter",
    "before\r\n--X\r\nContent-Disposition: FORM-DATA; NAME=\"a%22%0d%0A%41\"; filename=\"x%0D\"\r\nContent-Type: té\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"; filename*=utf-8''%e2%82%ac.txt; filename=\"x\"\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; filename=\"x\"; filename*=UTF-8''y; name=\"a\"\r\nX-Other: 1\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\nContent-Transfer-Encoding: base64\r\n\r\nTWFu\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\ufeffv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\"\r\n\r\n--X\r\n--X--",
    "--X--", "--X", "", "junk", "--X\r\n", "--X\r\nA: b\r\n\r\nv\r\n--X--", "--X\r\nA b: c\r\n\r\nv\r\n--X--", "--X\r\n: c\r\n\r\nv\r\n--X--",
    "--X\r\nA\r\n\r\nv\r\n--X--", "--X \r\nA: b\r\n\r\nv\r\n--X--", "--XY\r\nA: b\r\n\r\nv\r\n--X--", "--X\r\nA{: b\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data\r\n\r\nv\r\n--X--", "--X\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\r\n\r\nv\r\n--X--", "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv",
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nv--X--", "--X\r\nContent-Disposition: form-data; name=\"a\"\n\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\nv\r\n--X--",
    "--X\r\nContent-Disposition: form-data; filename*=latin1''y; name=\"a\"\r\n\r\nv\r\n--X--",
  };
  for (auto part : parts)
    try {
      auto read = detail::parseMultipart(Buffer::from(part), "X");
      for (auto& [name, value] : read)
        if (value.isString())
          console::log(JSON::stringify(name), JSON::stringify(str(value)));
        else
          console::log(JSON::stringify(name), Array<String>{value->name(), value->type(), co_await value->text()});
      console::log("read");
    } catch (Error& error) {
      console::log(error->name, error->message, error->cause[0]->message);
    }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
