#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var list = var::array({"a", "b", "c", "d", "e"});
  num middle = num(list.length()) / 2;
  console::log(middle, Math::floor(middle), list[Math::floor(middle)]);
  num product = 1;
  for (num i = 1; i <= 20; i++) product *= i;
  console::log(product, product % 1000007, product / 7);
  num hash = 0;
  for (auto c : str("a text to be hashed")) hash = ((hash << 5) - hash + c.charCodeAt(0)) | 0;
  console::log(hash, ushr(hash, 0), hash >> 3, hash.ushr(28), ~hash, hash & 255, hash ^ 1, hash % 17);
  num index = -1;
  console::log(index < list.length(), index % 3, num(-7) / 2, Math::trunc(num(-7) / 2), num(-7) % 2, num(7) / 0, num(0) / 0);
  index++;
  console::log(index, list[index], index ? str(index) : "none", index == 0);
  var counts = var::object();
  for (auto c : str("banana")) counts[c] = (counts[c] || 0) + 1;
  console::log(counts, counts["a"] / counts["n"]);
  console::log(num(1) << 31, num(1) << 32, Math::pow(2, 31) | 0, num(5) / 2 | 0, num(1e10) | 0, ushr(-1, 0));
}); }
