// The places of a board that can be clicked, tapped, or reached by key: shapes laid over the picture.
// A place stands for actions; a second place, or a list of texts, decides between several.
import { shape } from "./dom.js";

const FINGER = 15;
const NEAR = 1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The parts of an action's text, and how it begins up to a part. */
export const parts = (action) => action.split(/(?<=[@:>])/);

const shared = (texts) => {
  const [first, ...others] = texts.map(parts);
  let count = 0;
  while (count < first.length && others.every((other) => other[count] === first[count])) count += 1;
  return first.slice(0, count).join("").replace(/[@:>]$/, "");
};

const numbers = (text) => (text.match(/-?\d+(\.\d+)?/g) || []).map(Number);

/** How large a place is, in units of the picture. */
const extent = ({ tag, attributes }) => {
  if (tag === "circle") return 2 * Number(attributes.r);
  if (tag === "ellipse") return 2 * Math.max(Number(attributes.rx), Number(attributes.ry));
  if (tag === "rect") return Math.max(Number(attributes.width), Number(attributes.height));
  const given = numbers(attributes.points || attributes.d || Object.values(attributes).join(" "));
  const span = (list) => Math.max(...list) - Math.min(...list);
  return Math.max(span(given.filter((_, at) => at % 2 === 0)), span(given.filter((_, at) => at % 2)));
};

export class Places {
  /** `decided(action)`, `undecided(actions, legal)` and `told(text)` hear what is clicked. */
  constructor(board, heard) {
    this.board = board;
    this.heard = heard;
    this.layer = null;
    this.focused = null;
    this.wanted = false;
    this.clear();
    board.addEventListener("keydown", (event) => this.key(event));
  }

  clear() {
    this.answer = { actions: [], legal: [], targets: [], steps: [] };
    this.shapes = [];
    this.chosen = [];
    this.remaining = null;
    if (this.layer) {
      this.wanted ||= this.layer.contains(document.activeElement);
      this.layer.remove();
    }
    this.layer = null;
    this.board.dataset.places = "none";
  }

  /** Lay places over a picture; `which` is "legal" or "all". */
  show(answer, drawing, which) {
    const was = this.focused;
    this.clear();
    const had = this.wanted && document.activeElement === document.body;
    this.wanted = false;
    this.answer = answer;
    this.layer = shape("svg", {
      class: "places",
      viewBox: `0 0 ${drawing.width} ${drawing.height}`,
      width: drawing.width,
      height: drawing.height,
      role: "group",
      "aria-label": "Places on the board",
    });
    this.shapes = answer.targets.map((target, number) => this.made(target, number));
    const order = this.shapes.map((_, number) => number);
    order.sort((one, other) => extent(answer.targets[other]) - extent(answer.targets[one]));
    this.layer.append(...order.map((number) => this.shapes[number]));
    this.board.append(this.layer);
    this.board.dataset.places = which;
    const legal = this.shapes.findIndex((each) => each.classList.contains("may"));
    const near = was === null ? -1 : this.nearest(was, () => true);
    this.rove(near >= 0 ? near : Math.max(legal, 0), had);
  }

  made(target, number) {
    const { actions, legal } = this.answer;
    const permitted = target.actions.filter((action) => legal[action]);
    const place = shape(
      "g",
      {
        class: `place${permitted.length ? " may" : ""}`,
        role: "button",
        tabindex: "-1",
        "aria-label": this.named(target, number, permitted),
        "data-actions": target.actions.length === 1 ? actions[target.actions[0]] : null,
        "data-place": this.spelled(target),
        "data-label": target.label,
      },
      shape("circle", { class: "finger", cx: target.x, cy: target.y, r: this.room(target) }),
      shape(target.tag, target.attributes),
    );
    place.addEventListener("click", () => this.click(number));
    place.addEventListener("focus", () => this.rove(number, false));
    return place;
  }

  /** The radius of what a finger can hit: at most half way to the next place. */
  room(target) {
    const others = this.answer.targets.filter((each) => each !== target);
    const nearest = Math.min(...others.map(({ x, y }) => Math.hypot(x - target.x, y - target.y)));
    return Math.max(3, Math.min(FINGER, nearest / 2)).toFixed(1);
  }

  spelled(target) {
    const every = target.actions.map((action) => this.answer.actions[action]);
    return every.length === 1 ? every[0] : shared(every) || target.label;
  }

