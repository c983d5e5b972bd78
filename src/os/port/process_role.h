// Process: what a program can learn and change about the process it runs in: signals, environment, ids, memory,
// standard streams, random numbers, and the end of the process.
//
// The contract, for the author of a back end:
// - A watched signal is pushed once for each time that it was seen, to the loop that watches it and to no other loop of
//   the process. Signals that arrive close together may be seen as one, as the system does it.
// - The environment and the current directory belong to the process: all its loops see a change, and so do children that
//   are started after it. A change must be safe while another thread reads them inside a library.
// - Standard output and error are written at once, however long that takes, so that what was printed before a crash is
//   not lost. Standard input is pushed; its end or its error is pushed once, and nothing after that.
// - `exit` and `abort` do not return. A back end that is not a process of its own throws ProgramExit.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "os/port/port_types.h"

namespace nodecpp::os {

using SignalPush = void (*)(void* context, int number);

struct MemoryUsage {
  std::size_t rss, heapTotal, heapUsed;  // All three numbers are in bytes.
};

// The numbers of getrusage; times in microseconds, sizes in kilobytes.
struct ResourceUsage {
  double userTime, systemTime, maxResident, minorFaults, majorFaults, fsReads, fsWrites, voluntarySwitches,
      involuntarySwitches;
};

// The kind of file that a standard stream is connected to.
enum class StandardKind : unsigned char { none, file, pipe, terminal };

// How a terminal gives what is typed: as lines that it edits and shows itself; key by key; or key by key while output
// is not changed either.
enum class TerminalMode : unsigned char { normal, raw, io };

// Receives the bytes and the end of standard input.
class InputSink {
 public:
  // Bytes of standard input have arrived. They are valid during the call.
  virtual void onInput(const char* data, std::size_t size) = 0;
  // Standard input has ended (error 0) or failed.
  virtual void onInputEnd(ErrorCode error) = 0;

 protected:
  ~InputSink() = default;
};

class Process {
 public:
  // Fills `size` bytes with random numbers of cryptographic quality.
  virtual void random(char* to, std::size_t size) = 0;

  // Pushes signal `number` from now on. A null `push` restores the signal's default action. Returns UV_EINVAL for a
  // signal that cannot be caught.
  virtual ErrorCode watchSignal(int number, SignalPush push, void* context) = 0;
  virtual ErrorCode kill(int pid, int number) = 0;

  virtual std::vector<std::pair<String, String>> environment() = 0;
  // Sets a variable of the environment, or removes it when `value` is null.
  virtual void setEnvironment(StringArg name, const String* value) = 0;
  // Returns the current directory, or an empty string when the directory has been removed.
  virtual String currentDirectory() = 0;
  virtual ErrorCode changeDirectory(StringArg path) = 0;
  virtual int pid() = 0;
  virtual int parentPid() = 0;
  // Returns the path of the file that the process executes.
  virtual String executable() = 0;
  virtual MemoryUsage memoryUsage() = 0;
  // Sets the processor time that the process has used, in microseconds of user and system time.
  virtual void cpuUsage(double& user, double& system) = 0;
  virtual ResourceUsage resourceUsage() = 0;
  virtual int userId() = 0;
  virtual int groupId() = 0;
  virtual int effectiveUserId() = 0;
  virtual int effectiveGroupId() = 0;
  // Sets the mask of new files' modes and returns the previous mask. -1 only reads the mask.
  virtual int umask(int mask) = 0;

  // Writes all bytes to standard output (1) or standard error (2).
  virtual ErrorCode writeStandard(int fd, StringArg bytes) = 0;
  virtual StandardKind standardKind(int fd) = 0;
  virtual bool isTerminal(int fd) = 0;
  // Pushes the bytes of standard input until it ends or is given a null sink.
  virtual void readStandardInput(InputSink* sink) = 0;
  // Sets the columns and rows of the terminal at `fd`. Returns false when `fd` is not a terminal.
  virtual bool windowSize(int fd, int& columns, int& rows) = 0;

  // Sets the mode of the terminal at `fd`. Returns UV_ENOTTY when `fd` is not a terminal. The mode is normal again when
  // the process has ended by itself, or by a SIGINT or SIGTERM that it does not watch.
  virtual ErrorCode setTerminalMode(int fd, TerminalMode mode) = 0;

  // Called when an error that nobody handled is about to end the program.
  virtual void fails() {}
  [[noreturn]] virtual void exit(int code) = 0;
  // Ends the process and leaves a core file where the system is set up for core files.
  [[noreturn]] virtual void abort() = 0;

 protected:
  ~Process() = default;
};

// Returns the environment of the process, for code that needs it before a port exists.
std::vector<std::pair<String, String>> processEnvironment();

}  // namespace nodecpp::os
