#include "permessage_deflate.h"

#include <nodecpp/loop_local.h>
#include <nodecpp/number.h>

#include <deque>

namespace nodecpp::ws::detail {

namespace {

// Limits how many messages of a thread are compressed and decompressed at once, as ws does. The limit is that of the
// first connection.
struct Limiter {
  double concurrency = 0;
  double pending = 0;
  std::deque<Function<void()>> jobs;

  void add(double limit, Function<void()> job) {
    if (concurrency == 0) concurrency = limit > 0 ? limit : 1e9;
    jobs.push_back(std::move(job));
    run();
  }
  void done() {
    --pending;
    run();
  }
  void run() {
    if (pending >= concurrency || jobs.empty()) return;
    const Function<void()> job = std::move(jobs.front());
    jobs.pop_front();
    ++pending;
    job();
  }
};
LoopLocal<Limiter> limiter;

constexpr const char* noContextOf(bool ofServer) noexcept {
  return ofServer ? "server_no_context_takeover" : "client_no_context_takeover";
}
constexpr const char* windowBitsOf(bool ofServer) noexcept {
  return ofServer ? "server_max_window_bits" : "client_max_window_bits";
}

[[noreturn]] void throwInvalid(const String& name, const Lookup& value) {
  throw TypeError("Invalid value for parameter \"" + name + "\": " + (value.isUndefined() ? String("true") : value.toString()));
}

double bitsOf(const Extension::Parameter& parameter) {
  const double bits = parameter.value.isUndefined() ? 1 : parameter.value.toNumber();
  if (!Number::isInteger(bits) || bits < 8 || bits > 15) throwInvalid(parameter.name, parameter.value);
  return bits;
}

// Checks the parameters of an offer or an answer, and makes numbers of their values.
void normalize(Extension& extension, bool ofServer) {
  for (std::size_t i = 0; i < extension.parameters.size(); ++i) {
    Extension::Parameter& parameter = extension.parameters[i];
    for (std::size_t j = 0; j < i; ++j)
      if (extension.parameters[j].name == parameter.name)
        throw Error("Parameter \"" + parameter.name + "\" must have only a single value");
    if (parameter.name == noContextOf(true) || parameter.name == noContextOf(false)) {
      if (!parameter.value.isUndefined()) throwInvalid(parameter.name, parameter.value);
    } else if (parameter.name == windowBitsOf(true)) {
      parameter.value = bitsOf(parameter);
    } else if (parameter.name == windowBitsOf(false)) {
      if (!parameter.value.isUndefined())
        parameter.value = bitsOf(parameter);
      else if (!ofServer)
        throwInvalid(parameter.name, parameter.value);
    } else {
      throw Error("Unknown parameter \"" + parameter.name + "\"");
    }
  }
}

const char trailer[] = {0, 0, '\xff', '\xff'};

}  // namespace

Extension PerMessageDeflateObject::offer() const {
  Extension offer{extensionName, {}};
  if (options_.serverNoContextTakeover) offer.set(noContextOf(true), {});
  if (options_.clientNoContextTakeover) offer.set(noContextOf(false), {});
  if (options_.serverMaxWindowBits)
    offer.set(windowBitsOf(true), options_.serverMaxWindowBits.isNumber() ? Lookup(options_.serverMaxWindowBits.number()) : Lookup());
  if (options_.clientMaxWindowBits)
    offer.set(windowBitsOf(false), options_.clientMaxWindowBits.isNumber() ? Lookup(options_.clientMaxWindowBits.number()) : Lookup());
  else if (options_.clientMaxWindowBits.isUndefined())
    offer.set(windowBitsOf(false), {});
  return offer;
}

void PerMessageDeflateObject::accept(const nodecpp::detail::List<Extension>& given) {
  nodecpp::detail::List<Extension> offers;
  for (const Extension& each : given) {
    if (each.name != extensionName) continue;
    offers.push_back(each);
    normalize(offers.back(), isServer_);
  }
  if (isServer_)
    acceptAsServer(offers);
  else
    acceptAsClient(offers[0]);
}

bool PerMessageDeflateObject::mayAccept(const Extension& offer) const {
  if (options_.serverNoContextTakeover.isFalse() && offer.find(noContextOf(true))) return false;
  if (const auto* bits = offer.find(windowBitsOf(true))) {
    if (options_.serverMaxWindowBits.isFalse()) return false;
    if (options_.serverMaxWindowBits.isNumber() && options_.serverMaxWindowBits.number() > bits->value.toNumber())
      return false;
  }
  return !options_.clientMaxWindowBits.isNumber() || offer.find(windowBitsOf(false));
}

void PerMessageDeflateObject::acceptAsServer(const nodecpp::detail::List<Extension>& offers) {
  const Extension* accepted = nullptr;
  for (std::size_t i = 0; i < offers.size() && !accepted; ++i)
    if (mayAccept(offers[i])) accepted = &offers[i];
  if (!accepted) throw Error("None of the extension offers can be accepted");
  accepted_ = *accepted;
  if (options_.serverNoContextTakeover) accepted_.set(noContextOf(true), {});
  if (options_.clientNoContextTakeover) accepted_.set(noContextOf(false), {});
  if (options_.serverMaxWindowBits.isNumber()) accepted_.set(windowBitsOf(true), options_.serverMaxWindowBits.number());
  const auto* bits = accepted_.find(windowBitsOf(false));
  if (options_.clientMaxWindowBits.isNumber())
    accepted_.set(windowBitsOf(false), options_.clientMaxWindowBits.number());
  else if (options_.clientMaxWindowBits.isFalse() || (bits && bits->value.isUndefined()))
    accepted_.remove(windowBitsOf(false));
}

void PerMessageDeflateObject::acceptAsClient(Extension answer) {
  if (options_.clientNoContextTakeover.isFalse() && answer.find(noContextOf(false)))
    throw Error("Unexpected parameter \"client_no_context_takeover\"");
  const Setting& most = options_.clientMaxWindowBits;
  if (const auto* bits = answer.find(windowBitsOf(false))) {
    if (most.isFalse() || (most.isNumber() && bits->value.toNumber() > most.number()))
      throw Error("Unexpected or invalid parameter \"client_max_window_bits\"");
  } else if (most.isNumber()) {
    answer.set(windowBitsOf(false), most.number());
  }
  accepted_ = std::move(answer);
}

bool PerMessageDeflateObject::keepsNoContext(bool ofServer) const noexcept {
  return accepted_.find(noContextOf(ofServer));
}

double PerMessageDeflateObject::windowBits(bool ofServer) const noexcept {
  const auto* bits = accepted_.find(windowBitsOf(ofServer));
  return bits && !bits->value.isUndefined() ? bits->value.toNumber() : 15;
}

bool PerMessageDeflateObject::compresses(std::size_t bytes) const noexcept {
  return !keepsNoContext(isServer_) || double(bytes) >= options_.threshold;
}

void PerMessageDeflateObject::end(Done& done, const Error& error, int status, const Buffer& data) {
  const Done last = std::exchange(done, nullptr);
  if (!last) return;
  limiter->done();
  last(error, status, data);
}

void PerMessageDeflateObject::compress(const Buffer& data, bool fin, Done done) {
  limiter->add(options_.concurrencyLimit, [self = self(), data, fin, done = std::move(done)] {
    self->onDeflated_ = done;
    self->compressNow(data, fin);
  });
}

void PerMessageDeflateObject::decompress(const Buffer& data, bool fin, Done done) {
  limiter->add(options_.concurrencyLimit, [self = self(), data, fin, done = std::move(done)] {
    self->onInflated_ = done;
    self->decompressNow(data, fin);
  });
}

void PerMessageDeflateObject::startDeflate() {
  zlib::ZlibOptions options = options_.zlibDeflateOptions;
  options.windowBits = windowBits(isServer_);
  deflate_ = zlib::createDeflateRaw(options);
  deflate_->on(event::data, [self = self()](stream::Chunk chunk) { self->deflated_.push(chunk.toBuffer()); });
}

void PerMessageDeflateObject::compressNow(const Buffer& data, bool fin) {
  if (!deflate_) startDeflate();
  deflate_->write(data);
  deflate_->flush(zlib::constants::Z_SYNC_FLUSH, [self = self(), deflate = deflate_, fin] {
    if (self->deflate_ == deflate) self->compressed(fin);  // otherwise the connection has ended meanwhile
  });
}

void PerMessageDeflateObject::compressed(bool fin) {
  Buffer data = Buffer::concat(deflated_);
  deflated_ = {};
  if (fin) data = data.subarray(0, data.length() - 4);
  if (fin && keepsNoContext(isServer_)) deflate_->reset();
  end(onDeflated_, nullptr, 0, data);
}

void PerMessageDeflateObject::startInflate() {
  zlib::ZlibOptions options = options_.zlibInflateOptions;
  options.windowBits = windowBits(!isServer_);
  inflate_ = zlib::createInflateRaw(options);
  inflated_ = {};
  inflatedBytes_ = 0;
  inflate_->on(event::error, [self = self()](Error error) { self->failInflating(error, 1007); });
  inflate_->on(event::data, [self = self()](stream::Chunk chunk) { self->takeInflated(chunk.toBuffer()); });
}

void PerMessageDeflateObject::decompressNow(const Buffer& data, bool fin) {
  if (!inflate_) startInflate();
  inflate_->write(data);
  if (fin) inflate_->write(Buffer::copyOf(trailer, sizeof trailer));
  inflate_->flush([self = self(), inflate = inflate_, fin] {
    if (self->inflate_ == inflate) self->decompressed(fin);
  });
}

void PerMessageDeflateObject::takeInflated(const Buffer& chunk) {
  if (!inflate_) return;
  inflatedBytes_ += double(chunk.size());
  if (maxPayload_ < 1 || inflatedBytes_ <= maxPayload_) {
    inflated_.push(chunk);
    return;
  }
  RangeError error("Max payload size exceeded");
  error->code = "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
  const zlib::InflateRaw inflate = inflate_;
  failInflating(error, 1009);
  inflate->close();  // decompresses no further
}

void PerMessageDeflateObject::decompressed(bool fin) {
  const Buffer data = Buffer::concat(inflated_);
  inflated_ = {};
  inflatedBytes_ = 0;
  if (inflate_->readableEnded()) {
    inflate_->close();
    inflate_ = nullptr;
  } else if (fin && keepsNoContext(!isServer_)) {
    inflate_->reset();
  }
  end(onInflated_, nullptr, 0, data);
}

void PerMessageDeflateObject::failInflating(Error error, int status) {
  inflate_ = nullptr;
  inflated_ = {};
  end(onInflated_, error, status, Buffer());
}

void PerMessageDeflateObject::close() {
  if (inflate_) std::exchange(inflate_, nullptr)->close();
  if (deflate_) std::exchange(deflate_, nullptr)->close();
  inflated_ = deflated_ = {};
  end(onInflated_, Error("The inflate stream was closed while data was being processed"), 1006, Buffer());
  end(onDeflated_, Error("The deflate stream was closed while data was being processed"), 0, Buffer());
}

}  // namespace nodecpp::ws::detail
