// What frames may wait in is told when the loop goes, so that they end then.
#pragma once

namespace nodecpp::detail {

class LoopEnd {
 public:
  LoopEnd();
  LoopEnd(const LoopEnd&) = delete;
  void forget() noexcept;
  // Once; not after forget().
  virtual void onLoopEnd() noexcept = 0;

 protected:
  ~LoopEnd() { forget(); }

 private:
  LoopEnd* previous_ = nullptr;
  LoopEnd* next_;
  bool linked_ = false;
};

}  // namespace nodecpp::detail
