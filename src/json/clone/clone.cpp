// Writes a value as bytes for another thread or process.
#include "json/clone/clone.h"

#include <nodecpp/dom_exception.h>
#include <nodecpp/map.h>

#include <memory>
#include <vector>

#include "json/clone/clone_marks.h"
#include "json/var_tree.h"

namespace nodecpp::detail {

namespace {

// The list of all types that can be cloned, the newest first. It is built by constructors of global objects before
// main(), and when a native module is loaded.
constinit const CloneType* cloneTypes = nullptr;

using Mark = CloneMark;

// While a clone is made, the member `openIn` of each array and object that has been reached holds this bit and the
// number of that array or object. That is safe because no code of the program runs meanwhile.
constexpr std::uint32_t met = 0x80000000u;

class Serializer {
 public:
  Serializer(const std::vector<Buffer>& transfer, const CloneHandle& handle, const std::vector<ArrayBuffer>& arrays,
             const CloneShared& shared)
      : transfer_(transfer), handle_(handle), arrays_(arrays), shared_(shared) {}
  ~Serializer() {
    for (Met& each : met_) *each.mark = each.before;
  }

  Buffer run(const var& root) {
    value(root);
    while (!open_.empty()) {
      Open& here = open_.back();
      if (here.next == here.size) {
        if (here.array && here.array->hasNamed) {
          const var named = VarParts::named(here.container);
          open_.pop_back();
          container(named);
          continue;
        }
        open_.pop_back();
        continue;
      }
      std::uint32_t i = here.next++;
      if (here.array) {
        if (VarParts::isHole(here.array->data[i]))
          mark(Mark::hole);
        else
          value(here.array->data[i]);
      } else {
        std::uint32_t slot = (*here.order)[i];
        text(here.object->shape->keys[slot]);
        // A getter is refused, because it is a function of the program and might change the objects whose `openIn` is
        // in use.
        if (VarParts::isAccessor(here.object->values[slot]))
          throw dataCloneError("An object with a getter could not be cloned.");
        value(here.object->values[slot]);
      }
    }
    // A Buffer that has been transferred becomes empty in the sender, as the views of a detached ArrayBuffer.
    for (VarBuffer* each : left_) each->buffer = Buffer();
    for (const ArrayBuffer& each : arrays_) moved_.push_back(taken(*each.store()));
    return Buffer::copyOf(out_.data(), out_.size());
  }
  // Returns the bytes of the ArrayBuffers of the transfer list.
  std::vector<Buffer>& moved() { return moved_; }

 private:
  struct Met {
    std::uint32_t* mark;
    std::uint32_t before;
  };
  struct Open {
    VarArray* array;
    VarObject* object;
    std::uint32_t next;
    std::uint32_t size;
    std::unique_ptr<SlotOrder> order;
    var container;
  };

  void put(const void* bytes, std::size_t size) {
    const char* from = static_cast<const char*>(bytes);
    out_.insert(out_.end(), from, from + size);
  }
  void mark(Mark kind) { out_.push_back(char(kind)); }
  void count(std::uint64_t number) { put(&number, sizeof number); }
  void real(double number) { put(&number, sizeof number); }
  void text(const String& of) {
    count(of.size());
    put(of.data(), of.size());
  }

  void value(const var& of) {
    switch (of.kind()) {
      case var::Kind::undefined: return mark(Mark::undefined);
      case var::Kind::null: return mark(Mark::null);
      case var::Kind::boolean: return mark(of ? Mark::yes : Mark::no);
      case var::Kind::number: mark(Mark::number); return real(of.toNumber());
      case var::Kind::date: mark(Mark::date); return real(of.toNumber());
      case var::Kind::string: mark(Mark::string); return text(of.text());
      case var::Kind::buffer: return buffer(of);
      case var::Kind::handle: return handle(of);
      case var::Kind::function:
      case var::Kind::symbol:
      case var::Kind::boxed:
        if (const ViewBase* view = of.viewRef()) return this->view(*view);
        if (const ArrayBuffer* bytes = of.arrayBufferRef()) return arrayBuffer(*bytes);
        if (of.kind() == var::Kind::boxed && VarParts::box(of)->type->cloning) return boxed(of);
        throw dataCloneError(notCloned(of));
      default: return container(of);
    }
  }

