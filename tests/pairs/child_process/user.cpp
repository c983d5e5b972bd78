#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
using namespace nodecpp;
using child_process::spawn, child_process::spawnSync, child_process::execFile;

int main(int argc, char** argv) { return run(argc, argv, [] {
  int uid = process::getuid(), gid = process::getgid();
  auto same = [=](String text) { return text.trim() == format("{} {}", uid, gid); };
  Array<String> ids{"-c", "echo $(id -u) $(id -g)"};
  console::log(same(spawnSync("sh", ids, {.uid = uid, .gid = gid}).stdout.toString()));
  auto child = spawn("sh", ids, {.uid = uid, .gid = gid});
  child->stdout->setEncoding("utf8")->on(event::data, [=](String text) { console::log(same(text)); });
  child->on(event::close, [=](auto code, auto) {
    console::log("close", code);
    execFile("sh", ids, {.uid = uid, .gid = gid}, [=](Error error, String stdout, String) { console::log(error ? "failed" : "fine", same(stdout)); });
  });
}); }
