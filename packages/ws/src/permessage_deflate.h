// The compression of messages. RFC 7692.
#pragma once

#include <nodecpp/ws/options.h>
#include <nodecpp/zlib.h>

#include "extension.h"

namespace nodecpp::ws::detail {

class PerMessageDeflateObject;
using PerMessageDeflate = Handle<PerMessageDeflateObject>;

class PerMessageDeflateObject final : public Object {
 public:
  static constexpr const char* extensionName = "permessage-deflate";
  // `status` is the code of the close frame that a failure causes.
  using Done = Function<void(Error error, int status, Buffer data)>;

  PerMessageDeflateObject(const PerMessageDeflateOptions& options, bool isServer, double maxPayload)
      : options_(options), isServer_(isServer), maxPayload_(maxPayload) {}

  // What a client offers.
  Extension offer() const;
  // Takes one of the offers of a client, or the answer of a server. Throws when none can be taken.
  void accept(const nodecpp::detail::List<Extension>& offers);
  const Extension& accepted() const noexcept { return accepted_; }
  // Whether a message of this size is worth it.
  bool compresses(std::size_t bytes) const noexcept;

  // Compress and decompress a part of a message, the last one with `fin`. One call of each may be under way.
  void compress(const Buffer& data, bool fin, Done done);
  void decompress(const Buffer& data, bool fin, Done done);
  // The connection has ended.
  void close();

 private:
  bool mayAccept(const Extension& offer) const;
  void acceptAsServer(const nodecpp::detail::List<Extension>& offers);
  void acceptAsClient(Extension answer);
  bool keepsNoContext(bool ofServer) const noexcept;
  double windowBits(bool ofServer) const noexcept;
  void startDeflate();
  void startInflate();
  void compressNow(const Buffer& data, bool fin);
  void decompressNow(const Buffer& data, bool fin);
  void compressed(bool fin);
  void decompressed(bool fin);
  void takeInflated(const Buffer& chunk);
  void failInflating(Error error, int status);
  static void end(Done& done, const Error& error, int status, const Buffer& data);

  PerMessageDeflateOptions options_;
  bool isServer_;
  double maxPayload_;
  Extension accepted_{};
  zlib::DeflateRaw deflate_;
  zlib::InflateRaw inflate_;
  Done onDeflated_, onInflated_;
  Array<Buffer> deflated_, inflated_;
  double inflatedBytes_ = 0;
  NODECPP_TRACE(deflate_, inflate_, onDeflated_, onInflated_)
};

}  // namespace nodecpp::ws::detail
