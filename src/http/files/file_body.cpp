#include "http/files/file_body.h"

#include <nodecpp/timers.h>

#include <algorithm>
#include <utility>

#include "base/assertion.h"
#include "base/errors/uv_errors.h"
#include "fs/file_work.h"

namespace nodecpp::http::detail {

namespace {

constexpr double pieceSize = 64 * 1024;

class FileBody final : public Object {
 public:
  FileBody(const ServerResponse& response, std::shared_ptr<OpenFile> file, double offset, double length,
           Function<void(int)> failed)
      : response_(response), file_(std::move(file)), failed_(std::move(failed)), offset_(offset), left_(length) {}

  void sendNext() {
    if (!file_ || response_->destroyed()) return;
    NODECPP_DEBUG_ASSERT(left_ > 0, left_);
    const Buffer piece = Buffer::allocUnsafe(std::min(left_, pieceSize));
    os::Space space{piece.bytes(), piece.size()};
    const std::int64_t got = file_->files().readReady(file_->fd(), &space, 1, std::int64_t(offset_));
    // 0 may also mean that the file system cannot tell, so that it is asked again in the way that waits.
    if (got != UV_EAGAIN && got != UV_ENOTSUP && got != 0) return take(got, piece);
    auto reading = fs::detail::work<std::int64_t>(
        [piece, fd = file_->fd(), at = std::int64_t(offset_)](os::Files& files, std::int64_t& result) {
          os::Space room{piece.bytes(), piece.size()};
          result = files.read(fd, &room, 1, at);
          return fs::detail::Failure();
        },
        [](std::int64_t& result) { return result; });
    fs::detail::submit(std::move(reading), [self = Handle<FileBody>(this), piece](const Error&, std::int64_t result) {
      if (self->file_ && !self->response_->destroyed()) self->take(result, piece);
    });
  }

 private:
  void take(std::int64_t got, const Buffer& piece) {
    if (got < 0 && !response_->headersSent()) return std::exchange(failed_, nullptr)(int(got));
    if (got <= 0) return breakOff();
    NODECPP_ASSERT(std::size_t(got) <= piece.size(), got, piece.size());
    offset_ += double(got);
    left_ -= double(got);
    const Buffer bytes = piece.subarray(0, std::ptrdiff_t(got));
    if (left_ == 0) return void(response_->end(bytes));
    closeWithResponse();
    // The next piece is read in another turn, so that a client that takes everything at once does not keep the loop from
    // serving the others.
    if (response_->write(bytes))
      setImmediate([self = Handle<FileBody>(this)] { self->sendNext(); });
    else
      response_->once(event::drain, [self = Handle<FileBody>(this)] {
        setImmediate([self] { self->sendNext(); });
      });
  }

  // A response that was closed keeps its listeners, and what they hold, for a while. The file is closed at once.
  void closeWithResponse() {
    if (std::exchange(closes_, true)) return;
    response_->once(event::close, [self = Handle<FileBody>(this)] { self->file_ = nullptr; });
  }

  // The file has become shorter or cannot be read any more. The client sees that by the end of the connection.
  void breakOff() {
    if (response_->req->socket)
      response_->req->socket->destroy();
    else
      response_->destroy();
  }

  ServerResponse response_;
  std::shared_ptr<OpenFile> file_;
  Function<void(int)> failed_;
  double offset_, left_;
  bool closes_ = false;

  NODECPP_TRACE(response_, failed_)
};

}  // namespace

void sendFileBody(const ServerResponse& response, std::shared_ptr<OpenFile> file, double offset, double length,
                  Function<void(int error)> failed) {
  if (length <= 0) return void(response->end());
  make<FileBody>(response, std::move(file), offset, length, std::move(failed))->sendNext();
}

}  // namespace nodecpp::http::detail
