// Elements of the page, always made of texts, never of markup.

const SVG = "http://www.w3.org/2000/svg";

const filled = (made, attributes, children) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, heard] of Object.entries(value)) made.addEventListener(event, heard);
    } else if (value === true) {
      made.setAttribute(name, "");
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, String(value));
    }
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
};

/** Make an element; `on` maps events to what hears them, `null` and `false` leave an attribute out. */
export const element = (tag, attributes = {}, ...children) =>
  filled(document.createElement(tag), attributes, children);

/** Make an element of a picture. */
export const shape = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

/** Make a button. */
export const button = (text, heard, attributes = {}) =>
  element("button", { type: "button", on: { click: heard }, ...attributes }, text);

/** Find the element with an id. */
export const byId = (id) => document.getElementById(id);

const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]+)*$/i;

/** Quote a rulebook, with the English beside it. */
export const quoted = ({ text, language, english, title, source }) => {
  const from = title || source;
  const lang = LANGUAGE.test(language || "") ? language : null;
  return element(
    "blockquote",
    {},
    element("p", { lang }, ...prose(text)),
    english ? element("p", { class: "quiet" }, "In English: ", element("span", { lang: "en" }, ...prose(english))) : null,
    from ? element("footer", { class: "quiet" }, from) : null,
  );
};

const strong = (text) => {
  const pieces = text.split("**");
  return pieces.length % 2 ? pieces.map((part, at) => (at % 2 ? element("strong", {}, part) : part)) : [text];
};

/** Write a text with code between backquotes, and strong words between pairs of asterisks. */
export const prose = (text) =>
  text.split("`").flatMap((part, at) => (at % 2 ? [element("code", {}, part)] : strong(part)));

/** Leave marks of code and stress out of a text that is read out. */
export const plain = (text) => text.replaceAll("`", "").replaceAll("**", "");

const sheets = new Map();

/** Let the style of a drawing apply to the page, once. */
export const adopt = (style) => {
  if (!style || sheets.has(style)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  sheets.set(style, sheet);
  document.adoptedStyleSheets = [...sheets.values()];
};
