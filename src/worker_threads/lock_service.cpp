#include "worker_threads/lock_service.h"

#include <algorithm>

namespace nodecpp::worker_threads::detail {

void LockService::serve(os::Message&& message) {
  if (message.addresses.empty()) return;
  MessageFields fields(message);
  const os::MailAddress owner = message.addresses[0];
  const Ask kind = Ask(fields.kind());
  const std::uint64_t process = fields.number();
  if (kind == Ask::leave) return leave(process, owner.get());
  const std::uint64_t number = fields.number();
  if (kind == Ask::release) return release({process, std::string(fields.text())}, owner.get(), number);
  if (kind == Ask::query) return describe(process, owner, number);
  const std::uint64_t flags = fields.number();
  lock({process, std::string(fields.text())}, {owner, number, flags, ++requests_});
}

bool LockService::isFree(const Resource& resource, const Request& wanted) {
  if (resource.held.empty()) return true;
  return wanted.isShared() && resource.held.front().isShared();  // all are shared, or there is one
}

void LockService::lock(Name name, Request request) {
  const auto at = resources_.try_emplace(std::move(name)).first;
  Resource& resource = at->second;
  if (request.flags & steal) {
    for (const Request& each : resource.held) answer(each, Answer::stolen);
    resource.held.clear();
    resource.waiting.push_front(std::move(request));
  } else if ((request.flags & ifAvailable) && !(resource.waiting.empty() && isFree(resource, request))) {
    answer(request, Answer::refused);
  } else {
    resource.waiting.push_back(std::move(request));
  }
  advance(at);
}

LockService::Resources::iterator LockService::advance(Resources::iterator at) {
  Resource& resource = at->second;
  while (!resource.waiting.empty() && isFree(resource, resource.waiting.front())) {
    answer(resource.waiting.front(), Answer::granted);
    resource.held.push_back(std::move(resource.waiting.front()));
    resource.waiting.pop_front();
  }
  return resource.held.empty() ? resources_.erase(at) : std::next(at);
}

// The thread may not know whether its request waits, is held or was stolen.
void LockService::release(const Name& name, const os::MailQueue* owner, std::uint64_t number) {
  const auto at = resources_.find(name);
  if (at == resources_.end()) return;
  auto isIt = [&](const Request& each) { return each.owner.get() == owner && each.number == number; };
  if (std::erase_if(at->second.held, isIt) == 0) std::erase_if(at->second.waiting, isIt);
  advance(at);
}

void LockService::leave(std::uint64_t process, const os::MailQueue* owner) {
  auto isIts = [&](const Request& each) { return each.owner.get() == owner; };
  auto at = resources_.lower_bound(Name{process, ""});
  while (at != resources_.end() && at->first.first == process) {
    std::erase_if(at->second.held, isIts);
    std::erase_if(at->second.waiting, isIts);
    at = advance(at);
  }
}

// Tells a thread of its own locks and requests, as Node does.
void LockService::describe(std::uint64_t process, const os::MailAddress& to, std::uint64_t number) {
  struct Line {
    std::uint64_t order;
    std::string text;
  };
  std::vector<Line> lines;
  for (auto at = resources_.lower_bound(Name{process, ""}); at != resources_.end() && at->first.first == process;
       ++at) {
    const std::string& name = at->first.second;
    auto add = [&](const Request& each, bool held) {
      if (each.owner == to) lines.push_back({each.order, messageOf('\n', {held, each.flags, name.size()}, name).bytes});
    };
    for (const Request& each : at->second.held) add(each, true);
    for (const Request& each : at->second.waiting) add(each, false);
  }
  std::ranges::sort(lines, {}, &Line::order);
  os::Message answer = messageOf(char(Answer::state), {number});
  for (const Line& line : lines) answer.bytes += line.text;
  to->post(std::move(answer));
}

}  // namespace nodecpp::worker_threads::detail
