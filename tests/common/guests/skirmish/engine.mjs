// Skirmish in JavaScript: a string of twelve characters for the board.

import { numbers, readings, serve } from '../protocol.mjs';

const PLAYERS = ['white', 'black'];
const LETTERS = 'abcdef';

class Position {
  constructor(ahead, board, turn) {
    this.width = board.length / 4;
    Object.assign(this, { ahead, board, turn });
    this.won = ['w', 'b'].findIndex((man, at) => {
      const far = at === 0 ? board.slice(-this.width) : board.slice(0, this.width);
      return far.includes(man) || !board.includes(man === 'w' ? 'b' : 'w');
    });
    if (this.won >= 0) this.turn = null;
  }

  square(at) {
    return `${LETTERS[at % this.width]}${Math.floor(at / this.width) + 1}`;
  }

  number(name) {
    return LETTERS.indexOf(name[0]) + this.width * (Number(name[1]) - 1);
  }

  legal() {
    if (this.turn === null) return [];
    const own = this.turn[0];
    const actions = [];
    for (let from = 0; from < this.board.length; from += 1) {
      if (this.board[from] !== own) continue;
      for (const side of [-1, 0, 1]) {
        const column = (from % this.width) + side;
        const to = from + side + (own === 'w' ? this.width : -this.width);
        if (column < 0 || column >= this.width || this.board[to] === own) continue;
        if (side === 0 && this.board[to] !== '.' && this.ahead === 'blocked') continue;
        actions.push(`${this.square(from)}-${this.square(to)}`);
      }
    }
    return actions;
  }

  play(action) {
    const [from, to] = action.split('-').map((name) => this.number(name));
    const board = [...this.board];
    [board[from], board[to]] = ['.', board[from]];
    return new Position(this.ahead, board.join(''), this.turn === 'white' ? 'black' : 'white');
  }

  state() {
    const of = (man) => [...this.board].flatMap((each, at) => (each === man ? [this.square(at)] : [])).sort();
    const { turn } = this;
    const scores = { white: Number(this.won === 0), black: Number(this.won === 1) };
    const position = { white: of('w'), black: of('b'), turn };
    return { over: turn === null, turn, winners: this.won < 0 ? [] : [PLAYERS[this.won]], scores, position };
  }
}

serve('skirmish', (params, rulings) => {
  const { columns } = numbers({ columns: [3, 2, 6] }, params);
  const { ahead } = readings({ ahead: ['blocked', 'passed'] }, rulings);
  return new Position(ahead, ['w', '.', '.', 'b'].map((each) => each.repeat(columns)).join(''), 'white');
});
