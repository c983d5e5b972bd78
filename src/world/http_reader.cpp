#include "world/http_reader.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::sim {

namespace {

constexpr std::size_t headMost = 1 << 16;

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return result;
}

// Returns the value of a field in `head`, which is in lower case, or an empty string.
std::string field(const std::string& head, std::string_view name) {
  std::size_t at = head.find("\n" + std::string(name) + ":");
  if (at == head.npos) return {};
  at = std::min(head.find_first_not_of(" \t", at + name.size() + 2), head.size());
  return head.substr(at, head.find_first_of("\r\n", at) - at);
}

}  // namespace

void HttpReader::next() {
  NODECPP_ASSERT(whole(), state_);
  state_ = State::head;
  head_.clear();
  left_ = 0;
  bodiless = false;
}

bool HttpReader::end() {
  if (state_ != State::untilEnd) return false;
  state_ = State::whole;
  return true;
}

std::size_t HttpReader::take(std::string_view bytes) {
  std::size_t taken = 0;
  while (taken < bytes.size() && state_ != State::whole) {
    std::string_view rest = bytes.substr(taken);
    if (state_ == State::untilEnd) return bytes.size();
    if (state_ == State::length || state_ == State::chunk) {
      std::uint64_t now = std::min<std::uint64_t>(left_, rest.size());
      NODECPP_ASSERT(now > 0, left_, rest.size());
      left_ -= now;
      taken += std::size_t(now);
      if (left_ == 0) state_ = state_ == State::length ? State::whole : State::chunkEnd;
      continue;
    }
    // Bytes up to the end of a line are collected: for the head all lines together, else one line at a time.
    std::size_t at = rest.find('\n');
    head_.append(rest.substr(0, at == rest.npos ? rest.size() : at + 1));
    taken += at == rest.npos ? rest.size() : at + 1;
    if (head_.size() > headMost) {
      malformed_ = true;
      state_ = State::whole;
    }
    if (at == rest.npos) continue;
    if (state_ == State::head) {
      if (head_.ends_with("\n\r\n") || head_.ends_with("\n\n")) headEnded();
    } else {
      std::string text = std::move(head_);
      head_.clear();
      line(text);
    }
  }
  NODECPP_ASSERT(taken <= bytes.size(), taken, bytes.size());
  return taken;
}

// Decides how the end of the body is found, in the order of RFC 9112 section 6.3.
void HttpReader::headEnded() {
  // Methods are case-sensitive.
  isHead_ = !responses_ && head_.starts_with("HEAD ");
  std::string head = lower(head_);
  head_.clear();
  status_ = 0;
  if (responses_) {
    if (!head.starts_with("http/1.")) malformed_ = true;
    if (head.size() > 12) std::from_chars(head.data() + 9, head.data() + 12, status_);
  }
  std::string connection = field(head, "connection"), length = field(head, "content-length");
  bool old = responses_ ? head.starts_with("http/1.0") : head.find(" http/1.0\r\n") != head.npos;
  keepsAlive_ =
      connection.find("close") == connection.npos && (!old || connection.find("keep-alive") != connection.npos);
  if (malformed_ || bodiless || status_ / 100 == 1 || status_ == 204 || status_ == 304) {
    state_ = State::whole;
  } else if (field(head, "transfer-encoding").find("chunked") != std::string::npos) {
    state_ = State::chunkSize;
  } else if (!length.empty()) {
    std::from_chars(length.data(), length.data() + length.size(), left_);
    state_ = left_ == 0 ? State::whole : State::length;
  } else {
    state_ = responses_ ? State::untilEnd : State::whole;
  }
}

void HttpReader::line(std::string_view text) {
  NODECPP_ASSERT(state_ != State::head && state_ != State::length && state_ != State::chunk, state_);
  NODECPP_ASSERT(state_ != State::untilEnd, state_);
  if (state_ == State::chunkSize) {
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), left_, 16);
    if (error != std::errc()) malformed_ = true;
    state_ = malformed_ ? State::whole : left_ == 0 ? State::trailers : State::chunk;
  } else if (state_ == State::chunkEnd) {
    state_ = State::chunkSize;
  } else if (text == "\r\n" || text == "\n") {
    state_ = State::whole;
  }
}

}  // namespace nodecpp::sim
