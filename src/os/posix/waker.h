// An eventfd by which any thread ends a port's wait. The object is shared by all that may still write to it, so that it
// can outlive the port, and no thread needs a descriptor of its own.
#pragma once

namespace nodecpp::os {

class Waker {
 public:
  // The descriptor is negative when the system had no descriptor left.
  Waker();
  ~Waker();
  Waker(const Waker&) = delete;

  int fd() const noexcept { return fd_; }
  void wake() const noexcept;

 private:
  int fd_;
};

}  // namespace nodecpp::os
