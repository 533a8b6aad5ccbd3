// The adapter: one JSON object a line on standard input, one answer a line on standard output.

import * as dreieck from './dreieck.mjs';
import * as nonaga from './nonaga.mjs';
import { Illegal, Unsupported } from './options.mjs';

const GAMES = { nonaga, dreieck };

class BadRequest extends Error {}

let game = null;

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

function inProgress() {
  if (game === null) throw new BadRequest('no game is in progress');
  return game;
}

function perft(position, depth) {
  if (depth === 0) return 1;
  const actions = position.legal();
  if (depth === 1) return actions.length;
  return actions.reduce((sum, action) => sum + perft(position.play(action), depth - 1), 0);
}

const COMMANDS = {
  hello({ version }) {
    if (version !== 1) throw new BadRequest('this adapter speaks version 1');
    return { version: 1, name: 'javascript-example 1.0', language: 'javascript', games: Object.keys(GAMES) };
  },

  new({ game: name, params = {}, rulings = {} }) {
    game = null;
    if (typeof name !== 'string' || !isObject(params) || !isObject(rulings)) {
      throw new BadRequest('new: needs the text game; params and rulings are objects');
    }
    if (!Object.hasOwn(GAMES, name)) {
      throw new Unsupported(`game ${JSON.stringify(name)}, not one of ${Object.keys(GAMES).join(', ')}`);
    }
    game = GAMES[name].start(params, rulings);
    return {};
  },

  legal() {
    return { actions: inProgress().legal() };
  },

  play({ action }) {
    if (typeof action !== 'string') throw new BadRequest('play: needs the text action');
    game = inProgress().play(action);
    return {};
  },

  state() {
    return inProgress().state();
  },

  perft({ depth }) {
    if (!Number.isInteger(depth) || depth < 0) throw new BadRequest('perft: needs a depth from 0');
    return { count: perft(inProgress(), depth) };
  },

  quit() {
    return {};
  },
};

function parsed(line) {
  let request;
  try {
    request = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
  } catch {
    throw new BadRequest('a request is one JSON object on one line, in UTF-8');
  }
  if (!isObject(request)) throw new BadRequest('a request is a JSON object');
  if (typeof request.cmd !== 'string' || !Object.hasOwn(COMMANDS, request.cmd)) {
    throw new BadRequest(`cmd must be one of ${Object.keys(COMMANDS).join(', ')}`);
  }
  return request;
}

function answer(line) {
  try {
    const request = parsed(line);
    const result = { ok: true, ...COMMANDS[request.cmd](request) };
    return [result, request.cmd === 'quit'];
  } catch (error) {
    let kind = 'error';
    if (error instanceof Unsupported) kind = 'unsupported';
    else if (error instanceof Illegal) kind = 'illegal';
    else if (!(error instanceof BadRequest)) console.error(error);
    return [{ ok: false, [kind]: error.message }, false];
  }
}

function respond(line) {
  const [result, ended] = answer(line);
  process.stdout.write(`${JSON.stringify(result)}\n`);
  if (ended) process.exit(0);
}

// Lines are cut at the byte 10 and nowhere else; Node's readline would also cut at U+2028.
let parts = [];
process.stdin.on('data', (chunk) => {
  let rest = chunk;
  for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
    parts.push(rest.subarray(0, at));
    respond(Buffer.concat(parts));
    parts = [];
    rest = rest.subarray(at + 1);
  }
  if (rest.length > 0) parts.push(rest);
});
process.stdin.on('end', () => {
  if (parts.length > 0) respond(Buffer.concat(parts));
});
process.stdout.on('error', () => process.exit(0)); // nobody listens any more
