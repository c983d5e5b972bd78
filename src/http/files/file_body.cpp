#include "http/files/file_body.h"

#include <nodecpp/timers.h>

#include <algorithm>
#include <utility>

#include "base/assertion.h"
#include "base/errors/uv_errors.h"
#include "fs/file_work.h"
#include "net/internals.h"

namespace nodecpp::http::detail {

using nodecpp::detail::Loop;

namespace {

// The piece that is read into the program's memory at once.
constexpr double readSize = 64 * 1024;
// A body of more bytes begins with this many, which go together with the head; the rest of it does not pass through the
// program's memory where the connection can do that.
constexpr double firstSize = 8 * 1024;
constexpr double smallBody = 64 * 1024;
// What is sent from the file in one turn.
constexpr double fileSize = 1024 * 1024;

class FileBody final : public Object {
 public:
  FileBody(const ServerResponse& response, Handle<OpenFile> file, double offset, double length,
           Function<void(int)> failed)
      : response_(response), file_(std::move(file)), failed_(std::move(failed)), offset_(offset), left_(length) {}

  void sendNext() {
    if (!file_ || response_->destroyed()) return;
    NODECPP_DEBUG_ASSERT(left_ > 0, left_);
    if (begun_ && sendDirectly()) return;
    read(std::min(left_, begun_ || left_ <= smallBody ? readSize : firstSize));
  }

 private:
  // Whether the system has the bytes up to `end` in memory, as far as it says. Files are read ahead from their
  // beginning, so that the last byte stands for those before it.
  bool isReady(double end) const {
    char byte = 0;
    os::Space space{&byte, 1};
    const std::int64_t got = file_->files().readReady(file_->fd(), &space, 1, std::int64_t(end) - 1);
    return got != UV_EAGAIN && got != UV_ENOTSUP;
  }

  // Sends the next part from the file to the connection. Returns false when that is not possible now.
  bool sendDirectly() {
    const net::Socket& socket = response_->socket;
    if (!direct_ || !socket || response_->chunkedEncoding || response_->strictContentLength) return false;
    net::detail::SocketHandle* handle = net::detail::SocketInternals::handleOf(*socket);
    if (!handle || socket->destroyed() || socket->writableCorked() || response_->writableLength() > 0) return false;
    const double size = std::min(left_, fileSize);
    // A part that the system would have to wait for is read on another thread.
    if (!isReady(offset_ + size)) return false;
    const os::FilePart part{file_->fd(), std::uint64_t(offset_), std::uint64_t(size)};
    direct_ = handle->sendFile(part, [self = Handle<FileBody>(this), size, kept = file_](Error error) {
      if (error) return self->breakOff();
      self->sent(size);
    });
    return direct_;
  }

  void sent(double size) {
    offset_ += size;
    left_ -= size;
    if (left_ > 0)
      setImmediate([self = Handle<FileBody>(this)] { self->sendNext(); });
    else if (!response_->destroyed())
      response_->end();
  }

  void read(double size) {
    const Buffer piece = Buffer::allocUnsafe(size);
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
    // The descriptor stays open until the job is done.
    fs::detail::submit(std::move(reading),
                       [self = Handle<FileBody>(this), piece, kept = file_](const Error&, std::int64_t result) {
                         if (self->file_ && !self->response_->destroyed()) self->take(result, piece);
                       });
  }

  void take(std::int64_t got, const Buffer& piece) {
    if (got < 0 && !response_->headersSent()) return std::exchange(failed_, nullptr)(int(got));
    if (got <= 0) return breakOff();
    NODECPP_ASSERT(std::size_t(got) <= piece.size(), got, piece.size());
    begun_ = true;
    offset_ += double(got);
    left_ -= double(got);
    const Buffer bytes = piece.subarray(0, std::ptrdiff_t(got));
    if (left_ == 0) return void(response_->end(bytes));
    closeWithResponse();
    // The next piece is read in another turn, so that a client that takes everything at once does not keep the loop
    // from serving the others.
    if (response_->write(bytes))
      setImmediate([self = Handle<FileBody>(this)] { self->sendNext(); });
    else
      response_->once(event::drain, [self = Handle<FileBody>(this)] { setImmediate([self] { self->sendNext(); }); });
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
  Handle<OpenFile> file_;
  Function<void(int)> failed_;
  double offset_, left_;
  bool begun_ = false;   // The head and the first bytes have been given to the response.
  bool direct_ = true;   // The connection has not refused to send from a file yet.
  bool closes_ = false;  // The file is closed with the response.

  NODECPP_TRACE(response_, failed_)
};

}  // namespace

bool endWithFile(const ServerResponse& response, const OpenFile& file, double offset, double length) {
  if (length <= 0 || length > smallBody) return false;
  const Buffer whole = Buffer::allocUnsafe(length);
  os::Space space{whole.bytes(), whole.size()};
  if (double(file.files().readReady(file.fd(), &space, 1, std::int64_t(offset))) != length) return false;
  response->end(whole);
  return true;
}

void sendFileBody(const ServerResponse& response, Handle<OpenFile> file, double offset, double length,
                  Function<void(int error)> failed) {
  if (length <= 0) return void(response->end());
  make<FileBody>(response, std::move(file), offset, length, std::move(failed))->sendNext();
}

}  // namespace nodecpp::http::detail
