#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/os.h>
#include <nodecpp/process.h>
using namespace nodecpp;

template <class F>
void told(F f) {
  try {
    if constexpr (requires { console::log(f()); })
      console::log(f());
    else
      f(), console::log(undefined);
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
    console::log(error->name == "SystemError" ? util::array({error->errno_, error->syscall}) : util::array({}));
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  told([] { return os::getPriority(); });
  told([] { return os::getPriority(0); });
  told([] { return os::getPriority(process::pid) == os::getPriority(); });
  told([] { return os::getPriority(-1); });
  told([] { return os::getPriority(0x7ffffff0); });
  told([] { return os::getPriority(1.5); });
  told([] { return os::getPriority(2147483648.0); });
  told([] { return os::getPriority(Number::NaN); });
  told([] { os::setPriority(0, 20); });
  told([] { os::setPriority(0, -21); });
  told([] { os::setPriority(0, 1.5); });
  told([] { os::setPriority(0x7ffffff0, 5); });
  told([] { os::setPriority(11); });
  told([] { return os::getPriority(); });
  told([] { os::setPriority(process::pid, os::constants::priority.PRIORITY_LOW); });
  told([] { return os::getPriority(); });
}); }
