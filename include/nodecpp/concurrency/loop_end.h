// What frames may wait in is told when the loop goes, so that they end then.
#pragma once

namespace nodecpp::detail {

class LoopEndList;

class LoopEnd {
 public:
  LoopEnd() = default;
  LoopEnd(const LoopEnd&) = delete;
  // To be told from now on. Does nothing when it is already.
  void remember() {
    if (!linked_) link();
  }
  void forget() noexcept;
  // Once for each remember(); not after forget().
  virtual void onLoopEnd() noexcept = 0;

 protected:
  ~LoopEnd() { forget(); }

 private:
  friend class LoopEndList;
  void link();
  LoopEnd* previous_ = nullptr;
  LoopEnd* next_ = nullptr;
  bool linked_ = false;
};

}  // namespace nodecpp::detail
