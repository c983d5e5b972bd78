// LoopEnd is the base of objects that frames may wait in. They are told when their event loop is destroyed, so that the
// frames that wait in them end too.
#pragma once

namespace nodecpp::detail {

class LoopEndList;

class LoopEnd {
 public:
  LoopEnd() = default;
  LoopEnd(const LoopEnd&) = delete;
  // Registers the object with the current loop. Does nothing when it is registered already.
  void remember() {
    if (!linked_) link();
  }
  void forget() noexcept;
  // Called when the loop is destroyed, once for each remember() that was not followed by a forget().
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
