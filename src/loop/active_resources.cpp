#include "loop/active_resources.h"

#include <algorithm>

#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::detail {

// The resources of one loop. An operation may outlive its loop, and is then in no list.
struct ActiveList {
  ~ActiveList() {
    while (first) unlink(*first);
  }
  void link(ActiveResource& resource) {
    resource.next_ = first;
    if (first) first->link_ = &resource.next_;
    resource.link_ = &first;
    first = &resource;
  }
  static void unlink(ActiveResource& resource) noexcept {
    if (!resource.link_) return;
    NODECPP_ASSERT(*resource.link_ == &resource);
    *resource.link_ = resource.next_;
    if (resource.next_) resource.next_->link_ = resource.link_;
    resource.link_ = nullptr;
    resource.next_ = nullptr;
  }
  void list(ResourceNames& names) const {
    for (const ActiveResource* at = first; at; at = at->next_)
      if (at->isReferenced_ && at->name_)
        (at->kind_ == ActiveResource::Kind::request ? names.requests : names.handles)
            .push_back({at->number_, at->name_});
  }

  ActiveResource* first = nullptr;
  std::uint64_t begun = 0;
  const Timer* running = nullptr;
  std::vector<void (*)(Loop&, ResourceNames&)> sources;
};

namespace {
constinit LoopLocal<ActiveList> lists;
}

std::uint64_t nextResource(Loop& loop) { return ++lists.of(loop).begun; }

const Timer*& runningTimer(Loop& loop) { return lists.of(loop).running; }

void listResourcesBy(Loop& loop, void (*list)(Loop& loop, ResourceNames& names)) {
  lists.of(loop).sources.push_back(list);
}

ActiveResource::ActiveResource(Loop& loop, Kind kind, const char* name)
    : number_(nextResource(loop)), name_(name), kind_(kind) {
  lists.of(loop).link(*this);
}
ActiveResource::~ActiveResource() { ActiveList::unlink(*this); }

std::vector<const char*> activeResources(Loop& loop) {
  ResourceNames names;
  const ActiveList& active = lists.of(loop);
  active.list(names);
  for (const auto list : active.sources) list(loop, names);
  std::vector<const char*> all;
  for (auto* part : {&names.requests, &names.handles}) {
    std::ranges::sort(*part, {}, &ResourceName::number);
    for (const ResourceName& each : *part) all.push_back(each.name);
  }
  // A timer counts as long as its callback runs.
  const bool runs = active.running && !active.running->armed() && active.running->keepsLoop();
  all.insert(all.end(), loop.timers().keepingLoop() + std::size_t(runs), "Timeout");
  all.insert(all.end(), loop.refedImmediates(), "Immediate");
  return all;
}

}  // namespace nodecpp::detail
