#include <nodecpp/bigint.h>
#include <nodecpp/console.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  BigInt factorial = 1_n;
  for (BigInt i = 1_n; i <= 30_n; i++) factorial *= i;
  console::log(factorial, str(factorial), factorial.toString(16), format("{}", factorial % 1000007_n));
  console::log(-7_n / 2_n, -7_n % 2_n, -7_n >> 1_n, 1_n << 70_n, ~5_n, 12_n & 10_n, 12_n | 3_n, 12_n ^ 5_n, pow(2_n, 64_n));
  console::log(BigInt("0xffffffffffffffffffff"), BigInt(Math::pow(2, 53)), BigInt(" 12 "), BigInt(true), BigInt::asIntN(8, 255_n), BigInt::asUintN(8, -1_n));
  console::log(2_n > 1, 2_n == 2, 1_n < 1.5, Number(pow(2_n, 70_n)), 9007199254740993_n > 9007199254740992, std::vector<BigInt>{1_n, -2_n});
  for (auto f : {+[] { 1_n / 0_n; }, +[] { BigInt(1.5); }, +[] { BigInt("abc"); }, +[] { pow(2_n, -1_n); }, +[] { 1_n << pow(2_n, 64_n); }, +[] { (5_n).toString(40); }, +[] { BigInt::asIntN(-1, 1_n); }})
    try {
      f();
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
}); }