  // Identical boxed values are found by their type's equality, not by the address of the box, because each copy of a
  // Map handle is in a box of its own.
  void boxed(const var& of) {
    const VarBox* box = VarParts::box(of);
    if (boxes_.has(of)) {
      mark(Mark::again);
      return count(boxes_.get(of));
    }
    const CloneType* type = cloneTypes;
    while (type && type->type != box->type) type = type->next;
    if (!type) throw dataCloneError("#<Object> could not be cloned.");
    boxes_.set(of, next_++);
    const var parts = var::array();
    box->type->cloning->take(boxedValue(box), parts);
    parts_.push_back(parts);
    mark(Mark::boxed);
    count(type->number);
    count(std::uint64_t(parts.length()));
    open_.push_back({parts.arrayRep(), nullptr, 0, std::uint32_t(parts.length()), nullptr, parts});
  }

  void container(const var& of) {
    VarArray* array = of.arrayRep();
    VarObject* object = of.objectRep();
    std::uint32_t& number = array ? array->openIn : object->openIn;
    if (number & met) {
      mark(Mark::again);
      return count(number & ~met);
    }
    met_.push_back({&number, number});
    number = met | next_++;
    mark(!array ? Mark::object : array->hasNamed ? Mark::named : Mark::array);
    if (array) {
      count(array->size);
      open_.push_back({array, nullptr, 0, array->size, nullptr, of});
    } else {
      auto order = std::make_unique<SlotOrder>(*object);
      std::uint32_t size = order->size();
      count(size);
      open_.push_back({nullptr, object, 0, size, std::move(order), of});
    }
  }

  void buffer(const var& of) {
    Buffer bytes = of.buffer();
    for (std::size_t i = 0; i < transfer_.size(); ++i) {
      if (transfer_[i].bytes() != bytes.bytes() || transfer_[i].size() != bytes.size()) continue;
      mark(Mark::moved);
      left_.push_back(of.bufferRep());
      return count(i);
    }
    mark(Mark::bytes);
    count(bytes.size());
    put(bytes.bytes(), bytes.size());
  }

