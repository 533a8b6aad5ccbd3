// The address of the page holds the game, its options and the moves.

const value = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Read a line from the query of an address; null if it names no game. */
export const read = (query) => {
  const given = new URLSearchParams(query);
  const game = given.get("game");
  if (!game) return null;
  const line = { game, params: {}, rulings: {}, start: null, moves: [] };
  for (const [name, text] of given) {
    if (name.startsWith("param.")) line.params[name.slice(6)] = value(text);
    if (name.startsWith("ruling.")) line.rulings[name.slice(7)] = text;
  }
  line.moves = (given.get("moves") || "").split(/\s+/).filter(Boolean);
  const start = given.get("start");
  if (start) line.start = value(start);
  return line;
};

/** Write the query for a line; commas and colons stay readable. */
export const write = ({ game, params = {}, rulings = {}, start = null, moves = [] }) => {
  const query = new URLSearchParams({ game });
  for (const [name, given] of Object.entries(params)) {
    query.set(`param.${name}`, typeof given === "string" ? given : JSON.stringify(given));
  }
  for (const [name, reading] of Object.entries(rulings)) query.set(`ruling.${name}`, reading);
  if (start) query.set("start", JSON.stringify(start));
  if (moves.length) query.set("moves", moves.join(" "));
  return `?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%40", "@")}`;
};
