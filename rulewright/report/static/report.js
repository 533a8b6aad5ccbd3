"use strict";
// Steps through the games of the page. The page has the last position of each game; the rest is in one
// JSON block: lines of pictures and actions, each once, and frames as runs in these tables.
(() => {
  const sheet = JSON.parse(document.getElementById("replays").textContent);

  const unfold = (runs, table) => {
    const found = [];
    for (let at = 0; at < runs.length; at += 2) {
      found.push(...table.slice(runs[at], runs[at] + runs[at + 1]));
    }
    return found;
  };

  // A board that does not fit scrolls sideways, so the keyboard must reach it; one that fits is not focusable.
  const fit = (board) => {
    const picture = board.querySelector("svg");
    if (!picture) return;
    board.style.setProperty("--wide", picture.viewBox.baseVal.width);
    const scrolls = board.scrollWidth > board.clientWidth + 1;
    const given = { tabindex: "0", role: "group", "aria-label": "Board, scrolls sideways" };
    for (const [name, value] of Object.entries(given)) {
      if (scrolls) board.setAttribute(name, value);
      else board.removeAttribute(name);
    }
    const figure = board.closest("figure, details");
    const note = figure && figure.querySelector(".sideways");
    if (note) note.hidden = !scrolls;
    const mark = board.querySelector(".refused") || board.querySelector(".last");
    if (scrolls && mark) {
      const [around, at] = [board.getBoundingClientRect(), mark.getBoundingClientRect()];
      if (at.left < around.left || at.right > around.right) {
        board.scrollLeft += (at.left + at.right - around.left - around.right) / 2;
      }
    }
  };

  class Player {
    constructor(figure) {
      this.figure = figure;
      this.replay = sheet.replays[figure.dataset.replay];
      this.at = this.replay.frames.length - 1;
      this.showing = false;
      this.drawn = null;
      this.listed = -1;
      const find = (selector) => figure.querySelector(selector);
      this.board = find(".board");
      this.said = find(".said");
      this.slider = find("input[type=range]");
      this.toggle = find("[data-legal]");
      this.legal = find(".legal");
      this.refused = find(".refused");
      this.moves = [...figure.querySelectorAll(".moves li")];
      find(".controls").hidden = false;
      const hint = find(".hint");
      if (hint) hint.hidden = false;
      this.slider.max = String(this.replay.frames.length - 1);
      this.listen();
      this.show(this.at, false);
    }

    listen() {
      for (const button of this.figure.querySelectorAll("[data-go]")) {
        button.addEventListener("click", () => this.go(button.dataset.go));
      }
      this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
      this.toggle.addEventListener("click", () => this.reveal());
      this.moves.forEach((item, index) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...item.childNodes);
        button.addEventListener("click", () => this.show(index + 1));
        item.append(button);
      });
      this.figure.addEventListener("keydown", (event) => this.key(event));
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.target === this.board && event.key.startsWith("Arrow")) return; // scrolls the board
      const steps = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
      if (event.key in steps) {
        this.go(steps[event.key]);
      } else if (event.key === "l") {
        this.reveal();
      } else {
        return;
      }
      event.preventDefault();
    }

    go(where) {
      const last = this.replay.frames.length - 1;
      this.show({ first: 0, back: this.at - 1, next: this.at + 1, last }[where]);
    }

    reveal() {
      this.showing = !this.showing;
      this.toggle.setAttribute("aria-pressed", String(this.showing));
      this.show(this.at);
    }

    show(wanted, loud = true) {
      const { frames } = this.replay;
      this.at = Math.min(Math.max(wanted, 0), frames.length - 1);
      const frame = frames[this.at];
      const lines = this.showing ? frame.marked : frame.drawn;
      if (lines !== this.drawn && (loud || !this.board.firstElementChild)) {
        this.board.innerHTML = unfold(lines, sheet.lines).join("\n");
        fit(this.board);
      }
      this.drawn = lines;
      this.slider.value = String(this.at);
      this.slider.setAttribute("aria-valuetext", frame.said);
      this.said.textContent = frame.said;
      this.moves.forEach((item, index) => {
        const here = index + 1 === this.at;
        const button = item.firstElementChild;
        if (here) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
        if (here) this.scrollTo(item);
      });
      if (this.refused) {
        this.refused.classList.toggle("now", this.at > this.replay.moves.length);
      }
      this.list(frame);
    }

    scrollTo(item) {
      const list = item.parentElement;
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }

    list(frame) {
      this.legal.hidden = !this.showing;
      if (!this.showing || this.listed === this.at) return;
      this.listed = this.at;
      const actions = unfold(frame.legal, sheet.actions);
      const count = actions.length;
      this.legal.querySelector(".count").textContent =
        count === 1 ? "1 legal move" : `${count.toLocaleString("en")} legal moves`;
      this.legal.querySelector("ul").replaceChildren(
        ...actions.map((action) => {
          const item = document.createElement("li");
          item.textContent = action;
          return item;
        }),
      );
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

  const watch = new ResizeObserver((seen) => seen.forEach(({ target }) => fit(target)));
  for (const board of document.querySelectorAll("div.board")) watch.observe(board);

  // A link into a closed fold opens it.
  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const folded = target && target.closest("details");
    if (folded) folded.open = true;
  };
  window.addEventListener("hashchange", open);
  open();
})();
