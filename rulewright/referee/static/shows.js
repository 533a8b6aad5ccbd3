// The games to look at: of theorems, ambiguities, gaps and rare occasions.
import { get, post } from "./api.js";
import { button, byId, element, prose } from "./dom.js";

const KINDS = ["occasion", "ambiguity", "theorem", "gap"];
const WORDS = { theorem: "theorem", ambiguity: "ambiguity", gap: "gap", occasion: "rare occasion" };

export class Shows {
  /** `open(line, action)` brings a game to the board; `options()` are those of the game on it. */
  constructor(heard) {
    this.heard = heard;
    this.game = null;
    this.known = new Map();
    this.at = -1;
    this.filling = 0;
    this.shown = [];
    byId("shows").addEventListener("toggle", () => this.fill());
    byId("kind").addEventListener("change", () => {
      this.at = -1;
      this.fill();
    });
    byId("show-back").addEventListener("click", () => this.go(-1));
    byId("show-next").addEventListener("click", () => this.go(1));
  }

  use(game) {
    if (game === this.game) return;
    this.game = game;
    this.at = -1;
    this.known = new Map();
    byId("show-list").replaceChildren();
    this.fill();
  }

  async fill() {
    if (!byId("shows").open || this.game === null) return;
    const { game } = this;
    this.filling += 1;
    const { filling } = this;
    const wanted = byId("kind").value ? [byId("kind").value] : KINDS;
    const list = byId("show-list");
    for (const kind of wanted) {
      this.write(wanted);
      if (!this.known.has(kind)) {
        list.append(element("li", { class: "quiet" }, `Looking for games of kind ${WORDS[kind]} …`));
        list.setAttribute("aria-busy", "true");
        let found = [];
        try {
          found = (await get(`/api/shows/${encodeURIComponent(game)}?kind=${kind}`)).shows;
        } catch (error) {
          found = [{ kind, title: WORDS[kind], said: error.message, line: null }];
        }
        if (game !== this.game) return;
        this.known.set(kind, found);
        if (filling !== this.filling) return; // another kind was chosen meanwhile
      }
    }
    list.removeAttribute("aria-busy");
    this.write(wanted);
  }

  write(kinds) {
    this.shown = kinds.flatMap((kind) => this.known.get(kind) ?? []);
    const items = this.shown.map((each, number) => {
      const may = each.line || each.question;
      return element(
        "li",
        {},
        element("span", { class: "verdict none" }, WORDS[each.kind] ?? each.kind),
        " ",
        may
          ? button(each.title, () => this.open(number), { class: "link", "aria-current": number === this.at ? "true" : null })
          : element("span", {}, each.title),
        each.said ? element("p", { class: "quiet" }, ...prose(each.said)) : null,
      );
    });
    byId("show-list").replaceChildren(...(items.length ? items : [element("li", { class: "quiet" }, "None is known.")]));
  }

  go(by) {
    const usable = this.shown.map((each, at) => (each.line || each.question ? at : -1)).filter((at) => at >= 0);
    if (!usable.length) return;
    const here = usable.indexOf(this.at);
    const to = here < 0 ? (by > 0 ? 0 : usable.length - 1) : (here + by + usable.length) % usable.length;
    this.open(usable[to]);
  }

  async open(number) {
    this.at = number;
    const show = this.shown[number];
    const items = byId("show-list").children;
    [...items].forEach((item, at) => {
      const link = item.querySelector("button");
      if (!link) return;
      if (at === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    if (show.line) {
      await this.heard.open(show.line, show.disputed, `${show.title}.`);
    } else {
      await this.heard.parting(show.question, show.readings);
    }
  }
}

/** Find the shortest game on which two readings part. */
export const parting = ({ game, params, rulings }, question, readings) =>
  post("/api/parting", { game, params, rulings, question, readings, seconds: 10 });
