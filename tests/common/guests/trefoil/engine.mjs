// Trefoil in JavaScript: a map from cells to colours.

import { numbers, readings, serve } from '../protocol.mjs';

const COLOURS = ['red', 'green', 'blue'];
const name = (row, at) => `${'abcdef'[row]}${at + 1}`;

function triangle(side) {
  const around = new Map();
  for (let row = 0; row < side; row += 1) for (let at = 0; at <= row; at += 1) around.set(name(row, at), []);
  for (let row = 0; row < side; row += 1) {
    for (let at = 0; at <= row; at += 1) {
      for (const [down, right] of [[0, 1], [1, 0], [1, 1]]) {
        const [one, other] = [name(row, at), name(row + down, at + right)];
        if (around.has(other)) {
          around.get(one).push(other);
          around.get(other).push(one);
        }
      }
    }
  }
  return around;
}

class Position {
  constructor(around, end, stones, turn) {
    Object.assign(this, { around, end, stones, turn });
  }

  free(player) {
    const fits = (cell) => this.around.get(cell).every((near) => (this.stones.get(near) ?? player) === player);
    return [...this.around.keys()].filter((cell) => !this.stones.has(cell) && fits(cell));
  }

  legal() {
    if (this.turn === null) return [];
    const free = this.free(this.turn);
    return free.length > 0 ? free : ['pass'];
  }

  play(action) {
    const stones = new Map(this.stones);
    if (action !== 'pass') stones.set(action, this.turn);
    const following = COLOURS[(COLOURS.indexOf(this.turn) + 1) % 3];
    const after = new Position(this.around, this.end, stones, following);
    const asked = this.end === 'all' ? COLOURS : [following];
    if (!asked.some((player) => after.free(player).length > 0)) after.turn = null;
    return after;
  }

  state() {
    const of = (player) => [...this.stones].filter(([, owner]) => owner === player).map(([cell]) => cell).sort();
    const cells = Object.fromEntries(COLOURS.map((player) => [player, of(player)]));
    const scores = Object.fromEntries(COLOURS.map((player) => [player, cells[player].length]));
    const over = this.turn === null;
    const most = Math.max(...Object.values(scores));
    const winners = over ? COLOURS.filter((player) => scores[player] === most) : [];
    return { over, turn: this.turn, winners, scores, position: { ...cells, turn: this.turn } };
  }
}

serve('trefoil', (params, rulings) => {
  const { side } = numbers({ side: [4, 2, 6] }, params);
  const { end } = readings({ end: ['all', 'next'] }, rulings);
  return new Position(triangle(side), end, new Map(), 'red');
});
