// The readings beside the board: what each other reading of the rulebook would say here.
import { button, byId, element, prose } from "./dom.js";

const MOST = 5;

const KINDS = {
  same: ["none", "the same"],
  fewer: ["warn", "fewer legal actions"],
  more: ["warn", "more legal actions"],
  other: ["warn", "other legal actions"],
  result: ["bad", "another result"],
  impossible: ["bad", "cannot arise"],
};

const number = (count) => `${count} ${count === 1 ? "action" : "actions"}`;

const badge = ({ here, more, fewer }) => {
  const [kind, words] = KINDS[here] ?? ["warn", here];
  const counts = { fewer: `${number(fewer.count)} fewer`, more: `${number(more.count)} more` };
  if (here === "other") counts.other = `${number(fewer.count)} fewer, ${more.count} more`;
  return element("span", { class: `verdict ${kind}` }, counts[here] ?? words);
};

const examples = (label, { count, examples: shown }, ask) =>
  count
    ? element(
        "p",
        { class: "examples quiet" },
        `${label}: `,
        ...shown.slice(0, MOST).map((action) => button(element("code", {}, action), () => ask(action), { class: "inline" })),
        count > shown.length ? ` and ${count - Math.min(shown.length, MOST)} more` : null,
      )
    : null;

const row = (question, each, heard) => {
  const under = `${question.question}=${each.reading}`;
  const parted = each.parts;
  return element(
    "li",
    { class: `reading ${each.here}`, "data-reading": under },
    element("p", {}, element("code", {}, each.reading), " ", badge(each), " ", element("span", { class: "quiet" }, ...prose(each.meaning))),
    each.here === "same" ? null : element("p", { class: "differs" }, ...prose(each.said)),
    examples("only here", each.fewer, (action) => heard.ask(action, { ...each, question: question.question })),
    examples(`only under ${under}`, each.more, (action) => heard.ask(action)),
    parted ? element("p", { class: "quiet parted" }, "First parted ", ...prose(parted.said.replace(`${under}: `, ""))) : null,
    element(
      "div",
      { class: "buttons small-buttons" },
      button("Shortest game", (event) => heard.shortest(question, each, event.currentTarget), { "aria-label": `Shortest game on which ${under} parts` }),
      button("Play on under it", () => heard.switched(question.question, each.reading), { "aria-label": `Play on under ${under}` }),
    ),
  );
};

const summary = (question) => {
  const differing = question.readings.filter(({ here }) => here !== "same");
  const words = differing.length
    ? element("span", { class: "verdict warn" }, differing.length === 1 ? "1 reading differs here" : `${differing.length} readings differ here`)
    : element("span", { class: "verdict none" }, "the same here");
  return element(
    "summary",
    {},
    element("span", { class: "tag" }, `${question.question}=${question.in_force}`),
    " ",
    words,
  );
};

let open = new Set();

/** Take away what was said of another position, and say something instead. */
const clear = (text) => {
  const list = byId("readings");
  open = new Set([...list.querySelectorAll("details[open]")].map(({ dataset }) => dataset.question));
  list.replaceChildren();
  byId("readings-said").textContent = text;
};

const PATIENCE = 300;

/** Wait for the readings of a position; what is there stays for a moment only. Returns a timeout. */
export const begin = () => {
  byId("readings").setAttribute("aria-busy", "true");
  return setTimeout(() => clear("Asking the other readings …"), PATIENCE);
};

/** Say why there are no readings. */
export const fail = (message) => {
  clear(`What other readings say here is not known: ${message}`);
  byId("readings").removeAttribute("aria-busy");
};

/** Write the readings; what was unfolded stays so, and what differs is unfolded. */
export const write = ({ questions }, heard) => {
  const list = byId("readings");
  for (const { dataset } of list.querySelectorAll("details[open]")) open.add(dataset.question);
  for (const { dataset } of list.querySelectorAll("details:not([open])")) open.delete(dataset.question);
  list.replaceChildren(
    ...questions.map((question) => {
      const differs = question.readings.some(({ here }) => here !== "same");
      return element(
        "details",
        { "data-question": question.question, class: "question", open: differs || open.has(question.question) },
        summary(question),
        element("p", { class: "quiet" }, ...prose(question.asks)),
        element("ul", { class: "plain-list" }, ...question.readings.map((each) => row(question, each, heard))),
      );
    }),
  );
  const differing = questions.flatMap(({ question, readings }) =>
    readings.filter(({ here }) => here !== "same").map(({ reading }) => `${question}=${reading}`),
  );
  byId("readings-said").textContent = !questions.length
    ? "This rulebook leaves no question open."
    : differing.length
      ? `Not the same under ${differing.join(", ")}.`
      : "Every other reading says the same here.";
};
