// What process.getActiveResourcesInfo names: the operations that are under way, and the handles that keep the loop
// running. A module that has such things either marks each with an ActiveResource, or registers a function that lists
// them.
#pragma once

#include <nodecpp/loop_local.h>

#include <cstdint>
#include <vector>

namespace nodecpp::detail {

class Loop;
class Timer;

struct ResourceName {
  std::uint64_t number;  // its place among all resources of the loop, in the order in which they began
  const char* name;      // Node's name of it
};

// The names of a loop's resources. Node lists the operations first.
struct ResourceNames {
  std::vector<ResourceName> requests, handles;
};

// Returns the place of a resource that begins now.
std::uint64_t nextResource(Loop& loop);
// Makes `list` add its resources whenever they are asked for. Called once for each loop.
void listResourcesBy(Loop& loop, void (*list)(Loop& loop, ResourceNames& names));
// The timer whose callback runs, or null; set by the timers.
const Timer*& runningTimer(Loop& loop);
// Returns all names in Node's order: operations, handles, timers, immediates.
std::vector<const char*> activeResources(Loop& loop);

// An operation or handle, from the making of this object to its end.
class ActiveResource {
 public:
  enum class Kind : unsigned char { request, handle };
  // `name` lives as long as the process; null for what Node does not list.
  ActiveResource(Loop& loop, Kind kind, const char* name);
  ~ActiveResource();
  ActiveResource(const ActiveResource&) = delete;
  // A handle that does not keep the loop running is not listed.
  void setReferenced(bool on) noexcept { isReferenced_ = on; }

 private:
  friend struct ActiveList;
  ActiveResource* next_ = nullptr;
  ActiveResource** link_ = nullptr;
  const std::uint64_t number_;
  const char* const name_;
  const Kind kind_;
  bool isReferenced_ = true;
};

}  // namespace nodecpp::detail
