// A priority queue: puts 20,000 tasks in and takes them out in order. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

var makeQueue() {
  var Queue = var::function("Queue", [](This self) { self["items"] = var::array(); });
  Queue["prototype"]["push"] = [](This self, var item) {
    var items = self["items"];
    items.push(item);
    var i = items["length"] - 1;
    while (i > 0) {
      var parent = (i - 1) >> 1;
      if (items[parent]["at"] <= items[i]["at"]) break;
      var swapped = items[parent];
      items[parent] = items[i];
      items[i] = swapped;
      i = parent;
    }
  };
  Queue["prototype"]["pop"] = [](This self) {
    var items = self["items"];
    var first = items[0];
    var last = items.pop();
    if (items["length"] > 0) {
      items[0] = last;
      var i = 0;
      for (;;) {
        var least = i;
        var left = 2 * i + 1;
        var right = 2 * i + 2;
        if (left < items["length"] && items[left]["at"] < items[least]["at"]) least = left;
        if (right < items["length"] && items[right]["at"] < items[least]["at"]) least = right;
        if (least == i) break;
        var swapped = items[i];
        items[i] = items[least];
        items[least] = swapped;
        i = least;
      }
    }
    return first;
  };
  return Queue;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var Queue = makeQueue();

  bench::measure([=] {
    var queue = Queue.construct();
    for (var i = 0; i < 20000; i++) queue["push"](var::object({{"at", i * 7919 % 20011}, {"name", i}}));
    var sum = 0;
    var n = 0;
    while (queue["items"]["length"] > 0) {
      var task = queue["pop"]();
      sum = (sum * 31 + task["at"] + task["name"]) % 1000003;
      n++;
    }
    return format("{} {}", n, sum);
  });
}); }
