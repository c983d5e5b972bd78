// lru-cache 6.0.0 (https://www.npmjs.com/package/lru-cache), ported line by line: docs/ports.md says what had to change.
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

#include "yallist.h"

#include <nodecpp/date.h>
#include <nodecpp/map.h>
#include <nodecpp/number.h>

// A linked list to keep track of recently-used-ness
namespace lru_cache {

using namespace nodecpp;
using yallist::Yallist;

template <class K, class V>
class EntryObject : public Object {
 public:
  K key;
  V value;
  num length;
  num now;
  num maxAge;
  NODECPP_TRACE(key, value)
  EntryObject(K key, V value, num length, num now, num maxAge)
      : key(key), value(value), length(length), now(now), maxAge(maxAge) {}
};
template <class K, class V>
using Entry = Handle<EntryObject<K, V>>;

// An entry of the cache, as dump() returns it and load() takes it.
template <class K, class V>
class SavedObject : public Object {
 public:
  K k;
  V v;
  num e;
  NODECPP_TRACE(k, v)
  SavedObject(K k, V v, num e = 0) : k(k), v(v), e(e) {}
};
template <class K, class V>
using Saved = Handle<SavedObject<K, V>>;

template <class K, class V>
struct Options {
  num max = 0;
  Function<num(V, K)> length{};
  bool stale = false;
  num maxAge = 0;
  Function<void(K, V)> dispose{};
  bool noDisposeOnSet = false;
  bool updateAgeOnGet = false;
};

// lruList is a yallist where the head is the youngest
// item, and the tail is the oldest.  the list contains the Hit
// objects as the entries.
// Each Hit object has a reference to its Yallist.Node.  This
// never changes.
//
// cache is a Map (or PseudoMap) that matches the keys to
// the Yallist.Node object.
template <class K, class V>
class LRUCacheObject : public Object {
  using LRUCache = Handle<LRUCacheObject>;
  using Entry = lru_cache::Entry<K, V>;
  using Saved = lru_cache::Saved<K, V>;
  using Node = yallist::Node<Entry>;

  num max_;
  num length_;
  Function<num(V, K)> lengthCalculator_;
  bool allowStale_ = false;
  num maxAge_;
  Function<void(K, V)> dispose_;
  bool noDisposeOnSet_ = false;
  Yallist<Entry> lruList_;
  Map<K, Node> cache_;
  bool updateAgeOnGet_ = false;

  static num naiveLength() { return 1; }

 public:
  NODECPP_TRACE(lengthCalculator_, dispose_, lruList_, cache_)

  explicit LRUCacheObject(Options<K, V> options = {}) {
    if (options.max < 0)
      throw TypeError("max must be a non-negative number");
    // Kind of weird to have a default max of Infinity, but oh well.
    max_ = options.max ? options.max : num(Infinity);

    lengthCalculator_ = options.length ? options.length : naiveLength;
    allowStale_ = options.stale;
    maxAge_ = options.maxAge;
    dispose_ = options.dispose;
    noDisposeOnSet_ = options.noDisposeOnSet;
    updateAgeOnGet_ = options.updateAgeOnGet;
    reset();
  }

  // resize the cache when the max changes.
  void setMax(num mL) {
    if (mL < 0)
      throw TypeError("max must be a non-negative number");

    max_ = mL ? mL : num(Infinity);
    trim(Handle(this));
  }
  num max() {
    return max_;
  }

  void setAllowStale(bool allowStale) {
    allowStale_ = allowStale;
  }
  bool allowStale() {
    return allowStale_;
  }

  void setMaxAge(num mA) {
    maxAge_ = mA;
    trim(Handle(this));
  }
  num maxAge() {
    return maxAge_;
  }

  // resize the cache when the lengthCalculator changes.
  void setLengthCalculator(Function<num(V, K)> lC) {
    if (!lC)
      lC = naiveLength;

    if (lC != lengthCalculator_) {
      lengthCalculator_ = lC;
      length_ = 0;
      lruList_->forEach([self = Handle(this)](Entry hit) {
        hit->length = self->lengthCalculator_(hit->value, hit->key);
        self->length_ += hit->length;
      });
    }
    trim(Handle(this));
  }
  Function<num(V, K)> lengthCalculator() { return lengthCalculator_; }

  num length() { return length_; }
  num itemCount() { return lruList_->length; }

  void rforEach(Function<void(V, K, LRUCache)> fn) {
    for (auto walker = lruList_->tail; walker != nullptr;) {
      auto prev = walker->prev;
      forEachStep(Handle(this), fn, walker);
      walker = prev;
    }
  }

  void forEach(Function<void(V, K, LRUCache)> fn) {
    for (auto walker = lruList_->head; walker != nullptr;) {
      auto next = walker->next;
      forEachStep(Handle(this), fn, walker);
      walker = next;
    }
  }

  Array<K> keys() {
    return lruList_->toArray().map([](Entry k) { return k->key; });
  }

  Array<V> values() {
    return lruList_->toArray().map([](Entry k) { return k->value; });
  }

