// Several actions at one place: choose between them by the parts of their texts, with a preview.
import { adopt, button, byId, element } from "./dom.js";
import { paint } from "./report/stepper.js";
import { parts } from "./places.js";

export class Choice {
  /** `decided(action)` and `preview(action)`, which promises a drawing or null, and `left()`. */
  constructor(heard) {
    this.heard = heard;
    this.panel = byId("choice");
    this.ways = byId("ways");
    this.asked = 0;
    byId("cancel-choice").addEventListener("click", () => heard.left());
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      heard.left();
    });
  }

  hide() {
    this.asked += 1;
    this.panel.hidden = true;
    this.ways.replaceChildren();
  }

  /** Offer some actions. */
  offer(actions, legal) {
    this.panel.hidden = false;
    byId("choice-title").textContent = legal
      ? `${actions.length} ways to play here`
      : "None of these is legal: which one do you want explained?";
    this.stage(actions, 0);
  }

  stage(actions, at) {
    const groups = new Map();
    const longest = Math.max(...actions.map((action) => parts(action).length));
    for (let part = at; part < longest && groups.size < 2; part += 1) {
      groups.clear();
      for (const action of actions) {
        const start = parts(action).slice(0, part + 1).join("");
        groups.set(start, [...(groups.get(start) || []), action]);
      }
    }
    const shown = element("div", { class: "preview board" });
    const list = element("ul", { class: "options", "aria-label": "Ways to play" });
    for (const [start, members] of groups) {
      const single = members.length === 1 && members[0];
      const text = element("code", {}, single || start.replace(/[@:>]$/, ""));
      const pick = single
        ? button(text, () => this.heard.decided(single), {
            on: {
              click: () => this.heard.decided(single),
              focus: () => this.preview(single, shown),
              pointerenter: () => this.preview(single, shown),
            },
          })
        : button(text, () => this.stage(members, parts(start).length));
      if (!single) pick.append(element("span", { class: "quiet" }, ` ${members.length} ways`));
      list.append(element("li", {}, pick));
    }
    this.ways.replaceChildren(list, shown);
    list.querySelector("button").focus();
  }

  async preview(action, shown) {
    this.asked += 1;
    const { asked } = this;
    const drawing = await this.heard.preview(action);
    if (asked !== this.asked || drawing === null) return;
    adopt(drawing.style);
    paint(shown, drawing.svg);
  }
}
