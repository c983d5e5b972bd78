// The open handles of a loop: sockets, servers, sockets for datagrams, children, channels.
#include "base/assertion.h"
#include "loop/active_resources.h"
#include "net/socket_handle.h"

namespace nodecpp::net::detail {

// The open handles of one loop. They are ended before the loop drops the timers and callbacks that refer to them.
struct OpenHandles {
  explicit OpenHandles(Loop& loop);
  // Ends the handles that were opened while the loop ended.
  ~OpenHandles() {
    endAll();
    // The block must not stay behind when the thread of a worker ends.
    dropSpareBlock();
  }
  void endAll();
  void list(nodecpp::detail::ResourceNames& names) const;
  OpenHandle* first = nullptr;
};
static constinit nodecpp::detail::LoopLocal<OpenHandles> openHandles;

// Names the handles for process.getActiveResourcesInfo.
static void listOpenHandles(Loop& loop, nodecpp::detail::ResourceNames& names);

OpenHandles::OpenHandles(Loop& loop) {
  nodecpp::detail::listResourcesBy(loop, listOpenHandles);
  loop.atDestruction.push_front([](Loop& ending) { openHandles.of(ending).endAll(); });
}

void OpenHandles::list(nodecpp::detail::ResourceNames& names) const {
  for (const OpenHandle* at = first; at; at = at->next_) {
    if (const char* name = at->resourceName()) names.handles.push_back({at->number_, name});
    if (const char* name = at->requestName()) names.requests.push_back({at->number_, name});
  }
}
static void listOpenHandles(Loop& loop, nodecpp::detail::ResourceNames& names) { openHandles.of(loop).list(names); }

OpenHandle::~OpenHandle() {
  if (!link_) return;
  NODECPP_ASSERT(*link_ == this);
  NODECPP_ASSERT(!next_ || next_->link_ == &next_);
  *link_ = next_;
  if (next_) next_->link_ = link_;
}

void OpenHandle::enlist() {
  NODECPP_ASSERT(!link_ && !next_);
  OpenHandle*& first = openHandles.of(loop_).first;
  number_ = nodecpp::detail::nextResource(loop_);
  NODECPP_ASSERT(!first || first->link_ == &first);
  next_ = first;
  if (next_) next_->link_ = &next_;
  link_ = &first;
  first = this;
}

void OpenHandles::endAll() {
  while (OpenHandle* at = first) {
    at->end();
    delete at;
  }
}

}  // namespace nodecpp::net::detail
