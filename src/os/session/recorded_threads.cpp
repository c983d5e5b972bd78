// Mailboxes and threads of a RecordedPort. Messages from other threads are recorded in the log of the loop that
// receives them. A replay starts no thread.
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

namespace {

// What a program does to a mailbox, by its number in the log.
enum class Mail : unsigned char { start, stop, take, close, detach };

// Views of a message's bytes as the log may have them, valid as long as the message.
struct ShownMessage {
  ShownMessage(RecordedPort& port, const Message& message) : bytes(port.shown(message.bytes, rooms.emplace_back())) {
    for (const Buffer& buffer : message.buffers) {
      record::KeyMask mask;
      buffers.push_back(port.shown(mask, {buffer.bytes(), buffer.size()}, rooms.emplace_back()));
    }
  }
  std::deque<std::string> rooms;
  std::string_view bytes;
  std::vector<std::string_view> buffers;
};

constexpr std::size_t mostAddresses = 1 << 16;

// Reads a message from the log. Sets `fits` to false for a record that no message can have produced.
Message messageFrom(record::Fields& in, bool& fits) {
  Message message;
  message.bytes = in.get<std::string>();
  for (std::string_view bytes : in.get<std::vector<std::string_view>>())
    message.buffers.push_back(Buffer::copyOf(bytes.data(), bytes.size()));
  // The addresses become queues without a receiver: what is posted to them is only compared with the log, and what they
  // would deliver is in the log.
  auto count = in.get<std::uint64_t>();
  for (; count > 0 && in.isValid() && message.addresses.size() < mostAddresses; --count)
    message.addresses.push_back(MailQueue::make());
  // A large number of addresses is refused, because the number alone could exhaust the memory.
  fits = in.isValid() && in.empty() && count == 0;
  return message;
}

}  // namespace

void RecordedMailbox::onMessage(Message&& message) {
  ShownMessage shown(port, message);
  port.recordInput(Kind::workerMessage, id, shown.bytes, shown.buffers, std::uint64_t(message.addresses.size()));
  sink->onMessage(std::move(message));
}

namespace {

RecordedMailbox* at(Mailbox* mailbox) { return static_cast<RecordedMailbox*>(mailbox); }
RecordedThread* at(Thread* thread) { return static_cast<RecordedThread*>(thread); }

// The main function of a thread with a loop, which has a log of its own beside the first loop's log.
class RecordedMain final : public ThreadMain {
 public:
  RecordedMain(std::unique_ptr<ThreadMain> main, decltype(RecordedPort::threadLog) log)
      : main_(std::move(main)), threadLog_(std::move(log)) {}
  int run(Port* port, int number) override {
    NODECPP_ASSERT(main_ && port && number > 0, number);
    std::string error;
    RecordedPort::ThreadLog log = threadLog_("worker-" + std::to_string(number), *port, error);
    int code = 0;
    if (!log.log) {
      port->process.writeStandard(2, "(nodecpp) a thread is not recorded: " + error + "\n");
      code = main_->run(port, number);
    } else {
      RecordedPort recorded(*port, *log.log, log.start, false);
      recorded.threadLog = threadLog_;
      recorded.variableRules.redacted = log.start.redacted;
      code = recorded.ended(main_->run(&recorded, number));
      log.log->close();
    }
    main_.reset();
    return code;
  }

 private:
  std::unique_ptr<ThreadMain> main_;
  decltype(RecordedPort::threadLog) threadLog_;
};

}  // namespace

Mailbox* RecordedPort::openMailbox(MailAddress queue, MailboxSink* sink) {
  auto mailbox = std::make_unique<RecordedMailbox>(*this, ++lastId_, std::move(queue), sink);
  operate(Kind::openMailbox, std::tuple(mailbox->id),
          [&] { mailbox->inner = inner_->threads.openMailbox(mailbox->queue, mailbox.get()); });
  NODECPP_ASSERT(replaying() || mailbox->inner, mailbox->id);
  mailboxes_[mailbox->id] = mailbox.get();
  return mailbox.release();
}

void RecordedPort::receive(Mailbox* which, bool on) {
  RecordedMailbox* mailbox = at(which);
  if (mailbox->receiving == on) return;
  mailbox->count(-1);
  mailbox->receiving = on;
  mailbox->count(1);
  operate(Kind::mailbox, std::tuple(mailbox->id, on ? Mail::start : Mail::stop),
          [&] { inner_->threads.receive(mailbox->inner, on); });
}

void RecordedPort::keepAlive(Mailbox* which, bool on) {
  at(which)->count(-1);
  at(which)->refed = on;
  at(which)->count(1);
}