  named(target, number, permitted) {
    const { actions, steps } = this.answer;
    const begins = permitted.length > 0 && permitted.every((a) => steps[a].length > 1 && steps[a][0] === number);
    const label = begins ? target.label.replace(/^to /, "from ") : target.label;
    const own = label || this.spelled(target);
    if (permitted.length === 1) {
      const [only] = permitted.map((action) => actions[action]);
      return own === only || !own ? only : `${own}: ${only}`;
    }
    const place = own || actions[target.actions[0]] || "a place";
    return permitted.length ? `${place}: ${permitted.length} legal actions` : `${place}: not legal`;
  }

  // ---------------------------------------------------------------------------------------- keys

  rove(number, focus) {
    this.shapes.forEach((each, at) => each.setAttribute("tabindex", at === number ? "0" : "-1"));
    if (!this.shapes[number]) return;
    this.focused = this.answer.targets[number];
    if (focus) this.shapes[number].focus();
  }

  /** Give the focus to the board; returns whether it has places. */
  refocus() {
    const at = this.shapes.findIndex((each) => each.getAttribute("tabindex") === "0");
    this.rove(at, true);
    return at >= 0;
  }

  nearest({ x, y }, allowed) {
    let best = [-1, Infinity];
    this.answer.targets.forEach((target, number) => {
      const far = Math.hypot(target.x - x, target.y - y);
      if (far < best[1] && allowed(target)) best = [number, far];
    });
    return best[0];
  }

  key(event) {
    const at = this.shapes.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      this.click(at);
    } else if (event.key === "Escape") {
      if (!this.chosen.length) return;
      this.reset();
    } else if (event.key in ARROWS) {
      const to = this.beyond(this.answer.targets[at], ARROWS[event.key]);
      if (to >= 0) this.rove(to, true);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next place in a direction: what lies straight ahead counts as nearer than what lies aside. */
  beyond({ x, y }, [right, down]) {
    let best = [-1, Infinity];
    this.answer.targets.forEach((target, number) => {
      const [dx, dy] = [target.x - x, target.y - y];
      const ahead = dx * right + dy * down;
      const aside = Math.abs(dx * down) + Math.abs(dy * right);
      const cost = ahead + 2.5 * aside;
      if (ahead > NEAR && aside <= 2 * ahead && cost < best[1]) best = [number, cost];
    });
    return best[0];
  }

  // ------------------------------------------------------------------------------------- clicking

  reset() {
    this.chosen = [];
    this.remaining = null;
    this.mark([]);
    this.heard.undecided([], false);
  }

  mark(further) {
    this.shapes.forEach((each, number) => {
      const chosen = this.chosen.includes(number);
      each.classList.toggle("chosen", chosen);
      each.classList.toggle("goes", further.includes(number));
      if (chosen) each.setAttribute("aria-pressed", "true");
      else each.removeAttribute("aria-pressed");
    });
    this.layer.classList.toggle("narrowed", this.chosen.length > 0);
  }

  click(number) {
    const { actions, legal, targets, steps } = this.answer;
    if (this.chosen.includes(number)) {
      this.reset();
      return;
    }
    const of = (known) => targets[number].actions.filter((action) => !known || known.includes(action));
    let remaining = of(this.remaining);
    if (!remaining.length) {
      this.reset();
      remaining = of(null);
    }
    const permitted = remaining.filter((action) => legal[action]);
    const open = permitted.length ? permitted : remaining;
    const last = open.length === 1 && (steps[open[0]].at(-1) === number || this.chosen.length > 0);
    if (last || remaining.length === 1) {
      this.reset();
      this.heard.decided(actions[open[0]]);
      return;
    }
    this.chosen = [...this.chosen, number];
    this.remaining = remaining;
    const further = new Set(open.flatMap((action) => steps[action]));
    for (const each of this.chosen) further.delete(each);
    const tells = [...further].filter((each) => open.length === 1 || !open.every((a) => steps[a].includes(each)));
    if (tells.length) {
      this.mark(permitted.length ? tells : []);
      const place = (targets[number].label || this.spelled(targets[number])).replace(/^to /, "");
      this.heard.told(
        permitted.length
          ? `${place} chosen: choose one of ${tells.length} marked places.`
          : `${place}: no legal action. Choose a second place to be told why.`,
      );
    } else {
      this.mark([]);
      this.heard.undecided(open.map((action) => actions[action]), permitted.length > 0);
    }
  }
}
