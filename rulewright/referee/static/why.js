// Why an action is illegal: the clauses, in the rulebook's words, and what they depend on.
import { button, byId, element, prose, quoted } from "./dom.js";

/** The clauses that forbid an action; `rulings` are those in force. */
const clause = ({ clause: name, demand, quotations, questions }, rulings) =>
  element(
    "div",
    { class: "clause" },
    element("p", {}, element("span", { class: "tag" }, name), " ", ...prose(demand)),
    ...quotations.map(quoted),
    questions.length
      ? element(
          "p",
          { class: "quiet" },
          "How it is read: ",
          ...questions.flatMap((question, at) => [
            at ? ", " : "",
            element("code", {}, `${question}=${rulings[question] ?? ""}`),
          ]),
        )
      : null,
  );

/** Show an explanation; `under` names the other reading that it is about, if it is about one. */
export const write = (explanation, rulings, under, suggest) => {
  const { action, malformed, violations, legal } = explanation;
  byId("why").hidden = false;
  byId("why").classList.toggle("bad", !legal);
  byId("why-title").replaceChildren(
    element("code", {}, action),
    legal ? " is legal here" : malformed ? " is no action of this game" : " is illegal here",
    under ? ` under ${under}` : "",
  );
  const body = [...violations.map((each) => clause(each, rulings))];
  if (malformed) body.push(element("p", {}, malformed));
  if (legal && !under) body.push(element("div", { class: "buttons" }, button(`Play ${action}`, () => suggest(action))));
  byId("why-body").replaceChildren(...body);
};

/** Hide what was explained; a browser leaves the focus in what is hidden until it draws anew. */
export const hide = () => {
  if (byId("why").contains(document.activeElement)) document.activeElement.blur();
  byId("why").hidden = true;
  byId("why-body").replaceChildren();
};
