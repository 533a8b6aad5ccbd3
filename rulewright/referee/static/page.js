// The referee's page: play any game, be shown the clause, and see the readings part.
import { get, givenUp, post } from "./api.js";
import * as address from "./address.js";
import { Choice } from "./choice.js";
import { adopt, button, byId, element, plain } from "./dom.js";
import * as engine from "./engine.js";
import * as moves from "./moves.js";
import * as options from "./options.js";
import { Places } from "./places.js";
import * as readings from "./readings.js";
import { Stepper, paint, watch } from "./report/stepper.js";
import { Shows, parting } from "./shows.js";
import * as take from "./take.js";
import { Tree } from "./tree.js";
import * as why from "./why.js";

const setup = JSON.parse(byId("setup").textContent);
const LISTED = 600;
const SUGGESTED = 300;
const PAUSE = 450;

class Referee extends Stepper {
  constructor(figure) {
    super(figure);
    this.tree = new Tree();
    this.line = { game: "", params: {}, rulings: {}, start: null };
    this.game = null;
    this.kinds = {};
    this.asking = new AbortController();
    this.explained = null;
    this.waiting = null;
    this.places = new Places(this.board, {
      decided: (action) => this.play(action),
      undecided: (actions, legal) => this.undecided(actions, legal),
      told: (text) => this.announce(text),
    });
    this.choice = new Choice({
      decided: (action) => this.play(action),
      preview: (action) => this.preview(action),
      left: () => {
        this.choice.hide();
        this.places.reset();
        this.places.refocus();
      },
    });
    this.shows = new Shows({
      open: (line, action, said) => this.open(line, { action, said }),
      parting: (question, [one, other]) => this.shortest(question, one, other),
    });
    watch([this.board]);
    this.listen();
  }

  // ------------------------------------------------------------------------------------ positions

  get last() {
    return this.tree.line.length - 1;
  }

  get here() {
    return this.tree.here;
  }

  /** The line up to a node, as the API wants it. */
  lineTo(node = this.here) {
    return { ...this.line, moves: node.moves };
  }

  step(to) {
    return this.look(this.tree.line[this.within(to)]);
  }

  reveal() {
    this.showing = !this.showing;
    this.toggle.setAttribute("aria-pressed", String(this.showing));
    this.board.classList.toggle("hints", this.showing);
    if (this.here.seen) this.listLegal(this.here.seen);
  }

  /** Bring a position to the board; raises what the referee says is wrong with the line. */
  async look(node, { said = "", cause = "step", seen = null } = {}) {
    const focused = document.activeElement !== document.body;
    clearTimeout(this.waiting);
    this.asking.abort();
    this.asking = new AbortController();
    const { signal } = this.asking;
    if (seen) node.seen = seen;
    if (!node.seen) {
      try {
        node.seen = await post("/api/position", this.lineTo(node), signal);
      } catch (error) {
        if (givenUp(error)) return;
        throw error;
      }
    }
    this.tree.look(node);
    this.at = node.ply;
    this.render(said);
    await Promise.all([this.findPlaces(signal), this.read(signal), this.beside(signal)]).catch((error) => {
      if (!givenUp(error)) this.announce(error.message);
    });
    if (signal.aborted) return;
    // What had the focus may have gone with the position before: keys go on at the board.
    const lost = focused && document.activeElement === document.body && this.explained === null;
    if (lost && !this.places.refocus()) byId("title").focus();
    this.due(cause);
  }

  render(said = "") {
    const { seen } = this.here;
    this.explained = null;
    this.places.clear();
    this.choice.hide();
    why.hide();
    this.draw(seen.drawing);
    moves.write(this.tree, (node) => this.look(node).catch((error) => this.announce(error.message)));
    this.tell(plain(`${said} ${seen.said}`.trim()));
    this.listLegal(seen);
    byId("suggested").replaceChildren(...seen.legal.slice(0, SUGGESTED).map((value) => element("option", { value })));
    byId("undo").disabled = this.at === 0;
    byId("redo").disabled = this.at === this.last;
    history.replaceState(null, "", address.write(options.changed(this.game, this.lineTo())));
  }

  draw(drawing) {
    adopt(drawing.style);
    paint(this.board, drawing.svg);
  }

  announce(text) {
    this.said.textContent = plain(text);
  }

  listLegal(seen) {
    this.list(seen.legal.slice(0, LISTED), (action) =>
      button(element("code", {}, action), () => this.play(action), { class: "inline" }),
    );
    if (this.showing && seen.legal.length > LISTED) {
      this.legal.querySelector(".count").textContent =
        `${seen.legal.length.toLocaleString("en")} legal moves, of which ${LISTED} are listed`;
    }
  }

