#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/util/mime_type.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  using util::MIMEType, util::MIMEParams;
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  auto all = [](const auto& items) {
    util::Value out = util::array({});
    for (auto item : items) out.push(util::Value(item));
    return out;
  };
  Array<String> inputs = {
    "text/html", " text/HTML ; Charset=utf-8 ", "text", "text/", "/html", "", "te xt/html", "text/ht ml", "text/html;", "a/b;c", "a/b;c=", "a/b;=d",
    "a/b;c=d;c=e", "a/b;c=\"d e\";f=g", "a/b;c=\"d\\\"e\\\\f\"", "a/b;c=\"d", "a/b;c=\"d\\", "a/b;c=\"d   ", "a/b;c=d   ", "a/b;c=\"d\" x;e=f", "a/b;c =d", "a/b; c= d",
    "a/b;c=é", "a/b;c=ÿ", "a/b;c=Ā", "a/b;c=\"\x01\"", "a/b;c=\t", "a/b;c=\"\";d=e", "a/b;;;c=d", "é/b", "a/é", "a/b/c", "a/b;c=d=e", "x-y+z.w/vnd.a+json;Q=\"1;2\"", "*/*;q=0.8",
    "text/html;charset=gbk;", "\r\n\ttext/html\r\n;a=b\r\n", "text\n/html", "a/b;c=\"d\"", "a/b;c=\"d\"e", "a/b;\"c\"=d", "a/b;c=d e", "a/b;𝒳=1", "𝒳 /b", "a/b;c=\"\"",
  };
  for (auto input : inputs) {
    attempt([=] {
      auto mime = make<MIMEType>(input);
      return util::array({mime->type(), mime->subtype(), mime->essence(), str(mime), mime->params()->toString(), all(mime->params())});
    });
    console::log(str(MIMEType::parse(input)));
  }
  auto mime = make<MIMEType>("text/plain; charset=utf-8");
  mime->setType("Application");
  mime->setSubtype("JSON");
  console::log(mime->essence(), "" + mime, JSON::stringify(mime->toJSON()));
  attempt([=] { mime->setType(""); return 0; });
  attempt([=] { mime->setType("a b"); return 0; });
  attempt([=] { mime->setSubtype("a/b"); return 0; });
  auto params = mime->params();
  params->set("Q", "0.5");
  params->set("space", "a \"b\"");
  params->set("empty", "");
  console::log(params->get("CHARSET"), params->get("none"), params->has("q"), params->has("p"), str(params));
  attempt([=] { params->set("", "x"); return 0; });
  attempt([=] { params->set("a b", "x"); return 0; });
  attempt([=] { params->set("a", "é€"); return 0; });
  attempt([=] { params->set("a", "\n"); return 0; });
  params->delete_("charset");
  for (auto [name, value] : params) console::log(name, value);
  console::log(all(params->keys()), all(params->values()), all(params->entries()));
  console::log(str(mime), mime, params);
  auto made = make<MIMEParams>();
  made->set("a", "1");
  console::log(str(made), made->toJSON());
}); }
