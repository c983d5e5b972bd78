// right: the body of a generator clears the variable that holds the generator
// > 1 a text that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/generator.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Generator<int> numbers(let<Generator<int>> itself, String text) {
  itself = Generator<int>();
  co_yield int(text.length()) - 51;
  console::log(text);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Generator<int>> generator;
  auto text = str("a text that is ") + "longer than what a String has room for";
  generator = numbers(generator, text);
  auto first = generator->next();
  console::log(int(first.value) + 1 - int(first.value), text);
}); }