  async findPlaces(signal) {
    const { here } = this;
    const show = (answer, which) => {
      if (signal.aborted || this.explained !== null || !this.choice.panel.hidden || this.places.chosen.length) return;
      this.places.show(answer, here.seen.drawing, which);
      options.clicks(answer.steps);
    };
    if (here.places) {
      show(here.places, "all");
      return;
    }
    if (here.seen.over) return;
    show(await post("/api/targets", { line: this.lineTo(here), which: "legal" }, signal), "legal");
    here.places = await post("/api/targets", { line: this.lineTo(here), which: "all" }, signal);
    show(here.places, "all");
  }

  // ---------------------------------------------------------------------------------------- playing

  async play(action) {
    this.choice.hide();
    const { here } = this;
    const answer = await this.asked("/api/play", { line: this.lineTo(here), action });
    if (!answer || here !== this.here) return;
    if (!answer.legal) {
      this.explain(answer.explanation);
      return;
    }
    byId("action").value = "";
    await this.look(here.child(action), { cause: "play", seen: answer.position, said: `${action}.` });
  }

  /** Ask why; `reading` is another one, and where it has parted the position is read anew under it. */
  async ask(action, reading = null) {
    const { here } = this;
    const line = this.lineTo(here);
    if (reading) {
      line.rulings = { ...line.rulings, [reading.question]: reading.reading };
      if (reading.parts && !reading.elsewhere) Object.assign(line, { start: here.seen.position, moves: [] });
    }
    const answer = await this.asked("/api/explain", { line, action });
    if (answer && here === this.here) this.explain(answer, line, reading);
  }

  /** Show why an action is illegal on a line, which may be that of another reading. */
  explain(explanation, line = this.lineTo(), reading = null) {
    this.explained = { action: explanation.action, line, under: reading !== null };
    this.choice.hide();
    this.places.clear();
    if (explanation.drawing) this.draw(explanation.drawing);
    const under = reading && `${reading.question}=${reading.reading}`;
    why.write(explanation, { ...this.here.seen.line.rulings, ...line.rulings }, under, (action) => this.play(action));
    this.announce(under ? `Under ${under}: ${explanation.said}` : explanation.said);
    if (document.activeElement === document.body) byId("why-title").focus({ preventScroll: true });
  }

  /** Ask the referee; what is wrong is said on the page. */
  async asked(path, body) {
    try {
      return await post(path, body);
    } catch (error) {
      this.announce(error.message);
      return null;
    }
  }

  undecided(actions, legal) {
    if (!actions.length) {
      this.choice.hide();
      this.announce(this.here.seen.said);
    } else if (!legal && actions.length === 1) {
      this.ask(actions[0]);
    } else {
      this.announce(legal ? `${actions.length} ways to play here.` : "Nothing can be played there.");
      this.choice.offer(actions, legal);
    }
  }

  async preview(action) {
    const answer = await post("/api/play", { line: this.lineTo(), action }).catch(() => null);
    return answer && answer.position ? answer.position.drawing : null;
  }

  /** Let the computer move if its turn has come by play; otherwise offer it. */
  due(cause) {
    const { seen } = this.here;
    const kind = this.kinds[seen.turn] ?? "person";
    const waits = !seen.over && !seen.stuck && kind !== "person";
    byId("opponent").hidden = !waits;
    if (waits && cause !== "step" && !this.here.children.length) {
      this.waiting = setTimeout(() => this.answer(kind), PAUSE);
    }
  }

  async answer(kind = this.kinds[this.here.seen.turn] ?? "random") {
    clearTimeout(this.waiting);
    const { here } = this;
    const seed = Math.floor(Math.random() * 1_000_000);
    const answer = await this.asked("/api/opponent", { line: this.lineTo(here), player: kind, seed });
    if (!answer || here !== this.here) return;
    await this.look(here.child(answer.action), {
      cause: "play",
      seen: answer.position,
      said: `${here.seen.turn} played ${answer.action}.`,
    });
  }

  // ------------------------------------------------------------------------ readings, and an engine

  async read(signal) {
    const { here } = this;
    const late = readings.begin();
    try {
      here.readings ??= await post("/api/readings", this.lineTo(here), signal);
    } catch (error) {
      if (!givenUp(error)) readings.fail(error.message);
      return;
    } finally {
      clearTimeout(late);
    }
    if (signal.aborted) return;
    byId("readings").removeAttribute("aria-busy");
    for (const node of this.tree.line.slice(0, here.ply + 1)) {
      const at = ({ ply }) => ply === node.ply;
      node.parted = here.readings.parted.filter(at);
      node.forbidden = here.readings.forbidden.filter(at);
    }
    moves.write(this.tree, (node) => this.look(node).catch((error) => this.announce(error.message)));
    this.current();
    readings.write(here.readings, {
      ask: (action, reading) => this.ask(action, reading),
      shortest: (question, reading) => this.shortest(question.question, question.in_force, reading.reading),
      switched: (question, reading) => this.playUnder(question, reading),
    });
  }

