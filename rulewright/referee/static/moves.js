// The moves of a game and its variations, with marks where readings part.
import { button, byId, element } from "./dom.js";

const mark = (kind, sign, words, said) =>
  element(
    "span",
    { class: kind, title: said },
    element("span", { "aria-hidden": "true" }, `${sign} `),
    words,
    element("span", { class: "unseen" }, `: ${said}`),
  );

const marks = (node) => [
  ...(node.forbidden || []).map(({ question, reading, said }) =>
    mark("parting forbids", "✗", `illegal under ${question}=${reading}`, said),
  ),
  ...(node.parted || []).map(({ question, reading, said }) => mark("parting", "≠", `${question}=${reading}`, said)),
];

const item = (node, line, look) => {
  const on = line.includes(node);
  const number = element("span", { class: "number", "aria-hidden": "true" }, `${node.ply}.`);
  const play = button(element("code", {}, node.action), () => look(node), {
    "data-ply": on ? node.ply : null,
    "data-action": node.action,
    "aria-label": `${node.ply}. ${node.action}${on ? "" : ", a variation"}`,
  });
  return element("li", { class: on ? "on" : "off" }, number, play, ...marks(node));
};

const listed = (start, line, look) => {
  const items = [];
  for (let node = start; node.children.length > 0; [node] = node.children) {
    const [main, ...others] = node.children;
    items.push(item(main, line, look));
    for (const other of others) {
      const inner = element(
        "ol",
        { class: "variation", "aria-label": `Variation from action ${other.ply}` },
        item(other, line, look),
        ...listed(other, line, look),
      );
      items.push(element("li", { class: "branch" }, inner));
    }
  }
  return items;
};

/** Write the tree into the page; `look(node)` hears which position is wanted. */
export const write = (tree, look) => {
  const { line } = tree;
  const list = byId("tree").querySelector(".moves");
  const start = marks(tree.root);
  list.replaceChildren(
    ...(start.length ? [element("li", { class: "on" }, "at the start ", ...start)] : []),
    ...listed(tree.root, line, look),
  );
  byId("no-moves").hidden = tree.root.children.length > 0;
  byId("variation-buttons").hidden = tree.here.parent === null;
};
