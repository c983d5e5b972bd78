// A priority queue: puts 20,000 tasks in and takes them out in order.
#include <nodecpp/number.h>
#include <nodecpp/object.h>

#include "../measure.h"
using namespace nodecpp;

struct Task {
  num at;
  num name;
};

class QueueObject : public Object {
 public:
  Array<Task> items;
  void push(Task item) {
    items.push(item);
    int i = items.length() - 1;
    while (i > 0) {
      int parent = (i - 1) >> 1;
      if (items[parent].at <= items[i].at) break;
      Task other = items[parent];
      items[parent] = items[i];
      items[i] = other;
      i = parent;
    }
  }
  Task pop() {
    Task first = items[0];
    Task last = items.pop();
    if (items.length() > 0) {
      items[0] = last;
      int i = 0;
      for (;;) {
        int least = i;
        int left = 2 * i + 1;
        int right = 2 * i + 2;
        if (left < items.length() && items[left].at < items[least].at) least = left;
        if (right < items.length() && items[right].at < items[least].at) least = right;
        if (least == i) break;
        Task other = items[least];
        items[least] = items[i];
        items[i] = other;
        i = least;
      }
    }
    return first;
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([=] {
    auto queue = make<QueueObject>();
    for (num i = 0; i < 20000; i++) queue->push({i * 7919 % 20011, i});
    num sum = 0;
    num n = 0;
    while (queue->items.length() > 0) {
      Task task = queue->pop();
      sum = (sum * 31 + task.at + task.name) % 1000003;
      n++;
    }
    return format("{} {}", n, sum);
  });
}); }