  async shortest(question, one, other) {
    this.announce(`Looking for the shortest game on which ${question}=${one} and ${question}=${other} part …`);
    const line = options.changed(this.game, { ...this.line });
    const found = await parting(line, question, [one, other]).catch((error) => ({ found: false, said: error.message }));
    if (!found.found) {
      this.announce(`${found.said} ${found.searched ?? ""}`);
      return;
    }
    const actions = found.line.moves.length;
    const disputed = found.disputed ? ` They part over ${found.disputed}.` : "";
    await this.open(found.line, {
      said: `${found.exact ? "The shortest game" : "The shortest game found"} on which ${question}=${one} and ${question}=${other} part has ${actions} ${actions === 1 ? "action" : "actions"}.${disputed}`,
    });
  }

  /** Play on under another reading: the same moves if they are legal, else from this very position. */
  async playUnder(question, reading) {
    const rulings = { ...this.line.rulings, [question]: reading };
    const line = { ...this.lineTo(), rulings };
    const under = `Under ${question}=${reading}`;
    try {
      await this.open(line, { said: `${under} now.`, strict: true });
    } catch (error) {
      const start = this.here.seen.position;
      const from = { ...line, start, moves: [] };
      try {
        await this.open(from, { said: `${under} now, from this position: ${error.message.replace(/\.$/, "")}.`, strict: true });
      } catch {
        const kept = { ...line, moves: line.moves.slice(0, Math.max((error.move ?? 1) - 1, 0)) };
        await this.open(kept, { said: `${under} now. ${error.message.replace(/\.$/, "")}, so the moves before it are kept.` });
      }
    }
  }

  async beside(signal) {
    if (!setup.adapter) return;
    const { here } = this;
    byId("engine").hidden = false;
    if (!here.engine) engine.begin();
    try {
      here.engine ??= await post("/api/engine", this.lineTo(here), signal);
    } catch (error) {
      if (!givenUp(error)) engine.fail(error.message);
      return;
    }
    if (signal.aborted) return;
    engine.write(here.engine, {
      go: () => this.look(this.tree.line[here.engine.ply]),
      vector: (line) => this.saveVector(line),
      report: (line) => this.copyReport(line),
    });
    if (!here.engine.agrees) this.announce(`${here.seen.said} The engine differs ${engine.said(here.engine)}`);
  }

  // ------------------------------------------------------------------------------- whole games

  /** Open a line as a new game; `strict` raises what is wrong with it instead of saying it. */
  async open(line, { action = null, said = "", strict = false } = {}) {
    try {
      const wanted = { params: {}, rulings: {}, start: null, moves: [], ...line };
      const seen = await post("/api/position", wanted);
      if (this.game === null || this.game.game !== wanted.game) await this.use(wanted.game);
      this.line = { ...options.changed(this.game, wanted), start: wanted.start };
      delete this.line.moves;
      this.tree = new Tree(wanted.moves);
      for (const player of seen.players) this.kinds[player] ??= "person";
      this.entitle();
      options.write(this.game, this.line);
      options.seats(seen.players, this.kinds, () => this.due("seat"));
      await this.look(this.tree.here, { seen, said, cause: "open" });
      if (action) await this.ask(action);
    } catch (error) {
      if (strict || givenUp(error)) throw error;
      this.announce(error.message);
    }
  }

  async use(name) {
    this.game = await get(`/api/games/${encodeURIComponent(name)}`);
    this.kinds = {};
    options.hints(this.game, "one");
    this.shows.use(name);
    byId("game").value = name;
  }

