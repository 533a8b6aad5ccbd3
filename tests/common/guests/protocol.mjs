// The adapter protocol for one game: requests on standard input, answers on standard output.

import { createInterface } from 'node:readline';

/** Thrown where this engine cannot play what it is asked to play. */
export class Unsupported extends Error {}

/** Thrown for an action that the rules forbid, or that is no action. */
export class Illegal extends Error {}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The reading of each question, the first one by default; refuses everything else. */
export function readings(questions, given) {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(questions, name) || !questions[name].includes(value)) {
      throw new Unsupported(`${name}=${JSON.stringify(value)}`);
    }
  }
  return { ...Object.fromEntries(Object.entries(questions).map(([name, all]) => [name, all[0]])), ...given };
}

/** Whole-number parameters within bounds, `[usual, least, most]` each; refuses everything else. */
export function numbers(known, given) {
  for (const [name, value] of Object.entries(given)) {
    const [, least, most] = Object.hasOwn(known, name) ? known[name] : [0, 1, 0];
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new Unsupported(`${name}=${JSON.stringify(value)}`);
    }
  }
  return { ...Object.fromEntries(Object.entries(known).map(([name, [usual]]) => [name, usual])), ...given };
}

/** Answer requests about one game; `start(params, rulings)` makes its first position. */
export function serve(name, start) {
  let position = null;
  const here = () => {
    if (position === null) throw new Error('no game is in progress');
    return position;
  };
  const count = (from, depth) => (depth === 0 ? 1
    : from.legal().reduce((sum, action) => sum + count(from.play(action), depth - 1), 0));
  const commands = {
    hello: ({ version }) => {
      if (version !== 1) throw new Error('this adapter speaks version 1');
      return { version: 1, name: `${name} in JavaScript`, language: 'javascript', games: [name] };
    },
    new: ({ game, params = {}, rulings = {} }) => {
      position = null;
      if (!isObject(params) || !isObject(rulings)) throw new Error('params and rulings are objects');
      if (game !== name) throw new Unsupported(`game ${JSON.stringify(game)}`);
      position = start(params, rulings);
      return {};
    },
    legal: () => ({ actions: here().legal() }),
    play: ({ action }) => {
      if (!here().legal().includes(action)) throw new Illegal(`not here: ${JSON.stringify(action)}`);
      position = here().play(action);
      return {};
    },
    state: () => here().state(),
    perft: ({ depth }) => {
      if (!Number.isInteger(depth) || depth < 0) throw new Error('perft needs a depth from 0');
      return { count: count(here(), depth) };
    },
    quit: () => ({}),
  };
  createInterface({ input: process.stdin }).on('line', (line) => {
    let answer;
    let cmd = null;
    try {
      const request = JSON.parse(line);
      if (!isObject(request) || !Object.hasOwn(commands, request.cmd)) throw new Error('no request');
      cmd = request.cmd;
      answer = { ok: true, ...commands[cmd](request) };
    } catch (error) {
      const kind = error instanceof Unsupported ? 'unsupported' : error instanceof Illegal ? 'illegal' : 'error';
      answer = { ok: false, [kind]: error.message };
    }
    process.stdout.write(`${JSON.stringify(answer)}\n`);
    if (cmd === 'quit') process.exit(0);
  });
  process.stdout.on('error', () => process.exit(0));
}
