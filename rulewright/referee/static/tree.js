// A game with its variations: a tree of actions, in which one node is looked at.

export class Node {
  constructor(action = null, parent = null) {
    this.action = action;
    this.parent = parent;
    this.children = [];
    this.chosen = 0;
    this.seen = null;
    this.ply = parent === null ? 0 : parent.ply + 1;
  }

  get moves() {
    const found = [];
    for (let node = this; node.parent !== null; node = node.parent) found.unshift(node.action);
    return found;
  }

  /** The child for an action, made if there is none yet; it becomes the one that redo leads to. */
  child(action) {
    let at = this.children.findIndex((each) => each.action === action);
    if (at < 0) at = this.children.push(new Node(action, this)) - 1;
    this.chosen = at;
    return this.children[at];
  }

  remove(child) {
    this.children.splice(this.children.indexOf(child), 1);
    this.chosen = 0;
  }
}

export class Tree {
  constructor(moves = []) {
    this.root = new Node();
    this.here = this.root;
    for (const action of moves) this.here = this.here.child(action);
  }

  /** The line that is looked at, from the root through here to its end. */
  get line() {
    const nodes = [this.here];
    while (nodes[0].parent !== null) nodes.unshift(nodes[0].parent);
    for (let node = this.here; node.children.length > 0; nodes.push(node)) {
      node = node.children[Math.min(node.chosen, node.children.length - 1)];
    }
    return nodes;
  }

  /** Look at a node; redo will lead through it. */
  look(node) {
    for (let at = node; at.parent !== null; at = at.parent) at.parent.child(at.action);
    this.here = node;
  }
}
