'use strict';
// Inserts 5,000 words into a trie and counts them by prefix.
const measure = require('../measure.js');

const words = [];
for (let i = 0; i < 5000; i++) words.push(((i * 7919) % 100003).toString(36) + 'x' + i % 10);

class Node {
  constructor() {
    this.children = new Map();
    this.count = 0;
    this.isWord = false;
  }
}

class Trie {
  constructor() {
    this.root = new Node();
  }
  insert(word) {
    let node = this.root;
    for (const letter of word) {
      let next = node.children.get(letter);
      if (!next) {
        next = new Node();
        node.children.set(letter, next);
      }
      node = next;
      node.count++;
    }
    node.isWord = true;
  }
  find(prefix) {
    let node = this.root;
    for (const letter of prefix) {
      node = node.children.get(letter);
      if (!node) return undefined;
    }
    return node;
  }
}

measure(() => {
  const trie = new Trie();
  for (const word of words) trie.insert(word);
  let found = 0;
  let below = 0;
  for (const word of words) {
    if (trie.find(word)?.isWord) found++;
    const node = trie.find(word.slice(0, 2));
    below += node ? node.count : 0;
  }
  return `${found} ${below} ${trie.find('zz9') === undefined}`;
});
