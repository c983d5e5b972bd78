// The census: the objects that a program has in memory, and what holds them. Part of <nodecpp/process.h>;
// docs/safety.md has an example.
#pragma once

#include <nodecpp/object.h>
#include <nodecpp/string.h>

namespace nodecpp::process {

class HeapCensusObject : public Object {
 public:
  // The number of objects of each kind, and the bytes of all of them.
  double objects = 0, closures = 0, cells = 0, frames = 0, others = 0;
  double bytes = 0;
  // The number and bytes of the objects that cannot be reached from the event loop, a variable or a running call.
  double unreached = 0, unreachedBytes = 0;

  // The census as a text for people, as JSON for programs, and as a single-file page for a browser.
  virtual String text() const = 0;
  virtual String json() const = 0;
  virtual String html() const = 0;
};
using HeapCensus = Handle<HeapCensusObject>;

// Returns the census of the current thread's program at this moment. Sizes and source lines are known for objects that
// were made with --nodecpp-census; without the option the census has only what the collector of cycles knows. The call
// reads each word of the program's memory, which may take long.
HeapCensus heapCensus();
// Writes the census to PREFIX.txt, PREFIX.json and PREFIX.html. The default prefix is nodecpp-census-PID, in the
// current directory. Returns the name of the first file. Throws the system's error when a file cannot be written.
String writeHeapCensus(StringArg prefix = "");

}  // namespace nodecpp::process
