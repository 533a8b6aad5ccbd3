// Rhomb in JavaScript: stones in a map, and a flood from one side.

import { numbers, readings, serve } from '../protocol.mjs';

const COLUMNS = 'abcdefghijk';
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const name = (x, y) => `${COLUMNS[x]}${y + 1}`;
const place = (cell) => [COLUMNS.indexOf(cell[0]), Number(cell.slice(1)) - 1];

class Position {
  constructor(n, mirror, stones, turn) {
    Object.assign(this, { n, mirror, stones, turn });
    this.won = ['red', 'blue'].find((player) => this.joins(player)) ?? null;
    if (this.won) this.turn = null;
  }

  joins(player) {
    const axis = player === 'red' ? 1 : 0;
    const own = [...this.stones].filter(([, owner]) => owner === player).map(([cell]) => cell);
    const reached = new Set(own.filter((cell) => place(cell)[axis] === 0));
    for (const cell of reached) { // a Set is walked with what is added meanwhile
      const [x, y] = place(cell);
      if ([x, y][axis] === this.n - 1) return true;
      for (const [dx, dy] of STEPS) {
        const other = name(x + dx, y + dy);
        if (this.stones.get(other) === player) reached.add(other);
      }
    }
    return false;
  }

  legal() {
    if (this.turn === null) return [];
    const actions = this.turn === 'blue' && this.stones.size === 1 ? ['swap'] : [];
    for (let y = 0; y < this.n; y += 1) {
      for (let x = 0; x < this.n; x += 1) if (!this.stones.has(name(x, y))) actions.push(name(x, y));
    }
    return actions;
  }

  play(action) {
    const stones = new Map(this.stones);
    if (action === 'swap') {
      const [[cell]] = stones;
      const [x, y] = place(cell);
      stones.clear();
      stones.set(this.mirror ? name(y, x) : cell, 'blue');
    } else stones.set(action, this.turn);
    return new Position(this.n, this.mirror, stones, this.turn === 'red' ? 'blue' : 'red');
  }

  state() {
    const { turn, won, stones } = this;
    const of = (player) => [...stones].filter(([, owner]) => owner === player).map(([cell]) => cell).sort();
    const position = { red: of('red'), blue: of('blue'), turn };
    const scores = { red: Number(won === 'red'), blue: Number(won === 'blue') };
    return { over: turn === null, turn, winners: won ? [won] : [], scores, position };
  }
}

serve('rhomb', (params, rulings) => {
  const { n } = numbers({ n: [5, 2, 11] }, params);
  const { swap } = readings({ swap: ['mirror', 'stay'] }, rulings);
  return new Position(n, swap === 'mirror', new Map(), 'red');
});
