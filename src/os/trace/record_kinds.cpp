#include "os/trace/record_kinds.h"

#include <array>

namespace nodecpp::os::record {

namespace {

constexpr struct {
  Kind kind;
  Layout layout;
} all[] = {
    {Kind::segment, {"segment", "worker:t sequence:u turn:u builds:T elapsed:n"}},
    {Kind::start, {"start", "time:u wall:m seed:b arguments:L options:L limits:T variables:T redacted:L processor:t"}},
    {Kind::stopped, {"stopped", "reason:t"}},
    {Kind::turn, {"turn", "time:n"}},
    {Kind::connection, {"connection", "listener:u connection:u"}},
    {Kind::acceptFailed, {"acceptFailed", "listener:u error:i"}},
    {Kind::connected, {"connected", "connection:u error:i"}},
    {Kind::received, {"received", "connection:u bytes:b"}},
    {Kind::ended, {"ended", "connection:u"}},
    {Kind::readFailed, {"readFailed", "connection:u error:i"}},
    {Kind::sent, {"sent", "connection:u error:i"}},
    {Kind::jobDone, {"jobDone", "job:u calls:c"}},
    {Kind::lookedUp, {"lookedUp", "lookup:u error:i addresses:A"}},
    {Kind::serviceFound, {"serviceFound", "lookup:u error:i host:t service:t"}},
    {Kind::answered, {"answered", "query:u error:u answer:b"}},
    {Kind::signal, {"signal", "number:i"}},
    {Kind::input, {"input", "bytes:b"}},
    {Kind::inputEnded, {"inputEnded", "error:i"}},
    {Kind::pathChanged, {"pathChanged", "watch:u renamed:u name:t"}},
    {Kind::tlsEvent, {"tlsEvent", "connection:u event:u fields:b"}},
    {Kind::workerMessage, {"message", "mailbox:u bytes:b buffers:L addresses:u"}},
    {Kind::workerEnded, {"threadEnded", "thread:u code:i"}},
    {Kind::childEnded, {"childEnded", "child:u code:i signal:i"}},
    {Kind::handleReceived, {"handleReceived", "connection:u passed:u handle:u"}},
    {Kind::datagramEvent, {"datagramEvent", "socket:u event:u fields:b"}},
    {Kind::sendFile, {"sendFile", "connection:u fd:i offset:u size:u queued:u | sent:u error:i"}},
    {Kind::netOperation, {"netOperation", "operation:u object:u call:b | result:b"}},
    {Kind::datagrams, {"datagrams", "operation:u socket:u call:b | result:b"}},
    {Kind::machine, {"machine", "question:u pid:i priority:i | answer:b"}},
    {Kind::tls, {"tls", "operation:u object:u call:b | result:b"}},
    {Kind::hrtime, {"hrtime", "| time:n"}},
    {Kind::wallClock, {"wallClock", "| time:m"}},
    {Kind::listen, {"listen", "address:a backlog:i flags:u protocol:t fd:i received:u | error:i listener:u"}},
    {Kind::listenerAddress, {"listenerAddress", "listener:u | address:a"}},
    {Kind::closeListener, {"closeListener", "listener:u"}},
    {Kind::connect, {"connect", "address:a local:a bound:u | error:i connection:u"}},
    {Kind::startReading, {"startReading", "connection:u"}},
    {Kind::stopReading, {"stopReading", "connection:u"}},
    {Kind::write, {"write", "connection:u bytes:d | unsent:u error:i"}},
    {Kind::send, {"send", "connection:u bytes:d passed:u handle:u"}},
    {Kind::unsent, {"unsent", "connection:u | bytes:u"}},
    {Kind::shutdown, {"shutdown", "connection:u | error:i"}},
    {Kind::close, {"close", "connection:u"}},
    {Kind::reset, {"reset", "connection:u | error:i"}},
    {Kind::setNoDelay, {"setNoDelay", "connection:u on:u | error:i"}},
    {Kind::setKeepAlive, {"setKeepAlive", "connection:u on:u seconds:i | error:i"}},
    {Kind::localAddress, {"localAddress", "connection:u | address:a"}},
    {Kind::remoteAddress, {"remoteAddress", "connection:u | address:a"}},
    {Kind::watchPath, {"watchPath", "path:t | error:i watch:u"}},
    {Kind::unwatch, {"unwatch", "watch:u"}},
    {Kind::submit, {"submit", "job:u lane:u priority:i | error:i"}},
    {Kind::lookup, {"lookup", "lookup:u host:t family:i flags:i"}},
    {Kind::lookupService, {"lookupService", "lookup:u address:a"}},
    {Kind::openResolver, {"openResolver", "timeout:i tries:i maxTimeout:u | resolver:u"}},
    {Kind::closeResolver, {"closeResolver", "resolver:u"}},
    {Kind::nameServers, {"nameServers", "resolver:u | servers:A"}},
    {Kind::setNameServers, {"setNameServers", "resolver:u servers:A | done:u"}},
    {Kind::setLocalAddresses, {"setLocalAddresses", "resolver:u ipv4:a ipv6:a"}},
    {Kind::ask, {"ask", "resolver:u query:u name:t type:u"}},
    {Kind::forget, {"forget", "resolver:u query:u"}},
    {Kind::cancelAll, {"cancelAll", "resolver:u"}},
    {Kind::watchSignal, {"watchSignal", "number:i on:u | error:i"}},
    {Kind::kill, {"kill", "pid:i number:i | error:i"}},
    {Kind::environment, {"environment", "| variables:T hidden:L"}},
    {Kind::setEnvironment, {"setEnvironment", "name:t set:u value:t"}},
    {Kind::variable, {"variable", "name:t | value:t"}},
    {Kind::currentDirectory, {"currentDirectory", "| path:t"}},
    {Kind::changeDirectory, {"changeDirectory", "path:t | error:i"}},
    {Kind::processIds, {"processIds", "which:u | id:i"}},
    {Kind::executable, {"executable", "| path:t"}},
    {Kind::memoryUsage, {"memoryUsage", "| usage:M"}},
    {Kind::cpuUsage, {"cpuUsage", "| user:f system:f"}},
    {Kind::resourceUsage, {"resourceUsage", "| usage:R"}},
    {Kind::umask, {"umask", "mask:i | before:i"}},
    {Kind::writeStandard, {"writeStandard", "fd:i bytes:d | error:i"}},
    {Kind::standardKind, {"standardKind", "fd:i | kind:u"}},
    {Kind::isTerminal, {"isTerminal", "fd:i | is:u"}},
    {Kind::readStandardInput, {"readStandardInput", "on:u"}},
    {Kind::terminalMode, {"setTerminalMode", "fd:i mode:u | error:i"}},
    {Kind::windowSize, {"windowSize", "fd:i | known:u columns:i rows:i"}},
    {Kind::exit, {"exit", "code:i"}},
    {Kind::abort, {"abort", ""}},
    {Kind::openMailbox, {"openMailbox", "mailbox:u"}},
    {Kind::mailbox, {"mailbox", "mailbox:u what:u | found:u bytes:b buffers:L addresses:u"}},
    {Kind::post, {"post", "bytes:d addresses:u | accepted:u"}},
    {Kind::workerStart, {"startThread", "name:t loop:u | error:i thread:u number:i"}},
    {Kind::spawn,
     {"spawn",
      "file:t arguments:L environment:d directory:t stdio:L uid:i gid:i detached:u | error:i child:u pid:i pipes:u"}},
    {Kind::run,
     {"run",
      "file:t arguments:L environment:d directory:t stdio:L uid:i gid:i detached:u inputs:d timeout:f maxBuffer:f "
      "killSignal:i | error:i pid:i code:i signal:i outputs:L"}},
    {Kind::openChannel, {"openChannel", "fd:i | error:i connection:u"}},
    {Kind::writeHandle, {"writeHandle", "connection:u bytes:d passed:u handle:u | unsent:u error:i"}},
    {Kind::fileOpen, {"open", "path:t flags:i mode:u | fd:i"}},
    {Kind::fileClose, {"close", "fd:i | error:i"}},
    {Kind::fileRead, {"read", "fd:i size:u offset:i | result:i bytes:b"}},
    {Kind::fileReadReady, {"readReady", "fd:i size:u offset:i | result:i bytes:b"}},
    {Kind::fileWrite, {"write", "fd:i bytes:d offset:i | result:i"}},
    {Kind::fileStopped, {"stopped", "| set:u"}},
    {Kind::fileSync, {"sync", "fd:i dataOnly:u | error:i"}},
    {Kind::fileTruncate, {"truncate", "fd:i size:i | error:i"}},
    {Kind::fileStat, {"stat", "path:t | error:i stat:S"}},
    {Kind::fileLstat, {"lstat", "path:t | error:i stat:S"}},
    {Kind::fileFstat, {"fstat", "fd:i | error:i stat:S"}},
    {Kind::fileStatfs, {"statfs", "path:t | error:i stat:F"}},
    {Kind::fileAccess, {"access", "path:t mode:i | error:i"}},
    {Kind::fileChmod, {"chmod", "path:t mode:u | error:i"}},
    {Kind::fileFchmod, {"fchmod", "fd:i mode:u | error:i"}},
    {Kind::fileChown, {"chown", "path:t uid:u gid:u | error:i"}},
    {Kind::fileLchown, {"lchown", "path:t uid:u gid:u | error:i"}},
    {Kind::fileFchown, {"fchown", "fd:i uid:u gid:u | error:i"}},
    {Kind::fileUtimes, {"utimes", "path:t atime:i anano:i mtime:i mnano:i | error:i"}},
    {Kind::fileLutimes, {"lutimes", "path:t atime:i anano:i mtime:i mnano:i | error:i"}},
    {Kind::fileFutimes, {"futimes", "fd:i atime:i anano:i mtime:i mnano:i | error:i"}},
    {Kind::fileEntries, {"readdir", "fd:i | error:i entries:E"}},
    {Kind::fileMkdir, {"mkdir", "path:t mode:u | error:i"}},
    {Kind::fileMkdtemp, {"mkdtemp", "prefix:t | error:i made:t"}},
    {Kind::fileRmdir, {"rmdir", "path:t | error:i"}},
    {Kind::fileUnlink, {"unlink", "path:t | error:i"}},
    {Kind::fileRename, {"rename", "from:t to:t | error:i"}},
    {Kind::fileLink, {"link", "existing:t path:t | error:i"}},
    {Kind::fileSymlink, {"symlink", "target:t path:t | error:i"}},
    {Kind::fileReadlink, {"readlink", "path:t | error:i target:t"}},
    {Kind::fileRealpath, {"realpath", "path:t | error:i resolved:t"}},
    {Kind::fileCopy, {"copyFile", "from:t to:t flags:i | error:i"}},
};

constexpr std::array<Layout, 128> layouts = [] {
  std::array<Layout, 128> table{};
  for (const auto& entry : all) {
    // A throw in a constant expression is a compile error.
    if (table[std::size_t(entry.kind)].name) throw "two kinds have one number";
    table[std::size_t(entry.kind)] = entry.layout;
  }
  return table;
}();

}  // namespace

const Layout* layoutOf(Kind kind) {
  auto index = static_cast<unsigned char>(kind);
  return index < layouts.size() && layouts[index].name ? &layouts[index] : nullptr;
}

}  // namespace nodecpp::os::record
