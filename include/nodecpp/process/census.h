// What a program has in memory, and what holds it. Part of <nodecpp/process.h>; docs/safety.md has an example.
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/string.h>

namespace nodecpp::process {

class HeapCensusObject : public Object {
 public:
  // How many of each kind there are, and the bytes of all.
  double objects = 0, closures = 0, cells = 0, frames = 0, others = 0;
  double bytes = 0;
  // Of these, what nothing leads to that the loop, a variable or a running call has; bytes.
  double unreached = 0, unreachedBytes = 0;

  // For a reader; for a program; a page for a browser, in one file.
  virtual String text() const = 0;
  virtual String json() const = 0;
  virtual String html() const = 0;
};
using HeapCensus = Handle<HeapCensusObject>;

// Of the current thread's program, as it is now. Sizes and lines are known of what was made while --nodecpp-census was given;
// without it the census has what the collector of circles knows. It takes as long as looking at each word of that memory.
HeapCensus heapCensus();
// Writes it to PREFIX.txt, PREFIX.json and PREFIX.html; by default the prefix is nodecpp-census-PID, in the current directory.
// Returns the first name. Throws the system's error where a file cannot be written.
String writeHeapCensus(StringArg prefix = "");

}  // namespace nodecpp::process
