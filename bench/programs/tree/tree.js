'use strict';
// Builds a binary tree of objects, walks through it, and counts its nodes.
const measure = require('../measure.js');

class Node {
  constructor(key) {
    this.key = key;
    this.left = null;
    this.right = null;
  }
}

function insert(root, key) {
  if (root === null) return new Node(key);
  let node = root;
  for (;;) {
    if (key < node.key) {
      if (node.left === null) {
        node.left = new Node(key);
        return root;
      }
      node = node.left;
    } else {
      if (node.right === null) {
        node.right = new Node(key);
        return root;
      }
      node = node.right;
    }
  }
}

function depth(node) {
  return node === null ? 0 : 1 + Math.max(depth(node.left), depth(node.right));
}

function visit(node, f) {
  if (node === null) return;
  visit(node.left, f);
  f(node.key);
  visit(node.right, f);
}

measure(() => {
  let root = null;
  for (let i = 0; i < 10000; i++) root = insert(root, (i * 7919) % 10007);
  let sum = 0;
  let last = -1;
  let inOrder = true;
  visit(root, key => {
    sum += key;
    if (key < last) inOrder = false;
    last = key;
  });
  return `${depth(root)} ${sum} ${inOrder}`;
});
