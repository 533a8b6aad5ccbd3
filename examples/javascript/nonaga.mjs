// Nonaga, after its rule page. A cell is one whole number, so that a set of cells is a Set, cells sort
// as their coordinates do, and a neighbour is a sum.

import { Illegal, oneOf, readings, refuseOthers, wholeNumber } from './options.mjs';

const PLAYERS = ['red', 'black'];

const QUESTIONS = {
  removal: ['path', 'local', 'four', 'rim'],
  placement: ['anywhere', 'slide_in', 'slide_across', 'four'],
  connectivity: ['connected', 'throughout', 'contact', 'free'],
  bar: ['opponent', 'none'],
  win: ['immediate', 'end_of_turn'],
  no_piece_step: ['skip', 'loses'],
  no_disc_step: ['skip', 'loses'],
};

const LARGEST = 32;
const WIDTH = 2 ** 22; // the field may drift two million cells before two numbers meet
const MIDDLE = WIDTH / 2;

const cellAt = (q, r) => (q + MIDDLE) * WIDTH + r + MIDDLE;
const coordinates = (cell) => [Math.floor(cell / WIDTH) - MIDDLE, (cell % WIDTH) - MIDDLE];
const spelt = (from, to) => `${coordinates(from)}>${coordinates(to)}`;

// The six directions, in the order round a cell.
const DIRECTIONS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
const STEPS = DIRECTIONS.map(([q, r]) => q * WIDTH + r);
const neighbours = (cell) => STEPS.map((step) => cell + step);
const contacts = (cell, discs) => STEPS.filter((step) => discs.has(cell + step)).length;

const opponentOf = (player) => (player === 'red' ? 'black' : 'red');

/** Set a game up; throws `Unsupported`. */
export function start(params, given) {
  refuseOthers('parameter', ['n', 'first'], params);
  const n = wholeNumber('n', params.n, 2, 1, LARGEST);
  const first = oneOf('first', PLAYERS, params.first);
  const rulings = readings(QUESTIONS, given);

  const discs = new Set();
  for (let q = -n; q <= n; q += 1) {
    for (let r = Math.max(-n, -n - q); r <= Math.min(n, n - q); r += 1) discs.add(cellAt(q, r));
  }
  const corners = DIRECTIONS.map(([q, r]) => cellAt(n * q, n * r));
  const pieces = {
    red: corners.filter((_, i) => i % 2 === 0),
    black: corners.filter((_, i) => i % 2 === 1),
  };
  return beginTurn({ rulings, discs, pieces }, first, null, false);
}

/** A position with somebody to move, or at its end; it never changes. */
class Nonaga {
  constructor({ rulings, discs, pieces }, { turn = null, step = null, barred = null, actions = new Map(), winner = null }) {
    Object.assign(this, { rulings, discs, pieces, turn, step, barred, actions, winner });
  }

  get over() {
    return this.turn === null;
  }

  legal() {
    return [...this.actions.keys()];
  }

  play(action) {
    if (!this.actions.has(action)) throw new Illegal(`no legal action: ${action}`);
    const [from, to] = this.actions.get(action);
    return this.step === 'piece' ? this.#stepPiece(from, to) : this.#stepDisc(from, to);
  }

  #stepPiece(from, to) {
    const own = this.pieces[this.turn].map((cell) => (cell === from ? to : cell));
    const table = { ...this, pieces: { ...this.pieces, [this.turn]: own } };
    if (this.rulings.win === 'immediate' && together(own)) return end(table, this.turn);
    return continueWithDisc(table, this.turn, this.barred, { stepped: true });
  }

  #stepDisc(from, to) {
    const discs = new Set(this.discs).add(to);
    discs.delete(from);
    const table = { ...this, discs };
    if (together(this.pieces[this.turn])) return end(table, this.turn); // NON-9, `end_of_turn`
    return beginTurn(table, opponentOf(this.turn), to, false);
  }

  state() {
    const sorted = (cells) => [...cells].sort((a, b) => a - b).map(coordinates);
    return {
      over: this.over,
      turn: this.turn,
      winners: this.winner === null ? [] : [this.winner],
      scores: Object.fromEntries(PLAYERS.map((player) => [player, Number(player === this.winner)])),
      position: {
        discs: sorted(this.discs),
        pieces: { red: sorted(this.pieces.red), black: sorted(this.pieces.black) },
        turn: this.turn,
        step: this.step,
        barred: this.barred === null ? null : coordinates(this.barred),
      },
    };
  }
}

const end = (table, winner) => new Nonaga(table, { winner });

/** The next turn; `idle` tells that the turn before it went by without an action. */
function beginTurn(table, turn, barred, idle) {
  const actions = pieceSteps(table, turn);
  if (actions.size > 0) return new Nonaga(table, { turn, step: 'piece', barred, actions });
  if (table.rulings.no_piece_step === 'loses') return end(table, opponentOf(turn));
  return continueWithDisc(table, turn, barred, { stepped: false, idle });
}

