// yallist 4.0.0 (https://www.npmjs.com/package/yallist), ported line by line: docs/ports.md says what had to change.
//
// The ISC License
// Copyright (c) Isaac Z. Schlueter and Contributors
// Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
// provided that the above copyright notice and this permission notice appear in all copies.
// THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
// WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
// CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
// NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/generator.h>
#include <nodecpp/object.h>

namespace yallist {

using namespace nodecpp;

template <class T>
class YallistObject;
template <class T>
class NodeObject;
// A list of values of a type that can be undefined: String, var, handles.
template <class T>
using Yallist = Handle<YallistObject<T>>;
template <class T>
using Node = Handle<NodeObject<T>>;

template <class T>
class NodeObject : public Object {
 public:
  Yallist<T> list;
  T value;
  Node<T> prev;
  Node<T> next;
  NODECPP_TRACE(list, value, prev, next)

  NodeObject(T value, Node<T> prev, Node<T> next, Yallist<T> list) {
    this->list = list;
    this->value = value;

    if (prev) {
      prev->next = Handle(this);
      this->prev = prev;
    } else {
      this->prev = nullptr;
    }

    if (next) {
      next->prev = Handle(this);
      this->next = next;
    } else {
      this->next = nullptr;
    }
  }
};

template <class T>
void push(Yallist<T> self, T item);
template <class T>
void unshift(Yallist<T> self, T item);
template <class T>
Node<T> insert(Yallist<T> self, Node<T> node, T value);

template <class T>
class YallistObject : public Object {
 public:
  Node<T> tail;
  Node<T> head;
  int length = 0;
  NODECPP_TRACE(tail, head)

  YallistObject() = default;

  explicit YallistObject(Array<T> list) {
    auto self = Handle(this);
    self->tail = nullptr;
    self->head = nullptr;
    self->length = 0;

    list.forEach([=](T item) {
      self->push(item);
    });
  }

  Node<T> removeNode(Node<T> node) {
    if (node->list != Handle(this)) {
      throw Error("removing node which does not belong to this list");
    }

    auto next = node->next;
    auto prev = node->prev;

    if (next) {
      next->prev = prev;
    }

    if (prev) {
      prev->next = next;
    }

    if (node == this->head) {
      this->head = next;
    }
    if (node == this->tail) {
      this->tail = prev;
    }

    node->list->length--;
    node->next = nullptr;
    node->prev = nullptr;
    node->list = nullptr;

    return next;
  }

  void unshiftNode(Node<T> node) {
    if (node == this->head) {
      return;
    }

    if (node->list) {
      node->list->removeNode(node);
    }

    auto head = this->head;
    node->list = Handle(this);
    node->next = head;
    if (head) {
      head->prev = node;
    }

    this->head = node;
    if (!this->tail) {
      this->tail = node;
    }
    this->length++;
  }

  void pushNode(Node<T> node) {
    if (node == this->tail) {
      return;
    }

    if (node->list) {
      node->list->removeNode(node);
    }

    auto tail = this->tail;
    node->list = Handle(this);
    node->prev = tail;
    if (tail) {
      tail->next = node;
    }

    this->tail = node;
    if (!this->head) {
      this->head = node;
    }
    this->length++;
  }

  template <class... A>
  int push(A... arguments) {
    for (T each : Array<T>{T(arguments)...}) {
      yallist::push(Handle(this), each);
    }
    return this->length;
  }

  template <class... A>
  int unshift(A... arguments) {
    for (T each : Array<T>{T(arguments)...}) {
      yallist::unshift(Handle(this), each);
    }
    return this->length;
  }

  T pop() {
    if (!this->tail) {
      return undefined;
    }

    auto res = this->tail->value;
    this->tail = this->tail->prev;
    if (this->tail) {
      this->tail->next = nullptr;
    } else {
      this->head = nullptr;
    }
    this->length--;
    return res;
  }

  T shift() {
    if (!this->head) {
      return undefined;
    }

    auto res = this->head->value;
    this->head = this->head->next;
    if (this->head) {
      this->head->prev = nullptr;
    } else {
      this->tail = nullptr;
    }
    this->length--;
    return res;
  }

  void forEach(Function<void(T, int, Yallist<T>)> fn) {
    int i = 0;
    for (auto walker = this->head; walker != nullptr; i++) {
      fn(walker->value, i, Handle(this));
      walker = walker->next;
    }
  }

  void forEachReverse(Function<void(T, int, Yallist<T>)> fn) {
    int i = this->length - 1;
    for (auto walker = this->tail; walker != nullptr; i--) {
      fn(walker->value, i, Handle(this));
      walker = walker->prev;
    }
  }

  T get(int n) {
    int i = 0;
    auto walker = this->head;
    for (; walker != nullptr && i < n; i++) {
      // abort out of the list early if we hit a cycle
      walker = walker->next;
    }
    if (i == n && walker != nullptr) {
      return walker->value;
    }
    return undefined;
  }

  T getReverse(int n) {
    int i = 0;
    auto walker = this->tail;
    for (; walker != nullptr && i < n; i++) {
      // abort out of the list early if we hit a cycle
      walker = walker->prev;
    }
    if (i == n && walker != nullptr) {
      return walker->value;
    }
    return undefined;
  }

  template <class F>
  auto map(F fn) {
    auto res = make<Yallist<decltype(fn(T()))>>();
    for (auto walker = this->head; walker != nullptr;) {
      res->push(fn(walker->value));
      walker = walker->next;
    }
    return res;
  }

  template <class F>
  auto mapReverse(F fn) {
    auto res = make<Yallist<decltype(fn(T()))>>();
    for (auto walker = this->tail; walker != nullptr;) {
      res->push(fn(walker->value));
      walker = walker->prev;
    }
    return res;
  }

