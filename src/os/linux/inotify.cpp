#include "os/linux/inotify.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string>

#include "base/assertion.h"

namespace nodecpp::os {

Inotify::Inotify() : Watched(Kind::paths, ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

Inotify::~Inotify() {
  if (fd >= 0) ::close(fd);
}

ErrorCode Inotify::add(const std::string& path, PathSink* sink, PathWatch** made) {
  NODECPP_ASSERT(fd >= 0 && sink && !*made, fd);
  constexpr unsigned changes =
      IN_ATTRIB | IN_CREATE | IN_MODIFY | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_MOVED_FROM | IN_MOVED_TO;
  int number = ::inotify_add_watch(fd, path.c_str(), changes);
  if (number < 0) return -errno;
  auto watch = std::make_unique<LinuxPathWatch>(sink, number, path.substr(path.rfind('/') + 1));
  *made = watch.get();
  watches_[number].push_back(std::move(watch));
  return 0;
}

void Inotify::remove(PathWatch* which) {
  auto* watch = static_cast<LinuxPathWatch*>(which);
  watch->sink = nullptr;
  auto found = watches_.find(watch->number);
  if (found == watches_.end()) return;
  NODECPP_DEBUG_ASSERT(std::ranges::any_of(found->second, [&](const auto& each) { return each.get() == watch; }));
  bool all = std::ranges::all_of(found->second, [](const auto& each) { return !each->sink; });
  if (all) ::inotify_rm_watch(fd, found->first);
  if (pushing_) return;  // read() removes the watch when its pushes are over.
  std::erase_if(found->second, [](const auto& each) { return !each->sink; });
  if (found->second.empty()) watches_.erase(found);
}

void Inotify::read() {
  alignas(inotify_event) char block[16 * 1024];
  pushing_ = true;
  for (ssize_t got = 0; (got = ::read(fd, block, sizeof block)) > 0;) {
    for (ssize_t at = 0; at < got;) {
      auto* event = reinterpret_cast<inotify_event*>(block + at);
      at += ssize_t(sizeof(inotify_event) + event->len);
      NODECPP_ASSERT(at <= got, at, got);
      auto found = watches_.find(event->wd);
      if (found == watches_.end()) continue;
      bool renamed = event->mask & ~unsigned(IN_ATTRIB | IN_MODIFY);
      // The loop uses indexes, because a push may add a watch of the same file to this list.
      for (std::size_t i = 0, count = found->second.size(); i < count; ++i) {
        LinuxPathWatch& watch = *found->second[i];
        NODECPP_ASSERT(watch.number == event->wd && found->second.size() >= count, watch.number, found->second.size(), count);
        if (watch.sink) watch.sink->onChange(renamed, event->len ? event->name : watch.name);
      }
    }
  }
  pushing_ = false;
  for (auto at = watches_.begin(); at != watches_.end();) {
    std::erase_if(at->second, [](const auto& each) { return !each->sink; });
    at = at->second.empty() ? watches_.erase(at) : std::next(at);
  }
}

}  // namespace nodecpp::os
