#include <nodecpp/process/census.h>

#include <string>

#include "base/assertion.h"
#include "census/census_report.h"
#include "loop/loop.h"
#include "process/process_state.h"

namespace nodecpp {

namespace detail {

namespace {

using census::Report;

class CensusRecord final : public process::HeapCensusObject {
 public:
  explicit CensusRecord(Report report) : report_(std::move(report)) {
    double* const counts[census::kinds] = {&objects, &closures, &cells, &frames, &others};
    for (std::size_t i = 0; i < census::kinds; ++i) *counts[i] = double(report_.counts[i]);
    bytes = double(report_.bytes);
    unreached = double(report_.unreached);
    unreachedBytes = double(report_.unreachedBytes);
  }
  String text() const override { return textOf(report_.text()); }
  String json() const override { return textOf(report_.json()); }
  String html() const override { return textOf(report_.html()); }

 private:
  static String textOf(const std::string& text) { return String::copyOf(text.data(), text.size()); }
  Report report_;
};

Report takeCensus(Loop& loop) {
  // A loop's own variables come first, with the names that the program gave them.
  std::vector<census::Root> roots;
  loop.visitLocals([&](const void* slot, void* const* place) {
    NODECPP_ASSERT(slot && *place);
    const census::Variable variable = census::variableAt(slot);
    roots.push_back({reinterpret_cast<const char*>(place), sizeof *place, variable.text, variable.ofProgram});
  });
  roots.push_back({reinterpret_cast<const char*>(&loop), sizeof(Loop), "the loop", false});
  census::Names names;
  census::Heap heap;
  heap.look(roots, names);
  return census::reportOn(heap, names);
}

void writeFile(Loop& loop, const std::string& name, const std::string& text) {
  os::Files& files = loop.port().files;
  constexpr int writeOnly = 01, create = 0100, truncate = 01000;
  const int fd = files.open(name, writeOnly | create | truncate, 0600);
  if (fd < 0) throw uvException(fd, "open", name);
  std::int64_t result = 0;
  for (std::size_t done = 0; done < text.size(); done += std::size_t(result)) {
    const os::Slice slice{text.data() + done, text.size() - done};
    result = files.write(fd, &slice, 1, -1);
    NODECPP_ASSERT(result <= std::int64_t(text.size() - done), result, text.size(), done);
    if (result < 0) break;
  }
  files.close(fd);
  if (result < 0) throw uvException(int(result), "write", name);
}

}  // namespace

void writeCensusOnSignal(const String& signal) {
  process::on(signal, [] {
    try {
      process::writeHeapCensus();
    } catch (const Error& error) {
      process::emitWarning(error);
    }
  });
}

}  // namespace detail

namespace process {

HeapCensus heapCensus() { return make<nodecpp::detail::CensusRecord>(nodecpp::detail::takeCensus(nodecpp::detail::Loop::current())); }

String writeHeapCensus(StringArg prefix) {
  auto& loop = nodecpp::detail::Loop::current();
  const nodecpp::detail::Report report = nodecpp::detail::takeCensus(loop);
  const std::string name =
      prefix.size() ? std::string(prefix.data(), prefix.size()) : "nodecpp-census-" + std::to_string(loop.port().process.pid());
  nodecpp::detail::writeFile(loop, name + ".txt", report.text());
  nodecpp::detail::writeFile(loop, name + ".json", report.json());
  nodecpp::detail::writeFile(loop, name + ".html", report.html());
  const std::string first = name + ".txt";
  return String::copyOf(first.data(), first.size());
}

}  // namespace process
}  // namespace nodecpp
