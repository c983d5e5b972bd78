#include "rules.h"

#include <array>

namespace check {

namespace {

using enum Strength;

// The entries have the order of enum class Rule.
constexpr RuleText texts[] = {
    {1, "raw-new", "'new' makes what nobody counts: write make<T>(...) for an object, owning_ptr<T> for what has one owner"},
    {2, "raw-delete", "'delete' ends what others may still refer to: an object ends with its last handle; set the handle to nullptr"},
    {3, "pointer-member", "%0 keeps a raw pointer, which does not notice that its target has gone: keep a Handle, an owning_ptr or a soft_ptr; a String for text"},
    {4, "pointer-arithmetic", "%0 reads memory by a bare address, which nothing bounds: use Array, Buffer or String"},
    {5, "pointer-variable", "%0 is a raw pointer: use the handle, a soft_ptr or the value itself; a String for text"},
    {6, "pointer-cast", "this cast makes the compiler believe an address to be of another type: use handle.as<T>(), or Buffer's read and write methods"},
    {7, "union", "a union does not know what is in it: use std::variant, std::optional or var"},
    {8, "array-index", "%0 is an index into a bare array, which nothing bounds: use Array<T> or std::array<T, N>"},
    {9, "assembler", "%0 goes round the language: write it in C++"},
    {10, "reference-capture", "this closure captures %0 by reference and may run when that is gone: capture by value ([=]), with let<T> for what it changes"},
    {11, "this-capture", "this closure captures 'this' and may run when the object is gone: begin with auto self = Handle(this) and capture self"},
    {12, "view-capture", "this closure keeps %0, which only looks at what somebody else owns: capture a String, a Buffer or the value"},
    {13, "coroutine-capture", "this closure is a coroutine that may go on when what it captures by reference is gone: capture by value and write [=](this auto self) -> Promise<>, or await it on the spot"},
    {14, "view-member", "%0 keeps a view or a reference, which does not hold what it looks at: keep a String, a Buffer, an Array, a Handle or the value"},
    {15, "stale-reference", "%0 refers to what may have changed or gone in a call since it was made: take a copy, or make the reference after the call"},
    {16, "stale-view", "%0 looks at bytes that may have changed or gone in a call since it was made: take a String or a Buffer"},
    {17, "stale-iterator", "%0 walks over what may have changed in a call since it was made: use Array, Map or Set, whose loops hold what they walk over, or loop over a copy"},
    {18, "across-await", "%0 was made before a co_await, which lets others change or free what it looks at: take a copy before"},
    {19, "returned-reference", "%0 returns a reference or a view, and nothing says what it looks into: return a value, or mark that parameter (or the method) [[clang::lifetimebound]]"},
    {20, "coroutine-view", "the coroutine outlives its caller's arguments, and %0 only looks at one: take it by value"},
    {21, "view-of-temporary", "%0 looks into a value that ends with this statement: give the value a name first"},
    {22, "kept-view", "%0 keeps views, which do not hold what they look at: keep values (String, Buffer, Array, Handle)"},
    {23, "reentered-container", "%0 may run code that changes the container it was found in: use Array, Map or Set, or call it on a copy"},
    {24, "unchecked-iterator", "%0 may stand beyond the end: compare it to end() before, or use Array, Map or Set"},
    {25, "open-output", "%0 writes or reads as far as another range reaches: use std::back_inserter, the form with both ends, or Array's methods"},
    {26, "shared-pointer", "%0 may close a circle of shared pointers, which is never freed: use make<T>() and Handle, or std::weak_ptr for the way back"},
    {27, "narrow-scope", "%0 outlives what it is made to look at: declare that one before it, or take a copy"},
    {28, "mutable-global", "%0 is one variable for all threads, each worker of Node's has its own: write perThread<T>, or constexpr"},
    {29, "counted-global", "%0 is counted without atomics and shared by all workers: write perThread<T>, or constexpr"},
    {30, "uninitialized", "%0 has no first value: give it one"},
    {31, "uninitialized-member", "%0 has no first value in some object: give it one where it is declared"},
    {32, "use-after-move", "%0 is used after it was moved away: use it before, or copy it"},
    {33, "discarded-promise", "nobody awaits this promise: its error would end the program, and its work goes on unnoticed. co_await it, return it, keep it, spawn it in a nursery, give it .then() or .catch_(), or write (void) before it where that is meant"},
    {34, "throwing-destructor", "%0 may throw, which ends the process: catch the error inside"},
    {35, "untraced-members", "%0 has members that may refer back to it and does not name them: write NODECPP_TRACE(...) with these, so that circles are freed"},
    {36, "endless-recursion", "%0 calls itself: if its depth follows the input, use a loop", reports},
    {37, "object-outside-make", "%0 is an object of Node's that is not made by make<T>(): its handles would outlive it"},
    {38, "user-thread", "%0 starts or orders threads by itself: use worker_threads, or co_await pool::run(...)"},
    {39, "atomic", "%0 shares memory between threads: use SharedArrayBuffer with Atomics, messages, or perThread<T>"},
    {40, "pointer-order", "%0 orders or hashes by address, which differs from run to run and in a replay: use an id of the object's, or a Map"},
    {41, "direct-clock", "%0 reads the clock round the recording: use Date::now(), performance::now() or process::hrtime()"},
    {42, "direct-random", "%0 draws random numbers round the recording: use Math::random() or crypto"},
    {43, "direct-environment", "%0 asks the system round the recording: use process::env, process::exit, process::on, child_process"},
    {44, "foreign-function", "%0 is a function of C that nothing bounds and no recording sees: use the library's, or name it in the file of allowed functions"},
    {45, "direct-file", "%0 reads or writes round the recording: use console, fs, process::stdout_"},
    {46, "lost-fraction", "whole numbers are divided here and the fraction is lost: make one a num or a double, or say int(...) if that is meant"},
    {47, "mixed-signs", "a number below zero would count as a huge one here: use num, or give both the same sign"},
};
static_assert(std::size(texts) == ruleCount);

}  // namespace

const RuleText& textOf(Rule rule) { return texts[unsigned(rule)]; }

Rule ruleCalled(llvm::StringRef text) {
  llvm::StringRef digits = text;
  digits.consume_front("NC");
  unsigned number = 0;
  const bool isNumber = !digits.getAsInteger(10, number);
  for (unsigned i = 0; i < ruleCount; i++)
    if (isNumber ? texts[i].number == number : text == texts[i].name) return Rule(i);
  return Rule::count;
}

}  // namespace check
