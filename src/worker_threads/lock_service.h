// The manager of locks of a process: which locks are held, and which requests wait. It stands apart from the threads,
// which ask it by messages. https://w3c.github.io/web-locks/#algorithms
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/port/mail_service.h"
#include "worker_threads/message_fields.h"

namespace nodecpp::worker_threads::detail {

class LockService final : public os::MailService {
 public:
  // The kinds of requests. Each has the number of the process and, as its address, the queue of the thread that asks,
  // which gets the answers. A request for a lock is known by this queue and by a number of the thread's own.
  enum class Ask : char {
    lock = 'l',     // process, number, flags, name
    release = 'x',  // process, number, name
    leave = 'e',    // process: the thread has ended
    query = 'q',    // process, number
  };
  enum Flag : std::uint64_t { shared = 1, ifAvailable = 2, steal = 4 };
  // The kinds of answers. Each has the number of the request.
  enum class Answer : char {
    granted = 'g',
    refused = 'f',  // the lock is not free, and the request does not wait
    stolen = 's',
    state = 'q',  // for each lock and each waiting request of the thread: whether it is held, the flags, the size of
                  // the name, the name
  };

  static LockService& get() {
    static LockService one;
    return one;
  }

 private:
  struct Request {
    os::MailAddress owner;
    std::uint64_t number;
    std::uint64_t flags;
    std::uint64_t order = 0;  // when it was made, among all requests of the service
    bool isShared() const { return flags & shared; }
  };
  struct Resource {
    std::vector<Request> held;
    std::deque<Request> waiting;
  };
  // Locks of one name. Several simulated programs may use the service, so the process is a part of the name.
  using Name = std::pair<std::uint64_t, std::string>;
  using Resources = std::map<Name, Resource, std::less<>>;

  void serve(os::Message&& request) override;
  void lock(Name name, Request request);
  void release(const Name& name, const os::MailQueue* owner, std::uint64_t number);
  void leave(std::uint64_t process, const os::MailQueue* owner);
  void describe(std::uint64_t process, const os::MailAddress& to, std::uint64_t number);
  // Grants what can be granted, in order, and forgets the resource when nobody uses it.
  Resources::iterator advance(Resources::iterator at);
  static bool isFree(const Resource& resource, const Request& wanted);
  static void answer(const Request& request, Answer kind) {
    request.owner->post(messageOf(char(kind), {request.number}));
  }

  Resources resources_;
  std::uint64_t requests_ = 0;
};

}  // namespace nodecpp::worker_threads::detail
