// The records of a log: what each is called and what stands in it.
//
// A log is a folder of segments, NAME.0000.log, NAME.0001.log, …; NAME is "main", or a worker's. A segment begins with
// twelve bytes, the magic and the version of the format, and is records from there. A record is its kind, the length of
// its fields, the fields (see fields.h), and the CRC32C of all that:
//
//   kind (1 byte; 0x80 set: long)  length (2 bytes, of a long one 4)  fields  CRC32C (4 bytes)      little-endian
//
// Kind 0 is no record: a segment is made larger than what is in it, and full of zeros.
// The first record of each segment is `segment`, the second of the first one `start`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nodecpp::os::record {

inline constexpr std::string_view magic{"NodeCLog", 8};
// Of a segment that is encrypted, see record/seal.h.
inline constexpr std::string_view sealedMagic{"NodeCSld", 8};
inline constexpr std::uint32_t formatVersion = 3;
inline constexpr std::size_t preambleBytes = 12;
inline constexpr unsigned char longRecord = 0x80;

enum class Kind : unsigned char {
  none = 0,
  // About the log.
  segment = 1,
  start,
  stopped,  // the recording ended before the program did

  // What comes in: the turn, and its pushes.
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
  // From threads.
  workerMessage = 32,
  workerEnded,
  // Reserved for what comes with processes.
  childEnded,
  handleReceived,

  // What the program does, and what that gives at once.
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
  submit,  // of a computation, too
  lookup,
  lookupService,
  openResolver,
  closeResolver,
  nameServers,
  setNameServers,
  setLocalAddresses,
  ask,
  forget,  // a question, or a computation
  cancelAll,
  watchSignal,
  kill,
  environment,
  setEnvironment,
  variable,  // the value of one that is hidden in `environment`, when the program reads it
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
  mailbox,  // see RecordedPort::Mail
  post,

  // Of files: at once, or inside a job's record.
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

inline bool isInput(Kind kind) { return kind >= Kind::turn && kind < Kind::fileStopped; }
inline bool isOperation(Kind kind) { return kind >= Kind::fileStopped; }

// A kind's name, and its fields in words: "name:type name:type | name:type", what the program gave before the bar, what
// it got behind it. Types: u unsigned, i signed, n nanoseconds, m milliseconds (both signed, since the last of that
// clock), t text, b bytes, d digest, f double, a address, A addresses, L texts, T pairs of texts, S a stat, F a file
// system's, E directory entries, M memory, R resources, c calls of a job: each is kind, length, fields. Null for no
// kind.
struct Layout {
  const char* name;
  const char* fields;
};
const Layout* layoutOf(Kind kind);

}  // namespace nodecpp::os::record
