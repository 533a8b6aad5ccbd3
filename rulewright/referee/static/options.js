// The choice of a game, its parameters, its readings, and who plays.
import { byId, element, prose } from "./dom.js";

const written = (value) =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Read what was typed: a number or other JSON, else a text; undefined if it was left empty. */
const read = (text) => {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const parameter = (name, { default: usual, values }, given) => {
  const field = Array.isArray(values)
    ? element("select", { name, id: `param-${name}` }, ...values.map((value) => element("option", { value: written(value) }, written(value))))
    : element("input", {
        name,
        id: `param-${name}`,
        autocomplete: "off",
        spellcheck: "false",
        "aria-describedby": values ? `values-${name}` : null,
      });
  field.value = written(given === undefined ? usual : given);
  return element(
    "div",
    {},
    element("label", { for: `param-${name}` }, name),
    field,
    Array.isArray(values) || !values ? null : element("span", { class: "quiet", id: `values-${name}` }, String(values)),
  );
};

const ruling = ({ name, asks, readings, default: usual }, given) => {
  const field = element(
    "select",
    { name, id: `ruling-${name}`, "aria-describedby": `asks-${name}` },
    ...readings.map((each) =>
      element("option", { value: each.name }, `${each.name}${each.name === usual ? " (default)" : ""}`),
    ),
  );
  field.value = given ?? usual;
  return element(
    "div",
    {},
    element("label", { for: `ruling-${name}` }, name),
    field,
    element("span", { class: "quiet", id: `asks-${name}` }, ...prose(asks)),
  );
};

/** Show the options of a game with the values of a line. */
export const write = (game, line) => {
  const params = Object.entries(game.parameters).map(([name, each]) => parameter(name, each, line.params[name]));
  const rulings = game.questions.map((question) => ruling(question, line.rulings[question.name]));
  byId("params").replaceChildren(...(params.length ? params : ["This game has none."]));
  byId("rulings").replaceChildren(...(rulings.length ? rulings : ["This rulebook leaves no question open."]));
};

/** Read the options that are not the default ones. */
export const chosen = (game) => {
  const params = {};
  for (const [name, { default: usual }] of Object.entries(game.parameters)) {
    const value = read(byId(`param-${name}`).value);
    if (value !== undefined && written(value) !== written(usual)) params[name] = value;
  }
  const rulings = {};
  for (const { name, default: usual } of game.questions) {
    const { value } = byId(`ruling-${name}`);
    if (value !== usual) rulings[name] = value;
  }
  return { params, rulings };
};

/** Leave out of a line what is the default. */
export const changed = (game, line) => {
  const differs = (value, usual) => written(value) !== written(usual);
  const keep = (given, usual) =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => differs(value, usual(name))));
  return {
    ...line,
    params: keep(line.params, (name) => game.parameters[name]?.default),
    rulings: keep(line.rulings, (name) => game.questions.find((each) => each.name === name)?.default),
  };
};

const KINDS = { person: "a person here", random: "the computer, at random", greedy: "the computer, greedily" };

/** Show who plays; `heard()` hears changes. */
export const seats = (players, kinds, heard) => {
  byId("players").replaceChildren(
    ...players.map((player) => {
      const field = element(
        "select",
        { id: `seat-${player}`, on: { change: () => { kinds[player] = field.value; heard(); } } },
        ...Object.entries(KINDS).map(([value, words]) => element("option", { value }, words)),
      );
      field.value = kinds[player] ?? "person";
      return element("div", {}, element("label", { for: `seat-${player}` }, player), field);
    }),
  );
};

const clauses = (game, names) =>
  names
    .map((name) => game.clauses.find(({ clause }) => clause === name))
    .filter(Boolean)
    .map(({ clause, demand }) => element("li", {}, element("span", { class: "tag" }, clause), " ", ...prose(demand)));

const CLICKS = {
  none: "This board cannot be clicked: type an action, or choose one of the legal moves.",
  one: "Click a place to play there; “Legal moves” marks where that is legal.",
  two: "Click what moves, then where it goes; “Legal moves” marks both.",
};

/** Say how the game is played, from its clauses, and how the page is used. */
export const hints = (game, how) => {
  const { hints: named } = game;
  const part = (title, names) =>
    names.length ? [element("h3", {}, title), element("ul", {}, ...clauses(game, names))] : [];
  byId("hints").replaceChildren(
    element("p", { id: "clicks" }, CLICKS[how]),
    ...part("How to move", named.how),
    ...part("The end, who wins, and what else the rules say", named.end),
  );
};

/** Say how the board is clicked, once its places are known. */
export const clicks = (steps) => {
  const line = byId("clicks");
  if (!line) return;
  const longest = Math.max(0, ...steps.map((each) => each.length));
  line.textContent = CLICKS[longest > 1 ? "two" : longest ? "one" : "none"];
};