// This function does not use operate(), since the log has a message only if one was found.
bool RecordedPort::take(Mailbox* which, Message& message) {
  if (replaying()) {
    scratch_.clear();
    record::append(scratch_, at(which)->id, Mail::take);
    record::Fields in = replayer_->expect(Kind::mailbox, scratch_);
    if (!in.get<bool>()) return false;
    bool fits = false;
    message = messageFrom(in, fits);
    require(fits, Kind::mailbox, "its message is malformed");
    ShownMessage noted(*this, message);
    return true;
  }
  bool found = inner_->threads.take(at(which)->inner, message);
  if (!found) {
    log_->append(Kind::mailbox, at(which)->id, Mail::take, found);
    return false;
  }
  ShownMessage shown(*this, message);
  log_->append(Kind::mailbox, at(which)->id, Mail::take, found, shown.bytes, shown.buffers,
               std::uint64_t(message.addresses.size()));
  return found;
}

void RecordedPort::close(Mailbox* which) {
  RecordedMailbox* mailbox = at(which);
  mailbox->count(-1);
  mailbox->receiving = false;
  operate(Kind::mailbox, std::tuple(mailbox->id, Mail::close), [&] { inner_->threads.close(mailbox->inner); });
  std::size_t known = mailboxes_.erase(mailbox->id);
  NODECPP_ASSERT(known == 1, mailbox->id);
  closedMailboxes_.emplace_back(mailbox);
}

MailAddress RecordedPort::detach(Mailbox* which) {
  RecordedMailbox* mailbox = at(which);
  mailbox->count(-1);
  mailbox->receiving = false;
  MailAddress queue = mailbox->queue;
  operate(Kind::mailbox, std::tuple(mailbox->id, Mail::detach), [&] { inner_->threads.detach(mailbox->inner); });
  std::size_t known = mailboxes_.erase(mailbox->id);
  NODECPP_ASSERT(known == 1, mailbox->id);
  closedMailboxes_.emplace_back(mailbox);
  return queue;
}

record::Digest RecordedPort::digestOf(const Message& message) const {
  std::vector<Slice> slices{{message.bytes.data(), message.bytes.size()}};
  for (const Buffer& buffer : message.buffers) slices.push_back({buffer.bytes(), buffer.size()});
  return digestOf(slices.data(), slices.size());
}

void RecordedPort::post(MailHub& to, const Message& message, const MailQueue* except) {
  bool accepted = true;
  operate(
      Kind::post, std::tuple(digestOf(message), std::uint64_t(message.addresses.size())),
      [&] { inner_->threads.post(to, message, except); }, accepted);
}

bool RecordedPort::post(const MailAddress& to, Message&& message) {
  record::Digest digest = digestOf(message);
  auto addresses = std::uint64_t(message.addresses.size());
  bool accepted = false;
  operate(
      Kind::post, std::tuple(digest, addresses), [&] { accepted = inner_->threads.post(to, std::move(message)); }, accepted);
  if (replaying() && accepted) Message gone = std::move(message);
  return accepted;
}

ErrorCode RecordedPort::startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** made) {
  *made = nullptr;
  auto thread = std::make_unique<RecordedThread>(*this, ++lastId_, sink);
  ErrorCode error = 0;
  std::uint64_t id = thread->id;
  std::string name = spec.name;  // The name is copied, since the inner port takes the spec and the name in it.
  operate(
      Kind::workerStart, std::tuple(std::string_view(name), spec.loop),
      [&] {
        if (spec.loop && threadLog) spec.main = std::make_unique<RecordedMain>(std::move(spec.main), threadLog);
        error = inner_->threads.startThread(std::move(spec), thread.get(), &thread->inner);
        NODECPP_ASSERT(error <= 0 && (error == 0) == (thread->inner != nullptr), error);
        if (thread->inner) thread->number = thread->inner->number;
      },
      error, id, thread->number);
  require(id == thread->id, Kind::workerStart, "the number of another thread");
  spec.main.reset();
  if (error) return error;
  *made = thread.release();
  return 0;
}

void RecordedPort::keepAlive(Thread* which, bool on) {
  RecordedThread* thread = at(which);
  NODECPP_ASSERT(thread->refed == on || on || refed_ > 0, thread->id);
  if (thread->refed != on) refed_ += on ? 1 : std::size_t(-1);
  thread->refed = on;
}

bool RecordedPort::join(Thread* which, int milliseconds) {
  std::unique_ptr<RecordedThread> thread(at(which));
  return replaying() || inner_->threads.join(thread->inner, milliseconds);
}

void RecordedPort::pushFromThread(const record::Entry& entry, std::uint64_t id) {
  record::Fields in = entry.in();
  in.get<std::uint64_t>();
  if (entry.kind == Kind::workerEnded) {
    auto thread = threads_.find(id);
    if (thread == threads_.end()) malformed(entry);
    return thread->second->onThreadEnd(in.get<int>());
  }
  auto mailbox = mailboxes_.find(id);
  bool fits = false;
  Message message = messageFrom(in, fits);
  if (!fits || mailbox == mailboxes_.end() || !mailbox->second->receiving) malformed(entry);
  mailbox->second->onMessage(std::move(message));
}

void RecordedPort::endThreads() {
  for (auto& [id, mailbox] : std::exchange(mailboxes_, {})) {
    if (!replaying()) inner_->threads.close(mailbox->inner);
    delete mailbox;
  }
  for (auto& [id, thread] : std::exchange(threads_, {})) delete thread;
}

}  // namespace nodecpp::os
