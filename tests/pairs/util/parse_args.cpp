#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/util/parse_args.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto attempt = [](util::ParseArgsConfig config) {
    try {
      console::log(util::parseArgs(config));
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  };
  Array<util::ParseArgsEntry> flags = {{"verbose", {.type = "boolean", .short_ = "v"}}, {"port", {.type = "string", .short_ = "p", .default_ = "3000"}}};
  attempt({.options = flags, .allowPositionals = true});
  attempt({.options = flags});
  Array<Array<String>> tries = {
    {"-v", "-p", "80"}, {"-p80"}, {"--port=80"}, {"--port", "80", "--verbose"}, {"-vp", "80"}, {"-vp80"}, {"-vvv"},
    {"--port="}, {"--port"}, {"-p"}, {"-p", "-v"}, {"--port", "--verbose"}, {"--port=-v"}, {"-p-v"}, {"--verbose=x"}, {"-v=x"},
    {"--no-verbose"}, {"--other"}, {"-o"}, {"-vo"}, {"--"}, {"--", "-v"}, {"-"}, {"a", "-v", "b"}, {""}, {"---"}, {"--=x"},
    {"--a==b"}, {"--__proto__=x"}, {"-é"}, {"-vé"}, {"--port", ""}, {"--port", "-"}, {"--port", "a b"},
  };
  for (auto args : tries) {
    attempt({.args = args, .options = flags});
    attempt({.args = args, .options = flags, .strict = false, .tokens = true});
    attempt({.args = args, .options = flags, .allowPositionals = true, .allowNegative = true, .tokens = true});
  }
  Array<util::ParseArgsEntry> several = {{"include", {.type = "string", .multiple = true, .short_ = "I"}}, {"loud", {.type = "boolean", .multiple = true, .short_ = "l"}}};
  attempt({.args = {"-I", "a", "-lIb", "--include=c", "-ll"}, .options = several, .tokens = true});
  attempt({.args = {}, .options = {{"include", {.type = "string", .multiple = true, .default_ = var::array({"x", "y"})}}, {"plain", {.type = "boolean", .default_ = false}}}});
  attempt({.args = {"--no-loud", "--no-loud=1", "--no-include"}, .options = several, .strict = false, .allowNegative = true, .tokens = true});
  attempt({.args = {"--no-include"}, .options = several, .allowNegative = true});
  attempt({.args = {"--no-loud"}, .options = several, .allowNegative = true});
  for (auto option : Array<util::ParseArgsOption>{
    {}, {.type = "number"}, {.type = "string", .short_ = "long"}, {.type = "string", .short_ = ""}, {.type = "string", .short_ = 1}, {.type = "string", .default_ = true},
    {.type = "boolean", .default_ = "a long text, of which an error shows a part"}, {.type = "string", .multiple = true, .default_ = "x"},
    {.type = "string", .multiple = true, .default_ = var::array({"x", 1})}, {.type = "boolean", .multiple = true, .default_ = var::array({true, nullptr})},
  }) attempt({.args = {}, .options = {{"wrong", option}}});
  attempt({.args = {}, .allowPositionals = "yes"});
  auto [values, positionals, tokens] = util::parseArgs({.args = {"-v", "one", "-p", "8080", "two"}, .options = flags, .allowPositionals = true});
  console::log(values["verbose"], values["port"], values["none"], positionals, tokens);
  console::log(Object::keys(values), JSON::stringify(values), values["port"] == "8080", values["port"].toNumber() + 1);
  if (values["verbose"]) console::log("verbose");
}); }
