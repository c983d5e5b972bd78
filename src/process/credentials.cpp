// The users and groups in whose name the process acts.
#include <nodecpp/process/process_object.h>

#include <algorithm>
#include <vector>

#include "base/errors/validate.h"
#include "process/process_state.h"

namespace nodecpp::process {

namespace {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

os::Machine& machine() { return Loop::current().port().machine; }

// Throws for a number that is no id. Names are looked up later, after all arguments have been checked.
void validate(const Credential& given, StringArg argument) {
  if (!given.isName()) nodecpp::detail::validateInteger(given.id(), argument, 0, 4294967295.0);
}
[[noreturn]] void throwUnknown(const char* kind, const String& name) {
  throw nodecpp::detail::codedError<Error>("ERR_UNKNOWN_CREDENTIAL",
                                           nodecpp::str(kind) + " identifier does not exist: " + name);
}
std::uint32_t idOf(const Credential& given, bool isGroup) {
  if (!given.isName()) return std::uint32_t(given.id());
  std::uint32_t id = 0;
  if (machine().findId(isGroup, given.name(), id)) throwUnknown(isGroup ? "Group" : "User", given.name());
  return id;
}

// As Node's errors of these functions, which have the system's number and text, and not libuv's.
void throwIfFailed(os::ErrorCode error, StringArg call) {
  if (!error) return;
  const String code = nodecpp::detail::errnoName(error);
  String text = nodecpp::detail::errnoMessage(error);
  text = text.slice(0, 1).toUpperCase() + text.slice(1);
  auto out = nodecpp::detail::codedError<Error>(code, code + ", " + text);
  out->errno_ = -error;
  out->syscall = call.toString();
  out->stack.setHeader(out.toString());
  throw out;
}

void set(os::Credential which, const Credential& given, bool isGroup, const char* call, const char* function) {
  ProcessState::current().onlyOnFirstThread(function);
  validate(given, "id");
  throwIfFailed(machine().setCredential(which, idOf(given, isGroup)), call);
}

}  // namespace

void setuid(const Credential& id) { set(os::Credential::user, id, false, "setuid", "process.setuid()"); }
void seteuid(const Credential& id) { set(os::Credential::effectiveUser, id, false, "seteuid", "process.seteuid()"); }
void setgid(const Credential& id) { set(os::Credential::group, id, true, "setgid", "process.setgid()"); }
void setegid(const Credential& id) { set(os::Credential::effectiveGroup, id, true, "setegid", "process.setegid()"); }

Array<int> getgroups() {
  std::vector<std::uint32_t> ids;
  throwIfFailed(machine().groups(ids), "getgroups");
  const auto own = std::uint32_t(getegid());
  if (std::ranges::find(ids, own) == ids.end()) ids.push_back(own);
  Array<int> out;
  for (std::uint32_t id : ids) out.push(int(id));
  return out;
}

void setgroups(const Array<Credential>& groups) {
  ProcessState::current().onlyOnFirstThread("process.setgroups()");
  const std::ptrdiff_t count = groups.length();
  std::vector<std::uint32_t> ids;
  for (std::ptrdiff_t i = 0; i < count; ++i) validate(groups.at(double(i)), "groups[" + nodecpp::str(i) + "]");
  for (const Credential& each : groups) ids.push_back(idOf(each, true));
  throwIfFailed(machine().setGroups(ids), "setgroups");
}

void initgroups(const Credential& user, const Credential& extraGroup) {
  ProcessState::current().onlyOnFirstThread("process.initgroups()");
  validate(user, "user");
  validate(extraGroup, "extraGroup");
  String name = user.name();
  if (!user.isName() && machine().findUser(std::uint32_t(user.id()), name))
    throwUnknown("User", nodecpp::str(user.id()));
  const std::uint32_t group = idOf(extraGroup, true);
  throwIfFailed(machine().initGroups(name, group), "initgroups");
}

}  // namespace nodecpp::process
