// Process: what a program learns and changes of the process it runs in: signals, environment, ids, memory, standard
// streams, random numbers, and its end.
//
// The contract, for the author of a back end:
// - A signal that is watched is pushed once for each time that it was seen, to the loop that watches it and to no other
//   loop of the process. Signals that come close together may be seen once, as the system does it.
// - The environment and the directory are the process's: a change is seen by all loops of it, and by children that are
//   started after it. Neither call may meet another thread inside a library that reads them.
// - Standard output and error are written at once, however long that takes: what was printed before a crash is there.
//   Standard input is pushed; its end or its error is pushed once, and nothing after it.
// - `exit` and `abort` do not return. A back end that is not a process of its own throws ProgramExit.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "os/port/basics.h"

namespace nodecpp::os {

using SignalPush = void (*)(void* context, int number);

struct MemoryUsage {
  std::size_t rss, heapTotal, heapUsed;  // bytes
};

// As getrusage's; times in microseconds, sizes in kilobytes.
struct ResourceUsage {
  double userTime, systemTime, maxResident, minorFaults, majorFaults, fsReads, fsWrites, voluntarySwitches,
      involuntarySwitches;
};

// What a standard stream is connected to.
enum class StandardKind : unsigned char { none, file, pipe, terminal };

// Where standard input goes.
class InputSink {
 public:
  // The bytes are valid during the push.
  virtual void onInput(const char* data, std::size_t size) = 0;
  // Its end (0) or an error.
  virtual void onInputEnd(ErrorCode error) = 0;

 protected:
  ~InputSink() = default;
};

class Process {
 public:
  // Fills `size` bytes with random numbers that are good for keys.
  virtual void random(char* to, std::size_t size) = 0;

  // Pushes signal `number` from now on; a null push gives the signal back its default. UV_EINVAL for one that cannot be
  // caught.
  virtual ErrorCode watchSignal(int number, SignalPush push, void* context) = 0;
  virtual ErrorCode kill(int pid, int number) = 0;

  virtual std::vector<std::pair<String, String>> environment() = 0;
  // A null value takes the variable away.
  virtual void setEnvironment(StringArg name, const String* value) = 0;
  // Empty where the directory is gone.
  virtual String currentDirectory() = 0;
  virtual ErrorCode changeDirectory(StringArg path) = 0;
  virtual int pid() = 0;
  virtual int parentPid() = 0;
  // The path of the program's file.
  virtual String executable() = 0;
  virtual MemoryUsage memoryUsage() = 0;
  // Microseconds of the processor.
  virtual void cpuUsage(double& user, double& system) = 0;
  virtual ResourceUsage resourceUsage() = 0;
  virtual int userId() = 0;
  virtual int groupId() = 0;
  virtual int effectiveUserId() = 0;
  virtual int effectiveGroupId() = 0;
  // Sets the mask of new files, and gives the one before; -1 only reads it.
  virtual int umask(int mask) = 0;

  // Writes to standard output (1) or error (2), all of it.
  virtual ErrorCode writeStandard(int fd, StringArg bytes) = 0;
  virtual StandardKind standardKind(int fd) = 0;
  virtual bool isTerminal(int fd) = 0;
  // Pushes what comes on standard input, until it ends or is given a null sink.
  virtual void readStandardInput(InputSink* sink) = 0;
  // Columns and rows of the terminal at `fd`; false when it is none.
  virtual bool windowSize(int fd, int& columns, int& rows) = 0;

  // An error that nobody handled is about to end the program.
  virtual void fails() {}
  [[noreturn]] virtual void exit(int code) = 0;
  // Ends the process and leaves a core, where the system is set up for that.
  [[noreturn]] virtual void abort() = 0;

 protected:
  ~Process() = default;
};

// The process's environment, for what has to be known before there is a port.
std::vector<std::pair<String, String>> processEnvironment();

}  // namespace nodecpp::os
