// FileHandle.readableWebStream: a byte stream of the web that reads from a file.
#include <nodecpp/fs/file_handle.h>
#include <nodecpp/process/process_object.h>
#include <nodecpp/stream/web.h>

#include "base/errors/validate.h"

namespace nodecpp::fs {

namespace {

// What the stream's functions share. The stream counts as a use of the descriptor until it has ended.
class WebReadingObject final : public Object {
 public:
  WebReadingObject(FileHandle handle, bool autoClose) : handle_(std::move(handle)), autoClose_(autoClose) {
    handle_->retainDescriptor();
  }
  ~WebReadingObject() override {
    if (reading_ && handle_) handle_->releaseDescriptor();
  }

  const FileHandle& handle() const noexcept [[clang::lifetimebound]] { return handle_; }
  // The stream reads no more. The promise is fulfilled when the file is closed, if the stream is to close it.
  Promise<> done() {
    if (std::exchange(reading_, false)) handle_->releaseDescriptor();
    return autoClose_ ? handle_->close() : Promise<>::resolve();
  }

 private:
  FileHandle handle_;
  const bool autoClose_;
  bool reading_ = true;
  NODECPP_TRACE(handle_)
};

Promise<> pull(Handle<WebReadingObject> reading, ReadableByteStreamController controller) {
  const Buffer view = controller->byobRequest()->view();
  std::size_t count = 0;
  std::exception_ptr failure;
  try {
    count = (co_await reading->handle()->read(view, 0, double(view.size()))).bytesRead;
  } catch (const Error&) {
    failure = std::current_exception();
  }
  if (failure) {
    co_await reading->done();
    std::rethrow_exception(failure);
  }
  if (count == 0) {
    controller->close();
    co_await reading->done();
  }
  controller->byobRequest()->respond(double(count));
}

}  // namespace

ReadableStream FileHandleObject::readableWebStream(ReadableWebStreamOptions options) {
  using nodecpp::detail::codedError;
  const char* state = fd_ < 0 ? "closed" : closing_ ? "closing" : locked_ ? "locked" : nullptr;
  if (state) throw codedError("ERR_INVALID_STATE", format("Invalid state: The FileHandle is {}", state));
  locked_ = true;
  if (options.type != "bytes")
    process::emitWarning("A non-\"bytes\" options.type has no effect. A byte-oriented steam is always created.",
                         "ExperimentalWarning");
  auto reading = make<WebReadingObject>(FileHandle(this), options.autoClose);
  auto stream = make<ReadableStream>({
      .pull = [reading](ReadableByteStreamController controller) { return pull(reading, controller); },
      .cancel = [reading] { return reading->done(); },
      .type = "bytes",
      .autoAllocateChunkSize = 16384,
  });
  once(event::close, [stream] { stream->cancelNow({}).then(nullptr, [](const std::exception_ptr&) {}); });
  return stream;
}

}  // namespace nodecpp::fs
