#include "os/linux/environment_variables.h"

#include <unistd.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"

extern char** environ;

namespace nodecpp::os {

namespace {

// Memory that a reader may still look at is never freed: neither arrays of entries nor the entries. To bound the
// growth, arrays double in size, and an entry that is set to an earlier value again is used again.
struct RetainedEntries {
  std::mutex mutex;
  std::vector<std::unique_ptr<char*[]>> arrays;
  std::size_t capacity = 0;  // The size of the newest array of entries, its null at the end included.
  std::set<std::string> entries;
};
RetainedEntries& retainedEntries() {
  static RetainedEntries* one = new RetainedEntries;
  return *one;
}

// The placeholder for a removed variable. Entries must not be moved to close a gap, since a reader in the middle of the
// array would miss an entry that moves.
char vacant[] = "=";

template <class T>
void store(T& to, T value) {
  __atomic_store_n(&to, value, __ATOMIC_RELEASE);
}

bool hasName(const char* entry, std::string_view name) {
  return std::strncmp(entry, name.data(), name.size()) == 0 && entry[name.size()] == '=';
}

// Ensures that `environ` is an array of ours with room for one more entry.
void makeRoom(RetainedEntries& all, std::size_t count) {
  bool ours = !all.arrays.empty() && environ == all.arrays.back().get();
  if (ours && count + 2 <= all.capacity) return;
  std::size_t capacity = 2 * count + 32;
  NODECPP_ASSERT(capacity >= count + 2, capacity, count);
  auto array = std::make_unique<char*[]>(capacity);
  for (std::size_t i = 0; i < count; ++i) array[i] = environ[i];
  store(environ, array.get());
  all.arrays.push_back(std::move(array));
  all.capacity = capacity;
}

}  // namespace

bool isVacant(const char* entry) { return entry == vacant; }

// A name may stand in the array several times. The first entry gets the value, and the others become placeholders.
void setVariable(std::string_view given, const std::string_view* value) {
  std::string name(given);
  if (name.empty() || name.find('=') != name.npos) return;
  RetainedEntries& all = retainedEntries();
  std::lock_guard lock(all.mutex);
  std::size_t count = 0;
  while (environ && environ[count]) ++count;
  makeRoom(all, count);
  NODECPP_ASSERT(count + 2 <= all.capacity && !all.arrays.empty(), count, all.capacity);
  char* entry = vacant;
  if (value) entry = const_cast<char*>(all.entries.insert(name + "=" + std::string(*value)).first->c_str());
  bool placed = !value;
  std::size_t free = count;
  for (std::size_t i = 0; i < count; ++i) {
    if (free == count && environ[i] == vacant) free = i;
    if (!hasName(environ[i], name)) continue;
    store(environ[i], placed ? vacant : entry);
    placed = true;
  }
  NODECPP_ASSERT(free <= count, free, count);
  if (!placed) store(environ[free], entry);
}

}  // namespace nodecpp::os
