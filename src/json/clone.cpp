#include "json/clone.h"

#include <nodecpp/error.h>
#include <nodecpp/map.h>

#include <memory>
#include <vector>

#include "json/tree.h"

namespace nodecpp::detail {

namespace {

// The list of all types that can be cloned, the newest first. It is built by constructors of global objects before
// main(), and when a native module is loaded.
constinit const CloneType* cloneTypes = nullptr;

enum class Mark : unsigned char {
  undefined,
  null,
  yes,
  no,
  number,
  date,
  string,
  array,
  object,
  again,  // an array or object that has been written before: its number
  bytes,  // a Buffer that is copied: its size and its bytes
  moved,  // a Buffer of the transfer list: its number
  handle,
  hole,
  arrayBuffer,  // an ArrayBuffer: its size, its maximal size plus one (0 if it cannot be resized), and its bytes
  movedArray,   // an ArrayBuffer of the transfer list: its number, its size, its maximal size plus one or 0
  sharedArray,  // an ArrayBuffer that threads share: its number
  boxed,        // a Map and the like: the number of its type, the number of vars that it is made of, and these vars
  named,        // an array with named properties: its elements, then the object with these properties
  view,         // a typed array or DataView: its ArrayBuffer, kind, offset, length, and whether it tracks the length
};

// While a clone is made, `openIn` of each array and object that has been reached holds this bit and its number. That is
// safe because no code of the program runs meanwhile.
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
        throw dataCloneError((of.isSymbol() ? "Symbol(" + of.get("description").toString() + ")" : of.isFunction() ? of.toString() : String("#<Object>")) + " could not be cloned.");
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
    if (isStandIn(&body)) {  // an empty view that has no ArrayBuffer yet
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
    real(handle_(of.objectRef()));
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

class Deserializer {
 public:
  Deserializer(const Clone& clone, const MakeHandle& make) : clone_(clone), make_(make) {}

  // When deserialization fails, the half-made containers are emptied, because circles among them would never be freed.
  ~Deserializer() {
    if (!failed_) return;
    for (const var& each : made_) {
      if (each.isArray()) {
        each.setLength(0);
      } else if (each.isObject()) {
        for (const var& key : each.keys()) each.remove(key.text());
      }
    }
  }

  var run() {
    failed_ = true;
    var root = value();
    while (!open_.empty()) {
      Open& here = open_.back();
      if (here.left == 0) {
        const Open done = here;
        open_.pop_back();
        if (done.isNamed) {
          const var named = value();
          if (!named.isObject() || VarParts::named(done.container).isObject()) malformed();
          VarParts::giveNamed(done.container, named);
        } else if (done.cloning) {
          done.cloning->fill(done.boxed, done.container);
        }
        continue;
      }
      --here.left;
      var container = here.container;
      if (container.isArray()) {
        if (at_ < clone_.bytes.size() && Mark(clone_.bytes.bytes()[at_]) == Mark::hole) {
          ++at_;
          container.setLength(container.length() + 1);
        } else {
          container.push(value());
        }
      } else {
        String key = text();
        container.set(key, value());
      }
    }
    if (at_ != clone_.bytes.size()) malformed();
    failed_ = false;
    return root;
  }

 private:
  struct Open {
    var container;  // the container, or the list of parts from which `boxed` is filled
    std::uint64_t left;
    bool isNamed = false;  // whether the object of its named properties follows the elements
    const VarCloning* cloning = nullptr;
    var boxed = undefined;
  };

  [[noreturn]] static void malformed() { throw Error("Unable to deserialize cloned data."); }
  const char* take(std::uint64_t size) {
    if (size > clone_.bytes.size() - at_) malformed();
    const char* from = clone_.bytes.bytes() + at_;
    at_ += size;
    return from;
  }
  template <class T>
  T read() {
    T out = 0;
    std::memcpy(&out, take(sizeof out), sizeof out);
    return out;
  }
  String text() {
    auto size = read<std::uint64_t>();
    return String::copyOf(take(size), size);
  }

  var value() {
    switch (Mark(*take(1))) {
      case Mark::undefined: return var();
      case Mark::null: return nullptr;
      case Mark::yes: return true;
      case Mark::no: return false;
      case Mark::number: return read<double>();
      case Mark::date: return Date(read<double>());
      case Mark::string: return text();
      case Mark::array: return container(var::array());
      case Mark::named: return container(var::array(), true);
      case Mark::boxed: return boxed();
      case Mark::object: return container(var::object());
      case Mark::again: {
        auto number = read<std::uint64_t>();
        if (number >= made_.size()) malformed();
        return made_[number];
      }
      case Mark::bytes: {
        auto size = read<std::uint64_t>();
        return Buffer::copyOf(take(size), size);
      }
      case Mark::moved: {
        auto number = read<std::uint64_t>();
        if (number >= clone_.moved.size()) malformed();
        return clone_.moved[number];
      }
      case Mark::arrayBuffer: {
        auto size = read<std::uint64_t>(), most = read<std::uint64_t>();
        const char* bytes = take(size);
        return kept(arrayBuffer(Buffer::copyOf(bytes, size), size, most));
      }
      case Mark::movedArray: {
        auto number = read<std::uint64_t>(), size = read<std::uint64_t>(), most = read<std::uint64_t>();
        if (number >= clone_.moved.size() || clone_.moved[number].size() != size) malformed();
        return kept(arrayBuffer(clone_.moved[number], size, most));
      }
      case Mark::sharedArray: {
        const double number = read<double>();
        if (!make_) malformed();
        return kept(make_(number));
      }
      case Mark::view: return view();
      case Mark::handle: {
        double number = read<double>();
        if (!make_) malformed();
        return make_(number);
      }
      default: malformed();
    }
  }

  var kept(var made) {
    made_.push_back(made);
    return made;
  }
  static ArrayBuffer arrayBuffer(const Buffer& bytes, std::uint64_t size, std::uint64_t most) {
    if (most) {
      if (most - 1 < size) malformed();
      ArrayBuffer out(double(size), {.maxByteLength = double(most - 1)});
      if (size) std::memcpy(out.store()->data, bytes.bytes(), size);
      return out;
    }
    return ArrayBuffer::of(makeStoreOver(bytes.block(), bytes.bytes(), size));
  }
  var view() {
    const std::size_t place = made_.size();
    made_.push_back(var());
    const var of = value();
    const ArrayBuffer* buffer = of.arrayBufferRef();
    auto kind = read<std::uint64_t>(), offset = read<std::uint64_t>(), length = read<std::uint64_t>();
    const bool tracks = read<std::uint64_t>() != 0;
    if (!buffer || kind > std::uint64_t(ElementKind::dataView)) malformed();
    const double given = tracks ? __builtin_nan("") : double(length);
    const var made = varOver(makeCheckedView(ElementKind(kind), shareStore(buffer->store()), double(offset), given));
    made_[place] = made;
    return made;
  }

  var container(var made, bool isNamed = false) {
    made_.push_back(made);
    open_.push_back({made, read<std::uint64_t>(), isNamed});
    return made;
  }
  var boxed() {
    const auto number = read<std::uint64_t>(), count = read<std::uint64_t>();
    const CloneType* type = cloneTypes;
    while (type && type->number != number) type = type->next;
    if (!type || !type->type->cloning) malformed();
    const VarCloning& cloning = *type->type->cloning;
    const var parts = var::array();
    // A Map and the like are made empty and filled when all parts are there, because a part may refer to the Map
    // itself. The other types are made at once, from texts.
    if (cloning.fill) {
      const var made = kept(cloning.make(parts));
      open_.push_back({parts, count, false, &cloning, made});
      return made;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
      if (Mark(*take(1)) != Mark::string) malformed();
      parts.push(text());
    }
    return kept(cloning.make(parts));
  }

  const Clone& clone_;
  const MakeHandle& make_;
  std::size_t at_ = 0;
  std::vector<var> made_;
  std::vector<Open> open_;
  bool failed_ = false;
};

}  // namespace

CloneType::CloneType(const VarBoxType* of) noexcept : type(of), number(cloneTypes ? cloneTypes->number + 1 : 0), next(cloneTypes) {
  cloneTypes = this;
}

constinit const VarCloning errorCloning{
    [](const void* value, const var& parts) {
      const Error& error = unboxed<Error>(value);
      parts.push(error->name, error->message, String(error->stack));
      if (!error->cause.empty()) parts.push(error->cause[0]);
    },
    [](const var&) { return var(Error("")); },
    [](const var& made, const var& parts) {
      const auto error = made.as<Error>();
      const String name = parts.get(std::size_t(0)).toString();
      static constexpr const char* own[] = {"EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError"};
      error->name = "Error";
      for (const char* each : own)
        if (name == each) error->name = name;
      error->message = parts.get(std::size_t(1)).toString();
      error->stack = parts.get(std::size_t(2)).toString();
      if (parts.length() > 3) error->cause.push_back(parts.get(std::size_t(3)).as<Error>());
    }};

Error dataCloneError(StringArg message) {
  Error error(message);
  error->name = "DataCloneError";
  error->code = "25";
  return error;
}

Clone serialize(const var& value, const std::vector<Buffer>& transfer, const CloneHandle& handle,
                const std::vector<ArrayBuffer>& arrays, const CloneShared& shared) {
  Serializer serializer(transfer, handle, arrays, shared);
  Clone clone{serializer.run(value), transfer};
  for (Buffer& each : serializer.moved()) clone.moved.push_back(std::move(each));
  return clone;
}

var deserialize(const Clone& clone, const MakeHandle& make) { return Deserializer(clone, make).run(); }

}  // namespace nodecpp::detail
