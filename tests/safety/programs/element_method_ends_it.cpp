// right: a method removes its own object from the list that held it
// > end of Ann, who has a name that is longer than what a String has room for
// > 0
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Session : Object {
  Session(Array<Handle<Session>> all, String user) : all(all), user(user) {}
  Array<Handle<Session>> all;
  String user;
  void end() {
    auto list = all;
    list.pop();
    console::log("end of", user);
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Handle<Session>> all;
  all.push(make<Session>(all, "Ann, who has a name that is longer than what a String has room for"));
  all[0]->end();
  console::log(all.length());
}); }