  // Returns whether an ArrayBuffer or a view has been written before; if so, writes only its number.
  bool again(std::uint32_t& number) {
    if (number) {
      mark(Mark::again);
      count(number - 1);
      return true;
    }
    met_.push_back({&number, 0});
    number = ++next_;
    return false;
  }
  void arrayBuffer(const ArrayBuffer& of) {
    ByteStore& store = *of.store();
    if (store.detached) throw dataCloneError("An ArrayBuffer is detached and could not be cloned.");
    if (again(store.met)) return;
    const std::uint64_t most = store.resizable ? store.maxSize + 1 : 0;
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].store() != &store) continue;
      mark(Mark::movedArray);
      count(transfer_.size() + i);
      count(store.size);
      return count(most);
    }
    if (store.shared) {
      if (!shared_) throw dataCloneError("#<SharedArrayBuffer> could not be cloned.");
      mark(Mark::sharedArray);
      return real(shared_(of));
    }
    mark(Mark::arrayBuffer);
    count(store.size);
    count(most);
    put(store.data, store.size);
  }
  void view(const ViewBase& of) {
    ViewBody& body = *ViewAccess::body(of);
    if (isUndefinedView(&body)) {  // an empty view that has no ArrayBuffer yet
      const ArrayBuffer none(0);
      keptStores_.push_back(none);
      return viewOver(none, body, false);
    }
    const ArrayBuffer buffer = ArrayBuffer::of(shareStore(body.store));
    if (buffer.detached()) throw dataCloneError("An ArrayBuffer is detached and could not be cloned.");
    if (body.outside) throw dataCloneError("#<" + str(kindName(body.kind)) + "> could not be cloned.");
    viewOver(buffer, body, true);
  }
  void viewOver(const ArrayBuffer& buffer, ViewBody& body, bool isKept) {
    if (isKept ? again(body.met) : (++next_, false)) return;
    mark(Mark::view);
    arrayBuffer(buffer);
    count(std::uint64_t(body.kind));
    count(body.byteOffset);
    count(body.length);
    count(body.tracks);
  }
  // Detaches an ArrayBuffer of the transfer list and returns its bytes.
  static Buffer taken(ByteStore& store) {
    char* const data = store.data;
    const std::size_t size = store.size;
    Block* block = detach(store);
    Buffer bytes = block ? Buffer::sliceOf(block, data, size) : Buffer();
    Block::drop(block);
    return bytes;
  }

  void handle(const var& of) {
    if (!handle_) throw dataCloneError("#<Object> could not be cloned.");
    mark(Mark::handle);
    real(handle_(of));
  }

  const std::vector<Buffer>& transfer_;
  const CloneHandle& handle_;
  const std::vector<ArrayBuffer>& arrays_;
  const CloneShared& shared_;
  // The ArrayBuffers that were made here for empty views. They must outlive their entries in met_, which point into them.
  std::vector<ArrayBuffer> keptStores_;
  std::vector<Buffer> moved_;
  std::vector<char> out_;
  std::vector<Open> open_;
  std::vector<Met> met_;
  std::vector<VarBuffer*> left_;  // the Buffers whose bytes are moved
  std::uint32_t next_ = 0;
  // The numbers of the boxed values (Maps and the like) that have been reached.
  Map<var, std::uint32_t> boxes_;
  std::vector<var> parts_;  // arrays made by this serializer; they must outlive their entries in met_
};

}  // namespace

CloneType::CloneType(const VarBoxType* of) noexcept : type(of), number(cloneTypes ? cloneTypes->number + 1 : 0), next(cloneTypes) {
  cloneTypes = this;
}

const CloneType* newestCloneType() noexcept { return cloneTypes; }

// A DOMException keeps its name and code, and loses its cause.
constinit const VarCloning errorCloning{
    [](const void* value, const var& parts) {
      const Error& error = unboxed<Error>(value);
      const bool isDom = DOMException::isDOMException(error);
      parts.push(error->name, error->message, String(error->stack), isDom);
      if (!isDom && error->cause) parts.push(var(error->cause));
    },
    [](const var&) { return var(Error("")); },
    [](const var& made, const var& parts) {
      const auto error = made.as<Error>();
      const String name = parts.get(std::size_t(0)).toString();
      static constexpr const char* own[] = {"EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"};
      error->name = "Error";
      for (const char* each : own)
        if (name == each) setClassName(error, name);
      error->message = parts.get(std::size_t(1)).toString();
      error->stack = parts.get(std::size_t(2)).toString();
      if (parts.get(std::size_t(3))) {
        const DOMException like(error->message, name);
        error->name = name;
        error->code = like->code;
        error->properties = like->properties;
      }
      if (parts.length() > 4) error->cause = parts.get(std::size_t(4));
    }};

Error dataCloneError(StringArg message) { return DOMException(message, "DataCloneError"); }

Clone serialize(const var& value, const std::vector<Buffer>& transfer, const CloneHandle& handle,
                const std::vector<ArrayBuffer>& arrays, const CloneShared& shared) {
  Serializer serializer(transfer, handle, arrays, shared);
  Clone clone{serializer.run(value), transfer};
  for (Buffer& each : serializer.moved()) clone.moved.push_back(std::move(each));
  return clone;
}

String notCloned(const var& value) {
  const String name = value.isSymbol()     ? "Symbol(" + value.get("description").toString() + ")"
                      : value.isFunction() ? value.toString()
                                           : String("#<Object>");
  return name + " could not be cloned.";
}

}  // namespace nodecpp::detail