  void reset() {
    if (dispose_ &&
        lruList_ &&
        lruList_->length) {
      lruList_->forEach([self = Handle(this)](Entry hit) { self->dispose_(hit->key, hit->value); });
    }

    cache_ = Map<K, Node>(); // hash of items by key
    lruList_ = make<Yallist<Entry>>(); // list of items in order of use recency
    length_ = 0; // length of items in the list
  }

  Array<Saved> dump() {
    return lruList_->map([self = Handle(this)](Entry hit) {
      return isStale(self, hit) ? Saved() : make<Saved>(
        hit->key,
        hit->value,
        hit->now + hit->maxAge
      );
    })->toArray().filter([](Saved h) { return bool(h); });
  }

  Yallist<Entry> dumpLru() {
    return lruList_;
  }

  bool set(K key, V value, num maxAge = 0) {
    maxAge = maxAge ? maxAge : maxAge_;

    const num now = maxAge ? num(Date::now()) : num(0);
    const num len = lengthCalculator_(value, key);

    if (cache_.has(key)) {
      if (len > max_) {
        del(Handle(this), cache_.get(key));
        return false;
      }

      auto node = cache_.get(key);
      auto item = node->value;

      // dispose of the old one before overwriting
      // split out into 2 ifs for better coverage tracking
      if (dispose_) {
        if (!noDisposeOnSet_)
          dispose_(key, item->value);
      }

      item->now = now;
      item->maxAge = maxAge;
      item->value = value;
      length_ += len - item->length;
      item->length = len;
      get(key);
      trim(Handle(this));
      return true;
    }

    auto hit = make<Entry>(key, value, len, now, maxAge);

    // oversized objects fall out of cache automatically.
    if (hit->length > max_) {
      if (dispose_)
        dispose_(key, value);

      return false;
    }

    length_ += hit->length;
    lruList_->unshift(hit);
    cache_.set(key, lruList_->head);
    trim(Handle(this));
    return true;
  }

  bool has(K key) {
    if (!cache_.has(key)) return false;
    auto hit = cache_.get(key)->value;
    return !isStale(Handle(this), hit);
  }

  V get(K key) {
    return get(Handle(this), key, true);
  }

  V peek(K key) {
    return get(Handle(this), key, false);
  }

  Entry pop() {
    auto node = lruList_->tail;
    if (!node)
      return nullptr;

    del(Handle(this), node);
    return node->value;
  }

  void del(K key) {
    del(Handle(this), cache_.get(key));
  }

  void load(Array<Saved> arr) {
    // reset the cache
    reset();

    const num now = Date::now();
    // A previous serialized cache has the most recent items first
    for (auto l = arr.length() - 1; l >= 0; l--) {
      auto hit = arr[l];
      const num expiresAt = hit->e;
      if (expiresAt == 0)
        // the item was created without expiration in a non aged cache
        set(hit->k, hit->v);
      else {
        const num maxAge = expiresAt - now;
        // dont add already expired items
        if (maxAge > 0) {
          set(hit->k, hit->v, maxAge);
        }
      }
    }
  }

  void prune() {
    cache_.forEach([self = Handle(this)](Node value, K key) { get(self, key, false); });
  }

 private:
  static V get(LRUCache self, K key, bool doUse) {
    auto node = self->cache_.get(key);
    if (node) {
      auto hit = node->value;
      if (isStale(self, hit)) {
        del(self, node);
        if (!self->allowStale_)
          return undefined;
      } else {
        if (doUse) {
          if (self->updateAgeOnGet_)
            node->value->now = Date::now();
          self->lruList_->unshiftNode(node);
        }
      }
      return hit->value;
    }
    return undefined;
  }

  static bool isStale(LRUCache self, Entry hit) {
    if (!hit || (!hit->maxAge && !self->maxAge_))
      return false;

    const num diff = Date::now() - hit->now;
    return hit->maxAge ? diff > hit->maxAge
      : self->maxAge_ && (diff > self->maxAge_);
  }

  static void trim(LRUCache self) {
    if (self->length_ > self->max_) {
      for (auto walker = self->lruList_->tail;
        self->length_ > self->max_ && walker != nullptr;) {
        // We know that we're about to delete this one, and also
        // what the next least recently used key will be, so just
        // go ahead and set it now.
        auto prev = walker->prev;
        del(self, walker);
        walker = prev;
      }
    }
  }

  static void del(LRUCache self, Node node) {
    if (node) {
      auto hit = node->value;
      if (self->dispose_)
        self->dispose_(hit->key, hit->value);

      self->length_ -= hit->length;
      self->cache_.delete_(hit->key);
      self->lruList_->removeNode(node);
    }
  }

  static void forEachStep(LRUCache self, Function<void(V, K, LRUCache)> fn, Node node) {
    auto hit = node->value;
    if (isStale(self, hit)) {
      del(self, node);
      if (!self->allowStale_)
        hit = undefined;
    }
    if (hit)
      fn(hit->value, hit->key, self);
  }
};
template <class K, class V>
using LRUCache = Handle<LRUCacheObject<K, V>>;

}  // namespace lru_cache
