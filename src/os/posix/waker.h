// The eventfd that ends a port's wait, from any thread. It is shared: whoever may still write to it holds it, so that it
// outlives the port where they do, and needs no descriptor of its own for each of them.
#pragma once

namespace nodecpp::os {

class Waker {
 public:
  // The descriptor is negative where there was none to be had.
  Waker();
  ~Waker();
  Waker(const Waker&) = delete;

  int fd() const noexcept { return fd_; }
  void wake() const noexcept;

 private:
  int fd_;
};

}  // namespace nodecpp::os
