// tee() of byte streams. Both branches are byte streams. While a branch has a reader with memory of its own, the stream
// is read right into that memory, and the other branch gets a copy.
#include "stream/web/byte_controller.h"
#include "stream/web/tee.h"

namespace nodecpp::stream::web::detail {

// https://streams.spec.whatwg.org/#abstract-opdef-readablebytestreamtee
class ByteTee final : public TeeObject {
 public:
  explicit ByteTee(ReadableStream stream) : TeeObject(std::move(stream)) {}

  std::pair<ReadableStream, ReadableStream> begin();
  void pull(bool second) override;

  // What the requests are told.
  void onChunk(Chunk chunk);
  void onClose();
  void onError(const Reason&) { reading_ = false; }
  void onDrop() noexcept {}
  void onFilled(FilledBytes bytes);
  void onIntoClose(const FilledBytes& bytes);

 private:
  struct IntoRequest final : ReadIntoRequest {
    explicit IntoRequest(ByteTee* of) noexcept : tee(of) {}
    void filled(FilledBytes bytes) override { tee->onFilled(std::move(bytes)); }
    void close() override { tee->onIntoClose({}); }
    void error(const Reason& reason) override { tee->onError(reason); }
    void drop() noexcept override {}
    ByteTee* tee;
  };

  static ByteController& controller(const Branch& branch) {
    return static_cast<ByteController&>(Readables::controller(*branch.stream));
  }
  // Reads from now on by this reader.
  void attach(Handle<ReadableStreamReaderObject> reader);
  void detach();
  void pullByDefault();
  void pullInto(const ReadableStreamBYOBRequest& request, bool second);
  void forwardChunk();
  void forwardFilled();
  void enqueue(const Branch& branch, Buffer bytes) { controller(branch).enqueueBytes(std::move(bytes)); }
  void readOn();
  static void sourceEnded(Object* self) { static_cast<ByteTee*>(self)->onSourceEnd(); }
  void onSourceEnd();

  Handle<ReadableStreamReaderObject> reader_;
  RequestOf<ByteTee> request_{this};
  IntoRequest intoRequest_{this};
  Chunk pendingChunk_;
  FilledBytes pendingBytes_;
  bool forSecond_ = false;  // the branch whose memory is being filled
  bool reading_ = false;
  bool readAgain_[2] = {};
  int staleEnds_ = 0;
  NODECPP_TRACE(stream_, reader_, branches_[0].stream, branches_[1].stream)
};

std::pair<ReadableStream, ReadableStream> ByteTee::begin() {
  ReadableStreamDefaultReader reader = stream_->getReader();
  for (int i = 0; i < 2; ++i) {
    branches_[i].stream = Readables::makeBytes(nodecpp::make<BranchSource>(Handle<ByteTee>(this), i == 1), 0);
    Readables::begin(*branches_[i].stream, {});
  }
  attach(reader);
  return {branches_[0].stream, branches_[1].stream};
}

void ByteTee::attach(Handle<ReadableStreamReaderObject> reader) {
  reader_ = std::move(reader);
  reader_->user_ = Handle<Object>(this);
  reader_->onEnd_ = sourceEnded;
  if (Readables::isErrored(*stream_)) queueStep<&ByteTee::onSourceEnd>(*this);
}

// Lets the reader go, in order to read by another one. When the stream has failed, its end that was to be told for this
// reader is told for the next one.
void ByteTee::detach() {
  if (Readables::isErrored(*stream_)) ++staleEnds_;
  reader_->user_ = nullptr;
  reader_->releaseLock();
}

void ByteTee::pull(bool second) {
  if (reading_) {
    readAgain_[second] = true;
    return;
  }
  reading_ = true;
  if (const ReadableStreamBYOBRequest request = controller(branches_[second]).byobRequest())
    pullInto(request, second);
  else
    pullByDefault();
}

void ByteTee::pullByDefault() {
  if (reader_->byob_) {
    detach();
    attach(stream_->getReader());
  }
  static_cast<ReadableStreamDefaultReaderObject&>(*reader_).read(&request_);
}

void ByteTee::pullInto(const ReadableStreamBYOBRequest& request, bool second) {
  if (!reader_->byob_) {
    detach();
    attach(stream_->getReader({.mode = "byob"}));
  }
  forSecond_ = second;
  static_cast<ReadableStreamBYOBReaderObject&>(*reader_).read(viewedBytes(request->view()), &intoRequest_);
}

void ByteTee::onChunk(Chunk chunk) {
  pendingChunk_ = std::move(chunk);
  queueStep<&ByteTee::forwardChunk>(*this);
}

void ByteTee::forwardChunk() {
  readAgain_[0] = readAgain_[1] = false;
  const Buffer bytes = std::exchange(pendingChunk_, {}).buffer();
  const bool both = !branches_[0].cancelled && !branches_[1].cancelled;
  const Buffer second = both ? Buffer::copyBytesFrom(bytes) : bytes;
  if (!branches_[0].cancelled) enqueue(branches_[0], bytes);
  if (!branches_[1].cancelled) enqueue(branches_[1], second);
  readOn();
}

void ByteTee::onFilled(FilledBytes bytes) {
  if (bytes.done) return onIntoClose(bytes);
  pendingBytes_ = std::move(bytes);
  queueStep<&ByteTee::forwardFilled>(*this);
}

void ByteTee::forwardFilled() {
  readAgain_[0] = readAgain_[1] = false;
  const FilledBytes bytes = std::exchange(pendingBytes_, {});
  const Branch& filled = branches_[forSecond_];
  const Branch& other = branches_[!forSecond_];
  Buffer copy;
  if (!other.cancelled) copy = Buffer::copyBytesFrom(viewOf<Buffer>(bytes));
  if (!filled.cancelled && controller(filled).hasPullIntos())
    controller(filled).respondWith({bytes.buffer, bytes.byteOffset, bytes.byteLength});
  if (!other.cancelled) enqueue(other, std::move(copy));
  readOn();
}

// Reads for a branch that has wanted data in the meantime.
void ByteTee::readOn() {
  reading_ = false;
  if (readAgain_[0])
    pull(false);
  else if (readAgain_[1])
    pull(true);
}

void ByteTee::onClose() {
  reading_ = false;
  for (const Branch& branch : branches_)
    if (!branch.cancelled) controller(branch).closeNow();
  for (const Branch& branch : branches_)
    if (controller(branch).hasPullIntos()) controller(branch).respond(0);
  resolveCancelled();
}

// The stream has been closed; `bytes` has the memory, if the stream still had it.
void ByteTee::onIntoClose(const FilledBytes& bytes) {
  reading_ = false;
  const Branch& filled = branches_[forSecond_];
  const Branch& other = branches_[!forSecond_];
  if (!filled.cancelled) controller(filled).closeNow();
  if (!other.cancelled) controller(other).closeNow();
  if (bytes.buffer) {
    if (!filled.cancelled && controller(filled).hasPullIntos())
      controller(filled).respondWith({bytes.buffer, bytes.byteOffset, bytes.byteLength});
    if (!other.cancelled && controller(other).hasPullIntos()) controller(other).respond(0);
  }
  resolveCancelled();
}

void ByteTee::onSourceEnd() {
  if (staleEnds_ > 0) {
    --staleEnds_;
    return;
  }
  TeeObject::onSourceEnd();
}

std::pair<ReadableStream, ReadableStream> teeBytes(const ReadableStream& stream) {
  return nodecpp::make<ByteTee>(stream)->begin();
}

}  // namespace nodecpp::stream::web::detail
