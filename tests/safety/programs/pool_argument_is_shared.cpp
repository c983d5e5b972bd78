// refused: an argument of this type does not go to another thread
#include <nodecpp/let.h>
#include <nodecpp/pool.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<int> sum = 0;
  pool::run([](let<int> sum) { sum += 1; }, sum);
}); }
