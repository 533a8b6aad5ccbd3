// Steps through the games of the page. The page has the last position of each game; the rest is in one
// JSON block: lines of pictures and actions, each once, and frames as runs in these tables.
import { Stepper, paint, watch } from "./stepper.js";

const sheet = JSON.parse(document.getElementById("replays").textContent);

const unfold = (runs, table) => {
  const found = [];
  for (let at = 0; at < runs.length; at += 2) {
    found.push(...table.slice(runs[at], runs[at] + runs[at + 1]));
  }
  return found;
};

class Player extends Stepper {
  constructor(figure) {
    super(figure);
    this.replay = sheet.replays[figure.dataset.replay];
    this.drawn = null;
    this.listed = -1;
    this.refused = figure.querySelector(".refused");
    const hint = figure.querySelector(".hint");
    if (hint) hint.hidden = false;
    [...this.moves.children].forEach((item, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.ply = String(index + 1);
      button.append(...item.childNodes);
      button.addEventListener("click", () => this.step(index + 1));
      item.append(button);
    });
    this.at = this.last;
    this.step(this.at, false);
  }

  get last() {
    return this.replay.frames.length - 1;
  }

  step(wanted, loud = true) {
    this.at = this.within(wanted);
    const frame = this.replay.frames[this.at];
    const lines = this.showing ? frame.marked : frame.drawn;
    if (lines !== this.drawn && (loud || !this.board.firstElementChild)) {
      paint(this.board, unfold(lines, sheet.lines).join("\n"));
    }
    this.drawn = lines;
    this.tell(frame.said);
    if (this.refused) this.refused.classList.toggle("now", this.at > this.replay.moves.length);
    const known = this.showing && this.listed === this.at;
    if (!known) this.list(this.showing ? unfold(frame.legal, sheet.actions) : []);
    this.listed = this.showing ? this.at : -1;
  }
}

const players = new Map();
const wake = (figure) => {
  if (!players.has(figure)) players.set(figure, new Player(figure));
};
for (const figure of document.querySelectorAll("[data-replay]")) {
  const folded = figure.closest("details");
  if (folded === null) wake(figure);
  else folded.addEventListener("toggle", () => folded.open && wake(figure));
}

watch(document.querySelectorAll("div.board"));

// A link into a closed fold opens it.
const open = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && target.closest("details");
  if (folded) folded.open = true;
};
window.addEventListener("hashchange", open);
open();
