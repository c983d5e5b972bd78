#include <nodecpp/console.h>
#include <nodecpp/form_data.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto form = make<FormData>();
  form->append("a", "1\n2");
  form->append("b\"\r\n", make<Blob>({"xx"}, {.type = "A/B"}));
  form->append("c", make<File>({"yy"}, "q\"\n.txt", {.type = "text/x", .lastModified = 7}), "over");
  form->append("a", make<File>({}, "", {.lastModified = 1}));
  String text = "a text"; Array<String> list = {"x"};
  form->append("t", text);
  form->append(text, list[0]);
  form->append("t2", form->get("t"));
  form->set("t2", text);
  form->delete_(text);
  form->append("n", 5);
  form->append("é", "\xed\xa0\x80");
  form->append("e", "");
  form->append("e", "after the empty one");
  console::log(Array<>::from(form->keys()));
  console::log(form->get("zz"), form->get("a"), form->getAll("a"), form->getAll("zz"), form->has("b"), form->has("a"));
  console::log(form->get("c")->name(), form->get("c")->lastModified(), form->get("c")->size(), form->get("b\"\r\n")->name(), form->get("b\"\r\n")->type());
  form->delete_("b\"\r\n");
  console::log(form);
  form->set("a", "new");
  form->delete_("c");
  console::log(form);
  form->set("last", make<File>({"z"}, "z.txt", {.type = "t/u", .lastModified = 3}), "fn");
  for (auto& [name, value] : form) console::log(name, value);
  form->forEach([=](FormDataValue value, String name, FormData of) { console::log(name, value, of == form); });
  for (auto& value : form->values()) console::log(value);
  console::log(Array<>::from(form->entries()), "" + str(form));
  for (auto& [name, value] : form)
    if (name == "last") form->append("more", "during the loop");
  console::log(form->get("more") + "!", form->get("n") == "5", form->get("last") == form->get("last"));
  if (!form->get("none")) console::log("no such entry");
}); }
