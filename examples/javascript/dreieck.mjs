// Dreieck nimmt, after its rule page. A cell is its name, "u0,0"; the table is a Map from cells to tiles.

import { Illegal, oneOf, readings, refuseOthers, Unsupported, wholeNumber } from './options.mjs';

const QUESTIONS = {
  match: ['all', 'one'],
  outline: ['outer', 'every'],
  trigger: ['completing', 'standing'],
  claim: ['must', 'may'],
  stuck: ['keep', 'bury'],
};

const MOST_PLAYERS = 100;

const rotations = (symbols) => [0, 1, 2].map((i) => symbols.slice(i) + symbols.slice(0, i));
const nameOf = (symbols) => rotations(symbols).sort()[0];

/** The names of all tiles with `s` symbols, sorted. */
function allTiles(s) {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, s);
  const names = new Set();
  for (const a of letters) for (const b of letters) for (const c of letters) names.add(nameOf(a + b + c));
  return [...names].sort();
}

// Edge i of a cell runs from its corner i to its corner i + 1. Each entry: the change of q and r to the cell
// across the edge, and the number of that edge as seen from there.
const ACROSS = {
  u: [[0, -1, 1], [0, 0, 2], [-1, 0, 0]],
  d: [[1, 0, 2], [0, 1, 0], [0, 0, 1]],
};

const neighboursKnown = new Map();

/** The three neighbours of a cell: `{cell, edge}`, in the order of the cell's own edges. */
function neighbours(cell) {
  let found = neighboursKnown.get(cell);
  if (found === undefined) {
    const [q, r] = place(cell);
    const other = cell[0] === 'u' ? 'd' : 'u';
    found = ACROSS[cell[0]].map(([dq, dr, edge]) => ({ cell: `${other}${q + dq},${r + dr}`, edge }));
    neighboursKnown.set(cell, found);
  }
  return found;
}

const place = (cell) => cell.slice(1).split(',').map(Number);

/** The two symbols at an edge, counter-clockwise. */
const atEdge = (symbols, edge) => symbols[edge] + symbols[(edge + 1) % 3];

/** Set a game up; throws `Unsupported`. */
export function start(params, given) {
  refuseOthers('parameter', ['k', 's', 'supply', 'stacks'], params);
  const k = wholeNumber('k', params.k, 2, 2, MOST_PLAYERS);
  const s = wholeNumber('s', params.s, 4, 1, 26);
  const supply = oneOf('supply', ['hand', 'stack'], params.supply);
  const rulings = readings(QUESTIONS, given);
  const players = Array.from({ length: k }, (_, i) => `p${i + 1}`);
  return new Dreieck({
    rulings,
    players,
    supply,
    table: new Map(),
    left: supply === 'stack' ? stacks(params.stacks, players, s) : hands(params, players, s),
    captured: Object.fromEntries(players.map((player) => [player, 0])),
    passes: 0,
    turn: players[0],
  });
}

function hands(params, players, s) {
  if (Object.hasOwn(params, 'stacks')) throw new Unsupported('stacks are for supply=stack only');
  return Object.fromEntries(players.map((player) => [player, allTiles(s)]));
}

function stacks(given, players, s) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Unsupported('supply=stack needs stacks: an object, player to list of tile names');
  }
  refuseOthers('player in stacks', players, given);
  const tiles = JSON.stringify(allTiles(s));
  return Object.fromEntries(
    players.map((player) => {
      const stack = given[player];
      if (!Array.isArray(stack) || JSON.stringify([...stack].sort()) !== tiles) {
        throw new Unsupported(`the stack of ${player} must name each of its tiles once`);
      }
      return [player, [...stack]];
    }),
  );
}

/** A position with somebody to move, or at its end; it never changes. */
class Dreieck {
  #actions = null;

  constructor(fields) {
    Object.assign(this, fields);
  }

  get over() {
    return this.turn === null;
  }

  legal() {
    this.#actions ??= this.over ? [] : this.#list();
    return this.#actions;
  }

  play(action) {
    if (!this.legal().includes(action)) throw new Illegal(`no legal action: ${action}`);
    return action === 'pass' ? this.#pass() : this.#lay(action);
  }

