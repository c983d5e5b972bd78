// Tests of Process's contract: what a program can learn about itself, and how it ends.
#include "os/port/process_role.h"

#include <algorithm>
#include <string>

#include "support/tested_ports.h"

TEST_CASE_TEMPLATE("the environment is changed name by name", Under, BACK_ENDS) {
  Under under;
  Process& process = under.port.process;
  auto get = [&](const char* name) -> std::string {
    for (const auto& [key, value] : process.environment())
      if (key == name) return {value.data(), value.size()};
    return "none";
  };
  std::size_t before = process.environment().size();
  String one = "1", two = "", three = "a=b";
  process.setEnvironment("NODECPP_ONE", &one);
  process.setEnvironment("NODECPP_TWO", &two);
  CHECK(get("NODECPP_ONE") == "1");
  CHECK(get("NODECPP_TWO") == "");
  process.setEnvironment("NODECPP_ONE", &three);
  CHECK(get("NODECPP_ONE") == "a=b");
  CHECK(process.environment().size() == before + 2);
  for (const char* name : {"NODECPP_ONE", "NODECPP_TWO", "NODECPP_TWO"}) process.setEnvironment(name, nullptr);
  CHECK(get("NODECPP_ONE") == "none");
  CHECK(process.environment().size() == before);
}

TEST_CASE_TEMPLATE("the program's directory is changed for itself, to one that is there", Under, BACK_ENDS) {
  Under under;
  Process& process = under.port.process;
  String before = process.currentDirectory();
  std::string here;
  REQUIRE(under.port.files.realpath(under.directory, here) == 0);
  REQUIRE(under.port.files.mkdir(here + "/inner", 0755) == 0);
  REQUIRE(under.port.files.symlink("inner", here + "/link") == 0);
  CHECK(process.changeDirectory(here + "/link/../link") == 0);
  CHECK(process.currentDirectory() == here + "/inner");
  CHECK(process.changeDirectory("../none") == UV_ENOENT);
  CHECK(process.changeDirectory("") == UV_ENOENT);
  CHECK(process.currentDirectory() == here + "/inner");
  CHECK(process.changeDirectory("..") == 0);
  CHECK(process.currentDirectory() == here);
  CHECK(process.changeDirectory(before) == 0);
}

TEST_CASE_TEMPLATE("the mask of new files is read, and set", Under, BACK_ENDS) {
  Under under;
  Process& process = under.port.process;
  int before = process.umask(-1);
  CHECK(process.umask(077) == before);
  CHECK(process.umask(-1) == 077);
  CHECK(process.umask(before) == 077);
  CHECK(process.umask(-1) == before);
}

TEST_CASE_TEMPLATE("random numbers are others each time", Under, BACK_ENDS) {
  Under under;
  std::string one(37, '\0'), other(37, '\0');
  under.port.process.random(one.data(), one.size());
  under.port.process.random(other.data(), other.size());
  CHECK(one != other);
  CHECK(std::ranges::count(one, '\0') < 10);
}

// This case is not run on the real back end, which would end the test process.
TEST_CASE_TEMPLATE("who is no process of its own leaves by an exception", Under, Simulated, Completing, Recorded) {
  Under under;
  int code = -1;
  try {
    under.port.process.exit(3);
  } catch (const detail::ProgramExit& exit) {
    code = exit.code;
  }
  CHECK(code == 3);
  CHECK_THROWS_AS(under.port.process.abort(), detail::ProgramExit);
}
