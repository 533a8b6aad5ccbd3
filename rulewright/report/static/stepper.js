// What the report's replayer and the referee share: a picture in its board, and steps through positions.
// The report puts this file into its pages, without the words `export`.

/** Let a board that does not fit scroll sideways, by key too; one that fits is not focusable. */
export const fit = (board) => {
  const picture = board.querySelector("svg");
  if (!picture) return;
  board.style.setProperty("--wide", picture.viewBox.baseVal.width);
  const scrolls = board.scrollWidth > board.clientWidth + 1;
  const given = { tabindex: "0", role: "group", "aria-label": "Board, scrolls sideways" };
  for (const [name, value] of Object.entries(given)) {
    if (scrolls) board.setAttribute(name, value);
    else board.removeAttribute(name);
  }
  const figure = board.closest("figure, details, .play");
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

/** Put a picture into its board. */
export const paint = (board, svg) => {
  board.innerHTML = svg;
  fit(board);
};

/** Keep boards fitting when their width changes. */
export const watch = (boards) => {
  const seen = new ResizeObserver((changed) => changed.forEach(({ target }) => fit(target)));
  for (const board of boards) seen.observe(board);
};

/** Write how many actions are legal. */
export const counted = (count) =>
  count === 1 ? "1 legal move" : `${count.toLocaleString("en")} legal moves`;

const STEPS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

/**
 * Steps through the positions of a game by button, slider and key.
 *
 * The figure has a `.board`, a caption `.said`, buttons with `data-go`, a slider, a button with
 * `data-legal`, a list `.legal`, and a list `.moves`. A subclass gives `last`, the number of the last
 * position, and `step(to)`, which brings a position to `render`.
 */
export class Stepper {
  constructor(figure) {
    this.figure = figure;
    this.at = 0;
    this.showing = false;
    const find = (selector) => figure.querySelector(selector);
    this.board = find(".board");
    this.said = find(".said");
    this.slider = find("input[type=range]");
    this.toggle = find("[data-legal]");
    this.legal = find(".legal");
    this.moves = find(".moves");
    find(".controls").hidden = false;
    for (const button of figure.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => this.go(button.dataset.go));
    }
    this.slider.addEventListener("input", () => this.step(Number(this.slider.value)));
    this.toggle.addEventListener("click", () => this.reveal());
    figure.addEventListener("keydown", (event) => this.key(event));
  }

  get last() {
    return 0;
  }

  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target === this.board && event.key.startsWith("Arrow")) return; // scrolls the board
    if (event.target !== this.slider && event.target.matches("input, select, textarea")) return;
    if (event.key in STEPS) {
      this.go(STEPS[event.key]);
    } else if (event.key === "l") {
      this.reveal();
    } else {
      return;
    }
    event.preventDefault();
  }

  go(where) {
    const to = { first: 0, back: this.at - 1, next: this.at + 1, last: this.last }[where];
    this.step(this.within(to));
  }

  within(wanted) {
    return Math.min(Math.max(wanted, 0), this.last);
  }

  reveal() {
    this.showing = !this.showing;
    this.toggle.setAttribute("aria-pressed", String(this.showing));
    this.step(this.at);
  }

  /** Say where in the game we are: in the caption, the slider and the list of moves. */
  tell(said) {
    this.slider.max = String(this.last);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", said);
    this.said.textContent = said;
    this.current();
  }

  /** Mark the action in the list of moves that led here. */
  current() {
    [...this.moves.querySelectorAll("[data-ply]")].forEach((button) => {
      const here = Number(button.dataset.ply) === this.at;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here) this.reach(button);
    });
  }

  reach(button) {
    const list = this.moves;
    const [around, at] = [list.getBoundingClientRect(), button.getBoundingClientRect()];
    list.scrollTop += (at.top + at.bottom - around.top - around.bottom) / 2;
  }

  /** List the legal actions, if they are shown; `made` makes the element for one. */
  list(actions, made = (action) => action) {
    this.legal.hidden = !this.showing;
    if (!this.showing) return;
    this.legal.querySelector(".count").textContent = counted(actions.length);
    this.legal.querySelector("ul").replaceChildren(
      ...actions.map((action) => {
        const item = document.createElement("li");
        item.append(made(action));
        return item;
      }),
    );
  }
}