  entitle() {
    const { params, rulings, start } = this.line;
    const given = Object.entries({ ...params, ...rulings }).map(
      ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
    byId("title").textContent = this.game.title;
    document.title = `${this.game.title} - the referee`;
    const from = start ? ", from a position of its own" : "";
    byId("under").textContent = `Under ${given.length ? given.join(", ") : "the default options"}${from}.`;
  }

  // --------------------------------------------------------------------------- taking and bringing

  /** What a file or a report is about: a line, and the action that is being explained. */
  about(line) {
    if (line) return { line, action: null };
    return { line: this.explained?.line ?? this.lineTo(), action: this.explained?.action ?? null };
  }

  async saveVector(line = null) {
    const answer = await this.asked("/api/vector", this.about(line));
    if (answer) take.save(answer.name, `${JSON.stringify(answer.vector, null, 2)}\n`, "application/json");
  }

  async copyReport(line = null) {
    const compared = Boolean(this.here.engine) && (line !== null || !this.explained?.under);
    const answer = await this.asked("/api/report", { ...this.about(line), engine: compared });
    if (answer) await take.copy(answer.markdown, (text) => this.bring(text));
  }

  async picture(form) {
    const answer = await this.asked("/api/svg", { ...this.about(null), legal: this.showing });
    if (!answer) return;
    if (form === "svg") {
      take.save(answer.name, answer.svg, "image/svg+xml");
    } else {
      const name = answer.name.replace(/\.svg$/, ".png");
      await take.pixels(answer.svg).then((blob) => take.save(name, blob), (error) => this.announce(error.message));
    }
  }

  bring(text) {
    byId("loaded").textContent = plain(text);
    this.announce(this.here.seen ? `${text} ${this.here.seen.said}` : text);
  }

  async load(text) {
    if (!text.trim()) {
      this.bring("There is nothing to load: paste moves, a position or a vector.");
      return;
    }
    try {
      const { line, action } = await take.brought(text, this.lineTo());
      await this.open(line, { action, strict: true });
      const begun = line.start ? "a position, and " : "";
      this.bring(`Loaded: ${begun}${line.moves.length === 1 ? "1 action" : `${line.moves.length} actions`}.`);
    } catch (error) {
      this.bring(error.message);
    }
  }

  // --------------------------------------------------------------------------------------- listening

  listen() {
    const on = (id, event, heard) => byId(id).addEventListener(event, heard);
    const submitted = (id, heard) =>
      on(id, "submit", (event) => {
        event.preventDefault();
        heard();
      });
    const typed = () => byId("action").value.trim();
    submitted("typed", () => typed() && this.play(typed()));
    submitted("which", () => {});
    submitted("options-form", () => this.open({ game: this.game.game, ...options.chosen(this.game) }, {}));
    on("ask", "click", () => typed() && this.ask(typed()));
    on("close-why", "click", () => this.look(this.here));
    on("opponent", "click", () => this.answer());
    on("game", "change", () => this.open({ game: byId("game").value }, {}));
    on("defaults", "click", () => this.open({ game: this.game.game }, {}));
    on("options-button", "click", () => {
      byId("options").hidden = !byId("options").hidden;
      byId("options-button").setAttribute("aria-expanded", String(!byId("options").hidden));
    });
    on("remove-branch", "click", () => {
      const { parent } = this.here;
      parent.remove(this.here);
      this.look(parent);
    });
    on("copy-address", "click", () => take.copy(location.href, (text) => this.bring(text)));
    on("copy-moves", "click", () => take.copy(this.here.moves.join(" "), (text) => this.bring(text)));
    on("save-svg", "click", () => this.picture("svg"));
    on("save-png", "click", () => this.picture("png"));
    on("save-position", "click", () => {
      const { game } = this.game;
      take.save(`${game}-${this.at}.json`, `${JSON.stringify(this.here.seen.position, null, 2)}\n`, "application/json");
    });
    on("save-vector", "click", () => this.saveVector());
    on("copy-report", "click", () => this.copyReport());
    on("load", "click", () => this.load(byId("paste").value));
    on("file", "change", async () => {
      const [file] = byId("file").files;
      if (file) await this.load(await file.text());
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.explained !== null) this.look(this.here);
      else if (event.target === document.body) this.key(event);
    });
    window.addEventListener("popstate", () => this.begin());
  }

  /** Open what the address names, or what the command line named, or the first game. */
  async begin() {
    const { games } = await get("/api/games");
    byId("game").replaceChildren(...games.map(({ game, title }) => element("option", { value: game }, title)));
    const named = setup.game && { game: setup.game, params: setup.params, rulings: setup.rulings };
    const first = address.read(location.search) ?? named ?? { game: games[0].game };
    this.announce("Opening …");
    try {
      await this.open(first, { strict: true });
    } catch (error) {
      const played = (first.moves ?? []).slice(0, Math.max((error.move ?? 1) - 1, 0));
      const nearest = [{ ...first, moves: played }, { ...first, start: null, moves: [] }, { game: first.game }];
      for (const line of [...nearest, named, { game: games[0].game }]) {
        if (line && this.game === null) await this.open(line, {});
      }
      this.announce(`The address could not be opened: ${error.message} ${this.here.seen?.said ?? ""}`);
    }
  }
}

new Referee(byId("play")).begin().catch((error) => {
  byId("said").textContent = error.message;
});