  template <class A>
  A reduce(Function<A(A, T, int)> fn, A initial) {
    return reduceFrom(fn, initial, this->head);
  }
  T reduce(Function<T(T, T, int)> fn) {
    if (!this->head) {
      throw TypeError("Reduce of empty list with no initial value");
    }
    return reduceFrom(fn, this->head->value, this->head->next);
  }

  template <class A>
  A reduceReverse(Function<A(A, T, int)> fn, A initial) {
    return reduceReverseFrom(fn, initial, this->tail);
  }
  T reduceReverse(Function<T(T, T, int)> fn) {
    if (!this->tail) {
      throw TypeError("Reduce of empty list with no initial value");
    }
    return reduceReverseFrom(fn, this->tail->value, this->tail->prev);
  }

  Array<T> toArray() {
    auto arr = Array<T>(this->length);
    int i = 0;
    for (auto walker = this->head; walker != nullptr; i++) {
      arr[i] = walker->value;
      walker = walker->next;
    }
    return arr;
  }

  Array<T> toArrayReverse() {
    auto arr = Array<T>(this->length);
    int i = 0;
    for (auto walker = this->tail; walker != nullptr; i++) {
      arr[i] = walker->value;
      walker = walker->prev;
    }
    return arr;
  }

  Yallist<T> slice(int from = 0, int to = 0) {
    to = to ? to : this->length;
    if (to < 0) {
      to += this->length;
    }
    if (from < 0) {
      from += this->length;
    }
    auto ret = make<Yallist<T>>();
    if (to < from || to < 0) {
      return ret;
    }
    if (from < 0) {
      from = 0;
    }
    if (to > this->length) {
      to = this->length;
    }
    int i = 0;
    auto walker = this->head;
    for (; walker != nullptr && i < from; i++) {
      walker = walker->next;
    }
    for (; walker != nullptr && i < to; i++, walker = walker->next) {
      ret->push(walker->value);
    }
    return ret;
  }

  Yallist<T> sliceReverse(int from = 0, int to = 0) {
    to = to ? to : this->length;
    if (to < 0) {
      to += this->length;
    }
    if (from < 0) {
      from += this->length;
    }
    auto ret = make<Yallist<T>>();
    if (to < from || to < 0) {
      return ret;
    }
    if (from < 0) {
      from = 0;
    }
    if (to > this->length) {
      to = this->length;
    }
    int i = this->length;
    auto walker = this->tail;
    for (; walker != nullptr && i > to; i--) {
      walker = walker->prev;
    }
    for (; walker != nullptr && i > from; i--, walker = walker->prev) {
      ret->push(walker->value);
    }
    return ret;
  }

  Array<T> splice(int start, int deleteCount, Array<T> nodes = {}) {
    if (start > this->length) {
      start = this->length - 1;
    }
    if (start < 0) {
      start = this->length + start;
    }

    auto walker = this->head;
    for (int i = 0; walker != nullptr && i < start; i++) {
      walker = walker->next;
    }

    Array<T> ret;
    for (int i = 0; walker && i < deleteCount; i++) {
      ret.push(walker->value);
      walker = this->removeNode(walker);
    }
    if (walker == nullptr) {
      walker = this->tail;
    }

    if (walker != this->head && walker != this->tail) {
      walker = walker->prev;
    }

    for (int i = 0; i < nodes.length(); i++) {
      walker = insert(Handle(this), walker, T(nodes[i]));
    }
    return ret;
  }

  Yallist<T> reverse() {
    auto head = this->head;
    auto tail = this->tail;
    for (auto walker = head; walker != nullptr; walker = walker->prev) {
      auto p = walker->prev;
      walker->prev = walker->next;
      walker->next = p;
    }
    this->head = tail;
    this->tail = head;
    return Handle(this);
  }

  Generator<T> symbolIterator() {
    for (auto walker = this->head; walker; walker = walker->next) {
      co_yield walker->value;
    }
  }

 private:
  template <class A>
  static A reduceFrom(Function<A(A, T, int)> fn, A acc, Node<T> walker) {
    for (int i = 0; walker != nullptr; i++) {
      acc = fn(acc, walker->value, i);
      walker = walker->next;
    }

    return acc;
  }
  template <class A>
  A reduceReverseFrom(Function<A(A, T, int)> fn, A acc, Node<T> walker) {
    for (int i = this->length - 1; walker != nullptr; i--) {
      acc = fn(acc, walker->value, i);
      walker = walker->prev;
    }

    return acc;
  }
};

template <class T>
Node<T> insert(Yallist<T> self, Node<T> node, T value) {
  auto inserted = node == self->head ?
    make<Node<T>>(value, nullptr, node, self) :
    make<Node<T>>(value, node, node->next, self);

  if (inserted->next == nullptr) {
    self->tail = inserted;
  }
  if (inserted->prev == nullptr) {
    self->head = inserted;
  }

  self->length++;

  return inserted;
}

template <class T>
void push(Yallist<T> self, T item) {
  self->tail = make<Node<T>>(item, self->tail, nullptr, self);
  if (!self->head) {
    self->head = self->tail;
  }
  self->length++;
}

template <class T>
void unshift(Yallist<T> self, T item) {
  self->head = make<Node<T>>(item, nullptr, self->head, self);
  if (!self->tail) {
    self->tail = self->head;
  }
  self->length++;
}

template <class T = var, class... A>
Yallist<T> create(A... arguments) {
  auto self = make<Yallist<T>>();
  self->push(arguments...);
  return self;
}

}  // namespace yallist
