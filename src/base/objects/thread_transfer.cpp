#include <nodecpp/thread_transfer.h>

#include <vector>

#include "base/containers/vector_of.h"

namespace nodecpp::detail {

namespace {

void unshare(Lookup& value) {
  switch (value.kind()) {
    case Lookup::Kind::string: {
      String text = value.toString();
      value = nullptr;
      nodecpp::detail::unshare(text);
      value = std::move(text);
      break;
    }
    case Lookup::Kind::list: {
      std::vector<String> values = nodecpp::detail::vectorOf(value.values());
      value = nullptr;
      for (String& each : values) each = String::copyOf(each.data(), each.size());
      value = Lookup(arrayOf(std::move(values)));
      break;
    }
    default: break;
  }
}

// Forgets which thread has counted the block, because the other thread counts it from now on.
void forgetOwner(const Block* block) noexcept {
  if (block && block->refs == 1) forgetCountingThreads(&block->refs, sizeof block->refs);
}

}  // namespace

void unshare(String& value) {
  forgetOwner(value.block());
  if (value.isShared()) value = String::copyOf(value.data(), value.size());
}

void unshare(Buffer& value) {
  forgetOwner(value.block());
  if (value.isShared()) value = Buffer::copyOf(value.bytes(), value.size());
}

void unshare(Error& value) {
  if (!value) return;
  // The new Error has a reference count of its own, since other handles of this thread may refer to the old one.
  Error fresh("");
  ErrorData& to = *fresh.operator->();
  std::uint32_t refs = to.refs;
  to = *value.operator->();
  to.refs = refs;
  value = fresh;
  fresh = nullptr;
  for (String* each : {&to.name, &to.message, &to.code, &to.syscall, &to.address, &to.path, &to.dest, &to.hostname,
                       &to.terminated})
    unshare(*each);
  to.stack.unshare();
  to.emitted.unshare();
  for (auto& [name, property] : to.properties) {
    unshare(name);
    unshare(property);
  }
  if (to.errors) {
    std::vector<Error> errors = vectorOf(to.errors);
    for (Error& each : errors) unshare(each);
    to.errors = arrayOf(std::move(errors));
  }
  for (Error& each : to.cause) unshare(each);
  // Objects and vars belong to the thread that made them.
  to.objects.clear();
  to.cause.other = nullptr;
}

}  // namespace nodecpp::detail