  #list() {
    const layings = this.table.size === 0 ? this.#first() : [...this.#next()];
    return layings.length > 0 ? layings : ['pass']; // DRE-6
  }

  /** The tiles that may be chosen from. */
  #choice() {
    const left = this.left[this.turn];
    return this.supply === 'stack' ? left.slice(0, 1) : left;
  }

  #first() {
    return this.#choice().map((tile) => `u0,0:${tile}`);
  }

  /** DRE-3 to DRE-5: every way to lay a tile against those that lie. */
  * #next() {
    const ways = new Set(this.#choice().flatMap(rotations));
    for (const cell of this.#shore()) {
      const wanted = neighbours(cell).map(({ cell: next, edge }) => {
        const tile = this.table.get(next);
        return tile && [...atEdge(tile.symbols, edge)].reverse().join('');
      });
      const fits = (symbols) => {
        const agreed = wanted.map((pair, edge) => pair === undefined ? null : pair === atEdge(symbols, edge));
        return this.rulings.match === 'all' ? !agreed.includes(false) : agreed.includes(true);
      };
      const fitting = [...ways].filter(fits);
      if (fitting.length === 0) continue;
      const choosable = this.rulings.claim === 'may' && this.#capturedBy(cell).size > 0;
      for (const symbols of fitting) {
        yield `${cell}:${symbols}`;
        if (choosable) yield `${cell}:${symbols}~`;
      }
    }
  }

  /** The empty cells next to a tile. */
  #shore() {
    const cells = new Set();
    for (const cell of this.table.keys()) {
      for (const { cell: next } of neighbours(cell)) if (!this.table.has(next)) cells.add(next);
    }
    return cells;
  }

  #lay(action) {
    const { turn } = this;
    const [cell, text] = action.split(':');
    const symbols = text.slice(0, 3);
    const table = new Map(this.table).set(cell, { owner: turn, symbols });
    const taken = text.endsWith('~') ? new Set() : this.#capturedBy(cell);
    for (const prisoner of taken) table.delete(prisoner);
    const left = { ...this.left, [turn]: this.left[turn].filter((tile) => tile !== nameOf(symbols)) };
    const captured = { ...this.captured, [turn]: this.captured[turn] + taken.size };
    const over = this.players.every((player) => left[player].length === 0);
    return this.#after({ table, left, captured, passes: 0 }, over);
  }

  #pass() {
    const { turn } = this;
    const passes = this.passes + 1;
    let { left } = this;
    if (this.supply === 'stack' && this.rulings.stuck === 'bury') {
      const [top, ...below] = left[turn];
      left = { ...left, [turn]: top === undefined ? [] : [...below, top] };
    }
    return this.#after({ left, passes }, passes === this.players.length);
  }

  #after(changes, over) {
    const next = this.players[(this.players.indexOf(this.turn) + 1) % this.players.length];
    return new Dreieck({ ...this, ...changes, turn: over ? null : next });
  }

  /** DRE-7: the cells that fall when the player to move lays a tile on this cell. */
  #capturedBy(cell) {
    const owners = new Map([...this.table].map(([at, { owner }]) => [at, owner])).set(cell, this.turn);
    const starts = this.rulings.trigger === 'standing'
      ? [...owners.keys()]
      : neighbours(cell).map((next) => next.cell); // no other region touches the tile just laid
    const taken = new Set();
    const seen = new Set();
    for (const from of starts) {
      if (!owners.has(from) || owners.get(from) === this.turn || seen.has(from)) continue;
      const region = regionOf(from, owners);
      for (const member of region) seen.add(member);
      const beyond = this.#beyond(region);
      if (!beyond.every((next) => owners.has(next))) continue;
      if (this.rulings.trigger === 'completing' && !beyond.includes(cell)) continue;
      for (const member of region) taken.add(member);
    }
    return taken;
  }

  /** The cells on the other side of the edges of a region that count. */
  #beyond(region) {
    const outside = [...region].flatMap((cell) =>
      neighbours(cell).map((next) => next.cell).filter((next) => !region.has(next)));
    if (this.rulings.outline === 'every') return outside;
    const unbounded = unboundedPart(region);
    return outside.filter((next) => unbounded.has(next));
  }

  state() {
    const scores = Object.fromEntries(
      this.players.map((player) => [player, this.captured[player] - this.left[player].length]),
    );
    const best = Math.max(...Object.values(scores));
    const tiles = [...this.table].map(([cell, { owner, symbols }]) => [cell, [owner, symbols]]);
    return {
      over: this.over,
      turn: this.turn,
      winners: this.over ? this.players.filter((player) => scores[player] === best) : [],
      scores,
      position: {
        tiles: Object.fromEntries(tiles),
        left: this.left, // a hand stays sorted: tiles are only taken out
        captured: this.captured,
        passes: this.passes,
        turn: this.turn,
      },
    };
  }
}

/** The tiles of one player that are connected with the one on this cell. */
function regionOf(from, owners) {
  const region = new Set([from]);
  for (const cell of region) { // a Set is walked in the order of insertion, with what is added meanwhile
    for (const { cell: next } of neighbours(cell)) {
      if (owners.get(next) === owners.get(from)) region.add(next);
    }
  }
  return region;
}

/** The cells near a region, outside it, from which one can go arbitrarily far without crossing it. */
function unboundedPart(region) {
  const places = [...region].map(place);
  const [qs, rs] = [places.map(([q]) => q), places.map(([, r]) => r)];
  const [west, east] = [Math.min(...qs) - 1, Math.max(...qs) + 1];
  const [south, north] = [Math.min(...rs) - 1, Math.max(...rs) + 1];
  const reached = new Set([`u${west},${south}`]);
  for (const cell of reached) {
    for (const { cell: next } of neighbours(cell)) {
      const [q, r] = place(next);
      const near = q >= west && q <= east && r >= south && r <= north;
      if (near && !region.has(next)) reached.add(next);
    }
  }
  return reached;
}
