// duplexPair(): two Duplexes, each of which reads the data that is written to the other.
#include "stream/stream_access.h"

namespace nodecpp::stream {

namespace {

class DuplexSide final : public DuplexObject {
 public:
  explicit DuplexSide(DuplexOptions options) : DuplexObject(std::move(options)) {}
  void connect(Handle<DuplexSide> other) { other_ = std::move(other); }

 protected:
  void _read(double) override {
    if (pending_) std::exchange(pending_, {})();
  }
  void _write(Chunk chunk, String, Callback callback) override {
    if (chunk.size() == 0) {
      detail::tick([callback] { callback(); });
      return;
    }
    other_->push(chunk);
    other_->pending_ = std::move(callback);
  }
  void _final(Callback callback) override {
    other_->on(event::end, [callback] { callback(); });
    other_->push(nullptr);
  }
  void _destroy(Error error, Callback callback) override {
    // A side that fails destroys the other side. A side that is closed without an error ends the other side's data.
    if (Handle<DuplexSide> other = std::exchange(other_, nullptr); other && !other->destroyed())
      detail::tick([other, failed = bool(error)] {
        if (other->destroyed()) return;
        if (failed)
          other->destroy();
        else
          other->push(nullptr);
      });
    callback(std::move(error));
  }

 private:
  Handle<DuplexSide> other_;
  // The callback of a write on the other side. It is called when this side reads again.
  Callback pending_;
  // The sides hold each other, also when the program has let go of both and destroyed neither.
  NODECPP_TRACE(other_, pending_)
};

}  // namespace

std::pair<Duplex, Duplex> duplexPair(DuplexOptions options) {
  auto first = make<DuplexSide>(options);
  auto second = make<DuplexSide>(std::move(options));
  first->connect(second);
  second->connect(first);
  return {first, second};
}

}  // namespace nodecpp::stream