function continueWithDisc(table, turn, barred, { stepped, idle = false }) {
  const actions = discSteps(table, barred);
  if (actions.size > 0) return new Nonaga(table, { turn, step: 'disc', barred, actions });
  if (table.rulings.no_disc_step === 'loses') return end(table, opponentOf(turn));
  if (together(table.pieces[turn])) return end(table, turn);
  if (!stepped && idle) return end(table, null);
  return beginTurn(table, opponentOf(turn), null, !stepped);
}

/** NON-2 and NON-3: each way a piece can slide, as far as it goes. */
function pieceSteps({ discs, pieces }, turn) {
  const occupied = new Set([...pieces.red, ...pieces.black]);
  const free = (cell) => discs.has(cell) && !occupied.has(cell);
  const actions = new Map();
  for (const from of pieces[turn]) {
    for (const step of STEPS) {
      let to = from;
      while (free(to + step)) to += step;
      if (to !== from) actions.set(spelt(from, to), [from, to]);
    }
  }
  return actions;
}

/** NON-4 to NON-8: each way to relocate a disc. */
function discSteps({ rulings, discs, pieces }, barred) {
  const occupied = new Set([...pieces.red, ...pieces.black]);
  const actions = new Map();
  for (const from of discs) {
    if (occupied.has(from)) continue;
    if (rulings.bar === 'opponent' && from === barred) continue;
    if (contacts(from, discs) === 6) continue; // it comes from the edge, whatever the reading
    const others = new Set(discs);
    others.delete(from);
    if (!removable(rulings, from, others)) continue;
    const apart = !connected(others);
    if (rulings.connectivity === 'throughout' && apart) continue;
    const allowed = placementTest(rulings, from, others);
    for (const to of shore(others)) {
      if (to === from || contacts(to, others) < 2 || !allowed(to)) continue;
      if (holdsTogether(rulings, others, to, apart)) actions.set(spelt(from, to), [from, to]);
    }
  }
  return actions;
}

/** NON-5. */
function removable({ removal }, from, others) {
  switch (removal) {
    case 'path':
      return slide(farFrom(others), others).has(from); // a way out is a way in
    case 'local':
      return STEPS.some((step, i) => !others.has(from + step) && !others.has(from + STEPS[(i + 1) % 6]));
    case 'four':
      return contacts(from, others) <= 4;
    default:
      return contacts(from, others) <= 5;
  }
}

/** NON-7, beyond the two contacts: tells of a vacant cell whether the disc may be put there. */
function placementTest({ placement }, from, others) {
  switch (placement) {
    case 'slide_in': {
      const reached = slide(farFrom(others), others);
      return (to) => reached.has(to);
    }
    case 'slide_across': {
      const reached = slide(from, others);
      return (to) => reached.has(to);
    }
    case 'four':
      return (to) => contacts(to, others) <= 4;
    default:
      return () => true;
  }
}

/** NON-8; `apart` tells that the other discs are several groups. */
function holdsTogether({ connectivity }, others, to, apart) {
  switch (connectivity) {
    case 'connected':
    case 'throughout':
      return !apart || connected(new Set(others).add(to));
    case 'contact': {
      const after = new Set(others).add(to);
      return [...after].every((cell) => contacts(cell, after) > 0);
    }
    default:
      return true;
  }
}

/** The vacant cells next to a disc. */
function shore(discs) {
  const cells = new Set();
  for (const disc of discs) {
    for (const cell of neighbours(disc)) if (!discs.has(cell)) cells.add(cell);
  }
  return cells;
}

/** The box that holds the discs, and two cells more on each side. */
function surroundings(discs) {
  const all = [...discs].map(coordinates);
  const [qs, rs] = [all.map(([q]) => q), all.map(([, r]) => r)];
  return [Math.min(...qs) - 2, Math.max(...qs) + 2, Math.min(...rs) - 2, Math.max(...rs) + 2];
}

/** A cell from which one can go arbitrarily far away. */
function farFrom(discs) {
  const [q, , r] = surroundings(discs);
  return cellAt(q, r);
}

/**
 * The vacant cells near the discs that a round disc can reach from a cell. The rim of the box is two
 * cells off the discs: a disc that has reached it can go round the field, and as far away as it likes.
 */
function slide(from, discs) {
  const [west, east, south, north] = surroundings(discs);
  const reached = new Set([from]);
  for (const cell of reached) { // a Set is walked in the order of insertion, with what is added meanwhile
    STEPS.forEach((step, i) => {
      const next = cell + step;
      const [q, r] = coordinates(next);
      if (q < west || q > east || r < south || r > north || discs.has(next)) return;
      const squeezed = discs.has(cell + STEPS[(i + 1) % 6]) && discs.has(cell + STEPS[(i + 5) % 6]);
      if (!squeezed) reached.add(next);
    });
  }
  return reached;
}

function connected(discs) {
  const reached = new Set(discs.size > 0 ? [discs.values().next().value] : []);
  for (const cell of reached) {
    for (const next of neighbours(cell)) if (discs.has(next)) reached.add(next);
  }
  return reached.size === discs.size;
}

/** NON-9: the three cells are connected. */
function together(cells) {
  return connected(new Set(cells));
}
