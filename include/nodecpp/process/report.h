// process.report. https://nodejs.org/docs/latest-v24.x/api/process.html#processreport
#pragma once

#include <nodecpp/process/process_object.h>
#include <nodecpp/var.h>

namespace nodecpp::process {

namespace detail {
bool reportCompact(const bool* set);
bool reportExcludeEnv(const bool* set);
bool reportExcludeNetwork(const bool* set);
String reportDirectory(const String* set);
String reportFilename(const String* set);
}  // namespace detail

// A text of process.report, which can be assigned.
struct ReportText {
  String (*access)(const String* set);
  const ReportText& operator=(StringArg text) const {
    const String given = text.toString();
    access(&given);
    return *this;
  }
  operator String() const { return access(nullptr); }
  template <class I>
  void inspectTo(I& out) const {
    out.value(String(*this));
  }
};

// Reports on the running program: where it is, what it runs on, what it has used, and its environment. A report has the
// sections of Node's that mean something here: header, javascriptStack, javascriptHeap, resourceUsage,
// uvthreadResourceUsage and environmentVariables, and workers, libuv and nativeStack as empty lists.
struct Report {
  // Returns the report as an object. The stack is that of `error`, or that of the caller.
  var getReport(const Error& error = nullptr) const;
  // Writes the report as JSON into a file in `directory`, and returns the file's name. Without a name it is made of the
  // date, the process and a number. Throws the system's error when the file cannot be written.
  String writeReport(StringArg filename = "", const Error& error = nullptr) const;
  String writeReport(const Error& error) const { return writeReport("", error); }

  WarningFlag compact{detail::reportCompact};                // writes one line
  WarningFlag excludeEnv{detail::reportExcludeEnv};          // leaves out the environment
  WarningFlag excludeNetwork{detail::reportExcludeNetwork};  // leaves out the network interfaces
  ReportText directory{detail::reportDirectory};             // "" stands for the current directory
  ReportText filename{detail::reportFilename};               // "" makes a new name for each report
};
inline constexpr Report report{};

}  // namespace nodecpp::process
