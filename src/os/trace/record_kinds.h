// The kinds of records that a log consists of, and the fields of each kind.
//
// A log is a folder of segments, NAME.0000.log, NAME.0001.log, …; NAME is "main" or the name of a worker. A segment
// begins with twelve bytes, the magic and the version of the format; records follow. A record consists of its kind, the
// length of its fields, the fields (see field_encoding.h), and the CRC32C of all these bytes:
//
//   kind (1 byte; 0x80 set: long)  length (2 bytes, of a long one 4)  fields  CRC32C (4 bytes)      little-endian
//
// Kind 0 is not a record but the end: a segment is created larger than its contents, and full of zeros. The first
// record of each segment is `segment`; the second record of the first segment is `start`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nodecpp::os::record {

inline constexpr std::string_view magic{"NodeCLog", 8};
// The magic of a segment that is encrypted, see record/log_seal.h.
inline constexpr std::string_view sealedMagic{"NodeCSld", 8};
inline constexpr std::uint32_t formatVersion = 3;
inline constexpr std::size_t preambleBytes = 12;
inline constexpr unsigned char longRecord = 0x80;

enum class Kind : unsigned char {
  none = 0,
  // Records about the log itself.
  segment = 1,
  start,
  stopped,  // The recording ended before the program did, with the reason.

  // Kinds of inputs: turns of the loop, and the pushes in them.
  turn = 8,
  connection,
  acceptFailed,
  connected,
  received,
  ended,
  readFailed,
  sent,
  jobDone,
  lookedUp,
  serviceFound,
  answered,
  signal,
  input,
  inputEnded,
  pathChanged,
  tlsEvent,       // See RecordedTls::Event.
  datagramEvent,  // See RecordedDatagrams::Event.
  // Kinds of operations among the numbers of inputs, because the numbers of operations are all taken.
  netOperation = 27,  // See RecordedPort::NetOperation.
  terminalMode = 28,
  sendFile = 29,
  machine = 30,  // See RecordedMachine::Question.
  datagrams,     // See RecordedDatagrams::Operation.
  // Kinds of inputs from threads.
  workerMessage = 32,
  workerEnded,
  // Kinds of inputs from child processes and channels.
  childEnded,
  handleReceived,

  // Kinds of operations that the program does, recorded with their immediate results.
  tls = 36,  // See RecordedTls::Operation.
  fileStopped = 37,
  unsent,
  hrtime,
  wallClock,
  listen,
  listenerAddress,
  closeListener,
  connect,
  startReading,
  stopReading,
  write,
  send,
  shutdown,
  close,
  reset,
  setNoDelay,
  setKeepAlive,
  localAddress,
  remoteAddress,
  watchPath,
  unwatch,
  submit,  // A job is given to the pool, or a computation begins.
  lookup,
  lookupService,
  openResolver,
  closeResolver,
  nameServers,
  setNameServers,
  setLocalAddresses,
  ask,
  forget,  // The program gives up a query or a computation.
  cancelAll,
  watchSignal,
  kill,
  environment,
  setEnvironment,
  variable,  // The value of a variable that is hidden in `environment`, recorded when the program reads it.
  currentDirectory,
  changeDirectory,
  processIds,
  executable,
  memoryUsage,
  cpuUsage,
  resourceUsage,
  umask,
  writeStandard,
  standardKind,
  isTerminal,
  readStandardInput,
  windowSize,
  exit,
  abort,
  spawn,
  run,
  openChannel,
  writeHandle,

  openMailbox = 93,
  mailbox,  // See RecordedPort::Mail.
  post,

  // Kinds of operations on files, either synchronous or inside the record of a job.
  fileOpen = 96,
  fileClose,
  fileRead,
  fileReadReady,
  fileWrite,
  fileSync,
  fileTruncate,
  fileStat,
  fileLstat,
  fileFstat,
  fileStatfs,
  fileAccess,
  fileChmod,
  fileFchmod,
  fileChown,
  fileLchown,
  fileFchown,
  fileUtimes,
  fileLutimes,
  fileFutimes,
  fileEntries,
  fileMkdir,
  fileMkdtemp,
  fileRmdir,
  fileUnlink,
  fileRename,
  fileLink,
  fileSymlink,
  fileReadlink,
  fileRealpath,
  fileCopy,
  workerStart = 127,
};

inline bool isOperation(Kind kind) {
  return kind >= Kind::tls || kind == Kind::netOperation || kind == Kind::terminalMode || kind == Kind::sendFile ||
         kind == Kind::machine || kind == Kind::datagrams;
}
inline bool isInput(Kind kind) { return kind >= Kind::turn && !isOperation(kind); }

// The name of a kind, and its fields in words: "name:type name:type | name:type", with the call's arguments before the
// bar and its results after it. Types: u unsigned, i signed, n nanoseconds, m milliseconds (both signed, as differences
// to the last value of that clock), t text, b bytes, d digest, f double, a address, A addresses, L texts, T pairs of
// texts, S a stat, F a file system's statistics, E directory entries, M memory, R resources, c the calls of a job (each
// with kind, length and fields). layoutOf returns null for an unknown kind.
struct Layout {
  const char* name;
  const char* fields;
};
const Layout* layoutOf(Kind kind);

}  // namespace nodecpp::os::record
