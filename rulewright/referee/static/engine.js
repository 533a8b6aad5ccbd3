// The foreign engine beside the board: whether it agrees, and the first difference.
import { button, byId, element } from "./dom.js";

const told = (value) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === undefined ? "nothing" : text.length > 400 ? `${text.slice(0, 400)} …` : text;
};

/** Say where an engine differs first, and how. */
export const said = ({ ply, difference }) => `${ply ? `after move ${ply}` : "at the start"}: ${difference.said}`;

const difference = (answer, { what, expected, given, clause, line }, heard) => [
  element("p", {}, element("span", { class: "verdict bad" }, "it differs"), " ", said(answer)),
  what === "fault"
    ? null
    : element(
        "dl",
        { class: "facts" },
        element("div", {}, element("dt", {}, "about"), element("dd", {}, what)),
        element("div", {}, element("dt", {}, "expected"), element("dd", {}, element("code", {}, told(expected)))),
        element("div", {}, element("dt", {}, "it said"), element("dd", {}, element("code", {}, told(given)))),
        clause ? element("div", {}, element("dt", {}, "clause"), element("dd", {}, element("span", { class: "tag" }, clause))) : null,
      ),
  element(
    "div",
    { class: "buttons small-buttons" },
    button("Go to that position", () => heard.go()),
    button("Save as a vector", () => heard.vector(line)),
    button("Copy as a report", () => heard.report(line)),
  ),
];

const say = (text) => {
  byId("engine").classList.remove("bad");
  byId("engine-body").replaceChildren(element("p", { class: "quiet" }, text));
};

/** Wait for what the engine says of a position. */
export const begin = () => say("Asking it …");

/** Say why the engine was not compared. */
export const fail = (message) => say(`Not compared here: ${message}`);

/** Write what came of asking the engine. */
export const write = (answer, heard) => {
  byId("engine-title").textContent = `The engine beside it: ${answer.called ?? "as named"}`;
  byId("engine").classList.toggle("bad", !answer.agrees);
  const body = answer.agrees
    ? [element("p", {}, element("span", { class: "verdict good" }, "agrees"), " on every position up to here.")]
    : difference(answer, answer.difference, heard);
  byId("engine-body").replaceChildren(...body.filter(Boolean));
};
